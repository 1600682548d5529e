// SPDX-License-Identifier: GPL-2.0-only
/* What a comparison collects before it compares. */
#ifndef LANES_MODEL_COMPARISON_SERIES_H
#define LANES_MODEL_COMPARISON_SERIES_H

#include "model/comparison.h"

/**
 * struct repeat - the figures of one run; NAN where not known
 * @highest: its percentiles are the highest of its jobs' own
 */
struct repeat {
	double value[METRICS];
	bool highest;
};

/**
 * struct series - the repeats of one input's test in one direction
 * @bytes, @ios, @interval_ms, @cpu_ms: sums over the repeats; NAN where one
 *         does not tell
 * @latency: of all I/Os of all repeats
 */
struct series {
	size_t column, test;
	enum side side;
	struct repeat *repeats;
	size_t count;
	double bytes, ios, interval_ms, cpu_ms;
	struct latency latency;
};

/** series_find() - Return: it, or NULL where there is none */
struct series *series_find(const struct comparison *comparison, size_t column,
			   size_t test, enum side side);

/**
 * series_cell() - the statistics of a metric
 * @series: may be NULL
 * @scratch: room for as many values as there are repeats
 */
void series_cell(const struct series *series, enum metric metric,
		 double *scratch, struct cell *cell);

#endif
