// SPDX-License-Identifier: GPL-2.0-only
/* What the parts of `lanes compare` share. */
#ifndef LANES_CLI_COMPARE_H
#define LANES_CLI_COMPARE_H

#include "base/err.h"
#include "model/comparison.h"
#include "model/text.h"

#include <stdbool.h>

/**
 * struct compare - one call
 * @paths, @tools: of each column: as it was given; "fio-3.33", "dd", ...
 * @problems: inputs and files that could not be read, and runs that failed
 * @warnings: what was mended or assumed
 * @shown:    metrics that are, as bits
 * @below:    of --fail-below: figures that are too low, in words
 */
struct compare {
	struct comparison comparison;
	struct strings paths;
	struct strings tools;
	struct strings problems;
	struct strings warnings;
	struct strings below;
	unsigned int shown;
};

/**
 * compare_read() - all inputs: files and folders
 *
 * What cannot be read becomes a problem, and the others are still read.
 *
 * Return: 0 or -ENOMEM with @err set.
 */
int compare_read(struct compare *compare, char **paths, int count,
		 struct err *err);

/** compare_is_shown() - is a row among the metrics that are? */
bool compare_is_shown(const struct compare *compare,
		      const struct comparison_row *row);

/** compare_side() - a direction in words; "transfer" where it is not told */
const char *compare_side(enum side side);

/**
 * compare_table() - for people
 * @colours: as a terminal can show them
 * @width:   of the terminal: what does not fit goes below; 0 for no end
 */
void compare_table(struct text *text, const struct compare *compare,
		   bool colours, size_t width);
void compare_markdown(struct text *text, const struct compare *compare);
void compare_csv(struct text *text, const struct compare *compare);
void compare_json(struct text *text, const struct compare *compare);

/**
 * struct scale - a unit that fits the values of a row
 * @factor: what one of it is
 */
struct scale {
	double factor;
	const char *unit;
};

/** compare_scale() - such that the largest median is below 1000, if it can be
 */
struct scale compare_scale(const struct comparison_row *row, size_t columns);

/* each writes into @buf, and returns it */
/** compare_number() - a value in four digits; "-" for NAN */
const char *compare_number(double value, const struct scale *scale, char *buf,
			   size_t len);
/** compare_median() - with "^" behind what is the highest of the jobs' */
const char *compare_median(const struct cell *cell, const struct scale *scale,
			   char *buf, size_t len);
/** compare_range() - "6401-6450"; "" of fewer than two runs */
const char *compare_range(const struct cell *cell, const struct scale *scale,
			  char *buf, size_t len);
/** compare_ratio() - "0.891"; "-" for NAN */
const char *compare_ratio(const struct cell *cell, char *buf, size_t len);

#endif
