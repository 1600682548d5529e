// SPDX-License-Identifier: GPL-2.0-only
/* Who is in, and whether that is enough. */
#include "device_set.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static void whole_arrays(void **state)
{
	static const int levels[] = {-1, 0, 1, 4, 5, 6, 10};
	unsigned int l, i;

	(void)state;
	for (l = 0; l < N(levels); l++) {
		struct set *set = set_new(levels[l], 4);
		const struct raid_spec *spec = &set->array.spec;

		for (i = 0; i < 4; i++)
			set_field(set, i, SB1_DATA_SIZE, 8, 980000 + i);
		assert_int_equal(assemble(set, ALL), 0);
		assert_int_equal(spec->level, levels[l]);
		assert_int_equal(spec->members, 4);
		assert_int_equal(spec->chunk_sectors, levels[l] == 1 ? 0 : 128);
		assert_int_equal(spec->layout, set->dev[0].sb.layout);
		assert_int_equal(spec->component_sectors,
				 levels[l] < 1 ? 0 : 900000);
		for (i = 0; i < RAID_MEMBERS_MAX; i++) {
			assert_int_equal(set->array.member[i],
					 i < 4 ? (int)i : -1);
			assert_int_equal(spec->member_sectors[i],
					 i < 4 && levels[l] < 1 ? 980000 + i
								: 0);
		}
		assert_int_equal(set->array.missing, 0);
		assert_int_equal(set->array.left_out, 0);
		assert_int_equal(set->array.events, 41);
		assert_false(set->array.dirty);
		assert_string_equal(set->array.why, "");
		free(set);
	}
}

/* devices come in any order; numbers need not be slots */
static void any_order(void **state)
{
	static const unsigned int slot_of[] = {2, 0, 3, 1};
	struct set *set = set_new(5, 4);
	unsigned int i;

	(void)state;
	for (i = 0; i < 4; i++)
		set_field(set, i, SB1_NUMBER, 4, 10 + i);
	for (i = 0; i < 4; i++) {
		set_role_by_all(set, i, RAID_ROLE_SPARE);
		set_role_by_all(set, 10 + i, slot_of[i]);
	}
	assert_int_equal(assemble(set, ALL), 0);
	for (i = 0; i < 4; i++)
		assert_int_equal(set->array.member[slot_of[i]], i);
	free(set);
}

/* a crash between two superblocks' writes */
static void one_event_behind(void **state)
{
	struct set *set = set_new(6, 4);

	(void)state;
	set_field(set, 2, SB1_EVENTS, 8, 42);
	set_field(set, 2, SB1_RESYNC, 8, 0);
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.missing, 0);
	assert_int_equal(set->array.events, 42);
	assert_true(set->array.dirty);
	free(set);
}

static void two_events_behind(void **state)
{
	struct set *set = set_new(5, 4);

	(void)state;
	set_field_of_all(set, SB1_EVENTS, 8, 43);
	set_field(set, 1, SB1_EVENTS, 8, 41);
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.missing, 2);
	assert_int_equal(set->array.left_out, 2);
	assert_int_equal(set->array.member[1], -1);
	assert_string_equal(set->array.why,
			    "dev1 is stale: slot 1 at event 41, while dev0 is "
			    "at event 43");
	/* and two of them are too many */
	set_field(set, 3, SB1_EVENTS, 8, 5);
	refused(set, ALL, -ENODEV, "dev0",
		"too many are missing: slot 1, 3; dev1 is stale");
	free(set);
}

/* it believes to be a member still: its superblock was the last not written */
static void thrown_out(void **state)
{
	static const unsigned int roles[] = {RAID_ROLE_FAULTY, RAID_ROLE_SPARE};
	size_t i;

	(void)state;
	for (i = 0; i < N(roles); i++) {
		struct set *set = set_new(5, 4);

		set_field_of_all(set, SB1_EVENTS, 8, 42);
		set_field(set, 1, SB1_EVENTS, 8, 41);
		set_role_by_all(set, 1, roles[i]);
		set_role(set, 1, 1, 1);
		assert_int_equal(assemble(set, ALL), 0);
		assert_int_equal(set->array.missing, 2);
		assert_int_equal(set->array.left_out, 2);
		says(set->array.why, "dev1 is no member any more: slot 1");
		free(set);
	}
}

static void replaced(void **state)
{
	struct set *set = set_new(5, 3);
	unsigned int i, spare = set_add(set, 1, 3);

	(void)state;
	set_field_of_all(set, SB1_EVENTS, 8, 42);
	set_role_by_all(set, 1, RAID_ROLE_SPARE);
	set_role_by_all(set, 3, 1);
	/* device 1 knows nothing of it, and is as fresh as can be */
	for (i = 0; i < 4; i++)
		set_role(set, 1, i, i < 3 ? i : RAID_ROLE_SPARE);
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.missing, 0);
	assert_int_equal(set->array.member[1], spare);
	assert_int_equal(set->array.left_out, 2);
	says(set->array.why, "dev1 is no member any more");
	free(set);
}

