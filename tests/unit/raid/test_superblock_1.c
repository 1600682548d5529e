// SPDX-License-Identifier: GPL-2.0-only
/* 1.0, 1.1, 1.2 */
#include "build.h"

#include "raid/geometry.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static int parse(struct raid_superblock *sb, const uint8_t *bytes,
		 struct err *err)
{
	return raid_superblock_parse(sb, bytes, &build_place_1, BUILD_DEVICE,
				     "/dev/x", err);
}

static void every_fact(void **state)
{
	uint8_t bytes[RAID_SB_BYTES], uuid[16];
	struct raid_superblock sb;
	unsigned int i;

	(void)state;
	build_1(bytes, 5, 4, 2);
	build_uuid(uuid);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.version, RAID_SB_1_2);
	assert_int_equal(sb.sector, 8);
	assert_memory_equal(sb.uuid, uuid, 16);
	assert_string_equal(sb.name, "host:home");
	assert_int_equal(sb.level, RAID_5);
	assert_int_equal(sb.layout, 2);
	assert_int_equal(sb.chunk_sectors, 128);
	assert_int_equal(sb.members, 4);
	assert_int_equal(sb.component_sectors, 900000);
	assert_int_equal(sb.data_offset, 2048);
	assert_int_equal(sb.data_sectors, 990000);
	assert_int_equal(sb.events, 41);
	assert_true(sb.resync_offset == RAID_SB_CLEAN);
	assert_int_equal(sb.number, 2);
	assert_int_equal(sb.role, 2);
	assert_int_equal(sb.n_roles, 128);
	for (i = 0; i < 128; i++)
		assert_int_equal(sb.roles[i], i < 4 ? i : RAID_ROLE_SPARE);
	assert_false(sb.bitmap || sb.ppl || sb.journal || sb.reshape ||
		     sb.new_offset || sb.recovering || sb.replacement ||
		     sb.bad_blocks || sb.clustered || sb.write_mostly ||
		     sb.failfast);
}

static void the_three_places(void **state)
{
	static const struct {
		struct raid_sb_place place;
		uint64_t data_offset;
		uint64_t data_sectors;
	} rows[] = {
		{{RAID_SB_1_0, 999984}, 0, 999984},
		{{RAID_SB_1_0, 999984}, 2048, 999984 - 2048},
		{{RAID_SB_1_1, 0}, 1, BUILD_DEVICE - 1},
		{{RAID_SB_1_2, 8}, 9, BUILD_DEVICE - 9},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_1(bytes, 0, 2, 1);
		put(bytes, SB1_SUPER_OFFSET, 8, rows[i].place.sector);
		put(bytes, SB1_DATA_OFFSET, 8, rows[i].data_offset);
		put(bytes, SB1_DATA_SIZE, 8, rows[i].data_sectors);
		put(bytes, SB1_MAX_DEV, 4, 128);
		build_sum_1(bytes);
		assert_int_equal(raid_superblock_parse(&sb, bytes,
						       &rows[i].place,
						       BUILD_DEVICE, "x", NULL),
				 0);
		assert_int_equal(sb.version, rows[i].place.version);
		assert_int_equal(sb.sector, rows[i].place.sector);
		assert_int_equal(sb.data_offset, rows[i].data_offset);

		put(bytes, SB1_DATA_SIZE, 8, rows[i].data_sectors + 1);
		build_sum_1(bytes);
		assert_int_equal(raid_superblock_parse(&sb, bytes,
						       &rows[i].place,
						       BUILD_DEVICE, "x", NULL),
				 -EINVAL);
	}
}

