// SPDX-License-Identifier: GPL-2.0-only
#include "system/blockset.h"

#include "system/guard_text.h"
#include "system/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define BLOCK "/sys/class/block"

static int add(struct blockset *set, const char *name, enum blockdev_role role)
{
	struct blockdev dev = {.role = role}, *grown;
	char text[32];
	int ret;

	ret = sysfs_read(text, sizeof(text), set->root, BLOCK "/%s/dev", name);
	if (ret < 0)
		return ret;
	if (guard_text_dev(text, &dev.major, &dev.minor) ||
	    snprintf(dev.name, sizeof(dev.name), "%s", name) >=
		    (int)sizeof(dev.name))
		return -EINVAL;
	grown = realloc(set->dev, (set->count + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	set->dev = grown;
	set->dev[set->count++] = dev;
	return 0;
}

static int is_partition(const struct blockset *set, const char *name)
{
	char text[16];

	return sysfs_read(text, sizeof(text), set->root, BLOCK "/%s/partition",
			  name) >= 0;
}

static int visit_partition(const char *name, void *arg)
{
	struct blockset *set = arg;

	/* a disk's folder holds its partitions beside its attributes */
	if (!is_partition(set, name))
		return 0;
	return add(set, name, BLOCKDEV_PARTITION);
}

static int add_partitions(struct blockset *set, const char *disk)
{
	char path[128];

	snprintf(path, sizeof(path), BLOCK "/%s", disk);
	return sysfs_list(set->root, path, visit_partition, set);
}

static int add_disk(struct blockset *set, const char *partition)
{
	char disk[64];
	int ret = sysfs_link_parent(disk, sizeof(disk), set->root, BLOCK "/%s",
				    partition);

	return ret < 0 ? ret : add(set, disk, BLOCKDEV_DISK);
}

struct paths {
	struct blockset *set;
	char wwid[256];
};

static int visit_path(const char *name, void *arg)
{
	struct paths *paths = arg;
	struct blockset *set = paths->set;
	char wwid[256];
	int ret;

	if (strncmp(name, "nvme", 4) || blockset_find_name(set, name) ||
	    is_partition(set, name))
		return 0;
	ret = sysfs_read(wwid, sizeof(wwid), set->root, BLOCK "/%s/wwid", name);
	if (ret <= 0 || strcmp(wwid, paths->wwid))
		return 0;
	ret = add(set, name, BLOCKDEV_OTHER_PATH);
	if (ret == -ENOENT)
		return 0; /* a hidden path of native multipath */
	return ret ? ret : add_partitions(set, name);
}

static int add_other_paths(struct blockset *set)
{
	struct paths paths = {.set = set};
	int ret = sysfs_read(paths.wwid, sizeof(paths.wwid), set->root,
			     BLOCK "/%s/wwid", set->dev->name);

	if (ret <= 0)
		return 0; /* no NVMe namespace */
	return sysfs_list(set->root, BLOCK, visit_path, &paths);
}

static int collect(struct blockset *set, const char *name)
{
	int ret;

	if (!name[0] || name[0] == '.' || strchr(name, '/'))
		return -EINVAL;
	ret = add(set, name, BLOCKDEV_ITSELF);
	if (ret)
		return ret;
	if (is_partition(set, name))
		return add_disk(set, name);
	ret = add_partitions(set, name);
	return ret ? ret : add_other_paths(set);
}

int blockset_load(struct blockset *set, const char *root, const char *name,
		  struct err *err)
{
	int ret;

	memset(set, 0, sizeof(*set));
	set->root = root;
	snprintf(set->node, sizeof(set->node), "/dev/%.60s", name);
	ret = collect(set, name);
	if (!ret)
		return 0;
	if (ret == -ENOMEM)
		return err_set(err, ENOMEM, set->node, "no memory");
	err_set(err, ENODEV, set->node, "is no block device of this machine");
	return err_remedy(err, "look at /sys/class/block for those there are");
}

void blockset_free(struct blockset *set)
{
	free(set->dev);
	set->dev = NULL;
	set->count = 0;
}

const struct blockdev *blockset_find(const struct blockset *set,
				     unsigned int major, unsigned int minor)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (set->dev[i].major == major && set->dev[i].minor == minor)
			return &set->dev[i];
	return NULL;
}

const struct blockdev *blockset_find_name(const struct blockset *set,
					  const char *name)
{
	size_t i;

	for (i = 0; i < set->count; i++)
		if (!strcmp(set->dev[i].name, name))
			return &set->dev[i];
	return NULL;
}

/* the kernel marks the path of a node that was replaced since it was opened */
static void drop_deleted(char *path)
{
	static const char mark[] = " (deleted)";
	size_t n = strlen(path), tail = strlen(mark);

	if (n > tail && !strcmp(path + n - tail, mark))
		path[n - tail] = '\0';
}

/* a copy of /dev is text */
static const struct blockdev *find_copied_node(const struct blockset *set,
					       const char *full)
{
	unsigned int major, minor;
	char text[32];

	if (!set->root[0] || sysfs_read(text, sizeof(text), "", "%s", full) < 0)
		return NULL;
	return guard_text_dev(text, &major, &minor)
		       ? NULL
		       : blockset_find(set, major, minor);
}

const struct blockdev *blockset_find_node(const struct blockset *set,
					  const char *path)
{
	char full[PATH_MAX], *slash;
	struct statx stx;

	if (snprintf(full, sizeof(full), "%s%s", set->root, path) >=
	    (int)sizeof(full))
		return NULL;
	drop_deleted(full);
	/* cached attributes only: a dead network mount must not stall this */
	if (statx(AT_FDCWD, full, AT_STATX_DONT_SYNC, STATX_TYPE, &stx)) {
		slash = strrchr(full, '/');
		return slash ? blockset_find_name(set, slash + 1) : NULL;
	}
	if (S_ISBLK(stx.stx_mode))
		return blockset_find(set, stx.stx_rdev_major,
				     stx.stx_rdev_minor);
	return S_ISREG(stx.stx_mode) ? find_copied_node(set, full) : NULL;
}

const char *blockdev_via(const struct blockdev *dev, char *buf, size_t len)
{
	static const char *const by[] = {
		[BLOCKDEV_PARTITION] = "by its partition",
		[BLOCKDEV_DISK] = "by its disk",
		[BLOCKDEV_OTHER_PATH] = "by another path to it,",
	};

	buf[0] = '\0';
	if (dev->role != BLOCKDEV_ITSELF)
		snprintf(buf, len, " (%s %s)", by[dev->role], dev->name);
	return buf;
}
