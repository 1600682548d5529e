// SPDX-License-Identifier: GPL-2.0-only
#include "report/report.h"

#include "report/html.h"

#include <string.h>

static void write_list(struct text *html, const char *heading, const char *id,
		       const struct strings *lines)
{
	size_t i;

	if (!lines->count)
		return;
	text_addf(html, "<h2 id=\"%s\">%s</h2>\n<ul>\n", id, heading);
	for (i = 0; i < lines->count; i++) {
		text_add(html, "<li>");
		html_text(html, lines->items[i]);
		text_add(html, "</li>\n");
	}
	text_add(html, "</ul>\n");
}

static void write_suite(struct text *html, const struct results *results,
			const struct report_chart *charts, size_t chart_count,
			size_t suite)
{
	size_t i;

	text_add(html, "<h2>");
	html_text(html, results->suites[suite].name);
	text_add(html, "</h2>\n");
	for (i = 0; i < chart_count; i++) {
		if (charts[i].suite != suite)
			continue;
		text_add(html, "<figure>");
		text_add(html, charts[i].svg);
		text_add(html, "</figure>\n");
	}
	report_table(html, results, suite);
	report_md(html, results, suite);
}

void report_methods(struct text *html, const struct results *results)
{
	bool scaled = false, links = false;
	size_t i;

	for (i = 0; i < results->figure_count; i++) {
		scaled |= results->figures[i].scale != 1;
		links |= results->figures[i].ceiling.kind == CEILING_LINKS;
	}
	text_add(html,
		 "<h2>Methods</h2>\n"
		 "<p>Throughput is all bytes that the jobs of a run moved, "
		 "over the time from the first job's start to the last one's "
		 "end; jobs' own rates are never added. Of several repeats the "
		 "median is shown. MB and GB are decimal.</p>\n"
		 "<p>A published figure is what the document says; where it "
		 "gives a range, the share is of its middle. Figures marked "
		 "\u2248 are approximate in the document; those it gets "
		 "wrong, or leaves ambiguous, are listed and not compared.</p>"
		 "\n");
	if (links)
		text_add(html,
			 "<p>A ceiling is what the links between the drives "
			 "and the processor can carry after the protocol's "
			 "own share: lowest to highest by how much of it there "
			 "is. Shares are of the highest. What the drives "
			 "themselves can do is not known.</p>\n");
	if (scaled)
		text_add(html,
			 "<p>A modelled ceiling is the sum of the drives' "
			 "limits, capped by each link and uplink that they "
			 "share, as the scale model's own description gives "
			 "them. It is never taken from a published result. "
			 "The drives are throttled files; what is measured is "
			 "real software, the kernel's and fio's, moving real "
			 "bytes through that machine, at the stated scale. "
			 "Processors are not to scale: md's thread and an "
			 "engine's arithmetic weigh otherwise than on the real "
			 "machine.</p>\n");
}

void report_write(struct text *html, const struct results *results,
		  const struct report_chart *charts, size_t chart_count,
		  const char *version)
{
	size_t i;

	html_open(html, "Storage throughput: measured, published, possible");
	report_head(html, results);
	write_list(html, "Not read", "problems", &results->problems);
	for (i = 0; i < results->suite_count; i++)
		write_suite(html, results, charts, chart_count, i);
	write_list(html, "Warnings", "warnings", &results->warnings);
	text_add(html, "<h2>Runs</h2>\n");
	for (i = 0; i < results->suite_count; i++) {
		report_runs(html, results, i);
		report_published(html, &results->suites[i]);
	}
	report_methods(html, results);
	text_add(html, "<p class=\"note\">Written by lanes ");
	html_text(html, version);
	text_add(html, ".</p>\n");
	html_close(html);
}
