// SPDX-License-Identifier: GPL-2.0-only
/* Log files that belong together: those of a run's jobs. */
#ifndef LANES_CLI_LOG_RUNS_H
#define LANES_CLI_LOG_RUNS_H

#include "cli/log_file.h"
#include "cli/plot.h"

/**
 * struct log_run - the inputs of one run, job by job
 * @label:  how it is called in the chart
 * @name:   what it is told apart by: a label, or what its logs' names share
 * @inputs: indices into those of the plot
 */
struct log_run {
	char label[96];
	char name[256];
	size_t *inputs;
	size_t count;
};

/**
 * log_runs_find() - sort all inputs into runs
 * @kinds: the kinds of logs that will do, best first: of a run that has several
 *         only one is kept, as each tells of the same I/Os
 *
 * Return: how many (log_runs_free() them), or -ENOMEM.
 */
long log_runs_find(const struct plot *plot, const enum log_kind *kinds,
		   size_t kind_count, struct log_run **runs);
void log_runs_free(struct log_run *runs, size_t count);

/** log_runs_wants() - is a log's direction to be shown? */
bool log_runs_wants(const struct plot *plot, enum side side);

/**
 * log_runs_read() - one input; reads and writes are one where both are wanted
 * together
 *
 * Return: 0 (then log_file_free() it), 1 where it became a problem, or -ENOMEM.
 */
int log_runs_read(struct plot *plot, size_t input, struct log_file *file);

/** log_runs_words() - "completion latency": what a latency log holds */
const char *log_runs_words(enum log_kind kind);

/* of latencies: each I/O's own, where that is wanted, or over time */
#define LOG_RUNS_LATENCIES 4
extern const enum log_kind log_runs_latencies[LOG_RUNS_LATENCIES];

/**
 * struct log_merged - a run's latencies, those of all jobs; log_merged_free()
 * @any: there are some
 */
struct log_merged {
	struct log log;
	double unit_ns;
	bool any;
};

/**
 * log_runs_latency() - read and merge them
 * @needs_ios: means of windows will not do
 * @kind:      what earlier ones were, or LOG_UNKNOWN: all must be alike
 *
 * Return: 0 or -ENOMEM; @merged->any is false where all became problems.
 */
int log_runs_latency(struct plot *plot, const struct log_run *run,
		     bool needs_ios, enum log_kind *kind,
		     struct log_merged *merged);
void log_merged_free(struct log_merged *merged);

#endif
