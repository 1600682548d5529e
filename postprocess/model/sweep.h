// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several runs of fio that differ in their settings: which settings these are,
 * which runs are repeats of each other, and what the repeats' median is.
 */
#ifndef LANES_MODEL_SWEEP_H
#define LANES_MODEL_SWEEP_H

#include "model/fio_setup.h"

#include <stdbool.h>
#include <stddef.h>

/** enum sweep_metric - what is told of a run */
enum sweep_metric {
	SWEEP_RATE, /* bytes per second */
	SWEEP_IOPS,
	SWEEP_LATENCY, /* nanoseconds */
	SWEEP_METRICS
};

/**
 * struct sweep_run
 * @label: given by the user: sets it apart from others; else ""
 * @place: where it comes from, a folder; may be ""
 * @value: by metric; NAN where not known
 */
struct sweep_run {
	char label[96];
	char place[96];
	struct fio_setup setup;
	double value[SWEEP_METRICS];
};

/** struct sweep - @runs is owned; zero-initialised is empty */
struct sweep {
	struct sweep_run *runs;
	size_t count;
};

/** sweep_add() - Return: 0 or -ENOMEM */
int sweep_add(struct sweep *sweep, const struct sweep_run *run);
void sweep_free(struct sweep *sweep);

/** sweep_differs() - do the runs differ in a setting, or lack it? */
bool sweep_differs(const struct sweep *sweep, enum setting setting);

/**
 * struct sweep_line - runs that are alike but for some settings
 * @name: by which it differs from the other lines; "" where there is but one
 * @points: owned
 */
struct sweep_line {
	char name[96];
	struct sweep_point *points;
	size_t count;
};

/**
 * struct sweep_point - repeats
 * @at:     of the first two settings that lines may differ in
 * @median, @lo, @hi: over the repeats, by metric
 */
struct sweep_point {
	double at[2];
	double median[SWEEP_METRICS], lo[SWEEP_METRICS], hi[SWEEP_METRICS];
	size_t repeats;
};

/** struct sweep_lines - @items is owned */
struct sweep_lines {
	struct sweep_line *items;
	size_t count;
};

/**
 * sweep_lines() - sort runs into lines and points
 * @along: settings by which the points of a line differ, @count of them; by the
 *         first (and second) they are sorted
 *
 * Runs that lack one of the first two are left out.
 *
 * Return: 0 (then sweep_lines_free() them) or -ENOMEM.
 */
int sweep_lines(struct sweep_lines *lines, const struct sweep *sweep,
		const enum setting *along, size_t count);
void sweep_lines_free(struct sweep_lines *lines);

#endif
