// SPDX-License-Identifier: GPL-2.0-only
/* published.csv. */
#include "model/published.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct published published;
	size_t i;

	if (published_parse(&published, "fuzz", (const char *)data, size, NULL))
		return 0;
	for (i = 0; i < published.count; i++)
		if (!(published.rows[i].lo_Bps <= published.rows[i].hi_Bps))
			abort();
	published_find(&published, "single", "seqread-1m");
	published_free(&published);
	return 0;
}
