// SPDX-License-Identifier: GPL-2.0-only
/* A placed chart as a gnuplot script. */
#ifndef LANES_PLOT_SCRIPT_H
#define LANES_PLOT_SCRIPT_H

#include "model/text.h"
#include "plot/layout.h"

/**
 * script_write() - gnuplot 5.4's commands that draw a chart
 * @number: it writes chart-<number>.svg and .png into its working directory
 * @script: appended to
 *
 * Foreign text stands in single quotes only, where gnuplot expands nothing,
 * on one line, and never in a file name.
 */
void script_write(struct text *script, const struct chart *chart,
		  const struct layout *layout, size_t number);

/** script_quote() - @text as a string of gnuplot's, whatever it holds */
void script_quote(struct text *script, const char *text);

#endif
