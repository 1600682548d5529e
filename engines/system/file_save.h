// SPDX-License-Identifier: GPL-2.0-only
/* Output files that appear whole or not at all. */
#ifndef LANES_SYSTEM_FILE_SAVE_H
#define LANES_SYSTEM_FILE_SAVE_H

#include "base/err.h"

#include <stddef.h>

/**
 * file_save() - write a file beside its place, then rename it to there
 *
 * A symbolic link stays, and what it names is replaced.  Refused is what
 * exists and is no regular file: root would replace a device node.
 *
 * Return: 0 or -errno with @err set (value: @path); then all is as it was.
 */
int file_save(const char *path, const char *buf, size_t len, struct err *err);

/**
 * file_can_save() - would file_save() begin?  To ask before a long run
 *
 * Return: 0 or -errno with @err set (value: @path).
 */
int file_can_save(const char *path, struct err *err);

#endif
