// SPDX-License-Identifier: GPL-2.0-only
#include "model/published.h"

#include "model/csv.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 8

/* in the order of the file's columns */
static const struct {
	const char *name;
	size_t offset;
	size_t size;
} columns[COLUMNS] = {
#define COLUMN(member)                                              \
	{                                                           \
#member, offsetof(struct published_row, member),    \
			sizeof(((struct published_row *)0)->member) \
	}
	COLUMN(config), COLUMN(test),	   COLUMN(metric), COLUMN(value),
	COLUMN(unit),	COLUMN(certainty), COLUMN(source), COLUMN(note),
#undef COLUMN
};

static double unit_factor(const char *unit)
{
	static const struct {
		const char *name;
		double factor;
	} rows[] = {
		{"B/s", 1},
		{"kB/s", 1e3},
		{"MB/s", 1e6},
		{"GB/s", 1e9},
		{"KiB/s", 1024},
		{"MiB/s", 1048576},
		{"GiB/s", 1073741824.},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(unit, rows[i].name))
			return rows[i].factor;
	return 0;
}

/* "550", "180-190"; Return: whether it is a number or a range */
static bool parse_value(struct published_row *row, double factor)
{
	char *end;
	double lo = strtod(row->value, &end), hi = lo;

	if (end == row->value)
		return !*row->value;
	if (*end == '-' && end[1])
		hi = strtod(end + 1, &end);
	if (*end || !isfinite(lo) || !isfinite(hi) || hi < lo)
		return false;
	if (!strcmp(row->metric, "throughput") && lo > 0) {
		row->lo_Bps = lo * factor;
		row->hi_Bps = hi * factor;
	}
	return true;
}

static int refuse(const struct csv *csv, const char *what, const char *rule,
		  struct err *err)
{
	char where[sizeof(err->value)];

	snprintf(where, sizeof(where), "%s:%u", csv->name, csv->line);
	return err_set(err, EINVAL, where, "\"%.64s\" %s", what, rule);
}

static int finish_row(struct published *published, const struct csv *csv,
		      size_t fields, struct err *err)
{
	struct published_row *row = &published->rows[published->count];
	double factor = unit_factor(row->unit);

	if (fields != COLUMNS)
		return refuse(csv, row->config,
			      "starts a row that has not 8 "
			      "fields",
			      err);
	if (!strcmp(row->metric, "throughput") && *row->value && !factor)
		return refuse(csv, row->unit, "is no unit of throughput", err);
	if (!parse_value(row, factor))
		return refuse(csv, row->value,
			      "is neither a number nor a range", err);
	published->count++;
	return 0;
}

static int new_row(struct published *published)
{
	struct published_row *rows =
		array_grow(published->rows, published->count, sizeof(*rows));

	if (!rows)
		return -ENOMEM;
	published->rows = rows;
	rows[published->count] = (struct published_row){0};
	return 0;
}

/* Return: 1 for a row, 0 at the end, or -errno */
static int read_row(struct published *published, struct csv *csv,
		    struct text *field, struct err *err)
{
	struct published_row *row;
	bool last = false;
	size_t i;
	int ret;

	if (new_row(published))
		return err_set(err, ENOMEM, csv->name, "out of memory");
	row = &published->rows[published->count];
	for (i = 0; !last; i++) {
		ret = csv_field(csv, field, &last, err);
		if (ret <= 0)
			return ret;
		if (field->failed)
			return err_set(err, ENOMEM, csv->name, "out of memory");
		if (i < COLUMNS)
			snprintf((char *)row + columns[i].offset,
				 columns[i].size, "%s", field->buf);
	}
	ret = finish_row(published, csv, i, err);
	return ret ? ret : 1;
}

static int check_header(struct csv *csv, struct text *field, struct err *err)
{
	bool last = false;
	size_t i;
	int ret;

	for (i = 0; !last; i++) {
		ret = csv_field(csv, field, &last, err);
		if (ret < 0)
			return ret;
		if (!ret || field->failed || i >= COLUMNS ||
		    strcmp(field->buf, columns[i].name))
			break;
	}
	if (i == COLUMNS && last)
		return 0;
	return err_set(err, EINVAL, csv->name,
		       "does not start with the line config,test,metric,value,"
		       "unit,certainty,source,note");
}

int published_parse(struct published *published, const char *name,
		    const char *buf, size_t len, struct err *err)
{
	struct csv csv = {.name = name, .buf = buf, .len = len};
	struct text field = {0};
	int ret = check_header(&csv, &field, err);

	*published = (struct published){0};
	if (!ret) {
		do {
			ret = read_row(published, &csv, &field, err);
		} while (ret > 0);
	}
	text_free(&field);
	if (ret)
		published_free(published);
	return ret;
}

void published_free(struct published *published)
{
	free(published->rows);
	*published = (struct published){0};
}

const struct published_row *published_find(const struct published *published,
					   const char *config, const char *test)
{
	size_t i;

	for (i = 0; i < published->count; i++) {
		const struct published_row *row = &published->rows[i];

		if (row->lo_Bps > 0 && !strcmp(row->config, config) &&
		    !strcmp(row->test, test) &&
		    strcmp(row->certainty, "wrong") &&
		    strcmp(row->certainty, "ambiguous"))
			return row;
	}
	return NULL;
}
