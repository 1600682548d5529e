// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/compare.h"
#include "cli/io.h"
#include "cli/printable.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* not a failure: the table is written, and shows a figure that is too low */
#define EXIT_BELOW 4

static const char usage[] =
	"usage: lanes compare INPUT... [OPTION...]\n"
	"\n"
	"Prints what each input measured, side by side: medians over repeats, "
	"their range,\nratios to the first input, and whether they differ by "
	"more than the repeats do.\n"
	"\n"
	"  INPUT             fio's output (JSON, JSON+, terse), that of dd, "
	"hdparm, ioping,\n"
	"                    iozone, sysbench or vdbench, or a folder that "
	"jobs/run wrote;\n"
	"                    INPUT#TEST takes only that test of it\n"
	"  --csv             instead of the table\n"
	"  --json\n"
	"  --markdown\n"
	"  -o, --output FILE where to; it appears whole or not at all\n"
	"  --metrics LIST    only these: bandwidth, iops, latency_mean, "
	"latency_stddev,\n"
	"                    latency_p50, latency_p99, latency_p99.9, cpu\n"
	"  --fail-below R    exit with 4 if a figure is worse than R times the "
	"first's\n"
	"                    (of bandwidth and iops, unless --metrics names "
	"others)\n"
	"  --help            this text\n";

/** struct job - one call */
struct job {
	void (*write)(struct text *text, const struct compare *compare);
	const char *output;
	unsigned int metrics;
	double fail_below;
	bool help;
	struct compare compare;
};

static int wrong(const char *what, const char *value)
{
	fprintf(stderr, "lanes compare: %s%s%s\n", value ? value : "",
		value ? ": " : "", what);
	return -EINVAL;
}

static int parse_metric(struct job *job, const char *name, size_t len)
{
	enum metric metric;

	for (metric = 0; metric < METRICS; metric++)
		if (strlen(metric_key(metric)) == len &&
		    !strncmp(metric_key(metric), name, len)) {
			job->metrics |= 1u << metric;
			return 0;
		}
	return wrong("names no metric", name);
}

static int parse_metrics(struct job *job, const char *list)
{
	int ret = 0;

	while (!ret) {
		size_t len = strcspn(list, ",");

		ret = parse_metric(job, list, len);
		if (!list[len])
			break;
		list += len + 1;
	}
	return ret;
}

static int parse_ratio(struct job *job, const char *text)
{
	char *end;

	job->fail_below = strtod(text, &end);
	if (end == text || *end || !(job->fail_below > 0) ||
	    !isfinite(job->fail_below))
		return wrong("is no ratio above 0", text);
	return 0;
}

static int take_form(struct job *job,
		     void (*write)(struct text *, const struct compare *))
{
	if (job->write)
		return wrong("--csv, --json, --markdown: choose one", NULL);
	job->write = write;
	return 0;
}

static int check(const struct job *job, int inputs)
{
	if (!inputs)
		return wrong("no input given", NULL);
	if (job->fail_below > 0 && inputs < 2)
		return wrong("--fail-below needs two inputs or more", NULL);
	return 0;
}

static int parse_option(struct job *job, int c)
{
	switch (c) {
	case 'o':
		job->output = optarg;
		return 0;
	case 'c':
		return take_form(job, compare_csv);
	case 'j':
		return take_form(job, compare_json);
	case 'm':
		return take_form(job, compare_markdown);
	case 'M':
		return parse_metrics(job, optarg);
	case 'f':
		return parse_ratio(job, optarg);
	case 'h':
		job->help = true;
		return 0;
	default:
		return -EINVAL;
	}
}

static int parse(struct job *job, int argc, char **argv)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, 'o'},
		{"csv", no_argument, NULL, 'c'},
		{"json", no_argument, NULL, 'j'},
		{"markdown", no_argument, NULL, 'm'},
		{"metrics", required_argument, NULL, 'M'},
		{"fail-below", required_argument, NULL, 'f'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int c, ret = 0;

	while (!ret && !job->help &&
	       (c = getopt_long(argc, argv, "o:h", options, NULL)) != -1)
		ret = parse_option(job, c);
	if (ret || job->help)
		return ret;
	return check(job, argc - optind);
}

/* --- too low ----------------------------------------------------------------
 */
