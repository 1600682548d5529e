// SPDX-License-Identifier: GPL-2.0-only
/* The kinds of charts that have runs side by side by their settings. */
#include "cli/plot.h"

#include "cli/plot_runs.h"

#include "plot/sweep_chart.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the folder that a file is in, by its own name */
static void place_of(const char *path, char place[96])
{
	const char *slash = strrchr(path, '/'), *start = slash;

	*place = '\0';
	if (!slash)
		return;
	while (start > path && start[-1] != '/')
		start--;
	snprintf(place, 96, "%.*s", (int)(slash - start), start);
}

/* reads and writes together count as both; a run of one kind as that */
static enum side side_of(const struct plot *plot)
{
	return plot->side == SIDE_COUNT ? SIDE_MIXED : plot->side;
}

static bool shows_latency(const struct plot *plot)
{
	return plot->metric == PLOT_LATENCY || !strcmp(plot->kind, "qd");
}

/* without bins no percentile of several jobs can be told */
static int warn_highest(struct plot *plot, const char *path,
			const struct latency *latency, double percentile)
{
	if (percentile < 0 || !latency->highest)
		return 0;
	return strings_addf(&plot->warnings,
			    "%s: p%g is the highest of its jobs' own, for "
			    "without JSON+ there is none of all",
			    path, percentile);
}

static int add_run(struct plot *plot, struct sweep *sweep, size_t input,
		   double percentile)
{
	struct plot_result result;
	struct sweep_run run = {0};
	struct latency latency;
	struct fio_total total;
	int ret = plot_result_read(plot, input, &result);

	if (ret)
		return ret < 0 ? ret : 0;
	fio_sum(&result.fio, side_of(plot), &total);
	fio_latency(&result.fio, side_of(plot), &latency);
	snprintf(run.label, sizeof(run.label), "%s", plot->inputs[input].label);
	place_of(plot->inputs[input].path, run.place);
	run.setup = result.setup;
	run.value[SWEEP_RATE] = total.rate_Bps;
	run.value[SWEEP_IOPS] = total.interval_ms > 0
					? total.ios / (total.interval_ms / 1e3)
					: NAN;
	run.value[SWEEP_LATENCY] = plot_latency_at(&latency, percentile);
	if (shows_latency(plot))
		ret = warn_highest(plot, plot->inputs[input].path, &latency,
				   percentile);
	latency_free(&latency);
	plot_result_free(&result);
	if (ret || !(total.ios > 0))
		return ret; /* or nothing in this direction */
	return sweep_add(sweep, &run);
}

static int read_sweep(struct plot *plot, struct sweep *sweep, double percentile,
		      struct err *err)
{
	size_t i;
	int ret = plot_expand(plot, plot_is_result, err);

	*sweep = (struct sweep){0};
	for (i = 0; i < plot->input_count && !ret; i++)
		ret = add_run(plot, sweep, i, percentile);
	if (ret) {
		sweep_free(sweep);
		return err_set(err, ENOMEM, "results", "out of memory");
	}
	if (!sweep->count)
		return plot_nothing(plot, "I/O", err);
	return 0;
}

static enum sweep_metric metric_of(const struct plot *plot,
				   enum sweep_metric usual)
{
	switch (plot->metric) {
	case PLOT_BANDWIDTH:
		return SWEEP_RATE;
	case PLOT_IOPS:
		return SWEEP_IOPS;
	case PLOT_LATENCY:
		return SWEEP_LATENCY;
	default:
		return usual;
	}
}

static double percentile_of(const struct plot *plot)
{
	return isnan(plot->percentile) ? 99 : plot->percentile;
}

static void name_latency(const struct plot *plot, struct sweep_words *words)
{
	double percentile = percentile_of(plot);

	if (percentile < 0)
		snprintf(words->latency, sizeof(words->latency),
			 "mean latency");
	else
		snprintf(words->latency, sizeof(words->latency), "p%g latency",
			 percentile);
}

