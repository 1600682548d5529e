// SPDX-License-Identifier: GPL-2.0-only
#include "plot/ratio.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* how a dot is coloured: by what the repeats say */
enum verdict {
	VERDICT_OPEN, /* the repeats overlap, or are too few */
	VERDICT_BETTER,
	VERDICT_WORSE,
	VERDICTS
};

static const int colours[VERDICTS] = {
	[VERDICT_OPEN] = GRAPH_REFERENCE,
	[VERDICT_BETTER] = 0,
	[VERDICT_WORSE] = 5,
};

/**
 * struct survey - of all dots
 * @logs: sum of the ratios' logarithms
 * @confidence: the least of any whisker; 1 where there is none
 */
struct survey {
	double lo, hi, logs, confidence;
	size_t rows, dots, count[VERDICTS];
};

static bool has_ratio(const struct comparison_row *row, size_t column)
{
	return row->cells[column].ratio > 0 &&
	       isfinite(row->cells[column].ratio);
}

static bool is_shown(const struct comparison *comparison,
		     const struct comparison_row *row, enum metric metric)
{
	size_t column;

	for (column = 1; column < comparison->columns.count; column++)
		if (row->metric == metric && has_ratio(row, column))
			return true;
	return false;
}

static enum verdict judge(const struct comparison_row *row, size_t column)
{
	if (row->cells[column].difference != DIFFERENCE_BEYOND)
		return VERDICT_OPEN;
	return comparison_gain(row, column) > 1 ? VERDICT_BETTER
						: VERDICT_WORSE;
}

/* of a median between the least and the highest repeat */
static double sure_of(const struct cell *cell)
{
	return 1 - pow(2, 1 - (double)cell->repeats);
}

static void bounds(const struct comparison_row *row, size_t column, double *lo,
		   double *hi)
{
	const struct cell *a = &row->cells[0], *b = &row->cells[column];

	*lo = *hi = b->ratio;
	if (a->min > 0 && b->min > 0 && (a->repeats > 1 || b->repeats > 1)) {
		*lo = b->min / a->max;
		*hi = b->max / a->min;
	}
}

static void survey_dot(struct survey *survey, const struct comparison_row *row,
		       size_t column)
{
	const struct cell *a = &row->cells[0], *b = &row->cells[column];
	double lo, hi;

	bounds(row, column, &lo, &hi);
	survey->lo = fmin(survey->lo, lo);
	survey->hi = fmax(survey->hi, hi);
	survey->logs += log(b->ratio);
	survey->count[judge(row, column)]++;
	survey->dots++;
	if (a->repeats > 1 && b->repeats > 1)
		survey->confidence =
			fmin(survey->confidence, sure_of(a) * sure_of(b));
}

static struct survey look(const struct comparison *comparison,
			  enum metric metric)
{
	struct survey survey = {.lo = 1, .hi = 1, .confidence = 1};
	size_t i, column;

	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (!is_shown(comparison, row, metric))
			continue;
		survey.rows++;
		for (column = 1; column < comparison->columns.count; column++)
			if (has_ratio(row, column))
				survey_dot(&survey, row, column);
	}
	return survey;
}

/* ---- rows ------------------------------------------------------------ */

static bool sides_differ(const struct comparison *comparison,
			 enum metric metric)
{
	enum side side = SIDE_COUNT;
	size_t i;

	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (!is_shown(comparison, row, metric))
			continue;
		if (side != SIDE_COUNT && row->side != side)
			return true;
		side = row->side;
	}
	return false;
}

/* from top to bottom, as the table has them */
static void add_ticks(struct graph *graph, const struct comparison *comparison,
		      enum metric metric, size_t rows)
{
	bool sides = sides_differ(comparison, metric);
	struct axis *axis = &graph->panels[0].y;
	char name[96];
	size_t i, at = rows;

	*axis = (struct axis){.lo = -0.6, .hi = (double)rows - 0.4};
	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		const char *test = comparison->tests.items[row->test];

		if (!is_shown(comparison, row, metric))
			continue;
		snprintf(name, sizeof(name), "%.80s%s%s", test,
			 sides && *test ? " " : "",
			 sides || !*test ? side_name(row->side) : "");
		axis_add(axis, (double)--at, name);
	}
	axis_sort(axis);
}

/* inputs of one row a little above each other */
static double height_of(size_t columns, size_t column, size_t at)
{
	double step = 0.7 / (double)(columns - 1);

	return (double)at + 0.35 - step * ((double)column - 0.5);
}

