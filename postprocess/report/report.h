// SPDX-License-Identifier: GPL-2.0-only
/* Results as one HTML page that needs nothing else. */
#ifndef LANES_REPORT_REPORT_H
#define LANES_REPORT_REPORT_H

#include "model/results.h"
#include "model/text.h"

#include <stddef.h>

/**
 * struct report_chart - a chart as it stands in the page
 * @suite: index into the results
 * @svg:   an <svg> element, trusted
 */
struct report_chart {
	size_t suite;
	const char *svg;
};

/**
 * report_write() - the whole page
 * @html:    appended to; check @html->failed afterwards
 * @version: of lanes
 *
 * The first lines say what was measured, and where a scale model was the
 * machine, what is emulated and at which scale.  All text of the results is
 * escaped.
 */
void report_write(struct text *html, const struct results *results,
		  const struct report_chart *charts, size_t chart_count,
		  const char *version);

#endif
