// SPDX-License-Identifier: GPL-2.0-only
/*
 * The model of a set of results: suites hold configurations and tests, and
 * where the two cross there is a figure: what was measured over all repeats,
 * beside what a document says and what the machine could carry.
 *
 * Fill it with results_suite(), results_config() and results_sample() in any
 * order, then results_finish() it once.  Nothing here reads a file: @name
 * arguments are paths for messages, @buf the contents.
 */
#ifndef LANES_MODEL_RESULTS_H
#define LANES_MODEL_RESULTS_H

#include "base/err.h"
#include "model/fio.h"
#include "model/machine.h"
#include "model/md_stats.h"
#include "model/outcome.h"
#include "model/published.h"
#include "model/run.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct sample - one repeat of one test
 * @run:     all zero but for @run.direction where there was no run.json
 * @total:   of the direction that counts
 * @outcomes: of each direction that moved anything
 * @md:      of the arrays that md_stripe drove; none of any other engine
 * @problem: why its figure does not count; "" if it does
 * @ceiling: of the drives it ran on
 */
struct sample {
	int repeat;
	struct run run;
	struct fio_total total;
	struct outcomes outcomes;
	struct md_stats md;
	char fio_version[64];
	char problem[160];
	struct ceiling ceiling;
};

/**
 * struct figure - a test in a configuration
 * @samples:   by repeat; owned
 * @valid:     how many of them count; the rest of the figure needs one
 * @median_Bps: of the machine that ran, as are @min_Bps, @max_Bps, @ceiling
 * @scale:     times this is the machine that a scale model stands for; else 1
 * @published: into the suite's rows, or NULL
 * @claimed:   false where a scale model says that it does not model this
 */
struct figure {
	size_t suite, config, test;
	struct sample *samples;
	size_t sample_count;
	size_t valid;
	double median_Bps, min_Bps, max_Bps;
	double scale;
	struct ceiling ceiling;
	const struct published_row *published;
	bool claimed;
};

/** struct test - a column of a suite; @title may be "" */
struct test {
	size_t suite;
	char name[64];
	char title[160];
	enum side direction;
	double block_size_bytes;
	double start_epoch_ns;
};

/**
 * struct config - a row of a suite
 * @label: its name, told apart where two folders bear the same
 * @path:  its folder
 * @model: the scale model; scale 0 where there is none
 */
struct config {
	size_t suite;
	char name[64];
	char label[80];
	char path[256];
	struct machine model;
	double start_epoch_ns;
};

/** struct suite - @published may be empty */
struct suite {
	char name[64];
	struct published published;
};

/**
 * struct results - everything; all arrays are owned
 * @configs:  in the order they ran
 * @tests:    by suite, largest blocks first, reads before writes
 * @figures:  by suite, test, configuration
 * @warnings: what a reader of the figures must know
 * @problems: files that could not be read, and why
 */
struct results {
	struct suite *suites;
	size_t suite_count;
	struct config *configs;
	size_t config_count;
	struct test *tests;
	size_t test_count;
	struct figure *figures;
	size_t figure_count;
	struct strings warnings;
	struct strings problems;
};

/** struct source - one file: @buf NULL where it does not exist */
struct source {
	const char *name;
	const char *buf;
	size_t len;
};

/**
 * results_suite() - find or add a suite
 * @published: its published.csv, read when the suite is new
 *
 * Return: its index, or -errno with @err set where memory ran out; a
 * published.csv that cannot be read is a problem, not an error.
 */
long results_suite(struct results *results, const char *name,
		   const struct source *published, struct err *err);

/**
 * results_config() - find or add a configuration
 * @path:  its folder; the same name in another folder is another configuration
 * @model: its model.json, read when the configuration is new
 *
 * Return: its index; -EINVAL with @err set where model.json cannot be read,
 * for then no figure of it means anything; or -ENOMEM.
 */
long results_config(struct results *results, size_t suite, const char *name,
		    const char *path, const struct source *model,
		    struct err *err);

/**
 * struct sample_source - the files of one repeat of one test
 * @test, @repeat: from the file's name
 * @fio:           must exist
 * @run, @topo:    may be missing, with a warning
 * @md:            may be missing
 */
struct sample_source {
	const char *test;
	int repeat;
	struct source fio, run, topo, md;
};

/** results_sample() - Return: 0 or -errno with @err set (and nothing added) */
int results_sample(struct results *results, size_t config,
		   const struct sample_source *source, struct err *err);

/** sample_free() - what a sample owns */
void sample_free(struct sample *sample);

/** results_finish() - sort, compare, warn; Return: 0 or -ENOMEM */
int results_finish(struct results *results);
void results_free(struct results *results);

#define CEILING_TOLERANCE 1.10

/** figure_of_published() - measured (scaled) over published; 0 if unknown */
double figure_of_published(const struct figure *figure);
/** figure_of_ceiling() - median over the ceiling's high end; 0 if unknown */
double figure_of_ceiling(const struct figure *figure);
/** figure_exceeds() - over its ceiling by more than the tolerance */
bool figure_exceeds(const struct figure *figure);

/**
 * results_summary() - the figures as JSON, for programs; postprocess/README.md
 *
 * Return: the length it needs, as snprintf() does.
 */
size_t results_summary(const struct results *results, char *buf, size_t len);

#endif
