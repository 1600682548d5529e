// SPDX-License-Identifier: GPL-2.0-only
/* What a chart says, in words: its title, its notes and the names of its bars.
 */
#ifndef LANES_PLOT_FINDING_H
#define LANES_PLOT_FINDING_H

#include "plot/chart.h"

/**
 * finding_write() - fill in all words and the unit of a chart
 * @part, @parts: its place where one subject takes several charts
 *
 * Return: 0 or -ENOMEM.
 */
int finding_write(struct chart *chart, const struct results *results,
		  double block_size_bytes, size_t part, size_t parts);

#endif
