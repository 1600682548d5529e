// SPDX-License-Identifier: GPL-2.0-only
#include "plot/script.h"

#include "plot/palette.h"

#include <stdbool.h>

/* pngcairo counts fonts in points, svg in pixels: 2 x 3/4 makes both alike */
#define PNG_SCALE 2
#define PNG_FONT  1.5

void script_quote(struct text *script, const char *text)
{
	text_add(script, "'");
	for (; *text; text++)
		if (*text == '\'')
			text_add(script, "''");
		else if (*text == '\n' || *text == '\r')
			text_add(script, " ");
		else
			text_addn(script, text, 1);
	text_add(script, "'");
}

static void write_terminals(struct text *script, const struct layout *layout,
			    size_t number)
{
	text_addf(script,
		  "if (T eq 'svg') {\n"
		  "  set terminal svg size %d,%.0f dynamic noenhanced "
		  "font 'DejaVu Sans,11' background rgb '%s'\n"
		  "} else {\n"
		  "  set terminal pngcairo size %d,%.0f noenhanced "
		  "font 'DejaVu Sans,11' fontscale %g linewidth %d "
		  "background rgb '%s'\n"
		  "}\n"
		  "set output 'chart-%zu.'.T\n",
		  LAYOUT_WIDTH, layout->height, PALETTE_PAPER,
		  LAYOUT_WIDTH * PNG_SCALE, layout->height * PNG_SCALE,
		  PNG_FONT, PNG_SCALE, PALETTE_PAPER, number);
}

static double screen_x(double x)
{
	return x / LAYOUT_WIDTH;
}

static double screen_y(const struct layout *layout, double y)
{
	return 1 - y / layout->height;
}

static void write_labels(struct text *script, const struct layout *layout)
{
	size_t i;

	for (i = 0; i < layout->label_count; i++) {
		const struct layout_label *label = &layout->labels[i];

		text_addf(script, "set label %zu ", i + 1);
		script_quote(script, label->text);
		text_addf(script,
			  " at screen %.5f,%.5f %s noenhanced "
			  "font ',%d' textcolor rgb '%s' front\n",
			  screen_x(label->x), screen_y(layout, label->y),
			  label->align == ALIGN_LEFT ? "left" : "center",
			  label->size, label->colour);
	}
}

/* caps of whiskers stand square on them: 'heads' at 90 degrees */
static void write_lines(struct text *script, const struct layout *layout)
{
	size_t i;

	for (i = 0; i < layout->line_count; i++) {
		const struct layout_line *line = &layout->lines[i];
		double x = line->x + (line->upright ? 0 : line->length);
		double y = line->y - (line->upright ? line->length : 0);

		text_addf(
			script,
			"set arrow %zu from screen %.5f,%.5f to screen "
			"%.5f,%.5f %s linecolor rgb '%s' linewidth %s front\n",
			i + 1, screen_x(line->x), screen_y(layout, line->y),
			screen_x(x), screen_y(layout, y),
			line->upright ? "heads size screen 0.005,90 fixed"
				      : "nohead dashtype (6,4)",
			line->colour, line->upright ? "1.1" : "1.5");
	}
}

/* bars by 'rectangle', as each has its own place, size and colour */
static void write_rects(struct text *script, const struct layout *layout)
{
	size_t i;

	for (i = 0; i < layout->rect_count; i++) {
		const struct layout_rect *rect = &layout->rects[i];

		text_addf(script,
			  "set object %zu rectangle from screen %.5f,%.5f to "
			  "screen %.5f,%.5f fillstyle solid noborder "
			  "fillcolor rgb '%s' noclip front\n",
			  i + 1, screen_x(rect->x), screen_y(layout, rect->y),
			  screen_x(rect->x + rect->width),
			  screen_y(layout, rect->y - rect->height),
			  rect->colour);
	}
}

/* axis and grid of a row; the last one also draws all that is placed */
static void write_row(struct text *script, const struct layout *layout,
		      size_t row)
{
	double top = layout->row_top[row];

	text_addf(script,
		  "set tmargin at screen %.5f\nset bmargin at screen %.5f\n",
		  screen_y(layout, top), screen_y(layout, top + LAYOUT_PLOT));
	text_add(script, "plot -1 notitle\n");
}

void script_write(struct text *script, const struct chart *chart,
		  const struct layout *layout, size_t number)
{
	size_t row;

	text_add(script,
		 "reset\nset encoding utf8\ndo for [T in 'svg png'] {\n");
	write_terminals(script, layout, number);
	text_addf(script,
		  "set border 1 linecolor rgb '%s' linewidth 0.8\n"
		  "set grid ytics linetype 1 linecolor rgb '%s' linewidth 0.6\n"
		  "unset key\nunset xtics\n"
		  "set xrange [0:1]\nset yrange [0:%.6g]\n"
		  "set ytics 0,%.6g scale 0 format '%%g' "
		  "font ',11' textcolor rgb '%s'\n"
		  "set lmargin at screen %.5f\nset rmargin at screen %.5f\n",
		  PALETTE_MUTED, PALETTE_GRID,
		  layout->max_Bps / chart->unit_Bps,
		  layout->tick_Bps / chart->unit_Bps, PALETTE_MUTED,
		  screen_x(LAYOUT_LEFT), screen_x(LAYOUT_RIGHT));
	text_add(script, "set multiplot\n");
	for (row = 0; row < layout->row_count; row++) {
		if (row + 1 == layout->row_count) {
			write_rects(script, layout);
			write_lines(script, layout);
			write_labels(script, layout);
		}
		write_row(script, layout, row);
	}
	text_add(script, "unset multiplot\nunset output\n}\n");
}
