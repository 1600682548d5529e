// SPDX-License-Identifier: GPL-2.0-only
#include "raid/geometry.h"

#include "base/units.h"
#include "raid/geometry_levels.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

/*
 * md counts bytes in 63 bits, sectors in 54: so they can be multiplied by the
 * number of members or of copies, 64 at the most, without a thought.
 */
#define SECTORS_MAX ((uint64_t)INT64_MAX >> 9)

enum chunk {
	CHUNK_NONE,  /* means nothing */
	CHUNK_ROUND, /* may be 0 */
	CHUNK_ANY,
	CHUNK_POWER, /* of two, from a page on */
};

/* the smallest page of all machines; those with larger ones refuse more */
#define PAGE_SECTORS 8

static int mirror_settle(struct raid_geometry *geo, struct err *err)
{
	(void)err;
	geo->copies = geo->spec.members;
	geo->array_sectors = geo->spec.component_sectors;
	return 0;
}

static const struct level {
	int number;
	unsigned int members_min;
	enum chunk chunk;
	bool by_component;
	int (*settle)(struct raid_geometry *geo, struct err *err);
} levels[] = {
	{RAID_LINEAR, 1, CHUNK_ROUND, false, raid_linear_settle},
	{RAID_0, 1, CHUNK_ANY, false, raid_0_settle},
	{RAID_1, 1, CHUNK_NONE, true, mirror_settle},
	{RAID_4, 2, CHUNK_POWER, true, raid_rows_settle},
	{RAID_5, 2, CHUNK_POWER, true, raid_rows_settle},
	{RAID_6, 4, CHUNK_POWER, true, raid_rows_settle},
	{RAID_10, 2, CHUNK_POWER, true, raid_10_settle},
};

