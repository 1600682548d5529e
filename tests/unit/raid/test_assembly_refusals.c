// SPDX-License-Identifier: GPL-2.0-only
/* What is not driven, and what is in spite of its looks. */
#include "device_set.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static void modes_refused(void **state)
{
	static const struct {
		uint32_t features;
		const char *words, *remedy;
	} rows[] = {
		{4, "being reshaped", "assemble"},
		{36, "being reshaped", "assemble"},
		{64, "being reshaped", "assemble"},
		{16 | 2, "replacing another", "assemble"},
		{2, "not been rebuilt", "assemble"},
		{2 | 128, "not been rebuilt", "assemble"},
		{512, "a journal", "md itself"},
		{256, "a cluster", "md itself"},
	};
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct set *set = set_new(5, 4);

		set_field(set, 2, SB1_FEATURES, 4, rows[i].features);
		refused(set, ALL, -EOPNOTSUPP, "dev2", rows[i].words);
		says(set->err.remedy, rows[i].remedy);
		/* of no account once it is stale */
		set_field(set, 2, SB1_EVENTS, 8, 5);
		assert_int_equal(assemble(set, ALL), 0);
		assert_int_equal(set->array.missing, 4);
		free(set);
	}
}

static void modes_accepted(void **state)
{
	struct set *set = set_new(5, 4);

	(void)state;
	set_field_of_all(set, SB1_BAD_SIZE, 2, 8);
	set_field_of_all(set, SB1_BAD_OFFSET, 4, 16);
	set_field(set, 1, SB1_FEATURES, 4, 8); /* what it holds, others look */
	set_field(set, 2, SB1_FLAGS, 1, 3);
	assert_int_equal(assemble(set, ALL), 0);
	set_field_of_all(set, SB1_FEATURES, 4, 1024);
	assert_int_equal(assemble(set, ALL), 0);
	set_field_of_all(set, SB1_FEATURES, 4, 1);
	set_field_of_all(set, SB1_BITMAP, 4, 8);
	set_field_of_all(set, SB1_BLOCK, 4, 4096);
	assert_int_equal(assemble(set, ALL), 0);
	free(set);
}

static void levels_refused(void **state)
{
	struct set *set = set_new(-4, 2);

	(void)state;
	refused(set, ALL, -EOPNOTSUPP, "dev0", "multipath");
	free(set);
	set = set_new(-5, 1);
	refused(set, ALL, -EOPNOTSUPP, "dev0", "a faulty array");
	free(set);
}

static void journal_device(void **state)
{
	struct set *set = set_new(5, 4);
	unsigned int journal = set_add(set, 0, 4);

	(void)state;
	set_role_by_all(set, 4, RAID_ROLE_JOURNAL);
	set_field_of_all(set, SB1_FEATURES, 4, 512);
	refused(set, ALL, -EOPNOTSUPP, "dev0", "a journal");
	refused(set, 1ULL << journal, -EOPNOTSUPP, "dev4", "a journal");
	free(set);
}

static void mixed_arrays(void **state)
{
	struct set *set = set_new(5, 4);

	(void)state;
	set_field(set, 3, SB1_UUID + 15, 1, 0xee);
	refused(set, ALL, -EINVAL, "dev3",
		"belongs to the array 00010203:04050607:08090a0b:0c0d0eee, but "
		"dev0 to 00010203:04050607:08090a0b:0c0d0e0f");
	/* a stranger is refused however old it is, or if it is a spare */
	set_field(set, 3, SB1_EVENTS, 8, 1);
	refused(set, ALL, -EINVAL, "dev3", "belongs to the array");
	set_role(set, 3, 3, RAID_ROLE_SPARE);
	refused(set, ALL, -EINVAL, "dev3", "belongs to the array");
	free(set);
}

static void twice_in_one_slot(void **state)
{
	struct set *set = set_new(5, 4);

	(void)state;
	set_add(set, 2, 2);
	refused(set, ALL, -EINVAL, "dev4", "claims slot 2, and so does dev2");
	/* a copy that fell behind is merely left out */
	set_field(set, 2, SB1_EVENTS, 8, 30);
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.member[2], 4);
	free(set);
}

static void unlike_each_other(void **state)
{
	static const struct {
		unsigned int at, width;
		uint64_t value;
	} rows[] = {
		{SB1_LEVEL, 4, 4},   {SB1_LAYOUT, 4, 3},    {SB1_CHUNK, 4, 64},
		{SB1_MEMBERS, 4, 5}, {SB1_SIZE, 8, 800000},
	};
	struct raid_superblock other;
	struct set *set;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		set = set_new(5, 4);
		set_field(set, 3, rows[i].at, rows[i].width, rows[i].value);
		refused(set, ALL, -EINVAL, "dev3", "otherwise than dev0");
		free(set);
	}
	set = set_new(5, 4);
	assert_int_equal(assemble(set, ALL), 0);
	other = set->dev[3].sb;
	other.version = RAID_SB_1_1;
	set->candidates[3].sb = &other;
	assert_int_equal(raid_assemble(&set->array, set->candidates, 4, NULL),
			 -EINVAL);
	free(set);
}

static void too_small(void **state)
{
	struct set *set = set_new(1, 2);

	(void)state;
	set_field(set, 1, SB1_DATA_SIZE, 8, 900000);
	assert_int_equal(assemble(set, ALL), 0);
	set_field(set, 1, SB1_DATA_SIZE, 8, 899999);
	refused(set, ALL, -EINVAL, "dev1",
		"has room for 899999 sectors of data, the array needs 900000");
	free(set);
}

/* parity that a resync would correct first must not stand in for data */
static void dirty(void **state)
{
	static const struct {
		int level;
		bool dirty;
		int degraded;
	} rows[] = {{-1, false, -ENODEV}, {0, false, -ENODEV},
		    {1, true, 0},	  {4, true, -EINVAL},
		    {5, true, -EINVAL},	  {6, true, -EINVAL},
		    {10, true, 0}};
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct set *set = set_new(rows[i].level, 4);

		set_field_of_all(set, SB1_RESYNC, 8, 0);
		assert_int_equal(assemble(set, ALL), 0);
		assert_int_equal(set->array.dirty, rows[i].dirty);
		assert_int_equal(assemble(set, 0xd), rows[i].degraded);
		if (rows[i].degraded == -EINVAL)
			refused(set, 0xd, -EINVAL, "dev0",
				"not stopped cleanly");
		free(set);
	}
}

/* an impossible RAID10 is refused for what it is */
static void raid10_layouts(void **state)
{
	struct set *set = set_new(10, 4);

	(void)state;
	set_field_of_all(set, SB1_LAYOUT, 4, 0x1);
	assert_true(assemble(set, ALL) < 0);
	assert_true(set->err.code);
	free(set);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(modes_refused),
		cmocka_unit_test(modes_accepted),
		cmocka_unit_test(levels_refused),
		cmocka_unit_test(journal_device),
		cmocka_unit_test(mixed_arrays),
		cmocka_unit_test(twice_in_one_slot),
		cmocka_unit_test(unlike_each_other),
		cmocka_unit_test(too_small),
		cmocka_unit_test(dirty),
		cmocka_unit_test(raid10_layouts),
	};

	return unit_run(tests);
}
