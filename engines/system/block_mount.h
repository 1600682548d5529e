// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which mount holds a path?
 */
#ifndef LANES_SYSTEM_BLOCK_MOUNT_H
#define LANES_SYSTEM_BLOCK_MOUNT_H

#include "system/guard_text.h"

#include <stdbool.h>
#include <sys/types.h>

/**
 * block_mount_find() - of this process' mounts of @dev that hold @path the
 * deepest, and of several there the last
 * @path: absolute, without symbolic links
 */
bool block_mount_find(const char *path, dev_t dev, struct guard_mount *found);

#endif
