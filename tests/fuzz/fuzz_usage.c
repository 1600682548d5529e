// SPDX-License-Identifier: GPL-2.0-only
/* sar.json and stat.json, whole or cut: shares are numbers, none negative. */
#include "model/json_close.h"
#include "model/usage.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void look_at(struct usage *usage)
{
	size_t i, k;

	for (i = 0; i < usage->count; i++) {
		const struct usage_sample *sample = &usage->samples[i];

		for (k = 0; k < USAGE_PARTS; k++)
			if (!(sample->part[k] >= 0))
				abort();
		if (!isfinite(usage_busy(sample)))
			abort();
		for (k = 0; k < usage->thread_count; k++) {
			double percent = usage->threads[k].percent[i];

			if (percent < 0 || isinf(percent))
				abort();
			usage_is_md(usage->threads[k].name);
		}
	}
	usage_free(usage);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct usage usage;
	struct err err = {0};

	if (!usage_parse_sar(&usage, "fuzz", text, size, &err))
		look_at(&usage);
	else if (!err.code || !err.rule[0])
		abort();
	err = (struct err){0};
	if (!usage_parse_stat(&usage, "fuzz", text, size, &err))
		look_at(&usage);
	else if (!err.code || !err.rule[0])
		abort();
	return 0;
}
