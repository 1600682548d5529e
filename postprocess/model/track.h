// SPDX-License-Identifier: GPL-2.0-only
/*
 * What moved over time, from logs: bytes or I/Os per bucket, which jobs' logs
 * may be added up.  How a log tells it depends on what it is: each I/O's own
 * line counts one, with its block size; a line that stands for a window counts
 * with its value.
 */
#ifndef LANES_MODEL_TRACK_H
#define LANES_MODEL_TRACK_H

#include "model/log.h"
#include "model/log_name.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum track_what {
	TRACK_BYTES,
	TRACK_IOS
};

/**
 * struct track
 * @width_ms: of a bucket
 * @window_ms: that the log's lines stand for; 0 where each is an I/O's
 * @used:     buckets up to the last one with something
 * @amount:   what moved in each
 * @from_ms, @to_ms: the time that is told of; the first and the last bucket
 *            may lie in it only partly
 */
struct track {
	uint64_t width_ms;
	uint64_t window_ms;
	size_t used;
	double amount[LOG_BUCKETS];
	double from_ms, to_ms;
};

/**
 * track_log() - from a log, in one direction
 * @kind: what its values are
 *
 * Return: false where it does not tell: nothing in this direction, or averaged
 * values of something else.
 */
bool track_log(struct track *track, const struct log *log, enum side side,
	       enum log_kind kind, enum track_what what);

/** track_add() - another job's, at the same time */
void track_add(struct track *to, const struct track *from);

/** track_widen() - double the buckets' width until it is @width_ms or more */
void track_widen(struct track *track, uint64_t width_ms);

/**
 * track_rate() - per second, in one bucket
 *
 * Return: false where most of the bucket is outside of what is told of.
 */
bool track_rate(const struct track *track, size_t bucket, double *rate);

/** track_mean() - per second, over all */
double track_mean(const struct track *track);

#endif
