// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "plot/axis.h"

#include <math.h>
#include <stdlib.h>

static void values_have_three_digits(void **state)
{
	static const struct {
		enum quantity what;
		double value;
		const char *text;
	} rows[] = {
		{QUANTITY_RATE, 1.8249e9, "1.82 GB/s"},
		{QUANTITY_RATE, 999.6e6, "1.00 GB/s"},
		{QUANTITY_RATE, 514e6, "514 MB/s"},
		{QUANTITY_RATE, 0, "0 B/s"},
		{QUANTITY_IOPS, 511800, "512k"},
		{QUANTITY_IOPS, 7, "7.00"},
		{QUANTITY_IOPS, 137, "137"},
		{QUANTITY_LATENCY, 412345, "412 µs"},
		{QUANTITY_LATENCY, 8.2e6, "8.20 ms"},
		{QUANTITY_LATENCY, 87, "87 ns"},
		{QUANTITY_LATENCY, 17e9, "17.0 s"},
		{QUANTITY_PERCENT, 98.4, "98 %"},
		{QUANTITY_PERCENT, 3.21, "3.2 %"},
		{QUANTITY_RATIO, 1.234, "1.23×"},
		{QUANTITY_NUMBER, 12.3, "12.3"},
	};
	char buf[FORMAT_LEN], range[FORMAT_RANGE];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_string_equal(
			format_value(rows[i].what, rows[i].value, buf),
			rows[i].text);
	assert_string_equal(format_tick(QUANTITY_LATENCY, 1000, buf), "1 µs");
	assert_string_equal(format_tick(QUANTITY_RATE, 2.5e9, buf), "2.5 GB/s");
	assert_string_equal(format_range(QUANTITY_RATE, 1.65e9, 1.82e9, range),
			    "1.65–1.82 GB/s");
	assert_string_equal(
		format_range(QUANTITY_RATE, 1.821e9, 1.822e9, range),
		"1.82 GB/s");
	assert_string_equal(format_seconds(17.62, buf), "17.6 s");
	assert_string_equal(format_seconds(300, buf), "5 min");
	assert_string_equal(format_seconds(10800, buf), "3 h");
}

static void check_ticks(const struct axis *axis, size_t least, size_t most)
{
	size_t i;

	assert_true(axis->hi > axis->lo);
	assert_in_range(axis->count, least, most);
	for (i = 0; i < axis->count; i++) {
		double part = axis_part(axis, axis->ticks[i].at);

		assert_true(part > -0.01 && part < 1.01);
		assert_true(!i || axis->ticks[i].at > axis->ticks[i - 1].at);
	}
}

/* whatever the data, some round numbers, all within */
static void any_range_has_ticks(void **state)
{
	struct axis axis;
	int i, k;

	(void)state;
	srand(1);
	for (i = -9; i < 19; i++)
		for (k = 0; k < 40; k++) {
			double hi = pow(10, i) * (1 + rand() % 900 / 100.0);
			double lo = hi / (1 + rand() % 1000 / 10.0);

			axis_linear(&axis, 0, hi, QUANTITY_RATE);
			check_ticks(&axis, 4, 12);
			axis_log(&axis, lo, hi, QUANTITY_LATENCY);
			check_ticks(&axis, 3, 16);
			axis_log(&axis, lo, lo, QUANTITY_LATENCY);
			check_ticks(&axis, 3, 16);
			axis_time(&axis, 0, hi);
			assert_true(axis.count <= 64);
		}
	axis_linear(&axis, 0, 0, QUANTITY_RATE);
	check_ticks(&axis, 4, 12);
	axis_time(&axis, 0, 0);
	check_ticks(&axis, 2, 12);
	axis_log(&axis, 0, 0, QUANTITY_LATENCY);
	check_ticks(&axis, 3, 16);
}

static void times_are_round(void **state)
{
	struct axis axis;

	(void)state;
	axis_time(&axis, 0, 60);
	assert_int_equal(axis.count, 7);
	assert_string_equal(axis.ticks[0].label, "0");
	assert_string_equal(axis.ticks[6].label, "60 s");
	axis_time(&axis, 0, 300);
	assert_string_equal(axis.ticks[1].label, "1 min");
	axis_time(&axis, 0, 86400);
	assert_string_equal(axis.ticks[1].label, "3 h");
}

static void percentiles_are_as_wide_as_their_rest_is_small(void **state)
{
	struct axis axis;

	(void)state;
	axis_percentiles(&axis, 2e6);
	assert_int_equal(axis.count, 8);
	assert_string_equal(axis.ticks[1].label, "50");
	assert_string_equal(axis.ticks[7].label, "99.9999");
	assert_true(fabs(axis_part(&axis, 100) - axis_part(&axis, 10) -
			 (axis_part(&axis, 1000) - axis_part(&axis, 100))) <
		    1e-9);
	axis_percentiles(&axis, 5);
	assert_true(axis.hi == 100);
}

static void powers_of_two(void **state)
{
	struct axis axis;

	(void)state;
	axis_powers(&axis, 1, 64);
	assert_int_equal(axis.count, 7);
	assert_true(axis.ticks[6].at == 64);
	axis_powers(&axis, 3, 3);
	check_ticks(&axis, 1, 3);
}

static void ticks_can_be_sorted(void **state)
{
	struct axis axis = {.hi = 9};
	int i;

	(void)state;
	for (i = 0; i < 2 * AXIS_TICKS; i++)
		axis_add(&axis, i * 7 % 11, "x");
	assert_int_equal(axis.count, AXIS_TICKS);
	axis_sort(&axis);
	for (i = 1; i < AXIS_TICKS; i++)
		assert_true(axis.ticks[i].at >= axis.ticks[i - 1].at);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_have_three_digits),
		cmocka_unit_test(any_range_has_ticks),
		cmocka_unit_test(times_are_round),
		cmocka_unit_test(
			percentiles_are_as_wide_as_their_rest_is_small),
		cmocka_unit_test(powers_of_two),
		cmocka_unit_test(ticks_can_be_sorted),
	};

	return unit_run(tests);
}
