// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where everything of a graph goes, in pixels: margins as wide as their texts,
 * labels at the lines' right ends, moved apart, names beside their points.
 * Origin top left, y down.
 */
#ifndef LANES_PLOT_GRAPH_PLACE_H
#define LANES_PLOT_GRAPH_PLACE_H

#include "plot/graph.h"
#include "plot/layout.h"
#include "plot/place.h"

#include <stdbool.h>
#include <stddef.h>

/** struct graph_leader - from a label to where its line ends; @far from it */
struct graph_leader {
	double x0, y0, x1, y1;
	const char *colour;
	bool far;
};

/** struct graph_swatch - of the ramp */
struct graph_swatch {
	double x, y, width, height;
	char colour[8];
};

/**
 * struct graph_frame - a placed graph; arrays are owned
 * @left, @right: of all panels
 * @top:      of each panel; @panel_height: of any
 * @x_shown:  ticks whose labels have room; @y_shown: by panel
 */
struct graph_frame {
	double width, height;
	double left, right;
	double *top;
	double panel_height;
	bool x_shown[AXIS_TICKS];
	bool (*y_shown)[AXIS_TICKS];
	struct layout_label *labels;
	size_t label_count;
	struct graph_leader *leaders;
	size_t leader_count;
	struct graph_swatch *swatches;
	size_t swatch_count;
};

/** graph_place() - Return: 0 (then graph_frame_free() it) or -ENOMEM */
int graph_place(struct graph_frame *frame, const struct graph *graph);
void graph_frame_free(struct graph_frame *frame);

/* --- for the files of this room -------------------------------------- */

/** graph_label() - add a label, cut to @width_px; 0 or -ENOMEM */
int graph_label(struct graph_frame *frame, const struct layout_label *label,
		const char *text, double width_px);

/** graph_x(), graph_y() - pixels of a value */
double graph_x(const struct graph_frame *frame, const struct graph *graph,
	       double x);
double graph_y(const struct graph_frame *frame, const struct graph *graph,
	       size_t panel, double y);

/** graph_place_labels() - of series' ends, points and cells; 0 or -ENOMEM */
int graph_place_labels(struct graph_frame *frame, const struct graph *graph);

/** graph_label_room() - how wide the labels at the right want to be */
double graph_label_room(const struct graph *graph);

/** graph_most_labels() - at the right of any one panel */
size_t graph_most_labels(const struct graph *graph);

#define GRAPH_LABEL_SIZE  11
#define GRAPH_LINE_HEIGHT 14
#define GRAPH_MARGIN	  18

#endif
