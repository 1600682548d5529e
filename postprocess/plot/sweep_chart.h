// SPDX-License-Identifier: GPL-2.0-only
/* Charts of runs that differ in their settings: as lines, or as cells. */
#ifndef LANES_PLOT_SWEEP_CHART_H
#define LANES_PLOT_SWEEP_CHART_H

#include "model/sweep.h"
#include "plot/graph.h"

/**
 * struct sweep_words - what a figure is called
 * @metric: which one it is
 * @latency: "p99", "mean latency": what SWEEP_LATENCY stands for
 */
struct sweep_words {
	enum sweep_metric metric;
	char latency[32];
};

/** struct sweep_ceiling - a line across; @value 0 for none */
struct sweep_ceiling {
	double value;
	const char *name;
};

/**
 * scaling_build() - a figure over a setting, with what it would be if it grew
 * as the setting does
 *
 * Return: 0 or -ENOMEM.
 */
int scaling_build(struct graph *graph, const struct sweep *sweep,
		  enum setting x, const struct sweep_words *words,
		  const struct sweep_ceiling *ceiling);

/** qd_build() - latency over IOPS, along I/Os outstanding */
int qd_build(struct graph *graph, const struct sweep *sweep,
	     const struct sweep_words *words);

/** heat_build() - a figure over two settings, a panel per line */
int heat_build(struct graph *graph, const struct sweep *sweep, enum setting x,
	       enum setting y, const struct sweep_words *words);

/* --- for the files of this room -------------------------------------- */

/** sweep_quantity() - how a metric is written */
enum quantity sweep_quantity(enum sweep_metric metric);

/** sweep_metric_name() - "throughput", "IOPS", or the latency's */
const char *sweep_metric_name(const struct sweep_words *words);

/** sweep_setting_title() - a setting in words, for an axis */
const char *sweep_setting_title(enum setting setting);

/** sweep_phrase() - "with 4 drives", "at iodepth 32"; Return: @buf */
const char *sweep_phrase(enum setting setting, double value, char buf[48]);

/** sweep_repeats() - the most of any point, noted in the graph if above 1 */
void sweep_repeats(struct graph *graph, const struct sweep_lines *lines);

#endif
