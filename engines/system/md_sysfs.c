// SPDX-License-Identifier: GPL-2.0-only
/*
 * A running array, from /sys/block/mdX/md.  What sysfs rounds (sizes in KiB) or
 * does not know (which layout a RAID0 has) the members' superblocks tell, where
 * they can be read.
 *
 * Source: Linux Documentation/admin-guide/md.rst, drivers/md/md.c.
 */
#include "system/guard.h"
#include "system/md_parse.h"
#include "system/md_running.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

int md_running_text(const struct md_running *run, char *buf, size_t len,
		    const char *name)
{
	return sysfs_read(buf, len, run->root, "/sys/class/block/%s/md/%s",
			  run->md->disk, name);
}

int md_running_reshape(const struct md_running *run)
{
	err_set(run->err, EOPNOTSUPP, run->md->path, "is being reshaped");
	return err_remedy(run->err, "wait until /proc/mdstat shows that it is "
				    "done");
}

static int is_unreadable(const struct md_running *run, const char *name,
			 const char *text)
{
	return err_set(run->err, EINVAL, run->md->path,
		       "cannot be understood: md/%s in sysfs says '%.64s'",
		       name, text);
}

static int read_number(const struct md_running *run, const char *name,
		       uint64_t max, uint64_t *value)
{
	char text[64];
	int64_t number = 0;
	int ret;

	ret = md_running_text(run, text, sizeof(text), name);
	if (ret >= 0)
		ret = md_parse_number(text, &number);
	if (ret == -EBUSY)
		return md_running_reshape(run);
	/* a RAID0's layout that nobody knows is -1 */
	if (!ret && number == -1 && !strcmp(name, "layout"))
		number = 0;
	if (ret < 0 || number < 0 || (uint64_t)number > max)
		return is_unreadable(run, name, text);
	*value = number;
	return 0;
}

static int not_running(const struct md_running *run, const char *state)
{
	err_set(run->err, ENODEV, run->md->path, "is not running (%.32s)",
		state);
	return err_remedy(run->err,
			  "start it (mdadm --run %s), or stop it (mdadm --stop "
			  "%s) and name it by its members or md_uuid=",
			  run->md->path, run->md->path);
}

static int is_container(const struct md_running *run, const char *metadata)
{
	err_set(run->err, EOPNOTSUPP, run->md->path,
		"is a container of arrays (%.32s), no array", metadata);
	return err_remedy(run->err, "name an array in it; /proc/mdstat and "
				    "/dev/md show them");
}

static int read_state(const struct md_running *run)
{
	struct md_array *md = run->md;

	if (md_running_text(run, md->state, sizeof(md->state), "array_state") <
	    0)
		return err_set(run->err, ENODEV, md->path, "is no md array");
	if (!strcmp(md->state, "clear") || !strcmp(md->state, "inactive"))
		return not_running(run, md->state);
	if (strcmp(md->state, "broken"))
		return 0;
	err_set(run->err, ENODEV, md->path,
		"has lost more members than its "
		"level can do without (broken)");
	return err_remedy(run->err, "stop it, and see to its members");
}

/* an array in a container has the container's metadata */
static int read_metadata(const struct md_running *run)
{
	struct md_array *md = run->md;
	char text[64], container[32];

	if (md_running_text(run, text, sizeof(text), "metadata_version") < 0)
		return is_unreadable(run, "metadata_version", "");
	if (!md_parse_container(text, container, sizeof(container)))
		sysfs_read(text, sizeof(text), run->root,
			   "/sys/class/block/%s/md/metadata_version",
			   container);
	else if (!strncmp(text, "external:", 9))
		return is_container(run, text);
	snprintf(md->metadata, sizeof(md->metadata), "%.31s", text);
	return 0;
}

static int read_level(struct md_running *run)
{
	char text[32];

	if (md_running_text(run, text, sizeof(text), "level") < 0)
		return is_unreadable(run, "level", "");
	if (!raid_level_number(text, &run->spec.level))
		return 0;
	err_set(run->err, EOPNOTSUPP, run->md->path,
		"has level '%s', which is not mapped", text);
	return err_remedy(run->err, "linear, raid0, raid1, raid4, raid5, raid6 "
				    "and raid10 are");
}

static int read_members(struct md_running *run)
{
	uint64_t members;
	int ret = read_number(run, "raid_disks", UINT32_MAX, &members);

	if (ret)
		return ret;
	run->spec.members = members;
	if (members <= RAID_MEMBERS_MAX)
		return 0;
	return err_set(run->err, EOPNOTSUPP, run->md->path,
		       "has %u members, more than the %d that are mapped",
		       run->spec.members, RAID_MEMBERS_MAX);
}

static int read_shape(struct md_running *run)
{
	struct raid_spec *spec = &run->spec;
	uint64_t layout, chunk, component;
	int ret;

	ret = read_level(run);
	if (!ret)
		ret = read_members(run);
	if (!ret)
		ret = read_number(run, "layout", UINT32_MAX, &layout);
	if (!ret)
		ret = read_number(run, "chunk_size", UINT32_MAX, &chunk);
	if (!ret)
		ret = read_number(run, "component_size", INT64_MAX / 1024,
				  &component);
	if (ret)
		return ret;
	spec->layout = layout;
	spec->chunk_sectors = spec->level == RAID_1 ? 0 : chunk / 512;
	spec->component_sectors = component * 2;
	return 0;
}

