// SPDX-License-Identifier: GPL-2.0-only
/*
 * The spreadsheet that `iozone -b` writes: BIFF 2, records of a type, a length
 * and so many bytes, little-endian.  Of throughput mode it has a row per test:
 * its name, then a figure per number of processes.
 */
#include "model/lines.h"
#include "model/tool.h"
#include "model/tool_iozone.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* record types */
#define NUMBER 0x0003
#define LABEL  0x0004
#define BOF    0x0009

/* of a cell's record: row, column, 3 bytes of attributes, then its content */
#define CELL  7
#define FIRST 2 /* the column of the first figure */

struct record {
	unsigned int type;
	size_t len;
	const unsigned char *data;
};

static unsigned int get16(const unsigned char *at)
{
	return at[0] | (unsigned int)at[1] << 8;
}

static double get_double(const unsigned char *at)
{
	uint64_t bits = 0;
	double value;
	int i;

	for (i = 7; i >= 0; i--)
		bits = bits << 8 | at[i];
	memcpy(&value, &bits, sizeof(value));
	return value;
}

static bool next_record(struct record *record, const char *buf, size_t len,
			size_t *at)
{
	const unsigned char *from = (const unsigned char *)buf + *at;

	if (len - *at < 4)
		return false;
	record->type = get16(from);
	record->len = get16(from + 2);
	record->data = from + 4;
	if (record->len > len - *at - 4)
		return false;
	*at += 4 + record->len;
	return true;
}

bool iozone_bif_knows(const char *buf, size_t len)
{
	struct record record;
	size_t at = 0;

	return next_record(&record, buf, len, &at) && record.type == BOF &&
	       lines_has(buf, len, "Throughput report Y-axis");
}

/* without the blanks around it */
static void read_label(const struct record *record, char *text, size_t size)
{
	size_t len = record->data[CELL];
	const char *from = (const char *)record->data + CELL + 1;

	*text = '\0';
	if (len > record->len - CELL - 1 || len >= size)
		return;
	while (len && *from == ' ') {
		from++;
		len--;
	}
	while (len && from[len - 1] == ' ')
		len--;
	memcpy(text, from, len);
	text[len] = '\0';
}

static void read_number(struct outcomes *outcomes, const struct iozone *iozone,
			const char *what, const struct record *record)
{
	unsigned int column = get16(record->data + 2);
	double figure = get_double(record->data + CELL);
	char of[32] = "";

	if (column > FIRST)
		snprintf(of, sizeof(of), " (column %u)", column - FIRST + 1);
	if (column >= FIRST && figure < 1e24)
		iozone_add(outcomes, iozone, what, of, figure);
}

int iozone_bif_parse(struct outcomes *outcomes, const char *buf, size_t len,
		     struct err *err)
{
	size_t before = outcomes->count;
	struct iozone iozone = {.record_bytes = NAN};
	struct record record;
	char what[256] = "";
	size_t at = 0;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "iozone");
	while (next_record(&record, buf, len, &at))
		if (record.type == LABEL && record.len > CELL + 1) {
			read_label(&record, what, sizeof(what));
			iozone_take(&iozone, what);
		} else if (record.type == NUMBER && record.len >= CELL + 8) {
			read_number(outcomes, &iozone, what, &record);
		}
	if (outcomes->count > before)
		return 0;
	return err_set(err, EINVAL, outcomes->name,
		       "is iozone's spreadsheet without a figure");
}
