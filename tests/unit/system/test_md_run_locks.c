// SPDX-License-Identifier: GPL-2.0-only
/* Ranges among the jobs of a run, and what becomes of them when one dies. */
#include "unit.h"

#include "md_run_fixture.h"

#include <sched.h>
#include <stdatomic.h>

static unsigned int set_up_array(struct run_fixture *fixture)
{
	unsigned int array = run_claim(fixture->run, &fixture->md);

	/* the bodies below take it for granted */
	assert_int_equal(array, 0);
	return array;
}

static int ask(struct run_fixture *fixture, unsigned int owner, uint64_t lo,
	       uint64_t end, int *state)
{
	int ticket = md_run_lock(fixture->run, 0, owner, lo, end, state);

	assert_true(ticket >= 0);
	return ticket;
}

/* --- owners
 * ------------------------------------------------------------------- */

static void owners_are_told_apart(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_run *run = fixture->run;
	int a = md_run_join(run), b = md_run_join(run);

	assert_true(a >= 0 && b >= 0 && a != b);
	md_run_quit(run, a);
	/* a number that nobody has is given again */
	assert_int_equal(md_run_join(run), a);
	md_run_quit(run, b);
	md_run_quit(run, a);
}

static void so_many_jobs_and_no_more(void **state)
{
	struct run_fixture *fixture = *state;
	int i;

	for (i = 0; i < MD_RUN_JOBS; i++)
		assert_int_equal(md_run_join(fixture->run), i);
	assert_int_equal(md_run_join(fixture->run), -ENOSPC);
	md_run_quit(fixture->run, 1234);
	assert_int_equal(md_run_join(fixture->run), 1234);
	while (i--)
		md_run_quit(fixture->run, i);
}

/* --- the living
 * ------------------------------------------------------------------ */

static void a_range_waits_for_those_before(void **state)
{
	struct run_fixture *fixture = *state;
	int a, b, c, held;

	set_up_array(fixture);
	assert_int_equal(md_run_join(fixture->run), 0);
	assert_int_equal(md_run_join(fixture->run), 1);
	a = ask(fixture, 0, 0, 100, &held);
	assert_int_equal(held, 0);
	b = ask(fixture, 1, 50, 150, &held);
	assert_int_equal(held, -EAGAIN);
	c = ask(fixture, 1, 100, 120, &held);
	assert_int_equal(held, -EAGAIN);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, b), -EAGAIN);
	md_run_unlock(fixture->run, 0, 0, a);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, b), 0);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, c), -EAGAIN);
	md_run_unlock(fixture->run, 0, 1, b);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, c), 0);
	md_run_unlock(fixture->run, 0, 1, c);
	md_run_quit(fixture->run, 0);
	md_run_quit(fixture->run, 1);
}

static void arrays_have_locks_of_their_own(void **state)
{
	struct run_fixture *fixture = *state;
	struct md_wanted wanted = {.members = md_list(&fixture->files, "7 8"),
				   .level = "1"};
	struct md_array other;
	int held;

	md_image(&fixture->files, "/m7", 4096);
	md_image(&fixture->files, "/m8", 4096);
	md_expect_found(&other, "", &wanted);
	set_up_array(fixture);
	assert_int_equal(run_claim(fixture->run, &other), 1);
	assert_int_equal(md_run_join(fixture->run), 0);
	ask(fixture, 0, 0, 100, &held);
	assert_int_equal(held, 0);
	assert_int_equal(md_run_lock(fixture->run, 1, 0, 0, 100, &held), 0);
	assert_int_equal(held, 0);
	/* whoever claims the array anew finds no range of before */
	md_run_release(fixture->run, 1);
	assert_int_equal(run_claim(fixture->run, &other), 1);
	assert_int_equal(md_run_lock(fixture->run, 1, 0, 0, 100, &held), 0);
	assert_int_equal(held, 0);
	md_run_quit(fixture->run, 0);
}

static void there_is_room_for_so_many(void **state)
{
	struct run_fixture *fixture = *state;
	int held;
	unsigned int i;

	set_up_array(fixture);
	for (i = 0; i < MD_RUN_RANGES; i++)
		ask(fixture, 0, i * 8, i * 8 + 8, &held);
	assert_int_equal(md_run_lock(fixture->run, 0, 0, 0, 8, &held), -ENOSPC);
	md_run_unlock(fixture->run, 0, 0, 17);
	ask(fixture, 0, 17 * 8, 17 * 8 + 8, &held);
	assert_int_equal(held, 0);
}

/* --- the dead
 * --------------------------------------------------------------------- */

/* owner 0: holds 0 to 100, waits for 200 to 300, which owner 1 has */
static void hold_and_wait(struct run_fixture *fixture)
{
	int held;

	if (md_run_join(fixture->run) != 1 ||
	    md_run_lock(fixture->run, 0, 1, 0, 100, &held) < 0 || held ||
	    md_run_lock(fixture->run, 0, 1, 250, 300, &held) < 0 ||
	    held != -EAGAIN)
		_exit(1);
}

