// SPDX-License-Identifier: GPL-2.0-only
/* Graphs of any data are placed so that labels do not touch, and no text gets
 * out of its quotes. */
#include "unit.h"

#include "plot/graph_script.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define HEIGHT 11 /* of a label's glyphs */

static struct place_box box_of(const struct layout_label *label)
{
	double width = measure_text(label->text, label->size);
	double x =
		label->align == ALIGN_CENTER ? label->x - width / 2 : label->x;

	return (struct place_box){x, label->y - HEIGHT / 2.0, x + width,
				  label->y + HEIGHT / 2.0};
}

static int overlap(struct place_box a, struct place_box b)
{
	return a.x0 < b.x1 - 0.01 && b.x0 < a.x1 - 0.01 && a.y0 < b.y1 - 0.01 &&
	       b.y0 < a.y1 - 0.01;
}

static void check_labels(const struct graph_frame *frame)
{
	size_t i, k;

	for (i = 0; i < frame->label_count; i++) {
		struct place_box box = box_of(&frame->labels[i]);

		if (box.x0 < 0 || box.x1 > frame->width || box.y0 < 0 ||
		    box.y1 > frame->height)
			fail_msg("'%s' leaves the picture",
				 frame->labels[i].text);
		for (k = 0; k < i; k++)
			if (overlap(box, box_of(&frame->labels[k])))
				fail_msg("'%s' touches '%s'",
					 frame->labels[i].text,
					 frame->labels[k].text);
	}
}

static void add_series(struct graph *graph, size_t panel, int colour,
		       bool named)
{
	static const char *const names[] = {
		"raid0", "a-rather-long-name-of_a.configuration", "", "x",
		"drive 7, reads"};
	static const enum graph_mark marks[] = {GRAPH_LINE, GRAPH_BAND,
						GRAPH_AREA, GRAPH_DOTS};
	int points = 1 + rand() % 30, i;
	struct graph_series *series;
	double y = 10 + rand() % 90;

	series = graph_series(graph, panel, marks[rand() % 4], colour,
			      names[rand() % 5]);
	assert_non_null(series);
	series->dotted = rand() % 2;
	for (i = 0; i < points; i++) {
		char name[16];

		y = fmin(fmax(y + rand() % 21 - 10, 1), 100);
		graph_add(graph, i * 100.0 / points, rand() % 20 ? y : NAN,
			  y * 0.9, y * 1.05);
		snprintf(name, sizeof(name), "QD%d", i);
		if (named)
			graph_name(graph, name);
	}
}

static void build(struct graph *graph)
{
	size_t panels = 1 + (size_t)rand() % 4, p;
	int i, count;

	graph_init(graph, rand() % 2 ? theme_dark() : theme_light(), "test");
	snprintf(graph->title, sizeof(graph->title), "%s",
		 rand() % 2 ? "a finding"
			    : "a finding that takes more words "
			      "than one line of a picture has "
			      "room for, so that it needs two");
	for (i = rand() % 6; i > 0; i--)
		graph_note(graph, "note %d of the method and the unit", i);
	axis_time(&graph->x, 0, 100);
	for (p = 0; p < panels; p++) {
		graph_panel(graph, rand() % 2 ? "a panel" : "");
		if (rand() % 2)
			axis_log(&graph->panels[p].y, 1, 100, QUANTITY_LATENCY);
		else
			axis_linear(&graph->panels[p].y, 0, 100, QUANTITY_RATE);
		count = 1 + rand() % (rand() % 8 ? 6 : 40);
		for (i = 0; i < count; i++)
			/* the last names of a crowd find no room */
			add_series(graph, p, i, count < 6 && rand() % 4 == 0);
	}
}

static void no_label_touches_another(void **state)
{
	int tries;

	(void)state;
	srand(4);
	for (tries = 0; tries < 300; tries++) {
		struct graph_frame frame;
		struct graph graph;

		build(&graph);
		assert_false(graph.failed);
		assert_int_equal(graph_place(&frame, &graph), 0);
		check_labels(&frame);
		graph_frame_free(&frame);
		graph_free(&graph);
	}
}

/* quotes, newlines, a backquote, a formula, bytes that are no UTF-8 */
static const char evil[] = "x'`id`$(id)\"\\\n!touch pwned\nquit %d @y \xff";

static void build_evil(struct graph *graph)
{
	struct graph_cell cell = {.x0 = 0, .x1 = 1, .y0 = 1, .y1 = 9};

	graph_init(graph, theme_light(), evil);
	snprintf(graph->title, sizeof(graph->title), "%s", evil);
	graph_note(graph, "%s", evil);
	graph_panel(graph, evil);
	axis_time(&graph->x, 0, 10);
	snprintf(graph->x.title, sizeof(graph->x.title), "%s", evil);
	axis_add(&graph->x, 5, evil);
	axis_linear(&graph->panels[0].y, 0, 10, QUANTITY_RATE);
	snprintf(graph->panels[0].y.title, 64, "%s", evil);
	snprintf(graph->ramp_lo, sizeof(graph->ramp_lo), "%s", evil);
	snprintf(graph->ramp_hi, sizeof(graph->ramp_hi), "%s", evil);
	graph_series(graph, 0, GRAPH_LINE, 0, evil);
	graph_add(graph, 1, 1, 1, 1);
	graph_name(graph, evil);
	memcpy(cell.text, evil, sizeof(cell.text) - 1);
	graph_cell(graph, &cell);
}

