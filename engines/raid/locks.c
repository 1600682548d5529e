// SPDX-License-Identifier: GPL-2.0-only
#include "raid/locks.h"

#include "raid/locks_internal.h"

#include <errno.h>
#include <stdbool.h>

/*
 * Each range counts those in its way, so that whether it is held is known
 * without a search, and those that wait for it, so that giving it back needs
 * none either where nobody does.  Who asks looks through the grains that it
 * touches on each level in use; where that are more than ranges, through all
 * ranges.
 */

size_t raid_locks_bytes(unsigned int ranges)
{
	return sizeof(struct raid_locks) + ranges * sizeof(struct range);
}

void raid_locks_init(struct raid_locks *locks, unsigned int ranges,
		     uint64_t grain)
{
	locks->ranges = ranges;
	locks->grain_shift = __builtin_ctzll(grain);
}

/* ---- who overlaps ------------------------------------------------------- */

/* what to do with range number @other, which overlaps @mine */
typedef void meet_fn(void *arg, const struct range *mine, size_t other);

static bool overlap(const struct range *a, const struct range *b)
{
	return a->lo < b->end && b->lo < a->end;
}

/*
 * @from is the first grain looked at on this level: who begins in or behind it
 * is met in its own first grain, and passed over in its second.
 */
static void meet_in_grain(const struct raid_locks *locks,
			  const struct range *mine, unsigned int level,
			  uint64_t grain, uint64_t from, meet_fn *meet,
			  void *arg)
{
	unsigned int shift = shift_of(locks, level);
	uint32_t link = locks->head[list_of(level, grain)];

	while (link) {
		unsigned int i = (link - 1) / 2, which = (link - 1) % 2;
		const struct range *other = &locks->range[i];

		link = other->next[which];
		if (other == mine || !overlap(mine, other) ||
		    other->level != level ||
		    (other->lo >> shift) + which != grain ||
		    (which && grain != from))
			continue;
		meet(arg, mine, i);
	}
}

static void meet_all(const struct raid_locks *locks, const struct range *mine,
		     meet_fn *meet, void *arg)
{
	const struct range *other = locks->range;
	unsigned int i;

	for (i = 0; i < locks->fresh; i++, other++)
		if (other != mine && other->state != FREE &&
		    overlap(mine, other))
			meet(arg, mine, i);
}

/* all that overlap @mine, each once, in no order */
static __attribute__((noinline)) void
meet_others(const struct raid_locks *locks, const struct range *mine,
	    meet_fn *meet, void *arg)
{
	uint32_t levels;

	for (levels = locks->levels; levels; levels &= levels - 1) {
		unsigned int level = __builtin_ctz(levels);
		unsigned int shift = shift_of(locks, level);
		uint64_t from = mine->lo >> shift, grain;
		uint64_t last = (mine->end - 1) >> shift;

		/* the finest level has the most grains: it comes first */
		if (last - from > locks->fresh) {
			meet_all(locks, mine, meet, arg);
			return;
		}
		for (grain = from; grain <= last; grain++)
			meet_in_grain(locks, mine, level, grain, from, meet,
				      arg);
	}
}

/* is nobody near?  The usual answer */
static bool is_alone(const struct raid_locks *locks, const struct range *range)
{
	return !(locks->levels & ~(1U << range->level)) &&
	       !locks->head[range->list[0]] &&
	       (range->grains == 1 || !locks->head[range->list[1]]);
}

/* ---- asking, giving back ------------------------------------------------ */

/* @mine, not in any list yet, has come last */
static void count_before(void *arg, const struct range *mine, size_t other)
{
	struct raid_locks *locks = arg;
	struct range *me = &locks->range[mine - locks->range];

	if (locks->range[other].state == CLOSED) {
		me->closed++;
		return;
	}
	me->before++;
	locks->range[other].behind++;
}

static struct range *take(struct raid_locks *locks)
{
	struct range *range;

	if (locks->free) {
		range = &locks->range[locks->free - 1];
		locks->free = range->next[0];
		return range;
	}
	if (locks->fresh == locks->ranges)
		return NULL;
	return &locks->range[locks->fresh++];
}

int raid_lock(struct raid_locks *locks, unsigned int owner, uint64_t lo,
	      uint64_t end)
{
	struct range *range;

	if (lo >= end || end >> SECTOR_BITS)
		return -EINVAL;
	range = take(locks);
	if (!range)
		return -ENOSPC;
	range->lo = lo;
	range->end = end;
	range->asked = locks->asked++;
	range->owner = owner;
	range->before = range->closed = range->behind = 0;
	range->state = USED;
	place(locks, range);
	if (!is_alone(locks, range))
		meet_others(locks, range, count_before, locks);
	link_in(locks, range);
	return range - locks->range;
}

static void count_down(void *arg, const struct range *mine, size_t other)
{
	struct raid_locks *locks = arg;
	struct range *it = &locks->range[other];

	if (it->state == CLOSED)
		return;
	if (it->asked > mine->asked)
		it->before--;
	else
		it->behind--;
}

void raid_unlock(struct raid_locks *locks, int ticket)
{
	struct range *range = &locks->range[ticket];

	if (range->state != USED)
		return;
	if (range->before || range->behind)
		meet_others(locks, range, count_down, locks);
	link_out(locks, range);
	range->state = FREE;
	range->next[0] = locks->free;
	locks->free = ticket + 1;
}

/* ---- is it held? -------------------------------------------------------- */

struct in_the_way {
	const struct raid_locks *locks;
	const struct range *first;
};

/* the first who asked, which was before @mine; of the closed ones, if any */
static void find_first(void *arg, const struct range *mine, size_t other)
{
	struct in_the_way *way = arg;
	const struct range *it = &way->locks->range[other];

	if (mine->closed && it->state != CLOSED)
		return;
	if (!way->first || it->asked < way->first->asked)
		way->first = it;
}

static __attribute__((noinline)) int why_not(const struct raid_locks *locks,
					     const struct range *range,
					     unsigned int *owner)
{
	struct in_the_way way = {.locks = locks};

	meet_others(locks, range, find_first, &way);
	*owner = way.first->owner;
	return range->closed ? -EOWNERDEAD : -EAGAIN;
}

int raid_lock_state(const struct raid_locks *locks, int ticket,
		    unsigned int *owner)
{
	const struct range *range = &locks->range[ticket];

	if (range->before || range->closed)
		return why_not(locks, range, owner);
	return 0;
}

/* ---- death -------------------------------------------------------------- */

/* @mine was held: whoever overlaps it came later */
static void shut_out(void *arg, const struct range *mine, size_t other)
{
	struct raid_locks *locks = arg;

	(void)mine;
	locks->range[other].before--;
	locks->range[other].closed++;
}

static bool is_held(const struct range *range)
{
	return range->state == USED && !range->before && !range->closed;
}

unsigned int raid_locks_close(struct raid_locks *locks, unsigned int owner)
{
	unsigned int i, closed = 0;

	/* first what it held: what it waited for must not become held */
	for (i = 0; i < locks->fresh; i++) {
		struct range *range = &locks->range[i];

		if (range->owner != owner || !is_held(range))
			continue;
		range->state = CLOSED;
		meet_others(locks, range, shut_out, locks);
		closed++;
	}
	for (i = 0; i < locks->fresh; i++)
		if (locks->range[i].owner == owner)
			raid_unlock(locks, i);
	return closed;
}
