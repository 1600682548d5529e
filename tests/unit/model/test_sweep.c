// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/sweep.h"

#include <math.h>
#include <stdio.h>

static struct sweep_run run_of(double jobs, double depth, double rate)
{
	struct sweep_run run = {.value = {rate, rate / 4096, NAN}};
	size_t i;

	for (i = 0; i < SETTING_COUNT; i++)
		run.setup.value[i] = NAN;
	run.setup.value[SETTING_JOBS] = jobs;
	run.setup.value[SETTING_IODEPTH] = depth;
	run.setup.value[SETTING_OUTSTANDING] = jobs * depth;
	run.setup.value[SETTING_BLOCK] = 4096;
	strcpy(run.setup.rw, "randread");
	strcpy(run.setup.engine, "io_uring");
	return run;
}

static void add(struct sweep *sweep, double jobs, double depth, double rate)
{
	struct sweep_run run = run_of(jobs, depth, rate);

	assert_int_equal(sweep_add(sweep, &run), 0);
}

static void repeats_have_a_median(void **state)
{
	static const enum setting along[] = {SETTING_IODEPTH};
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	add(&sweep, 1, 8, 300);
	add(&sweep, 1, 8, 100);
	add(&sweep, 1, 8, 120);
	add(&sweep, 1, 1, 50);
	add(&sweep, 1, 1, 70);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 1);
	assert_string_equal(lines.items[0].name, "");
	assert_int_equal(lines.items[0].count, 2);
	assert_true(lines.items[0].points[0].at[0] == 1);
	assert_true(lines.items[0].points[0].median[SWEEP_RATE] == 60);
	assert_true(lines.items[0].points[1].median[SWEEP_RATE] == 120);
	assert_true(lines.items[0].points[1].lo[SWEEP_RATE] == 100);
	assert_true(lines.items[0].points[1].hi[SWEEP_RATE] == 300);
	assert_int_equal(lines.items[0].points[1].repeats, 3);
	assert_true(isnan(lines.items[0].points[0].median[SWEEP_LATENCY]));
	sweep_lines_free(&lines);
	sweep_free(&sweep);
}

static void what_else_differs_makes_lines(void **state)
{
	static const enum setting along[] = {SETTING_IODEPTH};
	struct sweep_run run = run_of(1, 8, 10);
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	add(&sweep, 1, 8, 100);
	add(&sweep, 4, 8, 100);
	strcpy(run.setup.engine, "psync");
	run.setup.value[SETTING_BLOCK] = 131072;
	assert_int_equal(sweep_add(&sweep, &run), 0);
	assert_true(sweep_differs(&sweep, SETTING_JOBS));
	assert_false(sweep_differs(&sweep, SETTING_IODEPTH));
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 3);
	assert_string_equal(lines.items[0].name, "1 job, 4k, io_uring");
	assert_string_equal(lines.items[1].name, "4 jobs, 4k, io_uring");
	assert_string_equal(lines.items[2].name, "1 job, 128k, psync");
	sweep_lines_free(&lines);
	sweep_free(&sweep);
}

/* jobs and depth make up what is outstanding: lines do not differ in these */
static void points_may_be_outstanding_ios(void **state)
{
	static const enum setting along[] = {SETTING_OUTSTANDING};
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	add(&sweep, 4, 1, 100);
	add(&sweep, 1, 4, 200);
	add(&sweep, 1, 1, 50);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 1);
	assert_int_equal(lines.items[0].count, 2);
	assert_true(lines.items[0].points[1].median[SWEEP_RATE] == 150);
	sweep_lines_free(&lines);
	sweep_free(&sweep);
}

static void two_settings_make_cells(void **state)
{
	static const enum setting along[] = {SETTING_IODEPTH, SETTING_JOBS};
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	add(&sweep, 4, 1, 1);
	add(&sweep, 1, 1, 2);
	add(&sweep, 1, 4, 3);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 2), 0);
	assert_int_equal(lines.count, 1);
	assert_int_equal(lines.items[0].count, 3);
	assert_true(lines.items[0].points[0].at[1] == 1);
	assert_true(lines.items[0].points[1].at[1] == 4);
	assert_true(lines.items[0].points[2].at[0] == 4);
	sweep_lines_free(&lines);
	sweep_free(&sweep);
}

static void runs_that_do_not_tell_are_left_out(void **state)
{
	static const enum setting along[] = {SETTING_DRIVES};
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	add(&sweep, 1, 1, 1);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 0);
	sweep_lines_free(&lines);
	sweep_free(&sweep);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 0);
}

/* folders set lines apart, but a label of the user's comes first */
static void lines_may_have_labels(void **state)
{
	static const enum setting along[] = {SETTING_IODEPTH};
	struct sweep_run one = run_of(1, 1, 1), two = run_of(1, 1, 2);
	struct sweep sweep = {0};
	struct sweep_lines lines;

	(void)state;
	strcpy(one.place, "before");
	strcpy(two.place, "after");
	strcpy(two.label, "with a label");
	assert_int_equal(sweep_add(&sweep, &one), 0);
	assert_int_equal(sweep_add(&sweep, &two), 0);
	assert_int_equal(sweep_lines(&lines, &sweep, along, 1), 0);
	assert_int_equal(lines.count, 2);
	assert_string_equal(lines.items[0].name, "before");
	assert_string_equal(lines.items[1].name, "with a label");
	sweep_lines_free(&lines);
	sweep_free(&sweep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(repeats_have_a_median),
		cmocka_unit_test(what_else_differs_makes_lines),
		cmocka_unit_test(points_may_be_outstanding_ios),
		cmocka_unit_test(two_settings_make_cells),
		cmocka_unit_test(runs_that_do_not_tell_are_left_out),
		cmocka_unit_test(lines_may_have_labels),
	};

	return unit_run(tests);
}
