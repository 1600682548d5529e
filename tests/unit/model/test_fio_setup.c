// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/fio_setup.h"

#include <math.h>
#include <stdio.h>

static struct fio_setup read_text(const char *text)
{
	struct fio_setup setup;

	assert_int_equal(fio_setup_parse(&setup, "f", text, strlen(text), NULL),
			 0);
	return setup;
}

#define JOB(name, options)                             \
	"{\"jobname\": \"" name "\", \"groupid\": 0, " \
	"\"job options\": {" options "}}"

static void options_of_the_job_and_of_all(void **state)
{
	struct fio_setup setup = read_text(
		"{\"global options\": {\"bs\": \"8k\", \"ioengine\": "
		"\"io_uring\", \"iodepth\": \"16\"}, \"jobs\": [" JOB(
			"a",
			"\"rw\": \"randread:4\", \"bs\": \"4k\", "
			"\"numjobs\": \"4\", "
			"\"filename\": \"/dev/a:/dev/b\\\\:c:/dev/a\"") "]}");

	(void)state;
	assert_string_equal(setup.rw, "randread");
	assert_string_equal(setup.engine, "io_uring");
	assert_true(setup.value[SETTING_BLOCK] == 4096);
	assert_true(setup.value[SETTING_IODEPTH] == 16);
	assert_true(setup.value[SETTING_JOBS] == 4);
	assert_true(setup.value[SETTING_OUTSTANDING] == 64);
	assert_true(setup.value[SETTING_DRIVES] == 2);
	assert_true(setup.value[SETTING_READS] == 100);
}

static void defaults_are_fios(void **state)
{
	struct fio_setup setup =
		read_text("{\"jobs\": [" JOB("a", "\"rw\": \"randrw\"") "]}");

	(void)state;
	assert_true(setup.value[SETTING_BLOCK] == 4096);
	assert_true(setup.value[SETTING_IODEPTH] == 1);
	assert_true(setup.value[SETTING_JOBS] == 1);
	assert_true(setup.value[SETTING_READS] == 50);
	assert_true(isnan(setup.value[SETTING_DRIVES]));
}

/* one entry per job, or one for all of them (group_reporting) */
static void jobs_are_counted_once(void **state)
{
	struct fio_setup each =
		read_text("{\"jobs\": [" JOB("a", "\"numjobs\": \"2\"") "," JOB(
			"a", "\"numjobs\": \"2\"") "," JOB("b", "") "]}");
	struct fio_setup folded = read_text("{\"jobs\": [" JOB(
		"a", "\"numjobs\": \"2\"") "," JOB("b", "") "]}");

	(void)state;
	assert_true(each.value[SETTING_JOBS] == 3);
	assert_true(folded.value[SETTING_JOBS] == 3);
}

static void what_differs_is_not_told(void **state)
{
	struct fio_setup setup = read_text("{\"jobs\": [" JOB(
		"a",
		"\"rw\": \"read\", \"bs\": "
		"\"4k\"") "," JOB("b",
				  "\"rw\": \"write\", \"bs\": \"8k\"") "]}");

	(void)state;
	assert_string_equal(setup.rw, "");
	assert_true(isnan(setup.value[SETTING_BLOCK]));
	assert_true(isnan(setup.value[SETTING_READS]));
	assert_true(setup.value[SETTING_IODEPTH] == 1);
	/* before 2.3 nothing is told */
	setup = read_text("{\"jobs\": [{\"jobname\": \"a\"}]}");
	assert_true(isnan(setup.value[SETTING_JOBS]));
	assert_true(isnan(setup.value[SETTING_IODEPTH]));
}

static void sizes(void **state)
{
	static const struct {
		const char *text;
		double bytes;
	} rows[] = {{"4k", 4096},	   {"4K", 4096},    {"512", 512},
		    {"1m", 1 << 20},	   {"4k,4k", 4096}, {"4k,8k", NAN},
		    {"4k,,4k", 4096},	   {"x", NAN},	    {"-1", NAN},
		    {"128KiB", 128 << 10}, {"", NAN}};
	char text[256], buf[24];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		double bytes;

		snprintf(text, sizeof(text),
			 "{\"jobs\": [" JOB("a", "\"bs\": \"%s\"") "]}",
			 rows[i].text);
		bytes = read_text(text).value[SETTING_BLOCK];
		assert_true(bytes == rows[i].bytes ||
			    (isnan(bytes) && isnan(rows[i].bytes)));
	}
	assert_string_equal(setting_text(SETTING_BLOCK, 4096, buf), "4k");
	assert_string_equal(setting_text(SETTING_BLOCK, 1 << 20, buf), "1M");
	assert_string_equal(setting_text(SETTING_BLOCK, 1000, buf), "1000");
	assert_string_equal(setting_text(SETTING_READS, 70, buf), "70 %");
	assert_string_equal(setting_text(SETTING_JOBS, 1024, buf), "1024");
}

/* fio's own sum over its clients is no job */
static void clients_are_added(void **state)
{
	struct fio_setup setup = read_text(
		"{\"global options\": [{\"iodepth\": \"8\"}], "
		"\"client_stats\": ["
		"{\"jobname\": \"a\", \"hostname\": \"h1\", \"groupid\": 0, "
		"\"job options\": {}},"
		"{\"jobname\": \"a\", \"hostname\": \"h2\", \"groupid\": 0, "
		"\"job options\": {}},"
		"{\"jobname\": \"All clients\", \"hostname\": \"h\", "
		"\"job options\": {}}]}");

	(void)state;
	assert_true(setup.value[SETTING_JOBS] == 2);
	assert_true(setup.value[SETTING_OUTSTANDING] == 16);
}

static void settings_have_names(void **state)
{
	enum setting i;

	(void)state;
	for (i = 0; i < SETTING_COUNT; i++)
		assert_int_equal(setting_find(setting_name(i)), i);
	assert_int_equal(setting_find("x"), SETTING_COUNT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_of_the_job_and_of_all),
		cmocka_unit_test(defaults_are_fios),
		cmocka_unit_test(jobs_are_counted_once),
		cmocka_unit_test(what_differs_is_not_told),
		cmocka_unit_test(sizes),
		cmocka_unit_test(clients_are_added),
		cmocka_unit_test(settings_have_names),
	};

	return unit_run(tests);
}
