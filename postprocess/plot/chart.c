// SPDX-License-Identifier: GPL-2.0-only
#include "plot/chart.h"

#include "plot/finding.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void fill_group(struct chart_group *group, const struct results *results,
		       const struct figure *figure)
{
	const struct published_row *row = figure->published;
	double scale = figure->scale;

	*group = (struct chart_group){
		.measured_Bps = figure->median_Bps * scale,
		.min_Bps = figure->min_Bps * scale,
		.max_Bps = figure->max_Bps * scale,
		.ceiling = {figure->ceiling.rate.lo_Bps * scale,
			    figure->ceiling.rate.hi_Bps * scale},
		.repeated = figure->valid > 1,
		.claimed = figure->claimed,
	};
	snprintf(group->label, sizeof(group->label), "%s",
		 results->configs[figure->config].label);
	if (!row)
		return;
	group->published_lo_Bps = row->lo_Bps;
	group->published_hi_Bps = row->hi_Bps;
	group->approximate = !strcmp(row->certainty, "approximate");
	if (figure->claimed)
		group->ratio = figure_of_published(figure);
}

static int add_group(struct chart *chart, const struct results *results,
		     const struct figure *figure)
{
	struct chart_group *groups =
		array_grow(chart->groups, chart->group_count, sizeof(*groups));

	if (!groups)
		return -ENOMEM;
	chart->groups = groups;
	fill_group(&groups[chart->group_count++], results, figure);
	return 0;
}

static int add_section(struct chart *chart, const struct results *results,
		       const struct figure *figures, size_t count,
		       bool continued)
{
	struct chart_section *sections = array_grow(
		chart->sections, chart->section_count, sizeof(*sections));
	struct chart_section *section;
	size_t i;

	if (!sections)
		return -ENOMEM;
	chart->sections = sections;
	section = &sections[chart->section_count++];
	*section = (struct chart_section){.first = chart->group_count,
					  .count = count,
					  .row = chart->row_count - 1};
	snprintf(section->title, sizeof(section->title), "%s%s",
		 results->tests[figures->test].name,
		 continued ? ", continued" : "");
	for (i = 0; i < count; i++)
		if (add_group(chart, results, &figures[i]))
			return -ENOMEM;
	return 0;
}

static size_t groups_in_last_row(const struct chart *chart)
{
	size_t i, count = 0;

	for (i = 0; i < chart->section_count; i++)
		if (chart->sections[i].row + 1 == chart->row_count)
			count += chart->sections[i].count;
	return count;
}

static struct chart *new_chart(struct charts *charts, size_t suite)
{
	struct chart *items =
		array_grow(charts->items, charts->count, sizeof(*items));

	if (!items)
		return NULL;
	charts->items = items;
	items[charts->count] = (struct chart){.suite = suite, .row_count = 1};
	return &items[charts->count++];
}

/* one test's figures: into the row if they fit, else into the next ones, in
 * parts of nearly the same size */
static int add_test(struct charts *charts, const struct results *results,
		    const struct figure *figures, size_t count)
{
	size_t parts =
		(count + CHART_GROUPS_PER_ROW - 1) / CHART_GROUPS_PER_ROW;
	size_t done = 0, part;

	for (part = 0; part < parts; part++) {
		struct chart *chart = &charts->items[charts->count - 1];
		size_t size =
			(count - done + parts - part - 1) / (parts - part);
		size_t in_row = groups_in_last_row(chart);

		if (in_row && in_row + size > CHART_GROUPS_PER_ROW) {
			if (chart->row_count == CHART_ROWS)
				chart = new_chart(charts, chart->suite);
			else
				chart->row_count++;
			if (!chart)
				return -ENOMEM;
		}
		if (add_section(chart, results, figures + done, size, done > 0))
			return -ENOMEM;
		done += size;
	}
	return 0;
}

/* figures come sorted by suite, block size, test: [@from, end) share the
 * first two; Return: end */
static size_t same_chart(const struct results *results, size_t from)
{
	const struct figure *first = &results->figures[from];
	double block = results->tests[first->test].block_size_bytes;
	size_t end = from;

	while (end < results->figure_count &&
	       results->figures[end].suite == first->suite &&
	       results->tests[results->figures[end].test].block_size_bytes ==
		       block)
		end++;
	return end;
}

static int build_range(struct charts *charts, const struct results *results,
		       size_t from, size_t end)
{
	const struct figure *figures = results->figures;
	size_t first = charts->count, next, i;
	double block = results->tests[figures[from].test].block_size_bytes;

	if (!new_chart(charts, figures[from].suite))
		return -ENOMEM;
	for (; from < end; from = next) {
		for (next = from; next < end; next++)
			if (figures[next].test != figures[from].test)
				break;
		if (add_test(charts, results, figures + from, next - from))
			return -ENOMEM;
	}
	for (i = first; i < charts->count; i++)
		if (finding_write(&charts->items[i], results, block, i - first,
				  charts->count - first))
			return -ENOMEM;
	return 0;
}

int charts_build(struct charts *charts, const struct results *results)
{
	size_t from, end;

	*charts = (struct charts){0};
	for (from = 0; from < results->figure_count; from = end) {
		end = same_chart(results, from);
		if (build_range(charts, results, from, end)) {
			charts_free(charts);
			return -ENOMEM;
		}
	}
	return 0;
}

void charts_free(struct charts *charts)
{
	size_t i;

	for (i = 0; i < charts->count; i++) {
		strings_free(&charts->items[i].notes);
		free(charts->items[i].groups);
		free(charts->items[i].sections);
	}
	free(charts->items);
	*charts = (struct charts){0};
}

double chart_max(const struct chart *chart)
{
	double max = 0;
	size_t i;

	for (i = 0; i < chart->group_count; i++) {
		const struct chart_group *group = &chart->groups[i];
		double ends[] = {group->max_Bps, group->published_hi_Bps,
				 group->ceiling.hi_Bps};
		size_t k;

		for (k = 0; k < 3; k++)
			if (ends[k] > max)
				max = ends[k];
	}
	return max;
}