static int finish(struct plot *plot, int ret, const char *what, struct err *err)
{
	if (ret == -ENOMEM)
		return err_set(err, ENOMEM, "chart", "out of memory");
	if (!ret)
		return 0;
	plot_nothing(plot, what, err);
	if (shows_latency(plot) && percentile_of(plot) >= 0)
		return err_remedy(err, "percentiles need JSON+; plain JSON has "
				       "50, 99 and 99.9 alone");
	return -err->code;
}

/* the first that differs, in an order that is likely to be meant */
static enum setting choose(const struct sweep *sweep, enum setting given,
			   const enum setting *order, size_t count,
			   enum setting but)
{
	size_t i;

	if (given != SETTING_COUNT)
		return given;
	for (i = 0; i < count; i++)
		if (order[i] != but && sweep_differs(sweep, order[i]))
			return order[i];
	return SETTING_COUNT;
}

static int no_setting(struct plot *plot, const char *option, struct err *err)
{
	err_set(err, EINVAL, plot->kind,
		"the results do not differ in a setting that could be %s",
		option);
	return err_remedy(err,
			  "give results with other drives, jobs, iodepth, "
			  "bs or mix, or name the setting by --%s",
			  option);
}

int plot_scaling(struct plot *plot, struct graph *graph, struct err *err)
{
	static const enum setting order[] = {SETTING_DRIVES, SETTING_JOBS,
					     SETTING_IODEPTH, SETTING_BLOCK,
					     SETTING_READS};
	struct sweep_words words = {.metric = metric_of(plot, SWEEP_RATE)};
	struct sweep_ceiling ceiling = {plot->ceiling, plot->ceiling_name};
	struct sweep sweep;
	enum setting x;
	int ret = read_sweep(plot, &sweep, percentile_of(plot), err);

	if (ret)
		return ret;
	x = choose(&sweep, plot->x, order, 5, SETTING_COUNT);
	name_latency(plot, &words);
	if (x == SETTING_COUNT)
		ret = no_setting(plot, "x", err);
	else
		ret = finish(plot,
			     scaling_build(graph, &sweep, x, &words, &ceiling),
			     setting_name(x), err);
	sweep_free(&sweep);
	return ret;
}

int plot_qd(struct plot *plot, struct graph *graph, struct err *err)
{
	struct sweep_words words = {.metric = SWEEP_LATENCY};
	struct sweep sweep;
	int ret = read_sweep(plot, &sweep, percentile_of(plot), err);

	if (ret)
		return ret;
	name_latency(plot, &words);
	ret = finish(plot, qd_build(graph, &sweep, &words),
		     "queue depth and latency", err);
	sweep_free(&sweep);
	return ret;
}

int plot_heat(struct plot *plot, struct graph *graph, struct err *err)
{
	static const enum setting x_order[] = {SETTING_IODEPTH, SETTING_READS,
					       SETTING_JOBS, SETTING_DRIVES,
					       SETTING_BLOCK};
	static const enum setting y_order[] = {SETTING_JOBS, SETTING_BLOCK,
					       SETTING_DRIVES, SETTING_IODEPTH,
					       SETTING_READS};
	struct sweep_words words = {.metric = metric_of(plot, SWEEP_IOPS)};
	struct sweep sweep;
	enum setting x, y;
	int ret = read_sweep(plot, &sweep, percentile_of(plot), err);

	if (ret)
		return ret;
	x = choose(&sweep, plot->x, x_order, 5, plot->y);
	y = choose(&sweep, plot->y, y_order, 5, x);
	name_latency(plot, &words);
	if (x == SETTING_COUNT || y == SETTING_COUNT || x == y)
		ret = no_setting(plot, x == SETTING_COUNT ? "x" : "y", err);
	else
		ret = finish(plot, heat_build(graph, &sweep, x, y, &words),
			     "such settings", err);
	sweep_free(&sweep);
	return ret;
}
