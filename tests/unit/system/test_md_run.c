// SPDX-License-Identifier: GPL-2.0-only
/* What the jobs of a run share: claims, and the marks in the superblocks. */
#include "unit.h"

#include "md_run_fixture.h"

/* --- claims -----------------------------------------------------------------
 */

/* another run of the same user, as a process of its own; 0: it got the claim */
static int claim_elsewhere(const struct md_array *md, char *line, size_t len)
{
	int pipes[2], status;
	pid_t pid;
	ssize_t n;

	assert_int_equal(pipe(pipes), 0);
	pid = fork();
	assert_true(pid >= 0);
	if (!pid) {
		struct md_run *run = md_run_new();
		struct err err = {0};
		char text[1200] = "";
		int ret = run ? md_run_claim(run, md, &err) : -ENOMEM;

		if (ret < 0)
			err_format(&err, text, sizeof(text));
		_exit(write(pipes[1], text, strlen(text) + 1) < 0 ? 0 : -ret);
	}
	close(pipes[1]);
	n = read(pipes[0], line, len - 1);
	assert_true(n > 0);
	line[n] = '\0';
	close(pipes[0]);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void another_run_is_refused_by_the_holders_pid(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	char line[1200], expected[1200];

	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)),
			 EBUSY);
	snprintf(expected, sizeof(expected),
		 "%s/m0: is being written by process %d; wait for it to end",
		 fixture->files.root, getpid());
	assert_string_equal(line, expected);
	/* a refusal changes nothing */
	run_expect(fixture, false, 41);
	md_run_release(fixture->run, array);
	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)), 0);
}

static void a_member_held_by_another_array_is_refused_whole(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_wanted wanted = {.members = md_list(&fixture->files, "7 8 2"),
				   .level = "0"};
	struct md_array other;
	struct err err = {0};
	char line[1200];
	unsigned int array;

	md_image(&fixture->files, "/m7", 4096);
	md_image(&fixture->files, "/m8", 4096);
	wanted.chunk_bytes = 65536;
	md_expect_found(&other, "", &wanted);
	array = run_claim(fixture->run, &fixture->md);
	assert_int_equal(md_run_claim(fixture->run, &other, &err), -EBUSY);
	assert_non_null(strstr(err_format(&err, line, sizeof(line)),
			       "/m2: is being written by process"));
	/* words are optional */
	assert_int_equal(md_run_claim(fixture->run, &other, NULL), -EBUSY);
	/* what it had taken until then is free again */
	wanted.members = md_list(&fixture->files, "7 8");
	md_expect_found(&other, "", &wanted);
	assert_int_equal(claim_elsewhere(&other, line, sizeof(line)), 0);
	md_run_release(fixture->run, array);
}

static void the_same_run_joins(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	char line[1200];
	struct md_array again;

	/* in another order and by another name */
	run_find(fixture, "3 1 0 2", &again);
	strcpy(again.name, "another");
	assert_int_equal(md_run_claim(fixture->run, &again, NULL), array);
	md_run_release(fixture->run, array);
	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)),
			 EBUSY);
	/* the last one gives it back */
	md_run_release(fixture->run, array);
	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)), 0);
}

static void who_joins_while_it_is_written_finds_it_dirty_and_may(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	struct md_array again;

	run_start(fixture, array);
	run_find(fixture, "0 1 2 3", &again);
	assert_int_equal(again.unwritable.code, EROFS);
	assert_int_equal(md_run_claim(fixture->run, &again, NULL), array);
	md_run_release(fixture->run, array);
	run_end(fixture, array);
}

static void who_finds_it_while_it_is_written_is_told_by_whom(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	char line[1200], expected[1200];
	struct md_array dirty;

	run_start(fixture, array);
	run_find(fixture, "0 1 2 3", &dirty);
	assert_int_equal(claim_elsewhere(&dirty, line, sizeof(line)), EBUSY);
	snprintf(expected, sizeof(expected),
		 "%s/m0: is being written by process %d; wait for it to end",
		 fixture->files.root, getpid());
	assert_string_equal(line, expected);
	md_run_fail(fixture->run, array, 0);
	run_end(fixture, array);
	/* it stays dirty, and nobody has it */
	assert_int_equal(claim_elsewhere(&dirty, line, sizeof(line)), EROFS);
	assert_non_null(strstr(line, "is dirty: a resync is due"));
}

