// SPDX-License-Identifier: GPL-2.0-only
/*
 * The block devices through which a given one can be reached: its partitions,
 * the disk a partition lies on, and other paths to the same NVMe namespace.
 * Who uses one of them uses the device.
 */
#ifndef LANES_SYSTEM_BLOCKSET_H
#define LANES_SYSTEM_BLOCKSET_H

#include "base/err.h"

#include <stddef.h>

/** enum blockdev_role - what a device of the set is to the one asked for */
enum blockdev_role {
	BLOCKDEV_ITSELF,
	BLOCKDEV_PARTITION,
	BLOCKDEV_DISK,	     /* the disk of a partition */
	BLOCKDEV_OTHER_PATH, /* the same namespace by another controller */
};

struct blockdev {
	unsigned int major, minor;
	enum blockdev_role role;
	char name[64];
};

/**
 * struct blockset - the set
 * @root:  as given; borrowed
 * @node:  "/dev/NAME" of the device asked for, the value of every error
 * @dev:   @count devices; the first is the one asked for; owned
 */
struct blockset {
	const char *root;
	char node[72];
	struct blockdev *dev;
	size_t count;
};

/**
 * blockset_load() - collect the set from sysfs
 * @root: "", or a folder that holds a copy of /sys
 * @name: kernel name of a disk or partition
 * @err:  not NULL
 *
 * Other paths are NVMe disks of the same wwid, which there are where native
 * multipath is off.  Native multipath's hidden paths (nvme0c0n1) have no
 * device number and so cannot be used by anyone.
 *
 * Return: 0, -ENODEV, -ENOMEM; blockset_free() is due in any case.
 */
int blockset_load(struct blockset *set, const char *root, const char *name,
		  struct err *err);
void blockset_free(struct blockset *set);

/** blockset_find() - the device of that number, or NULL */
const struct blockdev *blockset_find(const struct blockset *set,
				     unsigned int major, unsigned int minor);

/** blockset_find_name() - the device of that kernel name, or NULL */
const struct blockdev *blockset_find_name(const struct blockset *set,
					  const char *name);

/**
 * blockset_find_node() - the device that a path leads to, or NULL
 * @path: absolute, below the set's root; symbolic links are followed
 *
 * A path that leads nowhere from here (it was named in another mount
 * namespace) is taken by its last component.
 */
const struct blockdev *blockset_find_node(const struct blockset *set,
					  const char *path);

/**
 * blockdev_via() - " (by its partition nvme0n1p1)"; "" for the device itself
 *
 * Return: @buf
 */
const char *blockdev_via(const struct blockdev *dev, char *buf, size_t len);

#endif
