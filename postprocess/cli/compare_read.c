// SPDX-License-Identifier: GPL-2.0-only
/* Inputs of `lanes compare` into the model. */
#include "cli/collect.h"
#include "cli/compare.h"
#include "cli/io.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/**
 * struct input - one argument: PATH or PATH#TEST
 * @test:  the only one that is taken; "" for all
 * @label: its column's; owned
 * @column: made when its first figure comes; -1 before
 * @found: tests that it has, for the message where it lacks @test
 */
struct input {
	char path[PATH_MAX];
	const char *test;
	char *label;
	char tool[80];
	long column;
	struct strings found;
};

static int no_memory(struct err *err)
{
	return err_set(err, ENOMEM, "comparison", "out of memory");
}

static int note_problem(struct compare *compare, const struct err *bad)
{
	char line[1200];

	return strings_addf(&compare->problems, "%s",
			    err_format(bad, line, sizeof(line)));
}

/* --- names ---------------------------------------------------------------- */
/* a file may have '#' in its name, too */
static void split(struct input *input, const char *argument)
{
	const char *mark = strrchr(argument, '#');

	*input = (struct input){.test = "", .column = -1};
	if (mark && access(argument, F_OK)) {
		snprintf(input->path, sizeof(input->path), "%.*s",
			 (int)(mark - argument), argument);
		input->test = mark + 1;
	} else {
		snprintf(input->path, sizeof(input->path), "%s", argument);
	}
}

/* the last @parts parts of a path, without '/' at its end */
static const char *tail(const char *path, unsigned int parts)
{
	const char *at = path + strlen(path);

	while (at > path && at[-1] == '/')
		at--;
	for (; at > path; at--)
		if (at[-1] == '/' && !--parts)
			break;
	return at;
}

static bool are_distinct(const struct input *inputs, int count,
			 unsigned int parts)
{
	int i, k;

	for (i = 0; i < count; i++)
		for (k = 0; k < i; k++)
			if (!strcmp(tail(inputs[i].path, parts),
				    tail(inputs[k].path, parts)))
				return false;
	return true;
}

/* as much of the paths' ends as tells them apart, if anything does */
static int label_all(struct input *inputs, int count)
{
	unsigned int parts = 1;
	int i;

	while (parts < 8 && !are_distinct(inputs, count, parts))
		parts++;
	if (!are_distinct(inputs, count, parts))
		parts = 1;
	for (i = 0; i < count; i++)
		if (asprintf(&inputs[i].label, "%s%s%s",
			     tail(inputs[i].path, parts),
			     *inputs[i].test ? "#" : "", inputs[i].test) < 0) {
			inputs[i].label = NULL;
			return -ENOMEM;
		}
	return 0;
}

/* --- figures -------------------------------------------------------------- */
static int note_found(struct input *input, const char *test)
{
	size_t i;

	for (i = 0; i < input->found.count; i++)
		if (!strcmp(input->found.items[i], test))
			return 0;
	return strings_addf(&input->found, "%s", test);
}

static int add(struct compare *compare, struct input *input, const char *test,
	       const struct outcome *outcome)
{
	if (note_found(input, test))
		return -ENOMEM;
	if (*input->test && strcmp(input->test, test))
		return 0;
	if (input->column < 0)
		input->column =
			comparison_column(&compare->comparison, input->label);
	if (input->column < 0)
		return -ENOMEM;
	return comparison_add(&compare->comparison, (size_t)input->column, test,
			      outcome);
}

static int move_lines(struct strings *to, const struct strings *from)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < from->count; i++)
		ret |= strings_addf(to, "%s", from->items[i]);
	return ret;
}

static int add_outcomes(struct compare *compare, struct input *input,
			const struct outcomes *outcomes, const char *test)
{
	size_t i;
	int ret = 0;

	snprintf(input->tool, sizeof(input->tool), "%s", outcomes->tool);
	for (i = 0; i < outcomes->count && !ret; i++)
		ret = add(compare, input, test ? test : outcomes->items[i].test,
			  &outcomes->items[i]);
	return ret;
}

static int read_file(struct compare *compare, struct input *input,
		     struct err *err)
{
	struct outcomes outcomes;
	char *buf;
	size_t len;
	int ret = io_read(input->path, &buf, &len, err);

	if (!ret)
		ret = outcomes_parse(&outcomes, input->path, buf, len, err);
	free(buf);
	if (ret)
		return ret;
	ret = move_lines(&compare->warnings, &outcomes.notes);
	if (*outcomes.problem)
		ret |= strings_addf(&compare->problems,
				    "%s: does not count: %s", input->path,
				    outcomes.problem);
	else
		ret |= add_outcomes(compare, input, &outcomes, NULL);
	outcomes_free(&outcomes);
	return ret ? no_memory(err) : 0;
}

/* --- folders ---------------------------------------------------------------
 */
/* as much of suite/config/test as there are several of; configurations that
 * are columns of their own need not be named */
