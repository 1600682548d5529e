// SPDX-License-Identifier: GPL-2.0-only
/* Percentile curves, of fio's JSON+ and of its logs alike. */
#include "cli/plot.h"

#include "cli/log_runs.h"
#include "cli/plot_runs.h"

#include "plot/percentiles.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* "run", or "run, reads" where there are several directions */
static void add_side(struct percentiles *chart,
		     struct percentile_source *source, const char *run,
		     enum side side, bool several)
{
	char label[96];

	if (several)
		snprintf(label, sizeof(label), "%.80s, %ss", run,
			 side_name(side));
	else
		snprintf(label, sizeof(label), "%s", run);
	source->label = label;
	percentiles_add(chart, source);
}

/* ---- logs ------------------------------------------------------------ */

static void add_log(struct plot *plot, struct percentiles *chart,
		    const char *label, const struct log_merged *merged)
{
	const struct log_series *series = merged->log.side;
	unsigned int sides = 0;
	enum side side;

	for (side = 0; side < SIDE_COUNT; side++)
		sides += log_runs_wants(plot, side) && series[side].used;
	for (side = 0; side < SIDE_COUNT; side++) {
		struct log_total total;
		struct percentile_source source = {
			.bins = series[side].bins,
			.coarseness = merged->log.coarseness,
			.unit_ns = merged->unit_ns};

		if (!log_runs_wants(plot, side) || !series[side].used)
			continue;
		log_total(&merged->log, side, &total);
		source.highest_ns = total.max * merged->unit_ns;
		add_side(chart, &source, label, side, sides > 1);
	}
}

static int add_logs(struct plot *plot, struct percentiles *chart,
		    const struct log_run *run, enum log_kind *kind)
{
	struct log_merged merged;
	int ret = log_runs_latency(plot, run, true, kind, &merged);

	if (!ret && merged.any)
		add_log(plot, chart, run->label, &merged);
	log_merged_free(&merged);
	return ret;
}

/* ---- results --------------------------------------------------------- */

/* reads, writes, trims, and where only that is wanted all together */
#define PLACES (SIDE_COUNT + 1)

static enum side side_at(size_t place)
{
	return place == SIDE_COUNT ? SIDE_MIXED : (enum side)place;
}

/* without a word reads and writes apart, as their latencies differ */
static bool wants_place(const struct plot *plot, size_t place)
{
	if (plot->side == SIDE_COUNT)
		return place < SIDE_COUNT;
	return side_at(place) == plot->side;
}

static int no_bins(struct plot *plot, const char *path)
{
	struct err err = {0};

	err_set(&err, EINVAL, path, "has no bins of latencies%s",
		plot->side == SIDE_COUNT ? "" : " in this direction");
	err_remedy(&err, "run fio with --output-format=json+");
	return plot_problem(plot, &err);
}

/* one of a label's results: to what the others have */
static int merge_result(struct plot *plot, struct latency all[PLACES],
			size_t input, enum log_kind *kind)
{
	struct plot_result result;
	struct latency one;
	bool any = false;
	size_t i;
	int ret = plot_result_read(plot, input, &result);

	if (ret)
		return ret < 0 ? ret : 0;
	for (i = 0; i < PLACES; i++) {
		if (!wants_place(plot, i))
			continue;
		fio_latency(&result.fio, side_at(i), &one);
		any |= one.bins != NULL;
		if (one.bins) {
			*kind = one.of_total ? LOG_LAT : LOG_CLAT;
			latency_merge(&all[i], &one);
		}
		latency_free(&one);
	}
	plot_result_free(&result);
	return any ? 0 : no_bins(plot, plot->inputs[input].path);
}

static int add_results(struct plot *plot, struct percentiles *chart,
		       const struct log_run *run, enum log_kind *kind)
{
	struct latency all[PLACES] = {0};
	unsigned int sides = 0;
	size_t i;
	int ret = 0;

	for (i = 0; i < run->count && !ret; i++)
		ret = merge_result(plot, all, run->inputs[i], kind);
	for (i = 0; i < PLACES; i++)
		sides += all[i].bins != NULL;
	for (i = 0; i < PLACES; i++) {
		struct percentile_source source = {.bins = all[i].bins,
						   .unit_ns = 1};

		if (!ret && all[i].bins)
			add_side(chart, &source, run->label, side_at(i),
				 sides > 1);
		latency_free(&all[i]);
	}
	return ret;
}

/* ---- all ------------------------------------------------------------- */

static bool is_either(const char *name)
{
	return plot_is_result(name) || plot_is_latency_log(name);
}

static bool is_log(const struct plot *plot, const struct log_run *run)
{
	const char *path = plot->inputs[run->inputs[0]].path;

	if (plot->log_kind != LOG_UNKNOWN)
		return true;
	return plot_is_log(path);
}

int plot_percentiles(struct plot *plot, struct graph *graph, struct err *err)
{
	struct percentiles chart = {.graph = graph};
	enum log_kind logs = LOG_UNKNOWN, results = LOG_UNKNOWN;
	struct log_run *runs = NULL;
	long count, i;
	int ret = plot_expand(plot, is_either, err);

	if (ret)
		return ret;
	count = log_runs_find(plot, log_runs_latencies, LOG_RUNS_LATENCIES,
			      &runs);
	ret = count < 0 ? -ENOMEM : 0;
	for (i = 0; i < count && !ret; i++)
		ret = is_log(plot, &runs[i])
			      ? add_logs(plot, &chart, &runs[i], &logs)
			      : add_results(plot, &chart, &runs[i], &results);
	log_runs_free(runs, count < 0 ? 0 : (size_t)count);
	if (ret)
		return err_set(err, ENOMEM, "latencies", "out of memory");
	if (!chart.runs)
		return plot_nothing(plot, "latencies", err);
	if (logs != LOG_UNKNOWN)
		graph_note(graph, "%s", log_runs_words(logs));
	else
		graph_note(graph, "%s", log_runs_words(results));
	percentiles_finish(&chart);
	return 0;
}
