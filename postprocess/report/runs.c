// SPDX-License-Identifier: GPL-2.0-only
/* How each figure was made: what one needs to repeat it. */
#include "report/html.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static void term(struct text *html, const char *name, const char *value)
{
	if (!*value)
		return;
	text_addf(html, "<dt>%s</dt><dd>", name);
	html_text(html, value);
	text_add(html, "</dd>");
}

static void list_terms(struct text *html, const char *name,
		       const struct strings *list, const char *separator)
{
	size_t i;

	if (!list->count)
		return;
	text_addf(html, "<dt>%s</dt><dd>", name);
	for (i = 0; i < list->count; i++)
		html_textf(html, "%s%s", i ? separator : "", list->items[i]);
	text_add(html, "</dd>");
}

static void time_text(double epoch_ns, char *buf, size_t len)
{
	time_t seconds =
		epoch_ns > 0 && epoch_ns < 1e20 ? (time_t)(epoch_ns / 1e9) : 0;
	struct tm utc;

	*buf = '\0';
	if (seconds && gmtime_r(&seconds, &utc))
		strftime(buf, len, "%Y-%m-%d %H:%M:%S UTC", &utc);
}

static void latency_text(double ns, char *buf, size_t len)
{
	if (ns >= 1e6)
		snprintf(buf, len, "%.3g ms", ns / 1e6);
	else
		snprintf(buf, len, "%.3g \u00b5s", ns / 1e3);
}

static void outcome(struct text *html, const struct sample *sample)
{
	const struct fio_total *total = &sample->total;
	char rate[32], mean[32], p99[32];

	if (*sample->problem) {
		term(html, "does not count", sample->problem);
		return;
	}
	text_add(html, "<dt>result</dt><dd>");
	html_textf(html, "%s: %.0f bytes in %.3f s",
		   units_rate(total->rate_Bps, rate, sizeof(rate)),
		   total->bytes, total->interval_ms / 1e3);
	text_add(html, "</dd>");
	if (total->lat_mean_ns <= 0)
		return;
	latency_text(total->lat_mean_ns, mean, sizeof(mean));
	latency_text(total->p99_ns, p99, sizeof(p99));
	text_add(html, "<dt>latency</dt><dd>");
	html_textf(html, "mean %s", mean);
	if (total->p99_ns > 0)
		html_textf(html, ", 99 %% below %s in every job", p99);
	text_add(html, "</dd>");
}

static void target_terms(struct text *html, const struct run *run)
{
	if (!*run->target)
		return;
	text_add(html, "<dt>target</dt><dd>");
	html_text(html, run->target);
	if (*run->target_shape)
		html_textf(html, " (%s)", run->target_shape);
	text_add(html, "</dd>");
}

static void write_sample(struct text *html, const struct sample *sample,
			 const struct figure *figure)
{
	const struct run *run = &sample->run;
	char when[64];

	if (figure->sample_count > 1)
		text_addf(html, "<h3>Repeat %d</h3>\n", sample->repeat);
	text_add(html, "<dl>");
	outcome(html, sample);
	target_terms(html, run);
	list_terms(html, "drives", &run->devices, ", ");
	term(html, "engine", run->engine);
	term(html, "engine version", run->engine_version);
	term(html, "preset", run->preset);
	term(html, "fio", sample->fio_version);
	term(html, "kernel", run->kernel);
	term(html, "host", run->host);
	time_text(run->start_epoch_ns, when, sizeof(when));
	term(html, "started", when);
	term(html, "job file", run->job_file);
	term(html, "its SHA-256", run->job_sha256);
	list_terms(html, "environment", &run->environment, " ");
	text_add(html, "</dl>\n");
	report_md_members(html, &sample->md);
	if (!run->command.len)
		return;
	text_add(html, "<pre>");
	html_text(html, run->command.buf);
	text_add(html, "</pre>\n");
}

void report_runs(struct text *html, const struct results *results, size_t suite)
{
	size_t i, k;

	for (i = 0; i < results->figure_count; i++) {
		const struct figure *figure = &results->figures[i];

		if (figure->suite != suite)
			continue;
		text_add(html, "<details><summary>");
		html_textf(html, "%s, %s",
			   results->configs[figure->config].label,
			   results->tests[figure->test].name);
		text_add(html, "</summary>\n");
		for (k = 0; k < figure->sample_count; k++)
			write_sample(html, &figure->samples[k], figure);
		text_add(html, "</details>\n");
	}
}
