// SPDX-License-Identifier: GPL-2.0-only
/*
 * A group: a published and a measured bar side by side, the ceiling as a line
 * over both.  Each label looks for a free place upwards from where it would
 * stand best; what is placed is an obstacle to what follows.
 */
#include "plot/layout.h"

#include "base/units.h"
#include "plot/palette.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINE_HEIGHT 13
#define LABEL_SIZE  11
#define BAR_WIDTH   46 /* at most */
#define BAR_GAP	    3
#define GAP	    2 /* around a label */

/* @y0 and @y1 count upwards from the axis here, as bars do */
struct box {
	double x0, x1, y0, y1;
};

#define BOXES 16

struct scene {
	struct layout *layout;
	const struct chart *chart;
	double base;
	double x0, x1;	    /* the group's place: its labels stay there */
	struct box bars[2]; /* obstacles to what stands above a bar */
	struct box boxes[BOXES];
	size_t count;
	double highest;
};

static double height_of(const struct scene *scene, double rate_Bps)
{
	return rate_Bps / scene->layout->max_Bps * LAYOUT_PLOT;
}

static void occupy(struct scene *scene, struct box box)
{
	if (scene->count < BOXES)
		scene->boxes[scene->count++] = box;
}

static bool overlap(const struct box *a, const struct box *b)
{
	return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* texts side by side want more room between them than texts and bars */
static struct box with_margin(struct box box)
{
	box.x0 -= 2;
	box.x1 += 2;
	return box;
}

static const struct box *hit(const struct box *boxes, size_t count,
			     const struct box *box)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (overlap(box, &boxes[i]))
			return &boxes[i];
	return NULL;
}

/* the lowest free place at or above where @box stands */
static void lift(const struct scene *scene, struct box *box)
{
	double height = box->y1 - box->y0;
	const struct box *below;

	while ((below = hit(scene->bars, 2, box)) ||
	       (below = hit(scene->boxes, scene->count, box))) {
		box->y0 = below->y1 + GAP;
		box->y1 = box->y0 + height;
	}
}

/* three digits, as far as a bar's label has room for them; what would be
 * nothing but zeros has its own unit */
static void value_text(const struct chart *chart, double rate_Bps, char *buf,
		       size_t len)
{
	double value = rate_Bps / chart->unit_Bps;

	if (value < 0.00095)
		units_rate(rate_Bps, buf, len);
	else
		snprintf(buf, len, "%.*f",
			 value >= 99.95	   ? 0
			 : value >= 9.995  ? 1
			 : value >= 0.0995 ? 2
					   : 3,
			 value);
}

/* lines of one label: at most a range in two, or a value and a ratio */
struct stack {
	char lines[3][64];
	size_t count;
	double width;
};

static void push(struct stack *stack, const char *text)
{
	double width = measure_text(text, LABEL_SIZE);

	snprintf(stack->lines[stack->count], sizeof(stack->lines[stack->count]),
		 "%s", text);
	stack->count++;
	if (width > stack->width)
		stack->width = width;
}

static int draw_stack(struct scene *scene, const struct stack *stack,
		      const struct box *box, const char *colour)
{
	struct layout_label label = {.x = (box->x0 + box->x1) / 2,
				     .align = ALIGN_CENTER,
				     .size = LABEL_SIZE,
				     .colour = colour};
	size_t i;
	int ret = 0;

	for (i = 0; i < stack->count; i++) {
		label.y = scene->base - box->y1 + (i + 0.5) * LINE_HEIGHT;
		ret |= layout_label(scene->layout, &label, stack->lines[i],
				    INFINITY);
	}
	if (box->y1 > scene->highest)
		scene->highest = box->y1;
	return ret;
}

/* within the bar, as high as the ceiling or a whisker across it allows */
static bool fits_inside(const struct scene *scene, const struct box *bar,
			struct box *box)
{
	double height = box->y1 - box->y0, top = bar->y1 - GAP;
	const struct box *above;

	if (box->x1 - box->x0 > bar->x1 - bar->x0)
		return false;
	do {
		box->y1 = top;
		box->y0 = top - height;
		above = hit(scene->boxes, scene->count, box);
		top = above ? above->y0 - GAP : top;
	} while (above);
	return box->y0 >= GAP;
}

static int place_stack(struct scene *scene, const struct stack *stack,
		       const struct box *bar, const char *inside)
{
	double half = stack->width / 2;
	double x = fmax(scene->x0 + half,
			fmin(scene->x1 - half, (bar->x0 + bar->x1) / 2));
	double height = (double)stack->count * LINE_HEIGHT;
	struct box box = {x - half, x + half, bar->y1 + GAP,
			  bar->y1 + GAP + height};
	struct box tried = box;
	const char *colour = PALETTE_INK;

	if (fits_inside(scene, bar, &tried)) {
		box = tried;
		colour = inside;
	} else {
		lift(scene, &box);
	}
	occupy(scene, with_margin(box));
	return draw_stack(scene, stack, &box, colour);
}

static int draw_bar(struct scene *scene, const struct box *bar,
		    const char *colour)
{
	struct layout_rect rect = {.x = bar->x0,
				   .y = scene->base,
				   .width = bar->x1 - bar->x0,
				   .height = bar->y1,
				   .colour = colour};

	return layout_rect(scene->layout, &rect);
}

