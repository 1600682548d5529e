// SPDX-License-Identifier: GPL-2.0-only
/* The pieces of the page; used within this room. */
#ifndef LANES_REPORT_HTML_H
#define LANES_REPORT_HTML_H

#include "model/results.h"
#include "model/text.h"

/** html_text() - foreign text, escaped for content and quoted attributes */
void html_text(struct text *html, const char *text);

/** html_textf() - the same for a formatted text */
void html_textf(struct text *html, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** html_cell() - <td> with escaped text; a @sort >= 0 is what it sorts by */
void html_cell(struct text *html, double sort, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** html_open() - everything up to the body's first element; html_close() */
void html_open(struct text *html, const char *title);
void html_close(struct text *html);

/** report_head() - heading, what it was measured on, tiles */
void report_head(struct text *html, const struct results *results);
/** report_table() - all figures of a suite */
void report_table(struct text *html, const struct results *results,
		  size_t suite);
/** report_md() - what md_stripe did to the members, where it ran */
void report_md(struct text *html, const struct results *results, size_t suite);
/** report_md_members() - the same of one run, by member */
void report_md_members(struct text *html, const struct md_stats *stats);
/** report_runs() - how each figure of a suite was made */
void report_runs(struct text *html, const struct results *results,
		 size_t suite);
/** report_published() - the document's numbers, compared or not */
void report_published(struct text *html, const struct suite *suite);
/** report_methods() - what the words of the page mean */
void report_methods(struct text *html, const struct results *results);

#endif
