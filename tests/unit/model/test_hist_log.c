// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/hist_log.h"
#include "model/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* the same numbers on every machine */
static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* as fio merges them: 2^c neighbours become one */
static void write_row(struct text *text, unsigned int time_ms, const char *head,
		      const uint64_t *bins, unsigned int count, unsigned int c)
{
	unsigned int i, k;

	text_addf(text, "%u, %s", time_ms, head);
	for (i = 0; i < count >> c; i++) {
		uint64_t sum = 0;

		for (k = 0; k < 1u << c; k++)
			sum += bins[(i << c) + k];
		text_addf(text, ", %lu", (unsigned long)sum);
	}
	text_add(text, "\n");
}

static void read_text(struct log *log, struct hist_form *form,
		      const struct text *text)
{
	assert_int_equal(hist_sniff(form, "f", text->buf, text->len, NULL), 0);
	hist_init(log, form, 125);
	assert_int_equal(hist_feed(log, form, text->buf, text->len, true),
			 text->len);
}

/* against the sorted values, at each coarseness: off by 2^c/128 at most */
static void percentiles_are_as_near_as_promised(void **state)
{
	static const double fractions[] = {0.01, 0.5, 0.9, 0.99, 0.999, 1.0};
	enum {
		COUNT = 3000
	};
	uint64_t *values = calloc(COUNT, sizeof(*values)), seed = 5;
	unsigned int c, range, i;

	(void)state;
	assert_non_null(values);
	for (c = 0; c <= BINS_COARSENESS_MAX; c++) {
		for (range = 8; range < 34; range += 5) {
			uint64_t bins[BINS_COUNT] = {0};
			struct text text = {0};
			struct hist_form form;
			struct log_total total;
			struct log log;

			for (i = 0; i < COUNT; i++) {
				values[i] = (next(&seed) << 3 | (i & 7)) &
					    ((1ull << range) - 1);
				bins[bins_index(values[i])]++;
			}
			write_row(&text, 1000, "1, 4096", bins, BINS_COUNT, c);
			read_text(&log, &form, &text);
			assert_int_equal(form.coarseness, c);
			assert_false(form.microseconds);
			log_total(&log, SIDE_WRITE, &total);
			assert_int_equal(total.count, COUNT);
			assert_true(total.block_bytes == 4096. * COUNT);
			qsort(values, COUNT, sizeof(*values), by_value);
			for (i = 0; i < 6; i++) {
				double exact = (double)
					values[(size_t)ceil(fractions[i] *
							    COUNT) -
					       1];
				double ours = log_percentile(&log, SIDE_WRITE,
							     fractions[i]);
				double allowed = ldexp(exact, (int)c) / 128;

				/* below 128 bins are as wide as at 128 */
				allowed = fmax(allowed, (1u << c) / 2.0);
				assert_true(fabs(ours - exact) <= allowed);
			}
			log_free(&log);
			text_free(&text);
		}
	}
	free(values);
}

/* merged from several logs, as if there had been one */
static void logs_of_several_coarsenesses_merge(void **state)
{
	uint64_t bins[BINS_COUNT] = {0};
	struct text fine = {0}, coarse = {0};
	struct hist_form form;
	struct log one, two;

	(void)state;
	bins[bins_index(1000)] = 10;
	write_row(&fine, 100, "0, 512", bins, BINS_COUNT, 0);
	bins[bins_index(1000)] = 0;
	bins[bins_index(100000)] = 30;
	write_row(&coarse, 100, "0, 512", bins, BINS_COUNT, 4);
	read_text(&one, &form, &fine);
	read_text(&two, &form, &coarse);
	log_merge(&one, &two);
	assert_int_equal(one.coarseness, 4);
	assert_true(fabs(log_percentile(&one, SIDE_READ, 0.25) - 1000) <=
		    1000 * 16 / 128.);
	assert_true(fabs(log_percentile(&one, SIDE_READ, 0.26) - 100000) <=
		    100000 * 16 / 128.);
	log_free(&one);
	log_free(&two);
	text_free(&fine);
	text_free(&coarse);
}

