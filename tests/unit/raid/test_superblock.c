// SPDX-License-Identifier: GPL-2.0-only
/* What the formats share: places, UUIDs, names, bad-block logs. */
#include "build.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static void places(void **state)
{
	static const struct {
		uint64_t device;
		unsigned int count;
		uint64_t sector_1_0, sector_0_90;
	} rows[] = {
		{0, 0, 0, 0},
		{7, 0, 0, 0},
		{8, 1, 0, 0},
		{16, 2, 0, 0},
		{23, 2, 0, 0},
		{24, 3, 8, 0},
		{255, 3, 232, 0},
		{256, 4, 240, 128},
		{383, 4, 360, 128},
		{384, 4, 368, 256},
		{1000000, 4, 999984, 999808},
		{1000007, 4, 999984, 999808},
		{UINT64_MAX, 4, UINT64_MAX - 23, UINT64_MAX - 255},
	};
	size_t i, j;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct raid_sb_place place[RAID_SB_PLACES];
		unsigned int count =
			raid_superblock_places(rows[i].device, place);

		assert_int_equal(count, rows[i].count);
		for (j = 0; j < count; j++)
			assert_true(place[j].sector + 8 <= rows[i].device);
		if (count == 1)
			assert_int_equal(place[0].version, RAID_SB_1_1);
		if (count < 2)
			continue;
		assert_int_equal(place[0].version, RAID_SB_1_2);
		assert_int_equal(place[0].sector, 8);
		assert_int_equal(place[1].version, RAID_SB_1_1);
		assert_int_equal(place[1].sector, 0);
		if (count < 3)
			continue;
		assert_int_equal(place[2].version, RAID_SB_1_0);
		assert_true(place[2].sector == rows[i].sector_1_0);
		if (count < 4)
			continue;
		assert_int_equal(place[3].version, RAID_SB_0_90);
		assert_true(place[3].sector == rows[i].sector_0_90);
	}
}

/* blank, random, text: nothing, and no words about it */
static void none_there(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_sb_place place[RAID_SB_PLACES];
	struct raid_superblock sb;
	struct err err = {0};
	unsigned int i, fill, count;

	(void)state;
	count = raid_superblock_places(BUILD_DEVICE, place);
	for (fill = 0; fill < 256; fill++) {
		memset(bytes, (int)fill, sizeof(bytes));
		for (i = 0; i < count; i++)
			assert_int_equal(
				raid_superblock_parse(&sb, bytes, &place[i],
						      BUILD_DEVICE, "x", &err),
				-ENOENT);
	}
	assert_int_equal(err.code, 0);
	/* the other format's */
	build_1(bytes, 5, 4, 2);
	assert_int_equal(raid_superblock_parse(&sb, bytes, &build_place_0,
					       BUILD_DEVICE, "x", &err),
			 -ENOENT);
	build_0(bytes, 5, 4, 2);
	assert_int_equal(raid_superblock_parse(&sb, bytes, &build_place_1,
					       BUILD_DEVICE, "x", &err),
			 -ENOENT);
}

/* a buffer may lie anywhere: read, marked */
static void unaligned(void **state)
{
	uint8_t bytes[RAID_SB_BYTES + 8], marked[RAID_SB_BYTES];
	struct raid_superblock sb;
	unsigned int shift;

	(void)state;
	build_1(marked, 5, 4, 2);
	raid_superblock_mark(marked, RAID_SB_1_2, true, 42);
	for (shift = 0; shift < 8; shift++) {
		build_1(bytes + shift, 5, 4, 2);
		assert_int_equal(raid_superblock_parse(&sb, bytes + shift,
						       &build_place_1,
						       BUILD_DEVICE, "x", NULL),
				 0);
		raid_superblock_mark(bytes + shift, RAID_SB_1_2, true, 42);
		assert_memory_equal(bytes + shift, marked, RAID_SB_BYTES);
	}
}

static void version_names(void **state)
{
	(void)state;
	assert_string_equal(raid_sb_version_name(RAID_SB_0_90), "0.90");
	assert_string_equal(raid_sb_version_name(RAID_SB_1_0), "1.0");
	assert_string_equal(raid_sb_version_name(RAID_SB_1_1), "1.1");
	assert_string_equal(raid_sb_version_name(RAID_SB_1_2), "1.2");
}

static void uuids(void **state)
{
	static const char *const good[] = {
		"00010203:04050607:08090a0b:0c0d0e0f",
		"00010203-04050607-08090a0b-0c0d0e0f",
		"00010203-0405-0607-0809-0a0b0c0d0e0f",
		"000102030405060708090A0B0C0D0E0F",
	};
	static const char *const bad[] = {
		"",
		"0",
		"00010203:04050607:08090a0b:0c0d0e",
		"00010203:04050607:08090a0b:0c0d0e0",
		"00010203:04050607:08090a0b:0c0d0e0f0",
		"00010203:04050607:08090a0b:0c0d0e0f:",
		":00010203:04050607:08090a0b:0c0d0e0f",
		"00010203::04050607:08090a0b:0c0d0e0f",
		"0001020:304050607:08090a0b:0c0d0e0f",
		"00010203:04050607:08090a0b:0c0d0e0g",
		"00010203 04050607 08090a0b 0c0d0e0f",
	};
	uint8_t uuid[16], expected[16];
	char text[36], cut[9];
	size_t i;

	(void)state;
	build_uuid(expected);
	for (i = 0; i < N(good); i++) {
		memset(uuid, 0xff, sizeof(uuid));
		assert_int_equal(raid_uuid_parse(uuid, good[i]), 0);
		assert_memory_equal(uuid, expected, 16);
	}
	assert_string_equal(raid_uuid_text(uuid, text, sizeof(text)), good[0]);
	assert_string_equal(raid_uuid_text(uuid, cut, sizeof(cut)), "00010203");
	for (i = 0; i < N(bad); i++)
		assert_int_equal(raid_uuid_parse(uuid, bad[i]), -EINVAL);
	assert_memory_equal(uuid, expected, 16);
}

static void bad_block_ranges(void **state)
{
	uint8_t log[4096];

	(void)state;
	memset(log, 0xff, sizeof(log));
	assert_int_equal(raid_bad_blocks(log, sizeof(log)), 0);
	put(log, 0, 8, 200 << 10 | 8);
	put(log, 8, 8, 300 << 10); /* of no length */
	put(log, 16, 8, 400 << 10 | 0x3ff);
	assert_int_equal(raid_bad_blocks(log, sizeof(log)), 2);
	assert_int_equal(raid_bad_blocks(log, 23), 1);
	assert_int_equal(raid_bad_blocks(log, 0), 0);
	put(log, 0, 8, UINT64_MAX);
	assert_int_equal(raid_bad_blocks(log, sizeof(log)), 0);
	memset(log, 1, sizeof(log));
	assert_int_equal(raid_bad_blocks(log, sizeof(log)), 512);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places),    cmocka_unit_test(none_there),
		cmocka_unit_test(unaligned), cmocka_unit_test(version_names),
		cmocka_unit_test(uuids),     cmocka_unit_test(bad_block_ranges),
	};

	return unit_run(tests);
}
