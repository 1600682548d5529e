// SPDX-License-Identifier: GPL-2.0-only
/* Layouts as they are drawn, sizes, and what is refused in which words. */
#include "raid/geometries.h"

#include <errno.h>
#include <stdlib.h>

static struct raid_geometry geo;

static void settle(const struct raid_spec *spec)
{
	struct err err = {0};

	if (raid_geometry_init(&geo, spec, &err))
		fail_msg("%s: %s", err.value, err.rule);
}

/*
 * The rows of a picture: what each member has, as in "0 1 2 P / 4 5 P 3"; the
 * period of the pattern is what is drawn.
 */
static void draw(char *buf, size_t len)
{
	uint64_t depth, sector = 0;
	unsigned int member, copy;
	size_t n = 0;

	for (depth = 0; depth < geo.period; depth++)
		for (member = 0; member < geo.spec.members; member++) {
			struct raid_at at = {member, depth * geo.chunk_sectors};
			enum raid_use use =
				raid_unmap(&geo, at, &sector, &copy);
			const char *after = member + 1 < geo.spec.members ? " "
					    : depth + 1 < geo.period ? " / "
								     : "";

			if (use == RAID_DATA)
				n += (size_t)snprintf(
					buf + n, len - n, "%u%s",
					(unsigned int)(sector /
						       geo.chunk_sectors),
					after);
			else
				n += (size_t)snprintf(buf + n, len - n, "%s%s",
						      use == RAID_P ? "P" : "Q",
						      after);
			assert_true(n < len);
		}
}

/* as md(4), the DDF specification and the layouts' names have them */
static void pictures(void **state)
{
	static const struct {
		int level;
		uint32_t layout;
		unsigned int members;
		const char *rows;
	} pictures[] = {
		{4, 0, 3, "0 1 P"},
		{5, 0, 3, "0 1 P / 2 P 3 / P 4 5"},
		{5, 1, 3, "P 0 1 / 2 P 3 / 4 5 P"},
		{5, 2, 3, "0 1 P / 3 P 2 / P 4 5"},
		{5, 3, 3, "P 0 1 / 3 P 2 / 4 5 P"},
		{5, 4, 3, "P 0 1"},
		{5, 5, 3, "0 1 P"},
		{5, 2, 2, "0 P / P 1"},
		{5, 2, 4, "0 1 2 P / 4 5 P 3 / 8 P 6 7 / P 9 10 11"},
		{6, 0, 4, "Q 0 1 P / 2 3 P Q / 4 P Q 5 / P Q 6 7"},
		{6, 1, 4, "P Q 0 1 / 2 P Q 3 / 4 5 P Q / Q 6 7 P"},
		{6, 2, 4, "Q 0 1 P / 2 3 P Q / 5 P Q 4 / P Q 6 7"},
		{6, 3, 4, "P Q 0 1 / 3 P Q 2 / 4 5 P Q / Q 6 7 P"},
		{6, 4, 4, "P Q 0 1"},
		{6, 5, 4, "0 1 P Q"},
		{6, 8, 4, "P Q 0 1 / 2 P Q 3 / 4 5 P Q / Q 6 7 P"},
		{6, 9, 4, "0 1 P Q / 2 P Q 3 / P Q 4 5 / Q 6 7 P"},
		{6, 10, 4, "0 1 Q P / 3 Q P 2 / Q P 4 5 / P 6 7 Q"},
		{6, 16, 4, "0 1 P Q / 2 P 3 Q / P 4 5 Q"},
		{6, 17, 4, "P 0 1 Q / 2 P 3 Q / 4 5 P Q"},
		{6, 18, 4, "0 1 P Q / 3 P 2 Q / P 4 5 Q"},
		{6, 19, 4, "P 0 1 Q / 3 P 2 Q / 4 5 P Q"},
		{6, 20, 4, "P 0 1 Q"},
	};
	char rows[256];
	size_t i;

	(void)state;
	for (i = 0; i < N(pictures); i++) {
		settle(&(struct raid_spec){.level = pictures[i].level,
					   .layout = pictures[i].layout,
					   .members = pictures[i].members,
					   .chunk_sectors = 8,
					   .component_sectors = 800});
		draw(rows, sizeof(rows));
		assert_string_equal(rows, pictures[i].rows);
	}
}

