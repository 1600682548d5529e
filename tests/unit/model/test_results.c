// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/results.h"

#include <stdio.h>
#include <stdlib.h>

static const char csv[] =
	"config,test,metric,value,unit,certainty,source,note\n"
	"single,read-1m,throughput,1000-2000,MB/s,exact,,\n";
static const char model[] =
	"{\"schema\": 1, \"scale\": 100, \"not_modelled\": [\"4k\", \"raid5\"],"
	"\"drives\": [{\"serial\": \"S0\", \"read_Bps\": 15e6}]}";
static const char topo[] =
	"{\"schema\": 1, \"drives\": [{\"name\": \"nvme0n1\", \"serial\": "
	"\"S0\"}, {\"name\": \"nvme1n1\", \"serial\": \"S9\"}]}";

static struct source source_of(const char *name, const char *text)
{
	return (struct source){name, text, text ? strlen(text) : 0};
}

static size_t config_of(struct results *results, const char *name,
			const char *path, const char *model_text)
{
	struct source published = source_of("published.csv", csv);
	struct source file = source_of("model.json", model_text);
	long suite = results_suite(results, "s", &published, NULL);

	assert_int_equal(suite, 0);
	return (size_t)results_config(results, (size_t)suite, name, path, &file,
				      NULL);
}

/* a run of one second that moved @bytes */
static int add(struct results *results, size_t config, const char *test,
	       int repeat, double bytes, const char *more, const char *topology)
{
	char fio[512], run[512];
	struct sample_source source = {.test = test, .repeat = repeat};

	snprintf(fio, sizeof(fio),
		 "{\"fio version\": \"fio-3.33\", \"jobs\": [{\"job_runtime\": "
		 "1000, \"read\": {\"io_bytes\": %.0f}}]}",
		 bytes);
	snprintf(run, sizeof(run),
		 "{\"schema\": 1, \"direction\": \"read\", "
		 "\"block_size_bytes\": %d, \"start_epoch_ns\": %d%s}",
		 strstr(test, "4k") ? 4096 : 1048576,
		 100 * (int)config + repeat, more);
	source.fio = source_of("fio.json", fio);
	source.run = source_of("run.json", run);
	source.topo = source_of("topo.json", topology);
	return results_sample(results, config, &source, NULL);
}

#define ON_DRIVE ", \"devices\": [\"nvme0n1\", \"ng0n1\"]"

static const struct figure *figure_at(const struct results *results,
				      const char *config, const char *test)
{
	size_t i;

	for (i = 0; i < results->figure_count; i++)
		if (!strcmp(results->configs[results->figures[i].config].label,
			    config) &&
		    !strcmp(results->tests[results->figures[i].test].name,
			    test))
			return &results->figures[i];
	fail();
	return NULL;
}

static void compares_a_scale_model(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", model);
	const struct figure *figure;

	(void)state;
	assert_int_equal(
		add(&results, config, "read-1m", 2, 14e6, ON_DRIVE, topo), 0);
	assert_int_equal(
		add(&results, config, "read-1m", 1, 12e6, ON_DRIVE, topo), 0);
	assert_int_equal(
		add(&results, config, "read-1m", 3, 15e6, ON_DRIVE, topo), 0);
	assert_int_equal(
		add(&results, config, "read-4k", 1, 16e6, ON_DRIVE, topo), 0);
	assert_int_equal(results_finish(&results), 0);
	figure = figure_at(&results, "single", "read-1m");
	assert_int_equal(figure->samples[0].repeat, 1);
	assert_true(figure->median_Bps == 14e6 && figure->min_Bps == 12e6 &&
		    figure->max_Bps == 15e6);
	assert_true(figure->scale == 100 && figure->claimed);
	assert_int_equal(figure->ceiling.kind, CEILING_MODELLED);
	assert_true(figure->ceiling.rate.hi_Bps == 15e6);
	assert_true(figure_of_published(figure) == 1.4e9 / 1.5e9);
	assert_false(figure_exceeds(figure));
	assert_false(figure_at(&results, "single", "read-4k")->claimed);
	assert_int_equal(results.warnings.count, 0);
	results_free(&results);
}

