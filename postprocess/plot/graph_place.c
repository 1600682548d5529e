// SPDX-License-Identifier: GPL-2.0-only
#include "plot/graph_place.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH	    860
#define TITLE_SIZE  16
#define TITLE_LINE  21
#define TITLE_LINES 2
#define NOTE_SIZE   11
#define NOTE_LINES  3
#define TICK_SIZE   11
#define HEAD	    24 /* a panel's title, above it */
#define FOOT	    24 /* labels of the x axis */
#define AXIS_TITLE  16
#define GAP	    10 /* between panels */
#define TICK_GAP    8
#define LEFT_MAX    240
#define RIGHT_MAX   240
#define SWATCHES    8

int graph_label(struct graph_frame *frame, const struct layout_label *label,
		const char *text, double width_px)
{
	struct layout_label *labels =
		array_grow(frame->labels, frame->label_count, sizeof(*labels));

	if (!labels)
		return -ENOMEM;
	frame->labels = labels;
	labels[frame->label_count] = *label;
	measure_fit(text, label->size, width_px,
		    labels[frame->label_count].text);
	frame->label_count++;
	return 0;
}

double graph_x(const struct graph_frame *frame, const struct graph *graph,
	       double x)
{
	return frame->left +
	       axis_part(&graph->x, x) * (frame->right - frame->left);
}

double graph_y(const struct graph_frame *frame, const struct graph *graph,
	       size_t panel, double y)
{
	return frame->top[panel] + (1 - axis_part(&graph->panels[panel].y, y)) *
					   frame->panel_height;
}

/* ---- the head -------------------------------------------------------- */

static int place_title(struct graph_frame *frame, const struct graph *graph,
		       double *y)
{
	char lines[TITLE_LINES][MEASURE_LINE];
	struct layout_label label = {.x = GRAPH_MARGIN,
				     .size = TITLE_SIZE,
				     .colour = graph->theme->ink};
	size_t count =
		measure_wrap(graph->title, TITLE_SIZE, WIDTH - 2 * GRAPH_MARGIN,
			     lines, TITLE_LINES);
	size_t i;
	int ret = 0;

	*y = 26;
	for (i = 0; i < count; i++, *y += TITLE_LINE) {
		label.y = *y;
		ret |= graph_label(frame, &label, lines[i], INFINITY);
	}
	*y += 2;
	return ret;
}

/* joined by dots, broken where a line is full */
static int place_notes(struct graph_frame *frame, const struct graph *graph,
		       double *y)
{
	struct layout_label label = {.x = GRAPH_MARGIN,
				     .size = NOTE_SIZE,
				     .colour = graph->theme->muted};
	double room = WIDTH - 2 * GRAPH_MARGIN;
	struct text line = {0};
	size_t i, lines = 0;
	int ret = 0;

	for (i = 0; i < graph->notes.count && lines < NOTE_LINES; i++) {
		const char *note = graph->notes.items[i];
		double width = line.len ? measure_text(line.buf, NOTE_SIZE) : 0;

		if (line.len && width + measure_text(" \u00b7 ", NOTE_SIZE) +
						measure_text(note, NOTE_SIZE) >
					room) {
			label.y = *y;
			ret |= graph_label(frame, &label, line.buf, room);
			*y += GRAPH_LINE_HEIGHT;
			line.len = 0;
			lines++;
		}
		text_add(&line, line.len ? " \u00b7 " : "");
		text_add(&line, note);
	}
	label.y = *y;
	if (line.len && !line.failed)
		ret |= graph_label(frame, &label, line.buf, room);
	ret |= line.failed ? -ENOMEM : 0;
	*y += GRAPH_LINE_HEIGHT;
	text_free(&line);
	return ret;
}

static int add_swatch(struct graph_frame *frame, const struct graph *graph,
		      double x, double y, double part)
{
	struct graph_swatch *swatches = array_grow(
		frame->swatches, frame->swatch_count, sizeof(*swatches));

	if (!swatches)
		return -ENOMEM;
	frame->swatches = swatches;
	swatches += frame->swatch_count++;
	*swatches = (struct graph_swatch){
		.x = x, .y = y, .width = 18, .height = 10};
	theme_ramp(graph->theme, part, swatches->colour);
	return 0;
}

/* what the ramp's ends mean, and the ramp between */
static int place_ramp(struct graph_frame *frame, const struct graph *graph,
		      double *y)
{
	struct layout_label label = {.x = GRAPH_MARGIN,
				     .y = *y + 4,
				     .size = NOTE_SIZE,
				     .colour = graph->theme->ink};
	size_t i;
	int ret;

	if (!*graph->ramp_lo)
		return 0;
	ret = graph_label(frame, &label, graph->ramp_lo, 200);
	label.x += measure_text(graph->ramp_lo, NOTE_SIZE) + 8;
	for (i = 0; i < SWATCHES; i++, label.x += 18)
		ret |= add_swatch(frame, graph, label.x, label.y + 5,
				  (double)i / (SWATCHES - 1));
	label.x += 8;
	ret |= graph_label(frame, &label, graph->ramp_hi, 300);
	*y += GRAPH_LINE_HEIGHT + 4;
	return ret;
}

/* ---- the axes -------------------------------------------------------- */

static double left_room(const struct graph *graph)
{
	double widest = 0;
	size_t p, i;

	for (p = 0; p < graph->panel_count; p++)
		for (i = 0; i < graph->panels[p].y.count; i++)
			widest = fmax(
				widest,
				measure_text(graph->panels[p].y.ticks[i].label,
					     TICK_SIZE));
	return fmin(widest, LEFT_MAX) + GRAPH_MARGIN + 8;
}

