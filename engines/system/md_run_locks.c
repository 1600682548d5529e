// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_run_internal.h"

#include <errno.h>
#include <time.h>

/* long enough to cost nothing, short against any device */
#define SLEEP_NS 1000000

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

static void enter(struct md_run_array *array)
{
	md_run_enter_lock(&array->lock, &array->lost);
}

int md_run_lock(struct md_run *run, unsigned int array, unsigned int owner,
		uint64_t lo, uint64_t end, int *state)
{
	struct raid_locks *ranges = md_run_ranges(run, array);
	struct md_run_array *a = &run->arrays[array];
	unsigned int other;
	int ticket;

	enter(a);
	ticket = a->lost ? -EOWNERDEAD : raid_lock(ranges, owner, lo, end);
	if (ticket >= 0)
		*state = raid_lock_state(ranges, ticket, &other);
	pthread_mutex_unlock(&a->lock);
	return ticket;
}

int md_run_lock_state(struct md_run *run, unsigned int array, int ticket)
{
	struct raid_locks *ranges = md_run_ranges(run, array);
	struct md_run_array *a = &run->arrays[array];
	unsigned int other;
	int state;

	enter(a);
	state = a->lost ? -EOWNERDEAD : raid_lock_state(ranges, ticket, &other);
	if (state == -EAGAIN && has_died(run, other)) {
		raid_locks_close(ranges, other);
		state = raid_lock_state(ranges, ticket, &other);
	}
	pthread_mutex_unlock(&a->lock);
	return state;
}

void md_run_unlock(struct md_run *run, unsigned int array, int ticket)
{
	struct md_run_array *a = &run->arrays[array];

	enter(a);
	/* who died within left the lists as they were: nobody walks them */
	if (!a->lost)
		raid_unlock(md_run_ranges(run, array), ticket);
	pthread_mutex_unlock(&a->lock);
}

void md_run_abandon(struct md_run *run, unsigned int array)
{
	struct md_run_array *a = &run->arrays[array];

	enter(a);
	a->lost = true;
	pthread_mutex_unlock(&a->lock);
}

void md_run_sleep(void)
{
	/* nobody wakes us: an unlock must stay cheap, and this is rare */
	static const struct timespec limit = {.tv_nsec = SLEEP_NS};

	nanosleep(&limit, NULL);
}
