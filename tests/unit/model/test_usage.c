// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/json_close.h"
#include "model/usage.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

#define SAR_AT(time, loads)                                            \
	"{\"timestamp\": {\"date\": \"2025-12-01\", \"time\": \"" time \
	"\", \"utc\": 1, \"interval\": 1}, \"cpu-load\": [" loads "]}"

#define SAR(statistics)                                                    \
	"{\"schema\": 1, \"sysstat\": {\"hosts\": [{\"nodename\": \"h\", " \
	"\"statistics\": [" statistics "]}]}}"

static void sar_in_both_widths(void **state)
{
	static const char text[] = SAR(
		SAR_AT("13:00:01",
		       "{\"cpu\": \"all\", \"usr\": 10, \"nice\": "
		       "1, \"sys\": 20, "
		       "\"iowait\": 5, \"steal\": 2, \"irq\": 1, "
		       "\"soft\": 3, "
		       "\"guest\": 4, \"gnice\": 0, \"idle\": 54}, "
		       "{\"cpu\": \"0\", \"idle\": 10, \"iowait\": "
		       "5}, "
		       "{\"cpu\": \"1\", \"idle\": 1, \"iowait\": "
		       "0}") ", " SAR_AT("13:00:02", "{\"cpu\": \"all\", "
						     "\"user\": 30, \"nice\": "
						     "0, \"system\": "
						     "40, \"iowait\": 0, "
						     "\"steal\": 0, \"idle\": "
						     "30}"));
	const struct usage_sample *sample;
	struct usage usage;

	(void)state;
	assert_int_equal(usage_parse_sar(&usage, "f", text, strlen(text), NULL),
			 0);
	assert_int_equal(usage.count, 2);
	sample = &usage.samples[0];
	assert_true(sample->epoch_s == 1764594001);
	assert_true(sample->part[USAGE_USER] == 15);
	assert_true(sample->part[USAGE_SYSTEM] == 20);
	assert_true(sample->part[USAGE_INTERRUPTS] == 4);
	assert_true(sample->part[USAGE_IOWAIT] == 5);
	assert_true(sample->part[USAGE_STEAL] == 2);
	assert_true(sample->busiest == 99);
	assert_true(usage_busy(sample) == 41);
	sample = &usage.samples[1];
	assert_true(sample->part[USAGE_USER] == 30);
	assert_true(sample->part[USAGE_SYSTEM] == 40);
	assert_true(isnan(sample->busiest));
	assert_false(usage.closed);
	usage_free(&usage);
}

#define STAT_AT(second, user, system, idle, one, md)                        \
	"{\"epoch_ns\": 17645940" #second                                   \
	"000000000, \"cpus\": {\"cpu\": [" #user ", 0, " #system ", " #idle \
	", 0, 0, 0, 0, 0, 0], \"cpu0\": [0, 0, " #one ", " #second          \
	"00, 0, 0, 0, 0, 0, 0]}, \"threads\": [{\"pid\": 412, \"name\": "   \
	"\"md0_raid5\", \"user_ticks\": 0, \"system_ticks\": " #md          \
	", \"cpu\": 3}]}"

#define STAT(samples)                                                    \
	"{\"schema\": 1, \"ticks_per_s\": 100, \"samples\": [\n" samples \
	"\n]}\n"

static void stat_by_differences(void **state)
{
	static const char text[] =
		STAT(STAT_AT(10, 100, 200, 300, 0,
			     50) ",\n" STAT_AT(11, 125, 250, 325, 300, 147));
	struct usage usage;

	(void)state;
	assert_int_equal(
		usage_parse_stat(&usage, "f", text, strlen(text), NULL), 0);
	assert_int_equal(usage.count, 1);
	assert_true(usage.samples[0].epoch_s == 1764594011);
	assert_true(usage.samples[0].part[USAGE_USER] == 25);
	assert_true(usage.samples[0].part[USAGE_SYSTEM] == 50);
	assert_true(usage.samples[0].busiest == 75);
	assert_int_equal(usage.thread_count, 1);
	assert_string_equal(usage.threads[0].name, "md0_raid5");
	assert_true(usage.threads[0].percent[0] == 97);
	assert_true(usage_is_md(usage.threads[0].name));
	usage_free(&usage);
}

