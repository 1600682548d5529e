// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's own output (--output-format=json or json+), 2.0.10 to newest, of a
 * local run or of a client's.  Source: fio stat.c
 * (show_thread_status_json), read at each version that changed something; what
 * that was is noted where it is read.
 */
#ifndef LANES_MODEL_FIO_H
#define LANES_MODEL_FIO_H

#include "base/err.h"
#include "model/latency.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

struct repairs;

/** enum side - SIDE_MIXED, reads and writes together, is no index */
enum side {
	SIDE_READ,
	SIDE_WRITE,
	SIDE_TRIM,
	SIDE_COUNT,
	SIDE_MIXED
};

/** side_name() - "read", "write", "trim", "mixed"; of SIDE_COUNT "" */
const char *side_name(enum side side);

/** struct fio_side - what one job did in one direction */
struct fio_side {
	double bytes;
	double ios;
	double runtime_ms;
	struct latency latency;
};

/**
 * struct fio_job - one entry of "jobs" or "client_stats"
 * @entry:      its place in the file
 * @host:       of a client's job; else ""
 * @error:      errno that ended it, 0 if none did
 * @start_ms:   wall clock at its start (fio 3.36 and newer); 0 where not told
 * @runtime_ms: from its start to its end
 * @cpu_ms:     its time on CPUs, user and system; NAN where not known
 * @timed:      time_based: it ended when its time was over
 * @unified:    unified_rw_reporting: each of @side is the sum of all
 */
struct fio_job {
	char name[64];
	char host[64];
	size_t entry;
	int group;
	int error;
	double start_ms;
	double runtime_ms;
	double cpu_ms;
	bool timed;
	bool unified;
	struct fio_side side[SIDE_COUNT];
};

/**
 * struct fio_result - one run of fio; all is owned
 * @jobs:  by group, as in the file
 * @notes: what had to be assumed to read it, as sentences without a subject
 */
struct fio_result {
	char version[64];
	struct fio_job *jobs;
	size_t job_count;
	struct strings notes;
};

/**
 * fio_parse() - read fio's output
 * @name:    what to call it in errors: its path
 * @repairs: what had to be mended to read it (model/load.h); may be NULL
 *
 * Return: 0 (then fio_free() it), or -errno with @err set.
 */
int fio_parse(struct fio_result *result, const char *name, const char *buf,
	      size_t len, struct repairs *repairs, struct err *err);
void fio_free(struct fio_result *result);

/** fio_sort() - put @jobs in their order; what fio_parse() returns is in it */
void fio_sort(struct fio_result *result);

/**
 * struct fio_total - a run as a whole, in one direction
 * @bytes:       moved by all jobs
 * @interval_ms: from the first job's start to the last one's end
 * @rate_Bps:    @bytes over @interval_ms: never a sum of the jobs' own rates
 * @lat_mean_ns: over all I/Os; 0 where none was timed
 * @p99_ns:      from the bins of all jobs (JSON+), else the highest of the
 *               jobs' own; 0 where not known
 * @cpu_percent: of all jobs over their lives, 100 is one CPU; NAN where not
 *               known
 * @has_starts:  every job's start was told; else all jobs of a group are
 *               taken to start together, and groups one after the other
 * @timed:       all jobs were
 * @groups:      how many groups there were
 */
struct fio_total {
	double bytes;
	double ios;
	double interval_ms;
	double rate_Bps;
	double lat_mean_ns;
	double p99_ns;
	double cpu_percent;
	bool has_starts;
	bool timed;
	unsigned int groups;
};

void fio_sum(const struct fio_result *result, enum side side,
	     struct fio_total *total);

/** fio_latency() - of all jobs in a direction; latency_free() it */
void fio_latency(const struct fio_result *result, enum side side,
		 struct latency *latency);

/** fio_error() - the first job that failed, or NULL */
const struct fio_job *fio_error(const struct fio_result *result);

#endif
