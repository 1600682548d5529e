// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's logs (write_bw_log, write_iops_log, write_lat_log) in one pass, however
 * long: per bucket of time what there was of it, and a histogram of all.
 * Memory does not grow with the log.
 *
 * A line is "time_ms, value, direction, block_size[, offset][, priority][,
 * issue_ns]"; with log_window_value=both a second value, the window's highest,
 * follows the first.  Nothing here needs what comes after the block size.
 * Source: fio HOWTO, "Log File Formats".
 */
#ifndef LANES_MODEL_LOG_H
#define LANES_MODEL_LOG_H

#include "model/bins.h"
#include "model/fio.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* at most so many buckets: when a log is longer, two become one */
#define LOG_BUCKETS 2048

/* what to begin with: doubled a few times it is a second */
#define LOG_WIDTH_MS 125

/* per bucket, 16 bins per octave: a percentile is off by 1/32 at most */
#define LOG_BITS 4
#define LOG_BINS ((40 - LOG_BITS + 1) << LOG_BITS)

/**
 * struct log_bucket - a stretch of time, in one direction
 * @count:      values: lines, or I/Os of a histogram log
 * @sum, @min, @max: of the values
 * @block_bytes: sum of their block sizes; 0 in averaged logs
 * @value_ms:   of averaged logs: each value times how much of its window lies
 *              in this bucket, as one window may lie in several
 */
struct log_bucket {
	uint64_t count;
	double sum;
	uint64_t min, max;
	double block_bytes;
	double value_ms;
	uint32_t bins[LOG_BINS];
};

/**
 * struct log_series - one direction; @buckets is owned, NULL if there is none
 * @used: buckets up to the last one with a line
 */
struct log_series {
	struct log_bucket *buckets;
	size_t used;
	uint64_t bins[BINS_COUNT];
};

/**
 * struct log_form - what a log's first lines tell of all others
 * @pairs:     each has two values
 * @averaged:  each stands for a window of time (log_avg_msec)
 * @hist:      the same, with a histogram of it (log_hist_msec)
 * @window_ms: that long, as far as can be told; 0 else
 * @origin_ms: time begins here: not 0 where it counts from 1970
 *             (log_unix_epoch, log_alternate_epoch)
 */
struct log_form {
	bool pairs;
	bool averaged;
	bool hist;
	uint64_t window_ms;
	uint64_t origin_ms;
};

/** log_sniff() - @buf: the log's beginning; a few lines will do */
struct log_form log_sniff(const char *buf, size_t len);

/**
 * struct log - what has been read so far
 * @width_ms:  of a bucket; doubles when time goes on
 * @lines, @bad_lines: and the first that could not be read, from 1
 * @first_ms, @last_ms: of all lines; @first_ms > @last_ms while there is none.
 *              A window's line is taken to be at the window's middle.
 * @coarseness: 2^@coarseness neighbours of each series' bins are one
 */
struct log {
	struct log_form form;
	uint64_t width_ms;
	unsigned int coarseness;
	uint64_t lines;
	uint64_t bad_lines;
	uint64_t first_bad;
	bool out_of_memory;
	uint64_t first_ms, last_ms;
	struct log_series side[SIDE_COUNT];
};

/** log_init() - @width_ms: of a bucket to begin with, > 0 */
void log_init(struct log *log, const struct log_form *form, uint64_t width_ms);
void log_free(struct log *log);

/**
 * log_feed() - read more of the log
 *
 * Only whole lines are taken, unless @last.
 *
 * Return: bytes taken; the caller brings the rest again, with what follows.
 */
size_t log_feed(struct log *log, const char *buf, size_t len, bool last);

/**
 * log_merge() - add what another reader has read
 *
 * Both have begun with the same width.  Where it is of the same log, @from is
 * the part that follows.
 */
void log_merge(struct log *to, const struct log *from);

/** log_unify() - take writes for reads, so that both count as one direction */
void log_unify(struct log *log);

/** log_widen() - double the buckets' width until it is @width_ms or more */
void log_widen(struct log *log, uint64_t width_ms);

/**
 * struct log_point - a bucket's figures
 * @time_s: its middle
 * @p50, @p99, @p999: nearest rank, from its bins
 */
struct log_point {
	double time_s;
	uint64_t count;
	double mean, min, max;
	double p50, p99, p999;
	double block_bytes;
};

/**
 * log_point() - figures of a bucket
 *
 * Return: false where it is empty.
 */
bool log_point(const struct log *log, enum side side, size_t bucket,
	       struct log_point *point);

/** struct log_total - a whole log, in one direction */
struct log_total {
	uint64_t count;
	double sum, min, max;
	double block_bytes;
};

void log_total(const struct log *log, enum side side, struct log_total *total);

/**
 * log_percentile() - of all values in a direction, from fio's bins
 *
 * Off by 1/128 of it at most, or 2^c/128 of a histogram log of coarseness c;
 * exact below 128; above 2^34 the highest value stands for it.
 */
double log_percentile(const struct log *log, enum side side, double fraction);

/* --- for the files of this room -------------------------------------- */

/** log_see() - note that there is a line of this time; Return: since origin */
uint64_t log_see(struct log *log, uint64_t time_ms);

/** struct log_times - of the lines that a sniffer has seen, in one direction */
struct log_times {
	uint64_t side, count, first_ms, last_ms;
	uint64_t steps[128];
	size_t step_count;
};

void log_times_add(struct log_times *times, uint64_t side, uint64_t time_ms);
/** log_times_end() - fill in @form's window and origin */
void log_times_end(struct log_times *times, struct log_form *form);

/**
 * log_bucket_at() - the bucket of a time
 *
 * Any earlier one's address may name another bucket then.
 *
 * Return: it, or NULL with @log->out_of_memory set.
 */
struct log_bucket *log_bucket_at(struct log *log, enum side side,
				 uint64_t since_ms);

/** log_bin_coarse() - of a bucket's bins */
static inline unsigned int log_bin_coarse(uint64_t value)
{
	unsigned int index = bins_index_of(value, LOG_BITS);

	return index < LOG_BINS ? index : LOG_BINS - 1;
}

#endif
