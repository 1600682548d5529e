// SPDX-License-Identifier: GPL-2.0-only
#include "plot/graph_script.h"

#include "plot/script.h"

#include <math.h>

/* png and pdf count fonts in points, svg in pixels: x 3/4 makes them alike */
#define PNG_SCALE 2
#define PNG_FONT  1.5
#define PDF_INCH  96.0 /* pixels */

/* of the theme's colours' first, second, third use */
static const char *const dashes[] = {"solid", "(9,3)", "(3,3)", "(9,3,3,3)"};

const char *graph_format_name(enum graph_format format)
{
	static const char *const names[] = {"svg", "png", "pdf"};

	return names[format];
}

static double screen_x(const struct graph_frame *frame, double x)
{
	return x / frame->width;
}

static double screen_y(const struct graph_frame *frame, double y)
{
	return 1 - y / frame->height;
}

/* ---- data ------------------------------------------------------------ */

/* what gnuplot would draw beyond the axis it draws at its end */
static double clamp(const struct axis *axis, double value)
{
	return fmin(fmax(value, axis->lo), axis->hi);
}

static void write_points(struct text *script, const struct graph *graph,
			 const struct graph_series *series)
{
	const struct axis *axis = &graph->panels[series->panel].y;
	size_t i;

	for (i = 0; i < series->count; i++) {
		const struct graph_point *point = &series->points[i];
		bool spans = series->mark == GRAPH_SPAN;

		if (!isfinite(point->x) ||
		    (!isfinite(point->y) && series->mark != GRAPH_AREA)) {
			text_add(script, "\n");
			continue;
		}
		text_addf(script, "%.8g %.8g %.8g %.8g\n", point->x,
			  isfinite(point->y) ? clamp(axis, point->y) : 0,
			  spans ? clamp(&graph->x, point->lo)
				: clamp(axis, point->lo),
			  spans ? clamp(&graph->x, point->hi)
				: clamp(axis, point->hi));
	}
}

static void write_data(struct text *script, const struct graph *graph)
{
	size_t i, p;
	char colour[8];

	for (i = 0; i < graph->series_count; i++) {
		text_addf(script, "$s%zu << EOD\n", i);
		write_points(script, graph, &graph->series[i]);
		text_add(script, "EOD\n");
	}
	for (p = 0; p < graph->panel_count && graph->cell_count; p++) {
		text_addf(script, "$c%zu << EOD\n", p);
		for (i = 0; i < graph->cell_count; i++) {
			const struct graph_cell *cell = &graph->cells[i];

			if (cell->panel != p)
				continue;
			theme_ramp(graph->theme, cell->part, colour);
			text_addf(script, "%.8g %.8g %.8g %.8g 0x%s\n",
				  cell->x0, cell->x1, cell->y0, cell->y1,
				  colour + 1);
		}
		text_add(script, "EOD\n");
	}
}

/* ---- what surrounds it ----------------------------------------------- */

static void write_terminal(struct text *script, const struct graph *graph,
			   const struct graph_frame *frame, const char *stem)
{
	text_addf(script,
		  "if (T eq 'svg') {\n"
		  "  set terminal svg size %.0f,%.0f dynamic noenhanced "
		  "font 'DejaVu Sans,11' background rgb '%s'\n"
		  "} else { if (T eq 'png') {\n"
		  "  set terminal pngcairo size %.0f,%.0f noenhanced "
		  "font 'DejaVu Sans,11' fontscale %g linewidth %d "
		  "background rgb '%s'\n"
		  "} else {\n"
		  "  set terminal pdfcairo size %.3fin,%.3fin noenhanced "
		  "font 'DejaVu Sans,11' fontscale 0.75 linewidth 1 "
		  "background rgb '%s'\n"
		  "} }\n",
		  frame->width, frame->height, graph->theme->paper,
		  frame->width * PNG_SCALE, frame->height * PNG_SCALE, PNG_FONT,
		  PNG_SCALE, graph->theme->paper, frame->width / PDF_INCH,
		  frame->height / PDF_INCH, graph->theme->paper);
	text_addf(script, "set output '%s.'.T\n", stem);
}

