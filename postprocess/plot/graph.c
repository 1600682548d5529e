// SPDX-License-Identifier: GPL-2.0-only
#include "plot/graph.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void graph_init(struct graph *graph, const struct theme *theme,
		const char *kind)
{
	*graph = (struct graph){.theme = theme};
	snprintf(graph->kind, sizeof(graph->kind), "%s", kind);
}

void graph_free(struct graph *graph)
{
	size_t i;

	for (i = 0; i < graph->series_count; i++) {
		free(graph->series[i].points);
		free(graph->series[i].names);
	}
	strings_free(&graph->notes);
	free(graph->panels);
	free(graph->series);
	free(graph->cells);
	*graph = (struct graph){0};
}

void graph_note(struct graph *graph, const char *format, ...)
{
	char note[256];
	va_list args;

	va_start(args, format);
	vsnprintf(note, sizeof(note), format, args);
	va_end(args);
	if (strings_addf(&graph->notes, "%s", note))
		graph->failed = true;
}

/* room for one more; Return: it, zeroed, or NULL */
static void *grow(struct graph *graph, void *array, size_t *count, size_t size)
{
	void **items = array;
	void *grown = graph->failed ? NULL : array_grow(*items, *count, size);

	if (!grown) {
		graph->failed = true;
		return NULL;
	}
	*items = grown;
	return memset((char *)grown + (*count)++ * size, 0, size);
}

size_t graph_panel(struct graph *graph, const char *title)
{
	struct graph_panel *panel = grow(graph, &graph->panels,
					 &graph->panel_count, sizeof(*panel));

	if (!panel)
		return 0;
	snprintf(panel->title, sizeof(panel->title), "%s", title);
	return graph->panel_count - 1;
}

struct graph_series *graph_series(struct graph *graph, size_t panel,
				  enum graph_mark mark, int colour,
				  const char *label)
{
	struct graph_series *series = grow(
		graph, &graph->series, &graph->series_count, sizeof(*series));

	if (!series)
		return NULL;
	series->panel = panel;
	series->mark = mark;
	series->colour = colour;
	series->width = 1.8;
	series->label_y = NAN;
	snprintf(series->label, sizeof(series->label), "%s", label);
	return series;
}

void graph_add(struct graph *graph, double x, double y, double lo, double hi)
{
	struct graph_series *series;
	struct graph_point *point;

	if (graph->failed)
		return;
	series = &graph->series[graph->series_count - 1];
	point = grow(graph, &series->points, &series->count, sizeof(*point));
	if (point)
		*point = (struct graph_point){x, y, lo, hi};
}

void graph_name(struct graph *graph, const char *name)
{
	struct graph_series *series;
	char(*names)[GRAPH_NAME];

	if (graph->failed)
		return;
	series = &graph->series[graph->series_count - 1];
	names = reallocarray(series->names, series->count, sizeof(*names));
	if (!names) {
		graph->failed = true;
		return;
	}
	series->names = names;
	snprintf(names[series->count - 1], GRAPH_NAME, "%s", name);
}

void graph_cell(struct graph *graph, const struct graph_cell *cell)
{
	struct graph_cell *to =
		grow(graph, &graph->cells, &graph->cell_count, sizeof(*to));

	if (to)
		*to = *cell;
}

static const char *own_colour(const struct graph *graph, int colour, bool text)
{
	const struct theme *theme = graph->theme;
	size_t i = (size_t)colour % THEME_SERIES;

	return text ? theme->text[i] : theme->line[i];
}

const char *graph_colour(const struct graph *graph, int colour)
{
	switch (colour) {
	case GRAPH_REFERENCE:
		return graph->theme->reference;
	case GRAPH_CEILING:
		return graph->theme->ceiling;
	case GRAPH_INK:
		return graph->theme->ink;
	}
	return own_colour(graph, colour, false);
}

const char *graph_text_colour(const struct graph *graph, int colour)
{
	switch (colour) {
	case GRAPH_REFERENCE:
		return graph->theme->muted;
	case GRAPH_CEILING:
		return graph->theme->ceiling_text;
	case GRAPH_INK:
		return graph->theme->ink;
	}
	return own_colour(graph, colour, true);
}

/* RFC 4180; a leading = + - @ would be a formula to a spreadsheet */
static void csv_text(struct text *csv, const char *text)
{
	text_add(csv, "\"");
	if (*text && strchr("=+-@\t\r", *text))
		text_add(csv, "'");
	for (; *text; text++)
		if (*text == '"')
			text_add(csv, "\"\"");
		else
			text_addn(csv, text, 1);
	text_add(csv, "\"");
}

static void csv_number(struct text *csv, double value)
{
	text_add(csv, ",");
	if (isfinite(value))
		text_addf(csv, "%.10g", value);
}

static void csv_series(const struct graph *graph,
		       const struct graph_series *series, struct text *csv)
{
	size_t i;

	for (i = 0; i < series->count; i++) {
		const struct graph_point *point = &series->points[i];

		csv_text(csv, graph->panels[series->panel].title);
		text_add(csv, ",");
		csv_text(csv, series->label);
		csv_number(csv, point->x);
		csv_number(csv, point->y);
		csv_number(csv, point->lo);
		csv_number(csv, point->hi);
		text_add(csv, ",");
		csv_text(csv, series->names ? series->names[i] : "");
		text_add(csv, "\n");
	}
}

static void csv_cell(const struct graph *graph, const struct graph_cell *cell,
		     struct text *csv)
{
	csv_text(csv, graph->panels[cell->panel].title);
	text_add(csv, ",\"\"");
	csv_number(csv, (cell->x0 + cell->x1) / 2);
	csv_number(csv, cell->value);
	csv_number(csv, cell->y0);
	csv_number(csv, cell->y1);
	text_add(csv, ",");
	csv_text(csv, cell->text);
	text_add(csv, "\n");
}

void graph_csv(const struct graph *graph, struct text *csv)
{
	size_t i;

	text_add(csv, "panel,series,x,y,lo,hi,name\n");
	for (i = 0; i < graph->series_count; i++)
		csv_series(graph, &graph->series[i], csv);
	for (i = 0; i < graph->cell_count; i++)
		csv_cell(graph, &graph->cells[i], csv);
}
