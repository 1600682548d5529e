// SPDX-License-Identifier: GPL-2.0-only
/* gnuplot's SVG, made fit to stand within an HTML page. */
#ifndef LANES_PLOT_SVG_H
#define LANES_PLOT_SVG_H

#include "base/err.h"
#include "model/text.h"

#include <stddef.h>

/**
 * svg_inline() - append an <svg> element to @html
 * @svg:    what gnuplot wrote
 * @number: of the chart: ids are prefixed with c<number>-, as they repeat in
 *          each of gnuplot's files
 * @label:  what the picture shows, for those who do not see it
 *
 * Its colours that are sentinels of palette.h become the page's: --ink,
 * --muted,
 * --grid, --ceiling, and no paper.
 *
 * Return: 0, or -EINVAL with @err set where it is no SVG, or holds a script.
 */
int svg_inline(struct text *html, const char *svg, size_t len, size_t number,
	       const char *label, struct err *err);

#endif
