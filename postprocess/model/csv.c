// SPDX-License-Identifier: GPL-2.0-only
#include "model/csv.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static int refuse(const struct csv *csv, unsigned int line, const char *rule,
		  struct err *err)
{
	char where[sizeof(err->value)];

	snprintf(where, sizeof(where), "%s:%u", csv->name, line);
	return err_set(err, EINVAL, where, "%s", rule);
}

static bool at_end(const struct csv *csv)
{
	return csv->at >= csv->len;
}

static int quoted(struct csv *csv, struct text *field, struct err *err)
{
	unsigned int opened = csv->line;

	for (csv->at++; !at_end(csv); csv->at++) {
		char c = csv->buf[csv->at];

		csv->line += c == '\n';
		if (c == '"') {
			csv->at++;
			if (at_end(csv) || csv->buf[csv->at] != '"')
				return 0;
		}
		text_addn(field, &c, 1);
	}
	return refuse(csv, opened, "a quoted field starts and never ends", err);
}

static int bare(struct csv *csv, struct text *field, struct err *err)
{
	const char *from = csv->buf + csv->at;
	size_t len = 0;

	while (csv->at + len < csv->len && !strchr(",\r\n\"", from[len]))
		len++;
	/* a NUL is no text, and strchr() finds it in any set */
	if (csv->at + len < csv->len && (from[len] == '"' || !from[len]))
		return refuse(csv, csv->line,
			      "a quote or NUL within a bare field", err);
	text_addn(field, from, len);
	csv->at += len;
	return 0;
}

/* after a field: a comma, the end of the row or of the text */
static int separator(struct csv *csv, bool *last, struct err *err)
{
	*last = true;
	if (!at_end(csv) && csv->buf[csv->at] == ',') {
		csv->at++;
		*last = false;
		return 0;
	}
	if (!at_end(csv) && csv->buf[csv->at] == '\r')
		csv->at++;
	if (at_end(csv))
		return 0;
	if (csv->buf[csv->at] != '\n')
		return refuse(csv, csv->line,
			      "text where a comma or the end of the line "
			      "must be",
			      err);
	csv->at++;
	return 0;
}

static void skip_empty_lines(struct csv *csv)
{
	while (!at_end(csv) && strchr("\r\n", csv->buf[csv->at]) &&
	       csv->buf[csv->at])
		csv->line += csv->buf[csv->at++] == '\n';
}

int csv_field(struct csv *csv, struct text *field, bool *last, struct err *err)
{
	int ret;

	/* the newline that ended the last row counts only now, so that @line
	 * stays that of the field while the caller looks at it */
	if (!csv->line)
		csv->line = 1;
	else if (!csv->in_row)
		csv->line++;
	if (!csv->in_row)
		skip_empty_lines(csv);
	if (at_end(csv) && !csv->in_row)
		return 0;
	field->len = 0;
	text_addn(field, "", 0);
	if (!at_end(csv) && csv->buf[csv->at] == '"')
		ret = quoted(csv, field, err);
	else
		ret = bare(csv, field, err);
	if (!ret)
		ret = separator(csv, last, err);
	csv->in_row = !*last;
	return ret ? ret : 1;
}
