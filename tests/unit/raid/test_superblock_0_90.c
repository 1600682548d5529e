// SPDX-License-Identifier: GPL-2.0-only
#include "build.h"

#include "raid/geometry.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static int parse(struct raid_superblock *sb, const uint8_t *bytes,
		 struct err *err)
{
	return raid_superblock_parse(sb, bytes, &build_place_0, BUILD_DEVICE,
				     "/dev/x", err);
}

static void every_fact(void **state)
{
	uint8_t bytes[RAID_SB_BYTES], uuid[16];
	struct raid_superblock sb;
	unsigned int i;

	(void)state;
	build_0(bytes, 5, 4, 2);
	build_uuid(uuid);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.version, RAID_SB_0_90);
	assert_int_equal(sb.sector, 999808);
	assert_memory_equal(sb.uuid, uuid, 16);
	assert_string_equal(sb.name, "");
	assert_int_equal(sb.level, RAID_5);
	assert_int_equal(sb.layout, 2);
	assert_int_equal(sb.chunk_sectors, 128);
	assert_int_equal(sb.members, 4);
	assert_int_equal(sb.component_sectors, 900000);
	assert_int_equal(sb.data_offset, 0);
	assert_int_equal(sb.data_sectors, 999808);
	assert_int_equal(sb.events, 41);
	assert_true(sb.resync_offset == RAID_SB_CLEAN);
	assert_int_equal(sb.number, 2);
	assert_int_equal(sb.role, 2);
	assert_int_equal(sb.n_roles, 27);
	for (i = 0; i < 27; i++)
		assert_int_equal(sb.roles[i], i < 4 ? i : RAID_ROLE_SPARE);
	assert_false(sb.bitmap || sb.ppl || sb.journal || sb.reshape ||
		     sb.new_offset || sb.recovering || sb.replacement ||
		     sb.bad_blocks || sb.clustered || sb.write_mostly ||
		     sb.failfast);
}

static const struct {
	unsigned int word;
	uint32_t value;
	int ret;
	const char *words;
} changes[] = {
	{SB0_MAGIC, 0xfc4e2ba9, -ENOENT, NULL}, /* another byte order */
	{SB0_MAJOR, 1, -ENOENT, NULL},
	{SB0_MINOR, 91, -EOPNOTSUPP, "being reshaped"},
	{SB0_MINOR, 89, -EINVAL, "it says 0.89"},
	{SB0_LEVEL, 7, -EINVAL, "no level 7"},
	{SB0_MEMBERS, 0, -EINVAL, "no members"},
	{SB0_MEMBERS, 28, -EINVAL, "28 members, 27 fit"},
	{SB0_MEMBERS, UINT32_MAX, -EINVAL, "4294967295 members"},
	{SB0_SIZE, 499905, -EINVAL, "999810 sectors of data, 999808"},
	{SB0_SIZE, UINT32_MAX, -EINVAL, "8589934590 sectors of data"},
	{SB0_CHUNK, 0, -EINVAL, "0 sectors is no power of two"},
	{SB0_CHUNK, 65537, -EINVAL, "chunk of 65537 bytes"},
	{SB0_CHUNK, 0x80000000, -EINVAL, "chunk of 4194304 sectors"},
	{SB0_THIS, 27, -EINVAL, "number 27 of at most 26"},
	{SB0_THIS, UINT32_MAX, -EINVAL, "number 4294967295"},
	{SB0_SIZE, 499904, 0, NULL},
	{SB0_THIS, 26, 0, NULL},
	{900, 1, 0, NULL}, /* reserved */
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
		build_0(bytes, 5, 4, 2);
		put_word(bytes, changes[i].word, changes[i].value);
		build_sum_0(bytes);
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

static void the_sum(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	unsigned int bit;
	uint32_t sum;

	(void)state;
	build_0(bytes, 5, 4, 2);
	for (bit = 0; bit < 8 * RAID_SB_BYTES; bit++) {
		bytes[bit / 8] ^= 1 << bit % 8;
		assert_int_not_equal(parse(&sb, bytes, NULL), 0);
		bytes[bit / 8] ^= 1 << bit % 8;
	}
	/* folded into 16 bits it is as good */
	sum = get_word(bytes, SB0_SUM);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	put_word(bytes, SB0_SUM, sum);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	put_word(bytes, SB0_SUM, sum + 1);
	assert_int_equal(parse(&sb, bytes, NULL), -EINVAL);
}

static void roles(void **state)
{
	static const struct {
		unsigned int number, role, state, expected;
	} rows[] = {
		{2, 3, 6, 3},
		{2, 3, 4, 3}, /* in sync is what counts */
		{5, 5, 0, RAID_ROLE_SPARE},
		{1, 1, 9, RAID_ROLE_FAULTY}, /* removed */
		{1, 1, 7, RAID_ROLE_FAULTY},
		{1, 1, 2, RAID_ROLE_SPARE},
		{1, 4, 6, RAID_ROLE_SPARE},
		{1, UINT32_MAX, 6, RAID_ROLE_SPARE},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_0(bytes, 5, 4, rows[i].number);
		build_disk(bytes, SB0_DISKS + 32 * rows[i].number,
			   rows[i].number, rows[i].role, rows[i].state);
		build_sum_0(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), 0);
		assert_int_equal(sb.role, rows[i].expected);
	}
}

