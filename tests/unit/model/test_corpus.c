// SPDX-License-Identifier: GPL-2.0-only
/* Each file of tests/golden/corpus against its values. */
#include "unit.h"

#include "model/csv.h"
#include "model/outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CORPUS "tests/golden/corpus/"

/* fewer would mean that the table was not read */
#define FILES_MIN 120

enum column {
	FILE_NAME,
	TEST,
	DIRECTION,
	FIGURE,
	VALUE,
	COLUMNS
};

struct row {
	char *field[COLUMNS];
};

struct table {
	struct row *rows;
	size_t count;
};

/* --- reading ----------------------------------------------------------------
 */
static char *read_file(const char *name, size_t *len)
{
	char path[256];
	FILE *file;
	char *buf = NULL;

	snprintf(path, sizeof(path), CORPUS "%s", name);
	file = fopen(path, "r");
	if (!file)
		fail_msg("%s is missing", path);
	fseek(file, 0, SEEK_END);
	*len = (size_t)ftell(file);
	rewind(file);
	/* no byte more than there is, so that ASAN sees a step too far */
	buf = malloc(*len ? *len : 1);
	assert_non_null(buf);
	assert_int_equal(fread(buf, 1, *len, file), *len);
	fclose(file);
	return buf;
}

static void read_table(struct table *table)
{
	struct csv csv = {.name = "values.csv"};
	struct text field = {0};
	char *buf = read_file(csv.name, &csv.len);
	unsigned int column = 0;
	bool last;

	csv.buf = buf;
	*table = (struct table){0};
	while (csv_field(&csv, &field, &last, NULL) == 1) {
		if (!column) {
			table->rows = array_grow(table->rows, table->count,
						 sizeof(*table->rows));
			assert_non_null(table->rows);
			table->count++;
		}
		assert_true(column < COLUMNS);
		table->rows[table->count - 1].field[column] =
			strdup(field.buf ? field.buf : "");
		column = last ? 0 : column + 1;
	}
	text_free(&field);
	free(buf);
}

static void free_table(struct table *table)
{
	size_t i;
	int k;

	for (i = 0; i < table->count; i++)
		for (k = 0; k < COLUMNS; k++)
			free(table->rows[i].field[k]);
	free(table->rows);
}

/* --- comparing ---------------------------------------------------------------
 */
/* all that is wrong is told, not only the first */
static unsigned int failures;

static void wrong(const struct row *row, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void wrong(const struct row *row, const char *format, ...)
{
	char text[1024];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof(text), format, args);
	va_end(args);
	print_error("%s, \"%s\" %s, %s: should be \"%s\", %s\n",
		    row->field[FILE_NAME], row->field[TEST],
		    row->field[DIRECTION], row->field[FIGURE],
		    row->field[VALUE], text);
	failures++;
}

static const struct outcome *find(const struct outcomes *outcomes,
				  const struct row *row)
{
	size_t i;

	for (i = 0; i < outcomes->count; i++)
		if (!strcmp(outcomes->items[i].test, row->field[TEST]) &&
		    !strcmp(side_name(outcomes->items[i].side),
			    row->field[DIRECTION]))
			return &outcomes->items[i];
	return NULL;
}