static void what_must_not_be_written_is_not_claimed(void **state)
{
	struct run_fixture *fixture = *state;
	struct err err = {0};
	char line[1200];

	err_set(&fixture->md.unwritable, EROFS, "array", "is dirty");
	assert_int_equal(md_run_claim(fixture->run, &fixture->md, &err),
			 -EROFS);
	assert_string_equal(err_format(&err, line, sizeof(line)),
			    "array: is dirty");
	assert_int_equal(md_run_claim(fixture->run, &fixture->md, NULL),
			 -EROFS);
	fixture->md.unwritable.code = 0;
	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)), 0);
}

static void claim(struct run_fixture *fixture)
{
	if (md_run_claim(fixture->run, &fixture->md, NULL))
		_exit(1);
}

static void a_claim_outlives_the_job_that_took_it(void **state)
{
	struct run_fixture *fixture = *state;
	char line[1200], expected[1200];

	run_killed_job(fixture, claim);
	/* the lock's owner is gone: nobody can be named */
	assert_int_equal(claim_elsewhere(&fixture->md, line, sizeof(line)),
			 EBUSY);
	snprintf(expected, sizeof(expected),
		 "%s/m0: is being written by another run; wait for it to end",
		 fixture->files.root);
	assert_string_equal(line, expected);
	/* his kin join, write and stop */
	run_start(fixture, run_claim(fixture->run, &fixture->md));
	run_expect(fixture, true, 42);
	run_stop(fixture, 0);
	run_expect(fixture, false, 41);
}

/* an array without metadata, of @count new files from number @first on */
static void bare_array(struct run_fixture *fixture, unsigned int first,
		       unsigned int count, struct md_array *md)
{
	static char list[8192];
	struct md_wanted wanted = {
		.members = list, .level = "0", .chunk_bytes = 65536};
	size_t used = 0;
	unsigned int i;
	char path[16];

	for (i = first; i < first + count; i++) {
		snprintf(path, sizeof(path), "/bare%u", i);
		md_image(&fixture->files, path, 1024);
		used += snprintf(list + used, sizeof(list) - used, "%s%s%s",
				 used ? "," : "", fixture->files.root, path);
	}
	md_expect_found(md, "", &wanted);
}

static void expect_files(struct run_fixture *fixture, unsigned int array,
			 const struct md_array *md)
{
	int fds[RAID_MEMBERS_MAX];
	struct stat open_file, named;
	unsigned int i;

	assert_int_equal(md_run_start(fixture->run, array, md, fds, NULL), 0);
	for (i = 0; i < md->geo.spec.members; i++) {
		assert_int_equal(fstat(fds[i], &open_file), 0);
		assert_int_equal(stat(md->member[i].path, &named), 0);
		assert_int_equal(open_file.st_ino, named.st_ino);
	}
	assert_int_equal(md_run_stop(fixture->run, array, md, fds, NULL), 0);
	for (i = 0; i < md->geo.spec.members; i++)
		close(fds[i]);
}

static void arrays_come_and_go_and_keep_their_files(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_array a, b, c;
	unsigned int in_a, in_b, in_c;

	bare_array(fixture, 0, 3, &a);
	bare_array(fixture, 3, 2, &b);
	bare_array(fixture, 5, 4, &c);
	in_a = run_claim(fixture->run, &a);
	in_b = run_claim(fixture->run, &b);
	expect_files(fixture, in_a, &a);
	expect_files(fixture, in_b, &b);
	md_run_release(fixture->run, in_a);
	expect_files(fixture, in_b, &b);
	in_c = run_claim(fixture->run, &c);
	in_a = run_claim(fixture->run, &a);
	assert_true(in_a != in_b && in_b != in_c && in_c != in_a);
	md_run_release(fixture->run, in_b);
	expect_files(fixture, in_a, &a);
	expect_files(fixture, in_c, &c);
	md_run_release(fixture->run, in_c);
	expect_files(fixture, in_a, &a);
	md_run_release(fixture->run, in_a);
	assert_int_equal(fixture->run->n_in_pot, 0);
}

