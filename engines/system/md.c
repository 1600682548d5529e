// SPDX-License-Identifier: GPL-2.0-only
#include "system/md.h"

#include "system/md_internal.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

void md_warn(struct md_array *md, const char *format, ...)
{
	size_t used = strlen(md->warning);
	va_list ap;

	if (used && used + 2 < sizeof(md->warning)) {
		strcpy(md->warning + used, "; ");
		used += 2;
	}
	va_start(ap, format);
	vsnprintf(md->warning + used, sizeof(md->warning) - used, format, ap);
	va_end(ap);
}

static const char *list_missing(uint64_t missing, char *buf, size_t len)
{
	size_t used = 0;
	unsigned int i;

	buf[0] = '\0';
	for (i = 0; i < 64 && used < len; i++)
		if (missing >> i & 1)
			used += snprintf(buf + used, len - used, "%s%u",
					 used ? ", " : "", i);
	return buf;
}

/* each group of copies needs a survivor; the pattern repeats by the members */
static bool copies_survive(const struct raid_geometry *geo, uint64_t missing)
{
	struct raid_at at[RAID_MEMBERS_MAX];
	unsigned int i, k;

	for (i = 0; i < geo->spec.members; i++) {
		uint64_t sector = i * geo->chunk_sectors;

		if (sector >= geo->array_sectors)
			break;
		raid_map_copies(geo, sector, at);
		for (k = 0; k < geo->copies; k++)
			if (!(missing >> at[k].member & 1))
				break;
		if (k == geo->copies)
			return false;
	}
	return true;
}

static int too_few(const struct md_array *md, const struct raid_spec *spec,
		   struct err *err)
{
	const char *level = raid_level_name(spec->level);
	char slots[256];

	err_set(err, ENODEV, md->name,
		"lacks the members of slot %s, more than %s can do without",
		list_missing(md->missing, slots, sizeof(slots)),
		level ? level : "its level");
	return err_remedy(err, "make the members available, or name them all");
}

int md_settle(struct md_array *md, const struct raid_spec *spec,
	      struct err *err)
{
	unsigned int lost = __builtin_popcountll(md->missing);
	bool survives = true;
	int ret;

	/* without their sizes there is no geometry */
	if (lost && (lost == spec->members || spec->level == RAID_LINEAR ||
		     spec->level == RAID_0))
		return too_few(md, spec, err);
	ret = raid_geometry_init(&md->geo, spec, err);
	if (ret)
		return ret;
	if (lost && md->geo.parities)
		survives = lost <= md->geo.parities;
	else if (lost)
		survives = copies_survive(&md->geo, md->missing);
	return survives ? 0 : too_few(md, spec, err);
}

void md_degraded(struct md_array *md)
{
	char slots[256];

	if (!md->missing || md->unwritable.code)
		return;
	err_set(&md->unwritable, EROFS, md->name,
		"is degraded: the member of slot %s is missing",
		list_missing(md->missing, slots, sizeof(slots)));
	err_remedy(&md->unwritable, "add a member and let it recover; reading "
				    "is possible");
}

/**
 * struct named - what a path leads to
 * @disk:  kernel name of the md array
 * @start, @sectors: of its partition; 0 for all of it
 */
struct named {
	char disk[64];
	char part[64];
	uint64_t start, sectors;
};

static int is_no_array(const char *path, const char *rule, struct err *err)
{
	err_set(err, ENODEV, path, "%s", rule);
	return err_remedy(err,
			  "name a running array (/dev/mdX, /dev/md/NAME, a "
			  "partition of one), or a stopped one by md_uuid= or "
			  "md_members= (lanes md: --uuid, --members)");
}

/* kernel name of a node; of a copy's by the name it resolves to */
static int disk_of(const char *root, const char *path, char *disk, size_t len)
{
	char full[PATH_MAX], real[PATH_MAX];
	struct stat st;
	const char *name;

	if (snprintf(full, sizeof(full), "%s%s", root, path) >=
	    (int)sizeof(full))
		return -ENAMETOOLONG;
	if (stat(full, &st))
		return -errno;
	if (S_ISBLK(st.st_mode))
		return sysfs_link_name(disk, len, "", "/sys/dev/block/%u:%u",
				       major(st.st_rdev), minor(st.st_rdev));
	if (!root[0] || !realpath(full, real))
		return -ENOTBLK;
	name = strrchr(real, '/') + 1;
	return snprintf(disk, len, "%s", name) < (int)len ? 0 : -ENAMETOOLONG;
}

