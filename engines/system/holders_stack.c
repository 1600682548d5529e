// SPDX-License-Identifier: GPL-2.0-only
/* What the kernel itself stacks on a block device: by links in sysfs. */
#include "system/guard_text.h"
#include "system/holders.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct search {
	const struct blockset *set;
	const struct blockdev *dev;
	const char *type; /* of the filesystem */
	struct err *err;
};

static int held_by_lvm(const struct search *search, const char *name)
{
	char vg[128], lv[128], via[96];

	if (guard_text_lvm(name, vg, lv))
		return 0;
	err_set(search->err, EBUSY, search->set->node,
		"belongs to LVM volume group %s (active: %s)%s", vg, lv,
		blockdev_via(search->dev, via, sizeof(via)));
	return err_remedy(
		search->err,
		"deactivate it (vgchange -an %s), or choose another device",
		vg);
}

static int held_by_dm(const struct search *search, const char *holder)
{
	const char *root = search->set->root;
	char name[128], uuid[160], via[96];
	int ret;

	if (sysfs_read(name, sizeof(name), root, "/sys/class/block/%s/dm/name",
		       holder) <= 0)
		return 0;
	guard_text_printable(name);
	sysfs_read(uuid, sizeof(uuid), root, "/sys/class/block/%s/dm/uuid",
		   holder);
	if (!strncmp(uuid, "LVM-", 4)) {
		ret = held_by_lvm(search, name);
		if (ret)
			return ret;
	}
	err_set(search->err, EBUSY, search->set->node,
		"is used by device mapper's %s%s", name,
		blockdev_via(search->dev, via, sizeof(via)));
	return err_remedy(
		search->err,
		"remove it (dmsetup remove %s), or choose another device",
		name);
}

static int held_by_md(const struct search *search, const char *holder)
{
	char level[32], via[96];

	if (sysfs_read(level, sizeof(level), search->set->root,
		       "/sys/class/block/%s/md/level", holder) < 0)
		return 0;
	err_set(search->err, EBUSY, search->set->node,
		"is a member of md array %s%s%s%s", holder,
		level[0] ? ", " : "", level,
		blockdev_via(search->dev, via, sizeof(via)));
	return err_remedy(search->err,
			  "stop the array (mdadm --stop /dev/%s), or choose "
			  "another device",
			  holder);
}

static int visit_holder(const char *holder, void *arg)
{
	const struct search *search = arg;
	char via[96];
	int ret;

	ret = held_by_dm(search, holder);
	if (!ret)
		ret = held_by_md(search, holder);
	if (ret)
		return ret;
	err_set(search->err, EBUSY, search->set->node, "is held by %.64s%s",
		holder, blockdev_via(search->dev, via, sizeof(via)));
	return err_remedy(search->err,
			  "take %.64s down, or choose another device", holder);
}

int holder_stacked(const struct blockset *set, struct err *err)
{
	struct search search = {.set = set, .err = err};
	char path[128];
	size_t i;
	int ret;

	for (i = 0; i < set->count; i++) {
		search.dev = &set->dev[i];
		snprintf(path, sizeof(path), "/sys/class/block/%s/holders",
			 search.dev->name);
		ret = sysfs_list(set->root, path, visit_holder, &search);
		if (ret == -EBUSY)
			return ret;
	}
	return 0;
}

static int pinned(const struct search *search)
{
	char via[96];

	err_set(search->err, EBUSY, search->set->node,
		"holds a filesystem (%s) that is still in use, though mounted "
		"nowhere that can be seen%s",
		search->type, blockdev_via(search->dev, via, sizeof(via)));
	return err_remedy(search->err, "stop the processes with open files on "
				       "it, or choose another device");
}

/* these name the filesystem's folder after its device */
static int find_named_fs(struct search *search)
{
	static const char *const types[] = {"ext4", "xfs", "f2fs", "nilfs2",
					    "erofs"};
	char path[PATH_MAX];
	struct stat st;
	size_t i;

	for (i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		snprintf(path, sizeof(path), "%s/sys/fs/%s/%s",
			 search->set->root, types[i], search->dev->name);
		search->type = types[i];
		if (!stat(path, &st))
			return pinned(search);
	}
	return 0;
}

/* btrfs after its UUID, with a link to each device */
static int visit_btrfs(const char *uuid, void *arg)
{
	struct search *search = arg;
	char path[PATH_MAX];
	struct stat st;
	size_t i;

	search->type = "btrfs";
	for (i = 0; i < search->set->count; i++) {
		search->dev = &search->set->dev[i];
		snprintf(path, sizeof(path), "%s/sys/fs/btrfs/%s/devices/%s",
			 search->set->root, uuid, search->dev->name);
		if (!lstat(path, &st))
			return pinned(search);
	}
	return 0;
}

int holder_pinned_fs(const struct blockset *set, struct err *err)
{
	struct search search = {.set = set, .err = err};
	size_t i;
	int ret;

	for (i = 0; i < set->count; i++) {
		search.dev = &set->dev[i];
		ret = find_named_fs(&search);
		if (ret)
			return ret;
	}
	ret = sysfs_list(set->root, "/sys/fs/btrfs", visit_btrfs, &search);
	return ret == -EBUSY ? ret : 0;
}
