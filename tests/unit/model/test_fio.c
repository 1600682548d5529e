// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/fio.h"
#include "model/load.h"

#include <errno.h>

static int parse(struct fio_result *fio, const char *text,
		 struct repairs *repairs, struct err *err)
{
	return fio_parse(fio, "a.json", text, strlen(text), repairs, err);
}

/* what fio of all ages writes around and into its JSON */
static void mends_what_fio_writes(void **state)
{
	static const char text[] =
		"fio: this platform does not support process shared mutexes\n"
		"note: {not a document}\n"
		"{\"fio version\": \"fio-3.33\", \"jobs\": []}\n"
		"{\"fio version\": \"fio-3.33\", \"slope\": -nan, \"jobs\": "
		"[{\n"
		"\"jobname\": \"a\xff{\\\"\", \"job_runtime\": 2000,\n"
		"\"read\": {\"io_bytes\": 4e6, \"total_ios\": 1, \"x\": "
		"inf}}]}\n"
		"trailing";
	struct repairs repairs;
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, &repairs, NULL), 0);
	assert_int_equal(repairs.documents, 2);
	assert_int_equal(repairs.not_numbers, 2);
	assert_int_equal(repairs.bad_bytes, 1);
	assert_true(repairs.skipped_bytes > 60);
	assert_false(repairs.truncated);
	assert_string_equal(fio.jobs[0].name, "a\xef\xbf\xbd{\"");
	fio_sum(&fio, SIDE_READ, &total);
	assert_true(total.rate_Bps == 2e6);
	fio_free(&fio);
}

static void takes_the_last_whole_document(void **state)
{
	static const char text[] = "{\"fio version\": \"fio-3.33\", \"jobs\": "
				   "[{\"job_runtime\": 1}]}\n"
				   "{\"fio version\": \"fio-3.33\", \"jobs\": "
				   "[{\"job_runtime\": 2}]}\n"
				   "{\"fio version\": \"fio-3";
	struct repairs repairs;
	struct fio_result fio;

	(void)state;
	assert_int_equal(parse(&fio, text, &repairs, NULL), 0);
	assert_true(repairs.truncated);
	assert_true(fio.jobs[0].runtime_ms == 2);
	fio_free(&fio);
}

static void refuses_with_the_place(void **state)
{
	static const struct {
		const char *text, *value, *rule;
	} rows[] = {
		{"", "a.json:1", "is empty"},
		{"text", "a.json:1", "no JSON object"},
		{"x\n\n{\"jobs\": [\n", "a.json:3", "never ends"},
		{"\n{\"a\": 1,\n\"b\" 2}", "a.json:3", "':' expected"},
		{"{}", "a.json", "no output of fio"},
		{"{\"fio version\": \"fio-3.33\"}", "a.json", "no jobs"},
		{"\xff\xfe{\0", "a.json:1", "is UTF-16"},
		{"{\"a\": 1e999}", "a.json:1", "real number overflow"},
	};
	struct fio_result fio;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};

		assert_true(parse(&fio, rows[i].text, NULL, &err) < 0);
		assert_string_equal(err.value, rows[i].value);
		assert_non_null(strstr(err.rule, rows[i].rule));
	}
}

/* a byte order mark, text that opens with a brace, keys that stand twice but
 * for the "0.00" of fio 2 */
static void mends_what_others_write(void **state)
{
	static const char text[] =
		"\xef\xbb\xbf"
		"{global} is no section\n"
		" {\"fio version\": \"fio-3.33\", \"jobs\": [{\"error\": 1, "
		"\"error\": 2, \"read\": {\"clat\": {\"0.00\": 0, \"0.00\": "
		"0}, "
		"\"io_bytes\": 1, \"io_bytes\": 2}}]}";
	struct repairs repairs;
	struct fio_result fio;

	(void)state;
	assert_int_equal(parse(&fio, text, &repairs, NULL), 0);
	assert_int_equal(repairs.bad_bytes, 0);
	assert_int_equal(repairs.documents, 1);
	assert_int_equal(repairs.twice, 2);
	assert_int_equal(fio.jobs[0].error, 2);
	assert_true(fio.jobs[0].side[SIDE_READ].bytes == 2);
	fio_free(&fio);
}

