// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/log.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* the same numbers on every machine */
static uint64_t next(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

static const struct log_form plain = {0};

static void feed(struct log *log, const char *text)
{
	size_t len = strlen(text);

	assert_int_equal(log_feed(log, text, len, true), len);
}

/* as a caller does: by the form that the text itself shows */
static void read_text(struct log *log, const char *text, uint64_t width_ms)
{
	struct log_form form = log_sniff(text, strlen(text));

	log_init(log, &form, width_ms);
	feed(log, text);
}

static void reads_every_column_form(void **state)
{
	static const char text[] = "0, 100, 0, 4096\n"
				   "999, 300, 0, 4096, 8192\n"
				   "1000, 500, 1, 512, 0, 0x0000\n"
				   "1001,7,2,0,1,2,3\r\n"
				   "2500, 9, 0, 4096"; /* no newline */
	struct log_point point;
	struct log log;

	(void)state;
	log_init(&log, &plain, 1000);
	feed(&log, text);
	assert_int_equal(log.lines, 5);
	assert_int_equal(log.bad_lines, 0);
	assert_true(log_point(&log, SIDE_READ, 0, &point));
	assert_int_equal(point.count, 2);
	assert_true(point.mean == 200 && point.min == 100 && point.max == 300);
	assert_true(point.time_s == 0.5 && point.block_bytes == 8192);
	assert_false(log_point(&log, SIDE_READ, 1, &point));
	assert_true(log_point(&log, SIDE_READ, 2, &point));
	assert_int_equal(point.count, 1);
	assert_true(log_point(&log, SIDE_WRITE, 1, &point));
	assert_true(point.max == 500);
	assert_true(log_point(&log, SIDE_TRIM, 1, &point));
	assert_false(log_point(&log, SIDE_TRIM, 2, &point));
	log_free(&log);
}

static void counts_what_it_cannot_read(void **state)
{
	static const char text[] = "1, 2, 0, 4\n"
				   "fio: text\n"
				   "\n"
				   "1, 2, 3, 4\n" /* no such direction */
				   "1, 2, 0\n"
				   "1, , 0, 4\n"
				   "1 2 0 4\n"
				   "-1, 2, 0, 4\n"
				   "1, 2, 0, 4x\n";
	struct log_total total;
	struct log log;

	(void)state;
	log_init(&log, &plain, 1000);
	feed(&log, text);
	assert_int_equal(log.lines, 9);
	assert_int_equal(log.bad_lines, 7);
	assert_int_equal(log.first_bad, 2);
	log_total(&log, SIDE_READ, &total);
	assert_int_equal(total.count, 1);
	log_free(&log);
}

/* wherever the text is cut, the same comes out */
static void takes_whole_lines_only(void **state)
{
	static const char text[] = "1, 22, 0, 4096\n1002, 33, 0, 512\n";
	size_t len = sizeof(text) - 1, cut, taken;
	struct log_total total;

	(void)state;
	for (cut = 0; cut <= len; cut++) {
		struct log log;

		log_init(&log, &plain, 1000);
		taken = log_feed(&log, text, cut, false);
		assert_true(taken <= cut);
		assert_true(!taken || text[taken - 1] == '\n');
		assert_int_equal(
			log_feed(&log, text + taken, len - taken, true),
			len - taken);
		log_total(&log, SIDE_READ, &total);
		assert_int_equal(log.lines, 2);
		assert_true(total.sum == 55 && total.block_bytes == 4608);
		log_free(&log);
	}
}

/* I/Os and their sum are conserved, however long the log becomes */
/* one line in one of fio's forms, and what it says */
struct spoken {
	uint64_t time_ms, value, side, block_bytes;
};

static size_t write_line(char *buf, struct spoken *line, unsigned int form,
			 uint64_t *seed)
{
	static const unsigned int sizes[] = {512, 4096, 65536, 1048576};
	int len = sprintf(
		buf, "%lu, %lu, %lu, %lu", (unsigned long)line->time_ms,
		(unsigned long)line->value, (unsigned long)line->side,
		(unsigned long)(line->block_bytes = sizes[next(seed) % 4]));

	if (form >= 1)
		len += sprintf(buf + len, ", %lu",
			       (unsigned long)(next(seed) * 4096));
	if (form >= 2)
		len += sprintf(buf + len, ", 0x%04x",
			       (unsigned int)next(seed) & 0xffff);
	if (form >= 3)
		len += sprintf(buf + len, ", %lu",
			       (unsigned long)(next(seed) << 20));
	return (size_t)(len + sprintf(buf + len, form & 1 ? "\r\n" : "\n"));
}

/* the short cut against the numbers themselves, in every form, wherever the
 * buffers end, with lines between that are none */
static void reads_what_was_written(void **state)
{
	enum {
		LINES = 20000
	};
	char *text = malloc(LINES * 100);
	uint64_t seed = 11;
	unsigned int form, i;

	(void)state;
	assert_non_null(text);
	for (form = 0; form < 4; form++) {
		struct log_total sum[SIDE_COUNT] = {0}, total;
		size_t len = 0, at = 0, part, taken;
		uint64_t bad = 0, last_ms = 0;
		enum side side;
		struct log log;

		for (i = 0; i < LINES; i++) {
			struct spoken line = {.time_ms = i / 7 *
							 (next(&seed) % 3 + 1),
					      .value = next(&seed) << 31 >>
						       (31 + next(&seed) % 31),
					      .side = next(&seed) % 3};

			if (next(&seed) % 500 == 0) {
				len += (size_t)sprintf(text + len,
						       "99999999, 1, 7, 4\n");
				bad++;
			}
			len += write_line(text + len, &line, form, &seed);
			sum[line.side].count++;
			sum[line.side].sum += (double)line.value;
			sum[line.side].max =
				fmax(sum[line.side].max, (double)line.value);
			sum[line.side].block_bytes += (double)line.block_bytes;
			if (line.time_ms > last_ms)
				last_ms = line.time_ms;
		}
		log_init(&log, &plain, 125);
		for (part = 0; at < len; at += taken) {
			part += next(&seed) % 3000;
			if (part > len - at)
				part = len - at;
			taken = log_feed(&log, text + at, part,
					 at + part == len);
			part = taken ? 0 : part + 1;
		}
		assert_int_equal(log.lines, LINES + bad);
		assert_int_equal(log.bad_lines, bad);
		assert_int_equal(log.last_ms, last_ms);
		for (side = 0; side < SIDE_COUNT; side++) {
			log_total(&log, side, &total);
			assert_int_equal(total.count, sum[side].count);
			assert_true(total.sum == sum[side].sum);
			assert_true(total.max == sum[side].max);
			assert_true(total.block_bytes == sum[side].block_bytes);
		}
		log_free(&log);
	}
	free(text);
}

/* log_window_value=both: mean and highest of each window */
static void reads_pairs(void **state)
{
	static const char text[] = "1000, 50, 1, 0, 0, 0\n" /* 1: highest? */
				   "1000, 10, 700, 1, 0, 0\n"
				   "2000, 20, 90, 0, 0, 0\n"
				   "2000, 30, 80, 1, 0, 0\n";
	struct log_total total;
	struct log log;

	(void)state;
	read_text(&log, text, 1000);
	assert_true(log.form.pairs && log.form.averaged);
	assert_int_equal(log.form.window_ms, 1000);
	assert_int_equal(log.bad_lines, 0);
	log_total(&log, SIDE_READ, &total);
	assert_true(total.count == 2 && total.sum == 70 && total.max == 90);
	log_total(&log, SIDE_WRITE, &total);
	assert_true(total.count == 2 && total.sum == 40 && total.max == 700);
	log_free(&log);
}

/* log_unix_epoch=1: or all would end in one bucket of 50 years */
static void time_may_count_from_1970(void **state)
{
	static const char text[] = "1764594001000, 5, 0, 4096, 0\n"
				   "1764594003500, 7, 0, 4096, 0\n"
				   "1764594000900, 9, 0, 4096, 0\n";
	struct log_point point;
	struct log log;

	(void)state;
	read_text(&log, text, 1000);
	assert_int_equal(log.width_ms, 1000);
	assert_true(log_point(&log, SIDE_READ, 0, &point));
	assert_int_equal(point.count, 2);
	assert_true(log_point(&log, SIDE_READ, 2, &point));
	assert_int_equal(point.count, 1);
	assert_int_equal(log.last_ms, 2500);
	log_free(&log);
}

static void widens_without_losing_any(void **state)
{
	uint64_t seed = 1, i, sum = 0, count = 20000;
	struct log_total total;
	struct log log;
	char line[64];

	(void)state;
	log_init(&log, &plain, 10);
	for (i = 0; i < count; i++) {
		uint64_t value = next(&seed) % 1000000;

		sum += value;
		snprintf(line, sizeof(line), "%lu, %lu, 0, 4096\n",
			 (unsigned long)(i * 37), (unsigned long)value);
		feed(&log, line);
	}
	assert_true(log.width_ms >= count * 37 / LOG_BUCKETS);
	assert_true(log.side[SIDE_READ].used <= LOG_BUCKETS);
	log_total(&log, SIDE_READ, &total);
	assert_int_equal(total.count, count);
	assert_true(total.sum == (double)sum);
	assert_true(total.block_bytes == 4096. * (double)count);
	log_free(&log);
}

static void halves_merged_are_the_whole(void **state)
{
	struct log whole, first, second;
	struct log_point a, b;
	uint64_t seed = 7, i;
	char line[64];
	size_t bucket;

	(void)state;
	log_init(&whole, &plain, 10);
	log_init(&first, &plain, 10);
	log_init(&second, &plain, 10);
	for (i = 0; i < 6000; i++) {
		snprintf(line, sizeof(line), "%lu, %lu, %lu, 0\n",
			 (unsigned long)(i * 11),
			 (unsigned long)(next(&seed) % 100000),
			 (unsigned long)(next(&seed) % 3));
		feed(&whole, line);
		feed(i < 1000 ? &first : &second, line);
	}
	log_merge(&first, &second);
	assert_int_equal(first.width_ms, whole.width_ms);
	for (bucket = 0; bucket < LOG_BUCKETS; bucket++) {
		bool there = log_point(&whole, SIDE_WRITE, bucket, &a);

		assert_int_equal(log_point(&first, SIDE_WRITE, bucket, &b),
				 there);
		if (there)
			assert_memory_equal(&a, &b, sizeof(a));
	}
	assert_true(log_percentile(&first, SIDE_READ, 0.9) ==
		    log_percentile(&whole, SIDE_READ, 0.9));
	log_free(&whole);
	log_free(&first);
	log_free(&second);
}

static void reads_and_writes_become_one(void **state)
{
	struct log_total total;
	struct log log;

	(void)state;
	log_init(&log, &plain, 1000);
	feed(&log, "0, 10, 0, 512\n0, 30, 1, 512\n1500, 20, 1, 512\n");
	log_unify(&log);
	log_total(&log, SIDE_READ, &total);
	assert_true(total.count == 3 && total.sum == 60 && total.max == 30);
	assert_true(log_percentile(&log, SIDE_READ, 1) == 30);
	log_total(&log, SIDE_WRITE, &total);
	assert_int_equal(total.count, 0);
	log_free(&log);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* against the sorted values: off by 1/128 at most, below 128 not at all */
static void percentiles_are_as_near_as_promised(void **state)
{
	static const double fractions[] = {0.01, 0.5, 0.9, 0.99, 0.999, 1.0};
	enum {
		COUNT = 5000
	};
	uint64_t *values = calloc(COUNT, sizeof(*values)), seed = 3;
	unsigned int range, i;
	char line[64];

	(void)state;
	assert_non_null(values);
	for (range = 6; range < 34; range++) {
		struct log log;

		log_init(&log, &plain, 1000);
		for (i = 0; i < COUNT; i++) {
			values[i] = (next(&seed) << 3 | (i & 7)) &
				    ((1ull << range) - 1);
			snprintf(line, sizeof(line), "0, %lu, 0, 0\n",
				 (unsigned long)values[i]);
			feed(&log, line);
		}
		qsort(values, COUNT, sizeof(*values), by_value);
		for (i = 0; i < 6; i++) {
			double exact = (double)
				values[(size_t)ceil(fractions[i] * COUNT) - 1];
			double ours =
				log_percentile(&log, SIDE_READ, fractions[i]);

			assert_true(fabs(ours - exact) <= exact / 128);
			if (exact < 128)
				assert_true(ours == exact);
		}
		log_free(&log);
	}
	free(values);
}

static void bins_are_fios(void **state)
{
	unsigned int i;

	(void)state;
	/* pairs that fio 3.33 itself reports (json+ bins) */
	assert_int_equal(bins_index(127), 127);
	assert_int_equal(bins_index(128), 128);
	assert_int_equal(bins_index(129), 128);
	assert_int_equal(bins_index(255), 191);
	assert_int_equal(bins_index(256), 192);
	assert_int_equal(bins_index(UINT64_MAX), BINS_COUNT - 1);
	for (i = 1; i < BINS_COUNT; i++) {
		assert_true(bins_value(i) > bins_value(i - 1));
		assert_int_equal(bins_index((uint64_t)bins_value(i)), i);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_every_column_form),
		cmocka_unit_test(counts_what_it_cannot_read),
		cmocka_unit_test(takes_whole_lines_only),
		cmocka_unit_test(reads_what_was_written),
		cmocka_unit_test(reads_pairs),
		cmocka_unit_test(time_may_count_from_1970),
		cmocka_unit_test(widens_without_losing_any),
		cmocka_unit_test(halves_merged_are_the_whole),
		cmocka_unit_test(reads_and_writes_become_one),
		cmocka_unit_test(percentiles_are_as_near_as_promised),
		cmocka_unit_test(bins_are_fios),
	};

	return unit_run(tests);
}