/* Q's sum counts from the member behind Q, DDF's from the first one */
static void exponents(void **state)
{
	struct raid_spec spec = {.level = 6,
				 .layout = 2,
				 .members = 6,
				 .chunk_sectors = 8,
				 .component_sectors = 800};
	const struct raid_row *row;

	(void)state;
	settle(&spec);
	row = raid_row_of(&geo, 6 + 2); /* 8 10 11 P Q 9: from member 5 on */
	assert_int_equal(row->p, 3);
	assert_int_equal(row->q, 4);
	assert_memory_equal(row->data, ((uint8_t[]){5, 0, 1, 2}), 4);
	assert_memory_equal(row->exponent, ((uint8_t[]){0, 1, 2, 3}), 4);

	spec.layout = 0; /* left-asymmetric: the same places, another order */
	settle(&spec);
	row = raid_row_of(&geo, 2);
	assert_memory_equal(row->data, ((uint8_t[]){0, 1, 2, 5}), 4);
	assert_memory_equal(row->exponent, ((uint8_t[]){1, 2, 3, 0}), 4);

	spec.layout = 10;
	settle(&spec);
	row = raid_row_of(&geo, 2);
	assert_int_equal(row->q, 2);
	assert_memory_equal(row->data, ((uint8_t[]){4, 5, 0, 1}), 4);
	assert_memory_equal(row->exponent, ((uint8_t[]){4, 5, 0, 1}), 4);
}

/* the most members there can be: nothing is cut off */
static void many_members(void **state)
{
	struct raid_spec spec = {.level = 6,
				 .layout = 2,
				 .members = RAID_MEMBERS_MAX,
				 .chunk_sectors = 8,
				 .component_sectors = 8 * 200};
	struct raid_at at;
	uint64_t sector, back;
	unsigned int copy;

	(void)state;
	settle(&spec);
	assert_int_equal(geo.array_sectors, 8 * 200 * 62);
	for (sector = 0; sector < geo.array_sectors; sector += 4) {
		raid_map(&geo, sector, &at);
		assert_int_equal(raid_unmap(&geo, at, &back, &copy), RAID_DATA);
		assert_int_equal(back, sector);
	}
}

/* as large as md's numbers go, without overflow */
static void huge(void **state)
{
	static const uint64_t limit = INT64_MAX >> 9;
	struct raid_spec spec = {.level = 10,
				 .layout = 0x102,
				 .members = 2,
				 .chunk_sectors = 8,
				 .component_sectors = limit};
	struct raid_at at[2];
	uint64_t back;
	unsigned int copy;

	(void)state;
	settle(&spec);
	assert_int_equal(geo.array_sectors, limit & ~7);
	assert_int_equal(raid_map_copies(&geo, geo.array_sectors - 1, at), 1);
	assert_int_equal(at[1].sector, geo.array_sectors - 1);
	assert_int_equal(raid_unmap(&geo, at[1], &back, &copy), RAID_DATA);
	assert_int_equal(back, geo.array_sectors - 1);
	assert_int_equal(copy, 1);

	spec = (struct raid_spec){.level = 5,
				  .layout = 2,
				  .members = 3,
				  .chunk_sectors = 1 << 28,
				  .component_sectors = limit / 2};
	settle(&spec);
	raid_map(&geo, geo.array_sectors - 1, at);
	assert_int_equal(at[0].sector, geo.array_sectors / 2 - 1);
}

