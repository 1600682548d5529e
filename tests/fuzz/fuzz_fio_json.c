// SPDX-License-Identifier: GPL-2.0-only
/* fio's output, from the scanner to the sums. */
#include "model/fio.h"
#include "model/load.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct repairs repairs;
	struct fio_result fio;
	struct fio_total total;
	enum side side;

	if (fio_parse(&fio, "fuzz", (const char *)data, size, &repairs, NULL))
		return 0;
	for (side = 0; side < SIDE_COUNT; side++) {
		fio_sum(&fio, side, &total);
		if (isnan(total.rate_Bps))
			abort();
	}
	fio_error(&fio);
	fio_free(&fio);
	return 0;
}
