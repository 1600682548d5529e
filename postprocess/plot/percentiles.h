// SPDX-License-Identifier: GPL-2.0-only
/*
 * Curves of latency by percentile, with 1/(1-p) along a logarithmic x: as much
 * room for 99 to 99.9 as for 90 to 99.
 */
#ifndef LANES_PLOT_PERCENTILES_H
#define LANES_PLOT_PERCENTILES_H

#include "model/bins.h"
#include "plot/graph.h"

#include <stddef.h>
#include <stdint.h>

/**
 * struct percentile_source - bins of one run, in one direction
 * @bins:       BINS_COUNT of them; 2^@coarseness neighbours are one
 * @unit_ns:    what its values count: 1 or 1000
 * @highest_ns: 0 where it is not known
 */
struct percentile_source {
	const char *label;
	const uint64_t *bins;
	unsigned int coarseness;
	double unit_ns;
	double highest_ns;
};

/**
 * struct percentiles - a chart under construction; zero-initialise, set
 * @graph (graph_init() done), add and finish.  The rest is private.
 */
struct percentiles {
	struct graph *graph;

	size_t runs;
	double lo, hi, most;
	unsigned int coarseness;
	struct {
		char label[96];
		double p99, p999;
	} best, worst;
};

/**
 * percentiles_add() - a run's curve
 *
 * Where fewer than ten I/Os remain above it, it is thin.
 */
void percentiles_add(struct percentiles *chart,
		     const struct percentile_source *source);

void percentiles_finish(struct percentiles *chart);

#endif
