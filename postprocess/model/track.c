// SPDX-License-Identifier: GPL-2.0-only
#include "model/track.h"

#include <math.h>
#include <string.h>

/* fio's bandwidth logs count in KiB per second */
#define BW_UNIT 1024

/* milliseconds of a bucket that are told of */
static double covered_ms(const struct track *track, size_t index)
{
	double from = (double)(index * track->width_ms);
	double to = from + (double)track->width_ms;

	return fmax(0, fmin(to, track->to_ms) - fmax(from, track->from_ms));
}

static double counted(const struct log_bucket *bucket, enum track_what what)
{
	return what == TRACK_IOS ? (double)bucket->count : bucket->block_bytes;
}

static void track_counts(struct track *track, const struct log_series *series,
			 enum track_what what)
{
	size_t i;

	for (i = 0; i < series->used; i++)
		track->amount[i] = counted(&series->buckets[i], what);
}

/* lines that each stand for the window before them */
static void track_windows(struct track *track, const struct log_series *series,
			  double unit)
{
	size_t i;

	for (i = 0; i < series->used; i++)
		track->amount[i] = series->buckets[i].value_ms * unit / 1000;
}

static bool is_rate_of(enum log_kind kind, enum track_what what)
{
	return kind == (what == TRACK_IOS ? LOG_IOPS : LOG_BW);
}

bool track_log(struct track *track, const struct log *log, enum side side,
	       enum log_kind kind, enum track_what what)
{
	const struct log_series *series = &log->side[side];
	double half = (double)log->form.window_ms / 2;

	memset(track, 0, sizeof(*track));
	if (!series->used)
		return false;
	track->width_ms = log->width_ms;
	track->window_ms = log->form.window_ms;
	track->used = series->used;
	track->from_ms = fmax(0, (double)log->first_ms - half);
	track->to_ms = (double)log->last_ms + half;
	/* all within a millisecond: that, then */
	track->to_ms = fmax(track->to_ms, track->from_ms + 1);
	if (!log->form.averaged)
		track_counts(track, series, what);
	else if (is_rate_of(kind, what))
		track_windows(track, series, what == TRACK_IOS ? 1 : BW_UNIT);
	else
		return false;
	return true;
}

static void halve(struct track *track)
{
	size_t i;

	for (i = 0; i < track->used; i++) {
		double amount = track->amount[i];

		track->amount[i] = 0;
		track->amount[i / 2] += amount;
	}
	track->used = (track->used + 1) / 2;
	track->width_ms *= 2;
}

void track_widen(struct track *track, uint64_t width_ms)
{
	while (track->width_ms < width_ms)
		halve(track);
}

void track_add(struct track *to, const struct track *from)
{
	size_t i, index;

	track_widen(to, from->width_ms);
	if (from->window_ms > to->window_ms)
		to->window_ms = from->window_ms;
	for (i = 0; i < from->used; i++) {
		index = i * from->width_ms / to->width_ms;
		to->amount[index] += from->amount[i];
		if (index >= to->used)
			to->used = index + 1;
	}
	to->from_ms = fmin(to->from_ms, from->from_ms);
	to->to_ms = fmax(to->to_ms, from->to_ms);
}

bool track_rate(const struct track *track, size_t index, double *rate)
{
	double covered = covered_ms(track, index);

	if (index >= track->used || covered * 2 < (double)track->width_ms)
		return false;
	*rate = track->amount[index] / (covered / 1000);
	return true;
}

double track_mean(const struct track *track)
{
	double sum = 0;
	size_t i;

	for (i = 0; i < track->used; i++)
		sum += track->amount[i];
	return sum / ((track->to_ms - track->from_ms) / 1000);
}
