// SPDX-License-Identifier: GPL-2.0-only
#include "plot/cpu.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* so much of a core is all of it: what is busy also waits a little */
#define WHOLE 90

static const struct {
	const char *name;
	int colour;
} parts[USAGE_PARTS] = {
	[USAGE_USER] = {"user", 4},
	[USAGE_SYSTEM] = {"system", 0},
	[USAGE_INTERRUPTS] = {"interrupts", 3},
	[USAGE_IOWAIT] = {"waiting for I/O", GRAPH_REFERENCE},
	[USAGE_STEAL] = {"stolen", 2},
};

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* of the values that are known: where it stood most of the time */
static double median_of(double *values, size_t count)
{
	size_t i, known = 0;

	for (i = 0; i < count; i++)
		if (!isnan(values[i]))
			values[known++] = values[i];
	if (!known)
		return NAN;
	qsort(values, known, sizeof(*values), by_size);
	return (values[(known - 1) / 2] + values[known / 2]) / 2;
}

static bool has_part(const struct usage *usage, enum usage_part part)
{
	size_t i;

	for (i = 0; i < usage->count; i++)
		if (usage->samples[i].part[part] >= 0.5)
			return true;
	return false;
}

/* from what those before it reach */
static void add_part(struct graph *graph, const struct usage *usage,
		     double origin_s, enum usage_part part)
{
	size_t i;
	int k;

	for (i = 0; i < usage->count; i++) {
		const struct usage_sample *sample = &usage->samples[i];
		double lo = 0, hi;

		for (k = 0; k < (int)part; k++)
			lo += sample->part[k];
		hi = fmin(lo + sample->part[part], 100);
		graph_add(graph, sample->epoch_s - origin_s, hi, fmin(lo, 100),
			  hi);
	}
}

/* a run ends idle, where all lines meet: labels stand where these mostly are */
static void label_usual(struct graph *graph)
{
	struct graph_series *series;
	double *values;
	size_t i;

	if (graph->failed)
		return;
	series = &graph->series[graph->series_count - 1];
	values = calloc(series->count + 1, sizeof(*values));
	if (!values) {
		graph->failed = true;
		return;
	}
	for (i = 0; i < series->count; i++)
		values[i] = (series->points[i].lo + series->points[i].hi) / 2;
	series->label_y = median_of(values, series->count);
	free(values);
}

static void add_stack(struct cpu_chart *chart, size_t panel,
		      const struct usage *usage, double origin_s)
{
	enum usage_part part;

	for (part = 0; part < USAGE_PARTS; part++) {
		if (!has_part(usage, part))
			continue;
		graph_series(chart->graph, panel, GRAPH_AREA,
			     parts[part].colour, parts[part].name);
		add_part(chart->graph, usage, origin_s, part);
		label_usual(chart->graph);
	}
}

static void add_busiest(struct cpu_chart *chart, size_t panel,
			const struct usage *usage, double origin_s)
{
	struct graph_series *series;
	size_t i, known = 0;

	for (i = 0; i < usage->count; i++)
		known += !isnan(usage->samples[i].busiest);
	if (!known)
		return;
	series = graph_series(chart->graph, panel, GRAPH_LINE, GRAPH_INK,
			      "busiest CPU");
	if (series)
		series->width = 1.2;
	for (i = 0; i < usage->count; i++) {
		double y = usage->samples[i].busiest;

		graph_add(chart->graph, usage->samples[i].epoch_s - origin_s, y,
			  y, y);
	}
	label_usual(chart->graph);
}

static void add_thread(struct cpu_chart *chart, size_t panel,
		       const struct usage *usage, double origin_s,
		       const struct usage_thread *thread)
{
	struct graph_series *series = graph_series(
		chart->graph, panel, GRAPH_LINE, GRAPH_CEILING, thread->name);
	size_t i;

	if (series)
		series->width = 2.2;
	for (i = 0; i < usage->count; i++) {
		double y = fmin(thread->percent[i], 100);

		/* fmin() prefers what is known */
		y = isnan(thread->percent[i]) ? NAN : y;
		graph_add(chart->graph, usage->samples[i].epoch_s - origin_s, y,
			  y, y);
	}
	label_usual(chart->graph);
}

/* ---- the finding ----------------------------------------------------- */

static double usual(const struct usage *usage, double *values,
		    double of(const struct usage_sample *))
{
	size_t i;

	for (i = 0; i < usage->count; i++)
		values[i] = of(&usage->samples[i]);
	return median_of(values, usage->count);
}

static double user_of(const struct usage_sample *sample)
{
	return sample->part[USAGE_USER];
}

