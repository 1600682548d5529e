// SPDX-License-Identifier: GPL-2.0-only
/*
 * JSON from outside, as it really is: fio writes text before and between
 * documents, bare nan, bytes that are no UTF-8, and half a document when it is
 * killed.  A small scanner mends what can be mended without guessing and
 * counts it; jansson parses the rest, and refuses what is left.
 */
#ifndef LANES_MODEL_LOAD_H
#define LANES_MODEL_LOAD_H

#include "base/err.h"
#include "model/text.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/**
 * struct repairs - what the scanner had to mend
 * @skipped_bytes: text outside of any document
 * @documents:     whole documents found; the last one is the one that counts
 *                 (fio --status-interval writes cumulative ones)
 * @not_numbers:   nan and inf, which became null
 * @bad_bytes:     bytes that are no UTF-8, which became U+FFFD
 * @twice:         keys that their object had already; the last one counts.
 *                 Not of "0.00", by which fio 2 filled up its percentiles
 * @truncated:     the text ends within a further document, which is left out
 */
struct repairs {
	size_t skipped_bytes;
	unsigned int documents;
	unsigned int not_numbers;
	unsigned int bad_bytes;
	size_t twice;
	bool truncated;
};

/**
 * repairs_tell() - each of them as a warning, in words
 * @name: the text's, to begin each with
 *
 * Return: 0 or -ENOMEM.
 */
int repairs_tell(const struct repairs *repairs, const char *name,
		 struct strings *warnings);

/**
 * load_document() - the last whole JSON object of a text
 * @name:    what to call the text in errors: its path
 * @repairs: filled in; may be NULL
 *
 * Every number is read as a real, so that none is too large.
 *
 * Return: a new reference, or NULL with @err set (value "path:line").
 */
json_t *load_document(const char *name, const char *buf, size_t len,
		      struct repairs *repairs, struct err *err);

/**
 * load_lifted() - the same, but for objects that are large and simple
 * @key: where a member of that name is an object of whole numbers (fio's bins),
 *       in its stead stands where it begins in @buf: load_counts() reads it
 */
json_t *load_lifted(const char *name, const char *buf, size_t len,
		    const char *key, struct repairs *repairs, struct err *err);

/**
 * load_counts() - the members of an object that load_lifted() left in @buf
 * @at:   where the next one is; begin with where the object does
 * @word: its key; cut to @size
 *
 * Return: whether there is one.
 */
bool load_counts(const char *buf, size_t len, size_t *at, char *word,
		 size_t size, double *count);

/**
 * load_schema() - the same, refusing anything but "schema": 1
 *
 * A newer minor (1.x) is fine; a newer major is not.
 */
json_t *load_schema(const char *name, const char *buf, size_t len,
		    struct err *err);

/** load_string() - member @key as text, cut to @len; "" if it is no string */
void load_string(const json_t *object, const char *key, char *buf, size_t len);

/**
 * load_number() - member @key, or @missing if it is no number below 1e24
 *
 * No count, rate or time is as large; sums and products of such stay finite.
 */
double load_number(const json_t *object, const char *key, double missing);

/** load_int() - member @key without its fraction, or 0 if it fits no int */
int load_int(const json_t *object, const char *key);

#endif
