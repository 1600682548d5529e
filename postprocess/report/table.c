// SPDX-License-Identifier: GPL-2.0-only
/* The figures of a suite as a table, and the document's numbers. */
#include "report/html.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

/* which columns a suite's table needs besides the usual ones */
struct columns {
	bool scaled;   /* measured, times the scale */
	bool repeated; /* lowest to highest */
};

static struct columns survey(const struct results *results, size_t suite)
{
	struct columns columns = {0};
	size_t i;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];

		if (figure->suite != suite)
			continue;
		columns.scaled |= figure->scale != 1;
		columns.repeated |= figure->valid > 1;
	}
	return columns;
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
	const struct rate_range *rate = &figure->ceiling.rate;
	double scale = figure->scale;

	range_cell(html, rate->lo_Bps * scale, rate->hi_Bps * scale, "");
	ratio_cell(html, figure->claimed ? figure_of_ceiling(figure) : 0);
}

static void measured_cells(struct text *html, const struct figure *figure,
			   struct columns columns)
{
	double scale = figure->scale;

	if (columns.scaled)
		rate_cell(html, figure->median_Bps);
	rate_cell(html, figure->median_Bps * scale);
	if (!columns.repeated)
		return;
	if (figure->valid > 1)
		range_cell(html, figure->min_Bps * scale,
			   figure->max_Bps * scale, "");
	else
		text_addf(html, "<td class=\"n q\">%s</td>",
			  figure->valid ? "1 run" : "\u2013");
}

/* what sets the ceiling, and what a reader must know of the figure */
static void remark_cell(struct text *html, const struct config *config,
			const struct figure *figure)
{
	const char *remark = "";

	if (!figure->valid)
		remark = "no run counts: see the warnings";
	else if (figure_exceeds(figure))
		remark = "more than its ceiling";
	else if (!figure->claimed)
		remark = config->model.not_modelled_reason;
	html_cell(html, -1, "%s%s%s", figure->ceiling.hop,
		  *figure->ceiling.hop && *remark ? "; " : "", remark);
}

static void write_row(struct text *html, const struct results *results,
		      const struct figure *figure, struct columns columns)
{
	const struct config *config = &results->configs[figure->config];

	text_add(html, "<tr>");
	html_cell(html, -1, "%s", results->tests[figure->test].name);
	html_cell(html, -1, "%s", config->label);
	measured_cells(html, figure, columns);
	published_cells(html, figure);
	ceiling_cells(html, figure);
	remark_cell(html, config, figure);
	text_add(html, "</tr>\n");
}

static void write_headings(struct text *html, struct columns columns)
{
	text_add(html, "<thead><tr><th>test</th><th>configuration</th>"
		       "<th class=\"n\">measured</th>");
	if (columns.scaled)
		text_add(html, "<th class=\"n\">\u00d7 scale</th>");
	if (columns.repeated)
		text_add(html, "<th class=\"n\">lowest to highest</th>");
	text_add(html, "<th class=\"n\">published</th>"
		       "<th class=\"n\">of it</th>");
	text_addf(html,
		  "<th class=\"n\">%sceiling</th><th class=\"n\">of it</th>"
		  "<th>set by; remarks</th></tr></thead>\n",
		  columns.scaled ? "modelled " : "");
}

static void explain_tests(struct text *html, const struct results *results,
			  size_t suite)
{
	size_t i;

	for (i = 0; i < results->test_count; i++) {
		const struct test *test = &results->tests[i];

		if (test->suite != suite || !*test->title)
			continue;
		text_add(html, "<p class=\"note\">");
		html_textf(html, "%s: %s", test->name, test->title);
		text_add(html, "</p>\n");
	}
}

void report_table(struct text *html, const struct results *results,
		  size_t suite)
{
	struct columns columns = survey(results, suite);
	size_t i;

	text_add(html, "<div class=\"wide\"><table class=\"sort\">\n");
	write_headings(html, columns);
	text_add(html, "<tbody>\n");
	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].suite == suite)
			write_row(html, results, &results->figures[i], columns);
	text_add(html, "</tbody></table></div>\n");
	explain_tests(html, results, suite);
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
