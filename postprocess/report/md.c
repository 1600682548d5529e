// SPDX-License-Identifier: GPL-2.0-only
/* What md_stripe did to the members of its arrays. */
#include "report/html.h"

#include <stdio.h>

#define NONE "<td class=\"n q\">\u2013</td>"

static void count_cell(struct text *html, double count)
{
	if (count > 0)
		html_cell(html, count, "%.0f", count);
	else
		text_add(html, NONE);
}

static void bytes_cell(struct text *html, double bytes)
{
	static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
	double value = bytes;
	unsigned int unit = 0;

	for (; value >= 1000 && unit < 4; unit++)
		value /= 1000;
	if (bytes > 0)
		html_cell(html, bytes, "%.*f %s", unit && value < 100, value,
			  units[unit]);
	else
		text_add(html, NONE);
}

static void io_cells(struct text *html, const struct md_io *io)
{
	count_cell(html, io->reads);
	bytes_cell(html, io->read_bytes);
	count_cell(html, io->writes);
	bytes_cell(html, io->write_bytes);
}

static void amplification_cell(struct text *html,
			       const struct md_array_stats *array)
{
	double ratio = md_stats_amplification(array);

	if (ratio > 0)
		html_cell(html, ratio, "%.2f", ratio);
	else
		text_add(html, NONE);
}

static void array_row(struct text *html, const struct results *results,
		      const struct figure *figure, const struct sample *sample,
		      const struct md_array_stats *array)
{
	const struct config *config = &results->configs[figure->config];
	struct md_io members = md_stats_members(array);

	text_add(html, "<tr>");
	html_cell(html, -1, "%s", results->tests[figure->test].name);
	if (figure->sample_count > 1)
		html_cell(html, -1, "%s, repeat %d", config->label,
			  sample->repeat);
	else
		html_cell(html, -1, "%s", config->label);
	html_cell(html, -1, "%s %s", array->name, array->level);
	count_cell(html, array->full_rows);
	count_cell(html, array->rmw);
	count_cell(html, array->rcw);
	count_cell(html, array->rebuilt);
	count_cell(html, array->joined);
	count_cell(html, array->lock_waits);
	io_cells(html, &members);
	amplification_cell(html, array);
	text_add(html, "</tr>\n");
}

static void figure_rows(struct text *html, const struct results *results,
			const struct figure *figure)
{
	size_t i, k;

	for (i = 0; i < figure->sample_count; i++) {
		const struct sample *sample = &figure->samples[i];

		for (k = 0; k < sample->md.count; k++)
			array_row(html, results, figure, sample,
				  &sample->md.arrays[k]);
	}
}

static bool any_md(const struct results *results, size_t suite)
{
	size_t i, k;

	for (i = 0; i < results->figure_count; i++)
		for (k = 0; k < results->figures[i].sample_count; k++)
			if (results->figures[i].suite == suite &&
			    results->figures[i].samples[k].md.count)
				return true;
	return false;
}

void report_md(struct text *html, const struct results *results, size_t suite)
{
	size_t i;

	if (!any_md(results, suite))
		return;
	text_add(html,
		 "<h3>What md_stripe did to the members</h3>\n"
		 "<div class=\"wide\"><table class=\"sort\">\n"
		 "<thead><tr><th>test</th><th>configuration</th>"
		 "<th>array</th><th class=\"n\">full rows</th>"
		 "<th class=\"n\">read-modify-write</th>"
		 "<th class=\"n\">reconstruct-write</th>"
		 "<th class=\"n\">rebuilt reads</th>"
		 "<th class=\"n\">joined</th>"
		 "<th class=\"n\">lock waits</th>"
		 "<th class=\"n\">member reads</th><th class=\"n\">bytes</th>"
		 "<th class=\"n\">member writes</th><th class=\"n\">bytes</th>"
		 "<th class=\"n\">write amplification</th></tr></thead>\n"
		 "<tbody>\n");
	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].suite == suite)
			figure_rows(html, results, &results->figures[i]);
	text_add(html,
		 "</tbody></table></div>\n"
		 "<p class=\"note\">Rows of a RAID4/5/6 are written whole, or "
		 "after reading the old data and parity (read-modify-write) or "
		 "the rest of the row (reconstruct-write). Rebuilt reads: of a "
		 "missing member. Joined: requests that made up a row "
		 "together. Lock waits: requests that waited for another one "
		 "in the same rows. Write amplification: bytes written to "
		 "members over bytes that the jobs wrote.</p>\n");
}

static void array_members(struct text *html, const struct md_array_stats *array)
{
	size_t i;

	text_add(html, "<table><caption>");
	html_textf(html, "%s, %s %s, by member", array->name, array->level,
		   array->layout);
	text_add(html, "</caption>\n<thead><tr><th>slot</th><th>member</th>"
		       "<th class=\"n\">reads</th><th class=\"n\">bytes</th>"
		       "<th class=\"n\">writes</th><th class=\"n\">bytes</th>"
		       "</tr></thead>\n<tbody>\n");
	for (i = 0; i < array->member_count; i++) {
		text_add(html, "<tr>");
		html_cell(html, -1, "%zu", i);
		html_cell(html, -1, "%s", array->members[i].path);
		io_cells(html, &array->members[i].io);
		text_add(html, "</tr>\n");
	}
	text_add(html, "</tbody></table>\n");
}

void report_md_members(struct text *html, const struct md_stats *stats)
{
	size_t i;

	for (i = 0; i < stats->count; i++)
		array_members(html, &stats->arrays[i]);
}
