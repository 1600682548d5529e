// SPDX-License-Identifier: GPL-2.0-only
#include "plot/over_time.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROOM 150

/* 16 bins per octave are more than a picture shows: 4 */
#define ROW_BITS 2
#define ROWS	 (LOG_BINS >> ROW_BITS)

static uint64_t count_row(const struct log_bucket *bucket, size_t row)
{
	uint64_t count = 0;
	size_t i;

	for (i = 0; i < 1u << ROW_BITS; i++)
		count += bucket->bins[(row << ROW_BITS) + i];
	return count;
}

static uint64_t most_of(const struct log_series *series)
{
	uint64_t most = 1, count;
	size_t i, row;

	for (i = 0; i < series->used; i++)
		for (row = 0; row < ROWS; row++) {
			count = count_row(&series->buckets[i], row);
			most = count > most ? count : most;
		}
	return most;
}

/* @count stands in @part until all are known */
static void add_cells(struct over_time *chart,
		      const struct latency_source *source, size_t panel)
{
	const struct log_series *series = &source->log->side[source->side];
	double width_s = (double)source->log->width_ms / 1000;
	size_t i, row;

	for (i = 0; i < series->used; i++)
		for (row = 0; row < ROWS; row++) {
			unsigned int bin = (unsigned int)row << ROW_BITS;
			uint64_t count = count_row(&series->buckets[i], row);
			struct graph_cell cell = {
				.panel = panel,
				.x0 = (double)i * width_s,
				.x1 = ((double)i + 1) * width_s,
				.y0 = fmax(bins_low(bin, LOG_BITS), 0.5),
				.y1 = bins_low(bin + (1u << ROW_BITS),
					       LOG_BITS),
				.value = (double)count,
			};

			if (!count)
				continue;
			/* a little under the next ones, or paper shines through
			 * between them */
			cell.x1 += 0.04 * width_s;
			cell.y1 += 0.04 * (cell.y1 - cell.y0);
			cell.y0 *= source->unit_ns;
			cell.y1 *= source->unit_ns;
			graph_cell(chart->graph, &cell);
			chart->lo = chart->lo > 0 ? fmin(chart->lo, cell.y0)
						  : cell.y0;
			chart->hi = fmax(chart->hi, cell.y1);
		}
}

static void note_quantiles(struct over_time *chart,
			   const struct latency_source *source)
{
	double p50 = log_percentile(source->log, source->side, 0.5);
	double p99 = log_percentile(source->log, source->side, 0.99);

	/* the run with the longest tail is the one to speak of */
	if (chart->runs && p99 * source->unit_ns <= chart->peak.value)
		return;
	snprintf(chart->peak.label, sizeof(chart->peak.label), "%s",
		 source->label);
	chart->peak.value = p99 * source->unit_ns;
	chart->peak.usual = p50 * source->unit_ns;
}

void latency_heat_add(struct over_time *chart,
		      const struct latency_source *source)
{
	size_t panel = graph_panel(chart->graph, source->label);
	double most;

	log_widen(source->log,
		  over_time_width(chart, source->log->width_ms,
				  source->log->form.window_ms,
				  (double)source->log->last_ms, ROOM));
	most = (double)most_of(&source->log->side[source->side]);
	chart->most = fmax(chart->most, most);
	add_cells(chart, source, panel);
	note_quantiles(chart, source);
	chart->runs++;
	chart->to_s =
		fmax(chart->to_s, (double)(source->log->last_ms + 1) / 1000);
	if (source->log->width_ms > chart->width_ms)
		chart->width_ms = source->log->width_ms;
}

void latency_heat_finish(struct over_time *chart)
{
	struct graph *graph = chart->graph;
	char usual[FORMAT_LEN], high[FORMAT_LEN], text[FORMAT_LEN];
	size_t i;

	if (!chart->runs)
		return;
	for (i = 0; i < graph->cell_count; i++)
		graph->cells[i].part =
			chart->most > 1
				? log(graph->cells[i].value) / log(chart->most)
				: 1;
	if (graph->panel_count == 1 && !*graph->title)
		*graph->panels[0].title = '\0'; /* the finding has it */
	axis_time(&graph->x, 0, chart->to_s);
	for (i = 0; i < graph->panel_count; i++)
		axis_log(&graph->panels[i].y, chart->lo, chart->hi,
			 QUANTITY_LATENCY);
	if (!*graph->title)
		snprintf(graph->title, sizeof(graph->title),
			 "%s: half of all I/Os take up to %s, one in a hundred "
			 "more than %s",
			 chart->peak.label,
			 format_value(QUANTITY_LATENCY, chart->peak.usual,
				      usual),
			 format_value(QUANTITY_LATENCY, chart->peak.value,
				      high));
	graph_note(graph, "latency over time, logarithmic");
	graph_note(graph, "each column is %s",
		   format_seconds((double)chart->width_ms / 1000, text));
	snprintf(graph->ramp_lo, sizeof(graph->ramp_lo), "1 I/O");
	snprintf(graph->ramp_hi, sizeof(graph->ramp_hi),
		 "%s I/Os (logarithmic)",
		 format_value(QUANTITY_IOPS, chart->most, text));
}