/* one field of a good superblock is changed, and its checksum made right */
static const struct {
	unsigned int at, width;
	uint64_t value;
	int ret;
	const char *words;
} changes[] = {
	{SB1_MAGIC, 4, 0xa92b4efd, -ENOENT, NULL},
	{SB1_MAJOR, 4, 0, -ENOENT, NULL},
	{SB1_MAJOR, 4, 2, -ENOENT, NULL},
	{SB1_MAX_DEV, 4, 1921, -EINVAL, "1921 devices, 1920 fit"},
	{SB1_MAX_DEV, 4, UINT32_MAX, -EINVAL, "4294967295 devices"},
	{SB1_SUPER_OFFSET, 8, 0, -EINVAL, "for sector 0 and lies at 8"},
	{SB1_FEATURES, 4, 0x2000, -EOPNOTSUPP, "features 0x2000"},
	{SB1_FEATURES, 4, 0x80000001, -EOPNOTSUPP, "features 0x80000000"},
	{SB1_FEATURES, 4, 0x1000, -EINVAL, "RAID0 layout"},
	{SB1_FEATURES, 4, 0x401, -EINVAL, "partial parity log"},
	{SB1_FEATURES, 4, 0x600, -EINVAL, "partial parity log"},
	{SB1_FEATURES, 4, 0x801, -EINVAL, "partial parity log"},
	{SB1_FEATURES, 4, 0xc00, -EINVAL, "partial parity log"},
	{SB1_FEATURES, 4, 1, -EINVAL, "0 sectors from the superblock"},
	{SB1_FEATURES, 4, 8, -EINVAL, "bad-block log of 0 sectors"},
	{SB1_LEVEL, 4, 2, -EINVAL, "no level 2"},
	{SB1_LEVEL, 4, (uint32_t)-3, -EINVAL, "no level -3"},
	{SB1_LEVEL, 4, INT32_MAX, -EINVAL, "no level 2147483647"},
	{SB1_MEMBERS, 4, 0, -EINVAL, "no members"},
	{SB1_MEMBERS, 4, 65, -EOPNOTSUPP, "65 members, 64 can"},
	{SB1_MEMBERS, 4, UINT32_MAX, -EOPNOTSUPP, "4294967295 members"},
	{SB1_CHUNK, 4, 0, -EINVAL, "0 sectors is no power of two"},
	{SB1_CHUNK, 4, 4, -EINVAL, "4 sectors is no power of two"},
	{SB1_CHUNK, 4, 96, -EINVAL, "96 sectors is no power of two"},
	{SB1_CHUNK, 4, 0x800000, -EINVAL, "chunk of 8388608 sectors"},
	{SB1_DATA_SIZE, 8, 9, -EINVAL, "9 sectors for data"},
	{SB1_DATA_SIZE, 8, 997953, -EINVAL, "997953 sectors of data"},
	{SB1_DATA_SIZE, 8, UINT64_MAX, -EINVAL, "lie outside"},
	{SB1_DATA_SIZE, 8, UINT64_MAX - 2047, -EINVAL, "lie outside"},
	{SB1_DATA_OFFSET, 8, 8, -EINVAL, "outside of 9 to 1000000"},
	{SB1_DATA_OFFSET, 8, 0, -EINVAL, "outside of 9 to 1000000"},
	{SB1_DATA_OFFSET, 8, 10001, -EINVAL, "from sector 10001"},
	{SB1_DATA_OFFSET, 8, 1000001, -EINVAL, "from sector 1000001"},
	{SB1_DATA_OFFSET, 8, UINT64_MAX - 99999, -EINVAL, "lie outside"},
	/* accepted: newer kernels' block size, other bytes, odd numbers */
	{SB1_BLOCK, 4, 4096, 0, NULL},
	{SB1_BLOCK + 4, 8, UINT64_MAX, 0, NULL},
	{12, 4, 1, 0, NULL},
	{SB1_MAX_DEV, 4, 127, 0, NULL},
	{SB1_CHUNK, 4, 0x200000, 0, NULL},
	{SB1_CHUNK, 4, 8, 0, NULL},
	{SB1_DATA_SIZE, 8, 997952, 0, NULL},
	{SB1_DATA_OFFSET, 8, 10000, 0, NULL},
};

static void one_field_changed(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < N(changes); i++) {
		memset(&err, 0, sizeof(err));
		build_1(bytes, 5, 4, 2);
		put(bytes, changes[i].at, changes[i].width, changes[i].value);
		build_sum_1(bytes);
		assert_int_equal(parse(&sb, bytes, &err), changes[i].ret);
		assert_int_equal(parse(&sb, bytes, NULL), changes[i].ret);
		assert_int_equal(err.code,
				 changes[i].words ? -changes[i].ret : 0);
		if (!changes[i].words)
			continue;
		if (!strstr(err.rule, changes[i].words))
			fail_msg("no '%s' in '%s'", changes[i].words, err.rule);
		assert_string_equal(err.value, "/dev/x");
		assert_true(err.remedy[0]);
	}
}

