// SPDX-License-Identifier: GPL-2.0-only
/* The scanner before jansson: finds documents, mends them, counts what it did.
 */
#ifndef LANES_MODEL_LOAD_SCAN_H
#define LANES_MODEL_LOAD_SCAN_H

#include "model/load.h"

/**
 * struct scan - what there was
 * @start: where the last whole document begins, or the first that never ends
 * @keys:  of the last whole document, without fillers
 * @text:  the last whole document, mended; owned
 */
struct scan {
	size_t start;
	size_t keys;
	struct text text;
};

/**
 * scan_documents() - look through all of a text
 *
 * @repairs is filled in; @scan->text.failed tells of memory.
 */
void scan_documents(struct scan *scan, const char *buf, size_t len,
		    struct repairs *repairs);

/** scan_is_filler() - "0.00": fio 2 has three of them behind its percentiles */
bool scan_is_filler(const char *key, size_t len);

#endif
