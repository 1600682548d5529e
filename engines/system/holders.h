// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who uses a set of block devices, one look-up per kind of user.  Each returns
 * 0 if it finds nobody, or -EBUSY with words: the device asked for, who has it
 * and by which partition, what to do; @err is not NULL.  What cannot be read (a
 * foreign process, a feature the kernel lacks) is passed over: guard_claim()'s
 * O_EXCL sees it.
 */
#ifndef LANES_SYSTEM_HOLDERS_H
#define LANES_SYSTEM_HOLDERS_H

#include "base/err.h"
#include "system/blockset.h"

#include <stddef.h>

/** holder_mount() - mounts, in the mount namespaces of all visible processes */
int holder_mount(const struct blockset *set, struct err *err);

/** holder_swap() - swap */
int holder_swap(const struct blockset *set, struct err *err);

/** holder_pinned_fs() - filesystems known to sysfs: unmounted, yet in use */
int holder_pinned_fs(const struct blockset *set, struct err *err);

/** holder_stacked() - md, device mapper (LVM by its group), bcache, ... */
int holder_stacked(const struct blockset *set, struct err *err);

/** holder_loop() - loop devices; they do not hold what backs them */
int holder_loop(const struct blockset *set, struct err *err);

/**
 * holder_export() - nvmet namespaces and passthrough, LIO backstores
 *
 * Where nvmet or LIO is loaded but configfs is mounted nowhere, nobody can
 * tell what they export: that counts as in use.
 */
int holder_export(const struct blockset *set, struct err *err);

/**
 * holder_process() - the processes that have the device open
 *
 * For a device known to be held exclusively: always -EBUSY.
 */
int holder_process(const struct blockset *set, struct err *err);

/**
 * mount_point_of() - where a filesystem of that type is mounted here
 *
 * Return: 0, -ENOENT, or -errno.
 */
int mount_point_of(const char *root, const char *type, char *buf, size_t len);

#endif
