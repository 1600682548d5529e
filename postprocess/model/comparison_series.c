// SPDX-License-Identifier: GPL-2.0-only
#include "model/comparison_series.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct series *series_find(const struct comparison *comparison, size_t column,
			   size_t test, enum side side)
{
	size_t i;

	for (i = 0; i < comparison->series_count; i++) {
		struct series *series = &comparison->series[i];

		if (series->column == column && series->test == test &&
		    series->side == side)
			return series;
	}
	return NULL;
}

static long find_test(struct comparison *comparison, const char *test)
{
	size_t i;

	for (i = 0; i < comparison->tests.count; i++)
		if (!strcmp(comparison->tests.items[i], test))
			return (long)i;
	return strings_addf(&comparison->tests, "%s", test) ? -ENOMEM : (long)i;
}

static struct series *get_series(struct comparison *comparison, size_t column,
				 size_t test, enum side side)
{
	struct series *series = series_find(comparison, column, test, side);

	if (series)
		return series;
	series = array_grow(comparison->series, comparison->series_count,
			    sizeof(*series));
	if (!series)
		return NULL;
	comparison->series = series;
	series += comparison->series_count++;
	*series = (struct series){.column = column, .test = test, .side = side};
	return series;
}

static double known(double value)
{
	return value > 0 ? value : NAN;
}

static struct repeat measure(const struct outcome *outcome)
{
	const struct latency *latency = &outcome->latency;
	bool timed = latency->count > 0;

	return (struct repeat){
		.value =
			{
				[METRIC_RATE] = known(outcome->rate_Bps),
				[METRIC_IOPS] = known(outcome->iops),
				[METRIC_MEAN] =
					timed ? known(latency->mean_ns) : NAN,
				[METRIC_DEVIATION] =
					timed ? known(latency->stddev_ns) : NAN,
				[METRIC_P50] = timed ? latency->p_ns[P50] : NAN,
				[METRIC_P99] = timed ? latency->p_ns[P99] : NAN,
				[METRIC_P999] =
					timed ? latency->p_ns[P999] : NAN,
				[METRIC_CPU] = outcome->cpu_percent,
			},
		.highest = latency->highest,
	};
}

static void pool(struct series *series, const struct outcome *outcome)
{
	series->bytes += outcome->bytes;
	series->ios += outcome->ios;
	series->interval_ms += outcome->interval_ms;
	series->cpu_ms += outcome->cpu_percent / 100 * outcome->interval_ms;
	latency_merge(&series->latency, &outcome->latency);
}

int comparison_add(struct comparison *comparison, size_t column,
		   const char *test, const struct outcome *outcome)
{
	long at = find_test(comparison, test);
	struct series *series;
	struct repeat *repeats;

	if (at < 0)
		return -ENOMEM;
	series = get_series(comparison, column, (size_t)at, outcome->side);
	if (!series)
		return -ENOMEM;
	repeats = array_grow(series->repeats, series->count, sizeof(*repeats));
	if (!repeats)
		return -ENOMEM;
	series->repeats = repeats;
	repeats[series->count++] = measure(outcome);
	pool(series, outcome);
	return 0;
}

static double pooled(const struct series *series, enum metric metric)
{
	const struct latency *latency = &series->latency;
	double seconds = series->interval_ms / 1e3;

	switch (metric) {
	case METRIC_RATE:
		return series->bytes / seconds;
	case METRIC_IOPS:
		return series->ios / seconds;
	case METRIC_MEAN:
		return latency->mean_ns;
	case METRIC_DEVIATION:
		return latency->stddev_ns;
	case METRIC_P50:
		return latency->p_ns[P50];
	case METRIC_P99:
		return latency->p_ns[P99];
	case METRIC_P999:
		return latency->p_ns[P999];
	default:
		return 100 * series->cpu_ms / series->interval_ms;
	}
}

/* the highest of several repeats' percentiles is no percentile of them all, nor
 * is a rate over no time one */
static double pooled_or_nan(const struct series *series, enum metric metric)
{
	bool percentile = metric >= METRIC_P50 && metric <= METRIC_P999;
	double value = pooled(series, metric);

	if (!isfinite(value) || (percentile && series->latency.highest))
		return NAN;
	return value;
}

static int by_value(const void *a, const void *b)
{
	const double *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

void series_cell(const struct series *series, enum metric metric,
		 double *scratch, struct cell *cell)
{
	size_t i, n = 0;

	*cell = (struct cell){.median = NAN,
			      .min = NAN,
			      .max = NAN,
			      .pooled = NAN,
			      .ratio = NAN};
	for (i = 0; series && i < series->count; i++) {
		double value = series->repeats[i].value[metric];

		if (isnan(value))
			continue;
		scratch[n++] = value;
		if (metric >= METRIC_P50 && metric <= METRIC_P999)
			cell->highest |= series->repeats[i].highest;
	}
	if (!n)
		return;
	qsort(scratch, n, sizeof(*scratch), by_value);
	cell->repeats = n;
	cell->min = scratch[0];
	cell->max = scratch[n - 1];
	/* of means and percentiles no mean is taken */
	cell->median = metric_is_cost(metric)
			       ? scratch[n / 2]
			       : (scratch[n / 2] + scratch[(n - 1) / 2]) / 2;
	cell->pooled = pooled_or_nan(series, metric);
}
