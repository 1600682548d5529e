// SPDX-License-Identifier: GPL-2.0-only
/* An axis: its ends, its ticks and their labels, all computed here. */
#ifndef LANES_PLOT_AXIS_H
#define LANES_PLOT_AXIS_H

#include "plot/format.h"

#include <stdbool.h>
#include <stddef.h>

#define AXIS_TICKS 256
#define AXIS_LABEL 96

/** struct axis_tick - @label may be "": a line of the grid only */
struct axis_tick {
	double at;
	char label[AXIS_LABEL];
};

/**
 * struct axis
 * @lo, @hi: its ends; @lo > 0 on a logarithmic one
 * @title:   what it counts; may be ""
 */
struct axis {
	double lo, hi;
	bool log;
	char title[64];
	struct axis_tick ticks[AXIS_TICKS];
	size_t count;
};

/** axis_linear() - from @lo to a little above @hi, at round numbers */
void axis_linear(struct axis *axis, double lo, double hi, enum quantity what);

/** axis_log() - logarithmic, from near @lo to near @hi, both > 0 */
void axis_log(struct axis *axis, double lo, double hi, enum quantity what);

/** axis_time() - seconds from @lo to @hi, at round times */
void axis_time(struct axis *axis, double lo, double hi);

/** axis_percentiles() - 1/(1-p) from 1 to @hi: 50, 90, 99, ... */
void axis_percentiles(struct axis *axis, double hi);

/** axis_powers() - each power of two that lies between, on a log scale */
void axis_powers(struct axis *axis, double lo, double hi);

/** axis_add() - one more tick, where it has room for it */
void axis_add(struct axis *axis, double at, const char *label);

/** axis_sort() - ticks by place, as those who leave out labels need them */
void axis_sort(struct axis *axis);

/** axis_part() - where a value lies: 0 at @lo, 1 at @hi */
double axis_part(const struct axis *axis, double value);

#endif