static void name_test(const struct results *results,
		      const struct figure *figure, bool by_config, char *name,
		      size_t len)
{
	const char *suite = results->suites[figure->suite].name;
	const char *config = results->configs[figure->config].label;
	const char *test = results->tests[figure->test].name;
	bool suites = results->suite_count > 1;
	bool configs = results->config_count > 1 && !by_config;

	snprintf(name, len, "%s%s%s%s%s", suites ? suite : "",
		 suites ? "/" : "", configs ? config : "", configs ? "/" : "",
		 test);
}

static int add_figure(struct compare *compare, struct input *input,
		      const struct results *results,
		      const struct figure *figure, bool by_config)
{
	char name[300];
	size_t i;
	int ret = 0;

	name_test(results, figure, by_config, name, sizeof(name));
	for (i = 0; i < figure->sample_count && !ret; i++)
		if (!*figure->samples[i].problem)
			ret = add_outcomes(compare, input,
					   &figure->samples[i].outcomes, name);
	if (!figure->valid)
		ret |= strings_addf(&compare->problems,
				    "%s: %s: none of its %zu repeats counts",
				    input->path, name, figure->sample_count);
	return ret;
}

static int end_column(struct compare *compare, const struct input *input,
		      size_t columns)
{
	if (compare->comparison.columns.count == columns)
		return 0;
	return strings_addf(&compare->paths, "%s", input->path) |
	       strings_addf(&compare->tools, "%s", input->tool);
}

/* a folder alone: its configurations beside each other */
static int add_configs(struct compare *compare, const struct input *input,
		       const struct results *results)
{
	size_t columns, i, k;
	int ret = 0;

	for (i = 0; i < results->config_count && !ret; i++) {
		struct input config = *input;

		columns = compare->comparison.columns.count;
		config.found = (struct strings){0};
		config.label = results->configs[i].label;
		snprintf(config.path, sizeof(config.path), "%s",
			 results->configs[i].path);
		for (k = 0; k < results->figure_count && !ret; k++)
			if (results->figures[k].config == i)
				ret = add_figure(compare, &config, results,
						 &results->figures[k], true);
		ret |= end_column(compare, &config, columns);
		strings_free(&config.found);
	}
	return ret;
}

static int read_folder(struct compare *compare, struct input *input, bool alone,
		       struct err *err)
{
	struct results results = {0};
	int ret = collect(&results, input->path, err);
	size_t i;

	if (!ret && results_finish(&results))
		ret = -ENOMEM;
	if (!ret && alone && results.config_count > 1)
		ret = add_configs(compare, input, &results);
	else
		for (i = 0; i < results.figure_count && !ret; i++)
			ret = add_figure(compare, input, &results,
					 &results.figures[i], false);
	if (!ret)
		ret = move_lines(&compare->warnings, &results.warnings) |
		      move_lines(&compare->problems, &results.problems);
	results_free(&results);
	return ret ? no_memory(err) : 0;
}

/* --- all -------------------------------------------------------------------
 */
static int note_lacking(struct compare *compare, const struct input *input)
{
	struct text names = {0};
	size_t i;
	int ret;

	if (!*input->test || input->column >= 0 || !input->found.count)
		return 0;
	for (i = 0; i < input->found.count; i++)
		text_addf(&names, "%s\"%s\"", i ? ", " : "",
			  input->found.items[i]);
	ret = names.failed ||
	      strings_addf(&compare->problems,
			   "%s: has no test \"%s\"; its tests are %s",
			   input->path, input->test, names.buf);
	text_free(&names);
	return ret ? -ENOMEM : 0;
}

static int read_input(struct compare *compare, struct input *input, bool alone,
		      struct err *err)
{
	size_t columns = compare->comparison.columns.count;
	struct stat st;
	int ret;

	if (!stat(input->path, &st) && S_ISDIR(st.st_mode))
		ret = read_folder(compare, input, alone, err);
	else
		ret = read_file(compare, input, err);
	if (ret && ret != -ENOMEM)
		ret = note_problem(compare, err);
	if (!ret)
		ret = note_lacking(compare, input);
	if (!ret && input->column >= 0)
		ret = end_column(compare, input, columns);
	return ret ? no_memory(err) : 0;
}

int compare_read(struct compare *compare, char **paths, int count,
		 struct err *err)
{
	struct input *inputs = calloc((size_t)count, sizeof(*inputs));
	int i, ret = 0;

	if (!inputs)
		return no_memory(err);
	for (i = 0; i < count; i++)
		split(&inputs[i], paths[i]);
	if (label_all(inputs, count))
		ret = no_memory(err);
	for (i = 0; i < count && !ret; i++)
		ret = read_input(compare, &inputs[i], count == 1, err);
	for (i = 0; i < count; i++) {
		free(inputs[i].label);
		strings_free(&inputs[i].found);
	}
	free(inputs);
	if (!ret && comparison_finish(&compare->comparison))
		ret = no_memory(err);
	if (!ret &&
	    move_lines(&compare->warnings, &compare->comparison.warnings))
		ret = no_memory(err);
	return ret;
}
