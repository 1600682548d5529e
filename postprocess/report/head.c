// SPDX-License-Identifier: GPL-2.0-only
/* The first screen: what was measured, on what, and what came out. */
#include "report/html.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

static const struct figure *first_run(const struct results *results,
				      size_t config)
{
	size_t i;

	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].config == config &&
		    results->figures[i].sample_count)
			return &results->figures[i];
	return NULL;
}

/* same machine, same scale: said once */
static bool same_model(const struct machine *a, const struct machine *b)
{
	return a->scale == b->scale && !strcmp(a->machine, b->machine) &&
	       !strcmp(a->title, b->title) && !strcmp(a->emulated, b->emulated);
}

static bool seen_before(const struct results *results, size_t config)
{
	size_t i;

	for (i = 0; i < config; i++)
		if (same_model(&results->configs[i].model,
			       &results->configs[config].model))
			return true;
	return false;
}

/* the configurations that share a model, named only if some do not */
static void list_configs(struct text *html, const struct results *results,
			 const struct machine *model)
{
	size_t i, count = 0;

	for (i = 0; i < results->config_count; i++)
		count += same_model(&results->configs[i].model, model);
	if (count == results->config_count)
		return;
	text_add(html, " (");
	for (i = 0, count = 0; i < results->config_count; i++)
		if (same_model(&results->configs[i].model, model))
			html_textf(html, "%s%s", count++ ? ", " : "",
				   results->configs[i].label);
	text_add(html, ")");
}

static void say_model(struct text *html, const struct results *results,
		      const struct machine *model)
{
	size_t i;

	text_add(html, "<p class=\"lede\"><strong>Emulated: ");
	html_text(html, *model->emulated ? model->emulated : "a scale model");
	text_add(html, ".</strong> Scale model ");
	html_textf(html, "1:%g of %s", model->scale,
		   *model->title ? model->title : model->machine);
	list_configs(html, results, model);
	text_addf(html,
		  ". Drives and links are throttled to 1/%g of their speed; "
		  "each measured figure is shown times %g, beside what the "
		  "document published and what the modelled drives and links "
		  "could carry.</p>\n",
		  model->scale, model->scale);
	if (!model->not_modelled.count)
		return;
	text_add(html, "<p>Without a claim stands what carries ");
	for (i = 0; i < model->not_modelled.count; i++)
		html_textf(html, "%s%s", i ? " or " : "",
			   model->not_modelled.items[i]);
	html_textf(html, ": %s.", model->not_modelled_reason);
	text_add(html, "</p>\n");
}

static void say_machine(struct text *html, const struct results *results,
			size_t config)
{
	const struct figure *figure = first_run(results, config);
	const struct run *run = figure ? &figure->samples[0].run : NULL;

	text_add(html, "<p class=\"lede\">Measured");
	if (run && *run->host)
		html_textf(html, " on %s", run->host);
	if (run && *run->kernel)
		html_textf(html, ", kernel %s", run->kernel);
	list_configs(html, results, &results->configs[config].model);
	text_add(html, ". Nothing is scaled.</p>\n");
}

static void tile(struct text *html, bool warn, const char *value,
		 const char *words)
{
	text_addf(html, "<div class=\"tile%s\"><b>", warn ? " warn" : "");
	html_text(html, value);
	text_add(html, "</b><span>");
	html_text(html, words);
	text_add(html, "</span></div>\n");
}

/* claimed figures of a suite, by how they compare */
struct tally {
	size_t figures, published, unclaimed;
	double published_lo, published_hi;
	const struct figure *nearest; /* to its ceiling */
};

static struct tally count(const struct results *results, size_t suite)
{
	struct tally tally = {0};
	size_t i;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];
		double ratio = figure_of_published(figure);

		if (figure->suite != suite || !figure->valid)
			continue;
		tally.figures++;
		tally.unclaimed += !figure->claimed;
		if (!figure->claimed)
			continue;
		if (!tally.nearest || figure_of_ceiling(figure) >
					      figure_of_ceiling(tally.nearest))
			tally.nearest = figure;
		if (ratio <= 0)
			continue;
		if (!tally.published++ || ratio < tally.published_lo)
			tally.published_lo = ratio;
		if (ratio > tally.published_hi)
			tally.published_hi = ratio;
	}
	return tally;
}

