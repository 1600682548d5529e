// SPDX-License-Identifier: GPL-2.0-only
/* Inputs against the first one, as `lanes compare` reads them. */
#include "cli/plot.h"

#include "cli/compare.h"

#include "plot/ratio.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum metric metric_of(const struct plot *plot)
{
	if (plot->metric == PLOT_IOPS)
		return METRIC_IOPS;
	if (plot->metric != PLOT_LATENCY)
		return METRIC_RATE;
	if (plot->percentile < 0)
		return METRIC_MEAN;
	return plot->percentile == 50	  ? METRIC_P50
	       : plot->percentile == 99.9 ? METRIC_P999
					  : METRIC_P99;
}

/* a column is called as its input was, where that was given a label */
static int relabel(const struct plot *plot, struct compare *compare)
{
	struct strings *columns = &compare->comparison.columns;
	size_t i, k;
	char *label;

	for (i = 0; i < columns->count && i < compare->paths.count; i++)
		for (k = 0; k < plot->input_count; k++) {
			if (!*plot->inputs[k].label ||
			    strcmp(plot->inputs[k].path,
				   compare->paths.items[i]) != 0)
				continue;
			label = strdup(plot->inputs[k].label);
			if (!label)
				return -ENOMEM;
			free(columns->items[i]);
			columns->items[i] = label;
		}
	return 0;
}

static int move(struct strings *to, const struct strings *from)
{
	size_t i;
	int ret = 0;

	for (i = 0; i < from->count; i++)
		ret |= strings_addf(to, "%s", from->items[i]);
	return ret;
}

static void free_all(struct compare *compare)
{
	comparison_free(&compare->comparison);
	strings_free(&compare->paths);
	strings_free(&compare->tools);
	strings_free(&compare->problems);
	strings_free(&compare->warnings);
	strings_free(&compare->below);
}

static int read_all(struct plot *plot, struct compare *compare, struct err *err)
{
	char **paths = calloc(plot->input_count + 1, sizeof(*paths));
	size_t i;
	int ret = paths ? 0 : -ENOMEM;

	for (i = 0; i < plot->input_count && paths; i++)
		paths[i] = plot->inputs[i].path;
	ret = ret ? ret
		  : compare_read(compare, paths, (int)plot->input_count, err);
	free(paths);
	if (!ret)
		ret = relabel(plot, compare) |
		      move(&plot->problems, &compare->problems) |
		      move(&plot->warnings, &compare->warnings);
	return ret ? err_set(err, ENOMEM, "comparison", "out of memory") : 0;
}

int plot_ratio(struct plot *plot, struct graph *graph, struct err *err)
{
	struct compare compare = {0};
	int ret = read_all(plot, &compare, err);

	if (!ret) {
		ret = ratio_build(graph, &compare.comparison, metric_of(plot));
		if (ret == -ENOMEM)
			err_set(err, ENOMEM, "chart", "out of memory");
		else if (ret)
			ret = plot_nothing(plot,
					   "test in common with the "
					   "first",
					   err);
	}
	free_all(&compare);
	return ret;
}
