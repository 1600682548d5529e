// SPDX-License-Identifier: GPL-2.0-only
#include "plot/sweep_chart.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum quantity sweep_quantity(enum sweep_metric metric)
{
	return metric == SWEEP_RATE   ? QUANTITY_RATE
	       : metric == SWEEP_IOPS ? QUANTITY_IOPS
				      : QUANTITY_LATENCY;
}

const char *sweep_metric_name(const struct sweep_words *words)
{
	return words->metric == SWEEP_RATE   ? "throughput"
	       : words->metric == SWEEP_IOPS ? "IOPS"
					     : words->latency;
}

const char *sweep_setting_title(enum setting setting)
{
	static const char *const titles[] = {
		[SETTING_DRIVES] = "drives",
		[SETTING_JOBS] = "jobs",
		[SETTING_IODEPTH] = "queue depth per job (iodepth)",
		[SETTING_OUTSTANDING] =
			"I/Os outstanding (jobs \u00d7 iodepth)",
		[SETTING_BLOCK] = "block size",
		[SETTING_READS] = "reads among all I/Os",
	};

	return titles[setting];
}

const char *sweep_phrase(enum setting setting, double value, char buf[48])
{
	static const char *const words[][2] = {
		[SETTING_DRIVES] = {"with ", " drives"},
		[SETTING_JOBS] = {"with ", " jobs"},
		[SETTING_IODEPTH] = {"at iodepth ", ""},
		[SETTING_OUTSTANDING] = {"at QD", ""},
		[SETTING_BLOCK] = {"in blocks of ", ""},
		[SETTING_READS] = {"at ", " reads"},
	};
	const char *end = words[setting][1];
	char text[24];

	/* "with 1 drive" */
	snprintf(buf, 48, "%s%s%.*s", words[setting][0],
		 setting_text(setting, value, text),
		 (int)strlen(end) - (value == 1 && *end), end);
	return buf;
}

void sweep_repeats(struct graph *graph, const struct sweep_lines *lines)
{
	size_t i, k, most = 1;

	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++)
			if (lines->items[i].points[k].repeats > most)
				most = lines->items[i].points[k].repeats;
	if (most > 1)
		graph_note(graph, "median of up to %zu runs", most);
}

/**
 * struct survey - what all lines of a scaling chart show
 * @best: where the figure is highest
 */
struct survey {
	double x_lo, x_hi, y_lo, y_hi;
	const struct sweep_line *best;
	const struct sweep_point *best_point;
};

static struct survey look(const struct sweep_lines *lines,
			  enum sweep_metric metric)
{
	struct survey survey = {.x_lo = INFINITY, .y_lo = INFINITY};
	size_t i, k;

	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++) {
			const struct sweep_point *point =
				&lines->items[i].points[k];
			double y = point->median[metric];

			if (isnan(y))
				continue;
			survey.x_lo = fmin(survey.x_lo, point->at[0]);
			survey.x_hi = fmax(survey.x_hi, point->at[0]);
			survey.y_lo = fmin(survey.y_lo, point->lo[metric]);
			survey.y_hi = fmax(survey.y_hi, point->hi[metric]);
			if (survey.best &&
			    y <= survey.best_point->median[metric])
				continue;
			survey.best = &lines->items[i];
			survey.best_point = point;
		}
	return survey;
}

static const struct sweep_point *first_known(const struct sweep_line *line,
					     enum sweep_metric metric)
{
	size_t i;

	for (i = 0; i < line->count; i++)
		if (!isnan(line->points[i].median[metric]))
			return &line->points[i];
	return NULL;
}

static bool grows(enum setting x, enum sweep_metric metric)
{
	return metric != SWEEP_LATENCY && x != SETTING_BLOCK &&
	       x != SETTING_READS;
}

/* what the first point would grow to, as far as the chart is high */
static void add_linear(struct graph *graph, const struct survey *survey,
		       enum sweep_metric metric, double top)
{
	const struct sweep_point *from = first_known(survey->best, metric);
	double rate = from->median[metric] / from->at[0];
	double end = fmin(survey->x_hi, top / rate);
	struct graph_series *series;
	int i;

	if (!(from->at[0] > 0) || !(rate > 0))
		return;
	series = graph_series(graph, 0, GRAPH_LINE, GRAPH_REFERENCE, "linear");
	if (series) {
		series->dashed = true;
		series->width = 1.2;
	}
	/* on a logarithmic x it is a curve */
	for (i = 0; i <= 40; i++) {
		double x = from->at[0] * pow(end / from->at[0], (double)i / 40);

		graph_add(graph, x, rate * x, rate * x, rate * x);
	}
}

static void add_ceiling(struct graph *graph, const struct survey *survey,
			enum quantity what, const struct sweep_ceiling *ceiling)
{
	char text[96], value[FORMAT_LEN];
	struct graph_series *series;

	snprintf(text, sizeof(text), "%.60s %s",
		 *ceiling->name ? ceiling->name : "ceiling",
		 format_value(what, ceiling->value, value));
	series = graph_series(graph, 0, GRAPH_LINE, GRAPH_CEILING, text);
	if (series)
		series->dashed = true;
	graph_add(graph, survey->x_lo, ceiling->value, ceiling->value,
		  ceiling->value);
	graph_add(graph, survey->x_hi, ceiling->value, ceiling->value,
		  ceiling->value);
}