/* "0.18-0.19" with a sign before it, in two lines where @width is too small */
static void push_range(const struct chart *chart, struct stack *stack,
		       const char *sign, double lo_Bps, double hi_Bps,
		       double width)
{
	char lo[24], hi[24], text[64];

	value_text(chart, lo_Bps, lo, sizeof(lo));
	value_text(chart, hi_Bps, hi, sizeof(hi));
	if (!strcmp(lo, hi)) {
		snprintf(text, sizeof(text), "%s%s", sign, hi);
		push(stack, text);
		return;
	}
	snprintf(text, sizeof(text), "%s%s\u2013%s", sign, lo, hi);
	if (measure_text(text, LABEL_SIZE) > width) {
		snprintf(text, sizeof(text), "%s%s\u2013", sign, lo);
		push(stack, text);
		snprintf(text, sizeof(text), "%s", hi);
	}
	push(stack, text);
}

static void measured_stack(const struct scene *scene,
			   const struct chart_group *group, struct stack *stack)
{
	char text[32];

	if (group->measured_Bps <= 0) {
		push(stack, "no run");
		push(stack, "counts");
		return;
	}
	value_text(scene->chart, group->measured_Bps, text, sizeof(text));
	push(stack, text);
	if (group->ratio <= 0)
		return;
	snprintf(text, sizeof(text), "%.0f %%", 100 * group->ratio);
	push(stack, text);
}

static int draw_whisker(struct scene *scene, const struct chart_group *group,
			double x)
{
	double lo = height_of(scene, group->min_Bps);
	double hi = height_of(scene, group->max_Bps);
	struct layout_line line = {.x = x,
				   .y = scene->base - lo,
				   .length = hi - lo,
				   .upright = true,
				   .colour = PALETTE_INK};

	if (!group->repeated || group->measured_Bps <= 0)
		return 0;
	occupy(scene, (struct box){x - 5, x + 5, lo - 1, hi + 1});
	if (hi > scene->highest)
		scene->highest = hi;
	return layout_line(scene->layout, &line);
}

static int draw_ceiling(struct scene *scene, const struct chart_group *group,
			double x, double half)
{
	double y = height_of(scene, group->ceiling.hi_Bps);
	struct layout_line line = {.x = x - half,
				   .y = scene->base - y,
				   .length = 2 * half,
				   .colour = PALETTE_CEILING};

	occupy(scene, (struct box){x - half, x + half, y - 1, y + 1});
	return layout_line(scene->layout, &line);
}

/* over the line's middle, right or left end, in one line or two: where it
 * comes nearest to the line */
static int label_ceiling(struct scene *scene, const struct chart_group *group,
			 double x, double half)
{
	double y = height_of(scene, group->ceiling.hi_Bps) + GAP;
	struct stack best_stack = {0};
	struct box best = {.y0 = INFINITY};
	int i;

	for (i = 0; i < 6; i++) {
		struct stack stack = {0};
		double aside, middle, height;
		struct box box;

		push_range(scene->chart, &stack, "\u2264",
			   group->ceiling.lo_Bps, group->ceiling.hi_Bps,
			   i < 3 ? 2 * half : 0);
		aside = fmax(0, half - stack.width / 2);
		middle = x + (i % 3 == 1 ? aside : i % 3 == 2 ? -aside : 0);
		height = (double)stack.count * LINE_HEIGHT;
		box = (struct box){middle - stack.width / 2,
				   middle + stack.width / 2, y, y + height};
		lift(scene, &box);
		/* two lines only where that saves more than one */
		if (box.y0 + (i < 3 ? 0 : LINE_HEIGHT) < best.y0) {
			best = box;
			best_stack = stack;
		}
	}
	return draw_stack(scene, &best_stack, &best, PALETTE_CEILING_TEXT);
}

int layout_group(struct layout *layout, const struct chart *chart,
		 const struct chart_group *group, double x, double width,
		 double base, double *top)
{
	struct scene scene = {.layout = layout,
			      .chart = chart,
			      .base = base,
			      .x0 = x - 0.49 * width,
			      .x1 = x + 0.49 * width};
	double bar = fmin(BAR_WIDTH, 0.42 * width);
	bool both = group->published_hi_Bps > 0;
	double left = both ? x - bar - BAR_GAP / 2.0 : x - bar / 2;
	double right = both ? x + BAR_GAP / 2.0 : left;
	bool bounded = group->ceiling.hi_Bps > 0;
	struct box published = {left, left + bar, 0,
				height_of(&scene, group->published_hi_Bps)};
	struct box measured = {right, right + bar, 0,
			       height_of(&scene, group->measured_Bps)};
	struct stack above = {0}, value = {0};
	int ret = 0;

	scene.bars[0] = published;
	scene.bars[1] = measured;
	push_range(chart, &above, group->approximate ? "\u2248" : "",
		   group->published_lo_Bps, group->published_hi_Bps, bar);
	measured_stack(&scene, group, &value);
	if (both)
		ret |= draw_bar(&scene, &published, PALETTE_PUBLISHED);
	ret |= draw_bar(&scene, &measured,
			group->claimed ? PALETTE_MEASURED : PALETTE_UNMODELLED);
	if (bounded)
		ret |= draw_ceiling(&scene, group, x, 0.46 * width);
	ret |= draw_whisker(&scene, group, right + bar / 2);
	if (both)
		ret |= place_stack(&scene, &above, &published,
				   PALETTE_ON_LIGHT);
	ret |= place_stack(&scene, &value, &measured,
			   group->claimed ? PALETTE_ON_DARK : PALETTE_ON_LIGHT);
	if (bounded)
		ret |= label_ceiling(&scene, group, x, 0.48 * width);
	*top = fmin(*top, base - scene.highest);
	return ret;
}
