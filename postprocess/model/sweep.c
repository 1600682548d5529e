// SPDX-License-Identifier: GPL-2.0-only
#include "model/sweep.h"

#include "model/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sweep_add(struct sweep *sweep, const struct sweep_run *run)
{
	struct sweep_run *runs =
		array_grow(sweep->runs, sweep->count, sizeof(*runs));

	if (!runs)
		return -ENOMEM;
	sweep->runs = runs;
	runs[sweep->count++] = *run;
	return 0;
}

void sweep_free(struct sweep *sweep)
{
	free(sweep->runs);
	*sweep = (struct sweep){0};
}

static bool same(double a, double b)
{
	return a == b || (isnan(a) && isnan(b));
}

bool sweep_differs(const struct sweep *sweep, enum setting setting)
{
	size_t i;

	for (i = 1; i < sweep->count; i++)
		if (!same(sweep->runs[i].setup.value[setting],
			  sweep->runs[0].setup.value[setting]))
			return true;
	return false;
}

/* ---- names of lines -------------------------------------------------- */

/* which of a run's traits set lines apart */
struct traits {
	bool label, place, rw, engine;
	bool setting[SETTING_COUNT];
};

static struct traits find_traits(const struct sweep *sweep,
				 const enum setting *along, size_t count)
{
	const struct sweep_run *first = sweep->runs, *run;
	struct traits traits = {0};
	enum setting setting;
	size_t i;

	for (i = 1; i < sweep->count; i++) {
		run = &sweep->runs[i];
		traits.label |= !!strcmp(run->label, first->label);
		traits.place |= !!strcmp(run->place, first->place);
		traits.rw |= !!strcmp(run->setup.rw, first->setup.rw);
		traits.engine |=
			!!strcmp(run->setup.engine, first->setup.engine);
	}
	for (setting = 0; setting < SETTING_COUNT; setting++)
		traits.setting[setting] = sweep_differs(sweep, setting);
	/* it follows from the two that make it up */
	traits.setting[SETTING_OUTSTANDING] = false;
	for (i = 0; i < count; i++) {
		traits.setting[along[i]] = false;
		/* mixes differ in their direction, too */
		if (along[i] == SETTING_READS)
			traits.rw = false;
		if (along[i] == SETTING_OUTSTANDING)
			traits.setting[SETTING_JOBS] =
				traits.setting[SETTING_IODEPTH] = false;
	}
	if (traits.rw && traits.setting[SETTING_READS])
		traits.setting[SETTING_READS] = false;
	return traits;
}

static void append(char name[96], const char *format, const char *a,
		   const char *b)
{
	size_t len = strlen(name);

	if (len && len < 93) {
		strcpy(name + len, ", ");
		len += 2;
	}
	snprintf(name + len, 96 - len, format, a, b);
}

static void append_setting(char name[96], enum setting setting, double value)
{
	static const char *const formats[SETTING_COUNT] = {
		[SETTING_DRIVES] = "%s drive%s",
		[SETTING_JOBS] = "%s job%s",
		[SETTING_IODEPTH] = "iodepth %s%s",
		[SETTING_OUTSTANDING] = "%s outstanding%s",
		[SETTING_BLOCK] = "%s%s",
		[SETTING_READS] = "%s reads%s",
	};
	bool many = value != 1 &&
		    (setting == SETTING_DRIVES || setting == SETTING_JOBS);
	char text[24];

	if (isnan(value))
		return;
	append(name, formats[setting], setting_text(setting, value, text),
	       many ? "s" : "");
}

static void name_run(char name[96], const struct sweep_run *run,
		     const struct traits *traits)
{
	enum setting setting;

	*name = '\0';
	if (traits->label)
		append(name, "%s%s", run->label, "");
	if (traits->place && !*run->label)
		append(name, "%s%s", run->place, "");
	if (traits->rw && *run->setup.rw)
		append(name, "%s%s", run->setup.rw, "");
	for (setting = 0; setting < SETTING_COUNT; setting++)
		if (traits->setting[setting])
			append_setting(name, setting,
				       run->setup.value[setting]);
	if (traits->engine && *run->setup.engine)
		append(name, "%s%s", run->setup.engine, "");
}

/* ---- points ---------------------------------------------------------- */

/* a run on its way into lines: its line and where it stands there */
struct sorted {
	const struct sweep_run *run;
	size_t line;
	double at[2];
};

