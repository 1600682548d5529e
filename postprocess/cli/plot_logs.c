// SPDX-License-Identifier: GPL-2.0-only
/* The kinds of charts that have fio's logs over time. */
#include "cli/plot.h"

#include "cli/log_runs.h"

#include "model/track.h"
#include "plot/over_time.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* "run", or "run, reads" where there are several directions */
static void label_side(char *label, size_t len, const char *run, enum side side,
		       bool several)
{
	if (several)
		snprintf(label, len, "%.80s, %ss", run, side_name(side));
	else
		snprintf(label, len, "%s", run);
}

/* ---- latency ----------------------------------------------------------- */

typedef void latency_add(struct over_time *chart,
			 const struct latency_source *source);

static void add_sides(struct plot *plot, struct over_time *chart,
		      const struct log_run *run, struct log_merged *merged,
		      latency_add *add)
{
	char label[96];
	struct latency_source source = {.label = label,
					.log = &merged->log,
					.unit_ns = merged->unit_ns};
	unsigned int sides = 0;
	enum side side;

	for (side = 0; side < SIDE_COUNT; side++)
		sides += log_runs_wants(plot, side) &&
			 merged->log.side[side].used;
	for (side = 0; side < SIDE_COUNT; side++) {
		if (!log_runs_wants(plot, side) || !merged->log.side[side].used)
			continue;
		label_side(label, sizeof(label), run->label, side, sides > 1);
		source.side = side;
		add(chart, &source);
	}
}

static int latency_run(struct plot *plot, struct over_time *chart,
		       const struct log_run *run, latency_add *add,
		       bool needs_ios, enum log_kind *kind)
{
	struct log_merged merged;
	int ret = log_runs_latency(plot, run, needs_ios, kind, &merged);

	if (!ret && merged.any)
		add_sides(plot, chart, run, &merged, add);
	log_merged_free(&merged);
	return ret;
}

static int latency_runs(struct plot *plot, struct over_time *chart,
			latency_add *add, bool needs_ios, struct err *err)
{
	enum log_kind kind = LOG_UNKNOWN;
	struct log_run *runs = NULL;
	long count, i;
	int ret;

	count = log_runs_find(plot, log_runs_latencies, LOG_RUNS_LATENCIES,
			      &runs);
	ret = count < 0 ? -ENOMEM : 0;
	for (i = 0; i < count && !ret; i++)
		ret = latency_run(plot, chart, &runs[i], add, needs_ios, &kind);
	log_runs_free(runs, count < 0 ? 0 : (size_t)count);
	if (ret)
		return err_set(err, ENOMEM, "logs", "out of memory");
	if (!chart->runs)
		return plot_nothing(plot, "latencies", err);
	graph_note(chart->graph, "%s", log_runs_words(kind));
	return 0;
}

int plot_latency_heat(struct plot *plot, struct graph *graph, struct err *err)
{
	struct over_time chart = {.graph = graph, .bucket_ms = plot->bucket_ms};
	int ret = plot_expand(plot, plot_is_latency_log, err);

	ret = ret ? ret
		  : latency_runs(plot, &chart, latency_heat_add, true, err);

	if (!ret)
		latency_heat_finish(&chart);
	return ret;
}

static int latency_timeline(struct plot *plot, struct graph *graph,
			    struct err *err)
{
	struct over_time chart = {.graph = graph, .bucket_ms = plot->bucket_ms};
	int ret = latency_runs(plot, &chart, latency_time_add, false, err);

	if (!ret)
		latency_time_finish(&chart);
	return ret;
}

/* ---- throughput ------------------------------------------------------ */

struct tracks {
	struct track side[SIDE_COUNT];
	bool any[SIDE_COUNT];
};

static int add_track(struct plot *plot, struct tracks *tracks, size_t input,
		     enum track_what what)
{
	struct log_file file;
	struct err err = {0};
	struct track *one;
	bool any = false;
	enum side side;
	int ret = log_runs_read(plot, input, &file);

