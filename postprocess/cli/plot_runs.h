// SPDX-License-Identifier: GPL-2.0-only
/* fio's results as the charts of several runs need them. */
#ifndef LANES_CLI_PLOT_RUNS_H
#define LANES_CLI_PLOT_RUNS_H

#include "cli/plot.h"

/**
 * struct plot_result - one run of fio; plot_result_free() it
 * @setup: with what was recorded beside it (run.json)
 */
struct plot_result {
	struct fio_result fio;
	struct fio_setup setup;
};

/**
 * plot_result_read() - one input
 *
 * Return: 0, 1 where it became a problem, or -ENOMEM.
 */
int plot_result_read(struct plot *plot, size_t input,
		     struct plot_result *result);
void plot_result_free(struct plot_result *result);

/** plot_latency_at() - a percentile (0 to 100; < 0: the mean); NAN if unknown
 */
double plot_latency_at(const struct latency *latency, double percentile);

#endif
