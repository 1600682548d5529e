// SPDX-License-Identifier: GPL-2.0-only
/* From fio's jobs to outcomes. */
#include "model/outcome.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* no job file has as many; each is looked for among all */
#define GROUPS_MAX 1000

static bool moved(const struct fio_total *total)
{
	return total->bytes > 0 || total->ios > 0;
}

static void add_side(struct outcomes *outcomes, const struct fio_result *jobs,
		     const char *test, enum side side)
{
	struct outcome *outcome = outcomes_add(outcomes, test, side);
	struct fio_total total;

	fio_sum(jobs, side, &total);
	fio_latency(jobs, side, &outcome->latency);
	outcome->bytes = total.bytes;
	outcome->ios = total.ios;
	outcome->interval_ms = total.interval_ms;
	if (!(total.interval_ms > 0)) {
		outcomes_note(outcomes,
			      "%s: ended within a millisecond: no "
			      "rates",
			      test);
		return;
	}
	outcome->rate_Bps = total.rate_Bps;
	outcome->iops = total.ios / (total.interval_ms / 1e3);
	outcome->cpu_percent = total.cpu_percent;
}

static bool any_unified(const struct fio_result *jobs)
{
	size_t i;

	for (i = 0; i < jobs->job_count; i++)
		if (jobs->jobs[i].unified)
			return true;
	return false;
}

static void add_test(struct outcomes *outcomes, const struct fio_result *jobs,
		     const char *test)
{
	bool unified = any_unified(jobs);
	unsigned int sides = 0;
	struct fio_total total;
	enum side side;

	/* each side of a unified job is the sum of all */
	for (side = 0; side < SIDE_COUNT && !unified; side++) {
		fio_sum(jobs, side, &total);
		if (!moved(&total))
			continue;
		add_side(outcomes, jobs, test, side);
		sides |= 1u << side;
	}
	fio_sum(jobs, SIDE_MIXED, &total);
	if (moved(&total) && (unified || (sides & 3) == 3))
		add_side(outcomes, jobs, test, SIDE_MIXED);
}

/* the jobs' common name, or the first one's and how many others there are */
static void name_group(const struct fio_result *jobs, char *name, size_t len)
{
	const char *first = jobs->jobs[0].name;
	size_t others = 0, i;

	for (i = 1; i < jobs->job_count; i++)
		others += strcmp(jobs->jobs[i].name, first) &&
			  strcmp(jobs->jobs[i].name, jobs->jobs[i - 1].name);
	if (others)
		snprintf(name, len, "%s + %zu", first, others);
	else
		snprintf(name, len, "%s", first);
}

/* groups may bear the same name */
static void tell_apart(const struct outcomes *outcomes, size_t from, int group,
		       char *name, size_t len)
{
	size_t used = strlen(name), i;

	for (i = from; i < outcomes->count; i++)
		if (!strcmp(outcomes->items[i].test, name)) {
			snprintf(name + used, len - used, " (group %d)", group);
			return;
		}
}

static size_t count_groups(const struct fio_result *result)
{
	size_t i, count = 1;

	for (i = 1; i < result->job_count; i++)
		count += result->jobs[i].group != result->jobs[i - 1].group;
	return count;
}

static void add_groups(struct outcomes *outcomes,
		       const struct fio_result *result)
{
	size_t from = outcomes->count, first, next;
	char name[96];

	for (first = 0; first < result->job_count; first = next) {
		struct fio_result group = {.jobs = &result->jobs[first]};

		for (next = first; next < result->job_count; next++)
			if (result->jobs[next].group != group.jobs->group)
				break;
		group.job_count = next - first;
		name_group(&group, name, sizeof(name));
		tell_apart(outcomes, from, group.jobs->group, name,
			   sizeof(name));
		add_test(outcomes, &group, name);
	}
}

static void add_all(struct outcomes *outcomes, const struct fio_result *result,
		    bool by_group)
{
	size_t groups = count_groups(result);

	if (by_group && groups <= GROUPS_MAX) {
		add_groups(outcomes, result);
		return;
	}
	if (by_group)
		outcomes_note(outcomes,
			      "holds %zu groups of jobs: taken as one test",
			      groups);
	add_test(outcomes, result, "");
}

static void judge(struct outcomes *outcomes, const struct fio_result *result)
{
	const struct fio_job *bad = fio_error(result);

	if (bad)
		snprintf(outcomes->problem, sizeof(outcomes->problem),
			 "job %.48s ended with error %d (%.64s)", bad->name,
			 bad->error, strerror(bad->error));
}

void outcomes_of_fio(struct outcomes *outcomes, const struct fio_result *result,
		     bool by_group)
{
	size_t i;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "%s", result->version);
	for (i = 0; i < result->notes.count; i++)
		outcomes_note(outcomes, "%s", result->notes.items[i]);
	add_all(outcomes, result, by_group);
	judge(outcomes, result);
}
