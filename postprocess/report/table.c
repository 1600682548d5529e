// SPDX-License-Identifier: GPL-2.0-only
/* The figures of a suite as a table, and the document's numbers. */
#include "report/html.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

/* whether the measured rates need a second column, times the scale */
static bool any_scaled(const struct results *results, size_t suite)
{
	size_t i;

	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].suite == suite &&
		    results->figures[i].scale != 1)
			return true;
	return false;
}

static void rate_cell(struct text *html, double rate_Bps)
{
	char rate[32];

	if (rate_Bps > 0)
		html_cell(html, rate_Bps, "%s",
			  units_rate(rate_Bps, rate, sizeof(rate)));
	else
		text_add(html, "<td class=\"n q\">\u2013</td>");
}

static void range_cell(struct text *html, double lo_Bps, double hi_Bps,
		       const char *before)
{
	char rate[64];

	if (hi_Bps <= 0) {
		text_add(html, "<td class=\"n q\">\u2013</td>");
		return;
	}
	if (lo_Bps < hi_Bps)
		units_rate_range(lo_Bps, hi_Bps, rate, sizeof(rate));
	else
		units_rate(hi_Bps, rate, sizeof(rate));
	html_cell(html, hi_Bps, "%s%s", before, rate);
}

static void ratio_cell(struct text *html, double ratio)
{
	if (ratio > 0)
		html_cell(html, ratio, "%.0f %%", 100 * ratio);
	else
		text_add(html, "<td class=\"n q\">\u2013</td>");
}

static void published_cells(struct text *html, const struct figure *figure)
{
	const struct published_row *row = figure->published;
	bool about = row && !strcmp(row->certainty, "approximate");

	range_cell(html, row ? row->lo_Bps : 0, row ? row->hi_Bps : 0,
		   about ? "\u2248 " : "");
	ratio_cell(html, figure->claimed ? figure_of_published(figure) : 0);
}

static void ceiling_cells(struct text *html, const struct figure *figure)
{
	const struct ceiling *ceiling = &figure->ceiling;
	double scale = figure->scale;

	range_cell(html, ceiling->rate.lo_Bps * scale,
		   ceiling->rate.hi_Bps * scale, "");
	ratio_cell(html, figure->claimed ? figure_of_ceiling(figure) : 0);
	html_cell(html, -1, "%s%s", ceiling->hop,
		  ceiling->kind == CEILING_MODELLED ? " (modelled)" : "");
}

static void measured_cells(struct text *html, const struct figure *figure,
			   bool scaled)
{
	double scale = figure->scale;

	if (!figure->valid) {
		text_addf(html,
			  "<td colspan=\"%d\" class=\"q\">no run counts"
			  "</td>",
			  scaled ? 3 : 2);
		return;
	}
	if (scaled)
		rate_cell(html, figure->median_Bps);
	rate_cell(html, figure->median_Bps * scale);
	if (figure->valid > 1)
		range_cell(html, figure->min_Bps * scale,
			   figure->max_Bps * scale, "");
	else
		text_add(html, "<td class=\"n q\">1 run</td>");
}

static void write_row(struct text *html, const struct results *results,
		      const struct figure *figure, bool scaled)
{
	const struct config *config = &results->configs[figure->config];
	const struct test *test = &results->tests[figure->test];

	text_add(html, "<tr>");
	html_cell(html, -1, "%s", test->name);
	html_cell(html, -1, "%s", config->label);
	measured_cells(html, figure, scaled);
	published_cells(html, figure);
	ceiling_cells(html, figure);
	html_cell(html, -1, "%s",
		  figure_exceeds(figure) ? "more than its ceiling"
		  : figure->claimed	 ? ""
					 : config->model.not_modelled_reason);
	text_add(html, "</tr>\n");
}

void report_table(struct text *html, const struct results *results,
		  size_t suite)
{
	bool scaled = any_scaled(results, suite);
	size_t i;

	text_add(html, "<div class=\"wide\"><table class=\"sort\">\n<thead><tr>"
		       "<th>test</th><th>configuration</th>");
	text_add(html, scaled ? "<th class=\"n\">measured</th>"
				"<th class=\"n\">\u00d7 scale</th>"
			      : "<th class=\"n\">measured</th>");
	text_add(html,
		 "<th class=\"n\">lowest to highest</th>"
		 "<th class=\"n\">published</th>"
		 "<th class=\"n\">of it</th>"
		 "<th class=\"n\">ceiling</th>"
		 "<th class=\"n\">of it</th>"
		 "<th>set by</th><th>remark</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].suite == suite)
			write_row(html, results, &results->figures[i], scaled);
	text_add(html, "</tbody></table></div>\n");
	for (i = 0; i < results->test_count; i++) {
		const struct test *test = &results->tests[i];

		if (test->suite != suite || !*test->title)
			continue;
		text_add(html, "<p class=\"note\">");
		html_textf(html, "%s: %s", test->name, test->title);
		text_add(html, "</p>\n");
	}
}

void report_published(struct text *html, const struct suite *suite)
{
	const struct published *published = &suite->published;
	size_t i;

	if (!published->count)
		return;
	text_add(html, "<details><summary>All published numbers of ");
	html_text(html, suite->name);
	text_add(html, "</summary>\n<div class=\"wide\"><table class=\"sort\">"
		       "<thead><tr><th>configuration</th><th>test</th>"
		       "<th>metric</th><th>value</th><th>certainty</th>"
		       "<th>source</th><th>note</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < published->count; i++) {
		const struct published_row *row = &published->rows[i];

		text_add(html, "<tr>");
		html_cell(html, -1, "%s", row->config);
		html_cell(html, -1, "%s", row->test);
		html_cell(html, -1, "%s", row->metric);
		html_cell(html, -1, "%s %s",
			  *row->value ? row->value : "no figure",
			  *row->value ? row->unit : "");
		html_cell(html, -1, "%s", row->certainty);
		html_cell(html, -1, "%s", row->source);
		html_cell(html, -1, "%s", row->note);
		text_add(html, "</tr>\n");
	}
	text_add(html, "</tbody></table></div></details>\n");
}
