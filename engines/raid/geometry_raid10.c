// SPDX-License-Identifier: GPL-2.0-only
/*
 * RAID10 deals chunks out to the members in turn, each one @near times.  Then
 * there are @far such areas on each member, the later ones like the first but
 * moved on by @near members: one after the other, each a stride long, or with
 * @offset row by row, so that a row is followed by its own copies.
 *
 * Far sets confine that moving on to groups of neighbours.  The kernel's code
 * for it is right only where each member has one predecessor; where it has not,
 * two chunks would lie in one place, and so they do for it.  mdadm can't make
 * such arrays.
 */
#include "raid/geometry_levels.h"

#include <errno.h>
#include <stdio.h>

#define NEAR(layout)   ((layout)&0xff)
#define FAR(layout)    ((layout) >> 8 & 0xff)
#define OFFSET(layout) ((layout) >> 16 & 1)
#define SETS(layout)   ((layout) >> 17)

enum {
	SETS_ONE,    /* all members */
	SETS_BUGGY,  /* as many sets as far copies */
	SETS_COPIES, /* as many members as copies */
	SETS_NONE,   /* from here on */
};

static int settle_copies(struct raid_geometry *geo, struct err *err)
{
	uint32_t layout = geo->spec.layout;
	char value[32];

	geo->near = NEAR(layout);
	geo->far = FAR(layout);
	geo->offset = OFFSET(layout);
	geo->copies = geo->near * geo->far;
	if (geo->copies < 2 || SETS(layout) >= SETS_NONE)
		return raid_layout_refused(
			geo, err, "is none of md's",
			"two copies at least: near=2, far=2, offset=2, ...");
	if (geo->copies <= geo->spec.members)
		return 0;
	snprintf(value, sizeof(value), "%u copies", geo->copies);
	err_set(err, EINVAL, value, "are more than the %u members",
		geo->spec.members);
	err_remedy(err, "name all members, also those that are missing");
	return -EINVAL;
}

static unsigned int far_set_members(const struct raid_geometry *geo)
{
	switch (SETS(geo->spec.layout)) {
	case SETS_ONE:
		return geo->spec.members;
	case SETS_BUGGY:
		return geo->spec.members / geo->far;
	default:
		return geo->copies;
	}
}

/* as the kernel moves on: the last set takes whoever comes beyond its start */
static unsigned int far_next(const struct raid_geometry *geo,
			     unsigned int member)
{
	unsigned int size = geo->far_set_members, all = geo->spec.members;
	unsigned int last = (all / size - 1) * size;
	unsigned int first = member / size * size;
	unsigned int next = member + geo->near;

	if (all % size && next > last)
		return last + (next - last) % (all - last);
	return first + next % size;
}

/*
 * With near copies that go around the end of a row, the offset layout would
 * also put the rest of them where its far copies go.
 */
static bool overlaps(const struct raid_geometry *geo)
{
	uint64_t taken = 0;
	unsigned int i;

	if (geo->far == 1)
		return false;
	for (i = 0; i < geo->spec.members; i++)
		taken |= UINT64_C(1) << geo->far_next[i];
	return taken != UINT64_MAX >> (64 - geo->spec.members) ||
	       (geo->offset && geo->spec.members % geo->near);
}

static int settle_far(struct raid_geometry *geo, struct err *err)
{
	unsigned int i;

	geo->far_set_members = far_set_members(geo);
	for (i = 0; i < geo->spec.members; i++)
		geo->far_next[i] = (uint8_t)far_next(geo, i);
	if (!overlaps(geo))
		return 0;
	return raid_layout_refused(
		geo, err,
		"with this number of members puts two chunks in one place, in "
		"md itself",
		"copy what can be read of it to another array");
}

/*
 * The kernel computes chunks, from them the rows that they need, and from these
 * the size again; since copies <= members that comes to the number of rows in
 * an area times far, and to the same chunks.
 */
static void settle_size(struct raid_geometry *geo)
{
	unsigned int shift = geo->chunk_shift;
	uint64_t rows = (geo->spec.component_sectors >> shift) / geo->far;

	geo->array_sectors = rows * geo->spec.members / geo->near << shift;
	geo->stride = geo->offset ? geo->chunk_sectors : rows << shift;
}

int raid_10_settle(struct raid_geometry *geo, struct err *err)
{
	int ret = settle_copies(geo, err);

	if (!ret)
		ret = settle_far(geo, err);
	if (!ret)
		settle_size(geo);
	return ret;
}

/* Return: the rest of the chunk */
static inline uint64_t first_copy(const struct raid_geometry *geo,
				  uint64_t sector, struct raid_at *at)
{
	uint64_t chunk = sector >> geo->chunk_shift;
	uint64_t in = sector & (geo->chunk_sectors - 1);
	uint64_t slot = chunk * geo->near;
	uint64_t row = slot / geo->spec.members;

	at->member = (unsigned int)(slot - row * geo->spec.members);
	if (geo->offset)
		row *= geo->far;
	at->sector = (row << geo->chunk_shift) + in;
	return geo->chunk_sectors - in;
}

uint64_t raid_10_map(const struct raid_geometry *geo, uint64_t sector,
		     struct raid_at *at)
{
	return first_copy(geo, sector, at);
}

uint64_t raid_10_map_copies(const struct raid_geometry *geo, uint64_t sector,
			    struct raid_at at[])
{
	struct raid_at near;
	uint64_t left = first_copy(geo, sector, &near);
	unsigned int n, f;

	for (n = 0; n < geo->near; n++) {
		*at++ = near;
		for (f = 1; f < geo->far; f++, at++) {
			at->member = geo->far_next[at[-1].member];
			at->sector = at[-1].sector + geo->stride;
		}
		if (++near.member == geo->spec.members) {
			near.member = 0;
			near.sector += geo->chunk_sectors;
		}
	}
	return left;
}

static unsigned int far_previous(const struct raid_geometry *geo,
				 unsigned int member)
{
	unsigned int i = 0;

	while (geo->far_next[i] != member)
		i++;
	return i;
}

enum raid_use raid_10_unmap(const struct raid_geometry *geo, struct raid_at at,
			    uint64_t *array_sector, unsigned int *copy)
{
	uint64_t row = at.sector >> geo->chunk_shift, area, slot, i;
	uint64_t area_rows = geo->stride >> geo->chunk_shift;

	if (geo->offset) {
		area = row % geo->far;
		row /= geo->far;
	} else {
		area = row / area_rows;
		row %= area_rows;
	}
	if (area >= geo->far)
		return RAID_UNUSED;
	for (i = 0; i < area; i++)
		at.member = far_previous(geo, at.member);
	slot = row * geo->spec.members + at.member;
	*array_sector = slot / geo->near * geo->chunk_sectors +
			(at.sector & (geo->chunk_sectors - 1));
	*copy = (unsigned int)(slot % geo->near * geo->far + area);
	return *array_sector < geo->array_sectors ? RAID_DATA : RAID_UNUSED;
}