/* gnuplot takes a tick's label for a format, of its value */
static void quote_tick(struct text *script, const char *label)
{
	struct text escaped = {0};

	for (; *label; label++)
		text_addn(&escaped, *label == '%' ? "%%" : label,
			  *label == '%' ? 2 : 1);
	script_quote(script, escaped.buf ? escaped.buf : "");
	script->failed |= escaped.failed;
	text_free(&escaped);
}

static void write_ticks(struct text *script, const char *axis,
			const struct axis *from, const bool *shown,
			const char *colour, bool labels)
{
	size_t i;

	text_addf(script, "set %stics scale 0 font ',11' textcolor rgb '%s' (",
		  axis, colour);
	for (i = 0; i < from->count; i++) {
		text_add(script, i ? ", " : "");
		quote_tick(script,
			   labels && shown[i] ? from->ticks[i].label : "");
		text_addf(script, " %.8g", from->ticks[i].at);
	}
	text_add(script, ")\n");
}

static void write_labels(struct text *script, const struct graph_frame *frame)
{
	size_t i;

	for (i = 0; i < frame->label_count; i++) {
		const struct layout_label *label = &frame->labels[i];

		text_addf(script, "set label %zu ", i + 1);
		script_quote(script, label->text);
		text_addf(script,
			  " at screen %.5f,%.5f %s noenhanced "
			  "font ',%d' textcolor rgb '%s' front\n",
			  screen_x(frame, label->x), screen_y(frame, label->y),
			  label->align == ALIGN_LEFT ? "left" : "center",
			  label->size, label->colour);
	}
}

static void write_leaders(struct text *script, const struct graph_frame *frame)
{
	size_t i;

	for (i = 0; i < frame->leader_count; i++) {
		const struct graph_leader *leader = &frame->leaders[i];

		text_addf(script,
			  "set arrow %zu from screen %.5f,%.5f to screen "
			  "%.5f,%.5f nohead linecolor rgb '%s' linewidth 0.6 "
			  "dashtype %s back\n",
			  i + 1, screen_x(frame, leader->x0),
			  screen_y(frame, leader->y0),
			  screen_x(frame, leader->x1),
			  screen_y(frame, leader->y1), leader->colour,
			  leader->far ? "(1,4)" : "solid");
	}
	for (i = 0; i < frame->swatch_count; i++) {
		const struct graph_swatch *swatch = &frame->swatches[i];

		text_addf(script,
			  "set object %zu rectangle from screen %.5f,%.5f to "
			  "screen %.5f,%.5f fillstyle solid noborder "
			  "fillcolor rgb '%s' front\n",
			  i + 1, screen_x(frame, swatch->x),
			  screen_y(frame, swatch->y),
			  screen_x(frame, swatch->x + swatch->width),
			  screen_y(frame, swatch->y - swatch->height),
			  swatch->colour);
	}
}

/* ---- the panels ------------------------------------------------------ */

static void write_axes(struct text *script, const struct graph *graph,
		       const struct graph_frame *frame, size_t p)
{
	const struct axis *y = &graph->panels[p].y;
	const char *ink = graph->theme->ink;

	text_addf(script,
		  "set tmargin at screen %.5f\nset bmargin at screen %.5f\n"
		  "set xrange [%.8g:%.8g]\nset yrange [%.8g:%.8g]\n"
		  "%s\n%s\n",
		  screen_y(frame, frame->top[p]),
		  screen_y(frame, frame->top[p] + frame->panel_height),
		  graph->x.lo, graph->x.hi, y->lo, y->hi,
		  graph->x.log ? "set logscale x" : "unset logscale x",
		  y->log ? "set logscale y" : "unset logscale y");
	write_ticks(script, "x", &graph->x, frame->x_shown, ink,
		    p + 1 == graph->panel_count);
	write_ticks(script, "y", y, frame->y_shown[p], ink, true);
}

