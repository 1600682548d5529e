// SPDX-License-Identifier: GPL-2.0-only
/*
 * How wide a text will be, before anything draws it: the advance widths of
 * DejaVu Sans, which Verdana shares.  Every text that leaves here is valid
 * UTF-8 on one line.
 */
#ifndef LANES_PLOT_MEASURE_H
#define LANES_PLOT_MEASURE_H

#include <stddef.h>

#define MEASURE_LINE 256

/** measure_text() - width in pixels at a font size in pixels */
double measure_text(const char *text, double size_px);

/**
 * measure_fit() - as much of @text as fits, with an ellipsis where it was cut
 * @fit: what fits; control characters become spaces, and what is no UTF-8 or
 *       no character of common fonts '?'
 */
void measure_fit(const char *text, double size_px, double width_px,
		 char fit[MEASURE_LINE]);

/**
 * measure_wrap() - break at spaces and behind - _ / . , into lines that fit
 *
 * Return: lines filled, at most @max; the last ends in an ellipsis where the
 * rest did not fit.
 */
size_t measure_wrap(const char *text, double size_px, double width_px,
		    char (*lines)[MEASURE_LINE], size_t max);

#endif
