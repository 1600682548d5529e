// SPDX-License-Identifier: GPL-2.0-only
#include "model/results.h"

#include "model/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int no_memory(const char *name, struct err *err)
{
	return err_set(err, ENOMEM, name, "out of memory");
}

/* room for one more, zeroed; Return: it, or NULL */
static void *add_item(void *array, size_t *count, size_t size)
{
	void **items = array;
	void *grown = array_grow(*items, *count, size);

	if (!grown)
		return NULL;
	*items = grown;
	return memset((char *)grown + (*count)++ * size, 0, size);
}

static int note_problem(struct results *results, const struct err *bad)
{
	char line[1200];

	return strings_addf(&results->problems, "%s",
			    err_format(bad, line, sizeof(line)));
}

long results_suite(struct results *results, const char *name,
		   const struct source *published, struct err *err)
{
	struct err bad = {0};
	struct suite *suite;
	size_t i;

	for (i = 0; i < results->suite_count; i++)
		if (!strcmp(results->suites[i].name, name))
			return (long)i;
	suite = add_item(&results->suites, &results->suite_count,
			 sizeof(*suite));
	if (!suite)
		return no_memory(name, err);
	snprintf(suite->name, sizeof(suite->name), "%s", name);
	if (published->buf &&
	    published_parse(&suite->published, published->name, published->buf,
			    published->len, &bad) &&
	    note_problem(results, &bad))
		return no_memory(name, err);
	return (long)i;
}

/* how often the suite has a configuration of this name already */
static unsigned int namesakes(const struct results *results, size_t suite,
			      const char *name)
{
	unsigned int count = 0;
	size_t i;

	for (i = 0; i < results->config_count; i++)
		count += results->configs[i].suite == suite &&
			 !strcmp(results->configs[i].name, name);
	return count;
}

static int label_config(struct results *results, struct config *config,
			unsigned int namesake)
{
	if (!namesake) {
		snprintf(config->label, sizeof(config->label), "%s",
			 config->name);
		return 0;
	}
	snprintf(config->label, sizeof(config->label), "%s (%u)", config->name,
		 namesake + 1);
	return strings_addf(&results->warnings, "\"%s\" is the one in %s",
			    config->label, config->path);
}

long results_config(struct results *results, size_t suite, const char *name,
		    const char *path, const struct source *model,
		    struct err *err)
{
	unsigned int namesake = namesakes(results, suite, name);
	struct machine machine = {0};
	struct config *config;
	size_t i;

	for (i = 0; i < results->config_count; i++)
		if (results->configs[i].suite == suite &&
		    !strcmp(results->configs[i].path, path))
			return (long)i;
	if (model->buf && machine_parse_model(&machine, model->name, model->buf,
					      model->len, err))
		return -EINVAL;
	config = add_item(&results->configs, &results->config_count,
			  sizeof(*config));
	if (!config) {
		machine_free(&machine);
		return no_memory(path, err);
	}
	config->suite = suite;
	config->model = machine;
	snprintf(config->name, sizeof(config->name), "%s", name);
	snprintf(config->path, sizeof(config->path), "%s", path);
	if (label_config(results, config, namesake))
		return no_memory(path, err);
	return (long)i;
}

static void free_figures(struct results *results)
{
	size_t i, k;

	for (i = 0; i < results->figure_count; i++) {
		for (k = 0; k < results->figures[i].sample_count; k++)
			sample_free(&results->figures[i].samples[k]);
		free(results->figures[i].samples);
	}
	free(results->figures);
}

void results_free(struct results *results)
{
	size_t i;

	free_figures(results);
	for (i = 0; i < results->config_count; i++)
		machine_free(&results->configs[i].model);
	for (i = 0; i < results->suite_count; i++)
		published_free(&results->suites[i].published);
	free(results->suites);
	free(results->configs);
	free(results->tests);
	strings_free(&results->warnings);
	strings_free(&results->problems);
	*results = (struct results){0};
}

double figure_of_published(const struct figure *figure)
{
	const struct published_row *row = figure->published;

	if (!row || !figure->valid)
		return 0;
	return figure->median_Bps * figure->scale /
	       ((row->lo_Bps + row->hi_Bps) / 2);
}

double figure_of_ceiling(const struct figure *figure)
{
	if (figure->ceiling.kind == CEILING_NONE || !figure->valid)
		return 0;
	return figure->median_Bps / figure->ceiling.rate.hi_Bps;
}

bool figure_exceeds(const struct figure *figure)
{
	return figure_of_ceiling(figure) > CEILING_TOLERANCE;
}
