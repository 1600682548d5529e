// SPDX-License-Identifier: GPL-2.0-only
/* Which charts a set of results gives, and what their titles say. */
#include "unit.h"

#include "plot/chart.h"

#include <stdio.h>
#include <stdlib.h>

/* @configs x @tests figures of @block bytes, every one 1 GB/s */
static struct results make(size_t configs, size_t tests, double block)
{
	struct results results = {
		.suites = calloc(1, sizeof(*results.suites)),
		.suite_count = 1,
		.configs = calloc(configs, sizeof(*results.configs)),
		.config_count = configs,
		.tests = calloc(tests, sizeof(*results.tests)),
		.test_count = tests,
		.figures = calloc(configs * tests, sizeof(*results.figures)),
		.figure_count = configs * tests,
	};
	size_t i;

	strcpy(results.suites[0].name, "suite");
	for (i = 0; i < configs; i++)
		snprintf(results.configs[i].label,
			 sizeof(results.configs[i].label), "c%zu", i);
	for (i = 0; i < tests; i++) {
		snprintf(results.tests[i].name, sizeof(results.tests[i].name),
			 "t%zu", i);
		results.tests[i].block_size_bytes = block;
	}
	for (i = 0; i < configs * tests; i++)
		results.figures[i] = (struct figure){.test = i / configs,
						     .config = i % configs,
						     .valid = 1,
						     .median_Bps = 1e9,
						     .scale = 1,
						     .claimed = true};
	return results;
}

static void rows_are_filled_and_charts_split(void **state)
{
	static const struct {
		size_t configs, tests, charts, rows, sections;
	} rows[] = {
		{1, 4, 1, 1, 4},   {4, 4, 1, 2, 4},  {3, 4, 1, 2, 4},
		{8, 4, 1, 4, 4},   {10, 1, 1, 2, 2}, {10, 4, 2, 4, 4},
		{1, 40, 2, 4, 32},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct results results =
			make(rows[i].configs, rows[i].tests, 4096);
		struct charts charts;

		assert_int_equal(charts_build(&charts, &results), 0);
		assert_int_equal(charts.count, rows[i].charts);
		assert_int_equal(charts.items[0].row_count, rows[i].rows);
		assert_int_equal(charts.items[0].section_count,
				 rows[i].sections);
		charts_free(&charts);
		results_free(&results);
	}
}

static void check_title(struct results *results, const char *title)
{
	struct charts charts;

	assert_int_equal(charts_build(&charts, results), 0);
	assert_string_equal(charts.items[0].title, title);
	charts_free(&charts);
}

static void titles_say_what_was_found(void **state)
{
	struct published_row row = {.lo_Bps = 2e9, .hi_Bps = 2e9};
	struct results results = make(2, 1, 1048576);
	struct figure *figures = results.figures;

	(void)state;
	check_title(&results, "1 MiB: 1.00-1.00 GB/s");
	figures[0].ceiling =
		(struct ceiling){.kind = CEILING_LINKS, .rate = {1e9, 2e9}};
	check_title(&results, "1 MiB: 50 % of the ceiling");
	figures[0].published = figures[1].published = &row;
	figures[1].median_Bps = 1.5e9;
	check_title(&results,
		    "1 MiB: 50\u201375 % of the published throughput");
	figures[1].claimed = false;
	check_title(&results, "1 MiB: 50 % of the published throughput");
	figures[0].claimed = false;
	strcpy(results.configs[0].model.not_modelled_reason, "not modelled");
	strcpy(results.configs[1].model.not_modelled_reason, "not modelled");
	check_title(&results, "1 MiB: not modelled");
	figures[0].valid = figures[1].valid = 0;
	figures[0].median_Bps = figures[1].median_Bps = 0;
	check_title(&results, "1 MiB: no run counts");
	results_free(&results);
}

/* what is not claimed has no ratio, and is called so */
static void a_scale_model_is_named(void **state)
{
	struct published_row row = {.lo_Bps = 2e9, .hi_Bps = 2e9};
	struct results results = make(2, 1, 4096);
	struct figure *figures = results.figures;
	struct chart *chart;
	struct charts charts;

	(void)state;
	figures[0].scale = figures[1].scale = 100;
	figures[0].published = figures[1].published = &row;
	figures[1].claimed = false;
	assert_int_equal(charts_build(&charts, &results), 0);
	chart = charts.items;
	assert_string_equal(chart->measured, "measured \u00d7 100");
	assert_string_equal(chart->unmodelled,
			    "measured \u00d7 100, not modelled");
	assert_string_equal(chart->notes.items[2], "scale model 1:100");
	assert_true(chart->groups[0].measured_Bps == 1e11);
	assert_true(chart->groups[0].ratio == 50);
	assert_true(chart->groups[1].ratio == 0);
	charts_free(&charts);
	results_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_are_filled_and_charts_split),
		cmocka_unit_test(titles_say_what_was_found),
		cmocka_unit_test(a_scale_model_is_named),
	};

	return unit_run(tests);
}