static void sizes(void **state)
{
	struct raid_spec spec = {.level = 0,
				 .chunk_sectors = 40,
				 .members = 2,
				 .member_sectors = {4099, 4099}};
	struct raid_at at;

	(void)state;
	/* 102 chunks of 20 KiB, masked with 39: 4080 becomes 4048 */
	settle(&spec);
	assert_int_equal(geo.array_sectors, 2 * (4080 & ~39));
	/* ... which ends within a chunk */
	assert_int_equal(raid_map(&geo, geo.array_sectors - 1, &at), 1);

	spec.level = RAID_LINEAR;
	settle(&spec);
	assert_int_equal(geo.array_sectors, 2 * 4080);
	assert_int_equal(raid_map(&geo, 4000, &at), 80);
	spec.chunk_sectors = 0;
	settle(&spec);
	assert_int_equal(geo.array_sectors, 2 * 4099);

	spec = (struct raid_spec){.level = 1,
				  .members = 3,
				  .chunk_sectors = 128,
				  .component_sectors = 4099};
	settle(&spec);
	assert_int_equal(geo.array_sectors, 4099);
	assert_int_equal(geo.copies, 3);
	assert_int_equal(geo.chunk_sectors, 4099);
	assert_int_equal(raid_map(&geo, 99, &at), 4000);
}

/* both RAID0 layouts, where they differ and where they can't */
static void zones(void **state)
{
	struct raid_spec spec = {.level = 0,
				 .layout = RAID_0_ORIGINAL,
				 .chunk_sectors = 8,
				 .members = 3,
				 .member_sectors = {8, 16, 16}};
	struct raid_at at;

	(void)state;
	/* chunk 3 is the zone's first, and 3 % 2 its member */
	settle(&spec);
	assert_false(geo.alternate);
	raid_map(&geo, 24, &at);
	assert_int_equal(at.member, 2);
	assert_int_equal(at.sector, 8);
	spec.layout = RAID_0_ALTERNATE;
	settle(&spec);
	assert_true(geo.alternate);
	raid_map(&geo, 24, &at);
	assert_int_equal(at.member, 1);
	/* one zone, or one member in the second: known or not is the same */
	spec.layout = RAID_0_UNKNOWN;
	spec.member_sectors[1] = 8;
	settle(&spec);
	spec.member_sectors[2] = 8;
	settle(&spec);
}

/* --- refusals ----------------------------------------------------------------
 */
