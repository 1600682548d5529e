// SPDX-License-Identifier: GPL-2.0-only
#include "model/log.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void log_init(struct log *log, const struct log_form *form, uint64_t width_ms)
{
	memset(log, 0, sizeof(*log));
	log->form = *form;
	log->width_ms = width_ms;
	log->first_ms = UINT64_MAX;
}

void log_free(struct log *log)
{
	int side;

	for (side = 0; side < SIDE_COUNT; side++) {
		free(log->side[side].buckets);
		log->side[side].buckets = NULL;
	}
}

/* ---- buckets ----------------------------------------------------- */

static double coarse_value(unsigned int index)
{
	double low = bins_low(index, LOG_BITS);
	double next = bins_low(index + 1, LOG_BITS);

	return next - low <= 1 ? low : low + (next - low) / 2;
}

static void add_bucket(struct log_bucket *to, const struct log_bucket *from)
{
	unsigned int i;

	to->value_ms += from->value_ms;
	if (!from->count)
		return;
	if (!to->count || from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->count += from->count;
	to->sum += from->sum;
	to->block_bytes += from->block_bytes;
	for (i = 0; i < LOG_BINS; i++)
		to->bins[i] += from->bins[i];
}

static void widen(struct log *log)
{
	int side;

	log->width_ms *= 2;
	for (side = 0; side < SIDE_COUNT; side++) {
		struct log_series *series = &log->side[side];
		struct log_bucket *all = series->buckets;
		size_t i;

		for (i = 0; i < series->used; i++) {
			struct log_bucket bucket = all[i];

			/* the first of a pair has been moved on already */
			memset(&all[i], 0, sizeof(all[i]));
			add_bucket(&all[i / 2], &bucket);
		}
		series->used = (series->used + 1) / 2;
	}
}

void log_widen(struct log *log, uint64_t width_ms)
{
	while (log->width_ms < width_ms)
		widen(log);
}

/* ---- time -------------------------------------------------------- */

/* in milliseconds: no run takes three years, 1973 is past */
#define EPOCH_MS 100000000000u

void log_times_add(struct log_times *times, uint64_t side, uint64_t time_ms)
{
	size_t room = sizeof(times->steps) / sizeof(times->steps[0]);

	if (!times->count) {
		times->side = side;
		times->first_ms = times->last_ms = time_ms;
	}
	if (times->side != side)
		return;
	/* where the next job's lines begin (per_job_logs=0), time goes back */
	if (time_ms > times->last_ms && times->step_count < room)
		times->steps[times->step_count++] = time_ms - times->last_ms;
	times->last_ms = time_ms;
	times->count++;
}

static int by_size(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void log_times_end(struct log_times *times, struct log_form *form)
{
	/* not the mean: a window in which nothing happened has no line */
	qsort(times->steps, times->step_count, sizeof(times->steps[0]),
	      by_size);
	if ((form->averaged || form->hist) && times->step_count)
		form->window_ms = times->steps[times->step_count / 2];
	else if ((form->averaged || form->hist) && times->first_ms < EPOCH_MS)
		form->window_ms = times->first_ms;
	if (times->count && times->first_ms >= EPOCH_MS)
		form->origin_ms = times->first_ms - form->window_ms;
}

uint64_t log_see(struct log *log, uint64_t time_ms)
{
	uint64_t origin = log->form.origin_ms + log->form.window_ms / 2;
	uint64_t since = time_ms > origin ? time_ms - origin : 0;

	if (since < log->first_ms)
		log->first_ms = since;
	if (since > log->last_ms)
		log->last_ms = since;
	return since;
}

struct log_bucket *log_bucket_at(struct log *log, enum side side,
				 uint64_t since_ms)
{
	struct log_series *series = &log->side[side];
	struct log_bucket *bucket;
	size_t index;

	while (since_ms / log->width_ms >= LOG_BUCKETS)
		widen(log);
	if (!series->buckets)
		series->buckets = calloc(LOG_BUCKETS, sizeof(*series->buckets));
	if (!series->buckets) {
		log->out_of_memory = true;
		return NULL;
	}
	index = since_ms / log->width_ms;
	if (index >= series->used)
		series->used = index + 1;
	bucket = &series->buckets[index];
	if (!bucket->count)
		bucket->min = UINT64_MAX;
	return bucket;
}

static void merge_series(struct log *to, enum side side, const struct log *from,
			 enum side their_side)
{
	const struct log_series *theirs = &from->side[their_side];
	size_t i;

	for (i = 0; i < theirs->used; i++) {
		struct log_bucket *bucket;

		if (!theirs->buckets[i].count && !theirs->buckets[i].value_ms)
			continue;
		bucket = log_bucket_at(to, side, i * from->width_ms);
		if (bucket)
			add_bucket(bucket, &theirs->buckets[i]);
	}
	for (i = 0; i < BINS_COUNT; i++)
		to->side[side].bins[i >> to->coarseness << to->coarseness] +=
			theirs->bins[i];
}

void log_unify(struct log *log)
{
	struct log_series *writes = &log->side[SIDE_WRITE];

	merge_series(log, SIDE_READ, log, SIDE_WRITE);
	free(writes->buckets);
	memset(writes, 0, sizeof(*writes));
}

/* as if its bins had been merged from the start */
static void coarsen(struct log *log, unsigned int coarseness)
{
	size_t i, to;
	int side;

	log->coarseness = coarseness;
	for (side = 0; side < SIDE_COUNT; side++)
		for (i = 0; i < BINS_COUNT; i++) {
			uint64_t *bins = log->side[side].bins;
			uint64_t count = bins[i];

			to = i >> coarseness << coarseness;
			bins[i] = 0;
			bins[to] += count;
		}
}

void log_merge(struct log *to, const struct log *from)
{
	enum side side;

	log_widen(to, from->width_ms);
	if (from->coarseness > to->coarseness)
		coarsen(to, from->coarseness);
	if (from->bad_lines && !to->bad_lines)
		to->first_bad = to->lines + from->first_bad;
	to->lines += from->lines;
	to->bad_lines += from->bad_lines;
	to->out_of_memory |= from->out_of_memory;
	if (from->first_ms < to->first_ms)
		to->first_ms = from->first_ms;
	if (from->last_ms > to->last_ms)
		to->last_ms = from->last_ms;
	for (side = 0; side < SIDE_COUNT; side++)
		merge_series(to, side, from, side);
}

/* ---- figures ----------------------------------------------------- */

/* no percentile lies outside of what was seen */
static double within(double value, double min, double max)
{
	return fmin(fmax(value, min), max);
}

static double percentile(const struct log_bucket *bucket, double fraction)
{
	double rank = bins_rank(bucket->count, fraction), seen = 0;
	unsigned int i;

	for (i = 0; i < LOG_BINS - 1; i++) {
		seen += bucket->bins[i];
		if (seen >= rank)
			break;
	}
	return within(i < LOG_BINS - 1 ? coarse_value(i) : INFINITY,
		      (double)bucket->min, (double)bucket->max);
}

bool log_point(const struct log *log, enum side side, size_t index,
	       struct log_point *point)
{
	const struct log_series *series = &log->side[side];
	const struct log_bucket *bucket;

	if (index >= series->used || !series->buckets[index].count)
		return false;
	bucket = &series->buckets[index];
	*point = (struct log_point){
		.time_s = ((double)index + 0.5) * (double)log->width_ms / 1000,
		.count = bucket->count,
		.mean = bucket->sum / (double)bucket->count,
		.min = (double)bucket->min,
		.max = (double)bucket->max,
		.p50 = percentile(bucket, 0.5),
		.p99 = percentile(bucket, 0.99),
		.p999 = percentile(bucket, 0.999),
		.block_bytes = bucket->block_bytes,
	};
	return true;
}

void log_total(const struct log *log, enum side side, struct log_total *total)
{
	const struct log_series *series = &log->side[side];
	size_t i;

	memset(total, 0, sizeof(*total));
	for (i = 0; i < series->used; i++) {
		const struct log_bucket *bucket = &series->buckets[i];

		if (!bucket->count)
			continue;
		if (!total->count || (double)bucket->min < total->min)
			total->min = (double)bucket->min;
		if ((double)bucket->max > total->max)
			total->max = (double)bucket->max;
		total->count += bucket->count;
		total->sum += bucket->sum;
		total->block_bytes += bucket->block_bytes;
	}
}

double log_percentile(const struct log *log, enum side side, double fraction)
{
	struct log_total total;
	unsigned int index, width = 1u << log->coarseness;

	log_total(log, side, &total);
	if (!total.count)
		return 0;
	index = bins_percentile_index(log->side[side].bins, total.count,
				      fraction);
	if (index + width >= BINS_COUNT)
		return total.max;
	return within(bins_middle(index, width), total.min, total.max);
}