static void add_line(struct graph *graph, const struct sweep_line *line,
		     int colour, enum sweep_metric metric)
{
	struct graph_series *series =
		graph_series(graph, 0, GRAPH_DOTS, colour, "");
	size_t i;

	for (i = 0; i < line->count; i++) {
		const struct sweep_point *point = &line->points[i];

		graph_add(graph, point->at[0], point->median[metric],
			  point->lo[metric], point->hi[metric]);
	}
	series = graph_series(graph, 0, GRAPH_LINE, colour, line->name);
	if (series)
		series->dotted = true;
	for (i = 0; i < line->count; i++) {
		const struct sweep_point *point = &line->points[i];

		graph_add(graph, point->at[0], point->median[metric],
			  point->lo[metric], point->hi[metric]);
	}
}

static void write_finding(struct graph *graph, const struct survey *survey,
			  enum setting x, const struct sweep_words *words,
			  const struct sweep_ceiling *ceiling)
{
	enum sweep_metric metric = words->metric;
	const struct sweep_point *last = survey->best_point;
	const struct sweep_point *first = first_known(survey->best, metric);
	char value[FORMAT_LEN], at[48], from[48], more[112] = "";
	const char *name = survey->best->name;
	double times = last->median[metric] / first->median[metric];

	sweep_phrase(x, last->at[0], at);
	sweep_phrase(x, first->at[0], from);
	if (ceiling->value > 0)
		snprintf(more, sizeof(more), ", %.0f %% of %.60s",
			 100 * last->median[metric] / ceiling->value,
			 *ceiling->name ? ceiling->name : "the ceiling");
	else if (last != first && first->median[metric] > 0 && grows(x, metric))
		snprintf(more, sizeof(more),
			 ", %.3g times that %s (linear: %.3g)", times, from,
			 last->at[0] / first->at[0]);
	snprintf(graph->title, sizeof(graph->title), "%.80s%s%s%s %.40s%.95s",
		 name, *name ? ": " : "",
		 format_value(sweep_quantity(metric), last->median[metric],
			      value),
		 metric == SWEEP_IOPS ? " IOPS" : "", at, more);
}

/* a tick where there is a point; labels that would touch are left out later */
static void tick_points(struct axis *axis, const struct sweep_lines *lines,
			enum setting x)
{
	char label[24];
	size_t i, k, t;

	axis->count = 0;
	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++) {
			double at = lines->items[i].points[k].at[0];

			for (t = 0; t < axis->count; t++)
				if (axis->ticks[t].at == at)
					break;
			if (t == axis->count)
				axis_add(axis, at, setting_text(x, at, label));
		}
	axis_sort(axis);
}

/* block sizes and depths double, drives count */
static void set_axes(struct graph *graph, const struct sweep_lines *lines,
		     const struct survey *survey, enum setting x,
		     enum quantity what, double top)
{
	double room = fmax(0.04 * (survey->x_hi - survey->x_lo), 0.2);

	if (x == SETTING_READS || (x == SETTING_DRIVES && survey->x_hi < 33))
		axis_linear(&graph->x, survey->x_lo - room, survey->x_hi,
			    QUANTITY_NUMBER);
	else
		axis_powers(&graph->x, survey->x_lo, survey->x_hi);
	tick_points(&graph->x, lines, x);
	snprintf(graph->x.title, sizeof(graph->x.title), "%s",
		 sweep_setting_title(x));
	if (what == QUANTITY_LATENCY)
		axis_log(&graph->panels[0].y, survey->y_lo, survey->y_hi, what);
	else
		axis_linear(&graph->panels[0].y, 0, top, what);
}

int scaling_build(struct graph *graph, const struct sweep *sweep,
		  enum setting x, const struct sweep_words *words,
		  const struct sweep_ceiling *ceiling)
{
	enum sweep_metric metric = words->metric;
	enum quantity what = sweep_quantity(metric);
	struct sweep_lines lines;
	struct survey survey;
	double top;
	size_t i;

	if (sweep_lines(&lines, sweep, &x, 1))
		return -ENOMEM;
	survey = look(&lines, metric);
	graph_panel(graph, "");
	if (!survey.best) {
		sweep_lines_free(&lines);
		return -ENODATA;
	}
	top = fmax(survey.y_hi, ceiling->value);
	if (grows(x, metric))
		add_linear(graph, &survey, metric, 1.25 * top);
	if (ceiling->value > 0)
		add_ceiling(graph, &survey, what, ceiling);
	for (i = 0; i < lines.count; i++)
		add_line(graph, &lines.items[i], (int)i, metric);
	set_axes(graph, &lines, &survey, x, what,
		 grows(x, metric) ? 1.2 * top : top);
	if (!*graph->title)
		write_finding(graph, &survey, x, words, ceiling);
	graph_note(graph, "%s by %s", sweep_metric_name(words),
		   sweep_setting_title(x));
	sweep_repeats(graph, &lines);
	sweep_lines_free(&lines);
	return 0;
}
