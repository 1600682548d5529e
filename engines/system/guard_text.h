// SPDX-License-Identifier: GPL-2.0-only
/* The lines of /proc and /sys that the guard reads; no I/O, fuzzed. */
#ifndef LANES_SYSTEM_GUARD_TEXT_H
#define LANES_SYSTEM_GUARD_TEXT_H

#include <limits.h>
#include <stddef.h>

/**
 * guard_text_dev() - a device number, "259:3"
 *
 * Return: 0, or -EINVAL unless @text is just that.
 */
int guard_text_dev(const char *text, unsigned int *major, unsigned int *minor);

/**
 * struct guard_mount - what counts of a line of mountinfo
 * @major, @minor: device number of the filesystem; major 0 where it has none
 *                 of its own (btrfs, network)
 * @point:  where it is mounted, unescaped
 * @type:   filesystem
 * @source: what was mounted, unescaped
 */
struct guard_mount {
	unsigned int major, minor;
	char point[PATH_MAX];
	char type[64];
	char source[PATH_MAX];
};

/**
 * guard_text_mount() - parse a line of /proc/PID/mountinfo
 *
 * Texts that are too long are cut.
 *
 * Source: proc(5), "/proc/[pid]/mountinfo".
 *
 * Return: 0, or -EINVAL.
 */
int guard_text_mount(const char *line, struct guard_mount *mount);

/**
 * guard_text_swap() - the device or file of a line of /proc/swaps
 *
 * Return: 0; -EINVAL for the head line, or where @path is too small.
 */
int guard_text_swap(const char *line, char *path, size_t len);

/**
 * guard_text_lvm() - volume group and logical volume of a dm name
 * @name: "vg-lv"; a '-' inside a name is doubled
 * @vg, @lv: at least strlen(@name) + 1 bytes each
 *
 * Return: 0, or -EINVAL if @name is no such pair.
 */
int guard_text_lvm(const char *name, char *vg, char *lv);

/**
 * guard_text_printable() - replace control characters by '?', in place
 *
 * Names of mounts and processes come from other users and go to a terminal.
 *
 * Return: @text.
 */
char *guard_text_printable(char *text);

#endif
