// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where everything of a chart goes, in pixels: the program places each label
 * so that none touches another, a bar that is not its own, or a ceiling.
 * Origin top left, y down.
 */
#ifndef LANES_PLOT_LAYOUT_H
#define LANES_PLOT_LAYOUT_H

#include "plot/chart.h"
#include "plot/measure.h"

#include <stdbool.h>
#include <stddef.h>

#define LAYOUT_WIDTH 860
#define LAYOUT_LEFT  62 /* of the plots; the axis labels stand before it */
#define LAYOUT_RIGHT 842
#define LAYOUT_PLOT  180 /* height of a row's plot */

enum layout_align {
	ALIGN_LEFT,
	ALIGN_CENTER
};

/**
 * struct layout_label - one line of text
 * @x: its left end or its middle
 * @y: its middle
 * @colour: of palette.h
 */
struct layout_label {
	double x, y;
	enum layout_align align;
	int size;
	const char *colour;
	char text[MEASURE_LINE];
};

/** struct layout_rect - for bars and swatches; @y is the lower edge */
struct layout_rect {
	double x, y, width, height;
	const char *colour;
};

/** struct layout_line - horizontal, or a whisker with caps if @upright */
struct layout_line {
	double x, y, length;
	bool upright;
	const char *colour;
};

/**
 * struct layout - a placed chart; arrays are owned
 * @row_top:  top of each row's plot
 * @max_Bps:  the rate at the top of every row's plot
 * @tick_Bps: distance of the grid's lines
 */
struct layout {
	double height;
	double row_top[CHART_ROWS];
	size_t row_count;
	double max_Bps;
	double tick_Bps;
	struct layout_label *labels;
	size_t label_count;
	struct layout_rect *rects;
	size_t rect_count;
	struct layout_line *lines;
	size_t line_count;
};

/** layout_place() - Return: 0 (then layout_free() it) or -ENOMEM */
int layout_place(struct layout *layout, const struct chart *chart);
void layout_free(struct layout *layout);

/* --- for the files of this room -------------------------------------- */

/** layout_label() - add a label, cut to @width_px; 0 or -ENOMEM */
int layout_label(struct layout *layout, const struct layout_label *label,
		 const char *text, double width_px);
int layout_rect(struct layout *layout, const struct layout_rect *rect);
int layout_line(struct layout *layout, const struct layout_line *line);

/**
 * layout_group() - the bars of one group, their labels and its ceiling
 * @x:    middle of the group
 * @width: of the group's place
 * @base: y of the axis
 * @top:  lowered to the highest point that a label reaches
 */
int layout_group(struct layout *layout, const struct chart *chart,
		 const struct chart_group *group, double x, double width,
		 double base, double *top);

#endif
