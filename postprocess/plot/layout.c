// SPDX-License-Identifier: GPL-2.0-only
#include "plot/layout.h"

#include "plot/palette.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN	    18
#define TITLE_SIZE  16
#define NOTE_SIZE   11
#define NOTE_LINES  2
#define NAME_SIZE   11
#define NAME_LINES  2
#define LINE	    14
#define ROW_HEAD    26 /* a section's title, above its plot */
#define ROW_FOOT    (8 + NAME_LINES * LINE + 14)
#define SECTION_GAP 0.5 /* of a group's width */
#define GROUP_WIDTH 124 /* at most */

int layout_label(struct layout *layout, const struct layout_label *label,
		 const char *text, double width_px)
{
	struct layout_label *labels = array_grow(
		layout->labels, layout->label_count, sizeof(*labels));

	if (!labels)
		return -ENOMEM;
	layout->labels = labels;
	labels[layout->label_count] = *label;
	measure_fit(text, label->size, width_px,
		    labels[layout->label_count].text);
	layout->label_count++;
	return 0;
}

int layout_rect(struct layout *layout, const struct layout_rect *rect)
{
	struct layout_rect *rects =
		array_grow(layout->rects, layout->rect_count, sizeof(*rects));

	if (!rects)
		return -ENOMEM;
	layout->rects = rects;
	rects[layout->rect_count++] = *rect;
	return 0;
}

int layout_line(struct layout *layout, const struct layout_line *line)
{
	struct layout_line *lines =
		array_grow(layout->lines, layout->line_count, sizeof(*lines));

	if (!lines)
		return -ENOMEM;
	layout->lines = lines;
	lines[layout->line_count++] = *line;
	return 0;
}

/* the notes, joined by dots, broken between two notes where a line is full */
static int place_notes(struct layout *layout, const struct chart *chart,
		       double *y)
{
	struct layout_label label = {
		.x = MARGIN, .size = NOTE_SIZE, .colour = PALETTE_MUTED};
	double room = LAYOUT_WIDTH - 2 * MARGIN;
	struct text line = {0};
	size_t i;
	int ret = 0;

	for (i = 0; i < chart->notes.count; i++) {
		const char *note = chart->notes.items[i];
		double width = line.len ? measure_text(line.buf, NOTE_SIZE) : 0;

		if (line.len && width + measure_text(" \u00b7 ", NOTE_SIZE) +
						measure_text(note, NOTE_SIZE) >
					room) {
			label.y = *y;
			ret |= layout_label(layout, &label, line.buf, room);
			*y += LINE;
			line.len = 0;
		}
		text_add(&line, line.len ? " \u00b7 " : "");
		text_add(&line, note);
	}
	label.y = *y;
	if (line.len && !line.failed)
		ret |= layout_label(layout, &label, line.buf, room);
	ret |= line.failed ? -ENOMEM : 0;
	text_free(&line);
	return ret;
}

/* a swatch and its name; Return: 0 or -ENOMEM */
static int place_key_item(struct layout *layout, const char *name,
			  const char *colour, bool is_line, double *x, double y)
{
	struct layout_label label = {
		.x = *x + 17, .y = y, .size = NOTE_SIZE, .colour = PALETTE_INK};
	struct layout_rect rect = {*x, y + 6, 12, 12, colour};
	struct layout_line line = {
		.x = *x - 3, .y = y, .length = 15, .colour = colour};
	int ret;

	if (!*name)
		return 0;
	ret = is_line ? layout_line(layout, &line) : layout_rect(layout, &rect);
	*x += 17 + measure_text(name, NOTE_SIZE) + 22;
	return ret | layout_label(layout, &label, name, INFINITY);
}

static int place_key(struct layout *layout, const struct chart *chart, double y)
{
	double x = MARGIN;
	int ret;

	ret = place_key_item(layout, chart->has_published ? "published" : "",
			     PALETTE_PUBLISHED, false, &x, y);
	ret |= place_key_item(layout, chart->measured, PALETTE_MEASURED, false,
			      &x, y);
	ret |= place_key_item(layout, chart->unmodelled, PALETTE_UNMODELLED,
			      false, &x, y);
	return ret | place_key_item(layout, chart->ceiling, PALETTE_CEILING,
				    true, &x, y);
}

