// SPDX-License-Identifier: GPL-2.0-only
/* The options in fio's JSON: whatever they are, numbers or not known. */
#include "model/fio_setup.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fio_setup setup;
	struct err err = {0};
	char text[24];
	enum setting i;

	if (fio_setup_parse(&setup, "fuzz", (const char *)data, size, &err)) {
		if (!err.code || !err.rule[0])
			abort();
		return 0;
	}
	for (i = 0; i < SETTING_COUNT; i++) {
		if (setup.value[i] < 0 || isinf(setup.value[i]))
			abort();
		setting_text(i, setup.value[i], text);
	}
	return 0;
}
