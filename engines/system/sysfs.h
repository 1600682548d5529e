// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small reads below /sys and /proc.  @root is "" on the machine itself, or a
 * folder that holds a copy of them (a snapshot, a test's fixture); the path
 * that follows is printf-formatted and starts with '/'.
 */
#ifndef LANES_SYSTEM_SYSFS_H
#define LANES_SYSTEM_SYSFS_H

#include <stddef.h>
#include <stdint.h>

/**
 * sysfs_read() - one attribute as text, without its trailing white space
 *
 * What does not fit @buf is cut; the text is always NUL-terminated.
 *
 * Return: its length, or -errno.
 */
int sysfs_read(char *buf, size_t len, const char *root, const char *path, ...)
	__attribute__((format(printf, 4, 5)));

/**
 * sysfs_read_u64() - an attribute that is a number (decimal, or hex after 0x)
 *
 * Return: 0, -EINVAL if it is no number or has a tail, or -errno.
 */
int sysfs_read_u64(uint64_t *value, const char *root, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/** sysfs_read_int() - the same for signed values (numa_node) */
int sysfs_read_int(int *value, const char *root, const char *path, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * sysfs_link_name() - last component of a symbolic link's target
 *
 * Return: its length, or -errno.
 */
int sysfs_link_name(char *buf, size_t len, const char *root, const char *path,
		    ...) __attribute__((format(printf, 4, 5)));

/**
 * sysfs_link_parent() - last but one: the disk of a partition
 *
 * Return: its length, or -errno.
 */
int sysfs_link_parent(char *buf, size_t len, const char *root, const char *path,
		      ...) __attribute__((format(printf, 4, 5)));

/**
 * sysfs_list() - call @visit for each entry of a folder, in sorted order
 *
 * "." and ".." are left out.  A non-zero value of @visit ends the walk.
 *
 * Return: what @visit returned last (0 if all were visited), or -errno.
 */
int sysfs_list(const char *root, const char *path,
	       int (*visit)(const char *name, void *arg), void *arg);

#endif