/* each half of a mirror was used without the other */
static void apart(void **state)
{
	struct set *set = set_new(1, 2);

	(void)state;
	set_field(set, 0, SB1_EVENTS, 8, 42);
	set_role(set, 1, 0, RAID_ROLE_FAULTY);
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.member[0], 0);
	assert_int_equal(set->array.missing, 2);
	says(set->array.why, "dev1 went on alone: slot 1 at event 41");
	free(set);
}

static void spares(void **state)
{
	struct set *set = set_new(5, 3);
	unsigned int spare = set_add(set, 0, 3), i;

	(void)state;
	set_field(set, spare, SB1_EVENTS, 8, 99); /* means nothing */
	assert_int_equal(assemble(set, ALL), 0);
	assert_int_equal(set->array.events, 41);
	assert_int_equal(set->array.left_out, 8);
	assert_int_equal(set->array.missing, 0);
	assert_string_equal(set->array.why, "");
	/* a member turned spare must not be read */
	set_role(set, spare, 3, 1);
	set_role_by_all(set, 3, RAID_ROLE_SPARE);
	refused(set, 1ULL << spare, -ENODEV, "dev3", "is a spare");
	refused(set, 0, -ENODEV, "", "no member was found");
	for (i = 4; i < SET_MAX; i++)
		set_add(set, spare, 3);
	assert_int_equal(assemble(set, ALL), 0);
	assert_true(set->array.left_out == (ALL & ~7ULL));
	free(set);
}

static void how_many_may_be_missing(void **state)
{
	static const struct {
		int level;
		unsigned int members, may;
	} rows[] = {{-1, 3, 0}, {0, 4, 0}, {1, 4, 3}, {1, 1, 0}, {4, 4, 1},
		    {5, 2, 1},	{5, 5, 1}, {6, 4, 2}, {6, 5, 2}};
	unsigned int i, mask;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct set *set = set_new(rows[i].level, rows[i].members);

		for (mask = 1; mask < 1U << rows[i].members; mask++) {
			unsigned int missing =
				rows[i].members - __builtin_popcount(mask);

			assert_int_equal(assemble(set, mask),
					 missing <= rows[i].may ? 0 : -ENODEV);
			assert_int_equal(set->array.missing,
					 ~mask & ((1U << rows[i].members) - 1));
		}
		free(set);
	}
}

/* RAID10: no chunk may have lost all copies; who holds them, written by hand */
static void how_raid10_may_miss(void **state)
{
	static const struct {
		uint32_t layout;
		unsigned int members;
		unsigned int lost[8]; /* these together hold all of a chunk */
	} rows[] = {
		{0x102, 4, {0x3, 0xc}},
		{0x102, 5, {0x03, 0x0c, 0x11, 0x06, 0x18}},
		{0x103, 3, {0x7}},
		{0x103, 4, {0x7, 0xb, 0xd, 0xe}},
		{0x201, 4, {0x3, 0x6, 0xc, 0x9}},
		{0x10201, 4, {0x3, 0x6, 0xc, 0x9}},
		{0x20201, 4, {0x3, 0xc}}, /* far sets of two */
		{0x202, 4, {0xf}},
		{0x301, 5, {0x07, 0x0e, 0x1c, 0x19, 0x13}},
	};
	unsigned int i, j, mask;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		unsigned int all = (1U << rows[i].members) - 1;
		struct set *set = set_new(10, rows[i].members);

		set_field_of_all(set, SB1_LAYOUT, 4, rows[i].layout);
		for (mask = 1; mask <= all; mask++) {
			int expected = 0;

			for (j = 0; j < N(rows[i].lost); j++)
				if (rows[i].lost[j] &&
				    !(mask & rows[i].lost[j]))
					expected = -ENODEV;
			assert_int_equal(assemble(set, mask), expected);
		}
		free(set);
	}
}

/* 0.90 gives a replacement its predecessor's number: events alone tell */
static void version_0_90(void **state)
{
	uint8_t bytes[4][RAID_SB_BYTES];
	struct raid_superblock sb[4];
	struct raid_candidate candidates[4];
	struct raid_assembly array;
	unsigned int i;

	(void)state;
	for (i = 0; i < 4; i++) {
		build_0(bytes[i], 5, 3, i < 3 ? i : 1);
		put_word(bytes[i], SB0_EVENTS, i == 1 ? 20 : 41);
		build_sum_0(bytes[i]);
		assert_int_equal(raid_superblock_parse(&sb[i], bytes[i],
						       &build_place_0,
						       BUILD_DEVICE, "x", NULL),
				 0);
		candidates[i] = (struct raid_candidate){"x", &sb[i]};
	}
	assert_int_equal(raid_assemble(&array, candidates, 4, NULL), 0);
	assert_int_equal(array.member[1], 3);
	assert_int_equal(array.left_out, 2);
	assert_int_equal(array.missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_arrays),
		cmocka_unit_test(any_order),
		cmocka_unit_test(one_event_behind),
		cmocka_unit_test(two_events_behind),
		cmocka_unit_test(thrown_out),
		cmocka_unit_test(replaced),
		cmocka_unit_test(apart),
		cmocka_unit_test(spares),
		cmocka_unit_test(how_many_may_be_missing),
		cmocka_unit_test(how_raid10_may_miss),
		cmocka_unit_test(version_0_90),
	};

	return unit_run(tests);
}