static const struct {
	struct raid_spec spec;
	int ret;
	const char *value, *rule, *remedy;
} refusals[] = {
	{{.level = 7, .members = 4},
	 -EOPNOTSUPP,
	 "raid level 7",
	 "is none whose geometry is known",
	 "linear, raid0, 1, 4, 5, 6 and 10 are"},
	{{.level = -4, .members = 1}, -EOPNOTSUPP, "raid level -4", NULL, NULL},
	{{.level = 0, .chunk_sectors = 8},
	 -EINVAL,
	 "0 members",
	 "raid0 has at least 1",
	 "name all of them, also those that are missing"},
	{{.level = 5, .chunk_sectors = 8, .members = 1},
	 -EINVAL,
	 "1 members",
	 "raid5 has at least 2",
	 NULL},
	{{.level = 4, .chunk_sectors = 8, .members = 1},
	 -EINVAL,
	 "1 members",
	 "raid4 has at least 2",
	 NULL},
	{{.level = 6, .chunk_sectors = 8, .members = 3},
	 -EINVAL,
	 "3 members",
	 "raid6 has at least 4",
	 NULL},
	{{.level = 1, .members = 65, .component_sectors = 8},
	 -EOPNOTSUPP,
	 "65 members",
	 "are more than the 64 that can be driven",
	 "use the array's own device"},
	{{.level = 0, .members = 1, .member_sectors = {8}},
	 -EINVAL,
	 "chunk of 0 B",
	 "raid0 needs a chunk size",
	 "give the one it was created with"},
	{{.level = 5, .chunk_sectors = 4, .members = 3},
	 -EINVAL,
	 "chunk of 2 KiB",
	 "raid5 takes powers of two from 4 KiB on",
	 NULL},
	{{.level = 6, .chunk_sectors = 24, .members = 4},
	 -EINVAL,
	 "chunk of 12 KiB",
	 "raid6 takes powers of two from 4 KiB on",
	 NULL},
	{{.level = 10, .layout = 0x102, .chunk_sectors = 24, .members = 4},
	 -EINVAL,
	 "chunk of 12 KiB",
	 "raid10 takes powers of two from 4 KiB on",
	 NULL},
	{{.level = 5, .chunk_sectors = 1U << 30, .members = 3},
	 -EINVAL,
	 "chunk of 512 GiB",
	 NULL,
	 NULL},
	{{.level = 0,
	  .chunk_sectors = 8,
	  .members = 2,
	  .member_sectors = {8, 7}},
	 -EINVAL,
	 "member of 7 sectors",
	 "holds no chunk",
	 NULL},
	{{.level = -1, .members = 2, .member_sectors = {8}},
	 -EINVAL,
	 "member of 0 sectors",
	 "holds no chunk",
	 NULL},
	{{.level = -1, .members = 1, .member_sectors = {UINT64_MAX}},
	 -EINVAL,
	 "member of 18446744073709551615 sectors",
	 "is more than md counts",
	 NULL},
	{{.level = -1,
	  .members = 2,
	  .member_sectors = {INT64_MAX >> 9, INT64_MAX >> 9}},
	 -EINVAL,
	 "array of 36028797018963966 sectors",
	 "is more than md counts",
	 NULL},
	{{.level = 5,
	  .chunk_sectors = 8,
	  .members = 3,
	  .component_sectors = UINT64_C(1) << 54},
	 -EINVAL,
	 "component of 18014398509481984 sectors",
	 "is more than md counts",
	 NULL},
	{{.level = 1, .members = 2},
	 -EINVAL,
	 "component of 0 sectors",
	 NULL,
	 NULL},
	{{.level = 5, .chunk_sectors = 8, .members = 3, .component_sectors = 7},
	 -EINVAL,
	 "component of 7 sectors",
	 "holds no chunk",
	 "give the size that mdadm --examine shows"},
	/* two far copies need two chunks */
	{{.level = 10,
	  .layout = 0x201,
	  .chunk_sectors = 8,
	  .members = 3,
	  .component_sectors = 15},
	 -EINVAL,
	 "component of 15 sectors",
	 "holds no chunk",
	 NULL},
	{{.level = 5, .layout = 6, .chunk_sectors = 8, .members = 3},
	 -EOPNOTSUPP,
	 "raid5 layout 6",
	 "is none of md's",
	 "0 to 5 are"},
	{{.level = 6, .layout = 7, .chunk_sectors = 8, .members = 4},
	 -EOPNOTSUPP,
	 "raid6 layout 7",
	 "is none of md's",
	 "0 to 5, 8 to 10 (DDF) and 16 to 20 (*-6) are"},
	{{.level = 0,
	  .chunk_sectors = 8,
	  .members = 3,
	  .member_sectors = {8, 16, 16}},
	 -EOPNOTSUPP,
	 "raid0 layout unknown",
	 "is not known, and its members differ in size: kernels before 3.14 "
	 "and after place their data differently",
	 "settle it with mdadm --assemble --update=layout-original or "
	 "layout-alternate"},
	{{.level = 0,
	  .layout = 3,
	  .chunk_sectors = 8,
	  .members = 3,
	  .member_sectors = {8, 16, 16}},
	 -EOPNOTSUPP,
	 "raid0 layout 3",
	 "is none of md's",
	 "original (1) and alternate (2) are"},
	{{.level = 10, .layout = 0x101, .chunk_sectors = 8, .members = 4},
	 -EOPNOTSUPP,
	 "raid10 layout near=1",
	 "is none of md's",
	 "two copies at least: near=2, far=2, offset=2, ..."},
	{{.level = 10, .layout = 0, .chunk_sectors = 8, .members = 4},
	 -EOPNOTSUPP,
	 "raid10 layout 0",
	 "is none of md's",
	 NULL},
	{{.level = 10, .layout = 0x60201, .chunk_sectors = 8, .members = 4},
	 -EOPNOTSUPP,
	 "raid10 layout far=2,sets=3",
	 "is none of md's",
	 NULL},
	{{.level = 10, .layout = 0x103, .chunk_sectors = 8, .members = 2},
	 -EINVAL,
	 "3 copies",
	 "are more than the 2 members",
	 "name all members, also those that are missing"},
	{{.level = 10, .layout = 0xffff, .chunk_sectors = 8, .members = 64},
	 -EINVAL,
	 "65025 copies",
	 NULL,
	 NULL},
	{{.level = 10, .layout = 0x10202, .chunk_sectors = 8, .members = 5},
	 -EOPNOTSUPP,
	 "raid10 layout near=2,offset=2",
	 "with this number of members puts two chunks in one place, in md "
	 "itself",
	 "copy what can be read of it to another array"},
};

