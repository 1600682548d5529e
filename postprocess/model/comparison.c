// SPDX-License-Identifier: GPL-2.0-only
#include "model/comparison.h"

#include "model/comparison_series.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *name, *key, *unit;
	bool is_cost;
} metrics[METRICS] = {
	[METRIC_RATE] = {"bandwidth", "bandwidth", "B/s", false},
	[METRIC_IOPS] = {"IOPS", "iops", "1/s", false},
	[METRIC_MEAN] = {"mean latency", "latency_mean", "ns", true},
	[METRIC_DEVIATION] = {"latency deviation", "latency_stddev", "ns",
			      true},
	[METRIC_P50] = {"p50 latency", "latency_p50", "ns", true},
	[METRIC_P99] = {"p99 latency", "latency_p99", "ns", true},
	[METRIC_P999] = {"p99.9 latency", "latency_p99.9", "ns", true},
	[METRIC_CPU] = {"CPU of the jobs", "cpu", "%", true},
};

const char *metric_name(enum metric metric)
{
	return metrics[metric].name;
}

const char *metric_key(enum metric metric)
{
	return metrics[metric].key;
}

const char *metric_unit(enum metric metric)
{
	return metrics[metric].unit;
}

bool metric_is_cost(enum metric metric)
{
	return metrics[metric].is_cost;
}

long comparison_column(struct comparison *comparison, const char *label)
{
	if (strings_addf(&comparison->columns, "%s", label))
		return -ENOMEM;
	return (long)comparison->columns.count - 1;
}

/* the only test of a column, or -1 */
static long sole_test(const struct comparison *comparison, size_t column)
{
	long sole = -1;
	size_t i;

	for (i = 0; i < comparison->series_count; i++) {
		const struct series *series = &comparison->series[i];

		if (series->column != column)
			continue;
		if (sole >= 0 && (size_t)sole != series->test)
			return -1;
		sole = (long)series->test;
	}
	return sole;
}

/* where each input has one test, these are compared, whatever they are called
 */
static int match_sole_tests(struct comparison *comparison)
{
	long first = comparison->columns.count ? sole_test(comparison, 0) : -1;
	bool differ = false;
	size_t i;

	for (i = 0; i < comparison->columns.count; i++) {
		long sole = sole_test(comparison, i);

		if (sole < 0 || first < 0)
			return 0;
		differ |= sole != first;
	}
	for (i = 0; i < comparison->series_count; i++)
		comparison->series[i].test = (size_t)first;
	if (!differ)
		return 0;
	for (i = 0; i < comparison->tests.count; i++)
		if ((long)i != first &&
		    strings_addf(&comparison->warnings,
				 "\"%s\" is compared with \"%s\": each is the "
				 "only test of its input",
				 comparison->tests.items[i],
				 comparison->tests.items[first]))
			return -ENOMEM;
	return 0;
}

/* the only direction that others than @but have of a test, or SIDE_COUNT */
static enum side sole_side(const struct comparison *comparison,
			   const struct series *but)
{
	enum side sole = SIDE_COUNT;
	size_t i;

	for (i = 0; i < comparison->series_count; i++) {
		const struct series *series = &comparison->series[i];

		if (series->test != but->test || series->side == SIDE_COUNT)
			continue;
		if (sole != SIDE_COUNT && sole != series->side)
			return SIDE_COUNT;
		sole = series->side;
	}
	return sole;
}

static int match_sides(struct comparison *comparison)
{
	size_t i;

	for (i = 0; i < comparison->series_count; i++) {
		struct series *series = &comparison->series[i];
		enum side sole;

		if (series->side != SIDE_COUNT)
			continue;
		sole = sole_side(comparison, series);
		if (sole == SIDE_COUNT ||
		    series_find(comparison, series->column, series->test, sole))
			continue;
		series->side = sole;
		if (strings_addf(&comparison->warnings,
				 "%s does not tell its direction: took %s, as "
				 "of the others",
				 comparison->columns.items[series->column],
				 side_name(sole)))
			return -ENOMEM;
	}
	return 0;
}

/* which directions any input has of a test, as bits */
static unsigned int sides_of(const struct comparison *comparison, size_t test)
{
	unsigned int sides = 0;
	size_t i;

	for (i = 0; i < comparison->series_count; i++)
		if (comparison->series[i].test == test)
			sides |= 1u << comparison->series[i].side;
	return sides;
}

/* is a metric shown for a direction?  CPU time is the jobs', not a direction's;
 * the sum of reads and writes that stand alone adds its rates */
static bool is_shown(unsigned int sides, enum side side, enum metric metric)
{
	const unsigned int read = 1u << SIDE_READ, write = 1u << SIDE_WRITE;

	if (metric == METRIC_CPU)
		return side == SIDE_READ || side == SIDE_COUNT ||
		       (side == SIDE_WRITE && !(sides & read)) ||
		       !(sides & (read | write));
	return side != SIDE_MIXED || metric <= METRIC_IOPS ||
	       (sides & (read | write)) != (read | write);
}

