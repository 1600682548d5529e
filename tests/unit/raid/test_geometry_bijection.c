// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every sector of every kind of array: what map says, unmap takes back, and no
 * place is given twice.
 */
#include "raid/geometries.h"

#include <errno.h>
#include <stdlib.h>

#define SECTORS_MAX 16384

/* which places some array sector has been found to lie on */
static uint8_t taken[MEMBERS_MAX][SECTORS_MAX];
static unsigned int visited;

static uint64_t member_size(const struct raid_spec *spec, unsigned int member)
{
	return spec->level <= RAID_0 ? spec->member_sectors[member]
				     : spec->component_sectors;
}

static void one_place(const struct raid_geometry *geo, struct raid_at at,
		      uint64_t sector, unsigned int copy)
{
	uint64_t back = UINT64_MAX;
	unsigned int back_copy = 99;

	assert_in_range(at.member, 0, geo->spec.members - 1);
	assert_true(at.sector < member_size(&geo->spec, at.member));
	if (taken[at.member][at.sector]++)
		fail_msg("%s: sector %lu: %u+%lu is another's",
			 spec_name(&geo->spec), (unsigned long)sector,
			 at.member, (unsigned long)at.sector);
	assert_int_equal(raid_unmap(geo, at, &back, &back_copy), RAID_DATA);
	assert_int_equal(back, sector);
	assert_int_equal(back_copy, copy);
}

/*
 * A run is as long as the sectors' places follow each other, or ends with the
 * chunk; @left counts it down from where it was found.
 */
static void one_sector(const struct raid_geometry *geo, uint64_t sector,
		       uint64_t *left)
{
	static struct raid_at was;
	struct raid_at first, at[RAID_MEMBERS_MAX];
	uint64_t run = raid_map(geo, sector, &first);
	unsigned int copy;

	assert_true(run > 0);
	assert_true(sector + run <= geo->array_sectors);
	assert_int_equal(raid_map_copies(geo, sector, at), run);
	assert_int_equal(first.member, at[0].member);
	assert_int_equal(first.sector, at[0].sector);
	if (*left) {
		assert_int_equal(run, *left);
		assert_int_equal(first.member, was.member);
		assert_int_equal(first.sector, was.sector + 1);
	}
	*left = run - 1;
	was = first;
	for (copy = 0; copy < geo->copies; copy++)
		one_place(geo, at[copy], sector, copy);
}

/* where a run may end */
static bool is_border(const struct raid_geometry *geo, uint64_t sector)
{
	unsigned int i;

	if (sector == geo->array_sectors)
		return true;
	if (geo->spec.level != RAID_LINEAR)
		return sector % geo->chunk_sectors == 0;
	for (i = 0; i < geo->n_zones; i++)
		if (sector == geo->zones[i].end)
			return true;
	return false;
}

static void all_sectors(const struct raid_geometry *geo)
{
	uint64_t sector, left = 0;

	for (sector = 0; sector < geo->array_sectors; sector++) {
		if (!left)
			assert_true(!sector || is_border(geo, sector));
		else
			assert_false(is_border(geo, sector));
		one_sector(geo, sector, &left);
	}
	assert_int_equal(left, 0);
}

/* P's and Q's place names the row: that of its first data chunk */
static void parity_place(const struct raid_geometry *geo, struct raid_at at,
			 uint64_t sector)
{
	struct raid_at data;

	assert_true(sector < geo->array_sectors);
	raid_map(geo, sector, &data);
	assert_int_equal(data.sector, at.sector);
	assert_int_equal(sector / geo->chunk_sectors % geo->data, 0);
}

static enum raid_use one_member_sector(const struct raid_geometry *geo,
				       struct raid_at at)
{
	uint64_t sector = UINT64_MAX;
	unsigned int copy;
	enum raid_use use = raid_unmap(geo, at, &sector, &copy);

	assert_int_equal(use == RAID_DATA, at.sector < SECTORS_MAX &&
						   taken[at.member][at.sector]);
	if (use == RAID_P || use == RAID_Q)
		parity_place(geo, at, sector);
	return use;
}

/* at the same place of all members: one P, one Q, data else, or nothing */
static void one_depth(const struct raid_geometry *geo, uint64_t depth)
{
	unsigned int count[RAID_Q + 1] = {0}, member;
	bool used = depth * geo->data < geo->array_sectors;

	for (member = 0; member < geo->spec.members; member++)
		count[one_member_sector(geo,
					(struct raid_at){member, depth})]++;
	if (!geo->parities)
		return;
	assert_int_equal(count[RAID_UNUSED], used ? 0 : geo->spec.members);
	assert_int_equal(count[RAID_DATA], used ? geo->data : 0);
	assert_int_equal(count[RAID_P], used ? 1 : 0);
	assert_int_equal(count[RAID_Q], used ? geo->parities - 1 : 0);
}

static void visit(const struct raid_spec *spec)
{
	static struct raid_geometry geo;
	struct raid_at outside = {spec->members, 0};
	uint64_t depth, sector;
	unsigned int copy;
	int ret = raid_geometry_init(&geo, spec, NULL);

	if (ret) {
		assert_int_equal(spec->level, RAID_10);
		return;
	}
	visited++;
	memset(taken, 0, sizeof(taken));
	all_sectors(&geo);
	for (depth = 0; depth < SECTORS_MAX / 2; depth++)
		one_depth(&geo, depth);
	one_depth(&geo, UINT64_C(1) << 50);
	assert_int_equal(raid_unmap(&geo, outside, &sector, &copy),
			 RAID_UNUSED);
}

static void zones(void **state)
{
	(void)state;
	visited = 0;
	visit_zones(visit);
	assert_int_equal(visited, 5 * (6 * 2 + 5) * 12);
}

static void mirrors(void **state)
{
	(void)state;
	visited = 0;
	visit_mirrors(visit);
	assert_int_equal(visited, 12);
}

static void rows(void **state)
{
	(void)state;
	visited = 0;
	visit_rows(visit);
	assert_int_equal(visited, 3 * (8 * 11 + 14 * 9));
}

static void raid10(void **state)
{
	(void)state;
	visited = 0;
	visit_raid10(visit);
	/* which of them are refused, the reference tells */
	assert_true(visited > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zones),
		cmocka_unit_test(mirrors),
		cmocka_unit_test(rows),
		cmocka_unit_test(raid10),
	};

	return unit_run(tests);
}
