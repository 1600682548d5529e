// SPDX-License-Identifier: GPL-2.0-only
/* What the targets of tools' outputs have in common. */
#ifndef LANES_TESTS_FUZZ_TOOL_H
#define LANES_TESTS_FUZZ_TOOL_H

#include "model/tool.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* a figure is a number that can be, or not known */
static inline void check_figure(double value)
{
	if (!isnan(value) && !(value >= 0 && isfinite(value)))
		abort();
}

static inline void check_outcomes(const struct outcomes *outcomes)
{
	size_t i;

	for (i = 0; i < outcomes->count; i++) {
		const struct outcome *outcome = &outcomes->items[i];

		check_figure(outcome->rate_Bps);
		check_figure(outcome->iops);
		check_figure(outcome->bytes);
		check_figure(outcome->ios);
		check_figure(outcome->latency.count);
		check_figure(outcome->latency.mean_ns);
		if (!memchr(outcome->test, '\0', sizeof(outcome->test)))
			abort();
	}
}

static inline void try_tool(bool (*knows)(const char *buf, size_t len),
			    int (*parse)(struct outcomes *outcomes,
					 const char *buf, size_t len,
					 struct err *err),
			    const uint8_t *data, size_t size)
{
	struct outcomes outcomes = {.name = "fuzz"};
	struct err err = {0};

	/* also where it would not be asked: nothing may depend on that */
	knows((const char *)data, size);
	if (parse(&outcomes, (const char *)data, size, &err) && !err.code)
		abort();
	check_outcomes(&outcomes);
	outcomes_free(&outcomes);
}

#endif
