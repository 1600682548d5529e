// SPDX-License-Identifier: GPL-2.0-only
/* md.json: whatever it holds, counts are finite, and so are their sums. */
#include "model/md_stats.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct md_stats stats;
	struct err err = {0};
	size_t i;

	if (md_stats_parse(&stats, "fuzz", (const char *)data, size, &err)) {
		if (!err.code || !err.rule[0])
			abort();
		return 0;
	}
	for (i = 0; i < stats.count; i++) {
		struct md_io sum = md_stats_members(&stats.arrays[i]);

		if (!isfinite(sum.reads + sum.read_bytes + sum.writes +
			      sum.write_bytes) ||
		    !isfinite(md_stats_amplification(&stats.arrays[i])))
			abort();
	}
	md_stats_free(&stats);
	return 0;
}
