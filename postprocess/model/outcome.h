// SPDX-License-Identifier: GPL-2.0-only
/*
 * What one run of a benchmark gave, whichever benchmark it was: fio (JSON,
 * terse), or a tool that a document used and a fio job repeats, so that the two
 * can stand side by side.
 */
#ifndef LANES_MODEL_OUTCOME_H
#define LANES_MODEL_OUTCOME_H

#include "base/err.h"
#include "model/fio.h"
#include "model/latency.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct outcome - one direction of one test of a run; NAN is "not known"
 * @test:        its name there; "" where the tool gives none
 * @side:        SIDE_COUNT where the tool does not tell
 * @bytes, @ios, @interval_ms: what @rate_Bps and @iops are of
 * @rate_Bps:    fio's: all bytes from the first start to the last end; of a
 *               tool: the figure that it prints itself
 * @cpu_percent: of the jobs; 100 is one CPU
 * @latency:     @latency.count is 0 where there is none
 */
struct outcome {
	char test[96];
	enum side side;
	double bytes;
	double ios;
	double interval_ms;
	double rate_Bps;
	double iops;
	double cpu_percent;
	struct latency latency;
};

/**
 * struct outcomes - a run; all is owned but @name
 * @name:    what to call the file in words: its path
 * @tool:    "fio-3.33", "iozone", ...
 * @notes:   what was mended or assumed, each beginning with @name
 * @problem: why it does not count (a job failed); "" if it does
 * @spare:   where outcomes_add() points when memory is out
 * @out_of_memory: something is missing; outcomes_parse() then fails
 */
struct outcomes {
	const char *name;
	char tool[80];
	struct outcome *items;
	size_t count;
	struct strings notes;
	char problem[200];
	struct outcome spare;
	bool out_of_memory;
};

/**
 * outcomes_parse() - read the output of a tool, known by what it says
 *
 * Return: 0 (then outcomes_free() it), or -errno with @err set.
 */
int outcomes_parse(struct outcomes *outcomes, const char *name, const char *buf,
		   size_t len, struct err *err);
void outcomes_free(struct outcomes *outcomes);

/**
 * outcomes_of_fio() - what a run of fio gave, added to @outcomes
 * @by_group: each group of jobs (stonewall, new_group) is a test; else all jobs
 *            together are one, without a name
 *
 * Each direction that moved anything is one outcome; reads and writes together
 * (SIDE_MIXED) a further one where there were both, or where fio summed them
 * itself (unified_rw_reporting).
 */
void outcomes_of_fio(struct outcomes *outcomes, const struct fio_result *result,
		     bool by_group);

/**
 * outcomes_add() - one more, with nothing known
 * @test: its name; cut to its array
 *
 * Return: it, until the next is added; where memory is out, a place that is
 * lost, so that a parser needs no branch.
 */
struct outcome *outcomes_add(struct outcomes *outcomes, const char *test,
			     enum side side);

/** outcomes_note() - add to @notes, behind the name */
void outcomes_note(struct outcomes *outcomes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