static int find_partition(struct named *named, const char *root)
{
	uint64_t number;

	if (sysfs_read_u64(&number, root, "/sys/class/block/%s/partition",
			   named->disk))
		return 0;
	memcpy(named->part, named->disk, sizeof(named->part));
	if (sysfs_read_u64(&named->start, root, "/sys/class/block/%s/start",
			   named->part) ||
	    sysfs_read_u64(&named->sectors, root, "/sys/class/block/%s/size",
			   named->part))
		return -ENODEV;
	return sysfs_link_parent(named->disk, sizeof(named->disk), root,
				 "/sys/class/block/%s", named->part) < 0
		       ? -ENODEV
		       : 0;
}

static int resolve(struct named *named, const char *root, const char *path,
		   struct err *err)
{
	char state[32];
	int ret;

	memset(named, 0, sizeof(*named));
	ret = disk_of(root, path, named->disk, sizeof(named->disk));
	if (ret == -ENOENT)
		return is_no_array(path, "is not there", err);
	if (ret == -EACCES)
		return err_set(err, EACCES, path, "%s", strerror(EACCES));
	if (ret >= 0)
		ret = find_partition(named, root);
	if (ret < 0 ||
	    sysfs_read(state, sizeof(state), root,
		       "/sys/class/block/%s/md/array_state", named->disk) < 0)
		return is_no_array(path, "is no md array", err);
	return 0;
}

static int find_path(struct md_array *md, const char *root, const char *path,
		     struct err *err)
{
	struct named named;
	int ret;

	ret = resolve(&named, root, path, err);
	if (!ret)
		ret = md_find_running(md, root, named.disk, err);
	if (ret || !named.part[0])
		return ret;
	snprintf(md->name, sizeof(md->name), "%s", named.part);
	if (named.start >= md->sectors ||
	    named.sectors > md->sectors - named.start)
		return err_set(err, EINVAL, path,
			       "reaches beyond the end of %s", md->path);
	md->start = named.start;
	md->sectors = named.sectors;
	return 0;
}

static void take_name(struct md_array *md, const struct md_wanted *wanted)
{
	const char *path = wanted->path ? wanted->path : "";
	const char *slash = strrchr(path, '/');

	snprintf(md->name, sizeof(md->name), "%.63s", slash ? slash + 1 : path);
	if (!md->name[0])
		snprintf(md->name, sizeof(md->name), "array");
}

static int other_uuid(const struct md_array *md, const char *uuid,
		      struct err *err)
{
	uint8_t wanted[16];
	char text[64];

	if (raid_uuid_parse(wanted, uuid))
		return err_set(err, EINVAL, uuid, "is no UUID of an md array");
	if (md->has_uuid && !memcmp(wanted, md->uuid, sizeof(wanted)))
		return 0;
	err_set(err, EINVAL, uuid,
		"is not the UUID of the array that the members make up (%s)",
		md->has_uuid ? raid_uuid_text(md->uuid, text, sizeof(text))
			     : "it has none");
	return err_remedy(err, "leave md_uuid= or md_members= away");
}

static int find_any(struct md_array *md, const char *root,
		    const struct md_wanted *wanted, struct err *err)
{
	if (wanted->level)
		return md_find_described(md, root, wanted, err);
	if (wanted->layout || wanted->chunk_bytes || wanted->offset_bytes) {
		err_set(err, EINVAL, wanted->layout ? wanted->layout : "",
			"layout, chunk and offset describe an array without "
			"metadata, but its level is not given");
		return err_remedy(err, "give md_level= too, or none of them");
	}
	if (wanted->members)
		return md_find_members(md, root, wanted->members, err);
	if (wanted->uuid)
		return md_find_uuid(md, root, wanted->uuid, err);
	if (wanted->path)
		return find_path(md, root, wanted->path, err);
	return is_no_array("array", "is not named", err);
}

static unsigned int largest_block(const struct md_array *md)
{
	unsigned int i, bytes = 512;

	for (i = 0; i < md->geo.spec.members; i++)
		if (md->member[i].present && md->member[i].block_bytes > bytes)
			bytes = md->member[i].block_bytes;
	return bytes;
}

int md_find(struct md_array *md, const char *root,
	    const struct md_wanted *wanted, struct err *err)
{
	struct err unread;
	int ret;

	if (!err)
		err = &unread;
	memset(md, 0, sizeof(*md));
	take_name(md, wanted);
	ret = find_any(md, root, wanted, err);
	if (!ret && wanted->uuid && (wanted->members || wanted->level))
		ret = other_uuid(md, wanted->uuid, err);
	if (ret)
		return ret;
	if (!md->sectors)
		md->sectors = md->geo.array_sectors;
	md->block_bytes = largest_block(md);
	if (md->dirty)
		md_warn(md,
			"%s is dirty, a resync is due: its parity or copies "
			"may differ%s",
			md->name,
			md->missing ? ", and what is rebuilt of them be wrong"
				    : "");
	return 0;
}
