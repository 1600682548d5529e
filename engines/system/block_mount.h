// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which mount holds a path?
 */
#ifndef LANES_SYSTEM_BLOCK_MOUNT_H
#define LANES_SYSTEM_BLOCK_MOUNT_H

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

/**
 * struct mount - a line of /proc/self/mountinfo
 * @source: the device, or whatever the filesystem calls its own
 */
struct mount {
	char point[PATH_MAX];
	char type[64];
	char source[PATH_MAX];
};

/**
 * block_mount_find() - of the mounts of @dev that hold @path the deepest, and
 * of several there the last
 * @path: absolute, without symbolic links
 */
bool block_mount_find(const char *path, dev_t dev, struct mount *found);

#endif