static void repairs_are_told(void **state)
{
	static const struct repairs all = {.skipped_bytes = 1,
					   .documents = 2,
					   .not_numbers = 3,
					   .bad_bytes = 4,
					   .twice = 5,
					   .truncated = true};
	struct strings list = {0};

	(void)state;
	assert_int_equal(repairs_tell(&all, "a", &list), 0);
	assert_int_equal(list.count, 6);
	assert_string_equal(list.items[0],
			    "a: skipped 1 bytes of text around the JSON");
	assert_string_equal(
		list.items[4],
		"a: 5 keys stand twice in their object; took the last");
	strings_free(&list);
}

static void nesting_is_bounded(void **state)
{
	char deep[4096];
	struct fio_result fio;
	struct err err = {0};

	(void)state;
	memset(deep, '[', sizeof(deep));
	memcpy(deep, "{\"a\":", 5);
	assert_true(fio_parse(&fio, "a", deep, sizeof(deep), NULL, &err) < 0);
	assert_non_null(strstr(err.rule, "never ends"));
}

/* first start to last end, where fio tells the starts (3.36) */
static void starts_make_the_interval(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.36\", \"jobs\": ["
		"{\"job_start\": 5000, \"job_runtime\": 1000,"
		" \"write\": {\"io_bytes\": 100}},"
		"{\"job_start\": 5500, \"job_runtime\": 1500,"
		" \"write\": {\"io_bytes\": 300}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_WRITE, &total);
	assert_true(total.has_starts);
	assert_true(total.interval_ms == 2000);
	assert_true(total.rate_Bps == 200);
	fio_free(&fio);
}

/* jobs of a group together, groups one after the other; never a sum of bw */
static void groups_make_the_interval(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.33\", \"jobs\": ["
		"{\"groupid\": 0, \"job_runtime\": 1000, \"read\": "
		"{\"io_bytes\": 1000, \"bw_bytes\": 99999}},"
		"{\"groupid\": 0, \"job_runtime\": 4000, \"read\": "
		"{\"io_bytes\": 1000}},"
		"{\"groupid\": 1, \"job_runtime\": 1000, \"read\": "
		"{\"io_bytes\": 8000}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_READ, &total);
	assert_false(total.has_starts);
	assert_int_equal(total.groups, 2);
	assert_true(total.interval_ms == 5000);
	assert_true(total.rate_Bps == 2000);
	fio_free(&fio);
}

/* group_reporting sums job_runtime over its jobs: it is no interval */
static void group_reporting_has_no_job_runtime(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.33\", \"global options\": "
		"{\"group_reporting\": \"\"}, \"jobs\": [{\"job_runtime\": "
		"8000, \"read\": {\"io_bytes\": 4000, \"runtime\": 2000}}]}";
	struct fio_result fio;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	assert_true(fio.jobs[0].runtime_ms == 2000);
	fio_free(&fio);
}

static void all_clients_is_not_counted_twice(void **state)
{
	static const char text[] =
		"<host> text first\n"
		"{\"fio version\": \"fio-3.33\", \"global options\": [{}], "
		"\"client_stats\": ["
		"{\"jobname\": \"a\", \"hostname\": \"h1\"},"
		"{\"jobname\": \"a\", \"hostname\": \"h2\", \"error\": 28},"
		"{\"jobname\": \"All clients\", \"hostname\": \"h2\"}]}";
	struct fio_result fio;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	assert_int_equal(fio.job_count, 2);
	assert_ptr_equal(fio_error(&fio), &fio.jobs[1]);
	fio_free(&fio);
}

/* a phase that only wrote does not make the reads slower */
static void only_who_moved_counts_in_the_interval(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.33\", \"jobs\": ["
		"{\"groupid\": 0, \"job_runtime\": 9000, \"write\": "
		"{\"io_bytes\": 9000}},"
		"{\"groupid\": 1, \"job_runtime\": 1000, \"read\": "
		"{\"io_bytes\": 5000}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_READ, &total);
	assert_true(total.rate_Bps == 5000);
	assert_int_equal(total.groups, 1);
	fio_sum(&fio, SIDE_MIXED, &total);
	assert_true(total.rate_Bps == 1400);
	fio_free(&fio);
}