static void what_the_dead_held_stays_closed(void **state)
{
	struct run_fixture *fixture = *state;
	int mine, over, behind, held;

	set_up_array(fixture);
	assert_int_equal(md_run_join(fixture->run), 0);
	mine = ask(fixture, 0, 200, 300, &held);
	run_killed_job(fixture, hold_and_wait);
	over = ask(fixture, 0, 50, 120, &held);
	assert_int_equal(held, -EAGAIN);
	/* what it only waited for is nobody's */
	behind = ask(fixture, 0, 240, 260, &held);
	assert_int_equal(held, -EAGAIN);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 0, over),
			 -EOWNERDEAD);
	md_run_unlock(fixture->run, 0, 0, over);
	md_run_unlock(fixture->run, 0, 0, mine);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 0, behind), 0);
	md_run_unlock(fixture->run, 0, 0, behind);
	/* closed for good, beside it all is open */
	over = ask(fixture, 0, 99, 100, &held);
	assert_int_equal(held, -EOWNERDEAD);
	md_run_unlock(fixture->run, 0, 0, over);
	over = ask(fixture, 0, 100, 200, &held);
	assert_int_equal(held, 0);
	md_run_unlock(fixture->run, 0, 0, over);
	/* the dead one's number is not given again */
	assert_int_equal(md_run_join(fixture->run), 2);
	md_run_quit(fixture->run, 2);
	md_run_quit(fixture->run, 0);
}

static void wait_behind_a_dead_one(struct run_fixture *fixture)
{
	int held;

	if (md_run_join(fixture->run) != 2 ||
	    md_run_lock(fixture->run, 0, 2, 90, 200, &held) < 0 ||
	    held != -EAGAIN)
		_exit(1);
}

/* a chain: I wait for a dead one that waited for another dead one */
static void the_dead_wait_for_nobody(void **state)
{
	struct run_fixture *fixture = *state;
	int ticket, held, mine;

	set_up_array(fixture);
	assert_int_equal(md_run_join(fixture->run), 0);
	mine = ask(fixture, 0, 200, 300, &held);
	run_killed_job(fixture, hold_and_wait);
	run_killed_job(fixture, wait_behind_a_dead_one);
	ticket = ask(fixture, 0, 150, 180, &held);
	assert_int_equal(held, -EAGAIN);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 0, ticket), 0);
	md_run_unlock(fixture->run, 0, 0, ticket);
	md_run_unlock(fixture->run, 0, 0, mine);
	md_run_quit(fixture->run, 0);
}

static void die_within(struct run_fixture *fixture)
{
	int held;

	if (md_run_join(fixture->run) != 1 ||
	    md_run_lock(fixture->run, 0, 1, 0, 100, &held) < 0)
		_exit(1);
	fixture->run->arrays[0].latch = 1 + 1;
	/* in the middle of something */
	memset(md_run_ranges(fixture->run, 0), 0xa5,
	       fixture->run->ranges_bytes);
}

static void locks_that_died_are_not_used(void **state)
{
	struct run_fixture *fixture = *state;
	unsigned int array = set_up_array(fixture);
	int ticket, held;

	assert_int_equal(md_run_join(fixture->run), 0);
	run_start(fixture, array);
	ticket = ask(fixture, 0, 200, 300, &held);
	run_killed_job(fixture, die_within);
	assert_int_equal(md_run_lock(fixture->run, 0, 0, 400, 500, &held),
			 -EOWNERDEAD);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, ticket),
			 -EOWNERDEAD);
	md_run_unlock(fixture->run, 0, 1, ticket);
	md_run_quit(fixture->run, 0);
	run_end(fixture, array);
	run_expect(fixture, true, 42);
}

/* its ring broke: it leaves, and does not know what became of its writes */
static void who_leaves_a_range_behind_closes_it(void **state)
{
	struct run_fixture *fixture = *state;
	int ticket, held;

	set_up_array(fixture);
	assert_int_equal(md_run_join(fixture->run), 0);
	assert_int_equal(md_run_join(fixture->run), 1);
	ask(fixture, 0, 0, 100, &held);
	md_run_quit(fixture->run, 0);
	ticket = ask(fixture, 1, 50, 60, &held);
	assert_int_equal(held, -EAGAIN);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, ticket),
			 -EOWNERDEAD);
	md_run_unlock(fixture->run, 0, 1, ticket);
	md_run_quit(fixture->run, 1);
}

static void die_over_another(struct run_fixture *fixture)
{
	/* as has_died() does */
	if (pthread_mutex_trylock(&fixture->run->alive[0]))
		_exit(1);
}

static void who_dies_while_he_looks_does_no_harm(void **state)
{
	struct run_fixture *fixture = *state;
	int ticket, held;

	set_up_array(fixture);
	run_killed_job(fixture, die_over_another);
	assert_int_equal(md_run_join(fixture->run), 0);
	assert_int_equal(md_run_join(fixture->run), 1);
	ask(fixture, 0, 0, 100, &held);
	ticket = ask(fixture, 1, 0, 100, &held);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, ticket),
			 -EAGAIN);
	md_run_quit(fixture->run, 0);
	assert_int_equal(md_run_lock_state(fixture->run, 0, 1, ticket),
			 -EOWNERDEAD);
	md_run_quit(fixture->run, 1);
}