/* absent where a level has no use for it */
static bool says(const struct md_running *run, const char *name,
		 const char *word)
{
	char text[64];

	return md_running_text(run, text, sizeof(text), name) >= 0 &&
	       !strcmp(text, word);
}

static int read_activity(const struct md_running *run)
{
	struct md_array *md = run->md;
	char text[64];

	if (md_running_text(run, text, sizeof(text), "reshape_position") >= 0 &&
	    strcmp(text, "none"))
		return md_running_reshape(run);
	if (says(run, "sync_action", "reshape"))
		return md_running_reshape(run);
	if (says(run, "sync_action", "recover"))
		return md_running_recovery(run);
	if (md_running_text(run, text, sizeof(text), "resync_start") >= 0 &&
	    strcmp(text, "none"))
		md->dirty = true;
	if (says(run, "sync_action", "check") ||
	    says(run, "sync_action", "repair") ||
	    says(run, "sync_action", "resync"))
		md_warn(md,
			"%s is being synchronised or checked, which takes "
			"its members' time",
			md->path);
	return 0;
}

static int read_policy(const struct md_running *run)
{
	struct md_array *md = run->md;
	char text[64];

	md->ppl = says(run, "consistency_policy", "ppl");
	md->bitmap = says(run, "consistency_policy", "bitmap") ||
		     (md_running_text(run, text, sizeof(text),
				      "bitmap/location") > 0 &&
		      strcmp(text, "none"));
	if (says(run, "consistency_policy", "journal"))
		return md_running_journal(run);
	if (!says(run, "bitmap/metadata", "clustered"))
		return 0;
	err_set(run->err, EOPNOTSUPP, md->path, "is an array of a cluster");
	return err_remedy(run->err, "use an array that one machine has for "
				    "itself");
}

/* IMSM and an administrator (md/array_size) may make less of it */
static int read_size(const struct md_running *run)
{
	struct md_array *md = run->md;
	uint64_t sectors;

	if (sysfs_read_u64(&sectors, run->root, "/sys/class/block/%s/size",
			   md->disk))
		return is_unreadable(run, "../size", "");
	md->sectors = sectors;
	if (sectors == md->geo.array_sectors ||
	    (sectors < md->geo.array_sectors &&
	     !says(run, "array_size", "default")))
		return 0;
	if (run->unread.code) {
		*run->err = run->unread;
		return -run->err->code;
	}
	err_set(run->err, EIO, md->path,
		"has %llu sectors, but what sysfs says of it makes %llu",
		(unsigned long long)sectors,
		(unsigned long long)md->geo.array_sectors);
	return err_remedy(run->err, "this kernel has a geometry that is not "
				    "known here; do not use it");
}

static int settle(const struct md_running *run)
{
	struct md_array *md = run->md;
	int ret = md_settle(md, &run->spec, run->err);

	/* a superblock may have told what is missing */
	if (ret && ret != -ENODEV && run->unread.code)
		*run->err = run->unread;
	return ret ? ret : read_size(run);
}

static const char *how_to_name(const struct md_array *md, char *buf, size_t len)
{
	char uuid[64];

	if (md->has_uuid)
		snprintf(buf, len, "then name it by md_uuid=%s",
			 raid_uuid_text(md->uuid, uuid, sizeof(uuid)));
	else if (!strcmp(md->metadata, "none"))
		snprintf(buf, len,
			 "then describe it by md_members=, "
			 "md_level=, ...");
	else
		snprintf(buf, len, "then name it by md_members=");
	return buf;
}

/* what a running array's members are given behind its back corrupts it */
static void forbid_writing(const struct md_running *run)
{
	struct md_array *md = run->md;
	struct err *no = &md->unwritable, holder = {0};
	char then[128];

	if (!strncmp(md->metadata, "external:", 9)) {
		err_set(no, EBUSY, md->path,
			"is running, and with %s metadata it cannot be written "
			"when stopped either",
			md->metadata);
		err_remedy(no, "only read from it");
		return;
	}
	how_to_name(md, then, sizeof(then));
	if (guard_holder(run->root, md->disk, &holder) == -EBUSY) {
		err_set(no, EBUSY, md->path, "is running, and %.400s",
			holder.rule);
		err_remedy(no,
			   "free it of its user, stop it (mdadm --stop %s), "
			   "%s",
			   md->path, then);
		return;
	}
	err_set(no, EBUSY, md->path, "is running");
	err_remedy(no, "stop it (mdadm --stop %s), %s", md->path, then);
}

int md_find_running(struct md_array *md, const char *root, const char *disk,
		    struct err *err)
{
	struct md_running run = {.md = md, .root = root, .err = err};
	int ret;

	snprintf(md->disk, sizeof(md->disk), "%.31s", disk);
	snprintf(md->name, sizeof(md->name), "%s", md->disk);
	snprintf(md->path, sizeof(md->path), "%.128s/dev/%s", root, md->disk);
	ret = read_metadata(&run);
	if (!ret)
		ret = read_state(&run);
	if (!ret)
		ret = read_activity(&run);
	if (!ret)
		ret = read_policy(&run);
	if (!ret)
		ret = read_shape(&run);
	if (!ret)
		ret = md_running_members(&run);
	if (!ret)
		ret = settle(&run);
	if (!ret)
		forbid_writing(&run);
	return ret;
}
