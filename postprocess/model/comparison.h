// SPDX-License-Identifier: GPL-2.0-only
/*
 * Results side by side: for each test, direction and metric what each input
 * gave over its repeats, and whether that differs from the first input by more
 * than the repeats do among themselves.
 *
 * Fill it with comparison_column() and comparison_add(), then
 * comparison_finish() it once.
 */
#ifndef LANES_MODEL_COMPARISON_H
#define LANES_MODEL_COMPARISON_H

#include "model/outcome.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/** enum metric - in the order of the table */
enum metric {
	METRIC_RATE,
	METRIC_IOPS,
	METRIC_MEAN,
	METRIC_DEVIATION,
	METRIC_P50,
	METRIC_P99,
	METRIC_P999,
	METRIC_CPU,
	METRICS
};

/** metric_name() - "bandwidth", "p99 latency", ... */
const char *metric_name(enum metric metric);

/** metric_key() - for programs: "bandwidth", "latency_p99", ... */
const char *metric_key(enum metric metric);

/** metric_unit() - of its values: "B/s", "1/s", "ns", "%" (100 is one CPU) */
const char *metric_unit(enum metric metric);

/** metric_is_cost() - less of it is better: latencies and CPU time */
bool metric_is_cost(enum metric metric);

/** enum difference - from the first input */
enum difference {
	DIFFERENCE_NONE,    /* it is the first, or one of both has no value */
	DIFFERENCE_UNKNOWN, /* fewer than REPEATS_MIN repeats of one of both */
	DIFFERENCE_WITHIN,  /* the ranges of the repeats overlap */
	DIFFERENCE_BEYOND   /* they do not */
};

#define REPEATS_MIN 3

/**
 * struct cell - a metric of one input
 * @repeats: that have a value; all else is NAN where there is none
 * @median, @min, @max: over them; of an even number the mean of the middle two,
 *           of a latency the higher one
 * @pooled:  of all I/Os of all repeats: bytes over time, weighted mean, pooled
 *           deviation, percentile of the merged bins; NAN where that needs what
 *           was not recorded
 * @ratio:   of medians, over the first input's
 * @highest: percentiles that are the highest of several jobs' own
 */
struct cell {
	size_t repeats;
	double median, min, max;
	double pooled;
	double ratio;
	enum difference difference;
	bool highest;
};

/** struct comparison_row - @cells: one per column; owned */
struct comparison_row {
	size_t test;
	enum side side;
	enum metric metric;
	struct cell *cells;
};

struct series;

/**
 * struct comparison - all of it; all is owned
 * @columns: the inputs' labels
 * @tests:   names, as they came; one "" where no input names its only test
 * @series:  what was added, until it is finished
 * @rows:    by test, direction, metric
 * @warnings: what was assumed to match tests, and what is missing
 * @missing: how often the first input has a test and direction and another not
 */
struct comparison {
	struct strings columns;
	struct strings tests;
	struct series *series;
	size_t series_count;
	struct comparison_row *rows;
	size_t row_count;
	struct strings warnings;
	size_t missing;
};

/** comparison_column() - a further input; Return: its index, or -ENOMEM */
long comparison_column(struct comparison *comparison, const char *label);

/**
 * comparison_add() - a repeat of a test
 *
 * Return: 0 or -ENOMEM.
 */
int comparison_add(struct comparison *comparison, size_t column,
		   const char *test, const struct outcome *outcome);

/**
 * comparison_finish() - match, compare, warn
 *
 * Tests match by name; where each input has one only, these match. A direction
 * that a tool does not tell is that of the others, where these have one only.
 * Reads and writes together keep only their rates where both stand alone too.
 *
 * Return: 0 or -ENOMEM.
 */
int comparison_finish(struct comparison *comparison);
void comparison_free(struct comparison *comparison);

/**
 * comparison_gain() - a ratio such that more is better
 *
 * Return: the cell's ratio, of a cost its inverse.
 */
double comparison_gain(const struct comparison_row *row, size_t column);

#endif
