// SPDX-License-Identifier: GPL-2.0-only
#include "plot/sweep_chart.h"

#include "model/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HALF 0.48 /* of a cell: a little paper remains between two */

/** struct values - those a setting has, ascending; @items is owned */
struct values {
	double *items;
	size_t count;
};

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static size_t index_of(const struct values *values, double value)
{
	size_t i = 0;

	while (i < values->count && values->items[i] != value)
		i++;
	return i;
}

static int add_value(struct values *values, double value)
{
	double *items;

	if (index_of(values, value) < values->count)
		return 0;
	items = array_grow(values->items, values->count, sizeof(*items));
	if (!items)
		return -ENOMEM;
	values->items = items;
	items[values->count++] = value;
	return 0;
}

static int collect(struct values values[2], const struct sweep_lines *lines)
{
	size_t i, k, axis;
	int ret = 0;

	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++)
			for (axis = 0; axis < 2; axis++)
				ret |= add_value(
					&values[axis],
					lines->items[i].points[k].at[axis]);
	for (axis = 0; axis < 2; axis++)
		if (values[axis].items)
			qsort(values[axis].items, values[axis].count,
			      sizeof(double), by_size);
	return ret;
}

static void set_axis(struct axis *axis, const struct values *values,
		     enum setting setting)
{
	char label[24];
	size_t i;

	*axis = (struct axis){.lo = -0.5, .hi = (double)values->count - 0.5};
	for (i = 0; i < values->count; i++)
		axis_add(axis, (double)i,
			 setting_text(setting, values->items[i], label));
	snprintf(axis->title, sizeof(axis->title), "%s",
		 sweep_setting_title(setting));
}

struct extremes {
	double lo, hi;
	const struct sweep_point *low, *high;
	const struct sweep_line *low_line, *high_line;
};

static struct extremes look(const struct sweep_lines *lines,
			    enum sweep_metric metric)
{
	struct extremes all = {.lo = INFINITY, .hi = -INFINITY};
	size_t i, k;

	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++) {
			const struct sweep_point *point =
				&lines->items[i].points[k];
			double value = point->median[metric];

			if (value < all.lo) {
				all.lo = value;
				all.low = point;
				all.low_line = &lines->items[i];
			}
			if (value > all.hi) {
				all.hi = value;
				all.high = point;
				all.high_line = &lines->items[i];
			}
		}
	return all;
}

/* where figures span a decade and more, a linear ramp shows the highest only */
static double part_of(const struct extremes *all, double value)
{
	if (all->hi <= all->lo)
		return 0.5;
	if (all->lo > 0 && all->hi > 8 * all->lo)
		return log(value / all->lo) / log(all->hi / all->lo);
	return (value - all->lo) / (all->hi - all->lo);
}

static void add_cells(struct graph *graph, const struct sweep_line *line,
		      const struct values values[2], const struct extremes *all,
		      enum sweep_metric metric)
{
	size_t panel = graph_panel(graph, line->name), i;

	for (i = 0; i < line->count; i++) {
		const struct sweep_point *point = &line->points[i];
		double x = (double)index_of(&values[0], point->at[0]);
		double y = (double)index_of(&values[1], point->at[1]);
		struct graph_cell cell = {.panel = panel,
					  .x0 = x - HALF,
					  .x1 = x + HALF,
					  .y0 = y - HALF,
					  .y1 = y + HALF,
					  .value = point->median[metric]};

		if (isnan(cell.value))
			continue;
		cell.part = part_of(all, cell.value);
		format_value(sweep_quantity(metric), cell.value, cell.text);
		graph_cell(graph, &cell);
	}
}

static void write_finding(struct graph *graph, const struct extremes *all,
			  enum setting x, enum setting y,
			  const struct sweep_words *words)
{
	enum quantity what = sweep_quantity(words->metric);
	bool low = words->metric == SWEEP_LATENCY;
	const struct sweep_point *point = low ? all->low : all->high;
	const char *line = (low ? all->low_line : all->high_line)->name;
	const char *unit = what == QUANTITY_IOPS ? " IOPS" : "";
	char value[FORMAT_LEN], other[FORMAT_LEN], one[48], two[48];

	snprintf(graph->title, sizeof(graph->title),
		 "%.80s%s%s%s at %s, %s %s; %s%s at %s", line,
		 *line ? ": " : "",
		 format_value(what, low ? all->lo : all->hi, value), unit,
		 low ? "least" : "most", sweep_phrase(y, point->at[1], one),
		 sweep_phrase(x, point->at[0], two),
		 format_value(what, low ? all->hi : all->lo, other), unit,
		 low ? "most" : "least");
}

static void finish(struct graph *graph, const struct values values[2],
		   const struct extremes *all, enum setting x, enum setting y,
		   const struct sweep_words *words)
{
	enum quantity what = sweep_quantity(words->metric);
	char text[FORMAT_LEN];
	size_t p;

	set_axis(&graph->x, &values[0], x);
	for (p = 0; p < graph->panel_count; p++)
		set_axis(&graph->panels[p].y, &values[1], y);
	graph->rows = true;
	graph->row_px = 30;
	if (!*graph->title)
		write_finding(graph, all, x, y, words);
	snprintf(graph->ramp_lo, sizeof(graph->ramp_lo), "%s",
		 format_value(what, all->lo, text));
	snprintf(graph->ramp_hi, sizeof(graph->ramp_hi), "%s%s",
		 format_value(what, all->hi, text),
		 what == QUANTITY_IOPS ? " IOPS" : "");
	graph_note(graph, "%s", sweep_metric_name(words));
	graph_note(graph, "%s by %s", sweep_setting_title(y),
		   sweep_setting_title(x));
}

int heat_build(struct graph *graph, const struct sweep *sweep, enum setting x,
	       enum setting y, const struct sweep_words *words)
{
	const enum setting along[] = {x, y};
	struct values values[2] = {0};
	struct sweep_lines lines;
	struct extremes all;
	size_t i;
	int ret;

	if (sweep_lines(&lines, sweep, along, 2))
		return -ENOMEM;
	ret = collect(values, &lines);
	all = look(&lines, words->metric);
	if (!ret && !all.high)
		ret = -ENODATA;
	for (i = 0; !ret && i < lines.count; i++)
		add_cells(graph, &lines.items[i], values, &all, words->metric);
	if (!ret) {
		finish(graph, values, &all, x, y, words);
		sweep_repeats(graph, &lines);
	}
	free(values[0].items);
	free(values[1].items);
	sweep_lines_free(&lines);
	return ret;
}