static void published_tile(struct text *html, const struct tally *tally)
{
	char value[48], words[96];

	if (!tally->published)
		return;
	if (tally->published_hi - tally->published_lo < 0.005)
		snprintf(value, sizeof(value), "%.0f %%",
			 100 * tally->published_hi);
	else
		snprintf(value, sizeof(value), "%.0f\u2013%.0f %%",
			 100 * tally->published_lo, 100 * tally->published_hi);
	snprintf(words, sizeof(words),
		 "of the published throughput, in %zu of %zu figures",
		 tally->published, tally->figures);
	tile(html, false, value, words);
}

static void ceiling_tile(struct text *html, const struct results *results,
			 const struct figure *figure)
{
	char value[32], words[400];

	if (!figure || figure_of_ceiling(figure) <= 0)
		return;
	snprintf(value, sizeof(value), "%.0f %%",
		 100 * figure_of_ceiling(figure));
	snprintf(words, sizeof(words),
		 "of its ceiling (%s), the most of all: %s %s",
		 figure->ceiling.hop, results->configs[figure->config].label,
		 results->tests[figure->test].name);
	tile(html, figure_exceeds(figure), value, words);
}

/* the widest lead that a configuration has over the first one in a test */
static void lead_tile(struct text *html, const struct results *results,
		      size_t suite)
{
	const struct figure *base = NULL, *best = NULL, *best_base = NULL;
	double lead = 1.05, one;
	char value[128], words[240];
	size_t i;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];

		if (figure->suite != suite || !figure->claimed ||
		    !figure->valid)
			continue;
		if (!base || base->test != figure->test)
			base = figure;
		one = figure->median_Bps * figure->scale /
		      (base->median_Bps * base->scale);
		if (one > lead) {
			lead = one;
			best = figure;
			best_base = base;
		}
	}
	if (!best)
		return;
	snprintf(value, sizeof(value), "%.1f \u00d7", lead);
	snprintf(words, sizeof(words), "%s against %s in %s",
		 results->configs[best->config].label,
		 results->configs[best_base->config].label,
		 results->tests[best->test].name);
	tile(html, false, value, words);
}

static void unclaimed_tile(struct text *html, const struct tally *tally)
{
	char value[48];

	if (!tally->unclaimed)
		return;
	snprintf(value, sizeof(value), "%zu of %zu", tally->unclaimed,
		 tally->figures);
	tile(html, false, value, "figures stand without a claim: not modelled");
}

static void warning_tile(struct text *html, const struct results *results)
{
	size_t problems = results->problems.count;
	char value[48], words[96];

	if (!problems && !results->warnings.count)
		return;
	snprintf(value, sizeof(value), "%zu",
		 problems + results->warnings.count);
	snprintf(words, sizeof(words),
		 "%zu files not read, %zu warnings: below", problems,
		 results->warnings.count);
	tile(html, true, value, words);
}

void report_head(struct text *html, const struct results *results)
{
	struct tally tally;
	size_t i;

	text_add(html, "<h1>Storage throughput: measured, published, "
		       "possible</h1>\n");
	for (i = 0; i < results->config_count; i++) {
		if (seen_before(results, i))
			continue;
		if (results->configs[i].model.scale > 0)
			say_model(html, results, &results->configs[i].model);
		else
			say_machine(html, results, i);
	}
	text_add(html, "<div class=\"tiles\">\n");
	for (i = 0; i < results->suite_count; i++) {
		tally = count(results, i);
		published_tile(html, &tally);
		lead_tile(html, results, i);
		ceiling_tile(html, results, tally.nearest);
		unclaimed_tile(html, &tally);
	}
	warning_tile(html, results);
	text_add(html, "</div>\n");
}
