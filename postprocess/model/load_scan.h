// SPDX-License-Identifier: GPL-2.0-only
/* The scanner before jansson: finds documents, mends them, counts what it did.
 */
#ifndef LANES_MODEL_LOAD_SCAN_H
#define LANES_MODEL_LOAD_SCAN_H

#include "model/load.h"

/**
 * struct scan - what there was
 * @start:  where the last whole document begins, or the first that never ends
 * @keys:   of the last whole document, without fillers
 * @text, @len: the last whole document: as it stands, or mended in @mended
 * @mended: owned
 */
struct scan {
	size_t start;
	size_t keys;
	const char *text;
	size_t len;
	struct text mended;
};

/**
 * scan_documents() - look through all of a text
 * @lift: a key whose flat objects are taken out, or NULL; see load_lifted()
 *
 * @repairs is filled in; @scan->mended.failed tells of memory.
 */
void scan_documents(struct scan *scan, const char *buf, size_t len,
		    const char *lift, struct repairs *repairs);

/** scan_is_filler() - "0.00": fio 2 has three of them behind its percentiles */
bool scan_is_filler(const char *key, size_t len);

/**
 * scan_flat() - the end of a flat object: keys of letters and digits, whole
 * numbers
 * @at: where its '{' is
 *
 * Return: where it ends, behind its '}', or 0 if it is no such object.
 */
size_t scan_flat(const char *buf, size_t len, size_t at);

#endif
