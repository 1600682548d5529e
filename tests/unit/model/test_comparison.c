// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/bins.h"
#include "model/comparison.h"

#include <math.h>
#include <stdlib.h>

/* a run in which only the rate is known */
static struct outcome rate(enum side side, double rate_Bps)
{
	return (struct outcome){
		.side = side,
		.bytes = rate_Bps,
		.ios = NAN,
		.interval_ms = 1000,
		.rate_Bps = rate_Bps,
		.iops = NAN,
		.cpu_percent = NAN,
	};
}

static void add(struct comparison *comparison, size_t column, const char *test,
		const struct outcome *outcome)
{
	while (comparison->columns.count <= column) {
		char label[2] = {(char)('A' + comparison->columns.count), 0};

		assert_true(comparison_column(comparison, label) >= 0);
	}
	assert_int_equal(comparison_add(comparison, column, test, outcome), 0);
}

static void add_rates(struct comparison *comparison, size_t column,
		      const char *test, enum side side, const double *rates,
		      size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		struct outcome outcome = rate(side, rates[i]);

		add(comparison, column, test, &outcome);
	}
}

static const struct comparison_row *find(const struct comparison *comparison,
					 const char *test, enum side side,
					 enum metric metric)
{
	size_t i;

	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];

		if (row->side == side && row->metric == metric &&
		    !strcmp(comparison->tests.items[row->test], test))
			return row;
	}
	return NULL;
}

/* beyond only where the ranges of three or more runs each stand apart */
static void differences_need_three_runs_apart(void **state)
{
	static const struct {
		double a[4], b[4];
		size_t a_count, b_count;
		enum difference difference;
		double ratio;
	} rows[] = {
		{{10, 11, 12}, {20, 21, 22}, 3, 3, DIFFERENCE_BEYOND, 21. / 11},
		{{10, 11, 12}, {5, 6, 7}, 3, 3, DIFFERENCE_BEYOND, 6. / 11},
		{{10, 11, 12}, {12, 13, 14}, 3, 3, DIFFERENCE_WITHIN, 13. / 11},
		{{10, 11, 30}, {20, 21, 22}, 3, 3, DIFFERENCE_WITHIN, 21. / 11},
		{{12, 10, 11}, {20, 21}, 3, 2, DIFFERENCE_UNKNOWN, 20.5 / 11},
		{{10}, {20, 21, 22}, 1, 3, DIFFERENCE_UNKNOWN, 2.1},
		{{10, 13, 12, 11},
		 {9, 8, 7, 6},
		 4,
		 4,
		 DIFFERENCE_BEYOND,
		 7.5 / 11.5},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct comparison comparison = {0};
		const struct comparison_row *row;

		add_rates(&comparison, 0, "t", SIDE_READ, rows[i].a,
			  rows[i].a_count);
		add_rates(&comparison, 1, "t", SIDE_READ, rows[i].b,
			  rows[i].b_count);
		assert_int_equal(comparison_finish(&comparison), 0);
		row = find(&comparison, "t", SIDE_READ, METRIC_RATE);
		assert_non_null(row);
		assert_int_equal(row->cells[0].difference, DIFFERENCE_NONE);
		assert_int_equal(row->cells[1].difference, rows[i].difference);
		assert_true(fabs(row->cells[1].ratio - rows[i].ratio) < 1e-12);
		assert_int_equal(row->cells[1].repeats, rows[i].b_count);
		assert_int_equal(comparison.row_count, 1);
		comparison_free(&comparison);
	}
}

/* @count values of @ns; without bins as fio's plain JSON */
static struct latency timed(double count, double ns, double stddev_ns,
			    bool with_bins)
{
	struct latency latency = {.count = count,
				  .mean_ns = ns,
				  .stddev_ns = stddev_ns,
				  .p_ns = {ns, ns, ns}};

	if (with_bins) {
		latency.bins = calloc(BINS_COUNT, sizeof(*latency.bins));
		latency.bins[bins_index((uint64_t)ns)] = (uint64_t)count;
	}
	return latency;
}

static void add_timed(struct comparison *comparison, size_t column,
		      struct latency latency)
{
	struct outcome outcome = rate(SIDE_READ, 1);