/* --- many
 * ---------------------------------------------------------------------------
 */

#define BLOCKS 64
#define JOBS   4

/* who writes which block; in memory that the jobs share */
struct board {
	atomic_int writer[BLOCKS];
	atomic_int clashes;
	atomic_int done;
};

static void take_and_give(struct board *board, unsigned int me,
			  unsigned int from, unsigned int to)
{
	unsigned int i;

	for (i = from; i < to; i++)
		if (atomic_exchange(&board->writer[i], me + 1))
			atomic_fetch_add(&board->clashes, 1);
	for (i = from; i < to; i++)
		atomic_store(&board->writer[i], 0);
}

/* Return: false where the range is closed */
static bool write_once(struct run_fixture *fixture, struct board *board,
		       unsigned int me, unsigned int from, unsigned int to)
{
	int held, ticket = md_run_lock(fixture->run, 0, me, from * 8, to * 8,
				       &held);

	if (ticket < 0)
		return false;
	while (held == -EAGAIN) {
		held = md_run_lock_state(fixture->run, 0, me, ticket);
		if (held == -EAGAIN)
			sched_yield();
	}
	if (!held)
		take_and_give(board, me, from, to);
	md_run_unlock(fixture->run, 0, me, ticket);
	return !held;
}

static void write_much(struct run_fixture *fixture, struct board *board,
		       unsigned int seed, unsigned int times)
{
	int me = md_run_join(fixture->run);

	for (; times; times--) {
		unsigned int from = rand_r(&seed) % (BLOCKS - 8);

		write_once(fixture, board, me, from,
			   from + 1 + rand_r(&seed) % 8);
		atomic_fetch_add(&board->done, 1);
	}
	md_run_quit(fixture->run, me);
}

/* the one to be killed never ends by itself */
static void fork_jobs(struct run_fixture *fixture, struct board *board,
		      pid_t pids[JOBS], unsigned int times, unsigned int victim)
{
	unsigned int i;

	for (i = 0; i < JOBS; i++) {
		pids[i] = fork();
		assert_true(pids[i] >= 0);
		if (pids[i])
			continue;
		alarm(PATIENCE);
		write_much(fixture, board, i + 1,
			   i == victim ? UINT_MAX : times);
		_exit(0);
	}
}

static struct board *board_new(void)
{
	struct board *board = mmap(NULL, sizeof(*board), PROT_READ | PROT_WRITE,
				   MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	assert_true(board != MAP_FAILED);
	return board;
}

static void nobody_writes_where_another_does(void **state)
{
	struct run_fixture *fixture = *state;
	struct board *board = board_new();
	pid_t pids[JOBS];
	unsigned int i;
	int status;

	set_up_array(fixture);
	fork_jobs(fixture, board, pids, 5000, JOBS);
	for (i = 0; i < JOBS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	assert_int_equal(board->clashes, 0);
	assert_int_equal(board->done, JOBS * 5000);
	munmap(board, sizeof(*board));
}

static void kill_one(struct run_fixture *fixture, struct board *board,
		     unsigned int victim, int after)
{
	pid_t pids[JOBS];
	unsigned int i;
	int status;

	fork_jobs(fixture, board, pids, 500, victim);
	while (board->done < after)
		sched_yield();
	kill(pids[victim], SIGKILL);
	for (i = 0; i < JOBS; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, i == victim ? SIGKILL : 0);
	}
	/* what it was at stays closed: nobody saw its half-done work */
	assert_int_equal(board->clashes, 0);
}

static void one_is_killed_and_the_others_go_on(void **state)
{
	struct run_fixture *fixture = *state;
	struct board *board = board_new();
	unsigned int round;

	for (round = 0; round < 100; round++) {
		run_free(fixture->run);
		fixture->run = run_new();
		memset(board, 0, sizeof(*board));
		set_up_array(fixture);
		kill_one(fixture, board, round % JOBS, 13 * round);
	}
	munmap(board, sizeof(*board));
}

#define TEST(f) \
	cmocka_unit_test_setup_teardown(f, run_fixture_new, run_fixture_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(owners_are_told_apart),
		TEST(so_many_jobs_and_no_more),
		TEST(a_range_waits_for_those_before),
		TEST(arrays_have_locks_of_their_own),
		TEST(there_is_room_for_so_many),
		TEST(what_the_dead_held_stays_closed),
		TEST(the_dead_wait_for_nobody),
		TEST(locks_that_died_are_not_used),
		TEST(who_leaves_a_range_behind_closes_it),
		TEST(who_dies_while_he_looks_does_no_harm),
		TEST(nobody_writes_where_another_does),
		TEST(one_is_killed_and_the_others_go_on),
	};

	return unit_run(tests);
}