/* a thread that begins or ends has no difference; nor has a clock set back */
static void what_cannot_be_subtracted_is_not_known(void **state)
{
	static const char text[] = STAT(STAT_AT(
		10, 0, 0, 0, 0,
		50) ",\n"
		    "{\"epoch_ns\": 1764594011000000000, \"cpus\": {\"cpu\": "
		    "[1]}, "
		    "\"threads\": [{\"pid\": 7, \"name\": "
		    "\"fio\"}]},\n" STAT_AT(12, 10, 0, 90, 0, 60) ",\n" STAT_AT(
			    11, 0, 0, 0, 0, 0));
	struct usage usage;

	(void)state;
	assert_int_equal(
		usage_parse_stat(&usage, "f", text, strlen(text), NULL), 0);
	assert_int_equal(usage.count, 2);
	assert_int_equal(usage.thread_count, 0);
	assert_true(usage_busy(&usage.samples[0]) == 0);
	usage_free(&usage);
}

/* a killed writer's file is as good as its last whole sample */
static void a_file_may_end_anywhere(void **state)
{
	static const char text[] =
		STAT(STAT_AT(10, 100, 200, 300, 0, 50) ",\n" STAT_AT(
			11, 125, 250, 325, 300,
			147) ",\n" STAT_AT(12, 150, 300, 350, 600, 244));
	size_t cut, len = strlen(text), last = 0;

	(void)state;
	for (cut = 0; cut <= len; cut++) {
		struct err err = {0};
		struct usage usage;

		if (usage_parse_stat(&usage, "f", text, cut, &err)) {
			assert_int_equal(err.code, EINVAL);
			assert_int_equal(last, 0);
			continue;
		}
		assert_true(usage.count >= last);
		last = usage.count;
		assert_int_equal(usage.closed, cut < len - 1);
		usage_free(&usage);
	}
	assert_int_equal(last, 2);
}

static void others_are_refused(void **state)
{
	static const char *const texts[] = {
		"",    "{}",	   "{\"schema\": 2, \"samples\": []}",
		"[1]", "{\"a\": ", "{\"schema\": 1, \"samples\": [{}, {}]}"};
	struct usage usage;
	size_t i;

	(void)state;
	for (i = 0; i < 6; i++) {
		struct err err = {0};

		assert_true(usage_parse_stat(&usage, "f", texts[i],
					     strlen(texts[i]), &err) < 0);
		assert_true(*err.rule != '\0');
		memset(&err, 0, sizeof(err));
		assert_true(usage_parse_sar(&usage, "f", texts[i],
					    strlen(texts[i]), &err) < 0);
		assert_true(*err.rule != '\0');
	}
}

static void what_is_open_is_closed(void **state)
{
	static const struct {
		const char *text, *closed;
	} rows[] = {
		{"{\"a\": [{\"b\": 1}, {\"c\": ", "{\"a\": [{\"b\": 1}]}"},
		{"{\"a\": [{\"b\": \"}\\\"]\"}, {\"c", "{\"a\": [{\"b\": "
						       "\"}\\\"]\"}]}"},
		{"{\"a\": {\"b\": [1]", "{\"a\": {\"b\": [1]}}"},
		{"{\"a\": {\"b\": [1, 2", "{\"a\": {\"b\": [1, 2"},
		{"{}", "{}"},
		{"", ""},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct text out = {0};

		assert_int_equal(json_close_text(&out, rows[i].text,
						 strlen(rows[i].text)),
				 i < 3);
		assert_string_equal(out.buf ? out.buf : "", rows[i].closed);
		text_free(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sar_in_both_widths),
		cmocka_unit_test(stat_by_differences),
		cmocka_unit_test(what_cannot_be_subtracted_is_not_known),
		cmocka_unit_test(a_file_may_end_anywhere),
		cmocka_unit_test(others_are_refused),
		cmocka_unit_test(what_is_open_is_closed),
	};

	return unit_run(tests);
}
