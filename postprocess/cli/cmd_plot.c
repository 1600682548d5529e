// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/plot.h"

#include "cli/io.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
	"usage: lanes plot KIND INPUT... -o FILE.svg|png|pdf|csv [OPTION...]\n"
	"\n"
	"KIND          INPUTs           what it shows\n"
	"timeline      fio's logs       throughput, IOPS or latency over time\n"
	"latency-heat  latency logs     how many I/Os took how long, over "
	"time\n"
	"percentiles   JSON+, logs      latency by percentile\n"
	"scaling       JSON             throughput over drives, jobs, ...\n"
	"qd            JSON             latency over IOPS, by queue depth\n"
	"heat          JSON             a figure over two settings\n"
	"cpu           sar, stat.json   CPU time over time, md's threads\n"
	"ratio         two folders      the second's figures over the first's\n"
	"\n"
	"An INPUT is a file, or LABEL=FILE to name it in the chart; a folder "
	"stands for\nthe results in it.\n"
	"\n"
	"  -o, --output FILE    .csv writes what would be drawn\n"
	"  --metric M           bandwidth, iops or latency\n"
	"  --side S             read, write, trim or mixed alone\n"
	"  --percentile P       of latency: 99, 99.9, or mean\n"
	"  --bucket MS          least time that is drawn as one\n"
	"  --log KIND           what logs are whose names do not tell\n"
	"  --lat-unit ns|us     what latency logs count; us before fio 2.99\n"
	"  --ceiling RATE[=NAME]  a line across: 7.88GB/s, 500k\n"
	"  --x S, --y S         drives, jobs, iodepth, outstanding, bs, reads\n"
	"  --title TEXT         instead of the finding\n"
	"  --dark               on dark paper\n"
	"  --keep-script        leave FILE.gp and FILE.csv, too\n"
	"  --threads N          that read logs; else one per CPU\n"
	"  --help               this text\n";

typedef int plot_kind(struct plot *plot, struct graph *graph, struct err *err);

static const struct {
	const char *name;
	plot_kind *build;
	const char *chart;
} kinds[] = {
	{"timeline", plot_timeline, "Line chart"},
	{"latency-heat", plot_latency_heat, "Heat map"},
	{"percentiles", plot_percentiles, "Percentile curves"},
	{"scaling", plot_scaling, "Line chart"},
	{"qd", plot_qd, "Line chart"},
	{"heat", plot_heat, "Heat map"},
	{"cpu", plot_cpu, "Area chart"},
	{"ratio", plot_ratio, "Dot chart"},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

int plot_problem(struct plot *plot, const struct err *err)
{
	char line[1200];

	return strings_addf(&plot->problems, "%s",
			    err_format(err, line, sizeof(line)));
}

int plot_nothing(const struct plot *plot, const char *what, struct err *err)
{
	return err_set(err, ENODATA, plot->kind,
		       "nothing to draw: no input has any %s that %s", what,
		       plot->problems.count ? "could be read"
					    : "this chart shows");
}

/* ---- inputs ---------------------------------------------------------- */

/* LABEL=PATH, unless a file is called just so */
static int parse_input(struct plot_input *input, const char *word)
{
	const char *equals = strchr(word, '=');

	if (equals && access(word, F_OK)) {
		snprintf(input->label, sizeof(input->label), "%.*s",
			 (int)(equals - word), word);
		word = equals + 1;
	}
	input->path = strdup(word);
	return input->path ? 0 : -ENOMEM;
}

static int parse_inputs(struct plot *plot, char **words, int count)
{
	int i, ret = 0;

	plot->inputs = calloc((size_t)count + 1, sizeof(*plot->inputs));
	if (!plot->inputs)
		return -ENOMEM;
	for (i = 0; i < count && !ret; i++)
		ret = parse_input(&plot->inputs[i], words[i]);
	plot->input_count = (size_t)i;
	return ret;
}

static long find_kind(const char *name)
{
	long i;

	for (i = 0; i < (long)KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return i;
	return -1;
}

static int check(const struct plot *plot, char **words, int count)
{
	struct err err = {0};
	char line[1200];

	if (!count)
		fprintf(stderr, "lanes plot: no kind of chart given\n");
	else if (find_kind(words[0]) < 0)
		fprintf(stderr, "lanes plot: %s: no such kind of chart\n",
			words[0]);
	else if (count < 2)
		fprintf(stderr, "lanes plot: no input given\n");
	else if (!plot->output)
		fprintf(stderr, "lanes plot: no output given: use -o "
				"FILE.svg\n");
	else if (plot_check_output(plot->output, &err))
		fprintf(stderr, "lanes plot: %s\n",
			err_format(&err, line, sizeof(line)));
	else
		return 0;
	return err.code && err.code != EINVAL ? 1 : 2;
}

/* ---- the whole ------------------------------------------------------- */

static void say(const struct strings *lines, const char *kind)
{
	size_t i;

	for (i = 0; i < lines->count; i++)
		fprintf(stderr, "lanes plot: %s%s\n", kind, lines->items[i]);
}

static int run(struct plot *plot, long kind)
{
	struct graph graph;
	struct err err = {0};
	char line[1200];
	int ret;

	plot->kind = kinds[kind].name;
	graph_init(&graph, plot->dark ? theme_dark() : theme_light(),
		   kinds[kind].chart);
	if (plot->title)
		snprintf(graph.title, sizeof(graph.title), "%s", plot->title);
	ret = kinds[kind].build(plot, &graph, &err);
	if (!ret && plot->scaled)
		graph_note(&graph, "figures of a scale model, not multiplied "
				   "by its scale");
	say(&plot->problems, "");
	say(&plot->warnings, "warning: ");
	ret = ret ? ret
		  : plot_write(&graph, plot->output, plot->keep_script, &err);
	if (ret)
		fprintf(stderr, "lanes plot: %s\n",
			err_format(&err, line, sizeof(line)));
	graph_free(&graph);
	return ret || plot->problems.count ? 1 : 0;
}

int cmd_plot(int argc, char **argv)
{
	struct plot plot = {.side = SIDE_COUNT,
			    .percentile = NAN,
			    .x = SETTING_COUNT,
			    .y = SETTING_COUNT};
	bool help = false;
	int status = plot_options(&plot, argc, argv, &help) ? 2 : 0;

	if (help) {
		fputs(usage, stdout);
		return 0;
	}
	if (!status)
		status = check(&plot, argv + optind, argc - optind);
	if (status) {
		if (status == 2)
			fprintf(stderr, "see lanes plot --help\n");
		return status;
	}
	if (!plot.threads)
		plot.threads = (unsigned int)sysconf(_SC_NPROCESSORS_ONLN);
	if (parse_inputs(&plot, argv + optind + 1, argc - optind - 1)) {
		fprintf(stderr, "lanes plot: out of memory\n");
		status = 1;
	} else {
		status = run(&plot, find_kind(argv[optind]));
	}
	strings_free(&plot.problems);
	strings_free(&plot.warnings);
	plot_inputs_free(&plot);
	return status;
}
