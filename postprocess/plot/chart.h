// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which charts a set of results gives, as data: one per suite and block size,
 * its tests as sections, their configurations as groups of bars, all on one
 * scale.  Rates are those of the real machine: a scale model's times its scale.
 */
#ifndef LANES_PLOT_CHART_H
#define LANES_PLOT_CHART_H

#include "model/results.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct chart_group - the bars of one figure; a rate of 0 is not known
 * @approximate: the document itself says "about"
 * @repeated:    @min_Bps to @max_Bps is worth a whisker
 * @ratio:       measured over published; 0 where nothing is claimed
 */
struct chart_group {
	char label[80];
	double measured_Bps, min_Bps, max_Bps;
	double published_lo_Bps, published_hi_Bps;
	struct rate_range ceiling;
	double ratio;
	bool approximate;
	bool repeated;
	bool claimed;
};

/** struct chart_section - consecutive groups of one test, in one row */
struct chart_section {
	char title[80];
	size_t first, count;
	size_t row;
};

#define CHART_GROUPS_PER_ROW 8
#define CHART_ROWS	     4

/**
 * struct chart - one picture
 * @suite:      index into the results
 * @title:      the finding
 * @notes:      unit and method, the parts of the subtitle
 * @measured:   name of the measured bars ("measured x 100")
 * @ceiling:    name of the ceilings, "" where there are none
 * @unmodelled: name of the bars without a claim, "" where there are none
 * @unit_Bps:   what the axis counts in, @unit its name
 */
struct chart {
	size_t suite;
	char title[256];
	struct strings notes;
	char measured[48];
	char ceiling[48];
	char unmodelled[48];
	bool has_published;
	double unit_Bps;
	const char *unit;
	struct chart_group *groups;
	size_t group_count;
	struct chart_section *sections;
	size_t section_count;
	size_t row_count;
};

/** struct charts - @items is owned; zero-initialised is empty */
struct charts {
	struct chart *items;
	size_t count;
};

/** charts_build() - Return: 0 (then charts_free() them) or -ENOMEM */
int charts_build(struct charts *charts, const struct results *results);
void charts_free(struct charts *charts);

/** chart_max() - the highest rate that the chart shows; 0 for none */
double chart_max(const struct chart *chart);

#endif