static const struct level *find_level(int number)
{
	size_t i;

	for (i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (levels[i].number == number)
			return &levels[i];
	return NULL;
}

static int check_level(const struct level *level, const struct raid_spec *spec,
		       struct err *err)
{
	char value[32];

	if (level)
		return 0;
	snprintf(value, sizeof(value), "raid level %d", spec->level);
	err_set(err, EOPNOTSUPP, value, "is none whose geometry is known");
	err_remedy(err, "linear, raid0, 1, 4, 5, 6 and 10 are");
	return -EOPNOTSUPP;
}

static int check_members(const struct level *level,
			 const struct raid_spec *spec, struct err *err)
{
	char value[32];

	snprintf(value, sizeof(value), "%u members", spec->members);
	if (spec->members < level->members_min) {
		err_set(err, EINVAL, value, "%s has at least %u",
			raid_level_name(spec->level), level->members_min);
		err_remedy(err,
			   "name all of them, also those that are missing");
		return -EINVAL;
	}
	if (spec->members > RAID_MEMBERS_MAX) {
		err_set(err, EOPNOTSUPP, value,
			"are more than the %d that can be driven",
			RAID_MEMBERS_MAX);
		err_remedy(err, "use the array's own device");
		return -EOPNOTSUPP;
	}
	return 0;
}

static int refuse_chunk(const struct raid_spec *spec, struct err *err,
			const char *rule, const char *remedy)
{
	char value[48], size[32];

	units_size((uint64_t)spec->chunk_sectors * 512, size, sizeof(size));
	snprintf(value, sizeof(value), "chunk of %s", size);
	err_set(err, EINVAL, value, "%s %s", raid_level_name(spec->level),
		rule);
	err_remedy(err, "%s", remedy);
	return -EINVAL;
}

static int check_chunk(const struct level *level, const struct raid_spec *spec,
		       struct err *err)
{
	uint32_t chunk = spec->chunk_sectors;

	if (level->chunk == CHUNK_NONE ||
	    (level->chunk == CHUNK_ROUND && !chunk))
		return 0;
	if (!chunk)
		return refuse_chunk(spec, err, "needs a chunk size",
				    "give the one it was created with");
	if (level->chunk == CHUNK_POWER &&
	    (chunk < PAGE_SECTORS || (chunk & (chunk - 1))))
		return refuse_chunk(spec, err,
				    "takes powers of two from 4 KiB on",
				    "give the one it was created with; mdadm "
				    "--examine of a member shows it");
	/* md multiplies the two as signed int */
	if ((uint64_t)chunk * spec->members > INT_MAX)
		return refuse_chunk(spec, err,
				    "has no row that long: 1 TiB is md's limit",
				    "give the one it was created with");
	return 0;
}

static int refuse_size(uint64_t sectors, struct err *err, const char *of,
		       const char *rule)
{
	char value[64];

	snprintf(value, sizeof(value), "%s of %llu sectors", of,
		 (unsigned long long)sectors);
	err_set(err, EINVAL, value, "%s", rule);
	err_remedy(err, "give the size that mdadm --examine shows");
	return -EINVAL;
}

static int check_member_sizes(const struct raid_spec *spec, struct err *err)
{
	uint64_t least = spec->chunk_sectors ? spec->chunk_sectors : 1;
	unsigned int i;

	for (i = 0; i < spec->members; i++) {
		if (spec->member_sectors[i] < least)
			return refuse_size(spec->member_sectors[i], err,
					   "member", "holds no chunk");
		if (spec->member_sectors[i] > SECTORS_MAX)
			return refuse_size(spec->member_sectors[i], err,
					   "member", "is more than md counts");
	}
	return 0;
}

static int check_sizes(const struct level *level, const struct raid_spec *spec,
		       struct err *err)
{
	if (!level->by_component)
		return check_member_sizes(spec, err);
	if (spec->component_sectors > SECTORS_MAX)
		return refuse_size(spec->component_sectors, err, "component",
				   "is more than md counts");
	return 0;
}

static int check(const struct level *level, const struct raid_spec *spec,
		 struct err *err)
{
	int ret = check_level(level, spec, err);

	if (!ret)
		ret = check_members(level, spec, err);
	if (!ret)
		ret = check_chunk(level, spec, err);
	return ret ? ret : check_sizes(level, spec, err);
}

static int check_array(const struct raid_geometry *geo, struct err *err)
{
	if (!geo->array_sectors)
		return refuse_size(geo->spec.component_sectors, err,
				   "component", "holds no chunk");
	if (geo->array_sectors > SECTORS_MAX)
		return refuse_size(geo->array_sectors, err, "array",
				   "is more than md counts");
	return 0;
}

int raid_geometry_init(struct raid_geometry *geo, const struct raid_spec *spec,
		       struct err *err)
{
	const struct level *level = find_level(spec->level);
	uint32_t chunk = spec->chunk_sectors;
	int ret = check(level, spec, err);

	if (ret)
		return ret;
	memset(geo, 0, sizeof(*geo));
	geo->spec = *spec;
	geo->copies = 1;
	geo->chunk_sectors = chunk;
	geo->chunk_shift = chunk && !(chunk & (chunk - 1))
				   ? (unsigned int)__builtin_ctz(chunk)
				   : RAID_NO_SHIFT;
	ret = level->settle(geo, err);
	if (ret)
		return ret;
	if (level->chunk < CHUNK_ANY) {
		geo->chunk_sectors = geo->array_sectors;
		geo->chunk_shift = RAID_NO_SHIFT;
	}
	return check_array(geo, err);
}

int raid_layout_refused(const struct raid_geometry *geo, struct err *err,
			const char *rule, const char *remedy)
{
	char value[80], name[48];

	raid_layout_name(geo->spec.level, geo->spec.layout, name, sizeof(name));
	snprintf(value, sizeof(value), "%s layout %s",
		 raid_level_name(geo->spec.level), name);
	err_set(err, EOPNOTSUPP, value, "%s", rule);
	err_remedy(err, "%s", remedy);
	return -EOPNOTSUPP;
}

static uint64_t mirror_map(const struct raid_geometry *geo, uint64_t sector,
			   struct raid_at at[], unsigned int copies)
{
	unsigned int i;

	for (i = 0; i < copies; i++)
		at[i] = (struct raid_at){i, sector};
	return geo->array_sectors - sector;
}

static enum raid_use mirror_unmap(const struct raid_geometry *geo,
				  struct raid_at at, uint64_t *array_sector,
				  unsigned int *copy)
{
	if (at.sector >= geo->array_sectors)
		return RAID_UNUSED;
	*array_sector = at.sector;
	*copy = at.member;
	return RAID_DATA;
}

uint64_t raid_map(const struct raid_geometry *geo, uint64_t sector,
		  struct raid_at *at)
{
	switch (geo->spec.level) {
	case RAID_4:
	case RAID_5:
	case RAID_6:
		return raid_rows_map(geo, sector, at);
	case RAID_0:
		return raid_0_map(geo, sector, at);
	case RAID_10:
		return raid_10_map(geo, sector, at);
	case RAID_1:
		return mirror_map(geo, sector, at, 1);
	default:
		return raid_linear_map(geo, sector, at);
	}
}

uint64_t raid_map_copies(const struct raid_geometry *geo, uint64_t sector,
			 struct raid_at at[])
{
	switch (geo->spec.level) {
	case RAID_10:
		return raid_10_map_copies(geo, sector, at);
	case RAID_1:
		return mirror_map(geo, sector, at, geo->copies);
	default:
		return raid_map(geo, sector, at);
	}
}

enum raid_use raid_unmap(const struct raid_geometry *geo, struct raid_at at,
			 uint64_t *array_sector, unsigned int *copy)
{
	*copy = 0;
	if (at.member >= geo->spec.members)
		return RAID_UNUSED;
	switch (geo->spec.level) {
	case RAID_4:
	case RAID_5:
	case RAID_6:
		return raid_rows_unmap(geo, at, array_sector);
	case RAID_0:
		return raid_0_unmap(geo, at, array_sector);
	case RAID_10:
		return raid_10_unmap(geo, at, array_sector, copy);
	case RAID_1:
		return mirror_unmap(geo, at, array_sector, copy);
	default:
		return raid_linear_unmap(geo, at, array_sector);
	}
}