	outcome.latency = latency;
	add(comparison, column, "t", &outcome);
	latency_free(&latency);
}

/* over repeats nothing is a mean of means or of percentiles */
static void repeats_are_pooled_by_io(void **state)
{
	struct comparison comparison = {0};
	const struct cell *cell;

	(void)state;
	add_timed(&comparison, 0, timed(1, 100, 0, true));
	add_timed(&comparison, 0, timed(99, 50, 0, true));
	assert_int_equal(comparison_finish(&comparison), 0);
	cell = find(&comparison, "t", SIDE_READ, METRIC_MEAN)->cells;
	assert_true(fabs(cell->pooled - 50.5) < 1e-9);
	assert_true(cell->median == 100); /* of two, the higher */
	assert_true(cell->min == 50 && cell->max == 100);
	cell = find(&comparison, "t", SIDE_READ, METRIC_P99)->cells;
	assert_true(cell->pooled == 50);
	cell = find(&comparison, "t", SIDE_READ, METRIC_P999)->cells;
	assert_true(cell->pooled == 100);
	assert_false(cell->highest);
	comparison_free(&comparison);
}

static void percentiles_without_bins_do_not_pool(void **state)
{
	struct comparison comparison = {0};
	const struct cell *cell;

	(void)state;
	add_timed(&comparison, 0, timed(10, 100, 0, false));
	add_timed(&comparison, 0, timed(10, 50, 0, false));
	assert_int_equal(comparison_finish(&comparison), 0);
	cell = find(&comparison, "t", SIDE_READ, METRIC_P99)->cells;
	assert_true(isnan(cell->pooled));
	assert_true(cell->max == 100);
	comparison_free(&comparison);
}

/* all bytes over all time: 100 B in 1 s and 300 B in 9 s are 40 B/s */
static void rates_pool_by_time(void **state)
{
	struct comparison comparison = {0};
	struct outcome fast = rate(SIDE_READ, 100), slow = rate(SIDE_READ, 300);
	const struct cell *cell;

	(void)state;
	slow.interval_ms = 9000;
	slow.rate_Bps = 300. / 9;
	add(&comparison, 0, "t", &fast);
	add(&comparison, 0, "t", &slow);
	assert_int_equal(comparison_finish(&comparison), 0);
	cell = find(&comparison, "t", SIDE_READ, METRIC_RATE)->cells;
	assert_true(cell->pooled == 40);
	comparison_free(&comparison);
}

/* a tool may round its time to nothing */
static void over_no_time_is_no_rate(void **state)
{
	struct comparison comparison = {0};
	struct outcome outcome = rate(SIDE_READ, 100);
	const struct cell *cell;

	(void)state;
	outcome.interval_ms = 0;
	add(&comparison, 0, "t", &outcome);
	assert_int_equal(comparison_finish(&comparison), 0);
	cell = find(&comparison, "t", SIDE_READ, METRIC_RATE)->cells;
	assert_true(isnan(cell->pooled));
	assert_true(cell->median == 100);
	comparison_free(&comparison);
}

static void sole_tests_match_whatever_their_names(void **state)
{
	struct comparison comparison = {0};
	struct outcome one = rate(SIDE_READ, 1), two = rate(SIDE_READ, 2);

	(void)state;
	add(&comparison, 0, "dd", &one);
	add(&comparison, 1, "twin", &two);
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_int_equal(comparison.row_count, 1);
	assert_true(comparison.rows[0].cells[1].ratio == 2);
	assert_int_equal(comparison.warnings.count, 1);
	assert_non_null(strstr(comparison.warnings.items[0],
			       "\"twin\" is compared with \"dd\""));
	assert_int_equal(comparison.missing, 0);
	comparison_free(&comparison);
}

