// SPDX-License-Identifier: GPL-2.0-only
/* The parts of `lanes plot`: what was asked for, and what each kind does. */
#ifndef LANES_CLI_PLOT_H
#define LANES_CLI_PLOT_H

#include "base/err.h"
#include "model/fio.h"
#include "model/fio_setup.h"
#include "model/log_name.h"
#include "model/text.h"
#include "plot/graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** enum plot_metric - what is drawn of a result */
enum plot_metric {
	PLOT_DEFAULT,
	PLOT_BANDWIDTH,
	PLOT_IOPS,
	PLOT_LATENCY
};

/**
 * struct plot_input - LABEL=PATH, or PATH
 * @label: "" where none was given
 * @path:  owned
 */
struct plot_input {
	char label[96];
	char *path;
};

/**
 * struct plot - one call
 * @side:       SIDE_COUNT: whichever there is
 * @log_kind:   LOG_UNKNOWN: what a log's name says
 * @percentile: of latency, 0 to 100; < 0: the mean; NAN: as the kind has it
 * @ceiling:    0: none
 * @x, @y:      SETTING_COUNT: those that differ
 * @scaled:     some result is a scale model's (model.json beside it)
 * @inputs:     owned
 * @problems:   what could not be read, and why
 * @warnings:   what a reader of the chart must know
 */
struct plot {
	const char *kind;
	const char *output;
	const char *title;
	bool dark, keep_script, microseconds;
	enum plot_metric metric;
	enum side side;
	enum log_kind log_kind;
	double percentile;
	uint64_t bucket_ms;
	double ceiling;
	char ceiling_name[64];
	enum setting x, y;
	unsigned int threads;
	bool scaled;
	struct plot_input *inputs;
	size_t input_count;
	struct strings problems, warnings;
};

/**
 * plot_options() - fill @plot from the command line
 * @help: --help was given
 *
 * Return: 0 with optind set, or -EINVAL where it was said what is wrong.
 */
int plot_options(struct plot *plot, int argc, char **argv, bool *help);

/** plot_is_result(), ... - may a file of this name be one? */
typedef bool plot_filter(const char *name);

plot_filter plot_is_result;
plot_filter plot_is_log;
plot_filter plot_is_latency_log;
plot_filter plot_is_usage;

/**
 * plot_expand() - replace each folder among the inputs by its files, sorted
 *
 * Return: 0 or -ENOMEM with @err set; a folder without any is a problem.
 */
int plot_expand(struct plot *plot, plot_filter *wanted, struct err *err);
void plot_inputs_free(struct plot *plot);

/**
 * plot_timeline(), ... - build the graph of a kind from the inputs
 *
 * What cannot be read becomes a problem, and the rest is still drawn.
 *
 * Return: 0, or -errno with @err set where there is nothing to draw.
 */
int plot_timeline(struct plot *plot, struct graph *graph, struct err *err);
int plot_latency_heat(struct plot *plot, struct graph *graph, struct err *err);
int plot_percentiles(struct plot *plot, struct graph *graph, struct err *err);
int plot_scaling(struct plot *plot, struct graph *graph, struct err *err);
int plot_qd(struct plot *plot, struct graph *graph, struct err *err);
int plot_heat(struct plot *plot, struct graph *graph, struct err *err);
int plot_cpu(struct plot *plot, struct graph *graph, struct err *err);
int plot_ratio(struct plot *plot, struct graph *graph, struct err *err);

/** plot_problem() - note an error; Return: 0, or -ENOMEM where it is that */
int plot_problem(struct plot *plot, const struct err *err);

/** plot_nothing() - that no input gave anything; Return: -ENODATA */
int plot_nothing(const struct plot *plot, const char *what, struct err *err);

/**
 * plot_check_output() - is it a file of a format that can be written?
 *
 * Return: 0 or -EINVAL with @err set.
 */
int plot_check_output(const char *path, struct err *err);

/**
 * plot_write() - draw a graph into a file: .svg, .png, .pdf, or .csv for what
 * would be drawn
 * @keep_script: also the script and the table, as .gp and .csv beside it
 *
 * Return: 0, or -errno with @err set and no file changed.
 */
int plot_write(const struct graph *graph, const char *path, bool keep_script,
	       struct err *err);

#endif
