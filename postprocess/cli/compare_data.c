// SPDX-License-Identifier: GPL-2.0-only
/* The table of `lanes compare` as CSV, Markdown and JSON. */
#include "cli/compare.h"
#include "cli/printable.h"

#include "base/json.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *difference_name(enum difference difference)
{
	static const char *const names[] = {
		[DIFFERENCE_NONE] = NULL,
		[DIFFERENCE_UNKNOWN] = "unknown",
		[DIFFERENCE_WITHIN] = "within",
		[DIFFERENCE_BEYOND] = "beyond",
	};

	return names[difference];
}

/* --- CSV -------------------------------------------------------------------
 */
static void csv_text(struct text *text, const char *field)
{
	struct text shown = {0};
	const char *at;

	printable_add(&shown, field);
	text_add(text, "\"");
	for (at = shown.buf ? shown.buf : ""; *at; at++)
		text_addf(text, *at == '"' ? "\"\"" : "%c", *at);
	text_add(text, "\",");
	text->failed |= shown.failed;
	text_free(&shown);
}

/* nothing where it is not known; digits enough to give the same number back */
static void csv_number(struct text *text, double value)
{
	if (isnan(value))
		text_add(text, ",");
	else
		text_addf(text, "%.10g,", value);
}

static void csv_cell(struct text *text, const struct comparison *comparison,
		     const struct comparison_row *row, size_t column)
{
	const struct cell *cell = &row->cells[column];
	const char *difference = difference_name(cell->difference);

	csv_text(text, comparison->tests.items[row->test]);
	text_addf(text, "%s,%s,%s,", compare_side(row->side),
		  metric_key(row->metric), metric_unit(row->metric));
	csv_text(text, comparison->columns.items[column]);
	text_addf(text, "%zu,", cell->repeats);
	csv_number(text, cell->median);
	csv_number(text, cell->min);
	csv_number(text, cell->max);
	csv_number(text, cell->pooled);
	csv_number(text, cell->ratio);
	text_addf(text, "%s,%s\n", difference ? difference : "",
		  cell->highest ? "highest of jobs" : "");
}

void compare_csv(struct text *text, const struct compare *compare)
{
	const struct comparison *comparison = &compare->comparison;
	size_t i, k;

	text_add(text, "test,direction,metric,unit,input,runs,median,min,max,"
		       "pooled,ratio,difference,percentile\n");
	for (i = 0; i < comparison->row_count; i++)
		for (k = 0; k < comparison->columns.count; k++)
			if (compare_is_shown(compare, &comparison->rows[i]))
				csv_cell(text, comparison, &comparison->rows[i],
					 k);
}

/* --- Markdown ---------------------------------------------------------------
 */
static void markdown_text(struct text *text, const char *field)
{
	struct text shown = {0};
	const char *at;

	printable_add(&shown, field);
	for (at = shown.buf ? shown.buf : ""; *at; at++)
		if (*at == '<')
			text_add(text, "&lt;");
		else if (*at == '&')
			text_add(text, "&amp;");
		else if (strchr("\\`*_[]|~#!", *at))
			text_addf(text, "\\%c", *at);
		else
			text_addn(text, at, 1);
	text->failed |= shown.failed;
	text_free(&shown);
}

static void markdown_head(struct text *text, const struct strings *labels)
{
	size_t i;

	text_add(text, "| test | direction | metric | unit |");
	for (i = 0; i < labels->count; i++) {
		text_add(text, " ");
		markdown_text(text, labels->items[i]);
		text_add(text, i ? " | range | ratio | |" : " | range |");
	}
	text_add(text, "\n|---|---|---|---|");
	for (i = 0; i < labels->count; i++)
		text_add(text, i ? "--:|--:|--:|---|" : "--:|--:|");
	text_add(text, "\n");
}

static void markdown_cell(struct text *text, const struct cell *cell,
			  const struct scale *scale, bool first)
{
	const char *difference = difference_name(cell->difference);
	char buf[80];

	text_addf(text, " %s |",
		  compare_number(cell->median, scale, buf, sizeof(buf)));
	text_addf(text, " %s |", compare_range(cell, scale, buf, sizeof(buf)));
	if (first)
		return;
	text_addf(text, " %s | %s |", compare_ratio(cell, buf, sizeof(buf)),
		  difference ? difference : "");
}