/* a label that would touch the one before it is left out */
static void thin_x(struct graph_frame *frame, const struct graph *graph)
{
	double end = -INFINITY;
	size_t i;

	for (i = 0; i < graph->x.count; i++) {
		const struct axis_tick *tick = &graph->x.ticks[i];
		double half = measure_text(tick->label, TICK_SIZE) / 2;
		double x = graph_x(frame, graph, tick->at);

		frame->x_shown[i] =
			x - half > end && x + half < frame->width - 2;
		if (frame->x_shown[i] && *tick->label)
			end = x + half + TICK_GAP;
	}
}

static void thin_y(struct graph_frame *frame, const struct graph *graph)
{
	size_t p, i;

	for (p = 0; p < graph->panel_count; p++) {
		double end = INFINITY;

		for (i = 0; i < graph->panels[p].y.count; i++) {
			double y = graph_y(frame, graph, p,
					   graph->panels[p].y.ticks[i].at);

			frame->y_shown[p][i] = y + 6 < end;
			if (frame->y_shown[p][i])
				end = y - 6;
		}
	}
}

/* a panel's title, and what its axis counts */
static int place_panel_title(struct graph_frame *frame,
			     const struct graph *graph, size_t p)
{
	const struct graph_panel *panel = &graph->panels[p];
	struct layout_label label = {.x = frame->left,
				     .y = frame->top[p] - HEAD / 2.0 + 2,
				     .size = 12,
				     .colour = graph->theme->ink};
	double room = frame->right - frame->left;
	int ret = 0;

	if (*panel->title) {
		ret = graph_label(frame, &label, panel->title, 0.7 * room);
		label.x +=
			measure_text(frame->labels[frame->label_count - 1].text,
				     12) +
			12;
	} else if (*panel->y.title) {
		label.x = GRAPH_MARGIN;
	}
	label.size = TICK_SIZE;
	label.colour = graph->theme->muted;
	if (*panel->y.title)
		ret |= graph_label(frame, &label, panel->y.title,
				   frame->right - label.x);
	return ret;
}

static int place_x_title(struct graph_frame *frame, const struct graph *graph,
			 double y)
{
	struct layout_label label = {.x = (frame->left + frame->right) / 2,
				     .y = y,
				     .align = ALIGN_CENTER,
				     .size = TICK_SIZE,
				     .colour = graph->theme->muted};

	if (!*graph->x.title)
		return 0;
	return graph_label(frame, &label, graph->x.title,
			   frame->right - frame->left);
}

/* ---- the panels ------------------------------------------------------ */

static double panel_height(const struct graph *graph)
{
	size_t n = graph->panel_count, rows = graph->rows ? 1 : 0;
	double height = n == 1 ? 310 : n == 2 ? 190 : 130, most = 0;
	size_t p;

	height = fmax(height, (double)(graph_most_labels(graph) + 1) *
				      GRAPH_LINE_HEIGHT);
	for (p = 0; rows && p < n; p++)
		most = fmax(most, (double)graph->panels[p].y.count);
	if (rows)
		height = fmax(60, graph->row_px * most);
	return height;
}

static bool has_head(const struct graph *graph)
{
	size_t p;

	for (p = 0; p < graph->panel_count; p++)
		if (*graph->panels[p].title || *graph->panels[p].y.title)
			return true;
	return false;
}

static int place_panels(struct graph_frame *frame, const struct graph *graph,
			double y)
{
	double head = has_head(graph) ? HEAD : 6;
	size_t p;
	int ret = 0;

	frame->panel_height = panel_height(graph);
	for (p = 0; p < graph->panel_count; p++) {
		frame->top[p] = y + head;
		y = frame->top[p] + frame->panel_height + GAP;
		ret |= place_panel_title(frame, graph, p);
	}
	y += FOOT - GAP;
	ret |= place_x_title(frame, graph, y + 6);
	y += *graph->x.title ? AXIS_TITLE + 6 : 0;
	frame->height = ceil(y + 8);
	return ret;
}

int graph_place(struct graph_frame *frame, const struct graph *graph)
{
	double y, room = graph_label_room(graph);
	int ret;

	*frame = (struct graph_frame){.width = WIDTH};
	frame->top = calloc(graph->panel_count + 1, sizeof(*frame->top));
	frame->y_shown =
		calloc(graph->panel_count + 1, sizeof(*frame->y_shown));
	if (!frame->top || !frame->y_shown || graph->failed) {
		graph_frame_free(frame);
		return -ENOMEM;
	}
	frame->left = left_room(graph);
	frame->right = WIDTH - GRAPH_MARGIN -
		       (room > 0 ? fmin(room, RIGHT_MAX) + 12 : 8);
	ret = place_title(frame, graph, &y);
	ret |= place_notes(frame, graph, &y);
	ret |= place_ramp(frame, graph, &y);
	ret |= place_panels(frame, graph, y);
	thin_x(frame, graph);
	thin_y(frame, graph);
	ret |= graph_place_labels(frame, graph);
	if (ret)
		graph_frame_free(frame);
	return ret ? -ENOMEM : 0;
}

void graph_frame_free(struct graph_frame *frame)
{
	free(frame->top);
	free(frame->y_shown);
	free(frame->labels);
	free(frame->leaders);
	free(frame->swatches);
	*frame = (struct graph_frame){0};
}
