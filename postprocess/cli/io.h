// SPDX-License-Identifier: GPL-2.0-only
/* Files and processes, for all subcommands. */
#ifndef LANES_CLI_IO_H
#define LANES_CLI_IO_H

#include "base/err.h"

#include <limits.h>
#include <stddef.h>

/**
 * io_read() - a whole regular file
 * @buf: NUL-terminated, to be freed; NULL on error
 *
 * Return: 0 or -errno with @err set (value: the path).
 */
int io_read(const char *path, char **buf, size_t *len, struct err *err);

/**
 * io_write() - file_save(), or for "-" to standard output
 *
 * Return: 0 or -errno with @err set.
 */
int io_write(const char *path, const char *buf, size_t len, struct err *err);

/** io_copy() - io_write() of what io_read() reads */
int io_copy(const char *from, const char *to, struct err *err);

/** io_folder() - make a folder and those above it, where missing */
int io_folder(const char *path, struct err *err);

/** io_folder_of() - the folder part of a path, "." if it has none */
int io_folder_of(const char *path, char folder[PATH_MAX], struct err *err);

/**
 * io_temp_folder() - a new folder, that its maker removes again
 * @near: a file beside which it is made
 *
 * Return: 0, or -errno with @err set (value: @near) and @folder "".
 */
int io_temp_folder(const char *near, char folder[PATH_MAX], struct err *err);

/**
 * io_spawn() - run a program in a folder, without a shell, and wait
 * @argv:   the program, found in PATH, and its arguments; ends in NULL
 * @folder: its working directory
 * @said:   what it wrote to standard error and output, cut to @len
 *
 * Return: 0, or -errno with @err set where it could not start (remedy: what
 * to install) or did not end with status 0 (rule: the last line it said).
 */
int io_spawn(char *const argv[], const char *folder, char *said, size_t len,
	     struct err *err);

#endif
