// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's terse output (--minimal, --output-format=terse), versions 3 to 5.
 * Source: fio HOWTO, "Terse output"; stat.c (show_thread_status_terse_all).
 */
#ifndef LANES_MODEL_TERSE_H
#define LANES_MODEL_TERSE_H

#include "model/fio.h"

/** terse_knows() - does a line of it begin as terse output does? */
bool terse_knows(const char *buf, size_t len);

/**
 * terse_parse() - read its lines; text around them is skipped
 *
 * What the format lacks is noted in @result->notes.  Latencies are whole µs,
 * percentiles cut to them.
 *
 * Return: 0 (then fio_free() it), or -errno with @err set (value "name:line").
 */
int terse_parse(struct fio_result *result, const char *name, const char *buf,
		size_t len, struct err *err);

#endif