static int by_place(const void *a, const void *b)
{
	const struct sorted *one = a, *two = b;
	size_t i;

	if (one->line != two->line)
		return one->line < two->line ? -1 : 1;
	for (i = 0; i < 2; i++)
		if (one->at[i] != two->at[i])
			return one->at[i] < two->at[i] ? -1 : 1;
	return 0;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* @values has room for all repeats */
static void fill_metric(struct sweep_point *point, const struct sorted *sorted,
			size_t count, enum sweep_metric metric, double *values)
{
	size_t i, known = 0;

	for (i = 0; i < count; i++)
		if (!isnan(sorted[i].run->value[metric]))
			values[known++] = sorted[i].run->value[metric];
	point->median[metric] = point->lo[metric] = point->hi[metric] = NAN;
	if (!known)
		return;
	qsort(values, known, sizeof(*values), by_size);
	point->lo[metric] = values[0];
	point->hi[metric] = values[known - 1];
	point->median[metric] =
		(values[(known - 1) / 2] + values[known / 2]) / 2;
}

static int add_point(struct sweep_line *line, const struct sorted *sorted,
		     size_t count)
{
	struct sweep_point *points =
		array_grow(line->points, line->count, sizeof(*points));
	double *values = calloc(count, sizeof(*values));
	enum sweep_metric metric;

	if (points)
		line->points = points;
	if (points && values) {
		struct sweep_point *point = &points[line->count++];

		*point = (struct sweep_point){.repeats = count};
		memcpy(point->at, sorted->at, sizeof(point->at));
		for (metric = 0; metric < SWEEP_METRICS; metric++)
			fill_metric(point, sorted, count, metric, values);
	}
	free(values);
	return points && values ? 0 : -ENOMEM;
}

/* Return: the line of that name, new where there is none; -ENOMEM */
static long find_line(struct sweep_lines *lines, const char *name)
{
	struct sweep_line *items;
	size_t i;

	for (i = 0; i < lines->count; i++)
		if (!strcmp(lines->items[i].name, name))
			return (long)i;
	items = array_grow(lines->items, lines->count, sizeof(*items));
	if (!items)
		return -ENOMEM;
	lines->items = items;
	items[lines->count] = (struct sweep_line){0};
	strcpy(items[lines->count].name, name);
	return (long)lines->count++;
}

/* Return: how many have both settings, or -ENOMEM */
static long sort_runs(struct sorted *sorted, struct sweep_lines *lines,
		      const struct sweep *sweep, const enum setting *along,
		      size_t count)
{
	struct traits traits = find_traits(sweep, along, count);
	char name[96];
	long used = 0, line;
	size_t i, k;

	for (i = 0; i < sweep->count; i++) {
		struct sorted *one = &sorted[used];
		bool known = true;

		*one = (struct sorted){.run = &sweep->runs[i]};
		for (k = 0; k < 2 && k < count; k++) {
			one->at[k] = one->run->setup.value[along[k]];
			known &= !isnan(one->at[k]);
		}
		if (!known)
			continue;
		name_run(name, one->run, &traits);
		line = find_line(lines, name);
		if (line < 0)
			return line;
		one->line = (size_t)line;
		used++;
	}
	qsort(sorted, (size_t)used, sizeof(*sorted), by_place);
	return used;
}

int sweep_lines(struct sweep_lines *lines, const struct sweep *sweep,
		const enum setting *along, size_t count)
{
	struct sorted *sorted = calloc(sweep->count + 1, sizeof(*sorted));
	long used, i, end;
	int ret = 0;

	*lines = (struct sweep_lines){0};
	used = sorted ? sort_runs(sorted, lines, sweep, along, count) : -ENOMEM;
	if (used < 0)
		ret = -ENOMEM;
	for (i = 0; i < used && !ret; i = end) {
		for (end = i + 1; end < used; end++)
			if (by_place(&sorted[i], &sorted[end]))
				break;
		ret = add_point(&lines->items[sorted[i].line], &sorted[i],
				(size_t)(end - i));
	}
	free(sorted);
	if (ret)
		sweep_lines_free(lines);
	return ret;
}

void sweep_lines_free(struct sweep_lines *lines)
{
	size_t i;

	for (i = 0; i < lines->count; i++)
		free(lines->items[i].points);
	free(lines->items);
	*lines = (struct sweep_lines){0};
}