static double figure(const struct outcome *outcome, const char *name)
{
	const struct latency *latency = &outcome->latency;
	const struct {
		const char *name;
		double value;
	} figures[] = {
		{"rate", outcome->rate_Bps},
		{"iops", outcome->iops},
		{"bytes", outcome->bytes},
		{"ios", outcome->ios},
		{"interval_ms", outcome->interval_ms},
		{"cpu", outcome->cpu_percent},
		{"lat_count", latency->count},
		{"lat_mean", latency->mean_ns},
		{"lat_stddev", latency->stddev_ns},
		{"p50", latency->p_ns[P50]},
		{"p99", latency->p_ns[P99]},
		{"p99.9", latency->p_ns[P999]},
		{"highest", latency->highest},
		{"of_total", latency->of_total},
	};
	size_t i;

	for (i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		if (!strcmp(figures[i].name, name))
			return figures[i].value;
	fail_msg("values.csv: no figure is called %s", name);
	return 0;
}

static void check_figure(const struct outcomes *outcomes, const struct row *row)
{
	const struct outcome *outcome = find(outcomes, row);
	double want = strtod(row->field[VALUE], NULL), got;

	if (!outcome) {
		wrong(row, "there is no such outcome");
		return;
	}
	got = figure(outcome, row->field[FIGURE]);
	if (!strcmp(row->field[VALUE], "unknown")) {
		if (!isnan(got))
			wrong(row, "is %.17g", got);
		return;
	}
	if (!(fabs(got - want) <= 1e-9 * fabs(want)))
		wrong(row, "is %.17g", got);
}

static void check_note(const struct outcomes *outcomes, const struct row *row)
{
	size_t i;

	for (i = 0; i < outcomes->notes.count; i++)
		if (strstr(outcomes->notes.items[i], row->field[VALUE]))
			return;
	wrong(row, "there is no such note");
}

/* a row of the file as a whole; Return: whether it is one */
static bool check_file(const struct outcomes *outcomes, const struct row *row)
{
	const char *name = row->field[FIGURE], *value = row->field[VALUE];

	if (!strcmp(name, "outcomes")) {
		if (outcomes->count != strtoul(value, NULL, 10))
			wrong(row, "there are %zu", outcomes->count);
	} else if (!strcmp(name, "tool")) {
		assert_string_equal(outcomes->tool, value);
	} else if (!strcmp(name, "problem")) {
		if (!strstr(outcomes->problem, value))
			wrong(row, "is \"%s\"", outcomes->problem);
	} else if (!strcmp(name, "note")) {
		check_note(outcomes, row);
	} else {
		return false;
	}
	return true;
}

static size_t count_notes(const struct row *rows, size_t count)
{
	size_t i, notes = 0;

	for (i = 0; i < count; i++)
		notes += !strcmp(rows[i].field[FIGURE], "note");
	return notes;
}

static void check_read(const struct outcomes *outcomes, const struct row *rows,
		       size_t count)
{
	bool is_problem = false;
	size_t i;

	for (i = 0; i < count; i++) {
		is_problem |= !strcmp(rows[i].field[FIGURE], "problem");
		if (!strcmp(rows[i].field[FIGURE], "error"))
			wrong(&rows[i], "it was read");
		if (!check_file(outcomes, &rows[i]))
			check_figure(outcomes, &rows[i]);
	}
	if (!is_problem && *outcomes->problem)
		wrong(rows, "it does not count: %s", outcomes->problem);
	if (outcomes->notes.count > count_notes(rows, count))
		wrong(rows, "there are %zu notes, the last \"%s\"",
		      outcomes->notes.count,
		      outcomes->notes.items[outcomes->notes.count - 1]);
}

/* the rows of one file */
static void check_rows(const struct row *rows, size_t count)
{
	const char *name = rows->field[FILE_NAME];
	struct outcomes outcomes;
	struct err err = {0};
	char line[1200];
	size_t len;
	char *buf = read_file(name, &len);
	int ret = outcomes_parse(&outcomes, name, buf, len, &err);

	free(buf);
	if (!ret) {
		check_read(&outcomes, rows, count);
		outcomes_free(&outcomes);
		return;
	}
	err_format(&err, line, sizeof(line));
	if (strcmp(rows->field[FIGURE], "error"))
		wrong(rows, "it was refused: %s", line);
	else if (!strstr(line, rows->field[VALUE]))
		wrong(rows, "is \"%s\"", line);
	assert_true(ret < 0 && err.code == -ret);
}

static void every_file_gives_its_values(void **state)
{
	struct table table;
	size_t i, next, files = 0;

	(void)state;
	read_table(&table);
	/* below the names of the columns */
	for (i = 1; i < table.count; i = next) {
		const char *name = table.rows[i].field[FILE_NAME];

		for (next = i; next < table.count; next++)
			if (strcmp(table.rows[next].field[FILE_NAME], name))
				break;
		check_rows(&table.rows[i], next - i);
		files++;
	}
	assert_int_equal(failures, 0);
	assert_true(files >= FILES_MIN);
	free_table(&table);
}

/* cut anywhere, a file is read or refused, never more */
static void a_file_may_end_anywhere(void **state)
{
	struct table table;
	size_t i, len, cut;

	(void)state;
	read_table(&table);
	for (i = 1; i < table.count; i++) {
		const char *name = table.rows[i].field[FILE_NAME];
		char *buf, *part;

		if (!strcmp(name, table.rows[i - 1].field[FILE_NAME]))
			continue;
		buf = read_file(name, &len);
		for (cut = 0; cut < len; cut += 1 + len / 40) {
			struct outcomes outcomes;

			part = malloc(cut ? cut : 1);
			assert_non_null(part);
			memcpy(part, buf, cut);
			if (!outcomes_parse(&outcomes, name, part, cut, NULL))
				outcomes_free(&outcomes);
			free(part);
		}
		free(buf);
	}
	free_table(&table);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file_gives_its_values),
		cmocka_unit_test(a_file_may_end_anywhere),
	};

	return unit_run(tests);
}
