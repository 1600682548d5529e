// SPDX-License-Identifier: GPL-2.0-only
/* Some devices that may make up an array. */
#ifndef LANES_TESTS_RAID_DEVICE_SET_H
#define LANES_TESTS_RAID_DEVICE_SET_H

#include "build.h"

#include "raid/assembly.h"

#include <stdio.h>

#define SET_MAX 80

/* some devices: bytes first, then what is read from them */
struct set {
	unsigned int count;
	struct {
		uint8_t bytes[RAID_SB_BYTES];
		struct raid_superblock sb;
		char path[16];
	} dev[SET_MAX];
	struct raid_candidate candidates[SET_MAX];
	struct raid_assembly array;
	struct err err;
};

static inline struct set *set_new(int level, unsigned int members)
{
	struct set *set = calloc(1, sizeof(*set));

	assert_non_null(set);
	for (; set->count < members; set->count++)
		build_1(set->dev[set->count].bytes, level, members, set->count);
	return set;
}

static inline void set_field(struct set *set, unsigned int i, unsigned int at,
			     unsigned int width, uint64_t value)
{
	put(set->dev[i].bytes, at, width, value);
	build_sum_1(set->dev[i].bytes);
}

static inline void set_field_of_all(struct set *set, unsigned int at,
				    unsigned int width, uint64_t value)
{
	unsigned int i;

	for (i = 0; i < set->count; i++)
		set_field(set, i, at, width, value);
}

/* device @i says of the device with @number that it has @role */
static inline void set_role(struct set *set, unsigned int i,
			    unsigned int number, unsigned int role)
{
	set_field(set, i, SB1_ROLES + 2 * number, 2, role);
}

static inline void set_role_by_all(struct set *set, unsigned int number,
				   unsigned int role)
{
	unsigned int i;

	for (i = 0; i < set->count; i++)
		set_role(set, i, number, role);
}

/* one more: a copy of @i with another number */
static inline unsigned int set_add(struct set *set, unsigned int i,
				   unsigned int number)
{
	assert_true(set->count < SET_MAX);
	set->dev[set->count] = set->dev[i];
	set_field(set, set->count, SB1_NUMBER, 4, number);
	return set->count++;
}

/* only the devices whose bit is set in @which */
static inline int assemble(struct set *set, uint64_t which)
{
	unsigned int i, n = 0;

	memset(&set->err, 0, sizeof(set->err));
	for (i = 0; i < set->count; i++) {
		if (i < 64 && !(which & 1ULL << i))
			continue;
		snprintf(set->dev[i].path, sizeof(set->dev[i].path), "dev%u",
			 i);
		assert_int_equal(raid_superblock_parse(
					 &set->dev[i].sb, set->dev[i].bytes,
					 &build_place_1, BUILD_DEVICE,
					 set->dev[i].path, NULL),
				 0);
		set->candidates[n++] = (struct raid_candidate){set->dev[i].path,
							       &set->dev[i].sb};
	}
	return raid_assemble(&set->array, set->candidates, n, &set->err);
}

#define ALL UINT64_MAX

static inline void says(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("no '%s' in '%s'", words, text);
}

/* refused with these words, whether or not somebody listens */
static inline void refused(struct set *set, uint64_t which, int ret,
			   const char *value, const char *words)
{
	struct raid_assembly array;
	unsigned int count = __builtin_popcountll(
		which & (set->count < 64 ? (1ULL << set->count) - 1 : ALL));

	assert_int_equal(assemble(set, which), ret);
	assert_int_equal(set->err.code, -ret);
	assert_string_equal(set->err.value, value);
	says(set->err.rule, words);
	assert_true(set->err.remedy[0]);
	assert_int_equal(raid_assemble(&array, set->candidates, count, NULL),
			 ret);
}

#endif
