// SPDX-License-Identifier: GPL-2.0-only
#include "plot/sweep_chart.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>

/* near enough to the most that more outstanding I/Os are not worth it */
#define NEAR 0.95

struct survey {
	double x_hi, y_lo, y_hi;
	const struct sweep_line *best;
	const struct sweep_point *most, *knee;
};

static bool is_known(const struct sweep_point *point)
{
	return !isnan(point->median[SWEEP_IOPS]) &&
	       point->median[SWEEP_LATENCY] > 0;
}

static void look_at(struct survey *survey, const struct sweep_point *point,
		    const struct sweep_line *line)
{
	double y = point->median[SWEEP_LATENCY];

	survey->x_hi = fmax(survey->x_hi, point->median[SWEEP_IOPS]);
	survey->y_lo = survey->y_lo > 0 ? fmin(survey->y_lo, y) : y;
	survey->y_hi = fmax(survey->y_hi, y);
	if (survey->most &&
	    point->median[SWEEP_IOPS] <= survey->most->median[SWEEP_IOPS])
		return;
	survey->most = point;
	survey->best = line;
}

static struct survey look(const struct sweep_lines *lines)
{
	struct survey survey = {0};
	size_t i, k;

	for (i = 0; i < lines->count; i++)
		for (k = 0; k < lines->items[i].count; k++)
			if (is_known(&lines->items[i].points[k]))
				look_at(&survey, &lines->items[i].points[k],
					&lines->items[i]);
	/* points are sorted by I/Os outstanding */
	for (i = 0; survey.best && i < survey.best->count && !survey.knee; i++)
		if (is_known(&survey.best->points[i]) &&
		    survey.best->points[i].median[SWEEP_IOPS] >=
			    NEAR * survey.x_hi)
			survey.knee = &survey.best->points[i];
	return survey;
}

static void write_finding(struct graph *graph, const struct survey *survey,
			  const struct sweep_words *words)
{
	const struct sweep_line *best = survey->best;
	const struct sweep_point *last = &best->points[best->count - 1];
	char iops[FORMAT_LEN], low[FORMAT_LEN], high[FORMAT_LEN], at[24];

	format_value(QUANTITY_IOPS, survey->knee->median[SWEEP_IOPS], iops);
	format_value(QUANTITY_LATENCY, survey->knee->median[SWEEP_LATENCY],
		     low);
	format_value(QUANTITY_LATENCY, last->median[SWEEP_LATENCY], high);
	setting_text(SETTING_OUTSTANDING, survey->knee->at[0], at);
	if (survey->knee == last)
		snprintf(graph->title, sizeof(graph->title),
			 "%.80s%s%s IOPS at QD%s, %s %s, and still growing",
			 best->name, *best->name ? ": " : "", iops, at,
			 words->latency, low);
	else
		snprintf(graph->title, sizeof(graph->title),
			 "%.80s%s%s IOPS at QD%s, %s %s; more only adds "
			 "latency, up to %s",
			 best->name, *best->name ? ": " : "", iops, at,
			 words->latency, low, high);
}

/* more lines than that find no room for their names at their ends: these stand
 * at the right, then */
#define CROWD 8

static void add_line(struct graph *graph, const struct sweep_line *line,
		     int colour, bool crowd)
{
	struct graph_series *series = graph_series(graph, 0, GRAPH_LINE, colour,
						   crowd ? line->name : "");
	char depth[24], text[GRAPH_NAME];
	bool last;
	size_t i;

	if (series)
		series->dotted = true;
	for (i = 0; i < line->count; i++) {
		const struct sweep_point *point = &line->points[i];
		double y = point->median[SWEEP_LATENCY];

		if (!is_known(point))
			continue;
		graph_add(graph, point->median[SWEEP_IOPS], y, y, y);
		/* at its end stands which line it is, too */
		last = !crowd && i + 1 == line->count && *line->name;
		setting_text(SETTING_OUTSTANDING, point->at[0], depth);
		snprintf(text, sizeof(text), "%.60s%sQD%s",
			 last ? line->name : "", last ? " " : "", depth);
		graph_name(graph, text);
	}
}

int qd_build(struct graph *graph, const struct sweep *sweep,
	     const struct sweep_words *words)
{
	static const enum setting along[] = {SETTING_OUTSTANDING};
	struct sweep_lines lines;
	struct survey survey;
	size_t i;

	if (sweep_lines(&lines, sweep, along, 1))
		return -ENOMEM;
	survey = look(&lines);
	graph_panel(graph, "");
	if (!survey.best) {
		sweep_lines_free(&lines);
		return -ENODATA;
	}
	for (i = 0; i < lines.count; i++)
		add_line(graph, &lines.items[i], (int)i, lines.count > CROWD);
	axis_linear(&graph->x, 0, survey.x_hi, QUANTITY_IOPS);
	snprintf(graph->x.title, sizeof(graph->x.title), "IOPS");
	axis_log(&graph->panels[0].y, survey.y_lo, survey.y_hi,
		 QUANTITY_LATENCY);
	if (!*graph->title)
		write_finding(graph, &survey, words);
	graph_note(graph, "%s, logarithmic, over IOPS", words->latency);
	graph_note(graph, "QD: I/Os outstanding (jobs \u00d7 iodepth)");
	sweep_repeats(graph, &lines);
	sweep_lines_free(&lines);
	return 0;
}