static void a_run_writes_to_so_many_members(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_array md;
	struct err err = {0};
	char line[1200];
	unsigned int i;

	for (i = 0; i < FD_POT_MAX / 40; i++) {
		bare_array(fixture, i * 40, 40, &md);
		run_claim(fixture->run, &md);
	}
	bare_array(fixture, i * 40, 40, &md);
	assert_int_equal(md_run_claim(fixture->run, &md, &err), -ENOSPC);
	assert_non_null(strstr(err_format(&err, line, sizeof(line)),
			       "a run can write to 128 members at most"));
	assert_int_equal(fixture->run->n_in_pot, i * 40);
	/* a smaller one still fits */
	run_claim(fixture->run, &fixture->md);
}

/* --- marks -------------------------------------------------------------------
 */

static void the_first_marks_dirty_and_the_last_clean(void **state)
{
	struct run_fixture *fixture = *state;
	uint8_t before[4][RAID_SB_BYTES], after[4][RAID_SB_BYTES];
	unsigned int array = run_claim(fixture->run, &fixture->md);
	struct run_fixture second = *fixture;

	run_superblocks(fixture, before);
	run_start(fixture, array);
	run_expect(fixture, true, 42);
	run_superblocks(fixture, after);
	run_start(&second, array);
	run_superblocks(fixture, before);
	assert_memory_equal(before, after, sizeof(before));
	run_stop(fixture, array);
	run_superblocks(fixture, before);
	assert_memory_equal(before, after, sizeof(before));
	run_stop(&second, array);
	run_expect(fixture, false, 41);
}

static void a_run_leaves_the_superblocks_as_they_were(void **state)
{
	struct run_fixture *fixture = *state;
	uint8_t before[4][RAID_SB_BYTES], after[4][RAID_SB_BYTES];
	unsigned int array = run_claim(fixture->run, &fixture->md), i;

	run_superblocks(fixture, before);
	/* jobs one after the other, as fio's stonewall has them */
	for (i = 0; i < 3; i++) {
		run_start(fixture, array);
		run_expect(fixture, true, 42);
		run_stop(fixture, array);
		run_superblocks(fixture, after);
		assert_memory_equal(before, after, sizeof(before));
	}
	md_run_release(fixture->run, array);
}

static void a_failed_write_leaves_it_dirty(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	struct run_fixture second = *fixture;

	run_start(fixture, array);
	run_start(&second, array);
	assert_int_equal(md_run_failed(fixture->run, array), -1);
	assert_true(md_run_fail(fixture->run, array, 2));
	/* the first one counts */
	assert_false(md_run_fail(fixture->run, array, 0));
	assert_int_equal(md_run_failed(fixture->run, array), 2);
	run_stop(fixture, array);
	run_stop(&second, array);
	run_expect(fixture, true, 42);
	/* a job that comes later writes nothing, and cleans nothing */
	run_start(fixture, array);
	assert_int_equal(md_run_failed(fixture->run, array), 2);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
}

static void a_job_that_lost_track_leaves_it_dirty(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	int lock_state;

	run_start(fixture, array);
	md_run_abandon(fixture->run, array, 0);
	assert_int_equal(md_run_lock(fixture->run, array, 0, 0, 8, &lock_state),
			 -EOWNERDEAD);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
}

static void start(struct run_fixture *fixture)
{
	if (md_run_join(fixture->run) < 0 ||
	    md_run_start(fixture->run, 0, &fixture->md, fixture->fds, NULL))
		_exit(1);
}