/* where the kernel resyncs from: a checkpoint counts only beside its events */
static void where_to_resync(void **state)
{
	static const struct {
		uint32_t state, cp_events, recovery;
		uint64_t expected;
	} rows[] = {
		{1, 41, UINT32_MAX, RAID_SB_CLEAN},
		{1, 0, 0, RAID_SB_CLEAN},
		{0, 41, 5000, 5000},
		{0, 40, 5000, 0},
		{0, 0, 0, 0},
		{0, 41, UINT32_MAX, UINT32_MAX},
	};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		build_0(bytes, 1, 2, 0);
		put_word(bytes, SB0_STATE, rows[i].state);
		put_word(bytes, SB0_CP_EVENTS, rows[i].cp_events);
		put_word(bytes, SB0_RECOVERY, rows[i].recovery);
		build_sum_0(bytes);
		assert_int_equal(parse(&sb, bytes, NULL), 0);
		assert_true(sb.resync_offset == rows[i].expected);
		assert_int_equal(sb.chunk_sectors, 0);
	}
}

static void flags(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;

	(void)state;
	build_0(bytes, 0, 4, 2);
	put_word(bytes, SB0_STATE, 1 | 1 << 8 | 1 << 5);
	put_word(bytes, SB0_LAYOUT, 1); /* says nothing in 0.90 */
	put_word(bytes, SB0_EVENTS + 1, 7);
	put_word(bytes, SB0_SIZE, UINT32_MAX); /* nor does that */
	build_disk(bytes, SB0_DISKS + 64, 2, 2, 6 | 1 << 9 | 1 << 10);
	build_sum_0(bytes);
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_true(sb.bitmap && sb.clustered);
	assert_int_equal(sb.bitmap_sector, 999816);
	assert_true(sb.write_mostly && sb.failfast);
	assert_int_equal(sb.layout, RAID_0_UNKNOWN);
	assert_int_equal(sb.events, 7ULL << 32 | 41);
	assert_int_equal(sb.component_sectors, 0);
	assert_int_equal(sb.data_sectors, 999808);
}

/* 0.90 cannot speak of more than 4 TiB, but RAID0 need not */
static void large_devices(void **state)
{
	const struct raid_sb_place place = {RAID_SB_0_90, 3ULL << 32};
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;

	(void)state;
	build_0(bytes, 5, 4, 2);
	assert_int_equal(raid_superblock_parse(&sb, bytes, &place,
					       (3ULL << 32) + 128, "x", NULL),
			 0);
	assert_int_equal(sb.data_sectors, (2ULL << 32) - 2);
	build_0(bytes, 0, 4, 2);
	assert_int_equal(raid_superblock_parse(&sb, bytes, &place,
					       (3ULL << 32) + 128, "x", NULL),
			 0);
	assert_int_equal(sb.data_sectors, 3ULL << 32);
}

static void marks(void **state)
{
	uint8_t bytes[RAID_SB_BYTES], expected[RAID_SB_BYTES],
		clean[RAID_SB_BYTES];
	struct raid_superblock sb;

	(void)state;
	build_0(bytes, 5, 4, 2);
	put_word(bytes, SB0_STATE, 1 | 1 << 8);
	put_word(bytes, SB0_EVENTS + 1, 3);
	put_word(bytes, SB0_CP_EVENTS + 1, 3);
	build_sum_0(bytes);
	memcpy(clean, bytes, sizeof(bytes));
	memcpy(expected, bytes, sizeof(bytes));
	put_word(expected, SB0_STATE, 1 << 8);
	put_word(expected, SB0_RECOVERY, 0);
	put_word(expected, SB0_EVENTS, 0);
	put_word(expected, SB0_EVENTS + 1, 4);
	put_word(expected, SB0_CP_EVENTS, 0);
	put_word(expected, SB0_CP_EVENTS + 1, 0);
	build_sum_0(expected);

	raid_superblock_mark(bytes, RAID_SB_0_90, true, 4ULL << 32);
	assert_memory_equal(bytes, expected, sizeof(bytes));
	assert_int_equal(parse(&sb, bytes, NULL), 0);
	assert_int_equal(sb.resync_offset, 0);
	assert_int_equal(sb.events, 4ULL << 32);
	assert_true(sb.bitmap);

	raid_superblock_mark(bytes, RAID_SB_0_90, false, 3ULL << 32 | 41);
	assert_memory_equal(bytes, clean, sizeof(bytes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_fact),
		cmocka_unit_test(one_field_changed),
		cmocka_unit_test(the_sum),
		cmocka_unit_test(roles),
		cmocka_unit_test(where_to_resync),
		cmocka_unit_test(flags),
		cmocka_unit_test(large_devices),
		cmocka_unit_test(marks),
	};

	return unit_run(tests);
}