static enum difference tell_difference(const struct cell *cell,
				       const struct cell *first)
{
	if (!cell->repeats || !first->repeats || cell == first)
		return DIFFERENCE_NONE;
	if (cell->repeats < REPEATS_MIN || first->repeats < REPEATS_MIN)
		return DIFFERENCE_UNKNOWN;
	return cell->min > first->max || cell->max < first->min
		       ? DIFFERENCE_BEYOND
		       : DIFFERENCE_WITHIN;
}

static int add_row(struct comparison *comparison, size_t test, enum side side,
		   enum metric metric, double *scratch)
{
	size_t columns = comparison->columns.count, i, known = 0;
	struct cell *cells = calloc(columns, sizeof(*cells));
	struct comparison_row *rows = array_grow(
		comparison->rows, comparison->row_count, sizeof(*rows));

	if (rows)
		comparison->rows = rows;
	if (!cells || !rows) {
		free(cells);
		return -ENOMEM;
	}
	for (i = 0; i < columns; i++) {
		series_cell(series_find(comparison, i, test, side), metric,
			    scratch, &cells[i]);
		known += cells[i].repeats;
		if (i)
			cells[i].ratio = cells[i].median / cells[0].median;
		if (!isfinite(cells[i].ratio))
			cells[i].ratio = NAN;
		cells[i].difference = tell_difference(&cells[i], &cells[0]);
	}
	if (!known) {
		free(cells);
		return 0;
	}
	rows[comparison->row_count++] =
		(struct comparison_row){test, side, metric, cells};
	return 0;
}

static int warn_missing(struct comparison *comparison, size_t test,
			enum side side)
{
	size_t i;

	for (i = 0; i < comparison->columns.count; i++) {
		if (series_find(comparison, i, test, side))
			continue;
		comparison->missing +=
			series_find(comparison, 0, test, side) != NULL;
		if (strings_addf(&comparison->warnings, "%s has no %s%s\"%s\"",
				 comparison->columns.items[i], side_name(side),
				 side == SIDE_COUNT ? "" : " of ",
				 comparison->tests.items[test]))
			return -ENOMEM;
	}
	return 0;
}

static int add_side(struct comparison *comparison, size_t test,
		    unsigned int sides, enum side side, double *scratch)
{
	enum metric metric;
	int ret = 0;

	if (!(sides & 1u << side))
		return 0;
	for (metric = 0; metric < METRICS && !ret; metric++)
		if (is_shown(sides, side, metric))
			ret = add_row(comparison, test, side, metric, scratch);
	return ret ? ret : warn_missing(comparison, test, side);
}

static int add_test(struct comparison *comparison, size_t test, double *scratch)
{
	static const enum side order[] = {SIDE_READ, SIDE_WRITE, SIDE_TRIM,
					  SIDE_MIXED, SIDE_COUNT};
	unsigned int sides = sides_of(comparison, test);
	size_t i;
	int ret = 0;

	for (i = 0; i < sizeof(order) / sizeof(order[0]) && !ret; i++)
		ret = add_side(comparison, test, sides, order[i], scratch);
	return ret;
}

static double *new_scratch(const struct comparison *comparison)
{
	size_t i, most = 1;

	for (i = 0; i < comparison->series_count; i++)
		if (comparison->series[i].count > most)
			most = comparison->series[i].count;
	return calloc(most, sizeof(double));
}

int comparison_finish(struct comparison *comparison)
{
	double *scratch = new_scratch(comparison);
	int ret = scratch ? match_sole_tests(comparison) : -ENOMEM;
	size_t i;

	if (!ret)
		ret = match_sides(comparison);
	for (i = 0; i < comparison->series_count; i++)
		latency_finish(&comparison->series[i].latency);
	for (i = 0; i < comparison->tests.count && !ret; i++)
		ret = add_test(comparison, i, scratch);
	free(scratch);
	return ret;
}

void comparison_free(struct comparison *comparison)
{
	size_t i;

	for (i = 0; i < comparison->series_count; i++) {
		free(comparison->series[i].repeats);
		latency_free(&comparison->series[i].latency);
	}
	free(comparison->series);
	for (i = 0; i < comparison->row_count; i++)
		free(comparison->rows[i].cells);
	free(comparison->rows);
	strings_free(&comparison->columns);
	strings_free(&comparison->tests);
	strings_free(&comparison->warnings);
	*comparison = (struct comparison){0};
}

double comparison_gain(const struct comparison_row *row, size_t column)
{
	double ratio = row->cells[column].ratio;

	return metric_is_cost(row->metric) ? 1 / ratio : ratio;
}