static void write_dots(struct text *script, const struct graph_series *series,
		       size_t i, const char *colour, const char *ink)
{
	bool spans = series->mark == GRAPH_SPAN;

	text_addf(script,
		  "  $s%zu using %s with vectors heads size screen 0.003,90 "
		  "fixed linecolor rgb '%s' linewidth 1.1, \\\n"
		  "  $s%zu using 1:2 with points pointtype 7 pointsize %g "
		  "linecolor rgb '%s', \\\n",
		  i, spans ? "3:2:($4-$3):(0)" : "1:3:(0):($4-$3)", ink, i,
		  spans ? 1.0 : 0.7, colour);
}

static void write_series(struct text *script, const struct graph *graph,
			 size_t i)
{
	const struct graph_series *series = &graph->series[i];
	const char *colour = graph_colour(graph, series->colour);
	size_t use = series->colour < 0
			     ? 0
			     : (size_t)series->colour / THEME_SERIES % 4;

	switch (series->mark) {
	case GRAPH_BAND:
	case GRAPH_AREA:
		text_addf(script,
			  "  $s%zu using 1:3:4 with filledcurves fillstyle %s "
			  "noborder fillcolor rgb '%s', \\\n",
			  i,
			  series->mark == GRAPH_BAND ? "transparent solid 0.25"
						     : "solid 1",
			  colour);
		break;
	case GRAPH_LINE:
		text_addf(script,
			  "  $s%zu using 1:2 with lines linecolor rgb '%s' "
			  "linewidth %.3g dashtype %s, \\\n",
			  i, colour, series->width,
			  series->dashed ? "(6,4)" : dashes[use]);
		if (series->dotted)
			text_addf(script,
				  "  $s%zu using 1:2 with points pointtype 7 "
				  "pointsize 0.7 linecolor rgb '%s', \\\n",
				  i, colour);
		break;
	case GRAPH_DOTS:
	case GRAPH_SPAN:
		write_dots(script, series, i, colour, graph->theme->ink);
		break;
	}
}

static bool has_cells(const struct graph *graph, size_t panel)
{
	size_t i;

	for (i = 0; i < graph->cell_count; i++)
		if (graph->cells[i].panel == panel)
			return true;
	return false;
}

static void write_panel(struct text *script, const struct graph *graph,
			const struct graph_frame *frame, size_t p)
{
	size_t i;

	write_axes(script, graph, frame, p);
	text_add(script, "plot \\\n");
	if (has_cells(graph, p))
		text_addf(script,
			  "  $c%zu using 1:3:1:2:3:4:5 with boxxyerror "
			  "fillstyle solid 1 noborder fillcolor rgb variable, "
			  "\\\n",
			  p);
	for (i = 0; i < graph->series_count; i++)
		if (graph->series[i].panel == p && graph->series[i].count)
			write_series(script, graph, i);
	/* a plot of nothing draws axes and labels; NaN leaves it at that */
	text_add(script, "  NaN notitle\n");
}

void graph_script(struct text *script, const struct graph *graph,
		  const struct graph_frame *frame, const char *stem,
		  enum graph_format format)
{
	size_t p;

	text_addf(script, "T = '%s' # svg, png or pdf\nset encoding utf8\n",
		  graph_format_name(format));
	write_data(script, graph);
	write_terminal(script, graph, frame, stem);
	text_addf(script,
		  "set border 1 linecolor rgb '%s' linewidth 0.8\n"
		  "set grid %s%s linetype 1 linecolor rgb '%s' linewidth 0.6\n"
		  "%sunset key\n"
		  "set lmargin at screen %.5f\nset rmargin at screen %.5f\n"
		  "set multiplot\n",
		  graph->theme->muted, graph->rows ? "noytics" : "ytics",
		  graph->grid_x ? " xtics" : "", graph->theme->grid,
		  graph->rows && !graph->grid_x ? "unset grid\n" : "",
		  screen_x(frame, frame->left), screen_x(frame, frame->right));
	for (p = 0; p < graph->panel_count; p++) {
		if (p + 1 == graph->panel_count) {
			write_leaders(script, frame);
			write_labels(script, frame);
		}
		write_panel(script, graph, frame, p);
	}
	text_add(script, "unset multiplot\nunset output\n");
}
