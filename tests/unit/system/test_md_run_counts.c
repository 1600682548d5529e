// SPDX-License-Identifier: GPL-2.0-only
/* What a run counts and says once. */
#include "unit.h"

#include "md_run_fixture.h"

static void said_once(void **state)
{
	struct run_fixture *fixture = *state;
	pid_t pid;
	int status;

	assert_true(md_run_once(fixture->run, "check md0"));
	assert_false(md_run_once(fixture->run, "check md0"));
	assert_true(md_run_once(fixture->run, "check md1"));
	/* whichever job asks */
	pid = fork();
	if (!pid)
		_exit(md_run_once(fixture->run, "check md1") ? 1 : 0);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

static void more_than_it_remembers_is_said_again(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int i;
	char text[16];

	for (i = 0; i < MD_RUN_SAID + 10; i++) {
		snprintf(text, sizeof(text), "note %u", i);
		assert_true(md_run_once(fixture->run, text));
	}
	assert_false(md_run_once(fixture->run, "note 0"));
}

static void one_file_for_the_run(void **state)
{
	struct run_fixture *fixture = *state;
	char current[PATH_MAX];

	assert_int_equal(md_run_report(fixture->run, NULL, current), 0);
	assert_string_equal(current, "");
	assert_int_equal(md_run_report(fixture->run, "a.json", current), 0);
	assert_int_equal(md_run_report(fixture->run, "a.json", current), 0);
	assert_string_equal(current, "a.json");
	assert_int_equal(md_run_report(fixture->run, "b.json", current),
			 -EEXIST);
	assert_string_equal(current, "a.json");
}

static void the_last_to_leave_is_told(void **state)
{
	struct run_fixture *fixture = *state;

	md_run_enter(fixture->run);
	md_run_enter(fixture->run);
	assert_false(md_run_exit(fixture->run));
	md_run_enter(fixture->run);
	assert_false(md_run_exit(fixture->run));
	assert_true(md_run_exit(fixture->run));
	/* those behind a stonewall */
	md_run_enter(fixture->run);
	assert_true(md_run_exit(fixture->run));
}

static void counts_of_an_array_add_up(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_counts counts = {
		.full_rows = 1,
		.rmw = 2,
		.rcw = 3,
		.rebuilt = 4,
		.joined = 5,
		.lock_waits = 6,
	};
	const struct md_counts *sum;
	const struct md_array *md;
	struct md_array other = fixture->md;

	counts.member[3].reads = 7;
	counts.member[3].read_bytes = 8;
	counts.member[RAID_MEMBERS_MAX - 1].writes = 9;
	counts.member[RAID_MEMBERS_MAX - 1].write_bytes = 10;
	assert_null(md_run_counts(fixture->run, 0, &md));
	md_run_add(fixture->run, &fixture->md, &counts);
	strcpy(other.name, "another");
	md_run_add(fixture->run, &other, &counts);
	md_run_add(fixture->run, &fixture->md, &counts);
	sum = md_run_counts(fixture->run, 0, &md);
	assert_string_equal(md->name, fixture->md.name);
	assert_int_equal(sum->full_rows, 2);
	assert_int_equal(sum->rmw, 4);
	assert_int_equal(sum->rcw, 6);
	assert_int_equal(sum->rebuilt, 8);
	assert_int_equal(sum->joined, 10);
	assert_int_equal(sum->lock_waits, 12);
	assert_int_equal(sum->member[3].reads, 14);
	assert_int_equal(sum->member[3].read_bytes, 16);
	assert_int_equal(sum->member[RAID_MEMBERS_MAX - 1].writes, 18);
	assert_int_equal(sum->member[RAID_MEMBERS_MAX - 1].write_bytes, 20);
	sum = md_run_counts(fixture->run, 1, &md);
	assert_string_equal(md->name, "another");
	assert_int_equal(sum->rmw, 2);
	assert_null(md_run_counts(fixture->run, 2, &md));
}

static void so_many_arrays_are_counted(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_counts counts = {.rmw = 1};
	const struct md_array *md;
	unsigned int i;

	for (i = 0; i < MD_RUN_ARRAYS + 1; i++) {
		snprintf(fixture->md.name, sizeof(fixture->md.name), "md%u", i);
		md_run_add(fixture->run, &fixture->md, &counts);
	}
	assert_non_null(md_run_counts(fixture->run, MD_RUN_ARRAYS - 1, &md));
	assert_null(md_run_counts(fixture->run, MD_RUN_ARRAYS, &md));
}

#define TEST(f) \
	cmocka_unit_test_setup_teardown(f, run_fixture_new, run_fixture_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(said_once),
		TEST(more_than_it_remembers_is_said_again),
		TEST(one_file_for_the_run),
		TEST(the_last_to_leave_is_told),
		TEST(counts_of_an_array_add_up),
		TEST(so_many_arrays_are_counted),
	};

	return unit_run(tests);
}
