// SPDX-License-Identifier: GPL-2.0-only
#include "raid/geometry_levels.h"

#include <errno.h>

/* what md uses of a member: whole chunks */
static uint64_t rounded(const struct raid_geometry *geo, unsigned int member)
{
	uint64_t sectors = geo->spec.member_sectors[member];
	uint32_t chunk = geo->spec.chunk_sectors;

	return chunk ? sectors - sectors % chunk : sectors;
}

static const struct raid_zone *zone_at(const struct raid_geometry *geo,
				       uint64_t sector)
{
	const struct raid_zone *zone = geo->zones;

	while (sector >= zone->end)
		zone++;
	return zone;
}

/* --- linear: a zone per member ----------------------------------------------
 */
int raid_linear_settle(struct raid_geometry *geo, struct err *err)
{
	unsigned int i;

	(void)err;
	for (i = 0; i < geo->spec.members; i++) {
		struct raid_zone *zone = &geo->zones[geo->n_zones++];

		zone->start = geo->array_sectors;
		geo->array_sectors += rounded(geo, i);
		zone->end = geo->array_sectors;
		zone->members = 1;
		zone->member[0] = (uint8_t)i;
	}
	return 0;
}

uint64_t raid_linear_map(const struct raid_geometry *geo, uint64_t sector,
			 struct raid_at *at)
{
	const struct raid_zone *zone = zone_at(geo, sector);

	*at = (struct raid_at){zone->member[0], sector - zone->start};
	return zone->end - sector;
}

enum raid_use raid_linear_unmap(const struct raid_geometry *geo,
				struct raid_at at, uint64_t *array_sector)
{
	const struct raid_zone *zone = &geo->zones[at.member];

	if (at.sector >= zone->end - zone->start)
		return RAID_UNUSED;
	*array_sector = zone->start + at.sector;
	return RAID_DATA;
}

/* --- RAID0: a zone per size of members --------------------------------------
 */
/*
 * What is left once the members are used up to @depth: all that are larger,
 * up to the smallest of them.
 *
 * Return: whether there is any.
 */
static bool add_zone(struct raid_geometry *geo, uint64_t depth,
		     uint64_t *next_depth)
{
	struct raid_zone *zone = &geo->zones[geo->n_zones];
	uint64_t least = UINT64_MAX;
	unsigned int i;

	for (i = 0; i < geo->spec.members; i++) {
		uint64_t sectors = rounded(geo, i);

		if (sectors <= depth)
			continue;
		zone->member[zone->members++] = (uint8_t)i;
		if (sectors < least)
			least = sectors;
	}
	if (!zone->members)
		return false;
	zone->start = geo->n_zones ? zone[-1].end : 0;
	zone->end = zone->start + (least - depth) * zone->members;
	zone->member_start = depth;
	geo->n_zones++;
	*next_depth = least;
	return true;
}

/*
 * The original layout picks a zone's member by the chunk's number in the array,
 * not in the zone: as if the zone's members were rotated by the number of
 * chunks before it.
 */
static void rotate(const struct raid_geometry *geo, struct raid_zone *zone)
{
	uint64_t by = zone->start / geo->chunk_sectors;
	struct raid_zone was = *zone;
	unsigned int i;

	for (i = 0; i < zone->members; i++)
		zone->member[i] = was.member[(by + i) % zone->members];
}

/* the two layouts are one where no zone but the first has a choice */
static bool layout_matters(const struct raid_geometry *geo)
{
	return geo->n_zones > 1 && geo->zones[1].members > 1;
}

static int settle_layout(struct raid_geometry *geo, struct err *err)
{
	unsigned int i;

	if (!layout_matters(geo))
		return 0;
	switch (geo->spec.layout) {
	case RAID_0_ORIGINAL:
		for (i = 1; i < geo->n_zones; i++)
			rotate(geo, &geo->zones[i]);
		return 0;
	case RAID_0_ALTERNATE:
		geo->alternate = true;
		return 0;
	case RAID_0_UNKNOWN:
		return raid_layout_refused(
			geo, err,
			"is not known, and its members differ in size: kernels "
			"before 3.14 and after place their data differently",
			"settle it with mdadm --assemble "
			"--update=layout-original or layout-alternate");
	default:
		return raid_layout_refused(
			geo, err, "is none of md's",
			"original (1) and alternate (2) are");
	}
}

/*
 * For its size md masks each member's with chunk - 1 as if the chunk were a
 * power of two; where it is none, the last chunks lie beyond the array's end.
 */
static uint64_t masked_sizes(const struct raid_geometry *geo)
{
	uint64_t sum = 0, mask = geo->chunk_sectors - 1;
	unsigned int i;

	for (i = 0; i < geo->spec.members; i++)
		sum += rounded(geo, i) & ~mask;
	return sum;
}

int raid_0_settle(struct raid_geometry *geo, struct err *err)
{
	uint64_t depth = 0;

	while (geo->n_zones < geo->spec.members && add_zone(geo, depth, &depth))
		;
	geo->array_sectors = masked_sizes(geo);
	return settle_layout(geo, err);
}

/* the general case, kept out of the usual one's way */
static __attribute__((noinline)) uint64_t
map_by_division(const struct raid_geometry *geo, const struct raid_zone *zone,
		uint64_t sector, struct raid_at *at)
{
	uint32_t length = geo->spec.chunk_sectors;
	uint64_t chunk = (sector - zone->start) / length;
	uint64_t in = (sector - zone->start) % length;
	uint64_t row = chunk / zone->members;
	uint64_t to_end = geo->array_sectors - sector;

	at->member = zone->member[chunk - row * zone->members];
	at->sector = zone->member_start + row * length + in;
	return to_end < length - in ? to_end : length - in;
}

uint64_t raid_0_map(const struct raid_geometry *geo, uint64_t sector,
		    struct raid_at *at)
{
	const struct raid_zone *zone = zone_at(geo, sector);
	unsigned int shift = geo->chunk_shift;
	uint64_t chunk, in, row;

	if (shift == RAID_NO_SHIFT)
		return map_by_division(geo, zone, sector, at);
	chunk = (sector - zone->start) >> shift;
	in = sector & (geo->chunk_sectors - 1);
	row = chunk / zone->members;
	at->member = zone->member[chunk - row * zone->members];
	at->sector = zone->member_start + (row << shift) + in;
	return geo->chunk_sectors - in;
}

/* Return: its place among the zone's members, -1 if it is none of them */
static int place_in(const struct raid_zone *zone, unsigned int member)
{
	unsigned int i;

	for (i = 0; i < zone->members; i++)
		if (zone->member[i] == member)
			return (int)i;
	return -1;
}

enum raid_use raid_0_unmap(const struct raid_geometry *geo, struct raid_at at,
			   uint64_t *array_sector)
{
	const struct raid_zone *zone = geo->zones, *last;
	uint64_t chunk, deep;
	int place;

	last = zone + geo->n_zones - 1;
	while (zone < last && at.sector >= zone[1].member_start)
		zone++;
	deep = at.sector - zone->member_start;
	place = place_in(zone, at.member);
	if (place < 0 || deep >= (zone->end - zone->start) / zone->members)
		return RAID_UNUSED;
	chunk = deep / geo->chunk_sectors * zone->members + (unsigned int)place;
	*array_sector = zone->start + chunk * geo->chunk_sectors +
			deep % geo->chunk_sectors;
	return *array_sector < geo->array_sectors ? RAID_DATA : RAID_UNUSED;
}
