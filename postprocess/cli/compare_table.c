// SPDX-License-Identifier: GPL-2.0-only
/* The table of `lanes compare` for a terminal. */
#include "cli/compare.h"
#include "cli/printable.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BOLD  "\033[1m"
#define RED   "\033[31m"
#define GREEN "\033[32m"
#define PLAIN "\033[0m"

/* a label longer than this is cut at its front, where paths are alike */
#define LABEL_MAX 40

/* blanks between two inputs */
#define GAP 3

/**
 * struct column - an input's part of the lines, and how wide its parts are
 * @median:   with the mark of a percentile that is the jobs' highest
 * @range:    0 where no test was repeated
 * @ratio:    0 in the first one
 * @repeats_min, @repeats_max: of all its figures
 */
struct column {
	size_t median, range, ratio;
	size_t repeats_min, repeats_max;
};

/**
 * struct table - what is being written
 * @name, @unit: widths of the first two columns
 * @columns: of all inputs
 * @shown: the inputs that fit beside each other, the first one always
 * @highest, @marks: which marks were used, to be explained below
 */
struct table {
	struct text *text;
	const struct compare *compare;
	bool colours;
	size_t name, unit;
	struct column *columns;
	size_t *shown;
	size_t shown_count;
	bool highest;
	unsigned int marks;
};

static const char difference_mark[] = {
	[DIFFERENCE_NONE] = ' ',
	[DIFFERENCE_UNKNOWN] = '?',
	[DIFFERENCE_WITHIN] = '~',
	[DIFFERENCE_BEYOND] = '!',
};

static void widen(size_t *width, const char *text)
{
	size_t needs = printable_width(text);

	if (needs > *width)
		*width = needs;
}

static void measure_cell(struct table *table, size_t i, const struct cell *cell,
			 const struct scale *scale)
{
	struct column *column = &table->columns[i];
	char buf[80];

	widen(&column->median, compare_median(cell, scale, buf, sizeof(buf)));
	widen(&column->range, compare_range(cell, scale, buf, sizeof(buf)));
	if (i)
		widen(&column->ratio, compare_ratio(cell, buf, sizeof(buf)));
	table->highest |= cell->highest;
	table->marks |= 1u << cell->difference;
	if (!cell->repeats)
		return;
	if (!column->repeats_min || cell->repeats < column->repeats_min)
		column->repeats_min = cell->repeats;
	if (cell->repeats > column->repeats_max)
		column->repeats_max = cell->repeats;
}

static void measure(struct table *table)
{
	const struct comparison *comparison = &table->compare->comparison;
	size_t count = comparison->columns.count, i, k;

	for (i = 0; i < comparison->row_count; i++) {
		const struct comparison_row *row = &comparison->rows[i];
		struct scale scale = compare_scale(row, count);

		if (!compare_is_shown(table->compare, row))
			continue;
		widen(&table->name, metric_name(row->metric));
		widen(&table->unit, scale.unit);
		for (k = 0; k < count; k++)
			measure_cell(table, k, &row->cells[k], &scale);
	}
}

/* --- writing ---------------------------------------------------------------
 */
/* blanks at a line's end serve nobody */
static void end_line(struct text *text)
{
	while (text->len && text->buf[text->len - 1] == ' ')
		text->buf[--text->len] = '\0';
	text_add(text, "\n");
}

static size_t column_width(const struct column *column)
{
	return column->median + (column->range ? 1 + column->range : 0) +
	       (column->ratio ? 1 + column->ratio + 2 : 0);
}

/* printable, and its end where it is too long */
static void put_label(struct table *table, const char *label, size_t width)
{
	struct text shown = {0};
	const char *at;
	size_t len;

	printable_add(&shown, label);
	at = shown.buf ? shown.buf : "";
	len = printable_width(at);
	for (; len > LABEL_MAX; at++)
		len -= (at[1] & 0xc0) != 0x80;
	printable_left(table->text, at, width);
	table->text->failed |= shown.failed;
	text_free(&shown);
}

/* a column is at least as wide as its label */
static void widen_by_labels(struct table *table)
{
	const struct strings *labels = &table->compare->comparison.columns;
	size_t i;

	for (i = 0; i < labels->count; i++) {
		struct column *column = &table->columns[i];
		size_t label = printable_width(labels->items[i]);
		size_t width = column_width(column);

		if (label > LABEL_MAX)
			label = LABEL_MAX;
		if (label > width)
			column->median += label - width;
	}
}

static void write_labels(struct table *table)
{
	const struct strings *labels = &table->compare->comparison.columns;
	size_t i;

	printable_pad(table->text, 2 + table->name + 2 + table->unit);
	for (i = 0; i < table->shown_count; i++) {
		size_t at = table->shown[i];

		printable_pad(table->text, GAP);
		put_label(table, labels->items[at],
			  column_width(&table->columns[at]));
	}
	end_line(table->text);
}

static void write_repeats(struct table *table)
{
	char repeats[64];
	size_t i;

	printable_pad(table->text, 2 + table->name + 2 + table->unit);
	for (i = 0; i < table->shown_count; i++) {
		const struct column *column = &table->columns[table->shown[i]];

		if (column->repeats_min == column->repeats_max)
			snprintf(repeats, sizeof(repeats), "%zu run%s",
				 column->repeats_max,
				 column->repeats_max == 1 ? "" : "s");
		else
			snprintf(repeats, sizeof(repeats), "%zu-%zu runs",
				 column->repeats_min, column->repeats_max);
		printable_pad(table->text, GAP);
		printable_left(table->text, repeats, column_width(column));
	}
	end_line(table->text);
}

