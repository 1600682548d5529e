// SPDX-License-Identifier: GPL-2.0-only
/* RFC 4180: fields of a text, one after the other. */
#ifndef LANES_MODEL_CSV_H
#define LANES_MODEL_CSV_H

#include "base/err.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct csv - where a reader stands; set @name, @buf, @len, zero the rest
 * @name: what to call the text in errors: its path
 * @line: of the field read last, from 1
 */
struct csv {
	const char *name;
	const char *buf;
	size_t len;
	size_t at;
	unsigned int line;
	bool in_row;
};

/**
 * csv_field() - the next field, without its quotes
 * @field: replaced; empty lines are skipped
 * @last:  whether it ends its row
 *
 * Return: 1, 0 at the end of the text, or -EINVAL with @err set for a quote
 * that does not close or stands within a bare field.
 */
int csv_field(struct csv *csv, struct text *field, bool *last, struct err *err);

#endif