static void add_dots(struct graph *graph, const struct comparison *comparison,
		     enum metric metric, enum verdict verdict, size_t rows)
{
	size_t columns = comparison->columns.count, i, column, at = rows;
	char ratio[FORMAT_LEN], name[GRAPH_NAME];

	graph_series(graph, 0, GRAPH_SPAN, colours[verdict], "");
	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (!is_shown(comparison, row, metric))
			continue;
		at--;
		for (column = 1; column < columns; column++) {
			double lo, hi, x = row->cells[column].ratio;

			if (!has_ratio(row, column) ||
			    judge(row, column) != verdict)
				continue;
			bounds(row, column, &lo, &hi);
			graph_add(graph, x, height_of(columns, column, at), lo,
				  hi);
			format_value(QUANTITY_RATIO, x, ratio);
			snprintf(name, sizeof(name), "%s%s%.60s", ratio,
				 columns > 2 ? " " : "",
				 columns > 2 ? comparison->columns.items[column]
					     : "");
			graph_name(graph, name);
		}
	}
}

/* ---- words ----------------------------------------------------------- */

static void write_finding(struct graph *graph,
			  const struct comparison *comparison,
			  const struct survey *survey, enum metric metric)
{
	const char *a = comparison->columns.items[0];
	const char *b = comparison->columns.count > 2
				? "the others"
				: comparison->columns.items[1];
	double mean = exp(survey->logs / (double)survey->dots);
	size_t better = survey->count[VERDICT_BETTER];
	size_t worse = survey->count[VERDICT_WORSE];
	char more[96] = "";

	if (survey->dots > 1 && better + worse)
		snprintf(more, sizeof(more), "; of %zu, %zu better, %zu worse",
			 survey->dots, better, worse);
	else if (survey->dots > 1)
		snprintf(more, sizeof(more),
			 "; none of %zu beyond the repeats' spread",
			 survey->dots);
	snprintf(graph->title, sizeof(graph->title),
		 "%.60s: %.3g times the %s of %.60s%s", b, mean,
		 metric_name(metric), a, more);
}

static void write_notes(struct graph *graph,
			const struct comparison *comparison,
			const struct survey *survey, enum metric metric)
{
	graph_note(graph, "ratio of medians to %s, logarithmic",
		   comparison->columns.items[0]);
	if (survey->dots > 1)
		graph_note(graph, "in the title: their geometric mean");
	graph_note(graph, "%s is better",
		   metric_is_cost(metric) ? "less" : "more");
	graph_note(graph,
		   "grey: no difference beyond that of repeats, or "
		   "fewer than %d of them",
		   REPEATS_MIN);
	if (survey->confidence < 1)
		graph_note(graph,
			   "whiskers: the ratios of any two runs, which hold "
			   "that of the true medians with %.0f %% at least",
			   100 * survey->confidence);
	if (survey->rows > AXIS_TICKS)
		graph_note(graph, "only the first %d tests are named",
			   AXIS_TICKS);
}

static void add_line_at_one(struct graph *graph, size_t rows)
{
	struct graph_series *series =
		graph_series(graph, 0, GRAPH_LINE, GRAPH_REFERENCE, "");

	if (series)
		series->width = 1;
	graph_add(graph, 1, -0.6, 1, 1);
	graph_add(graph, 1, (double)rows - 0.4, 1, 1);
}

int ratio_build(struct graph *graph, const struct comparison *comparison,
		enum metric metric)
{
	struct survey survey = look(comparison, metric);
	enum verdict verdict;

	if (!survey.dots)
		return -ENODATA;
	graph_panel(graph, "");
	if (graph->failed)
		return -ENOMEM;
	add_ticks(graph, comparison, metric, survey.rows);
	add_line_at_one(graph, survey.rows);
	for (verdict = 0; verdict < VERDICTS; verdict++)
		if (survey.count[verdict])
			add_dots(graph, comparison, metric, verdict,
				 survey.rows);
	/* room for the figures beside the whiskers */
	axis_log(&graph->x, survey.lo / 1.05, survey.hi * 1.15, QUANTITY_RATIO);
	graph->rows = graph->grid_x = true;
	graph->row_px = fmax(28, 18 * (double)(comparison->columns.count - 1));
	if (!*graph->title)
		write_finding(graph, comparison, &survey, metric);
	write_notes(graph, comparison, &survey, metric);
	return graph->failed ? -ENOMEM : 0;
}