static void windows_are_buckets(void **state)
{
	uint64_t bins[BINS_COUNT] = {0};
	struct text text = {0};
	struct hist_form form;
	struct log_point point;
	struct log log;
	unsigned int i;

	(void)state;
	for (i = 1; i <= 4; i++) {
		bins[bins_index(64) + i] = i;
		write_row(&text, 250 * i, "0, 4096", bins, BINS_COUNT, 0);
	}
	read_text(&log, &form, &text);
	assert_int_equal(form.log.window_ms, 250);
	log_widen(&log, 250);
	for (i = 0; i < 4; i++) {
		assert_true(log_point(&log, SIDE_READ, i, &point));
		assert_int_equal(point.count, (i + 1) * (i + 2) / 2);
		assert_true(point.min == 65 && point.max == 65 + i);
	}
	log_free(&log);
	text_free(&text);
}

/* before 2.99: fewer octaves, and the values are microseconds */
static void old_ones_count_microseconds(void **state)
{
	uint64_t bins[BINS_COUNT] = {0};
	struct text text = {0};
	struct hist_form form;
	struct log log;

	(void)state;
	bins[bins_index(40)] = 1;
	write_row(&text, 10, "0, 4096", bins, BINS_COUNT_US, 2);
	read_text(&log, &form, &text);
	assert_true(form.microseconds);
	assert_int_equal(form.coarseness, 2);
	assert_int_equal(form.bins, 304);
	log_free(&log);
	text_free(&text);
}

static void counts_what_it_cannot_read(void **state)
{
	static const char *const bad[] = {
		"1, 0, 4096\n",		/* no counts */
		"1, 3, 4096",		/* no such direction; see below */
		"x\n", "1, 0, ,",	/* numbers missing */
		"1, 0, 4096, 1, 2, 3\n" /* too few */
	};
	uint64_t bins[BINS_COUNT] = {0};
	struct text text = {0};
	struct hist_form form;
	struct log_total total;
	struct log log;
	size_t i;

	(void)state;
	bins[7] = 1;
	write_row(&text, 1, "0, 4096", bins, BINS_COUNT, 6);
	write_row(&text, 2, "3, 4096", bins, BINS_COUNT, 6);
	for (i = 0; i < 5; i++)
		text_addf(&text, "%s%s", bad[i],
			  strchr(bad[i], '\n') ? "" : "\n");
	write_row(&text, 3, "0, 4096", bins, BINS_COUNT, 6);
	/* its last count may be cut short */
	text_add(&text, "4, 0, 4096");
	for (i = 0; i < 29; i++)
		text_add(&text, ", 1");
	read_text(&log, &form, &text);
	assert_int_equal(log.lines, 9);
	assert_int_equal(log.bad_lines, 7);
	assert_int_equal(log.first_bad, 2);
	log_total(&log, SIDE_READ, &total);
	assert_int_equal(total.count, 2);
	log_free(&log);
	text_free(&text);
}

static void refuses_what_is_no_histogram(void **state)
{
	static const char *const texts[] = {"", "\n", "0, 100, 0, 4096\n",
					    "0, 0, 4096, 1, 2, 3\n", "text\n"};
	struct hist_form form;
	size_t i;

	(void)state;
	for (i = 0; i < 5; i++) {
		struct err err = {0};

		assert_true(hist_sniff(&form, "f", texts[i], strlen(texts[i]),
				       &err) < 0);
		assert_string_equal(err.value, "f");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(percentiles_are_as_near_as_promised),
		cmocka_unit_test(logs_of_several_coarsenesses_merge),
		cmocka_unit_test(windows_are_buckets),
		cmocka_unit_test(old_ones_count_microseconds),
		cmocka_unit_test(counts_what_it_cannot_read),
		cmocka_unit_test(refuses_what_is_no_histogram),
	};

	return unit_run(tests);
}
