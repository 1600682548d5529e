// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs of fio and their jobs, without fio: a run is shared memory, a job a
 * process or the test itself.
 */
#ifndef LANES_TESTS_MD_RUN_FIXTURE_H
#define LANES_TESTS_MD_RUN_FIXTURE_H

#include "md_fixture.h"
#include "system/md_run_internal.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

/* seconds after which something hangs */
#define PATIENCE 120

/**
 * struct run_fixture - an array on files, and a run
 * @fds: a job's, once run_start() was called
 */
struct run_fixture {
	struct fixture files; /* first: md_fixture.h's functions take it */
	struct md_array md;
	struct md_run *run;
	int fds[RAID_MEMBERS_MAX];
};

static inline struct md_run *run_new(void)
{
	struct md_run *run = md_run_new();

	assert_non_null(run);
	return run;
}

/* what a run's end does: its memory and the pot's files are gone */
static inline void run_free(struct md_run *run)
{
	close(run->pot.ends[0]);
	close(run->pot.ends[1]);
	munmap(run, sizeof(*run) + MD_RUN_ARRAYS * run->ranges_bytes);
}

/** run_find() - the array that the fixture's files make up */
static inline void run_find(const struct run_fixture *fixture,
			    const char *slots, struct md_array *md)
{
	struct md_wanted wanted = {.members = md_list(&fixture->files, slots)};

	md_expect_found(md, "", &wanted);
}

/** run_fixture_new() - a RAID5 of four members, clean at event 41; a set-up */
static inline int run_fixture_new(void **state)
{
	struct run_fixture *fixture = calloc(1, sizeof(*fixture));
	void *files;

	assert_non_null(fixture);
	fixture_new(&files);
	memcpy(&fixture->files, files, sizeof(fixture->files));
	free(files);
	md_array_1(&fixture->files, 5, 4);
	run_find(fixture, "0 1 2 3", &fixture->md);
	fixture->run = run_new();
	*state = fixture;
	alarm(PATIENCE);
	return 0;
}

/** run_fixture_free() - the tear-down */
static inline int run_fixture_free(void **state)
{
	struct run_fixture *fixture = *state;

	alarm(0);
	run_free(fixture->run);
	nftw(fixture->files.root, fixture_remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(fixture);
	return 0;
}

/* --- jobs ------------------------------------------------------------------
 */

/** run_claim() - and it must work; Return: the array's number */
static inline unsigned int run_claim(struct md_run *run,
				     const struct md_array *md)
{
	struct err err = {0};
	char text[1200];
	int array = md_run_claim(run, md, &err);

	if (array < 0)
		fail_msg("%s", err_format(&err, text, sizeof(text)));
	return array;
}

static inline void run_start(struct run_fixture *fixture, unsigned int array)
{
	struct err err = {0};
	char text[1200];

	if (md_run_start(fixture->run, array, &fixture->md, fixture->fds, &err))
		fail_msg("%s", err_format(&err, text, sizeof(text)));
}

static inline void run_close(struct run_fixture *fixture)
{
	unsigned int i;

	for (i = 0; i < fixture->md.geo.spec.members; i++)
		assert_int_equal(close(fixture->fds[i]), 0);
}

static inline void run_stop(struct run_fixture *fixture, unsigned int array)
{
	struct err err = {0};
	char text[1200];

	if (md_run_stop(fixture->run, array, &fixture->md, fixture->fds, &err))
		fail_msg("%s", err_format(&err, text, sizeof(text)));
	run_close(fixture);
}

static inline void run_end(struct run_fixture *fixture, unsigned int array)
{
	run_stop(fixture, array);
	md_run_release(fixture->run, array);
}

/**
 * run_job() - fork a job that does @body and then dies by SIGKILL
 *
 * It is a process: asserts in it do not reach the test, so it exits where
 * something fails, and that the test sees.
 */
static inline void run_killed_job(struct run_fixture *fixture,
				  void (*body)(struct run_fixture *fixture))
{
	pid_t pid = fork();
	int status;

	assert_true(pid >= 0);
	if (!pid) {
		body(fixture);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* --- superblocks ------------------------------------------------------------
 */

/** run_superblocks() - those of all four members */
static inline void run_superblocks(const struct run_fixture *fixture,
				   uint8_t sbs[4][RAID_SB_BYTES])
{
	char path[8];
	unsigned int i;

	for (i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_read(&fixture->files, path, 8, sbs[i], RAID_SB_BYTES);
	}
}

/** run_expect() - all members say so */
static inline void run_expect(const struct run_fixture *fixture, bool dirty,
			      uint64_t events)
{
	uint8_t sbs[4][RAID_SB_BYTES];
	unsigned int i;

	run_superblocks(fixture, sbs);
	for (i = 0; i < 4; i++) {
		uint32_t sum = (uint32_t)get(sbs[i], SB1_SUM, 4);

		assert_int_equal(get(sbs[i], SB1_RESYNC, 8),
				 dirty ? 0 : RAID_SB_CLEAN);
		assert_int_equal(get(sbs[i], SB1_EVENTS, 8), events);
		build_sum_1(sbs[i]);
		assert_int_equal(get(sbs[i], SB1_SUM, 4), sum);
	}
}

#endif
