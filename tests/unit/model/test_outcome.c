// SPDX-License-Identifier: GPL-2.0-only
/* From fio's jobs to outcomes: what goes in comes out, whichever way. */
#include "unit.h"

#include "model/outcome.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROUNDS	 300
#define JOBS_MAX 40

/* the same every time */
static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static void make_job(struct fio_job *job, uint64_t *seed)
{
	enum side side;

	*job = (struct fio_job){
		.group = (int)(next_random(seed) % 5),
		.runtime_ms = 1 + (double)(next_random(seed) % 1000),
	};
	snprintf(job->name, sizeof(job->name), "job%u",
		 (unsigned int)(next_random(seed) % 3));
	for (side = 0; side < SIDE_COUNT; side++) {
		struct fio_side *one = &job->side[side];

		if (next_random(seed) % 3 == 0)
			continue;
		one->ios = (double)(next_random(seed) % 1000);
		one->bytes = one->ios * 4096;
		one->runtime_ms = job->runtime_ms;
		one->latency.count = one->ios;
		one->latency.mean_ns = (double)(next_random(seed) % 100000);
	}
}

/* I/Os, bytes, and I/Os times latency, over all but the sums of two sides */
struct sums {
	double ios, bytes, waited_ns;
};

static struct sums sum_jobs(const struct fio_result *fio)
{
	struct sums sums = {0};
	enum side side;
	size_t i;

	for (i = 0; i < fio->job_count; i++)
		for (side = 0; side < SIDE_COUNT; side++) {
			const struct fio_side *one = &fio->jobs[i].side[side];

			sums.ios += one->ios;
			sums.bytes += one->bytes;
			sums.waited_ns += one->ios * one->latency.mean_ns;
		}
	return sums;
}

static void check_sums(const struct outcomes *outcomes, const struct sums *want)
{
	struct sums sums = {0};
	size_t i;

	for (i = 0; i < outcomes->count; i++) {
		const struct outcome *one = &outcomes->items[i];

		if (one->side == SIDE_MIXED)
			continue;
		sums.ios += one->ios;
		sums.bytes += one->bytes;
		sums.waited_ns += one->latency.count * one->latency.mean_ns;
		/* rates are over the interval, never sums of rates */
		assert_true(fabs(one->rate_Bps * one->interval_ms / 1e3 -
				 one->bytes) <= 1e-6 * one->bytes);
	}
	assert_true(sums.ios == want->ios);
	assert_true(sums.bytes == want->bytes);
	assert_true(fabs(sums.waited_ns - want->waited_ns) <=
		    1e-9 * want->waited_ns);
}

static void nothing_is_lost_or_counted_twice(void **state)
{
	uint64_t seed = 88172645463325252u;
	struct fio_job jobs[JOBS_MAX];
	unsigned int round, by_group;

	(void)state;
	for (round = 0; round < ROUNDS; round++) {
		struct fio_result fio = {.jobs = jobs};
		struct sums want;

		fio.job_count = 1 + next_random(&seed) % JOBS_MAX;
		for (size_t i = 0; i < fio.job_count; i++) {
			make_job(&jobs[i], &seed);
			jobs[i].entry = i;
		}
		fio_sort(&fio);
		want = sum_jobs(&fio);
		for (by_group = 0; by_group < 2; by_group++) {
			struct outcomes outcomes = {.name = "x"};

			outcomes_of_fio(&outcomes, &fio, by_group);
			assert_false(outcomes.out_of_memory);
			check_sums(&outcomes, &want);
			outcomes_free(&outcomes);
		}
	}
}

/* a file of very many groups is one test, and says so */
static void groups_have_an_end(void **state)
{
	struct outcomes outcomes = {.name = "x"};
	struct fio_result fio = {.job_count = 1001};
	size_t i;

	(void)state;
	fio.jobs = calloc(fio.job_count, sizeof(*fio.jobs));
	assert_non_null(fio.jobs);
	for (i = 0; i < fio.job_count; i++) {
		fio.jobs[i].group = (int)i;
		fio.jobs[i].runtime_ms = 1;
		fio.jobs[i].side[SIDE_READ].bytes = 1;
	}
	outcomes_of_fio(&outcomes, &fio, true);
	assert_int_equal(outcomes.count, 1);
	assert_true(outcomes.items[0].bytes == 1001);
	assert_string_equal(outcomes.notes.items[0],
			    "x: holds 1001 groups of jobs: taken as one test");
	outcomes_free(&outcomes);
	free(fio.jobs);
}

static void far_too_many_figures_are_refused(void **state)
{
	struct outcomes outcomes;
	struct text text = {0};
	struct err err = {0};
	size_t i;

	(void)state;
	for (i = 0; i < 10001; i++)
		text_addf(&text,
			  "/dev/sd%zu:\n Timing disk reads: 1 MB in 1 "
			  "seconds = 1 MB/sec\n",
			  i);
	assert_true(outcomes_parse(&outcomes, "x", text.buf, text.len, &err) <
		    0);
	assert_string_equal(err.rule, "holds 10000 figures or more");
	text_free(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost_or_counted_twice),
		cmocka_unit_test(groups_have_an_end),
		cmocka_unit_test(far_too_many_figures_are_refused),
	};

	return unit_run(tests);
}