static void a_killed_job_leaves_it_dirty(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);

	assert_int_equal(array, 0);
	run_claim(fixture->run, &fixture->md);
	run_start(fixture, array);
	run_killed_job(fixture, start);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
	/* another one may begin, and it remains so */
	run_claim(fixture->run, &fixture->md);
	run_start(fixture, array);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
}

static void die_with_the_claims(struct run_fixture *fixture)
{
	pthread_mutex_lock(&fixture->run->lock);
}

static void who_dies_with_the_claims_leaves_it_dirty(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = run_claim(fixture->run, &fixture->md);
	struct err err = {0};
	char line[1200];
	int fds[RAID_MEMBERS_MAX];

	run_start(fixture, array);
	run_killed_job(fixture, die_with_the_claims);
	assert_int_equal(md_run_claim(fixture->run, &fixture->md, &err),
			 -EOWNERDEAD);
	assert_non_null(
		strstr(err_format(&err, line, sizeof(line)), "start fio anew"));
	assert_int_equal(
		md_run_start(fixture->run, array, &fixture->md, fds, NULL),
		-EOWNERDEAD);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
}

static void a_superblock_that_moved_on_is_left_alone(void **state)
{
	struct run_fixture *fixture = *state;
	uint8_t before[4][RAID_SB_BYTES], after[4][RAID_SB_BYTES];
	unsigned int array = run_claim(fixture->run, &fixture->md);
	struct err err = {0};

	/* md had the array between our look and our claim */
	md_change_1(&fixture->files, "/m2", SB1_EVENTS, 8, 57);
	run_superblocks(fixture, before);
	assert_int_equal(md_run_start(fixture->run, array, &fixture->md,
				      fixture->fds, &err),
			 -ESTALE);
	md_expect_line(&fixture->files, &err,
		       "/m2: its superblock has changed since the array was "
		       "found; see who else uses it, and start again");
	run_superblocks(fixture, after);
	assert_memory_equal(before, after, sizeof(before));
	run_close(fixture);
	/* one event apart is what a crash between two members leaves */
	md_change_1(&fixture->files, "/m2", SB1_EVENTS, 8, 40);
	run_start(fixture, array);
	run_expect(fixture, true, 42);
	run_end(fixture, array);
	run_expect(fixture, false, 41);
}

static void raid0_has_nothing_to_mark(void **state)
{
	struct run_fixture *fixture = *state;
	uint8_t before[4][RAID_SB_BYTES], after[4][RAID_SB_BYTES];
	unsigned int array;

	md_array_1(&fixture->files, 0, 4);
	run_find(fixture, "0 1 2 3", &fixture->md);
	run_superblocks(fixture, before);
	array = run_claim(fixture->run, &fixture->md);
	run_start(fixture, array);
	run_superblocks(fixture, after);
	assert_memory_equal(before, after, sizeof(before));
	run_end(fixture, array);
}

#define TEST(f) \
	cmocka_unit_test_setup_teardown(f, run_fixture_new, run_fixture_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(another_run_is_refused_by_the_holders_pid),
		TEST(a_member_held_by_another_array_is_refused_whole),
		TEST(the_same_run_joins),
		TEST(who_joins_while_it_is_written_finds_it_dirty_and_may),
		TEST(who_finds_it_while_it_is_written_is_told_by_whom),
		TEST(what_must_not_be_written_is_not_claimed),
		TEST(a_claim_outlives_the_job_that_took_it),
		TEST(arrays_come_and_go_and_keep_their_files),
		TEST(a_run_writes_to_so_many_members),
		TEST(the_first_marks_dirty_and_the_last_clean),
		TEST(a_run_leaves_the_superblocks_as_they_were),
		TEST(a_failed_write_leaves_it_dirty),
		TEST(a_job_that_lost_track_leaves_it_dirty),
		TEST(a_killed_job_leaves_it_dirty),
		TEST(who_dies_with_the_claims_leaves_it_dirty),
		TEST(a_superblock_that_moved_on_is_left_alone),
		TEST(raid0_has_nothing_to_mark),
	};

	return unit_run(tests);
}
