// SPDX-License-Identifier: GPL-2.0-only
/* published.csv: a document's numbers.  Format: postprocess/README.md */
#ifndef LANES_MODEL_PUBLISHED_H
#define LANES_MODEL_PUBLISHED_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct published_row - one number
 * @value:  as written: a number, a range, or ""
 * @lo_Bps: a throughput in bytes per second; 0 where it is none, or empty
 * @hi_Bps: the upper end of a range; else @lo_Bps
 */
struct published_row {
	char config[64];
	char test[64];
	char metric[64];
	char value[32];
	char unit[16];
	char certainty[16];
	char source[96];
	char note[256];
	double lo_Bps;
	double hi_Bps;
};

/** struct published - @rows is owned */
struct published {
	struct published_row *rows;
	size_t count;
};

/** published_parse() - Return: 0 or -errno with @err set */
int published_parse(struct published *published, const char *name,
		    const char *buf, size_t len, struct err *err);
void published_free(struct published *published);

/**
 * published_find() - the throughput to hold a test against
 *
 * A row whose certainty is "wrong" or "ambiguous" is shown, never compared.
 *
 * Return: the first such row with a value, or NULL.
 */
const struct published_row *published_find(const struct published *published,
					   const char *config,
					   const char *test);

#endif