/* a sum misses no single bit */
static void every_bit_counts(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	unsigned int bit;

	(void)state;
	build_1(bytes, 5, 4, 2);
	put(bytes, SB1_MAX_DEV, 4, 127);
	build_sum_1(bytes);
	for (bit = 0; bit < 8 * (256 + 2 * 127); bit++) {
		bytes[bit / 8] ^= 1 << bit % 8;
		assert_int_not_equal(parse(&sb, bytes, NULL), 0);
		bytes[bit / 8] ^= 1 << bit % 8;
	}
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	bytes[256 + 2 * 127] ^= 1; /* behind what is summed up */
	assert_int_equal(parse(&sb, bytes, NULL), 0);
}

static void features(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	unsigned int map;

	(void)state;
	for (map = 0; map < 0x800; map++) {
		if ((map & 0x400) && (map & 0x201))
			continue;
		build_1(bytes, 5, 4, 2);
		put(bytes, SB1_FEATURES, 4, map);
		put(bytes, SB1_BITMAP, 4, 16);
		put(bytes, SB1_BAD_SIZE, 2, 8);
		put(bytes, SB1_BAD_OFFSET, 4, 24);
		build_sum_1(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), 0);
		assert_int_equal(sb.bitmap, !!(map & 1));
		assert_int_equal(sb.bitmap_sector, map & 1 ? 24 : 0);
		assert_int_equal(sb.recovering, !!(map & 2));
		assert_int_equal(sb.reshape, !!(map & (4 | 32)));
		assert_int_equal(sb.bad_blocks, !!(map & 8));
		assert_int_equal(sb.bad_block_sector, map & 8 ? 32 : 0);
		assert_int_equal(sb.bad_block_sectors, map & 8 ? 8 : 0);
		assert_int_equal(sb.replacement, !!(map & 16));
		assert_int_equal(sb.new_offset, !!(map & 64));
		assert_int_equal(sb.clustered, !!(map & 256));
		assert_int_equal(sb.journal, !!(map & 512));
		assert_int_equal(sb.ppl, !!(map & 1024));
	}
	put(bytes, SB1_FEATURES, 4, 0x800);
	put(bytes, SB1_FLAGS, 1, 1);
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_true(sb.ppl && sb.write_mostly && !sb.failfast);
	put(bytes, SB1_FLAGS, 1, 2);
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_true(sb.failfast && !sb.write_mostly);
}

static void bad_block_logs(void **state)
{
	static const struct {
		int32_t offset;
		uint16_t sectors;
		uint64_t sector;
		int ret;
	} rows[] = {
		{-8, 8, 0, 0},
		{-9, 8, 0, -EINVAL},
		{999984, 8, 999992, 0},
		{999985, 8, 0, -EINVAL},
		{8, 9, 0, -EINVAL},
		{8, 1, 16, 0},
		{0, 8, 0, -EINVAL},
		{INT32_MIN, 8, 0, -EINVAL},
		{INT32_MAX, 8, 0, -EINVAL},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_1(bytes, 5, 4, 2);
		put(bytes, SB1_FEATURES, 4, 8);
		put(bytes, SB1_BAD_SIZE, 2, rows[i].sectors);
		put(bytes, SB1_BAD_OFFSET, 4, (uint32_t)rows[i].offset);
		build_sum_1(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), rows[i].ret);
		if (!rows[i].ret)
			assert_int_equal(sb.bad_block_sector, rows[i].sector);
	}
}

static void roles(void **state)
{
	static const struct {
		unsigned int number, role, expected;
	} rows[] = {
		{0, 3, 3},
		{127, 0, 0},
		{5, 0xffff, RAID_ROLE_SPARE},
		{5, 0xfffe, RAID_ROLE_FAULTY},
		{5, 0xfffd, RAID_ROLE_JOURNAL},
		{5, 4, RAID_ROLE_SPARE}, /* no slot of this array */
		{5, 0xfffc, RAID_ROLE_SPARE},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_1(bytes, 5, 4, rows[i].number);
		put(bytes, SB1_ROLES + 2 * rows[i].number, 2, rows[i].role);
		build_sum_1(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), 0);
		assert_int_equal(sb.role, rows[i].expected);
		assert_int_equal(sb.number, rows[i].number);
	}
	build_1(bytes, 5, 4, 128); /* beyond the roles */
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.role, RAID_ROLE_SPARE);
	build_1(bytes, 5, 4, UINT32_MAX);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.role, RAID_ROLE_SPARE);
}