static int place_head(struct layout *layout, const struct chart *chart,
		      double *y)
{
	struct layout_label title = {.x = MARGIN,
				     .y = 26,
				     .size = TITLE_SIZE,
				     .colour = PALETTE_INK};
	int ret = layout_label(layout, &title, chart->title,
			       LAYOUT_WIDTH - 2 * MARGIN);

	*y = 50;
	ret |= place_notes(layout, chart, y);
	*y += 24;
	ret |= place_key(layout, chart, *y);
	*y += 16;
	return ret;
}

static int place_section(struct layout *layout, const struct chart *chart,
			 const struct chart_section *section, double x,
			 double width, double *top)
{
	double base = layout->row_top[section->row] + LAYOUT_PLOT;
	struct layout_label label = {.x = x + 0.04 * width,
				     .y = layout->row_top[section->row] -
					  ROW_HEAD / 2.0,
				     .size = 12,
				     .colour = PALETTE_INK};
	char lines[NAME_LINES][MEASURE_LINE];
	size_t i, k, n;
	int ret = layout_label(layout, &label, section->title,
			       (section->count + SECTION_GAP - 0.1) * width);

	label.align = ALIGN_CENTER;
	label.size = NAME_SIZE;
	for (i = 0; i < section->count; i++) {
		const struct chart_group *group =
			&chart->groups[section->first + i];

		label.x = x + (i + 0.5) * width;
		n = measure_wrap(group->label, NAME_SIZE, 0.96 * width, lines,
				 NAME_LINES);
		for (k = 0; k < n; k++) {
			label.y = base + 8 + (k + 0.5) * LINE;
			ret |= layout_label(layout, &label, lines[k], INFINITY);
		}
		ret |= layout_group(layout, chart, group, label.x, width, base,
				    top);
	}
	return ret;
}

/* how many groups' widths the fullest row takes */
static double widest_row(const struct chart *chart)
{
	double widest = 0, width = 0;
	size_t i;

	for (i = 0; i < chart->section_count; i++) {
		const struct chart_section *section = &chart->sections[i];

		if (i && section->row == section[-1].row)
			width += SECTION_GAP;
		else
			width = 0;
		width += (double)section->count;
		widest = fmax(widest, width);
	}
	return widest;
}

static int place_rows(struct layout *layout, const struct chart *chart,
		      double y, double *overflow)
{
	double room = LAYOUT_RIGHT - LAYOUT_LEFT;
	double width = fmin(GROUP_WIDTH, room / widest_row(chart));
	double x = LAYOUT_LEFT, top;
	size_t i;
	int ret = 0;

	for (i = 0; i < chart->row_count; i++)
		layout->row_top[i] =
			y + ROW_HEAD + i * (ROW_HEAD + LAYOUT_PLOT + ROW_FOOT);
	layout->row_count = chart->row_count;
	layout->height = layout->row_top[i - 1] + LAYOUT_PLOT + ROW_FOOT;
	*overflow = 0;
	for (i = 0; i < chart->section_count; i++) {
		const struct chart_section *section = &chart->sections[i];

		if (i && section->row != section[-1].row)
			x = LAYOUT_LEFT;
		top = layout->row_top[section->row];
		ret |= place_section(layout, chart, section, x, width, &top);
		*overflow =
			fmax(*overflow, layout->row_top[section->row] - top);
		x += (section->count + SECTION_GAP) * width;
	}
	return ret;
}

/* 1, 2 or 5 times a power of ten: four to nine lines of the grid */
static double choose_tick(double max)
{
	double power = pow(10, floor(log10(max / 4))), part = max / 4 / power;

	return (part < 2 ? 1 : part < 5 ? 2 : 5) * power;
}

int layout_place(struct layout *layout, const struct chart *chart)
{
	double max = chart_max(chart), headroom = 4, overflow = 0, y;
	int tries, ret = 0;

	/* what a label needs above the highest bar depends on where all the
	 * others went, so look, and make room */
	for (tries = 0; tries < 4 && !ret; tries++) {
		headroom += overflow;
		*layout = (struct layout){0};
		layout->max_Bps =
			max > 0 ? max * LAYOUT_PLOT / (LAYOUT_PLOT - headroom)
				: chart->unit_Bps;
		layout->tick_Bps = choose_tick(layout->max_Bps);
		ret = place_head(layout, chart, &y);
		ret |= place_rows(layout, chart, y, &overflow);
		if (overflow <= 0)
			break;
		if (tries < 3)
			layout_free(layout);
	}
	if (ret)
		layout_free(layout);
	return ret ? -ENOMEM : 0;
}

void layout_free(struct layout *layout)
{
	free(layout->labels);
	free(layout->rects);
	free(layout->lines);
	*layout = (struct layout){0};
}
