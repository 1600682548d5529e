// SPDX-License-Identifier: GPL-2.0-only
/* fio's terse output, from its lines to the sums. */
#include "model/terse.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fio_result fio;
	struct fio_total total;
	enum side side;

	terse_knows((const char *)data, size);
	if (terse_parse(&fio, "fuzz", (const char *)data, size, NULL))
		return 0;
	for (side = 0; side <= SIDE_MIXED; side++) {
		if (side == SIDE_COUNT)
			continue;
		fio_sum(&fio, side, &total);
		if (isnan(total.rate_Bps) || total.bytes < 0)
			abort();
	}
	fio_free(&fio);
	return 0;
}
