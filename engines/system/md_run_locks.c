// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_run_internal.h"

#include <errno.h>
#include <time.h>

/* long enough to cost nothing, short against any device */
#define SLEEP_NS 1000000

/* some microseconds: whoever takes longer has been put to sleep, or is dead */
#define LATCH_TRIES    200
#define LATCH_SLEEP_NS 50000

int md_run_join(struct md_run *run)
{
	int owner = -ENOSPC;
	unsigned int i;

	md_run_enter_lock(&run->lock, &run->lost);
	for (i = 0; i < MD_RUN_JOBS && owner < 0; i++)
		if (!run->used[i] && !run->dead[i]) {
			run->used[i] = true;
			owner = i;
		}
	pthread_mutex_unlock(&run->lock);
	/* who looked whether the last one lived may have died over it */
	if (owner >= 0 && pthread_mutex_lock(&run->alive[owner]) == EOWNERDEAD)
		pthread_mutex_consistent(&run->alive[owner]);
	return owner;
}

void md_run_quit(struct md_run *run, unsigned int owner)
{
	pthread_mutex_unlock(&run->alive[owner]);
	md_run_enter_lock(&run->lock, &run->lost);
	run->used[owner] = false;
	pthread_mutex_unlock(&run->lock);
}

/*
 * The kernel hands a dead thread's robust mutexes on.  Asked of owners of
 * ranges only: one that has left without giving them back (its ring broke, so
 * that it cannot know what became of its writes) is as good as dead.
 */
static bool has_died(struct md_run *run, unsigned int owner)
{
	int ret;

	if (run->dead[owner])
		return true;
	ret = pthread_mutex_trylock(&run->alive[owner]);
	if (ret == EBUSY)
		return false;
	if (ret == EOWNERDEAD) {
		run->dead[owner] = true;
		pthread_mutex_consistent(&run->alive[owner]);
	}
	pthread_mutex_unlock(&run->alive[owner]);
	return true;
}

/* ---- the latch ---------------------------------------------------------- */

/*
 * It is held for some hundred instructions; a robust mutex would take as many
 * itself.  What that is good for, the mutex does that each job holds all its
 * life.
 */

/* Return: 0, or who has it */
static inline uint32_t try_latch(struct md_run_array *array, uint32_t from,
				 uint32_t me)
{
	__atomic_compare_exchange_n(&array->latch, &from, me, false,
				    __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
	return from;
}

static __attribute__((noinline)) void
wait_for_latch(struct md_run *run, struct md_run_array *array, uint32_t me)
{
	static const struct timespec moment = {.tv_nsec = LATCH_SLEEP_NS};
	unsigned int tries = 0;
	uint32_t other;

	/* to look first leaves the cache line with who has it */
	while ((other = __atomic_load_n(&array->latch, __ATOMIC_RELAXED)) ||
	       (other = try_latch(array, 0, me))) {
		if (++tries % LATCH_TRIES)
			continue;
		if (has_died(run, other - 1) &&
		    try_latch(array, other, me) == other) {
			array->lost = true;
			return;
		}
		nanosleep(&moment, NULL);
	}
}

static inline void enter(struct md_run *run, struct md_run_array *array,
			 unsigned int owner)
{
	if (try_latch(array, 0, owner + 1))
		wait_for_latch(run, array, owner + 1);
}

static inline void leave(struct md_run_array *array)
{
	__atomic_store_n(&array->latch, 0, __ATOMIC_RELEASE);
}

/* ---- ranges ------------------------------------------------------------- */

int md_run_lock(struct md_run *run, unsigned int array, unsigned int owner,
		uint64_t lo, uint64_t end, int *state)
{
	struct raid_locks *ranges = md_run_ranges(run, array);
	struct md_run_array *a = &run->arrays[array];
	unsigned int other;
	int ticket;

	enter(run, a, owner);
	ticket = a->lost ? -EOWNERDEAD : raid_lock(ranges, owner, lo, end);
	if (ticket >= 0)
		*state = raid_lock_state(ranges, ticket, &other);
	leave(a);
	return ticket;
}

int md_run_lock_state(struct md_run *run, unsigned int array,
		      unsigned int owner, int ticket)
{
	struct raid_locks *ranges = md_run_ranges(run, array);
	struct md_run_array *a = &run->arrays[array];
	unsigned int other;
	int state;

	enter(run, a, owner);
	state = a->lost ? -EOWNERDEAD : raid_lock_state(ranges, ticket, &other);
	if (state == -EAGAIN && has_died(run, other)) {
		raid_locks_close(ranges, other);
		state = raid_lock_state(ranges, ticket, &other);
	}
	leave(a);
	return state;
}

void md_run_unlock(struct md_run *run, unsigned int array, unsigned int owner,
		   int ticket)
{
	struct md_run_array *a = &run->arrays[array];

	enter(run, a, owner);
	/* who died within left the lists as they were: nobody walks them */
	if (!a->lost)
		raid_unlock(md_run_ranges(run, array), ticket);
	leave(a);
}

void md_run_abandon(struct md_run *run, unsigned int array, unsigned int owner)
{
	struct md_run_array *a = &run->arrays[array];

	enter(run, a, owner);
	a->lost = true;
	leave(a);
}

void md_run_sleep(void)
{
	/* nobody wakes us: an unlock must stay cheap, and this is rare */
	static const struct timespec limit = {.tv_nsec = SLEEP_NS};

	nanosleep(&limit, NULL);
}