static int judge_cell(struct job *job, const struct comparison_row *row,
		      size_t column)
{
	const struct comparison *comparison = &job->compare.comparison;
	double gain = comparison_gain(row, column);
	char ratio[48] = "is not known";

	if (gain >= job->fail_below || !row->cells[0].repeats)
		return 0;
	if (!isnan(gain))
		snprintf(ratio, sizeof(ratio), "is %.4g of the first's",
			 row->cells[column].ratio);
	return strings_addf(&job->compare.below, "%s: %s, %s: %s %s",
			    comparison->columns.items[column],
			    comparison->tests.items[row->test],
			    compare_side(row->side), metric_name(row->metric),
			    ratio);
}

static int judge(struct job *job)
{
	const struct comparison *comparison = &job->compare.comparison;
	unsigned int judged = job->metrics
				      ? job->metrics
				      : 1u << METRIC_RATE | 1u << METRIC_IOPS;
	size_t i, column;
	int ret = 0;

	if (!(job->fail_below > 0))
		return 0;
	for (i = 0; i < comparison->row_count; i++)
		for (column = 1; column < comparison->columns.count; column++)
			if (judged & 1u << comparison->rows[i].metric)
				ret |= judge_cell(job, &comparison->rows[i],
						  column);
	return ret;
}

/* --- writing ----------------------------------------------------------------
 */
static bool has_colours(const struct job *job)
{
	const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");

	return !job->output && isatty(STDOUT_FILENO) && !(no && *no) &&
	       terminal && strcmp(terminal, "dumb") != 0;
}

static size_t terminal_width(const struct job *job)
{
	struct winsize size;

	if (job->output || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size))
		return 0;
	return size.ws_col;
}

static int write_out(const struct job *job, struct err *err)
{
	const char *path = job->output ? job->output : "-";
	struct text text = {0};
	int ret;

	if (job->write)
		job->write(&text, &job->compare);
	else
		compare_table(&text, &job->compare, has_colours(job),
			      terminal_width(job));
	if (text.failed)
		ret = err_set(err, ENOMEM, path, "out of memory");
	else
		ret = io_write(path, text.buf, text.len, err);
	text_free(&text);
	return ret;
}

/* names come from files: they must not command the terminal */
static void say(const struct strings *lines, const char *kind)
{
	struct text line = {0};
	size_t i;

	for (i = 0; i < lines->count; i++) {
		line.len = 0;
		printable_add(&line, lines->items[i]);
		fprintf(stderr, "lanes compare: %s%s\n", kind,
			line.len ? line.buf : "");
	}
	text_free(&line);
}

static int run(struct job *job, char **paths, int count)
{
	struct compare *compare = &job->compare;
	struct err err = {0};
	char line[1200];
	int ret = compare_read(compare, paths, count, &err);

	compare->shown = job->metrics ? job->metrics : (1u << METRICS) - 1;
	if (!ret && judge(job))
		ret = err_set(&err, ENOMEM, "comparison", "out of memory");
	say(&compare->problems, "");
	say(&compare->warnings, "warning: ");
	say(&compare->below, "too low: ");
	if (!ret && !compare->comparison.row_count)
		return 1; /* why, is said */
	if (!ret)
		ret = write_out(job, &err);
	if (ret)
		fprintf(stderr, "lanes compare: %s\n",
			err_format(&err, line, sizeof(line)));
	if (ret || compare->problems.count)
		return 1;
	return compare->below.count || (job->fail_below > 0 &&
					compare->comparison.missing)
		       ? EXIT_BELOW
		       : 0;
}

static void free_all(struct compare *compare)
{
	comparison_free(&compare->comparison);
	strings_free(&compare->paths);
	strings_free(&compare->tools);
	strings_free(&compare->problems);
	strings_free(&compare->warnings);
	strings_free(&compare->below);
}

int cmd_compare(int argc, char **argv)
{
	struct job job = {0};
	int status;

	if (parse(&job, argc, argv)) {
		fprintf(stderr, "see lanes compare --help\n");
		return 2;
	}
	if (job.help) {
		fputs(usage, stdout);
		return 0;
	}
	status = run(&job, argv + optind, argc - optind);
	free_all(&job.compare);
	return status;
}
