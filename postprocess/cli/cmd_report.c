// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/collect.h"
#include "cli/draw.h"
#include "cli/io.h"
#include "cli/version.h"

#include "report/report.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* not a failure: the report is written, and holds a figure that cannot be */
#define EXIT_EXCEEDS 3

static const char usage[] =
	"usage: lanes report RESULTS... -o REPORT.html [OPTION...]\n"
	"\n"
	"Reads folders that jobs/run wrote and writes one HTML page that needs "
	"nothing\nelse, and beside it each chart as REPORT-<n>.svg and .png.\n"
	"\n"
	"  RESULTS           a folder of suites, a suite or a configuration\n"
	"  -o, --output FILE the page; with --summary it may be left out\n"
	"  --assets DIR      where the charts go instead\n"
	"  --keep-scripts    keep the gnuplot script too, as REPORT.gp\n"
	"  --summary FILE    the figures as JSON; - is standard output\n"
	"  --strict          exit with 3 if a figure is more than 110 % of its "
	"ceiling\n"
	"  --help            this text\n";

/** struct job - one call */
struct job {
	const char *output, *assets, *summary;
	bool keep_scripts, strict, help;
	struct results results;
};

static int check(const struct job *job, int folders)
{
	const char *wrong = NULL;

	if (!folders)
		wrong = "no results folder given";
	else if (!job->output && !job->summary)
		wrong = "no output given: use -o REPORT.html";
	else if (job->output && !strcmp(job->output, "-"))
		wrong = "-o -: charts go beside the page, so it needs a file";
	if (!wrong)
		return 0;
	fprintf(stderr, "lanes report: %s\n", wrong);
	return -EINVAL;
}

static int parse(struct job *job, int argc, char **argv)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, 'o'},
		{"assets", required_argument, NULL, 'a'},
		{"summary", required_argument, NULL, 's'},
		{"keep-scripts", no_argument, NULL, 'k'},
		{"strict", no_argument, NULL, 't'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int c;

	while ((c = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
		switch (c) {
		case 'o':
			job->output = optarg;
			break;
		case 'a':
			job->assets = optarg;
			break;
		case 's':
			job->summary = optarg;
			break;
		case 'k':
			job->keep_scripts = true;
			break;
		case 't':
			job->strict = true;
			break;
		case 'h':
			job->help = true;
			return 0;
		default:
			return -EINVAL;
		}
	return check(job, argc - optind);
}

static int write_page(const struct job *job, const struct drawing *drawing,
		      struct err *err)
{
	struct report_chart *charts =
		calloc(drawing->count + 1, sizeof(*charts));
	struct text html = {0};
	size_t i;
	int ret;

	for (i = 0; charts && i < drawing->count; i++)
		charts[i] = (struct report_chart){drawing->suites[i],
						  drawing->svgs[i].buf};
	if (charts)
		report_write(&html, &job->results, charts, drawing->count,
			     LANES_VERSION);
	if (!charts || html.failed)
		ret = err_set(err, ENOMEM, job->output, "out of memory");
	else
		ret = io_write(job->output, html.buf, html.len, err);
	text_free(&html);
	free(charts);
	return ret;
}

static int write_summary(const struct job *job, struct err *err)
{
	size_t len = results_summary(&job->results, NULL, 0) + 1;
	char *buf = malloc(len);
	int ret;

	if (!buf)
		return err_set(err, ENOMEM, job->summary, "out of memory");
	results_summary(&job->results, buf, len);
	ret = io_write(job->summary, buf, len - 1, err);
	free(buf);
	return ret;
}

static int write_report(const struct job *job, struct err *err)
{
	struct drawing drawing;
	int ret = draw(&drawing, &job->results, job->output, err);

	if (ret)
		return ret;
	/* first, for it needs none of the charts: if it fails, none is left */
	ret = write_page(job, &drawing, err);
	if (!ret)
		ret = draw_keep(&drawing, job->output, job->assets,
				job->keep_scripts, err);
	draw_free(&drawing);
	return ret;
}

static int read_all(struct job *job, char **paths, int count, struct err *err)
{
	int i, ret = 0;

	for (i = 0; i < count && !ret; i++)
		ret = collect(&job->results, paths[i], err);
	if (!ret && results_finish(&job->results))
		ret = err_set(err, ENOMEM, "results", "out of memory");
	return ret;
}

static void say(const struct strings *lines, const char *kind)
{
	size_t i;

	for (i = 0; i < lines->count; i++)
		fprintf(stderr, "lanes report: %s%s\n", kind, lines->items[i]);
}

static bool any_exceeds(const struct results *results)
{
	size_t i;

	for (i = 0; i < results->figure_count; i++)
		if (figure_exceeds(&results->figures[i]))
			return true;
	return false;
}

static int run(struct job *job, char **paths, int count)
{
	struct err err = {0};
	char line[1200];
	int ret = read_all(job, paths, count, &err);

	say(&job->results.problems, "");
	say(&job->results.warnings, "warning: ");
	if (!ret && !job->results.figure_count)
		return 1; /* why, is said */
	if (!ret && job->output)
		ret = write_report(job, &err);
	if (!ret && job->summary)
		ret = write_summary(job, &err);
	if (ret) {
		fprintf(stderr, "lanes report: %s\n",
			err_format(&err, line, sizeof(line)));
		return 1;
	}
	if (job->results.problems.count)
		return 1;
	return job->strict && any_exceeds(&job->results) ? EXIT_EXCEEDS : 0;
}

int cmd_report(int argc, char **argv)
{
	struct job job = {0};
	int status;

	if (parse(&job, argc, argv)) {
		fprintf(stderr, "see lanes report --help\n");
		return 2;
	}
	if (job.help) {
		fputs(usage, stdout);
		return 0;
	}
	status = run(&job, argv + optind, argc - optind);
	results_free(&job.results);
	return status;
}