/* a line of the script with its quoted parts taken out */
static void strip_quotes(char *line)
{
	bool quoted = false;
	char *to = line;

	for (; *line; line++) {
		if (*line == '\'')
			quoted = !quoted;
		else if (!quoted)
			*to++ = *line;
	}
	*to = '\0';
	assert_false(quoted);
}

static void foreign_text_stays_in_its_quotes(void **state)
{
	struct text script = {0};
	struct graph_frame frame;
	struct graph graph;
	char *line, *rest;

	(void)state;
	build_evil(&graph);
	assert_int_equal(graph_place(&frame, &graph), 0);
	graph_script(&script, &graph, &frame, "chart", GRAPH_PDF);
	assert_false(script.failed);
	assert_non_null(strstr(script.buf, "T = 'pdf'"));
	assert_non_null(strstr(script.buf, "set output 'chart.'.T\n"));
	rest = script.buf;
	while ((line = strsep(&rest, "\n"))) {
		strip_quotes(line);
		assert_null(strstr(line, "id"
					 "`"));
		assert_null(strstr(line, "pwned"));
		assert_null(strstr(line, "quit"));
		assert_null(strchr(line, '`'));
		assert_null(strchr(line, '"'));
		assert_null(strchr(line, '!'));
	}
	text_free(&script);
	graph_frame_free(&frame);
	graph_free(&graph);
}

static void the_table_is_quoted(void **state)
{
	struct text csv = {0};
	struct graph graph;

	(void)state;
	graph_init(&graph, theme_light(), "test");
	graph_panel(&graph, "a \"b\"");
	graph_series(&graph, 0, GRAPH_LINE, 0, "=cmd()");
	graph_add(&graph, 1, 2.5, NAN, 3);
	graph_name(&graph, "QD1");
	graph_csv(&graph, &csv);
	assert_string_equal(csv.buf,
			    "panel,series,x,y,lo,hi,name\n"
			    "\"a \"\"b\"\"\",\"'=cmd()\",1,2.5,,3,\"QD1\"\n");
	text_free(&csv);
	graph_free(&graph);
}

static double luminance(const char *colour)
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	unsigned int rgb[3];
	double sum = 0;
	size_t i;

	assert_int_equal(
		sscanf(colour, "#%2x%2x%2x", &rgb[0], &rgb[1], &rgb[2]), 3);
	for (i = 0; i < 3; i++)
		sum += weights[i] * pow(rgb[i] / 255.0, 2.2);
	return sum;
}

static double contrast(const char *a, const char *b)
{
	double one = luminance(a) + 0.05, two = luminance(b) + 0.05;

	return one > two ? one / two : two / one;
}

/* WCAG 2: 4.5 for text, 3 for what is no text; Okabe and Ito's orange and sky
 * blue have less on white, so lines of these are labelled in darker colours */
static void texts_can_be_read(void **state)
{
	const struct theme *themes[] = {theme_light(), theme_dark()};
	size_t i, k;

	(void)state;
	for (i = 0; i < 2; i++) {
		const struct theme *theme = themes[i];

		assert_true(contrast(theme->ink, theme->paper) > 7);
		assert_true(contrast(theme->muted, theme->paper) > 4.5);
		assert_true(contrast(theme->ceiling_text, theme->paper) > 4.5);
		for (k = 0; k < THEME_SERIES; k++) {
			assert_true(contrast(theme->text[k], theme->paper) >
				    4.5);
			assert_true(contrast(theme->line[k], theme->paper) > 2);
		}
		for (k = 0; k <= 100; k++) {
			char colour[8];
			bool dark = theme_ramp(theme, (double)k / 100, colour);

			assert_true(contrast(colour, dark ? PALETTE_ON_LIGHT
							  : PALETTE_ON_DARK) >
				    3.9);
		}
	}
}

/* lightness alone tells more from less */
static void the_ramp_is_even(void **state)
{
	char colour[8];
	double last = 2, now;
	int i;

	(void)state;
	for (i = 0; i <= 20; i++) {
		theme_ramp(theme_light(), i / 20.0, colour);
		now = luminance(colour);
		assert_true(now < last);
		last = now;
	}
	for (i = 0; i <= 20; i++) {
		theme_ramp(theme_dark(), i / 20.0, colour);
		now = luminance(colour);
		assert_true(!i || now > last);
		last = now;
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_label_touches_another),
		cmocka_unit_test(foreign_text_stays_in_its_quotes),
		cmocka_unit_test(the_table_is_quoted),
		cmocka_unit_test(texts_can_be_read),
		cmocka_unit_test(the_ramp_is_even),
	};

	return unit_run(tests);
}
