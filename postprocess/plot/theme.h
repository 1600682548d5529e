// SPDX-License-Identifier: GPL-2.0-only
/*
 * Colours of a chart on light or on dark paper.  Lines and areas have Okabe
 * and Ito's colours on both; text in a line's colour is darker or lighter than
 * the line, so that it can be read.
 */
#ifndef LANES_PLOT_THEME_H
#define LANES_PLOT_THEME_H

#include "plot/palette.h"

#include <stdbool.h>
#include <stddef.h>

#define THEME_SERIES 6

/**
 * struct theme - "#RRGGBB" each
 * @line:  of series; they repeat beyond THEME_SERIES, with another dash.  The
 *         ceilings' colour comes last
 * @text:  of a series' label
 */
struct theme {
	const char *paper;
	const char *ink;
	const char *muted;
	const char *grid;
	const char *reference;
	const char *ceiling;
	const char *ceiling_text;
	const char *line[THEME_SERIES];
	const char *text[THEME_SERIES];
	bool dark;
};

const struct theme *theme_light(void);
const struct theme *theme_dark(void);

/**
 * theme_ramp() - a colour between few and many
 * @part: 0 to 1
 * @colour: "#RRGGBB"
 *
 * Many is far from the paper: dark on light paper, light on dark.
 *
 * Return: whether text upon it must be dark.
 */
bool theme_ramp(const struct theme *theme, double part, char colour[8]);

#endif
