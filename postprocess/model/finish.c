// SPDX-License-Identifier: GPL-2.0-only
/* From samples to figures: order, statistics, comparison, warnings. */
#include "model/results.h"

#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int by_repeat(const void *a, const void *b)
{
	const struct sample *one = a, *two = b;

	return (one->repeat > two->repeat) - (one->repeat < two->repeat);
}

static int by_rate(const void *a, const void *b)
{
	const double *one = a, *two = b;

	return (*one > *two) - (*one < *two);
}

static int take_statistics(struct figure *figure)
{
	double *rates = calloc(figure->sample_count, sizeof(*rates));
	size_t i, n = 0;

	if (!rates)
		return -ENOMEM;
	qsort(figure->samples, figure->sample_count, sizeof(*figure->samples),
	      by_repeat);
	for (i = 0; i < figure->sample_count; i++)
		if (!*figure->samples[i].problem)
			rates[n++] = figure->samples[i].total.rate_Bps;
	qsort(rates, n, sizeof(*rates), by_rate);
	if (n) {
		figure->min_Bps = rates[0];
		figure->max_Bps = rates[n - 1];
		figure->median_Bps = (rates[n / 2] + rates[(n - 1) / 2]) / 2;
	}
	figure->valid = n;
	free(rates);
	return 0;
}

/* repeats on different drives have different ceilings: the highest bounds all
 */
static void take_ceiling(struct figure *figure)
{
	size_t i;

	for (i = 0; i < figure->sample_count; i++) {
		const struct ceiling *one = &figure->samples[i].ceiling;

		if (one->kind != CEILING_NONE &&
		    one->rate.hi_Bps > figure->ceiling.rate.hi_Bps)
			figure->ceiling = *one;
	}
}

/* "raid5" is in "raid5x4" and "my-raid5", not in "raid50"; "4k" not in "64k" */
static bool carries_word(const char *name, const char *word)
{
	size_t len = strlen(word);
	const char *at;

	for (at = strcasestr(name, word); at; at = strcasestr(at + 1, word)) {
		if (at > name && isalnum((unsigned char)at[-1]))
			continue;
		if (!isdigit((unsigned char)at[len]))
			return true;
	}
	return false;
}

/* "4k", "1m": the way job files write a block size */
static void block_word(double block_size_bytes, char *word, size_t len)
{
	double kib = block_size_bytes / 1024;

	if (kib >= 1024)
		snprintf(word, len, "%gm", kib / 1024);
	else
		snprintf(word, len, "%gk", kib);
}

static bool is_modelled(const struct machine *model, const char *config,
			const struct test *test)
{
	char block[32];
	size_t i;

	block_word(test->block_size_bytes, block, sizeof(block));
	for (i = 0; i < model->not_modelled.count; i++) {
		const char *word = model->not_modelled.items[i];

		if (!strcasecmp(block, word) || carries_word(config, word) ||
		    carries_word(test->name, word))
			return false;
	}
	return true;
}

static void compare_figure(const struct results *results, struct figure *figure)
{
	const struct config *config = &results->configs[figure->config];
	const struct test *test = &results->tests[figure->test];
	const char *published = figure->samples[0].run.published_config;

	figure->scale = config->model.scale > 0 ? config->model.scale : 1;
	figure->claimed = is_modelled(&config->model, config->name, test);
	figure->published = published_find(
		&results->suites[figure->suite].published,
		*published ? published : config->name, test->name);
}

static int warn_figure(struct results *results, const struct figure *figure)
{
	const char *config = results->configs[figure->config].label;
	const char *test = results->tests[figure->test].name;
	char rate[32], ceiling[32];
	size_t i;
	int ret = 0;

	for (i = 0; i < figure->sample_count; i++)
		if (*figure->samples[i].problem)
			ret |= strings_addf(&results->warnings,
					    "%s %s, repeat %d does not count: "
					    "%s",
					    config, test,
					    figure->samples[i].repeat,
					    figure->samples[i].problem);
	if (figure_exceeds(figure))
		ret |= strings_addf(
			&results->warnings,
			"%s %s: %s is %.0f %% of its ceiling of %s (%s): the "
			"data did not come from the drives alone, or the "
			"ceiling is wrong",
			config, test,
			units_rate(figure->median_Bps, rate, sizeof(rate)),
			100 * figure_of_ceiling(figure),
			units_rate(figure->ceiling.rate.hi_Bps, ceiling,
				   sizeof(ceiling)),
			figure->ceiling.hop);
	return ret;
}

