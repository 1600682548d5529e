// SPDX-License-Identifier: GPL-2.0-only
/* CPU time over time, from what was recorded beside a run. */
#include "cli/plot.h"

#include "cli/io.h"

#include "plot/cpu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * struct recording - the files of one run
 * @stem: of both paths
 */
struct recording {
	char stem[256];
	char label[96];
	struct usage sar, stat;
};

static bool is_stat(const char *path)
{
	size_t len = strlen(path);

	return len >= 9 && !strcmp(path + len - 9, "stat.json");
}

/* "a/b.1.sar.json" gives "a/b.1", "a/sar.json" gives "a/" */
static void stem_of(const char *path, char stem[256])
{
	size_t len = strlen(path), cut = is_stat(path) ? 9 : 8;

	len = len >= cut && !strcmp(path + len - 5, ".json") ? len - cut : len;
	if (len && path[len - 1] == '.')
		len--;
	snprintf(stem, 256, "%.*s", (int)len, path);
}

static struct recording *find(struct recording *all, size_t *count,
			      const struct plot_input *input)
{
	char stem[256];
	const char *name;
	size_t i;

	stem_of(input->path, stem);
	for (i = 0; i < *count; i++)
		if (!strcmp(all[i].stem, stem))
			return &all[i];
	memcpy(all[i].stem, stem, sizeof(stem));
	name = strrchr(stem, '/') && strrchr(stem, '/')[1]
		       ? strrchr(stem, '/') + 1
		       : stem;
	snprintf(all[i].label, sizeof(all[i].label), "%.95s",
		 *input->label ? input->label
		 : *name       ? name
			       : "CPUs");
	++*count;
	return &all[i];
}

static int read_one(struct plot *plot, struct recording *recording,
		    const char *path)
{
	struct usage *usage =
		is_stat(path) ? &recording->stat : &recording->sar;
	struct err err = {0};
	char *buf;
	size_t len;
	int ret = io_read(path, &buf, &len, &err);

	if (usage->count) /* the same file twice */
		usage_free(usage);
	if (!ret)
		ret = is_stat(path)
			      ? usage_parse_stat(usage, path, buf, len, &err)
			      : usage_parse_sar(usage, path, buf, len, &err);
	free(buf);
	if (ret)
		return ret == -ENOMEM ? ret : plot_problem(plot, &err);
	if (usage->closed)
		return strings_addf(&plot->warnings,
				    "%s: ends within a sample: what is whole "
				    "is shown",
				    path);
	return 0;
}

static void draw_all(struct cpu_chart *chart, const struct recording *all,
		     size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (all[i].sar.count || all[i].stat.count)
			cpu_add(chart, all[i].label,
				all[i].sar.count ? &all[i].sar : NULL,
				all[i].stat.count ? &all[i].stat : NULL);
}

int plot_cpu(struct plot *plot, struct graph *graph, struct err *err)
{
	struct cpu_chart chart = {.graph = graph};
	struct recording *all;
	size_t count = 0, i;
	int ret = plot_expand(plot, plot_is_usage, err);

	if (ret)
		return ret;
	all = calloc(plot->input_count + 1, sizeof(*all));
	if (!all)
		ret = -ENOMEM;
	for (i = 0; i < plot->input_count && !ret; i++)
		ret = read_one(plot, find(all, &count, &plot->inputs[i]),
			       plot->inputs[i].path);
	if (!ret)
		draw_all(&chart, all, count);
	for (i = 0; i < count; i++) {
		usage_free(&all[i].sar);
		usage_free(&all[i].stat);
	}
	free(all);
	if (ret)
		return err_set(err, ENOMEM, "recordings", "out of memory");
	if (!chart.runs)
		return plot_nothing(plot, "CPU time", err);
	cpu_finish(&chart);
	return 0;
}