/* clients' groups have the same numbers, and stand apart in the file */
static void groups_of_clients_run_together(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.33\", \"client_stats\": ["
		"{\"hostname\": \"h1\", \"groupid\": 0, \"job_runtime\": 2000,"
		" \"read\": {\"io_bytes\": 1}},"
		"{\"hostname\": \"h1\", \"groupid\": 1, \"job_runtime\": 3000,"
		" \"read\": {\"io_bytes\": 1}},"
		"{\"hostname\": \"h2\", \"groupid\": 0, \"job_runtime\": 4000,"
		" \"read\": {\"io_bytes\": 1}},"
		"{\"hostname\": \"h2\", \"groupid\": 1, \"job_runtime\": 1000,"
		" \"read\": {\"io_bytes\": 1}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_READ, &total);
	assert_int_equal(total.groups, 2);
	assert_true(total.interval_ms == 7000);
	assert_string_equal(fio.jobs[1].host, "h2");
	fio_free(&fio);
}

static void latencies_are_weighted_by_ios(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.0\", \"jobs\": ["
		"{\"read\": {\"io_bytes\": 1, \"runtime\": 1, \"total_ios\": "
		"1, "
		"\"lat_ns\": {\"mean\": 100}, \"clat_ns\": {\"percentile\": "
		"{\"99.000000\": 500}}}},"
		"{\"read\": {\"io_bytes\": 1, \"runtime\": 1, \"total_ios\": "
		"3, "
		"\"lat_ns\": {\"mean\": 200, \"percentile\": "
		"{\"99.000000\": 700}}}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_READ, &total);
	assert_true(total.lat_mean_ns == 175);
	assert_true(total.p99_ns == 700);
	fio_free(&fio);
}

static void mixed_stands_for_either_side(void **state)
{
	static const char text[] = "{\"fio version\": \"fio-3.33\", \"jobs\": ["
				   "{\"mixed\": {\"io_bytes\": 5}}]}";
	struct fio_result fio;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	assert_true(fio.jobs[0].side[SIDE_WRITE].bytes == 5);
	fio_free(&fio);
}

/* of a mix, the sum over both sides; a unified entry is that already */
static void a_mix_is_both_sides_once(void **state)
{
	static const char text[] =
		"{\"fio version\": \"fio-3.33\", \"jobs\": ["
		"{\"job_runtime\": 1000, \"read\": {\"io_bytes\": 3000, "
		"\"total_ios\": 3, \"lat_ns\": {\"mean\": 100}}, \"write\": "
		"{\"io_bytes\": 1000, \"total_ios\": 1, \"lat_ns\": "
		"{\"mean\": 500}}},"
		"{\"job_runtime\": 1000, \"mixed\": {\"io_bytes\": 2000, "
		"\"total_ios\": 4, \"lat_ns\": {\"mean\": 200}}}]}";
	struct fio_result fio;
	struct fio_total total;

	(void)state;
	assert_int_equal(parse(&fio, text, NULL, NULL), 0);
	fio_sum(&fio, SIDE_MIXED, &total);
	assert_true(total.bytes == 6000);
	assert_true(total.rate_Bps == 6000);
	assert_true(total.ios == 8);
	assert_true(total.lat_mean_ns == 200);
	fio_free(&fio);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(mends_what_fio_writes),
		cmocka_unit_test(takes_the_last_whole_document),
		cmocka_unit_test(refuses_with_the_place),
		cmocka_unit_test(mends_what_others_write),
		cmocka_unit_test(repairs_are_told),
		cmocka_unit_test(nesting_is_bounded),
		cmocka_unit_test(starts_make_the_interval),
		cmocka_unit_test(groups_make_the_interval),
		cmocka_unit_test(group_reporting_has_no_job_runtime),
		cmocka_unit_test(all_clients_is_not_counted_twice),
		cmocka_unit_test(only_who_moved_counts_in_the_interval),
		cmocka_unit_test(groups_of_clients_run_together),
		cmocka_unit_test(latencies_are_weighted_by_ios),
		cmocka_unit_test(mixed_stands_for_either_side),
		cmocka_unit_test(a_mix_is_both_sides_once),
	};

	return unit_run(tests);
}
