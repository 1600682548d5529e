// SPDX-License-Identifier: GPL-2.0-only
/*
 * Free places for labels: what stands already, as boxes, and lines that no text
 * may cross.  Pixels, origin top left, y down.
 */
#ifndef LANES_PLOT_PLACE_H
#define LANES_PLOT_PLACE_H

#include <stdbool.h>
#include <stddef.h>

struct place_box {
	double x0, y0, x1, y1;
};

struct place_line {
	double x0, y0, x1, y1;
};

/** struct place - zero-initialised is empty; place_free() it */
struct place {
	struct place_box *boxes;
	size_t box_count;
	struct place_line *lines;
	size_t line_count;
};

/** place_box() - Return: 0 or -ENOMEM */
int place_box(struct place *place, const struct place_box *box);
int place_line(struct place *place, const struct place_line *line);
void place_free(struct place *place);

/**
 * place_beside() - where a text stands best near a point
 * @frame: it must stay within
 * @width, @height: of the text
 *
 * @box: the place
 *
 * Above, below, right, left, and between these, at three distances: the first
 * that touches nothing, else the one that touches least.
 *
 * Return: whether it touches nothing.
 */
bool place_beside(const struct place *place, const struct place_box *frame,
		  double x, double y, double width, double height,
		  unsigned int rings, struct place_box *box);

/**
 * place_spread() - move points on a line apart
 * @at:   where they want to be, ascending; replaced
 * @gap:  that they need between each other
 * @lo, @hi: ends; there is room for all of them
 *
 * Those too close share the room about their middle.
 */
void place_spread(double *at, size_t count, double gap, double lo, double hi);

#endif
