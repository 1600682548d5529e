// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "report/html.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>

static void foreign_text_is_escaped(void **state)
{
	struct text html = {0};

	(void)state;
	html_text(&html, "<script>\"a\" & 'b'\x01\n\xff\u00e9");
	assert_string_equal(html.buf, "&#60;script&#62;&#34;a&#34; &#38; "
				      "&#39;b&#39; \n\ufffd\u00e9");
	text_free(&html);
}

#define EVIL "</pre><script>alert(1)</script><b x='\"`$(id)"

static void fill(char *text, size_t len)
{
	snprintf(text, len, "%.*s", (int)len - 1, EVIL);
}

static void fill_md(struct md_stats *stats)
{
	struct md_array_stats *array = calloc(1, sizeof(*array));

	*stats = (struct md_stats){array, 1};
	fill(array->name, sizeof(array->name));
	fill(array->level, sizeof(array->level));
	fill(array->layout, sizeof(array->layout));
	array->members = calloc(1, sizeof(*array->members));
	array->member_count = 1;
	fill(array->members[0].path, sizeof(array->members[0].path));
}

/* every text that can come from a file is a tag */
static void no_text_of_the_results_becomes_markup(void **state)
{
	struct results results = {
		.suites = calloc(1, sizeof(*results.suites)),
		.suite_count = 1,
		.configs = calloc(1, sizeof(*results.configs)),
		.config_count = 1,
		.tests = calloc(1, sizeof(*results.tests)),
		.test_count = 1,
		.figures = calloc(1, sizeof(*results.figures)),
		.figure_count = 1,
	};
	struct config *config = results.configs;
	struct figure *figure = results.figures;
	struct published_row *row = calloc(1, sizeof(*row));
	struct sample *sample = calloc(1, sizeof(*sample));
	struct run *run = &sample->run;
	struct text html = {0};
	const char *at;
	int scripts = 0;

	(void)state;
	fill(results.suites[0].name, sizeof(results.suites[0].name));
	fill(config->label, sizeof(config->label));
	fill(config->model.title, sizeof(config->model.title));
	fill(config->model.emulated, sizeof(config->model.emulated));
	fill(config->model.not_modelled_reason,
	     sizeof(config->model.not_modelled_reason));
	strings_addf(&config->model.not_modelled, "%s", EVIL);
	config->model.scale = 7;
	fill(results.tests[0].name, sizeof(results.tests[0].name));
	fill(results.tests[0].title, sizeof(results.tests[0].title));
	*figure = (struct figure){.samples = sample,
				  .sample_count = 1,
				  .valid = 1,
				  .median_Bps = 1,
				  .scale = 7,
				  .published = row};
	fill(figure->ceiling.hop, sizeof(figure->ceiling.hop));
	*row = (struct published_row){.lo_Bps = 1, .hi_Bps = 2};
	fill(row->config, sizeof(row->config));
	fill(row->test, sizeof(row->test));
	fill(row->metric, sizeof(row->metric));
	fill(row->value, sizeof(row->value));
	fill(row->unit, sizeof(row->unit));
	fill(row->certainty, sizeof(row->certainty));
	fill(row->source, sizeof(row->source));
	fill(row->note, sizeof(row->note));
	results.suites[0].published = (struct published){row, 1};
	fill(sample->problem, sizeof(sample->problem));
	fill(sample->fio_version, sizeof(sample->fio_version));
	fill_md(&sample->md);
	fill(run->engine, sizeof(run->engine));
	fill(run->engine_version, sizeof(run->engine_version));
	fill(run->preset, sizeof(run->preset));
	fill(run->target, sizeof(run->target));
	fill(run->target_shape, sizeof(run->target_shape));
	fill(run->job_file, sizeof(run->job_file));
	fill(run->job_sha256, sizeof(run->job_sha256));
	fill(run->kernel, sizeof(run->kernel));
	fill(run->host, sizeof(run->host));
	strings_addf(&run->devices, "%s", EVIL);
	strings_addf(&run->environment, "%s", EVIL);
	text_add(&run->command, EVIL);
	strings_addf(&results.warnings, "%s", EVIL);
	strings_addf(&results.problems, "%s", EVIL);

	report_write(&html, &results, NULL, 0, "1");
	for (at = html.buf; (at = strstr(at, "<script")); at++)
		scripts++;
	assert_int_equal(scripts, 1); /* the page's own */
	assert_null(strstr(html.buf, "</pre><"));
	assert_null(strstr(html.buf, "<b x"));
	text_free(&html);
	results_free(&results);
}

/* two repeats, of which md_stripe ran one; figures of another suite are not its
 * table's */
static void md_figures_stand_by_run(void **state)
{
	static struct md_member_stats members[] = {
		{"/dev/a", {10, 40960, 2, 1500000}},
		{"/dev/b", {0, 0, 1, 500000}},
	};
	static struct md_array_stats array = {
		.name = "md0",
		.level = "raid5",
		.asked = {.writes = 1, .write_bytes = 1600000},
		.full_rows = 17,
		.lock_waits = 3,
		.members = members,
		.member_count = 2,
	};
	struct sample samples[] = {{.repeat = 1}, {.repeat = 2}};
	struct config config = {.label = "raid5-direct"};
	struct test test = {.name = "seqwrite-1m"};
	struct figure figure = {.samples = samples, .sample_count = 2};
	struct results results = {
		.configs = &config,
		.tests = &test,
		.figures = &figure,
		.figure_count = 1,
	};
	struct text html = {0};

	(void)state;
	report_md(&html, &results, 0);
	assert_int_equal(html.len, 0);
	samples[1].md = (struct md_stats){&array, 1};
	report_md(&html, &results, 1);
	assert_int_equal(html.len, 0);
	report_md(&html, &results, 0);
	assert_non_null(
		strstr(html.buf,
		       "<tr><td>seqwrite-1m</td><td>raid5-direct, repeat 2</td>"
		       "<td>md0 raid5</td>"
		       "<td class=\"n\" data-sort=\"17\">17</td>"));
	assert_null(strstr(html.buf, "repeat 1"));
	assert_non_null(strstr(html.buf, "data-sort=\"3\">3</td>"
					 "<td class=\"n\" data-sort=\"10\">10"
					 "</td><td class=\"n\" data-sort="
					 "\"40960\">41.0 kB</td>"
					 "<td class=\"n\" data-sort=\"3\">3"
					 "</td><td class=\"n\" data-sort="
					 "\"2000000\">2.0 MB</td>"
					 "<td class=\"n\" data-sort=\"1.25\">"
					 "1.25</td></tr>"));
	text_free(&html);
	html = (struct text){0};
	report_md_members(&html, &samples[1].md);
	assert_non_null(strstr(html.buf, "<td>0</td><td>/dev/a</td>"));
	assert_non_null(strstr(html.buf, "<td>1</td><td>/dev/b</td>"));
	text_free(&html);
}

static void a_real_machine_is_not_called_emulated(void **state)
{
	struct results results = {0};
	struct text html = {0};

	(void)state;
	results.configs = calloc(1, sizeof(*results.configs));
	results.config_count = 1;
	report_write(&html, &results, NULL, 0, "1");
	assert_null(strstr(html.buf, "mulated"));
	assert_non_null(strstr(html.buf, "Nothing is scaled."));
	text_free(&html);
	results_free(&results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreign_text_is_escaped),
		cmocka_unit_test(no_text_of_the_results_becomes_markup),
		cmocka_unit_test(md_figures_stand_by_run),
		cmocka_unit_test(a_real_machine_is_not_called_emulated),
	};

	return unit_run(tests);
}