static void refusal_words(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < N(refusals); i++) {
		struct err err = {0};

		assert_int_equal(
			raid_geometry_init(&geo, &refusals[i].spec, &err),
			refusals[i].ret);
		assert_int_equal(err.code, -refusals[i].ret);
		assert_string_equal(err.value, refusals[i].value);
		assert_true(err.rule[0] && err.remedy[0]);
		if (refusals[i].rule)
			assert_string_equal(err.rule, refusals[i].rule);
		if (refusals[i].remedy)
			assert_string_equal(err.remedy, refusals[i].remedy);
		/* words are not needed */
		assert_int_equal(
			raid_geometry_init(&geo, &refusals[i].spec, NULL),
			refusals[i].ret);
	}
}

/*
 * Whatever a superblock says: refused, or an array whose ends can be mapped.
 */
static void any_numbers(void **state)
{
	static const int levels[] = {-1, 0, 1, 4, 5, 6, 10};
	unsigned int i, settled = 0;

	(void)state;
	srandom(1);
	for (i = 0; i < 200000; i++) {
		struct raid_spec spec = {
			.level = levels[random() % 7],
			.layout = (uint32_t)random() >> random() % 31,
			.chunk_sectors = 1U << random() % 32,
			.members = (unsigned int)random() % 66,
			.component_sectors = (uint64_t)random()
					     << random() % 32,
		};
		struct raid_at at[RAID_MEMBERS_MAX];
		unsigned int m, copy;
		uint64_t back;

		for (m = 0; m < RAID_MEMBERS_MAX; m++)
			spec.member_sectors[m] = (uint64_t)random()
						 << random() % 24;
		if (random() % 4 == 0)
			spec.chunk_sectors += (uint32_t)random() % 64;
		if (raid_geometry_init(&geo, &spec, NULL))
			continue;
		settled++;
		assert_int_equal(
			raid_map_copies(&geo, geo.array_sectors - 1, at), 1);
		for (m = 0; m < geo.copies; m++) {
			assert_int_equal(raid_unmap(&geo, at[m], &back, &copy),
					 RAID_DATA);
			assert_int_equal(back, geo.array_sectors - 1);
			assert_int_equal(copy, m);
		}
	}
	assert_true(settled > 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pictures),	 cmocka_unit_test(exponents),
		cmocka_unit_test(many_members),	 cmocka_unit_test(huge),
		cmocka_unit_test(sizes),	 cmocka_unit_test(zones),
		cmocka_unit_test(refusal_words), cmocka_unit_test(any_numbers),
	};

	return unit_run(tests);
}