static void write_title(struct table *table, const struct comparison_row *row)
{
	const char *test = table->compare->comparison.tests.items[row->test];

	if (table->colours)
		text_add(table->text, BOLD);
	printable_add(table->text, test);
	text_addf(table->text, "%s%s", *test ? ", " : "",
		  compare_side(row->side));
	if (table->colours)
		text_add(table->text, PLAIN);
	text_add(table->text, "\n");
}

static const char *colour_of(const struct table *table,
			     const struct comparison_row *row, size_t i)
{
	if (!table->colours || row->cells[i].difference != DIFFERENCE_BEYOND)
		return NULL;
	return comparison_gain(row, i) < 1 ? RED : GREEN;
}

static void write_cell(struct table *table, const struct comparison_row *row,
		       size_t i, const struct scale *scale)
{
	const struct column *column = &table->columns[i];
	const struct cell *cell = &row->cells[i];
	const char *colour = colour_of(table, row, i);
	char buf[80];

	printable_pad(table->text, GAP);
	printable_right(table->text,
			compare_median(cell, scale, buf, sizeof(buf)),
			column->median);
	if (column->range) {
		printable_pad(table->text, 1);
		printable_right(table->text,
				compare_range(cell, scale, buf, sizeof(buf)),
				column->range);
	}
	if (!i)
		return;
	printable_pad(table->text, 1);
	text_add(table->text, colour ? colour : "");
	printable_right(table->text, compare_ratio(cell, buf, sizeof(buf)),
			column->ratio);
	text_addf(table->text, " %c", difference_mark[cell->difference]);
	text_add(table->text, colour ? PLAIN : "");
}

static void write_row(struct table *table, const struct comparison_row *row)
{
	struct scale scale =
		compare_scale(row, table->compare->comparison.columns.count);
	size_t i;

	printable_pad(table->text, 2);
	printable_left(table->text, metric_name(row->metric), table->name + 2);
	printable_left(table->text, scale.unit, table->unit);
	for (i = 0; i < table->shown_count; i++)
		write_cell(table, row, table->shown[i], &scale);
	end_line(table->text);
}

static void write_rows(struct table *table)
{
	const struct comparison *comparison = &table->compare->comparison;
	const struct comparison_row *row, *last = NULL;
	size_t i;

	for (i = 0; i < comparison->row_count; i++) {
		row = &comparison->rows[i];
		if (!compare_is_shown(table->compare, row))
			continue;
		if (!last || last->test != row->test || last->side != row->side)
			write_title(table, row);
		write_row(table, row);
		last = row;
	}
}

static void write_legend(struct table *table)
{
	const struct strings *labels = &table->compare->comparison.columns;
	struct text *text = table->text;

	if (labels->count > 1) {
		text_add(text, "\nRatios are of medians, to ");
		printable_add(text, labels->items[0]);
		text_add(text, ".");
	}
	if (table->marks & 1u << DIFFERENCE_BEYOND)
		text_add(text, "\n! differs beyond the repeats' spread: the "
			       "ranges of 3 or more runs each do not overlap");
	if (table->marks & 1u << DIFFERENCE_WITHIN)
		text_add(text, "\n~ within it: they overlap");
	if (table->marks & 1u << DIFFERENCE_UNKNOWN)
		text_add(text, "\n? not known: fewer than 3 runs of one of "
			       "both");
	if (table->highest)
		text_add(text, "\n^ the highest of the jobs' own: without bins "
			       "(json+) there is none of all");
	if (labels->count > 1 || table->highest)
		text_add(text, "\n");
}

/* the first input and, from @next on, as many as fit, but one at least;
 * Return: the next one */
static size_t choose_columns(struct table *table, size_t next, size_t width)
{
	size_t count = table->compare->comparison.columns.count;
	size_t used = 2 + table->name + 2 + table->unit + GAP +
		      column_width(&table->columns[0]);

	table->shown[0] = 0;
	table->shown_count = 1;
	for (; next < count; next++) {
		used += GAP + column_width(&table->columns[next]);
		if (width && used > width && table->shown_count > 1)
			break;
		table->shown[table->shown_count++] = next;
	}
	return next;
}

static void write_blocks(struct table *table, size_t width)
{
	size_t count = table->compare->comparison.columns.count, next = 1;

	do {
		if (table->text->len)
			text_add(table->text, "\n");
		next = choose_columns(table, next, width);
		write_labels(table);
		write_repeats(table);
		write_rows(table);
	} while (next < count);
}

void compare_table(struct text *text, const struct compare *compare,
		   bool colours, size_t width)
{
	size_t count = compare->comparison.columns.count;
	struct table table = {
		.text = text, .compare = compare, .colours = colours};

	table.columns = calloc(count, sizeof(*table.columns));
	table.shown = calloc(count, sizeof(*table.shown));
	if (table.columns && table.shown) {
		measure(&table);
		widen_by_labels(&table);
		write_blocks(&table, width);
		write_legend(&table);
	} else {
		text->failed = true;
	}
	free(table.columns);
	free(table.shown);
}
