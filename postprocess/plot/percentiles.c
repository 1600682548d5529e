// SPDX-License-Identifier: GPL-2.0-only
#include "plot/percentiles.h"

#include <math.h>
#include <stdio.h>

#define SLOWEST 0.6

/* below p1 curves only fall: their least value is not of interest */
#define FROM (1 / 0.99)

/* fewer than that above a percentile are too few to be sure of it */
#define REMAIN 10

static uint64_t count_all(const struct percentile_source *source)
{
	uint64_t count = 0;
	unsigned int i;

	for (i = 0; i < BINS_COUNT; i++)
		count += source->bins[i];
	return count;
}

static double value_of(const struct percentile_source *source, unsigned int bin)
{
	unsigned int width = 1u << source->coarseness;
	double value = bins_middle(bin, width) * source->unit_ns;

	/* the last bin is open above */
	if (bin + width >= BINS_COUNT && source->highest_ns > value)
		return source->highest_ns;
	if (source->highest_ns > 0)
		value = fmin(value, source->highest_ns);
	return fmax(value, 1);
}

/* the next bin from @i on that holds anything; BINS_COUNT for none */
static unsigned int next_bin(const struct percentile_source *source,
			     unsigned int i)
{
	while (i < BINS_COUNT && !source->bins[i])
		i++;
	return i;
}

/*
 * Points of @source whose rest is at least @least and below @most I/Os; x is
 * all I/Os over those that remain above.
 */
static void add_curve(struct percentiles *chart,
		      const struct percentile_source *source, uint64_t total,
		      double least, double most)
{
	double last_x = 0, last_value = 0;
	uint64_t seen = 0;
	unsigned int i;

	for (i = next_bin(source, 0); i < BINS_COUNT;
	     i = next_bin(source, i + 1)) {
		double value = value_of(source, i), rest;

		seen += source->bins[i];
		/* the slowest has nothing above it: it stands a little further
		 * out than the second one */
		rest = fmax((double)(total - seen), SLOWEST);
		if (rest < least)
			break;
		if ((double)total / rest < FROM)
			continue;
		if (rest >= most) {
			last_x = (double)total / rest;
			last_value = value;
			continue;
		}
		/* from where the curve before this one ends */
		if (last_x > 0)
			graph_add(chart->graph, last_x, last_value, last_value,
				  last_value);
		last_x = 0;
		graph_add(chart->graph, (double)total / rest, value, value,
			  value);
		chart->lo = chart->lo > 0 ? fmin(chart->lo, value) : value;
		chart->hi = fmax(chart->hi, value);
	}
}

static double percentile_of(const struct percentile_source *source,
			    uint64_t total, double fraction)
{
	return value_of(source,
			bins_percentile_index(source->bins, total, fraction));
}

static void note_run(struct percentiles *chart,
		     const struct percentile_source *source, uint64_t total)
{
	double p99 = percentile_of(source, total, 0.99);
	double p999 = percentile_of(source, total, 0.999);

	if (!chart->runs || p99 < chart->best.p99) {
		snprintf(chart->best.label, sizeof(chart->best.label), "%s",
			 source->label);
		chart->best.p99 = p99;
		chart->best.p999 = p999;
	}
	if (!chart->runs || p99 > chart->worst.p99) {
		snprintf(chart->worst.label, sizeof(chart->worst.label), "%s",
			 source->label);
		chart->worst.p99 = p99;
		chart->worst.p999 = p999;
	}
}

void percentiles_add(struct percentiles *chart,
		     const struct percentile_source *source)
{
	uint64_t total = count_all(source);
	struct graph_series *series;

	if (!total)
		return;
	if (!chart->graph->panel_count)
		graph_panel(chart->graph, "");
	graph_series(chart->graph, 0, GRAPH_LINE, (int)chart->runs, "");
	add_curve(chart, source, total, REMAIN, INFINITY);
	series = graph_series(chart->graph, 0, GRAPH_LINE, (int)chart->runs,
			      source->label);
	if (series)
		series->width = 0.8;
	add_curve(chart, source, total, 0, REMAIN);
	note_run(chart, source, total);
	chart->runs++;
	chart->most = fmax(chart->most, (double)total / SLOWEST);
	if (source->coarseness > chart->coarseness)
		chart->coarseness = source->coarseness;
}

static void write_finding(struct percentiles *chart)
{
	char low[FORMAT_LEN], high[FORMAT_LEN];
	char *title = chart->graph->title;
	size_t len = sizeof(chart->graph->title);

	if (chart->runs == 1)
		snprintf(
			title, len, "%s: p99 %s, p99.9 %s", chart->best.label,
			format_value(QUANTITY_LATENCY, chart->best.p99, low),
			format_value(QUANTITY_LATENCY, chart->best.p999, high));
	else
		snprintf(title, len,
			 "p99: %.80s %s, %.3g times the %s of %.80s",
			 chart->worst.label,
			 format_value(QUANTITY_LATENCY, chart->worst.p99, high),
			 chart->worst.p99 / chart->best.p99,
			 format_value(QUANTITY_LATENCY, chart->best.p99, low),
			 chart->best.label);
}

void percentiles_finish(struct percentiles *chart)
{
	struct graph *graph = chart->graph;

	if (!chart->runs)
		return;
	axis_percentiles(&graph->x, chart->most);
	snprintf(graph->x.title, sizeof(graph->x.title), "percentile of I/Os");
	axis_log(&graph->panels[0].y, chart->lo, chart->hi, QUANTITY_LATENCY);
	graph->grid_x = true;
	if (!*graph->title)
		write_finding(chart);
	graph_note(graph, "thin line: fewer than %d I/Os remain above", REMAIN);
	graph_note(graph, "from bins, \u00b1 %.2g %%",
		   100 * ldexp(1, (int)chart->coarseness) / 128);
}
