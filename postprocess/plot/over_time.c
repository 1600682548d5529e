// SPDX-License-Identifier: GPL-2.0-only
#include "plot/over_time.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* points of a line: about one in two pixels */
#define ROOM 320

uint64_t over_time_width(const struct over_time *chart, uint64_t width_ms,
			 uint64_t window_ms, double to_ms, double room)
{
	uint64_t least =
		chart->bucket_ms > window_ms ? chart->bucket_ms : window_ms;

	while (width_ms < least || to_ms / (double)width_ms > room)
		width_ms *= 2;
	return width_ms;
}

static void note_run(struct over_time *chart, const char *label, double mean,
		     double lo, double hi)
{
	if (!chart->runs || mean > chart->best.mean) {
		snprintf(chart->best.label, sizeof(chart->best.label), "%s",
			 label);
		chart->best.mean = mean;
		chart->best.lo = lo;
		chart->best.hi = hi;
	}
	if (!chart->runs || mean < chart->worst.mean) {
		snprintf(chart->worst.label, sizeof(chart->worst.label), "%s",
			 label);
		chart->worst.mean = mean;
		chart->worst.lo = lo;
		chart->worst.hi = hi;
	}
	chart->runs++;
}

/* it shows no more than a picture can, and its own time's ends */
static void add_line(struct over_time *chart, const struct track *track,
		     double *lo, double *hi)
{
	double rate, width_s = (double)track->width_ms / 1000;
	size_t i;

	*lo = INFINITY;
	*hi = 0;
	for (i = 0; i < track->used; i++) {
		if (!track_rate(track, i, &rate))
			continue;
		graph_add(chart->graph, ((double)i + 0.5) * width_s, rate, rate,
			  rate);
		*lo = fmin(*lo, rate);
		*hi = fmax(*hi, rate);
	}
}

void over_time_track(struct over_time *chart, const char *label,
		     const struct track *track)
{
	struct graph *graph = chart->graph;
	struct track wide = *track;
	double lo, hi, mean = track_mean(track);

	if (!graph->panel_count)
		graph_panel(graph, "");
	track_widen(&wide,
		    over_time_width(chart, track->width_ms, track->window_ms,
				    track->to_ms, ROOM));
	graph_series(graph, 0, GRAPH_LINE, (int)chart->runs, label);
	add_line(chart, &wide, &lo, &hi);
	if (lo > hi) { /* too short for a whole bucket */
		graph_add(graph, track->to_ms / 2000, mean, mean, mean);
		lo = hi = mean;
	}
	note_run(chart, label, mean, lo, hi);
	chart->hi = fmax(chart->hi, hi);
	chart->to_s = fmax(chart->to_s, track->to_ms / 1000);
	if (wide.width_ms > chart->width_ms)
		chart->width_ms = wide.width_ms;
}

void over_time_ceiling(struct over_time *chart, double value, const char *name)
{
	struct graph *graph = chart->graph;
	char text[96], number[FORMAT_LEN];
	struct graph_series *series;

	snprintf(text, sizeof(text), "%.60s %s", *name ? name : "ceiling",
		 format_value(chart->what, value, number));
	series = graph_series(graph, 0, GRAPH_LINE, GRAPH_CEILING, text);
	if (series)
		series->dashed = true;
	graph_add(graph, 0, value, value, value);
	graph_add(graph, chart->to_s, value, value, value);
	chart->hi = fmax(chart->hi, value);
}

static void write_finding(struct over_time *chart)
{
	const char *what = chart->what == QUANTITY_IOPS ? " IOPS" : "";
	char *title = chart->graph->title;
	size_t len = sizeof(chart->graph->title);
	char mean[FORMAT_LEN], low[FORMAT_LEN], range[FORMAT_RANGE];

	format_value(chart->what, chart->best.mean, mean);
	if (chart->runs == 1) {
		format_range(chart->what, chart->best.lo, chart->best.hi,
			     range);
		snprintf(title, len, "%s: %s%s in the mean, %s over time",
			 chart->best.label, mean, what, range);
		return;
	}
	format_value(chart->what, chart->worst.mean, low);
	if (chart->worst.mean > 0)
		snprintf(title, len,
			 "%.80s: %s%s, %.3g times the %s%s of %.80s",
			 chart->best.label, mean, what,
			 chart->best.mean / chart->worst.mean, low, what,
			 chart->worst.label);
	else
		snprintf(title, len, "%.80s: %s%s; nothing moved in %.80s",
			 chart->best.label, mean, what, chart->worst.label);
}

void over_time_finish(struct over_time *chart)
{
	struct graph *graph = chart->graph;
	char width[FORMAT_LEN];

	if (!chart->runs)
		return;
	axis_time(&graph->x, 0, chart->to_s);
	axis_linear(&graph->panels[0].y, 0, chart->hi, chart->what);
	if (!*graph->title)
		write_finding(chart);
	graph_note(graph, "%s",
		   chart->what == QUANTITY_IOPS ? "IOPS over time"
						: "throughput over time");
	graph_note(graph, "each point is %s",
		   format_seconds((double)chart->width_ms / 1000, width));
}
