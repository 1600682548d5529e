// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/bins.h"
#include "model/latency.h"

#include <math.h>
#include <stdlib.h>

#define ROUNDS	  200
#define PARTS_MAX 6

/* the same every time */
static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* values over many octaves, as latencies are, below the open top bin */
static uint64_t next_value(uint64_t *seed)
{
	return next_random(seed) >> (30 + next_random(seed) % 28);
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

/* what fio would say of one job */
static struct latency measure(const uint64_t *values, size_t count)
{
	struct latency latency = {.count = (double)count,
				  .p_ns = {NAN, NAN, NAN}};
	double squares = 0;
	size_t i;

	latency.bins = calloc(BINS_COUNT, sizeof(*latency.bins));
	for (i = 0; i < count; i++) {
		latency.mean_ns += (double)values[i] / (double)count;
		latency.bins[bins_index(values[i])]++;
	}
	for (i = 0; i < count; i++)
		squares += pow((double)values[i] - latency.mean_ns, 2);
	if (count > 1)
		latency.stddev_ns = sqrt(squares / (double)(count - 1));
	return latency;
}

static void assert_near(double got, double want, double tolerance)
{
	if (fabs(got - want) > tolerance * fabs(want))
		fail_msg("%.12g is not %.12g", got, want);
}

/* nearest rank of all values; from bins, off by 1/128 at most */
static void check_percentiles(const struct latency *latency, uint64_t *values,
			      size_t count)
{
	unsigned int i;

	qsort(values, count, sizeof(*values), by_value);
	for (i = 0; i < PERCENTILES; i++) {
		double rank = ceil(percentile_percent(i) / 100 * (double)count -
				   1e-9);
		uint64_t want = values[(size_t)fmax(rank, 1) - 1];

		if (want < 128)
			assert_true(latency->p_ns[i] == (double)want);
		else
			assert_near(latency->p_ns[i], (double)want, 1.0 / 128);
	}
}

/* parts that are merged are what all values together are */
static void merged_is_measured_together(void **state)
{
	uint64_t values[PARTS_MAX * 1000], seed = 88172645463325252u;
	unsigned int round;

	(void)state;
	for (round = 0; round < ROUNDS; round++) {
		size_t parts = 1 + next_random(&seed) % PARTS_MAX;
		struct latency merged = {0}, part, all;
		size_t i, used = 0;

		for (; parts; parts--) {
			size_t count = 1 + next_random(&seed) % 1000;

			for (i = 0; i < count; i++)
				values[used + i] = next_value(&seed);
			part = measure(values + used, count);
			latency_merge(&merged, &part);
			latency_free(&part);
			used += count;
		}
		latency_finish(&merged);
		all = measure(values, used);
		assert_true(merged.count == all.count);
		assert_near(merged.mean_ns, all.mean_ns, 1e-9);
		assert_near(merged.stddev_ns, all.stddev_ns, 1e-9);
		assert_memory_equal(merged.bins, all.bins,
				    BINS_COUNT * sizeof(*all.bins));
		assert_false(merged.highest);
		check_percentiles(&merged, values, used);
		latency_free(&merged);
		latency_free(&all);
	}
}

/* fio's own figure is better than that of its bins, where it is of one job */
static void what_one_job_tells_itself_stays(void **state)
{
	static const uint64_t values[] = {901, 901, 901};
	struct latency alone = {0}, both = {0}, one = measure(values, 3);

	(void)state;
	one.p_ns[P50] = 901;
	latency_merge(&alone, &one);
	latency_finish(&alone);
	assert_true(alone.p_ns[P50] == 901);
	assert_true(alone.p_ns[P99] == bins_value(bins_index(901)));
	latency_merge(&both, &one);
	latency_merge(&both, &one);
	latency_finish(&both);
	assert_true(both.p_ns[P50] == bins_value(bins_index(901)));
	latency_free(&alone);
	latency_free(&both);
	latency_free(&one);
}

static struct latency without_bins(double count, double p99_ns)
{
	return (struct latency){
		.count = count, .mean_ns = 10, .p_ns = {NAN, p99_ns, p99_ns}};
}

static void without_bins_the_highest(void **state)
{
	struct latency merged = {0}, one = without_bins(10, 100),
		       two = without_bins(1, 300), three = without_bins(5, NAN);

	(void)state;
	latency_merge(&merged, &one);
	assert_false(merged.highest);
	latency_merge(&merged, &two);
	latency_finish(&merged);
	assert_true(merged.highest);
	assert_true(merged.p_ns[P99] == 300);
	assert_true(isnan(merged.p_ns[P50]));
	latency_merge(&merged, &three);
	assert_true(isnan(merged.p_ns[P99]));
	latency_merge(&merged, &one);
	assert_true(isnan(merged.p_ns[P99]));
	latency_free(&merged);
}

/* bins of the completion and of the whole are not to be added */
static void bins_of_different_things_do_not_mix(void **state)
{
	static const uint64_t low[] = {5, 6, 7}, high[] = {50, 60, 70};
	struct latency merged = {0}, one = measure(low, 3),
		       two = measure(high, 3);

	(void)state;
	two.of_total = true;
	latency_merge(&merged, &one);
	latency_merge(&merged, &two);
	latency_finish(&merged);
	assert_true(merged.highest);
	assert_null(merged.bins);
	assert_true(merged.p_ns[P50] == 60);
	assert_true(merged.count == 6);
	latency_free(&merged);
	latency_free(&one);
	latency_free(&two);
}

static void nothing_timed_changes_nothing(void **state)
{
	static const uint64_t values[] = {1, 2};
	struct latency merged = {0}, none = {0}, one = measure(values, 2);

	(void)state;
	latency_merge(&merged, &none);
	assert_true(merged.count == 0);
	latency_merge(&merged, &one);
	latency_merge(&merged, &none);
	assert_true(merged.count == 2);
	assert_non_null(merged.bins);
	latency_free(&merged);
	latency_free(&one);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(merged_is_measured_together),
		cmocka_unit_test(what_one_job_tells_itself_stays),
		cmocka_unit_test(without_bins_the_highest),
		cmocka_unit_test(bins_of_different_things_do_not_mix),
		cmocka_unit_test(nothing_timed_changes_nothing),
	};

	return unit_run(tests);
}
