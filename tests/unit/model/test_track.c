// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/track.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void read_text(struct log *log, const char *text, uint64_t width_ms)
{
	struct log_form form = log_sniff(text, strlen(text));

	log_init(log, &form, width_ms);
	assert_int_equal(log_feed(log, text, strlen(text), true), strlen(text));
}

static bool near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * fabs(b);
}

/* each I/O's own line: bytes are block sizes, whatever the value is */
static void counts_single_ios(void **state)
{
	static const char text[] = "0, 999999, 0, 4096, 0\n"
				   "400, 5, 0, 8192, 0\n"
				   "1500, 1, 0, 4096, 0\n"
				   "2000, 1, 1, 4096, 0\n";
	struct track track;
	struct log log;
	double rate;

	(void)state;
	read_text(&log, text, 1000);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_BW, TRACK_BYTES));
	assert_true(track_rate(&track, 0, &rate) && rate == 12288);
	assert_true(track_rate(&track, 1, &rate) && rate == 4096);
	assert_true(track_mean(&track) == 16384 / 2.0);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_CLAT, TRACK_IOS));
	assert_true(track_rate(&track, 0, &rate) && rate == 2);
	assert_false(track_log(&track, &log, SIDE_TRIM, LOG_BW, TRACK_BYTES));
	log_free(&log);
}

/* log_avg_msec: values are rates; the last bucket is told of in part only */
static void adds_up_windows(void **state)
{
	static const char text[] = "1000, 10, 0, 0, 0\n"
				   "2000, 30, 0, 0, 0\n"
				   "3000, 20, 0, 0, 0\n";
	struct track track;
	struct log log;
	double rate;

	(void)state;
	read_text(&log, text, 400);
	assert_int_equal(log.form.window_ms, 1000);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_BW, TRACK_BYTES));
	assert_true(near(track_mean(&track), 20 * 1024));
	assert_true(track_rate(&track, 0, &rate) && near(rate, 10 * 1024));
	/* 800 to 1200 ms: half of it in either window */
	assert_true(track_rate(&track, 2, &rate) && near(rate, 20 * 1024));
	assert_true(track_rate(&track, 7, &rate) && near(rate, 20 * 1024));
	assert_false(track_rate(&track, 8, &rate));
	assert_true(track_log(&track, &log, SIDE_READ, LOG_IOPS, TRACK_IOS));
	assert_true(near(track_mean(&track), 20));
	/* an averaged latency does not tell how many there were */
	assert_false(track_log(&track, &log, SIDE_READ, LOG_CLAT, TRACK_IOS));
	assert_false(track_log(&track, &log, SIDE_READ, LOG_BW, TRACK_IOS));
	log_free(&log);
}

/* fio writes no line for a window in which nothing happened */
static void a_stall_is_no_gap(void **state)
{
	static const char text[] = "1000, 10, 0, 0, 0\n"
				   "2000, 10, 0, 0, 0\n"
				   "5000, 10, 0, 0, 0\n"
				   "6000, 10, 0, 0, 0\n";
	struct track track;
	struct log log;
	double rate;

	(void)state;
	read_text(&log, text, 1000);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_IOPS, TRACK_IOS));
	assert_true(track_rate(&track, 2, &rate) && rate == 0);
	assert_true(track_rate(&track, 3, &rate) && rate == 0);
	assert_true(track_rate(&track, 4, &rate) && rate == 10);
	assert_true(near(track_mean(&track), 40 / 6.0));
	log_free(&log);
}

/* per_job_logs=0: the second job's lines follow the first one's */
static void jobs_in_one_log_add_up(void **state)
{
	static const char text[] = "1000, 10, 0, 0, 0\n2000, 10, 0, 0, 0\n"
				   "1000, 30, 0, 0, 0\n2000, 50, 0, 0, 0\n";
	struct track track;
	struct log log;
	double rate;

	(void)state;
	read_text(&log, text, 1000);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_IOPS, TRACK_IOS));
	assert_true(track_rate(&track, 0, &rate) && rate == 40);
	assert_true(track_rate(&track, 1, &rate) && rate == 60);
	log_free(&log);
}

static void jobs_of_two_logs_add_up(void **state)
{
	static const char first[] = "500, 1, 1, 4096\n3999, 1, 1, 4096\n";
	static const char second[] = "1000, 10, 1, 0, 0\n2000, 10, 1, 0, 0\n";
	struct track one, two;
	struct log a, b;
	double rate;

	(void)state;
	read_text(&a, first, 125);
	read_text(&b, second, 500);
	assert_true(track_log(&one, &a, SIDE_WRITE, LOG_BW, TRACK_BYTES));
	assert_true(track_log(&two, &b, SIDE_WRITE, LOG_BW, TRACK_BYTES));
	track_add(&one, &two);
	track_widen(&one, 1000);
	assert_int_equal(one.width_ms, 1000);
	assert_true(track_rate(&one, 0, &rate) && near(rate, 10240 + 4096));
	assert_true(track_rate(&one, 1, &rate) && near(rate, 10240));
	assert_true(track_rate(&one, 2, &rate) && rate == 0);
	assert_true(near(track_mean(&one), (20480 + 8192) / 3.999));
	log_free(&a);
	log_free(&b);
}

/* whatever the windows and buckets are, the sum is that of the lines */
static void windows_are_conserved(void **state)
{
	static const unsigned int windows[] = {7, 100, 130, 999, 5000};
	size_t k;

	(void)state;
	for (k = 0; k < 5; k++) {
		char text[8192];
		struct track track;
		struct log log;
		double sum = 0;
		size_t len = 0;
		unsigned int i;

		for (i = 1; i <= 200; i++) {
			len += (size_t)sprintf(text + len, "%u, %u, 0, 0, 0\n",
					       i * windows[k], i * i % 97);
			sum += i * i % 97;
		}
		read_text(&log, text, 125);
		assert_true(track_log(&track, &log, SIDE_READ, LOG_IOPS,
				      TRACK_IOS));
		assert_true(fabs(track_mean(&track) - sum / 200) <=
			    0.01 * sum / 200);
		log_free(&log);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_single_ios),
		cmocka_unit_test(adds_up_windows),
		cmocka_unit_test(a_stall_is_no_gap),
		cmocka_unit_test(jobs_in_one_log_add_up),
		cmocka_unit_test(jobs_of_two_logs_add_up),
		cmocka_unit_test(windows_are_conserved),
	};

	return unit_run(tests);
}