static void note_start(double *first, double start)
{
	if (start > 0 && (*first <= 0 || start < *first))
		*first = start;
}

static void note_starts(struct results *results)
{
	size_t i, k;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];

		for (k = 0; k < figure->sample_count; k++) {
			double start = figure->samples[k].run.start_epoch_ns;

			note_start(&results->configs[figure->config]
					    .start_epoch_ns,
				   start);
			note_start(&results->tests[figure->test].start_epoch_ns,
				   start);
		}
	}
}

#define COMPARE(a, b)                              \
	do {                                       \
		if ((a) != (b))                    \
			return (a) < (b) ? -1 : 1; \
	} while (0)

static int by_config(const void *a, const void *b, void *arg)
{
	const struct results *results = arg;
	const struct config *one = &results->configs[*(const size_t *)a];
	const struct config *two = &results->configs[*(const size_t *)b];

	COMPARE(one->suite, two->suite);
	COMPARE(one->start_epoch_ns, two->start_epoch_ns);
	return strcmp(one->label, two->label);
}

static int by_test(const void *a, const void *b, void *arg)
{
	const struct results *results = arg;
	const struct test *one = &results->tests[*(const size_t *)a];
	const struct test *two = &results->tests[*(const size_t *)b];

	COMPARE(one->suite, two->suite);
	COMPARE(two->block_size_bytes, one->block_size_bytes);
	COMPARE(one->direction, two->direction);
	COMPARE(one->start_epoch_ns, two->start_epoch_ns);
	return strcmp(one->name, two->name);
}

/* sort @items by @compare; rank[old index] = new index; Return: 0, -ENOMEM */
static int sort_items(struct results *results, void *items, size_t count,
		      size_t size,
		      int (*compare)(const void *, const void *, void *),
		      size_t *rank)
{
	size_t *order = calloc(count + 1, sizeof(*order));
	char *copy = malloc(count * size + 1);
	size_t i;

	if (order && copy) {
		for (i = 0; i < count; i++)
			order[i] = i;
		qsort_r(order, count, sizeof(*order), compare, results);
		if (count)
			memcpy(copy, items, count * size);
		for (i = 0; i < count; i++) {
			memcpy((char *)items + i * size, copy + order[i] * size,
			       size);
			rank[order[i]] = i;
		}
	}
	i = order && copy;
	free(order);
	free(copy);
	return i ? 0 : -ENOMEM;
}

static int by_place(const void *a, const void *b)
{
	const struct figure *one = a, *two = b;

	COMPARE(one->suite, two->suite);
	COMPARE(one->test, two->test);
	COMPARE(one->config, two->config);
	return 0;
}

static int sort_all(struct results *results)
{
	size_t *configs = calloc(results->config_count + 1, sizeof(*configs));
	size_t *tests = calloc(results->test_count + 1, sizeof(*tests));
	int ret = -ENOMEM;
	size_t i;

	if (!configs || !tests)
		goto out;
	ret = sort_items(results, results->configs, results->config_count,
			 sizeof(*results->configs), by_config, configs);
	if (!ret)
		ret = sort_items(results, results->tests, results->test_count,
				 sizeof(*results->tests), by_test, tests);
	if (ret)
		goto out;
	for (i = 0; i < results->figure_count; i++) {
		results->figures[i].config =
			configs[results->figures[i].config];
		results->figures[i].test = tests[results->figures[i].test];
	}
	if (results->figure_count)
		qsort(results->figures, results->figure_count,
		      sizeof(*results->figures), by_place);
out:
	free(configs);
	free(tests);
	return ret;
}

int results_finish(struct results *results)
{
	size_t i;
	int ret;

	note_starts(results);
	ret = sort_all(results);
	for (i = 0; !ret && i < results->figure_count; i++) {
		struct figure *figure = &results->figures[i];

		ret = take_statistics(figure);
		take_ceiling(figure);
		compare_figure(results, figure);
		if (!ret)
			ret = warn_figure(results, figure);
	}
	return ret;
}
