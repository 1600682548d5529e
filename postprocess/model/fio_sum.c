// SPDX-License-Identifier: GPL-2.0-only
/* Jobs of one run as a whole. */
#include "model/fio.h"

#include <math.h>
#include <stdlib.h>

static int by_group(const void *a, const void *b)
{
	const struct fio_job *one = a, *two = b;

	if (one->group != two->group)
		return one->group < two->group ? -1 : 1;
	return (one->entry > two->entry) - (one->entry < two->entry);
}

void fio_sort(struct fio_result *result)
{
	qsort(result->jobs, result->job_count, sizeof(*result->jobs), by_group);
}

/* what a job did in one direction or in both */
struct share {
	const struct fio_side *sides[2];
	unsigned int count;
};

static struct share share_of(const struct fio_job *job, enum side side)
{
	struct share share = {.count = 1};

	share.sides[0] = &job->side[side == SIDE_MIXED ? SIDE_READ : side];
	if (side == SIDE_MIXED && !job->unified)
		share.sides[share.count++] = &job->side[SIDE_WRITE];
	return share;
}

static bool took_part(const struct fio_job *job, enum side side)
{
	struct share share = share_of(job, side);
	unsigned int i;

	for (i = 0; i < share.count; i++)
		if (share.sides[i]->bytes > 0 || share.sides[i]->ios > 0)
			return true;
	return false;
}

/*
 * For how long a job moved data in a direction: where it did so in phases
 * (verify) that is its side's own runtime.  The job's is without the part of a
 * millisecond by which that is rounded up.
 */
static double runtime_of(const struct fio_job *job, enum side side)
{
	double own = side == SIDE_MIXED ? 0 : job->side[side].runtime_ms;

	if (!(own > 0) || fabs(own - job->runtime_ms) <= 0.02 * own + 5)
		return job->runtime_ms;
	return own;
}

/* jobs of one group run together, groups one after the other (stonewall);
 * those of a group stand together */
static double interval_by_groups(const struct fio_result *result,
				 enum side side, bool whole,
				 unsigned int *groups)
{
	double sum = 0, longest = 0;
	const struct fio_job *last = NULL;
	size_t i;

	for (i = 0; i < result->job_count; i++) {
		const struct fio_job *job = &result->jobs[i];

		if (!took_part(job, side))
			continue;
		if (!last || job->group != last->group) {
			sum += longest;
			longest = 0;
			++*groups;
		}
		longest = fmax(longest,
			       whole ? job->runtime_ms : runtime_of(job, side));
		last = job;
	}
	return sum + longest;
}

static double interval_by_starts(const struct fio_result *result,
				 enum side side, bool whole)
{
	double first = INFINITY, last = 0, runtime;
	size_t i;

	for (i = 0; i < result->job_count; i++) {
		const struct fio_job *job = &result->jobs[i];

		if (!took_part(job, side))
			continue;
		runtime = whole ? job->runtime_ms : runtime_of(job, side);
		first = fmin(first, job->start_ms);
		last = fmax(last, job->start_ms + runtime);
	}
	return last - first;
}

/* @whole: the jobs' whole lives, not only the part in a direction */
static double interval(const struct fio_result *result, enum side side,
		       bool whole, struct fio_total *total)
{
	double by_groups;

	total->groups = 0;
	by_groups = interval_by_groups(result, side, whole, &total->groups);
	return total->has_starts && total->groups
		       ? interval_by_starts(result, side, whole)
		       : by_groups;
}

static void add_job(struct fio_total *total, double *cpu_ms,
		    const struct fio_job *job, enum side side)
{
	struct share share = share_of(job, side);
	unsigned int i;

	for (i = 0; i < share.count; i++) {
		total->bytes += share.sides[i]->bytes;
		total->ios += share.sides[i]->ios;
	}
	*cpu_ms += job->cpu_ms;
	total->has_starts &= job->start_ms > 0;
	total->timed &= job->timed;
}

void fio_latency(const struct fio_result *result, enum side side,
		 struct latency *latency)
{
	struct share share;
	unsigned int k;
	size_t i;

	*latency = (struct latency){0};
	for (k = 0; k < PERCENTILES; k++)
		latency->p_ns[k] = NAN;
	for (i = 0; i < result->job_count; i++) {
		share = share_of(&result->jobs[i], side);
		for (k = 0; k < share.count; k++)
			latency_merge(latency, &share.sides[k]->latency);
	}
	latency_finish(latency);
}

void fio_sum(const struct fio_result *result, enum side side,
	     struct fio_total *total)
{
	struct latency latency;
	double cpu_ms = 0;
	size_t i;

	*total = (struct fio_total){.has_starts = true, .timed = true};
	for (i = 0; i < result->job_count; i++)
		if (took_part(&result->jobs[i], side))
			add_job(total, &cpu_ms, &result->jobs[i], side);
	total->cpu_percent = 100 * cpu_ms / interval(result, side, true, total);
	total->interval_ms = interval(result, side, false, total);
	if (total->interval_ms > 0)
		total->rate_Bps = total->bytes / (total->interval_ms / 1e3);
	fio_latency(result, side, &latency);
	total->lat_mean_ns = latency.mean_ns;
	if (latency.p_ns[P99] > 0)
		total->p99_ns = latency.p_ns[P99];
	latency_free(&latency);
}

const struct fio_job *fio_error(const struct fio_result *result)
{
	size_t i;

	for (i = 0; i < result->job_count; i++)
		if (result->jobs[i].error)
			return &result->jobs[i];
	return NULL;
}