static void markdown_row(struct text *text, const struct comparison *comparison,
			 const struct comparison_row *row)
{
	struct scale scale = compare_scale(row, comparison->columns.count);
	bool highest = false;
	size_t i;

	for (i = 0; i < comparison->columns.count; i++)
		highest |= row->cells[i].highest;
	text_add(text, "| ");
	markdown_text(text, comparison->tests.items[row->test]);
	text_addf(text, " | %s | %s%s | %s |", compare_side(row->side),
		  metric_name(row->metric),
		  highest ? " (highest of the jobs' own)" : "", scale.unit);
	for (i = 0; i < comparison->columns.count; i++)
		markdown_cell(text, &row->cells[i], &scale, !i);
	text_add(text, "\n");
}

void compare_markdown(struct text *text, const struct compare *compare)
{
	const struct comparison *comparison = &compare->comparison;
	size_t i;

	markdown_head(text, &comparison->columns);
	for (i = 0; i < comparison->row_count; i++)
		if (compare_is_shown(compare, &comparison->rows[i]))
			markdown_row(text, comparison, &comparison->rows[i]);
}

/* --- JSON -------------------------------------------------------------------
 */
static void json_cell(struct json *json, const struct comparison *comparison,
		      const struct comparison_row *row, size_t column)
{
	const struct cell *cell = &row->cells[column];

	json_open_object(json, NULL);
	json_put_string(json, "test", comparison->tests.items[row->test]);
	json_put_string(json, "direction", compare_side(row->side));
	json_put_string(json, "metric", metric_key(row->metric));
	json_put_string(json, "unit", metric_unit(row->metric));
	json_put_uint(json, "input", column);
	json_put_uint(json, "runs", cell->repeats);
	json_put_double(json, "median", cell->median);
	json_put_double(json, "min", cell->min);
	json_put_double(json, "max", cell->max);
	json_put_double(json, "pooled", cell->pooled);
	json_put_double(json, "ratio", cell->ratio);
	json_put_string(json, "difference", difference_name(cell->difference));
	json_put_bool(json, "highest_of_jobs", cell->highest);
	json_close(json);
}

static void json_inputs(struct json *json, const struct compare *compare)
{
	size_t i;

	json_open_array(json, "inputs");
	for (i = 0; i < compare->paths.count; i++) {
		json_open_object(json, NULL);
		json_put_string(json, "label",
				compare->comparison.columns.items[i]);
		json_put_string(json, "path", compare->paths.items[i]);
		json_put_string(json, "tool", compare->tools.items[i]);
		json_close(json);
	}
	json_close(json);
}

static void json_lines(struct json *json, const char *key,
		       const struct strings *lines)
{
	size_t i;

	json_open_array(json, key);
	for (i = 0; i < lines->count; i++)
		json_put_string(json, NULL, lines->items[i]);
	json_close(json);
}

static size_t write_json(const struct compare *compare, char *buf, size_t len)
{
	const struct comparison *comparison = &compare->comparison;
	struct json json;
	size_t i, k;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	json_inputs(&json, compare);
	json_open_array(&json, "figures");
	for (i = 0; i < comparison->row_count; i++)
		for (k = 0; k < comparison->columns.count; k++)
			if (compare_is_shown(compare, &comparison->rows[i]))
				json_cell(&json, comparison,
					  &comparison->rows[i], k);
	json_close(&json);
	json_lines(&json, "below", &compare->below);
	json_lines(&json, "warnings", &compare->warnings);
	json_lines(&json, "problems", &compare->problems);
	json_close(&json);
	return json_finish(&json);
}

void compare_json(struct text *text, const struct compare *compare)
{
	size_t len = write_json(compare, NULL, 0) + 1;
	char *buf = malloc(len);

	if (buf) {
		write_json(compare, buf, len);
		text_addn(text, buf, len - 1);
	} else {
		text->failed = true;
	}
	free(buf);
}