static void other_tests_match_by_name(void **state)
{
	struct comparison comparison = {0};
	struct outcome one = rate(SIDE_READ, 1), two = rate(SIDE_READ, 2);

	(void)state;
	add(&comparison, 0, "x", &one);
	add(&comparison, 0, "y", &one);
	add(&comparison, 1, "y", &two);
	add(&comparison, 1, "z", &two);
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_int_equal(comparison.row_count, 3);
	assert_true(isnan(find(&comparison, "x", SIDE_READ, METRIC_RATE)
				  ->cells[1]
				  .ratio));
	assert_true(find(&comparison, "y", SIDE_READ, METRIC_RATE)
			    ->cells[1]
			    .ratio == 2);
	assert_int_equal(comparison.warnings.count, 2);
	assert_string_equal(comparison.warnings.items[0],
			    "B has no read of \"x\"");
	assert_string_equal(comparison.warnings.items[1],
			    "A has no read of \"z\"");
	/* only what the first has, and another lacks */
	assert_int_equal(comparison.missing, 1);
	comparison_free(&comparison);
}

static void an_untold_direction_is_that_of_the_others(void **state)
{
	struct comparison comparison = {0};
	struct outcome untold = rate(SIDE_COUNT, 1),
		       write = rate(SIDE_WRITE, 2);

	(void)state;
	add(&comparison, 0, "t", &untold);
	add(&comparison, 1, "t", &write);
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_int_equal(comparison.row_count, 1);
	assert_int_equal(comparison.rows[0].side, SIDE_WRITE);
	assert_string_equal(comparison.warnings.items[0],
			    "A does not tell its direction: took write, as of "
			    "the others");
	comparison_free(&comparison);
}

static void nor_is_it_guessed_among_two(void **state)
{
	struct comparison comparison = {0};
	struct outcome untold = rate(SIDE_COUNT, 1), read = rate(SIDE_READ, 2),
		       write = rate(SIDE_WRITE, 2);

	(void)state;
	add(&comparison, 0, "t", &untold);
	add(&comparison, 1, "t", &write);
	add(&comparison, 1, "t", &read);
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_non_null(find(&comparison, "t", SIDE_COUNT, METRIC_RATE));
	comparison_free(&comparison);
}

/* the jobs' CPU time stands once, and a sum of sides adds its rates only */
static void a_mix_repeats_nothing(void **state)
{
	static const enum side sides[] = {SIDE_READ, SIDE_WRITE, SIDE_MIXED};
	struct comparison comparison = {0};
	size_t i;

	(void)state;
	for (i = 0; i < 3; i++) {
		struct outcome outcome = rate(sides[i], 1);

		outcome.iops = 1;
		outcome.cpu_percent = 50;
		outcome.latency = timed(1, 100, 1, false);
		add(&comparison, 0, "t", &outcome);
	}
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_non_null(find(&comparison, "t", SIDE_READ, METRIC_CPU));
	assert_null(find(&comparison, "t", SIDE_WRITE, METRIC_CPU));
	assert_non_null(find(&comparison, "t", SIDE_MIXED, METRIC_IOPS));
	assert_null(find(&comparison, "t", SIDE_MIXED, METRIC_MEAN));
	assert_null(find(&comparison, "t", SIDE_MIXED, METRIC_CPU));
	comparison_free(&comparison);
}

static void less_latency_is_a_gain(void **state)
{
	struct comparison comparison = {0};

	(void)state;
	add_timed(&comparison, 0, timed(10, 100, 1, false));
	add_timed(&comparison, 1, timed(10, 50, 1, false));
	assert_int_equal(comparison_finish(&comparison), 0);
	assert_true(
		comparison_gain(find(&comparison, "t", SIDE_READ, METRIC_MEAN),
				1) == 2);
	assert_true(
		comparison_gain(find(&comparison, "t", SIDE_READ, METRIC_RATE),
				1) == 1);
	comparison_free(&comparison);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(differences_need_three_runs_apart),
		cmocka_unit_test(repeats_are_pooled_by_io),
		cmocka_unit_test(percentiles_without_bins_do_not_pool),
		cmocka_unit_test(rates_pool_by_time),
		cmocka_unit_test(over_no_time_is_no_rate),
		cmocka_unit_test(sole_tests_match_whatever_their_names),
		cmocka_unit_test(other_tests_match_by_name),
		cmocka_unit_test(an_untold_direction_is_that_of_the_others),
		cmocka_unit_test(nor_is_it_guessed_among_two),
		cmocka_unit_test(a_mix_repeats_nothing),
		cmocka_unit_test(less_latency_is_a_gain),
	};

	return unit_run(tests);
}
