// SPDX-License-Identifier: GPL-2.0-only
#include "plot/over_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOM 240

/* a bucket's figures in nanoseconds; Return: false where there is none */
static bool point_at(const struct latency_source *source, size_t i,
		     struct log_point *point)
{
	double unit = source->unit_ns;
	uint64_t width = source->log->width_ms;

	/* of a bucket that has hardly begun percentiles mean nothing */
	if (i && source->log->last_ms - i * width < width / 2)
		return false;
	if (!log_point(source->log, source->side, i, point))
		return false;
	point->mean *= unit;
	point->min *= unit;
	point->max *= unit;
	point->p50 *= unit;
	point->p99 *= unit;
	return true;
}

enum curve {
	CURVE_HIGHEST,
	CURVE_P99,
	CURVE_P50,
	CURVE_MEAN
};

static double value_of(const struct log_point *point, enum curve curve)
{
	switch (curve) {
	case CURVE_HIGHEST:
		return point->max;
	case CURVE_P99:
		return point->p99;
	case CURVE_P50:
		return point->p50;
	case CURVE_MEAN:
		break;
	}
	return point->mean;
}

/* a bucket with no I/O is a gap in the line, not a value */
static void add_curve(struct over_time *chart,
		      const struct latency_source *source, enum curve curve)
{
	const struct log_series *series = &source->log->side[source->side];
	double width_s = (double)source->log->width_ms / 1000;
	struct log_point point;
	double y;
	size_t i;

	for (i = 0; i < series->used; i++) {
		double x = ((double)i + 0.5) * width_s;

		if (!point_at(source, i, &point)) {
			graph_add(chart->graph, x, NAN, NAN, NAN);
			continue;
		}
		y = fmax(value_of(&point, curve), 1);
		graph_add(chart->graph, x, y, fmax(point.p50, 1),
			  fmax(point.p99, 1));
		chart->lo = chart->lo > 0 ? fmin(chart->lo, y) : y;
		chart->hi = fmax(chart->hi, y);
	}
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* where p99 (of averaged logs: the mean) is highest, against its median */
static void note_peak(struct over_time *chart,
		      const struct latency_source *source, enum curve curve)
{
	const struct log_series *series = &source->log->side[source->side];
	double *values = calloc(series->used + 1, sizeof(*values));
	double highest = 0, at_s = 0;
	struct log_point point;
	size_t i, count = 0;

	for (i = 0; values && i < series->used; i++) {
		if (!point_at(source, i, &point))
			continue;
		values[count] = value_of(&point, curve);
		if (values[count] > highest) {
			highest = values[count];
			at_s = point.time_s;
		}
		count++;
	}
	if (!values || !count) {
		free(values);
		return;
	}
	qsort(values, count, sizeof(*values), by_size);
	if (!chart->runs || highest > chart->peak.value) {
		snprintf(chart->peak.label, sizeof(chart->peak.label), "%s",
			 source->label);
		chart->peak.value = highest;
		chart->peak.at_s = at_s;
		chart->peak.usual = values[count / 2];
	}
	free(values);
}

static struct graph_series *new_line(struct over_time *chart, size_t panel,
				     int colour, double width, const char *name)
{
	struct graph_series *series =
		graph_series(chart->graph, panel, GRAPH_LINE, colour, name);

	if (series)
		series->width = width;
	return series;
}

void latency_time_add(struct over_time *chart,
		      const struct latency_source *source)
{
	bool averaged = source->log->form.averaged;
	enum curve curve = averaged ? CURVE_MEAN : CURVE_P99;
	size_t panel = graph_panel(chart->graph, source->label);

	log_widen(source->log,
		  over_time_width(chart, source->log->width_ms,
				  source->log->form.window_ms,
				  (double)source->log->last_ms, ROOM));
	if (!averaged) {
		graph_series(chart->graph, panel, GRAPH_BAND, 0, "");
		add_curve(chart, source, CURVE_P99);
	}
	new_line(chart, panel, GRAPH_REFERENCE, 1, "highest");
	add_curve(chart, source, CURVE_HIGHEST);
	new_line(chart, panel, 0, averaged ? 1.8 : 1.2,
		 averaged ? "mean" : "p99");
	add_curve(chart, source, curve);
	if (!averaged) {
		new_line(chart, panel, 0, 1.8, "p50");
		add_curve(chart, source, CURVE_P50);
	}
	note_peak(chart, source, curve);
	chart->runs++;
	chart->to_s = fmax(chart->to_s, (double)source->log->last_ms / 1000);
	if (source->log->width_ms > chart->width_ms)
		chart->width_ms = source->log->width_ms;
	chart->averaged |= averaged;
}

static void write_finding(struct over_time *chart)
{
	const char *name = chart->averaged ? "mean" : "p99";
	char usual[FORMAT_LEN], peak[FORMAT_LEN], when[FORMAT_LEN];

	format_value(QUANTITY_LATENCY, chart->peak.usual, usual);
	format_value(QUANTITY_LATENCY, chart->peak.value, peak);
	if (chart->peak.value < 1.5 * chart->peak.usual)
		snprintf(chart->graph->title, sizeof(chart->graph->title),
			 "%s: %s stays near %s", chart->peak.label, name,
			 usual);
	else
		snprintf(chart->graph->title, sizeof(chart->graph->title),
			 "%s: %s usually %s, and up to %s at %s",
			 chart->peak.label, name, usual, peak,
			 format_seconds(chart->peak.at_s, when));
}

void latency_time_finish(struct over_time *chart)
{
	struct graph *graph = chart->graph;
	char width[FORMAT_LEN];
	size_t i;

	if (!chart->runs)
		return;
	if (graph->panel_count == 1 && !*graph->title)
		*graph->panels[0].title = '\0'; /* the finding has it */
	axis_time(&graph->x, 0, chart->to_s);
	for (i = 0; i < graph->panel_count; i++)
		axis_log(&graph->panels[i].y, chart->lo, chart->hi,
			 QUANTITY_LATENCY);
	if (!*graph->title)
		write_finding(chart);
	graph_note(graph, "latency over time, logarithmic");
	graph_note(graph, "each point is %s",
		   format_seconds((double)chart->width_ms / 1000, width));
	if (chart->averaged)
		graph_note(graph, "means of fio's windows (log_avg_msec): no "
				  "percentiles can be told");
	else
		graph_note(graph, "percentiles \u00b1 3 %%");
}