static void only_the_named_words_lose_their_claim(void **state)
{
	static const struct {
		const char *config, *test;
		bool claimed;
	} rows[] = {
		{"raid5", "a", false},	  {"raid5x4", "b", false},
		{"my-RAID5", "c", false}, {"raid50", "d", true},
		{"xraid5", "e", true},	  {"single", "rand4k", true},
		{"single", "64k", true},  {"single", "r-4k-x", false},
	};
	struct results results = {0};
	size_t i;

	(void)state;
	for (i = 0; i < 8; i++) {
		char path[16];
		size_t config;

		snprintf(path, sizeof(path), "/%s", rows[i].config);
		config = config_of(&results, rows[i].config, path, model);
		assert_int_equal(add(&results, config, rows[i].test, 1, 1e6,
				     ON_DRIVE ", \"block_size_bytes\": 65536",
				     topo),
				 0);
	}
	assert_int_equal(results_finish(&results), 0);
	for (i = 0; i < 8; i++)
		assert_int_equal(
			figure_at(&results, rows[i].config, rows[i].test)
				->claimed,
			rows[i].claimed);
	results_free(&results);
}

static void a_figure_above_its_ceiling_is_a_warning(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", model);

	(void)state;
	assert_int_equal(add(&results, config, "x", 1, 16.4e6, ON_DRIVE, topo),
			 0);
	assert_int_equal(add(&results, config, "y", 1, 16.6e6, ON_DRIVE, topo),
			 0);
	assert_int_equal(results_finish(&results), 0);
	assert_false(figure_exceeds(figure_at(&results, "single", "x")));
	assert_true(figure_exceeds(figure_at(&results, "single", "y")));
	assert_int_equal(results.warnings.count, 1);
	assert_non_null(strstr(results.warnings.items[0], "111 %"));
	results_free(&results);
}

/* half of the drives would give half of the ceiling */
static void drives_not_in_the_model_have_no_ceiling(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", model);

	(void)state;
	assert_int_equal(add(&results, config, "x", 1, 1e6,
			     ", \"devices\": [\"nvme0n1\", \"nvme1n1\"]", topo),
			 0);
	assert_int_equal(add(&results, config, "y", 1, 1e6, ON_DRIVE, NULL), 0);
	assert_int_equal(results_finish(&results), 0);
	assert_int_equal(figure_at(&results, "single", "x")->ceiling.kind,
			 CEILING_NONE);
	assert_int_equal(results.warnings.count, 2);
	assert_non_null(strstr(results.warnings.items[0],
			       "1 of its 2 drives are not in the scale model"));
	results_free(&results);
}

static void failed_runs_do_not_count(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", NULL);
	const struct figure *figure;

	(void)state;
	assert_int_equal(add(&results, config, "x", 1, 5, "", NULL), 0);
	assert_int_equal(
		add(&results, config, "x", 2, 9, ", \"exit_status\": 1", NULL),
		0);
	assert_int_equal(add(&results, config, "x", 3, 0, "", NULL), 0);
	assert_int_equal(results_finish(&results), 0);
	figure = figure_at(&results, "single", "x");
	assert_int_equal(figure->valid, 1);
	assert_true(figure->median_Bps == 5);
	assert_int_equal(results.warnings.count, 2);
	results_free(&results);
}

static void a_long_life_of_fio_is_a_warning(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", NULL);

	(void)state;
	assert_int_equal(add(&results, config, "x", 1, 5,
			     ", \"end_epoch_ns\": 3.1e9", NULL),
			 0);
	assert_int_equal(results.warnings.count, 0);
	assert_int_equal(add(&results, config, "x", 2, 5,
			     ", \"end_epoch_ns\": 3.3e9", NULL),
			 0);
	assert_int_equal(results.warnings.count, 1);
	assert_non_null(strstr(results.warnings.items[0], "too high"));
	results_free(&results);
}

