// SPDX-License-Identifier: GPL-2.0-only
/* One line of terse output. */
#ifndef LANES_MODEL_TERSE_LINE_H
#define LANES_MODEL_TERSE_LINE_H

#include "model/fio.h"

/** terse_version() - 2 to 5 where a line begins as terse output does, else 0 */
int terse_version(const char *line, size_t len);

/**
 * terse_line_parse() - read a line of version 3 to 5
 * @fio_version: of 64 bytes
 *
 * Return: NULL, or what is wrong with it.
 */
const char *terse_line_parse(struct fio_job *job, char *fio_version,
			     const char *line, size_t len);

#endif
