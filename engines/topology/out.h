// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text into the caller's buffer, counted beyond its end as snprintf() does.
 */
#ifndef LANES_TOPOLOGY_OUT_H
#define LANES_TOPOLOGY_OUT_H

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

struct out {
	char *buf;
	size_t cap;
	size_t len;
};

__attribute__((format(printf, 2, 3))) static inline void
out_print(struct out *out, const char *format, ...)
{
	size_t room = out->len < out->cap ? out->cap - out->len : 0;
	va_list ap;
	int n;

	va_start(ap, format);
	n = vsnprintf(room ? out->buf + out->len : NULL, room, format, ap);
	va_end(ap);
	out->len += n > 0 ? n : 0;
}

#endif
