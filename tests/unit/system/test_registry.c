// SPDX-License-Identifier: GPL-2.0-only
/* What jobs of a run share, between real processes. */
#include "unit.h"

#include "system/fd_pot.h"
#include "system/registry.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static int temporary_file(char mark)
{
	char path[] = "/tmp/lanes-pot-XXXXXX";
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	unlink(path);
	assert_int_equal(pwrite(fd, &mark, 1, 0), 1);
	return fd;
}

static char mark_of(int fd)
{
	char mark = 0;

	assert_int_equal(pread(fd, &mark, 1, 0), 1);
	return mark;
}

static void pot_keeps_files_that_no_process_has_open(void **state)
{
	struct fd_pot pot;
	pid_t child;
	int i, fd, status;

	(void)state;
	assert_int_equal(fd_pot_init(&pot), 0);
	child = fork();
	if (!child) {
		/* claims and ends */
		for (i = 0; i < 3; i++) {
			fd = temporary_file('a' + i);
			if (fd_pot_swap(&pot, i, -1, fd))
				_exit(1);
		}
		_exit(0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	for (i = 0; i < 3; i++) {
		fd = fd_pot_dup(&pot, 3, i);
		assert_true(fd >= 0);
		assert_int_equal(mark_of(fd), 'a' + i);
		close(fd);
	}
	/* the middle one out: the others move up */
	assert_int_equal(fd_pot_swap(&pot, 3, 1, -1), 0);
	fd = fd_pot_dup(&pot, 2, 1);
	assert_int_equal(mark_of(fd), 'c');
	close(fd);
	assert_int_equal(fd_pot_swap(&pot, 2, 0, -1), 0);
	assert_int_equal(fd_pot_swap(&pot, 1, 0, -1), 0);
	assert_true(fd_pot_dup(&pot, 1, 0) < 0);
	close(pot.ends[0]);
	close(pot.ends[1]);
}

static void pot_leaks_no_descriptor(void **state)
{
	struct fd_pot pot;
	int before, after, fd, i;

	(void)state;
	assert_int_equal(fd_pot_init(&pot), 0);
	fd = temporary_file('x');
	before = dup(fd);
	close(before);
	for (i = 0; i < 20; i++) {
		assert_int_equal(fd_pot_swap(&pot, 0, -1, fd), 0);
		close(fd_pot_dup(&pot, 1, 0));
		assert_int_equal(fd_pot_swap(&pot, 1, 0, -1), 0);
	}
	after = dup(fd);
	assert_int_equal(after, before);
	close(after);
	close(fd);
}

static void ranks_are_the_lowest_free(void **state)
{
	struct registry *reg = registry_new();

	(void)state;
	assert_non_null(reg);
	assert_int_equal(registry_take_rank(reg, 1), 0);
	assert_int_equal(registry_take_rank(reg, 1), 1);
	assert_int_equal(registry_take_rank(reg, 2), 0);
	registry_drop_rank(reg, 1, 0);
	assert_int_equal(registry_take_rank(reg, 1), 0);
	assert_int_equal(registry_take_rank(reg, 1), 2);
	registry_drop_rank(reg, 1, -1);
	registry_drop_rank(reg, 99, 0);
}

static void ranks_are_distinct_across_processes(void **state)
{
	struct registry *reg = registry_new();
	bool seen[16] = {false};
	int i, status;

	(void)state;
	for (i = 0; i < 16; i++)
		if (!fork())
			_exit(registry_take_rank(reg, 7));
	for (i = 0; i < 16; i++) {
		wait(&status);
		assert_true(WIFEXITED(status) && WEXITSTATUS(status) < 16);
		assert_false(seen[WEXITSTATUS(status)]);
		seen[WEXITSTATUS(status)] = true;
	}
}

static void the_last_job_knows_that_it_is_the_last(void **state)
{
	const struct registry_job job = {.number = 3, .name = "job", .cpu = 5};
	struct registry *reg = registry_new();

	(void)state;
	registry_enter(reg, &job);
	registry_enter(reg, &job);
	assert_false(registry_exit(reg));
	assert_true(registry_exit(reg));
	assert_int_equal(registry_job(reg, 1)->cpu, 5);
	assert_null(registry_job(reg, 2));
}

static void one_report_per_run(void **state)
{
	struct registry *reg = registry_new();
	char path[PATH_MAX];

	(void)state;
	assert_int_equal(registry_report(reg, NULL, path), 0);
	assert_string_equal(path, "");
	assert_int_equal(registry_report(reg, "a.json", path), 0);
	assert_int_equal(registry_report(reg, "a.json", path), 0);
	assert_int_equal(registry_report(reg, "b.json", path), -EEXIST);
	assert_string_equal(path, "a.json");
}

static void some_things_are_said_once(void **state)
{
	struct registry *reg = registry_new();

	(void)state;
	assert_true(registry_once(reg, 3));
	assert_false(registry_once(reg, 3));
	assert_true(registry_once(reg, 63));
}

static void what_does_not_exist_cannot_be_claimed(void **state)
{
	struct registry *reg = registry_new();
	struct err err;

	(void)state;
	assert_true(registry_claim(reg, 1, "no-such-disk", &err) < 0);
	assert_non_null(strstr(err.value, "no-such-disk"));
	assert_int_equal(registry_show_claim(reg, 1), -ENOENT);
	registry_release(reg, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pot_keeps_files_that_no_process_has_open),
		cmocka_unit_test(pot_leaks_no_descriptor),
		cmocka_unit_test(ranks_are_the_lowest_free),
		cmocka_unit_test(ranks_are_distinct_across_processes),
		cmocka_unit_test(the_last_job_knows_that_it_is_the_last),
		cmocka_unit_test(one_report_per_run),
		cmocka_unit_test(some_things_are_said_once),
		cmocka_unit_test(what_does_not_exist_cannot_be_claimed),
	};

	return unit_run(tests);
}
