// SPDX-License-Identifier: GPL-2.0-only
/* How figures are written, in any form of the table. */
#include "cli/compare.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

bool compare_is_shown(const struct compare *compare,
		      const struct comparison_row *row)
{
	return compare->shown & 1u << row->metric;
}

const char *compare_side(enum side side)
{
	return side == SIDE_COUNT ? "transfer" : side_name(side);
}

static double largest_median(const struct comparison_row *row, size_t columns)
{
	double largest = 0;
	size_t i;

	for (i = 0; i < columns; i++)
		if (row->cells[i].median > largest)
			largest = row->cells[i].median;
	return largest;
}

struct scale compare_scale(const struct comparison_row *row, size_t columns)
{
	/* the largest unit of each comes last */
	static const struct scale rates[] = {
		{1, "B/s"}, {1e3, "kB/s"}, {1e6, "MB/s"}, {1e9, "GB/s"}};
	static const struct scale counts[] = {
		{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}};
	static const struct scale times[] = {
		{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};
	static const struct scale percent = {1, "% CPU"};
	const struct scale *scales = row->metric == METRIC_RATE	  ? rates
				     : row->metric == METRIC_IOPS ? counts
								  : times;
	double largest = largest_median(row, columns);
	int i = 3;

	if (row->metric == METRIC_CPU)
		return percent;
	/* what would be written as 1000 is 1 of the next unit */
	while (i && largest < 0.9995 * scales[i].factor)
		i--;
	return scales[i];
}

/* four digits, as many of them behind the point as that takes */
static int digits_after(double scaled)
{
	int digits = 3;

	while (digits && scaled >= 9.9995 * pow(10, 3 - digits))
		digits--;
	while (digits < 6 && scaled > 0 && scaled < pow(10, 2 - digits))
		digits++;
	return digits;
}

const char *compare_number(double value, const struct scale *scale, char *buf,
			   size_t len)
{
	double scaled = value / scale->factor;

	if (isnan(value))
		snprintf(buf, len, "-");
	else
		snprintf(buf, len, "%.*f", digits_after(scaled), scaled);
	return buf;
}

const char *compare_range(const struct cell *cell, const struct scale *scale,
			  char *buf, size_t len)
{
	char low[32], high[32];

	*buf = '\0';
	if (cell->repeats > 1)
		snprintf(buf, len, "%s-%s",
			 compare_number(cell->min, scale, low, sizeof(low)),
			 compare_number(cell->max, scale, high, sizeof(high)));
	return buf;
}

const char *compare_median(const struct cell *cell, const struct scale *scale,
			   char *buf, size_t len)
{
	compare_number(cell->median, scale, buf, len);
	if (cell->highest && strlen(buf) + 1 < len)
		strcat(buf, "^");
	return buf;
}

const char *compare_ratio(const struct cell *cell, char *buf, size_t len)
{
	if (isnan(cell->ratio))
		snprintf(buf, len, "-");
	else
		snprintf(buf, len, cell->ratio < 9.9995 ? "%.3f" : "%.4g",
			 cell->ratio);
	return buf;
}
