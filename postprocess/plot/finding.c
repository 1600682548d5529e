// SPDX-License-Identifier: GPL-2.0-only
#include "plot/finding.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

/* what all groups of a chart have in common, or not */
struct survey {
	double published_lo, published_hi;
	double ceiling_lo, ceiling_hi;
	double rate_lo, rate_hi;
	bool claimed, unclaimed, repeated, published;
	enum ceiling_kind kind;
	double scale;
	bool scales_differ;
	size_t most_repeats;
	const char *reason;
};

static void widen(double *lo, double *hi, double value)
{
	if (value <= 0)
		return;
	if (*hi <= 0 || value < *lo)
		*lo = value;
	if (value > *hi)
		*hi = value;
}

static void survey_group(struct survey *survey, const struct chart_group *group)
{
	survey->published |= group->published_hi_Bps > 0;
	widen(&survey->rate_lo, &survey->rate_hi, group->measured_Bps);
	if (group->measured_Bps <= 0)
		return;
	survey->repeated |= group->repeated;
	if (!group->claimed) {
		survey->unclaimed = true;
		return;
	}
	survey->claimed = true;
	widen(&survey->published_lo, &survey->published_hi, group->ratio);
	if (group->ceiling.hi_Bps > 0)
		widen(&survey->ceiling_lo, &survey->ceiling_hi,
		      group->measured_Bps / group->ceiling.hi_Bps);
}

/* what groups do not carry: scale, repeats, kind of ceiling */
static void survey_figures(struct survey *survey, const struct chart *chart,
			   const struct results *results, double block)
{
	size_t i;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];
		const struct test *test = &results->tests[figure->test];
		const struct config *config = &results->configs[figure->config];

		if (figure->suite != chart->suite ||
		    test->block_size_bytes != block)
			continue;
		if (survey->scale > 0 && survey->scale != figure->scale)
			survey->scales_differ = true;
		survey->scale = figure->scale;
		if (figure->valid > survey->most_repeats)
			survey->most_repeats = figure->valid;
		if (figure->ceiling.kind != CEILING_NONE)
			survey->kind = figure->ceiling.kind;
		if (!figure->claimed)
			survey->reason = config->model.not_modelled_reason;
	}
}

static void percent_range(double lo, double hi, char *buf, size_t len)
{
	if (hi - lo < 0.005)
		snprintf(buf, len, "%.0f %%", 100 * hi);
	else
		snprintf(buf, len, "%.0f\u2013%.0f %%", 100 * lo, 100 * hi);
}

static void write_title(struct chart *chart, const struct survey *survey,
			const char *subject, const char *part)
{
	char range[48];

	if (survey->published_hi > 0) {
		percent_range(survey->published_lo, survey->published_hi, range,
			      sizeof(range));
		snprintf(chart->title, sizeof(chart->title),
			 "%s: %s of the published throughput%s", subject, range,
			 part);
	} else if (survey->ceiling_hi > 0) {
		percent_range(survey->ceiling_lo, survey->ceiling_hi, range,
			      sizeof(range));
		snprintf(chart->title, sizeof(chart->title),
			 "%s: %s of the ceiling%s", subject, range, part);
	} else if (survey->unclaimed && !survey->claimed && survey->reason) {
		snprintf(chart->title, sizeof(chart->title), "%s: %s%s",
			 subject, survey->reason, part);
	} else if (survey->rate_hi > 0) {
		units_rate_range(survey->rate_lo, survey->rate_hi, range,
				 sizeof(range));
		snprintf(chart->title, sizeof(chart->title), "%s: %s%s",
			 subject, range, part);
	} else {
		snprintf(chart->title, sizeof(chart->title),
			 "%s: no run counts%s", subject, part);
	}
}

static void choose_unit(struct chart *chart)
{
	static const struct {
		double unit;
		const char *name;
	} rows[] = {{1e9, "GB/s"}, {1e6, "MB/s"}, {1e3, "kB/s"}, {1, "B/s"}};
	double max = chart_max(chart);
	size_t i = 0;

	while (i < 3 && max < rows[i].unit)
		i++;
	chart->unit_Bps = rows[i].unit;
	chart->unit = rows[i].name;
}

static void write_names(struct chart *chart, const struct survey *survey)
{
	char times[24] = "";

	if (survey->scales_differ)
		snprintf(times, sizeof(times), " \u00d7 scale");
	else if (survey->scale != 1)
		snprintf(times, sizeof(times), " \u00d7 %g", survey->scale);
	chart->has_published = survey->published;
	snprintf(chart->measured, sizeof(chart->measured), "%s",
		 survey->claimed || !survey->unclaimed ? "measured" : "");
	if (*chart->measured)
		snprintf(chart->measured, sizeof(chart->measured), "measured%s",
			 times);
	if (survey->unclaimed)
		snprintf(chart->unmodelled, sizeof(chart->unmodelled),
			 "measured%s, not modelled", times);
	if (survey->kind != CEILING_NONE)
		snprintf(chart->ceiling, sizeof(chart->ceiling), "%s",
			 survey->kind == CEILING_MODELLED
				 ? "ceiling, modelled"
				 : "ceiling of the links");
}

static int write_notes(struct chart *chart, const struct survey *survey,
		       const char *suite)
{
	struct strings *notes = &chart->notes;
	int ret = strings_addf(notes, "%s", suite);

	ret |= strings_addf(notes, "%s", chart->unit);
	if (survey->scales_differ)
		ret |= strings_addf(notes, "scale models of several scales");
	else if (survey->scale != 1)
		ret |= strings_addf(notes, "scale model 1:%g", survey->scale);
	if (survey->repeated)
		ret |= strings_addf(
			notes, "median of %zu, whiskers from lowest to highest",
			survey->most_repeats);
	if (survey->published_hi > 0)
		ret |= strings_addf(notes, "%% = measured \u00f7 published");
	return ret;
}

int finding_write(struct chart *chart, const struct results *results,
		  double block_size_bytes, size_t part, size_t parts)
{
	const char *suite = results->suites[chart->suite].name;
	struct survey survey = {0};
	char subject[32], of[48] = "";
	size_t i;

	for (i = 0; i < chart->group_count; i++)
		survey_group(&survey, &chart->groups[i]);
	survey_figures(&survey, chart, results, block_size_bytes);
	if (block_size_bytes > 0)
		units_size((uint64_t)block_size_bytes, subject,
			   sizeof(subject));
	else
		snprintf(subject, sizeof(subject), "throughput");
	if (parts > 1)
		snprintf(of, sizeof(of), " (%zu of %zu)", part + 1, parts);
	choose_unit(chart);
	write_title(chart, &survey, subject, of);
	write_names(chart, &survey);
	return write_notes(chart, &survey, suite);
}
