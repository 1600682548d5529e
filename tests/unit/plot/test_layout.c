// SPDX-License-Identifier: GPL-2.0-only
/* Labels are placed so that none touches another, whatever the figures. */
#include "unit.h"

#include "plot/layout.h"
#include "plot/palette.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINE 12 /* of which the glyphs of a label of size 11 need no more */

struct box {
	double x0, x1, y0, y1;
};

static struct box box_of(const struct layout_label *label)
{
	double width = measure_text(label->text, label->size);
	double x =
		label->align == ALIGN_CENTER ? label->x - width / 2 : label->x;

	return (struct box){x, x + width, label->y - LINE / 2.0,
			    label->y + LINE / 2.0};
}

static int overlap(struct box a, struct box b)
{
	return a.x0 < b.x1 - 0.01 && b.x0 < a.x1 - 0.01 && a.y0 < b.y1 - 0.01 &&
	       b.y0 < a.y1 - 0.01;
}

/* dark ink on a measured bar, or any on a line, cannot be read */
static void check_label(const struct layout *layout,
			const struct layout_label *label)
{
	struct box box = box_of(label);
	size_t i;

	if (box.x0 < 0 || box.x1 > LAYOUT_WIDTH || box.y0 < 0 ||
	    box.y1 > layout->height)
		fail_msg("'%s' leaves the picture", label->text);
	for (i = 0; i < layout->line_count; i++) {
		const struct layout_line *line = &layout->lines[i];
		struct box at = {line->x, line->x + line->length, line->y - 0.5,
				 line->y + 0.5};

		if (!line->upright && line->length > 20 && overlap(box, at))
			fail_msg("'%s' stands on a ceiling", label->text);
	}
	for (i = 0; i < layout->rect_count; i++) {
		const struct layout_rect *rect = &layout->rects[i];
		struct box at = {rect->x, rect->x + rect->width,
				 rect->y - rect->height, rect->y};
		int inside = !strcmp(label->colour, PALETTE_ON_DARK) ||
			     !strcmp(label->colour, PALETTE_ON_LIGHT);

		if (!inside && overlap(box, at))
			fail_msg("'%s' stands on a bar", label->text);
	}
}

static void check_layout(const struct chart *chart)
{
	struct layout layout;
	size_t i, k;

	assert_int_equal(layout_place(&layout, chart), 0);
	for (i = 0; i < layout.label_count; i++) {
		check_label(&layout, &layout.labels[i]);
		for (k = 0; k < i; k++)
			if (overlap(box_of(&layout.labels[i]),
				    box_of(&layout.labels[k])))
				fail_msg("'%s' touches '%s'",
					 layout.labels[i].text,
					 layout.labels[k].text);
	}
	layout_free(&layout);
}

static double random_rate(double spread)
{
	return 7e9 * pow(10, -spread * (rand() % 1000) / 1000.0);
}

static void fill_group(struct chart_group *group, double spread)
{
	double hi = random_rate(spread);

	*group = (struct chart_group){
		.measured_Bps = rand() % 9 ? random_rate(spread) : 0,
		.claimed = rand() % 3,
		.approximate = rand() % 2,
		.repeated = rand() % 2,
	};
	if (rand() % 3) {
		group->published_hi_Bps = rand() % 4 ? hi : group->measured_Bps;
		group->published_lo_Bps =
			group->published_hi_Bps * (rand() % 3 ? 1 : 0.9);
		group->ratio = group->measured_Bps > 0 && group->claimed
				       ? group->measured_Bps /
						 (group->published_hi_Bps + 1)
				       : 0;
		group->ratio = fmin(group->ratio, 99);
	}
	group->min_Bps = group->measured_Bps * 0.95;
	group->max_Bps = group->measured_Bps * 1.03;
	if (rand() % 3) {
		group->ceiling.hi_Bps = rand() % 2 ? group->measured_Bps * 1.01
						   : random_rate(spread);
		group->ceiling.lo_Bps =
			group->ceiling.hi_Bps * (rand() % 2 ? 1 : 0.9);
	}
	snprintf(group->label, sizeof(group->label), "%s",
		 rand() % 2 ? "raid0" : "a-long-name-of_some.configuration");
}

static void no_label_touches_another(void **state)
{
	struct chart_group groups[32];
	struct chart_section sections[8];
	int round;

	(void)state;
	srand(1);
	for (round = 0; round < 2000; round++) {
		size_t count = 1 + (size_t)rand() % CHART_GROUPS_PER_ROW, i;
		struct chart chart = {.unit_Bps = 1e9,
				      .unit = "GB/s",
				      .title = "A title",
				      .measured = "measured \u00d7 100",
				      .unmodelled = "measured, not modelled",
				      .ceiling = "ceiling, modelled",
				      .has_published = true,
				      .groups = groups,
				      .sections = sections,
				      .row_count = 1 + (size_t)rand() % 4};

		for (i = 0; i < chart.row_count; i++) {
			struct chart_section *section =
				&sections[chart.section_count++];

			*section = (struct chart_section){
				"some test", chart.group_count, count, i};
			chart.group_count += count;
		}
		for (i = 0; i < chart.group_count; i++)
			fill_group(&groups[i], round % 8);
		check_layout(&chart);
	}
}

static void a_chart_without_figures_is_drawn(void **state)
{
	struct chart_group group = {.label = "single"};
	struct chart_section section = {"t", 0, 1, 0};
	struct chart chart = {.unit_Bps = 1e9,
			      .groups = &group,
			      .group_count = 1,
			      .sections = &section,
			      .section_count = 1,
			      .row_count = 1};

	(void)state;
	check_layout(&chart);
}

static void texts_are_measured_and_cut(void **state)
{
	char fit[MEASURE_LINE], lines[2][MEASURE_LINE];

	(void)state;
	assert_true(fabs(measure_text("103 %", 11) - 34.8) < 0.2);
	measure_fit("raid0", 11, 100, fit);
	assert_string_equal(fit, "raid0");
	measure_fit("raid0-with-more", 11, 50, fit);
	assert_string_equal(fit, "raid0-\u2026");
	measure_fit("a\tb\n\x7f\xff\xe2\x80\xa8\u914d\u00e9", 11, 200, fit);
	assert_string_equal(fit, "a b ????\u00e9");
	assert_int_equal(measure_wrap("passthrough polled", 11, 70, lines, 2),
			 2);
	assert_string_equal(lines[0], "passthrough");
	assert_string_equal(lines[1], "polled");
	assert_int_equal(
		measure_wrap("nvme-raid0-of-four-drives", 11, 60, lines, 2), 2);
	assert_string_equal(lines[0], "nvme-");
	assert_string_equal(lines[1], "raid0-of-f\u2026");
	assert_int_equal(measure_wrap("", 11, 60, lines, 2), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_label_touches_another),
		cmocka_unit_test(a_chart_without_figures_is_drawn),
		cmocka_unit_test(texts_are_measured_and_cut),
	};

	return unit_run(tests);
}