/* the format has room for more device numbers than are kept here */
static void many_roles(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	unsigned int i;

	(void)state;
	build_1(bytes, 5, 4, 2);
	put(bytes, SB1_MAX_DEV, 4, 1920);
	for (i = 128; i < 1920; i++)
		put(bytes, SB1_ROLES + 2 * i, 2, 0xffff);
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.n_roles, RAID_SB_ROLES);
	put(bytes, SB1_ROLES + 2 * RAID_SB_ROLES, 2, 1);
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), -EINVAL);
}

static void levels(void **state)
{
	static const struct {
		int level;
		uint32_t features, layout, chunk;
		uint64_t component;
	} rows[] = {
		{RAID_MULTIPATH, 0, 3, 0, 0},
		{RAID_FAULTY, 0, 3, 0, 0},
		{RAID_LINEAR, 0, 3, 128, 0},
		{RAID_0, 0, RAID_0_UNKNOWN, 128, 0},
		{RAID_0, 0x1000, 3, 128, 0},
		{RAID_1, 0, 3, 0, 900000},
		{RAID_4, 0, 3, 128, 900000},
		{RAID_6, 0, 3, 128, 900000},
		{RAID_10, 0, 3, 128, 900000},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_1(bytes, rows[i].level, 4, 0);
		put(bytes, SB1_FEATURES, 4, rows[i].features);
		put(bytes, SB1_LAYOUT, 4, 3);
		build_sum_1(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), 0);
		assert_int_equal(sb.level, rows[i].level);
		assert_int_equal(sb.layout, rows[i].layout);
		assert_int_equal(sb.chunk_sectors, rows[i].chunk);
		assert_int_equal(sb.component_sectors, rows[i].component);
	}
	build_1(bytes, RAID_0, 4, 0);
	put(bytes, SB1_CHUNK, 4, 40); /* RAID0's need be no power of two */
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	put(bytes, SB1_CHUNK, 4, 0);
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), -EINVAL);
}

static void names(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;

	(void)state;
	build_1(bytes, 5, 4, 2);
	memset(bytes + SB1_NAME, 'n', 32); /* no end */
	bytes[SB1_NAME + 3] = '\n';
	build_sum_1(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_string_equal(sb.name, "nnn?nnnnnnnnnnnnnnnnnnnnnnnnnnnn");
}

/* in_sync or not is two fields of 1.x, and the sum */
static void marks(void **state)
{
	uint8_t bytes[RAID_SB_BYTES], expected[RAID_SB_BYTES],
		clean[RAID_SB_BYTES];
	struct raid_superblock sb;

	(void)state;
	build_1(bytes, 5, 4, 2);
	put(bytes, SB1_MAX_DEV, 4, 127);
	build_sum_1(bytes);
	memcpy(clean, bytes, sizeof(bytes));
	memcpy(expected, bytes, sizeof(bytes));
	put(expected, SB1_RESYNC, 8, 0);
	put(expected, SB1_EVENTS, 8, 0x100000002a);
	build_sum_1(expected);

	raid_superblock_mark(bytes, RAID_SB_1_2, true, 0x100000002a);
	assert_memory_equal(bytes, expected, sizeof(bytes));
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.resync_offset, 0);
	assert_int_equal(sb.events, 0x100000002a);

	raid_superblock_mark(bytes, RAID_SB_1_2, false, 41);
	assert_memory_equal(bytes, clean, sizeof(bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fact),
		cmocka_unit_test(the_three_places),
		cmocka_unit_test(one_field_changed),
		cmocka_unit_test(every_bit_counts),
		cmocka_unit_test(features),
		cmocka_unit_test(bad_block_logs),
		cmocka_unit_test(roles),
		cmocka_unit_test(many_roles),
		cmocka_unit_test(levels),
		cmocka_unit_test(names),
		cmocka_unit_test(marks),
	};

	return unit_run(tests);
}