static void but_not_where_time_ended_the_jobs(void **state)
{
	const char *fio = "{\"fio version\": \"fio-3.33\", "
			  "\"global options\": {\"time_based\": \"1\"}, "
			  "\"jobs\": [{\"job_runtime\": 1000, "
			  "\"read\": {\"io_bytes\": 5}}]}";
	const char *run = "{\"schema\": 1, \"direction\": \"read\", "
			  "\"start_epoch_ns\": 0, \"end_epoch_ns\": 9e9}";
	struct sample_source source = {.test = "x", .repeat = 1};
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", NULL);

	(void)state;
	source.fio = source_of("fio.json", fio);
	source.run = source_of("run.json", run);
	assert_int_equal(results_sample(&results, config, &source, NULL), 0);
	assert_int_equal(results.warnings.count, 0);
	results_free(&results);
}

/* its reads and writes go different ways: neither's ceiling bounds the sum */
static void a_mix_has_no_ceiling(void **state)
{
	struct results results = {0};
	size_t config = config_of(&results, "single", "/a", NULL);

	(void)state;
	assert_int_equal(add(&results, config, "rw-4k", 1, 5,
			     ON_DRIVE ", \"direction\": \"mixed\"", topo),
			 0);
	assert_int_equal(results_finish(&results), 0);
	assert_int_equal(results.tests[0].direction, SIDE_MIXED);
	assert_int_equal(results.figures[0].valid, 1);
	assert_int_equal(results.figures[0].ceiling.kind, CEILING_NONE);
	assert_int_equal(results.warnings.count, 0);
	results_free(&results);
}

static void namesakes_are_told_apart(void **state)
{
	struct results results = {0};
	size_t one = config_of(&results, "single", "/a", NULL);
	size_t two = config_of(&results, "single", "/b", NULL);

	(void)state;
	assert_int_equal(config_of(&results, "single", "/a", NULL), one);
	assert_int_not_equal(one, two);
	assert_string_equal(results.configs[two].label, "single (2)");
	assert_int_equal(results.warnings.count, 1);
	results_free(&results);
}

static void order_is_blocks_direction_time(void **state)
{
	struct results results = {0};
	size_t second = config_of(&results, "a-second", "/a", NULL);
	size_t first = config_of(&results, "b-first", "/b", NULL);

	(void)state;
	assert_int_equal(add(&results, first, "z-4k", 1, 1,
			     ", \"start_epoch_ns\": 1", NULL),
			 0);
	assert_int_equal(add(&results, second, "y-1m", 1, 1,
			     ", \"start_epoch_ns\": 9", NULL),
			 0);
	assert_int_equal(
		add(&results, first, "x-1m", 1, 1,
		    ", \"start_epoch_ns\": 5, \"direction\": \"write\"", NULL),
		0);
	assert_int_equal(results_finish(&results), 0);
	assert_string_equal(results.configs[0].name, "b-first");
	assert_string_equal(results.tests[0].name, "y-1m");
	assert_string_equal(results.tests[1].name, "x-1m");
	assert_string_equal(results.tests[2].name, "z-4k");
	results_free(&results);
}

static void broken_files_leave_the_rest(void **state)
{
	struct source bad = source_of("m.json", "{\"schema\": 1}");
	struct source csv_bad = source_of("p.csv", "nonsense");
	struct results results = {0};
	struct err err = {0};
	long suite = results_suite(&results, "s", &csv_bad, &err);

	(void)state;
	assert_int_equal(suite, 0);
	assert_int_equal(results.problems.count, 1);
	assert_true(results_config(&results, 0, "c", "/c", &bad, &err) < 0);
	assert_int_equal(results.config_count, 0);
	results_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(compares_a_scale_model),
		cmocka_unit_test(only_the_named_words_lose_their_claim),
		cmocka_unit_test(a_figure_above_its_ceiling_is_a_warning),
		cmocka_unit_test(drives_not_in_the_model_have_no_ceiling),
		cmocka_unit_test(failed_runs_do_not_count),
		cmocka_unit_test(a_long_life_of_fio_is_a_warning),
		cmocka_unit_test(but_not_where_time_ended_the_jobs),
		cmocka_unit_test(a_mix_has_no_ceiling),
		cmocka_unit_test(namesakes_are_told_apart),
		cmocka_unit_test(order_is_blocks_direction_time),
		cmocka_unit_test(broken_files_leave_the_rest),
	};

	return unit_run(tests);
}
