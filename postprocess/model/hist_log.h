// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's histogram logs (write_hist_log with log_hist_msec): per window and
 * direction, how many I/Os fell into each bin of completion latency.  They are
 * read into a struct log, as if each I/O had been logged with the middle of its
 * bin.
 *
 * A line is "time_ms, direction, block_size, count, count, ...", with
 * 1856 >> coarseness counts, or 1216 >> coarseness before fio 2.99, which
 * counted in microseconds.  Source: fio HOWTO, write_hist_log and
 * log_hist_coarseness.
 */
#ifndef LANES_MODEL_HIST_LOG_H
#define LANES_MODEL_HIST_LOG_H

#include "base/err.h"
#include "model/log.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * struct hist_form - what the first line tells of all others
 * @bins:         counts in a line
 * @coarseness:   each is of 2^@coarseness of fio's bins
 * @microseconds: its values are; else nanoseconds
 * @middle:       value of each count's bin
 */
struct hist_form {
	unsigned int bins;
	unsigned int coarseness;
	bool microseconds;
	struct log_form log;
	double middle[BINS_COUNT];
};

/** as much of a log as shows two lines at least: 64 KiB and more */
#define HIST_SNIFF_BYTES 131072

/**
 * hist_sniff() - its form
 * @buf: the log's beginning
 * @name: what to call it in errors
 *
 * Return: 0, or -EINVAL with @err set where the number of counts is none of
 * fio's.
 */
int hist_sniff(struct hist_form *form, const char *name, const char *buf,
	       size_t len, struct err *err);

/** hist_init() - log_init() for such a log */
void hist_init(struct log *log, const struct hist_form *form,
	       uint64_t width_ms);

/** hist_feed() - log_feed() for such a log */
size_t hist_feed(struct log *log, const struct hist_form *form, const char *buf,
		 size_t len, bool last);

#endif
