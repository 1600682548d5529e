// SPDX-License-Identifier: GPL-2.0-only
/* An array without metadata: what the user says of it is all there is. */
#include "system/md_internal.h"
#include "system/md_parse.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* mdadm's defaults; a RAID0 of equal members needs none */
static const char *default_layout(int level)
{
	switch (level) {
	case RAID_5:
	case RAID_6:
		return "left-symmetric";
	case RAID_10:
		return "near=2";
	default:
		return NULL;
	}
}

static int take_level(struct raid_spec *spec, const struct md_wanted *wanted,
		      struct err *err)
{
	const char *layout;

	if (raid_level_number(wanted->level, &spec->level)) {
		err_set(err, EINVAL, wanted->level,
			"is no level that is "
			"mapped");
		return err_remedy(err, "linear, raid0, raid1, raid4, raid5, "
				       "raid6 and raid10 are");
	}
	layout = wanted->layout ? wanted->layout : default_layout(spec->level);
	if (layout && raid_layout_number(spec->level, layout, &spec->layout)) {
		err_set(err, EINVAL, layout, "is no layout of %s",
			raid_level_name(spec->level));
		return err_remedy(err, "use mdadm's words, as left-symmetric, "
				       "near=2, ddf-zero-restart");
	}
	if (wanted->chunk_bytes % 512 || wanted->chunk_bytes / 512 > UINT32_MAX)
		return err_set(err, EINVAL, "md_chunk",
			       "%llu bytes are no "
			       "chunk",
			       (unsigned long long)wanted->chunk_bytes);
	if (wanted->offset_bytes % 512)
		return err_set(err, EINVAL, "md_offset",
			       "%llu bytes are not whole sectors of 512",
			       (unsigned long long)wanted->offset_bytes);
	spec->chunk_sectors = wanted->chunk_bytes / 512;
	return 0;
}

static int is_there_twice(const struct md_array *md, unsigned int slot,
			  struct err *err)
{
	const char *path = md->member[slot].path;
	struct stat mine, other;
	unsigned int i;

	for (i = 0; i < slot; i++) {
		const struct md_member *member = &md->member[i];

		if (!member->present || stat(path, &mine) ||
		    stat(member->path, &other))
			continue;
		if (S_ISBLK(mine.st_mode)
			    ? S_ISBLK(other.st_mode) &&
				      mine.st_rdev == other.st_rdev
			    : mine.st_dev == other.st_dev &&
				      mine.st_ino == other.st_ino)
			return err_set(err, EINVAL, path,
				       "stands in slots %u and %u", i, slot);
	}
	return 0;
}

static int take_member(struct md_array *md, struct raid_spec *spec,
		       const char *root, const char *path,
		       uint64_t offset_sectors, struct err *err)
{
	unsigned int slot = spec->members++;
	struct md_member *member = &md->member[slot];
	int fd;

	if (!strcmp(path, "missing")) {
		md->missing |= UINT64_C(1) << slot;
		snprintf(member->path, sizeof(member->path), "missing");
		member->node = -1;
		return 0;
	}
	fd = md_member_open(member, root, path, err);
	if (fd < 0)
		return fd;
	close(fd);
	if (member->device_sectors <= offset_sectors)
		return err_set(err, EINVAL, path,
			       "has %llu sectors, none behind md_offset",
			       (unsigned long long)member->device_sectors);
	member->data_offset = offset_sectors;
	member->data_sectors = member->device_sectors - offset_sectors;
	spec->member_sectors[slot] = member->data_sectors;
	return is_there_twice(md, slot, err);
}

static int take_members(struct md_array *md, struct raid_spec *spec,
			const char *root, const struct md_wanted *wanted,
			struct err *err)
{
	const char *at = wanted->members;
	char path[PATH_MAX];
	int ret;

	while ((ret = md_parse_member(&at, path, sizeof(path))) > 0) {
		if (spec->members == RAID_MEMBERS_MAX)
			return err_set(err, EINVAL, wanted->members,
				       "names more than %d members",
				       RAID_MEMBERS_MAX);
		ret = take_member(md, spec, root, path,
				  wanted->offset_bytes / 512, err);
		if (ret)
			return ret;
	}
	if (ret)
		return err_set(err, EINVAL, wanted->members,
			       "is no list of members: an entry is empty or "
			       "too long");
	return 0;
}

/* the smallest member counts; what is beyond whole chunks is not used */
static void take_component(struct raid_spec *spec)
{
	uint64_t least = UINT64_MAX;
	unsigned int i;

	for (i = 0; i < spec->members; i++)
		if (spec->member_sectors[i] && spec->member_sectors[i] < least)
			least = spec->member_sectors[i];
	if (least == UINT64_MAX)
		least = 0;
	if (spec->chunk_sectors)
		least -= least % spec->chunk_sectors;
	spec->component_sectors = least;
}

int md_find_described(struct md_array *md, const char *root,
		      const struct md_wanted *wanted, struct err *err)
{
	struct raid_spec spec = {0};
	int ret;

	if (!wanted->members) {
		err_set(err, EINVAL, wanted->level,
			"is the level of an array without metadata, but its "
			"members are not named");
		return err_remedy(err, "name them in the array's order by "
				       "md_members=, or leave md_level= away");
	}
	ret = take_level(&spec, wanted, err);
	if (!ret)
		ret = take_members(md, &spec, root, wanted, err);
	if (ret)
		return ret;
	take_component(&spec);
	snprintf(md->state, sizeof(md->state), "stopped");
	snprintf(md->metadata, sizeof(md->metadata), "none");
	ret = md_settle(md, &spec, err);
	if (!ret)
		md_degraded(md);
	return ret;
}
