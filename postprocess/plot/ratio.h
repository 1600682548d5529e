// SPDX-License-Identifier: GPL-2.0-only
/* A against B: each test's ratio to the first input, and how sure it is. */
#ifndef LANES_PLOT_RATIO_H
#define LANES_PLOT_RATIO_H

#include "model/comparison.h"
#include "plot/graph.h"

/**
 * ratio_build() - a row per test, a dot per further input
 *
 * Whiskers go from the least to the highest ratio that any two single runs
 * have.  Where both have n repeats, a median lies between the least and the
 * highest of them with a probability of 1 - 2^(1 - n), whatever the
 * distribution; so both do with the square of that.
 *
 * Return: 0, -ENOMEM, or -ENODATA where no test has two inputs.
 */
int ratio_build(struct graph *graph, const struct comparison *comparison,
		enum metric metric);

#endif
