// SPDX-License-Identifier: GPL-2.0-only
/* What an array can do without. */
#include "raid/assembly_internal.h"

#include <errno.h>
#include <stdio.h>

/* md's pattern repeats after as many chunks as the array has members */
static bool has_copy(const struct raid_geometry *geo, uint64_t chunk,
		     uint64_t missing)
{
	struct raid_at at[RAID_MEMBERS_MAX];
	unsigned int i;

	raid_map_copies(geo, chunk * geo->chunk_sectors, at);
	for (i = 0; i < geo->copies; i++)
		if (!(missing & 1ULL << at[i].member))
			return true;
	return false;
}

static int raid10_is_whole(const struct raid_assembly *array, bool *whole,
			   struct err *err)
{
	struct raid_geometry geo;
	unsigned int chunk;
	int ret = raid_geometry_init(&geo, &array->spec, err);

	*whole = true;
	for (chunk = 0; !ret && *whole && chunk < array->spec.members &&
			chunk * geo.chunk_sectors < geo.array_sectors;
	     chunk++)
		*whole = has_copy(&geo, chunk, array->missing);
	return ret;
}

static int is_whole(const struct raid_assembly *array, bool *whole,
		    struct err *err)
{
	unsigned int missing = __builtin_popcountll(array->missing), may = 0;

	if (array->spec.level == RAID_10)
		return raid10_is_whole(array, whole, err);
	if (array->spec.level == RAID_1)
		may = array->spec.members - 1;
	else if (array->spec.level >= RAID_4)
		may = array->spec.level == RAID_6 ? 2 : 1;
	*whole = missing <= may;
	return 0;
}

static const char *missing_text(uint64_t missing, char *buf, size_t len)
{
	unsigned int slot, used = 0;

	buf[0] = '\0';
	for (slot = 0; slot < RAID_MEMBERS_MAX && used < len; slot++)
		if (missing & 1ULL << slot)
			used += snprintf(buf + used, len - used, "%s%u",
					 used ? ", " : "", slot);
	return buf;
}

static int check_missing(const struct raid_assembly *array, const char *path,
			 struct err *err)
{
	const char *level = raid_level_name(array->spec.level);
	char slots[256];
	bool whole;
	int ret = is_whole(array, &whole, err);

	if (ret || whole)
		return ret;
	ret = err_set(err, ENODEV, path,
		      "belongs to a %s of %u members, of which too many are "
		      "missing: slot %s%s%s",
		      level, array->spec.members,
		      missing_text(array->missing, slots, sizeof(slots)),
		      array->why[0] ? "; " : "", array->why);
	err_remedy(err, "name the others too: mdadm --examine tells "
			"whose a device is");
	return ret;
}

/* what is missing would be computed from parity that may be wrong */
static int check_dirty(const struct raid_assembly *array, const char *path,
		       struct err *err)
{
	int ret;

	if (!array->dirty || !array->missing || array->spec.level < RAID_4 ||
	    array->spec.level == RAID_10)
		return 0;
	ret = err_set(err, EINVAL, path,
		      "belongs to an array that was not stopped cleanly and "
		      "misses a member: what is missing cannot be computed");
	err_remedy(err, "name the missing member too, or accept the loss with "
			"mdadm --assemble --force");
	return ret;
}

int raid_assembly_check_whole(const struct raid_assembly *array,
			      const char *path, struct err *err)
{
	int ret = check_missing(array, path, err);

	return ret ? ret : check_dirty(array, path, err);
}