static double system_of(const struct usage_sample *sample)
{
	return sample->part[USAGE_SYSTEM] + sample->part[USAGE_INTERRUPTS];
}

static double busiest_of(const struct usage_sample *sample)
{
	return sample->busiest;
}

static void note_thread(struct cpu_chart *chart, const struct usage *stat,
			double *values)
{
	size_t i;

	chart->most.percent = 0;
	for (i = 0; stat && i < stat->thread_count; i++) {
		const struct usage_thread *thread = &stat->threads[i];
		double percent;

		if (!usage_is_md(thread->name))
			continue;
		memcpy(values, thread->percent, stat->count * sizeof(*values));
		percent = median_of(values, stat->count);
		if (!(percent > chart->most.percent))
			continue;
		chart->most.percent = percent;
		snprintf(chart->most.thread, sizeof(chart->most.thread), "%s",
			 thread->name);
	}
}

/* of several runs the one whose CPUs are busiest */
static void note_run(struct cpu_chart *chart, const char *label,
		     const struct usage *stack, const struct usage *stat)
{
	size_t most = stack->count;
	double *values, busy;

	if (stat && stat->count > most)
		most = stat->count;
	values = calloc(most, sizeof(*values));
	if (!values) {
		chart->graph->failed = true;
		return;
	}
	busy = usual(stack, values, usage_busy);
	if (!chart->runs || busy > chart->most.busy) {
		chart->most.busy = busy;
		snprintf(chart->most.label, sizeof(chart->most.label), "%s",
			 label);
		chart->most.user = usual(stack, values, user_of);
		chart->most.system = usual(stack, values, system_of);
		chart->most.busiest = usual(stack, values, busiest_of);
		note_thread(chart, stat, values);
	}
	free(values);
}

void cpu_add(struct cpu_chart *chart, const char *label,
	     const struct usage *sar, const struct usage *stat)
{
	const struct usage *stack = sar ? sar : stat;
	/* cppcheck-suppress nullPointerRedundantCheck; one of them is there */
	double origin_s = stack->samples[0].epoch_s;
	size_t panel = graph_panel(chart->graph, label), i;

	if (stat && stat->samples[0].epoch_s < origin_s)
		origin_s = stat->samples[0].epoch_s;
	add_stack(chart, panel, stack, origin_s);
	add_busiest(chart, panel, stack, origin_s);
	for (i = 0; stat && i < stat->thread_count; i++)
		if (usage_is_md(stat->threads[i].name))
			add_thread(chart, panel, stat, origin_s,
				   &stat->threads[i]);
	chart->to_s = fmax(chart->to_s,
			   stack->samples[stack->count - 1].epoch_s - origin_s);
	if (stat)
		chart->to_s =
			fmax(chart->to_s,
			     stat->samples[stat->count - 1].epoch_s - origin_s);
	note_run(chart, label, stack, stat);
	chart->runs++;
}

static void write_finding(struct cpu_chart *chart)
{
	char *title = chart->graph->title;
	size_t len = sizeof(chart->graph->title);

	if (chart->most.percent >= WHOLE)
		snprintf(title, len,
			 "%s: %s takes %.0f %% of one CPU, while all are "
			 "%.0f %% busy",
			 chart->most.label, chart->most.thread,
			 chart->most.percent, chart->most.busy);
	else if (chart->most.busiest >= WHOLE && chart->most.busy < WHOLE)
		snprintf(title, len,
			 "%s: one CPU is %.0f %% busy, all are %.0f %%",
			 chart->most.label, chart->most.busiest,
			 chart->most.busy);
	else
		snprintf(
			title, len,
			"%s: CPUs are %.0f %% busy, %.0f %% of the time in the "
			"system",
			chart->most.label, chart->most.busy,
			chart->most.system);
}

void cpu_finish(struct cpu_chart *chart)
{
	struct graph *graph = chart->graph;
	size_t i;

	if (!chart->runs)
		return;
	if (graph->panel_count == 1 && !*graph->title)
		*graph->panels[0].title = '\0'; /* the finding has it */
	axis_time(&graph->x, 0, chart->to_s);
	for (i = 0; i < graph->panel_count; i++) {
		axis_linear(&graph->panels[i].y, 0, 100, QUANTITY_PERCENT);
		graph->panels[i].y.hi = 101;
	}
	if (!*graph->title)
		write_finding(chart);
	graph_note(graph, "areas: of all CPUs");
	graph_note(graph, "lines: of one CPU");
	graph_note(graph, "figures are medians over the time");
}
