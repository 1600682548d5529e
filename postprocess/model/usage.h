// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the CPUs did while a test ran: from sar.json (sysstat's sadf -j) or
 * stat.json.  Formats: postprocess/README.md.
 */
#ifndef LANES_MODEL_USAGE_H
#define LANES_MODEL_USAGE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

/** enum usage_part - of the time of all CPUs */
enum usage_part {
	USAGE_USER, /* and nice, and guests */
	USAGE_SYSTEM,
	USAGE_INTERRUPTS, /* hard and soft */
	USAGE_IOWAIT,
	USAGE_STEAL,
	USAGE_PARTS
};

/**
 * struct usage_sample - an interval
 * @epoch_s: its end
 * @part:    per cent of all CPUs
 * @busiest: per cent of the CPU that was busiest; NAN where CPUs are not told
 *           apart
 */
struct usage_sample {
	double epoch_s;
	double part[USAGE_PARTS];
	double busiest;
};

/**
 * struct usage_thread - @percent: of one CPU, by sample; NAN where not known
 */
struct usage_thread {
	char name[32];
	double pid;
	double *percent;
};

/**
 * struct usage - all arrays are owned
 * @closed: the file ended within a sample
 */
struct usage {
	struct usage_sample *samples;
	size_t count;
	struct usage_thread *threads;
	size_t thread_count;
	bool closed;
};

/** usage_parse_sar() - Return: 0 (then usage_free() it), or -errno with @err */
int usage_parse_sar(struct usage *usage, const char *name, const char *buf,
		    size_t len, struct err *err);

/** usage_parse_stat() - Return: 0 (then usage_free() it), or -errno with @err
 */
int usage_parse_stat(struct usage *usage, const char *name, const char *buf,
		     size_t len, struct err *err);
void usage_free(struct usage *usage);

/** usage_busy() - of a sample: all parts but iowait */
double usage_busy(const struct usage_sample *sample);

/** usage_is_md() - is a thread of this name md's? */
bool usage_is_md(const char *name);

#endif