	if (ret)
		return ret < 0 ? ret : 0;
	one = malloc(sizeof(*one));
	for (side = 0; one && side < SIDE_COUNT; side++) {
		if (!track_log(one, &file.log, side, file.kind, what))
			continue;
		any = true;
		if (!log_runs_wants(plot, side))
			continue;
		if (tracks->any[side])
			track_add(&tracks->side[side], one);
		else
			tracks->side[side] = *one;
		tracks->any[side] = true;
	}
	if (one && !any)
		err_set(&err, EINVAL, plot->inputs[input].path,
			"holds the means of %s over windows (log_avg_msec), "
			"which do not tell %s",
			log_kind_name(file.kind),
			what == TRACK_IOS ? "IOPS" : "throughput");
	log_file_free(&file);
	free(one);
	if (!one)
		return -ENOMEM;
	return err.code ? plot_problem(plot, &err) : 0;
}

static int track_run(struct plot *plot, struct over_time *chart,
		     const struct log_run *run)
{
	struct tracks *tracks = calloc(1, sizeof(*tracks));
	enum track_what what =
		chart->what == QUANTITY_IOPS ? TRACK_IOS : TRACK_BYTES;
	unsigned int sides = 0;
	char label[96];
	enum side side;
	size_t i;
	int ret = tracks ? 0 : -ENOMEM;

	for (i = 0; i < run->count && !ret; i++)
		ret = add_track(plot, tracks, run->inputs[i], what);
	for (side = 0; !ret && side < SIDE_COUNT; side++)
		sides += tracks->any[side];
	for (side = 0; !ret && side < SIDE_COUNT; side++) {
		if (!tracks->any[side])
			continue;
		label_side(label, sizeof(label), run->label, side, sides > 1);
		over_time_track(chart, label, &tracks->side[side]);
	}
	free(tracks);
	return ret;
}

/* bytes, I/Os: logs of single I/Os tell both, whatever their values are */
#define THROUGHPUT_KINDS 6
static const enum log_kind throughput_kinds[][THROUGHPUT_KINDS] = {
	{LOG_BW, LOG_LAT, LOG_CLAT, LOG_SLAT, LOG_CLAT_HIST, LOG_IOPS},
	{LOG_IOPS, LOG_LAT, LOG_CLAT, LOG_SLAT, LOG_CLAT_HIST, LOG_BW},
};

static int throughput_timeline(struct plot *plot, struct graph *graph,
			       enum quantity what, struct err *err)
{
	struct over_time chart = {
		.graph = graph, .what = what, .bucket_ms = plot->bucket_ms};
	struct log_run *runs = NULL;
	long count, i;
	int ret;

	count = log_runs_find(plot, throughput_kinds[what == QUANTITY_IOPS],
			      THROUGHPUT_KINDS, &runs);
	ret = count < 0 ? -ENOMEM : 0;
	for (i = 0; i < count && !ret; i++)
		ret = track_run(plot, &chart, &runs[i]);
	log_runs_free(runs, count < 0 ? 0 : (size_t)count);
	if (ret)
		return err_set(err, ENOMEM, "logs", "out of memory");
	if (!chart.runs)
		return plot_nothing(plot, "I/O", err);
	if (plot->ceiling > 0)
		over_time_ceiling(&chart, plot->ceiling, plot->ceiling_name);
	over_time_finish(&chart);
	return 0;
}

/* without a word: what the first log is a log of */
static enum plot_metric metric_of(const struct plot *plot)
{
	struct log_name name = {.kind = plot->log_kind};

	if (plot->metric != PLOT_DEFAULT)
		return plot->metric;
	if (name.kind == LOG_UNKNOWN)
		log_name_parse(&name, plot->inputs[0].path);
	if (name.kind == LOG_IOPS)
		return PLOT_IOPS;
	return log_kind_latency(name.kind) ? PLOT_LATENCY : PLOT_BANDWIDTH;
}

int plot_timeline(struct plot *plot, struct graph *graph, struct err *err)
{
	int ret = plot_expand(plot, plot_is_log, err);

	if (ret)
		return ret;
	if (!plot->input_count)
		return plot_nothing(plot, "I/O", err);
	switch (metric_of(plot)) {
	case PLOT_LATENCY:
		return latency_timeline(plot, graph, err);
	case PLOT_IOPS:
		return throughput_timeline(plot, graph, QUANTITY_IOPS, err);
	default:
		return throughput_timeline(plot, graph, QUANTITY_RATE, err);
	}
}
