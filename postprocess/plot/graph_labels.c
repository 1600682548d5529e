// SPDX-License-Identifier: GPL-2.0-only
/*
 * The labels of a graph's data: at the right ends of lines, beside points,
 * within cells.
 */
#include "plot/graph_place.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#define NAME_SIZE   10
#define NAME_HEIGHT 12
#define RINGS	    12 /* in which a name that must stand looks for a place */
#define FAR	    12 /* a line that ends there does not end at the right */
#define DOT	    4  /* half of a dot's width, and a little */

double graph_label_room(const struct graph *graph)
{
	double widest = 0;
	size_t i;

	for (i = 0; i < graph->series_count; i++)
		widest = fmax(widest, measure_text(graph->series[i].label,
						   GRAPH_LABEL_SIZE));
	return widest;
}

static size_t labels_of(const struct graph *graph, size_t panel)
{
	size_t i, count = 0;

	for (i = 0; i < graph->series_count; i++)
		count += graph->series[i].panel == panel &&
			 *graph->series[i].label;
	return count;
}

size_t graph_most_labels(const struct graph *graph)
{
	size_t p, count, most = 0;

	for (p = 0; p < graph->panel_count; p++) {
		count = labels_of(graph, p);
		most = count > most ? count : most;
	}
	return most;
}

/* ---- at the right ---------------------------------------------------- */

struct ending {
	const struct graph_series *series;
	double x, y;
	size_t order;
};

static int by_height(const void *a, const void *b)
{
	const struct ending *one = a, *two = b;

	if (one->y != two->y)
		return one->y < two->y ? -1 : 1;
	return (one->order > two->order) - (one->order < two->order);
}

/* the last point that is drawn; an area is named at its middle */
static bool find_end(struct ending *ending, const struct graph_frame *frame,
		     const struct graph *graph)
{
	const struct graph_series *series = ending->series;
	double bottom = frame->top[series->panel] + frame->panel_height;
	size_t i = series->count;

	if (isfinite(series->label_y)) {
		ending->x = frame->right;
		ending->y =
			graph_y(frame, graph, series->panel, series->label_y);
		return true;
	}
	while (i-- > 0) {
		const struct graph_point *point = &series->points[i];
		double y = series->mark == GRAPH_AREA
				   ? (point->lo + point->hi) / 2
			   : series->mark == GRAPH_BAND ? point->hi
							: point->y;

		if (!isfinite(y) || !isfinite(point->x))
			continue;
		ending->x = fmin(graph_x(frame, graph, point->x), frame->right);
		ending->y = graph_y(frame, graph, series->panel, y);
		ending->y = fmin(fmax(ending->y, frame->top[series->panel]),
				 bottom);
		return true;
	}
	return false;
}

static int add_leader(struct graph_frame *frame, const struct ending *ending,
		      double x, double y, const char *colour)
{
	struct graph_leader *leaders = array_grow(
		frame->leaders, frame->leader_count, sizeof(*leaders));

	if (!leaders)
		return -ENOMEM;
	frame->leaders = leaders;
	leaders[frame->leader_count++] =
		(struct graph_leader){ending->x + 2,
				      ending->y,
				      x,
				      y,
				      colour,
				      frame->right - ending->x > 5 * FAR};
	return 0;
}

static int place_ending(struct graph_frame *frame, const struct graph *graph,
			const struct ending *ending, double y)
{
	const char *colour = graph_text_colour(graph, ending->series->colour);
	struct layout_label label = {.x = frame->right + 12,
				     .y = y,
				     .size = GRAPH_LABEL_SIZE,
				     .colour = colour};
	int ret = graph_label(frame, &label, ending->series->label,
			      frame->width - GRAPH_MARGIN / 2 - label.x);

	/* where it stands right beside its line's end, that is seen; one that
	 * is not at the end has no end to lead to */
	if ((fabs(ending->y - y) < 3 && frame->right - ending->x < FAR) ||
	    isfinite(ending->series->label_y))
		return ret;
	return ret | add_leader(frame, ending, frame->right + 10, y,
				graph_colour(graph, ending->series->colour));
}

static int place_endings(struct graph_frame *frame, const struct graph *graph,
			 size_t panel)
{
	size_t count = labels_of(graph, panel), used = 0, i;
	struct ending *endings = calloc(count + 1, sizeof(*endings));
	double *at = calloc(count + 1, sizeof(*at));
	double top = frame->top[panel];
	int ret = endings && at ? 0 : -ENOMEM;

	for (i = 0; !ret && i < graph->series_count; i++) {
		const struct graph_series *series = &graph->series[i];

		if (series->panel != panel || !*series->label)
			continue;
		endings[used].series = series;
		endings[used].order = i;
		used += find_end(&endings[used], frame, graph);
	}
	if (!ret)
		qsort(endings, used, sizeof(*endings), by_height);
	for (i = 0; !ret && i < used; i++)
		at[i] = endings[i].y;
	if (!ret)
		place_spread(at, used, GRAPH_LINE_HEIGHT, top + 4,
			     top + frame->panel_height - 4);
	for (i = 0; !ret && i < used; i++)
		ret = place_ending(frame, graph, &endings[i], at[i]);
	free(endings);
	free(at);
	return ret;
}

/* ---- beside points --------------------------------------------------- */

