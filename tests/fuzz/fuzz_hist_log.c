// SPDX-License-Identifier: GPL-2.0-only
/* fio's histogram logs: counts are conserved, wherever the buffer is cut. */
#include "model/hist_log.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t feed_copy(struct log *log, const struct hist_form *form,
			const char *text, size_t len, bool last)
{
	char *copy = malloc(len + !len);
	size_t taken;

	if (!copy)
		abort();
	memcpy(copy, text, len);
	taken = hist_feed(log, form, copy, len, last);
	free(copy);
	return taken;
}

static void look_at(const struct log *log)
{
	struct log_total total;
	struct log_point point;
	enum side side;
	size_t i;

	for (side = 0; side < SIDE_COUNT; side++) {
		uint64_t count = 0;

		log_total(log, side, &total);
		for (i = 0; i < BINS_COUNT; i++)
			count += log->side[side].bins[i];
		if (count != total.count ||
		    !isfinite(log_percentile(log, side, 0.5)))
			abort();
		for (i = 0; i < log->side[side].used; i++)
			if (log_point(log, side, i, &point) &&
			    point.min > point.max)
				abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	static struct hist_form form;
	static struct log log;
	struct err err = {0};
	size_t half = size / 2, taken;

	if (hist_sniff(&form, "fuzz", text, size, &err)) {
		if (!err.code || !err.rule[0])
			abort();
		return 0;
	}
	hist_init(&log, &form, 125);
	taken = feed_copy(&log, &form, text, half, false);
	if (taken > half)
		abort();
	if (feed_copy(&log, &form, text + taken, size - taken, true) !=
	    size - taken)
		abort();
	look_at(&log);
	log_free(&log);
	return 0;
}
