// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's logs: in buffers of exactly their size, so that reading beyond one is
 * seen; and the short cut for many lines must agree with line by line.
 */
#include "model/log.h"
#include "model/track.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t feed_copy(struct log *log, const char *text, size_t len,
			bool last)
{
	char *copy = malloc(len + !len);
	size_t taken;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	taken = log_feed(log, copy, len, last);
	free(copy);
	return taken;
}

static void by_line(struct log *log, const char *text, size_t len)
{
	while (len) {
		const char *end = memchr(text, '\n', len);
		size_t line = end ? (size_t)(end + 1 - text) : len;

		if (feed_copy(log, text, line, !end) != line)
			abort();
		text += line;
		len -= line;
	}
}

static void compare(const struct log *one, const struct log *two)
{
	enum side side;

	if (one->lines != two->lines || one->bad_lines != two->bad_lines ||
	    one->first_bad != two->first_bad || one->last_ms != two->last_ms ||
	    one->width_ms != two->width_ms)
		abort();
	for (side = 0; side < SIDE_COUNT; side++) {
		struct log_total a, b;

		log_total(one, side, &a);
		log_total(two, side, &b);
		if (memcmp(&a, &b, sizeof(a)) ||
		    memcmp(one->side[side].bins, two->side[side].bins,
			   sizeof(one->side[side].bins)))
			abort();
	}
}

static void look_at(const struct log *log)
{
	struct log_point point;
	struct track track;
	enum side side;
	double rate;
	size_t i;

	for (side = 0; side < SIDE_COUNT; side++) {
		if (!isfinite(log_percentile(log, side, 0.99)))
			abort();
		for (i = 0; i < LOG_BUCKETS; i++)
			if (log_point(log, side, i, &point) &&
			    (point.p50 < point.min || point.p999 > point.max ||
			     point.p50 > point.p99))
				abort();
		if (!track_log(&track, log, side, LOG_BW, TRACK_BYTES))
			continue;
		track_widen(&track, 4000);
		for (i = 0; i < track.used; i++)
			if (track_rate(&track, i, &rate) && !isfinite(rate))
				abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct log_form form = log_sniff(text, size);
	static struct log whole, lines;
	size_t half = size / 2, taken;

	log_init(&whole, &form, 125);
	taken = feed_copy(&whole, text, half, false);
	if (taken > half || (taken && text[taken - 1] != '\n'))
		abort();
	if (feed_copy(&whole, text + taken, size - taken, true) != size - taken)
		abort();
	log_init(&lines, &form, 125);
	by_line(&lines, text, size);
	compare(&whole, &lines);
	look_at(&whole);
	log_merge(&lines, &whole);
	look_at(&lines);
	log_free(&whole);
	log_free(&lines);
	return 0;
}
