// SPDX-License-Identifier: GPL-2.0-only
/* CPU time over time: what all did as a stack, the busiest one, md's threads.
 */
#ifndef LANES_PLOT_CPU_H
#define LANES_PLOT_CPU_H

#include "model/usage.h"
#include "plot/graph.h"

#include <stddef.h>

/**
 * struct cpu_chart - a chart under construction; zero-initialise, set @graph
 * (graph_init() done), add and finish.  The rest is private.
 */
struct cpu_chart {
	struct graph *graph;

	size_t runs;
	double to_s;
	struct {
		char label[96], thread[32];
		double busy, user, system, busiest, percent;
	} most;
};

/**
 * cpu_add() - one run's panel
 * @sar, @stat: one of both may be NULL; the stack is @sar's then, else @stat's
 */
void cpu_add(struct cpu_chart *chart, const char *label,
	     const struct usage *sar, const struct usage *stat);
void cpu_finish(struct cpu_chart *chart);

#endif
