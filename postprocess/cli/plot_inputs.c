// SPDX-License-Identifier: GPL-2.0-only
/* Folders among the inputs become the files in them. */
#include "cli/plot.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* results, suite, configuration, and one more: links may loop */
#define DEPTH_MAX 4

struct found {
	struct plot_input *items;
	size_t count;
};

static bool ends_in(const char *name, const char *end)
{
	size_t len = strlen(name), end_len = strlen(end);

	return len > end_len && !strcmp(name + len - end_len, end);
}

bool plot_is_result(const char *name)
{
	static const char *const others[] = {".run.json", ".topo.json",
					     ".sar.json", ".stat.json",
					     ".md.json"};
	size_t i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (ends_in(name, others[i]))
			return false;
	return ends_in(name, ".json") && strcmp(name, "model.json") != 0;
}

bool plot_is_log(const char *name)
{
	struct log_name parsed;

	log_name_parse(&parsed, name);
	return parsed.kind != LOG_UNKNOWN;
}

bool plot_is_latency_log(const char *name)
{
	struct log_name parsed;

	log_name_parse(&parsed, name);
	return log_kind_latency(parsed.kind);
}

bool plot_is_usage(const char *name)
{
	return ends_in(name, ".sar.json") || ends_in(name, ".stat.json") ||
	       !strcmp(name, "sar.json") || !strcmp(name, "stat.json");
}

static int add(struct found *found, const char *label, char *path)
{
	struct plot_input *items =
		array_grow(found->items, found->count, sizeof(*items));

	if (!items || !path) {
		free(path);
		return -ENOMEM;
	}
	found->items = items;
	items[found->count] = (struct plot_input){.path = path};
	snprintf(items[found->count].label, sizeof(items->label), "%s", label);
	found->count++;
	return 0;
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int walk(struct plot *plot, struct found *found, const char *label,
		const char *folder, plot_filter *wanted, int depth);

static int visit(struct plot *plot, struct found *found, const char *label,
		 const char *folder, const char *name, plot_filter *wanted,
		 int depth)
{
	char path[PATH_MAX];
	struct stat st;

	if (snprintf(path, sizeof(path), "%s/%s", folder, name) >= PATH_MAX ||
	    stat(path, &st))
		return 0;
	if (S_ISDIR(st.st_mode))
		return depth < DEPTH_MAX ? walk(plot, found, label, path,
						wanted, depth + 1)
					 : 0;
	return wanted(name) ? add(found, label, strdup(path)) : 0;
}

static int walk(struct plot *plot, struct found *found, const char *label,
		const char *folder, plot_filter *wanted, int depth)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, not_hidden, versionsort);
	struct err err = {0};
	int i, ret = 0;

	if (count < 0) {
		err_set(&err, errno, folder, "cannot be read: %s",
			strerror(errno));
		return plot_problem(plot, &err);
	}
	for (i = 0; i < count; i++) {
		if (!ret)
			ret = visit(plot, found, label, folder,
				    entries[i]->d_name, wanted, depth);
		free(entries[i]);
	}
	free(entries);
	return ret;
}

void plot_inputs_free(struct plot *plot)
{
	size_t i;

	for (i = 0; i < plot->input_count; i++)
		free(plot->inputs[i].path);
	free(plot->inputs);
	plot->inputs = NULL;
	plot->input_count = 0;
}

static int expand_one(struct plot *plot, struct found *found,
		      const struct plot_input *input, plot_filter *wanted)
{
	size_t before = found->count, problems = plot->problems.count;
	struct err err = {0};
	struct stat st;
	int ret;

	if (stat(input->path, &st) || !S_ISDIR(st.st_mode))
		return add(found, input->label, strdup(input->path));
	ret = walk(plot, found, input->label, input->path, wanted, 0);
	if (ret || found->count > before || plot->problems.count > problems)
		return ret;
	err_set(&err, ENOENT, input->path, "holds no file for this chart");
	return plot_problem(plot, &err);
}

int plot_expand(struct plot *plot, plot_filter *wanted, struct err *err)
{
	struct found found = {0};
	size_t i;
	int ret = 0;

	for (i = 0; i < plot->input_count && !ret; i++)
		ret = expand_one(plot, &found, &plot->inputs[i], wanted);
	plot_inputs_free(plot);
	plot->inputs = found.items;
	plot->input_count = found.count;
	return ret ? err_set(err, ENOMEM, "inputs", "out of memory") : 0;
}
