// SPDX-License-Identifier: GPL-2.0-only
/*
 * A chart of lines, bands, areas, dots or cells over two axes, as data: what
 * the kinds of `lanes plot` build, and what graph_place.h and graph_script.h
 * turn into a picture.  Panels stand one above the other and share the x axis.
 *
 * Memory running out is sticky: what follows is ignored, and who builds a graph
 * checks @failed once, at the end.
 */
#ifndef LANES_PLOT_GRAPH_H
#define LANES_PLOT_GRAPH_H

#include "model/text.h"
#include "plot/axis.h"
#include "plot/theme.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * enum graph_mark - how a series is drawn
 * @GRAPH_LINE: through y
 * @GRAPH_BAND: from lo to hi, see-through
 * @GRAPH_AREA: from lo to hi
 * @GRAPH_DOTS: at y, with a whisker from lo to hi where these differ
 * @GRAPH_SPAN: the same along x
 */
enum graph_mark {
	GRAPH_LINE,
	GRAPH_BAND,
	GRAPH_AREA,
	GRAPH_DOTS,
	GRAPH_SPAN
};

/* colours that are not a series' own */
#define GRAPH_REFERENCE (-1)
#define GRAPH_CEILING	(-2)
#define GRAPH_INK	(-3)

#define GRAPH_NAME 96

/** struct graph_point - @y (and @lo, @hi) NAN: the line is broken here */
struct graph_point {
	double x, y, lo, hi;
};

/**
 * struct graph_series
 * @colour: number of the series, or GRAPH_REFERENCE, ...
 * @dashed, @width: of a line; beyond the theme's colours, dashes differ too
 * @dotted: a line has dots at its points
 * @label:  stands at its right end; "" for none
 * @label_y: where, instead of where it ends; NAN: there
 * @names:  of each point, stand beside it; NULL for none
 */
struct graph_series {
	enum graph_mark mark;
	size_t panel;
	int colour;
	bool dashed;
	bool dotted;
	double width;
	char label[96];
	double label_y;
	struct graph_point *points;
	size_t count;
	char (*names)[GRAPH_NAME];
};

/**
 * struct graph_cell - a rectangle, ends on both axes
 * @value: what it shows; @part: of the theme's ramp
 */
struct graph_cell {
	size_t panel;
	double x0, x1, y0, y1;
	double value;
	double part;
	char text[FORMAT_LEN];
};

/** struct graph_panel - @title stands above it; may be "" */
struct graph_panel {
	char title[160];
	struct axis y;
};

/**
 * struct graph - all arrays are owned
 * @kind:   what it is, in a word or two, for those who do not see it
 * @title:  the finding
 * @notes:  unit and method, the parts of the subtitle
 * @ramp_lo, @ramp_hi: what the ramp's ends mean; "" where there are no cells
 * @rows:   y has categories, one per tick: no grid, and room for long names
 * @row_px: height of each
 * @grid_x: lines at the ticks of x, too
 */
struct graph {
	const struct theme *theme;
	char kind[48];
	char title[256];
	struct strings notes;
	struct axis x;
	bool rows;
	double row_px;
	bool grid_x;
	char ramp_lo[48], ramp_hi[48];
	struct graph_panel *panels;
	size_t panel_count;
	struct graph_series *series;
	size_t series_count;
	struct graph_cell *cells;
	size_t cell_count;
	bool failed;
};

void graph_init(struct graph *graph, const struct theme *theme,
		const char *kind);
void graph_free(struct graph *graph);

void graph_note(struct graph *graph, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** graph_panel() - one more; Return: its number */
size_t graph_panel(struct graph *graph, const char *title);

/** graph_series() - one more; Return: it, valid until the next, or NULL */
struct graph_series *graph_series(struct graph *graph, size_t panel,
				  enum graph_mark mark, int colour,
				  const char *label);

/** graph_add() - a point of the series added last */
void graph_add(struct graph *graph, double x, double y, double lo, double hi);

/** graph_name() - name the point added last */
void graph_name(struct graph *graph, const char *name);

void graph_cell(struct graph *graph, const struct graph_cell *cell);

/** graph_colour() - of a line; graph_text_colour() - of its label */
const char *graph_colour(const struct graph *graph, int colour);
const char *graph_text_colour(const struct graph *graph, int colour);

/**
 * graph_csv() - what is drawn, as a table for other programs
 *
 * "panel,series,x,y,lo,hi": one line a point or cell, texts quoted.
 */
void graph_csv(const struct graph *graph, struct text *csv);

#endif