static struct place_box dot_of(const struct graph_frame *frame,
			       const struct graph *graph,
			       const struct graph_series *series, size_t i)
{
	double x = graph_x(frame, graph, series->points[i].x);
	double y = graph_y(frame, graph, series->panel, series->points[i].y);

	return (struct place_box){x - DOT, y - DOT, x + DOT, y + DOT};
}

/* lines and dots of a panel: no name may hide them */
static int occupy(struct place *place, const struct graph_frame *frame,
		  const struct graph *graph, size_t panel)
{
	size_t i, k;
	int ret = 0;

	for (i = 0; i < graph->series_count; i++) {
		const struct graph_series *series = &graph->series[i];
		struct place_box last = {0}, box;

		if (series->panel != panel || series->mark == GRAPH_BAND ||
		    series->mark == GRAPH_AREA || series->count > 256)
			continue;
		for (k = 0; k < series->count; k++) {
			struct place_line line;

			box = dot_of(frame, graph, series, k);
			line = (struct place_line){last.x0 + DOT, last.y0 + DOT,
						   box.x0 + DOT, box.y0 + DOT};
			if (series->names || series->dotted)
				ret |= place_box(place, &box);
			if (k && series->mark == GRAPH_LINE)
				ret |= place_line(place, &line);
			last = box;
		}
	}
	return ret;
}

/* right of a whisker, or left of it where the picture ends */
static void beside_span(struct place_box *box, const struct graph_frame *frame,
			const struct graph *graph,
			const struct graph_series *series, size_t i)
{
	const struct graph_point *point = &series->points[i];
	double width = measure_text(series->names[i], NAME_SIZE);
	double y = graph_y(frame, graph, series->panel, point->y);
	double x = graph_x(frame, graph, point->hi) + DOT + 3;

	if (x + width > frame->width - GRAPH_MARGIN / 2.0)
		x = graph_x(frame, graph, point->lo) - DOT - 3 - width;
	*box = (struct place_box){x, y - NAME_HEIGHT / 2.0, x + width,
				  y + NAME_HEIGHT / 2.0};
}

/* @must: also where it touches something */
static int place_name(struct graph_frame *frame, const struct graph *graph,
		      const struct graph_series *series, size_t i, bool must,
		      struct place *place)
{
	double top = frame->top[series->panel];
	struct place_box within = {frame->left + 2, top, frame->right + 8,
				   top + frame->panel_height - 1};
	struct place_box dot = dot_of(frame, graph, series, i), box;
	struct layout_label label = {
		.align = ALIGN_CENTER,
		.size = NAME_SIZE,
		.colour = graph_text_colour(graph, series->colour)};
	bool free;
	int ret;

	if (!*series->names[i])
		return 0;
	free = place_beside(place, &within, dot.x0 + DOT, dot.y0 + DOT,
			    measure_text(series->names[i], NAME_SIZE),
			    NAME_HEIGHT, must ? RINGS : 2, &box);
	if (series->mark == GRAPH_SPAN) {
		beside_span(&box, frame, graph, series, i);
		free = true;
	}
	if (!free && !must)
		return 0;
	label.x = (box.x0 + box.x1) / 2;
	label.y = (box.y0 + box.y1) / 2;
	ret = graph_label(frame, &label, series->names[i], INFINITY);
	return ret | place_box(place, &box);
}

/* the last points', which must have theirs where their line has no label, then
 * the others', as far as there is room */
static int place_all_names(struct graph_frame *frame, const struct graph *graph,
			   size_t panel)
{
	struct place place = {0};
	size_t i, k;
	int ret = occupy(&place, frame, graph, panel), last;

	for (last = 1; last >= 0; last--)
		for (i = 0; i < graph->series_count; i++) {
			const struct graph_series *series = &graph->series[i];

			if (series->panel != panel || !series->names)
				continue;
			for (k = series->count; k-- > 0;)
				if ((k + 1 == series->count) == last)
					ret |= place_name(
						frame, graph, series, k,
						last && !*series->label,
						&place);
		}
	place_free(&place);
	return ret;
}

/* ---- within cells ---------------------------------------------------- */

static int place_cell(struct graph_frame *frame, const struct graph *graph,
		      const struct graph_cell *cell)
{
	double x0 = graph_x(frame, graph, cell->x0);
	double x1 = graph_x(frame, graph, cell->x1);
	double y0 = graph_y(frame, graph, cell->panel, cell->y0);
	double y1 = graph_y(frame, graph, cell->panel, cell->y1);
	struct layout_label label = {.x = (x0 + x1) / 2,
				     .y = (y0 + y1) / 2,
				     .align = ALIGN_CENTER,
				     .size = GRAPH_LABEL_SIZE};
	char colour[8];

	if (!*cell->text || fabs(y1 - y0) < NAME_HEIGHT)
		return 0;
	if (measure_text(cell->text, label.size) > x1 - x0 - 2)
		label.size = NAME_SIZE - 1;
	if (measure_text(cell->text, label.size) > x1 - x0)
		return 0;
	label.colour = theme_ramp(graph->theme, cell->part, colour)
			       ? PALETTE_ON_LIGHT
			       : PALETTE_ON_DARK;
	return graph_label(frame, &label, cell->text, INFINITY);
}

int graph_place_labels(struct graph_frame *frame, const struct graph *graph)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < graph->panel_count; i++) {
		ret |= place_endings(frame, graph, i);
		ret |= place_all_names(frame, graph, i);
	}
	for (i = 0; i < graph->cell_count; i++)
		ret |= place_cell(frame, graph, &graph->cells[i]);
	return ret;
}
