// SPDX-License-Identifier: GPL-2.0-only
#include "plot/place.h"

#include "model/text.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

int place_box(struct place *place, const struct place_box *box)
{
	struct place_box *boxes =
		array_grow(place->boxes, place->box_count, sizeof(*boxes));

	if (!boxes)
		return -ENOMEM;
	place->boxes = boxes;
	boxes[place->box_count++] = *box;
	return 0;
}

int place_line(struct place *place, const struct place_line *line)
{
	struct place_line *lines =
		array_grow(place->lines, place->line_count, sizeof(*lines));

	if (!lines)
		return -ENOMEM;
	place->lines = lines;
	lines[place->line_count++] = *line;
	return 0;
}

void place_free(struct place *place)
{
	free(place->boxes);
	free(place->lines);
	*place = (struct place){0};
}

static double overlap(const struct place_box *a, const struct place_box *b)
{
	double width = fmin(a->x1, b->x1) - fmax(a->x0, b->x0);
	double height = fmin(a->y1, b->y1) - fmax(a->y0, b->y0);

	return width > 0 && height > 0 ? width * height : 0;
}

/* narrow [t0, t1] to where from + t * delta lies within [lo, hi] */
static bool narrow(double from, double delta, double lo, double hi, double *t0,
		   double *t1)
{
	double a, b;

	if (fabs(delta) < 1e-9)
		return from > lo && from < hi;
	a = (lo - from) / delta;
	b = (hi - from) / delta;
	*t0 = fmax(*t0, fmin(a, b));
	*t1 = fmin(*t1, fmax(a, b));
	return *t0 < *t1;
}

/* how much of a line lies within a box */
static double crossing(const struct place_line *line,
		       const struct place_box *box)
{
	double dx = line->x1 - line->x0, dy = line->y1 - line->y0;
	double t0 = 0, t1 = 1;

	if (!narrow(line->x0, dx, box->x0, box->x1, &t0, &t1) ||
	    !narrow(line->y0, dy, box->y0, box->y1, &t0, &t1))
		return 0;
	return (t1 - t0) * hypot(dx, dy);
}

static double outside(const struct place_box *frame,
		      const struct place_box *box)
{
	return fmax(0, frame->x0 - box->x0) + fmax(0, box->x1 - frame->x1) +
	       fmax(0, frame->y0 - box->y0) + fmax(0, box->y1 - frame->y1);
}

/* text on text cannot be read at all, text on a line badly */
static double cost_of(const struct place *place, const struct place_box *frame,
		      const struct place_box *box)
{
	double cost = 1000 * outside(frame, box), shared;
	size_t i;

	for (i = 0; i < place->box_count; i++) {
		shared = overlap(&place->boxes[i], box);
		cost += shared > 0 ? 1000 + 10 * shared : 0;
	}
	for (i = 0; i < place->line_count; i++)
		cost += crossing(&place->lines[i], box);
	return cost;
}

bool place_beside(const struct place *place, const struct place_box *frame,
		  double x, double y, double width, double height,
		  unsigned int rings, struct place_box *best)
{
	/* where the text's middle lies, in parts of its size from the point */
	static const double sides[][2] = {
		{0, -1}, {0, 1},   {1, 0}, {-1, 0},
		{1, -1}, {-1, -1}, {1, 1}, {-1, 1},
	};
	double least = INFINITY;
	size_t i;

	for (i = 0; i < 8 * rings && least > 0; i++) {
		double away = 5 + 9.0 * (double)(i / 8);
		double middle_x = x + sides[i % 8][0] * (width / 2 + away);
		double middle_y = y + sides[i % 8][1] * (height / 2 + away);
		struct place_box box = {
			middle_x - width / 2, middle_y - height / 2,
			middle_x + width / 2, middle_y + height / 2};
		double cost = cost_of(place, frame, &box);

		if (cost < least) {
			least = cost;
			*best = box;
		}
	}
	return least <= 0;
}

/* the middle that a run of points from @first on wants, as its first's place */
static double wanted(const double *at, size_t first, size_t end, double gap)
{
	double sum = 0;
	size_t i;

	for (i = first; i < end; i++)
		sum += at[i] - (double)(i - first) * gap;
	return sum / (double)(end - first);
}

void place_spread(double *at, size_t count, double gap, double lo, double hi)
{
	size_t *first = calloc(count + 1, sizeof(*first));
	size_t runs = 0, i, k;
	double start;

	if (!first)
		return; /* they overlap, then */
	for (i = 0; i < count; i++) {
		first[runs++] = i;
		/* runs that touch become one, which may touch the one before */
		while (runs > 1) {
			size_t a = first[runs - 2], b = first[runs - 1];

			if (wanted(at, b, i + 1, gap) >=
			    wanted(at, a, b, gap) + (double)(b - a) * gap)
				break;
			runs--;
		}
	}
	first[runs] = count;
	for (k = 0; k < runs; k++) {
		start = wanted(at, first[k], first[k + 1], gap);
		for (i = first[k]; i < first[k + 1]; i++)
			at[i] = start + (double)(i - first[k]) * gap;
	}
	for (i = 0; i < count; i++)
		at[i] = fmax(at[i], lo + (double)i * gap);
	for (i = 0; i < count; i++)
		at[i] = fmin(at[i], hi - (double)(count - 1 - i) * gap);
	free(first);
}
