// SPDX-License-Identifier: GPL-2.0-only
/* Text of what charts count, three digits each. */
#ifndef LANES_PLOT_FORMAT_H
#define LANES_PLOT_FORMAT_H

#include <stddef.h>

#define FORMAT_LEN   24
#define FORMAT_RANGE 64

/** enum quantity - what an axis or a value counts, and in which unit */
enum quantity {
	QUANTITY_RATE,	  /* bytes per second: "1.82 GB/s" */
	QUANTITY_IOPS,	  /* "512k" */
	QUANTITY_LATENCY, /* nanoseconds: "412 µs" */
	QUANTITY_NUMBER,  /* "12.5" */
	QUANTITY_PERCENT, /* of 100: "98 %" */
	QUANTITY_RATIO	  /* "1.23×" */
};

/** format_value() - Return: @buf */
const char *format_value(enum quantity what, double value,
			 char buf[FORMAT_LEN]);

/**
 * format_tick() - the same without needless digits, for an axis
 *
 * 1000 is "1 µs", not "1.00 µs".
 */
const char *format_tick(enum quantity what, double value, char buf[FORMAT_LEN]);

/** format_unit() - what ticks of such an axis count, for a note; may be "" */
const char *format_unit(enum quantity what);

/** format_seconds() - "90 s", "1.5 min", "12 h": a time on an axis */
const char *format_seconds(double seconds, char buf[FORMAT_LEN]);

/** format_range() - "1.65–1.82 GB/s", or one value where both look the same */
const char *format_range(enum quantity what, double lo, double hi,
			 char buf[FORMAT_RANGE]);

#endif
