// SPDX-License-Identifier: GPL-2.0-only
/* Charts of results, drawn by gnuplot in a folder that goes away again. */
#ifndef LANES_CLI_DRAW_H
#define LANES_CLI_DRAW_H

#include "base/err.h"
#include "model/results.h"
#include "model/text.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * struct drawing - what gnuplot drew; draw_free() it
 * @folder: holds charts.gp and chart-<n>.svg, .png, n from 1
 * @svgs:   each chart as an element for the page
 * @suites: and whose it is
 */
struct drawing {
	char folder[PATH_MAX];
	size_t count;
	struct text *svgs;
	size_t *suites;
};

/**
 * draw() - all charts, by one gnuplot
 * @near: a file beside which the folder is made
 *
 * Return: 0 or -errno with @err set, and nothing left behind.
 */
int draw(struct drawing *drawing, const struct results *results,
	 const char *near, struct err *err);

/**
 * draw_keep() - copy each chart to <report>-<n>.svg and .png
 * @report: path of the page
 * @assets: another folder for them than the page's, or NULL
 * @script: keep the script too, as <report>.gp
 */
int draw_keep(const struct drawing *drawing, const char *report,
	      const char *assets, bool script, struct err *err);

/** draw_free() - also removes the folder */
void draw_free(struct drawing *drawing);

#endif
