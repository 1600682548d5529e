// SPDX-License-Identifier: GPL-2.0-only
/*
 * Who may write where: ranges held by the requests of several jobs.
 *
 * One range per request, taken whole, in the order of asking: a range is held
 * as soon as no earlier one overlaps it, so nobody starves, and since nobody
 * holds one range while waiting for another there is no deadlock.
 *
 * Plain data without pointers, for memory that processes share; callers
 * serialise (system/run).  Owners are small numbers.
 */
#ifndef LANES_RAID_LOCKS_H
#define LANES_RAID_LOCKS_H

#include <stddef.h>
#include <stdint.h>

struct raid_locks;

/** raid_locks_bytes() - memory for @ranges held or waited for at once */
size_t raid_locks_bytes(unsigned int ranges);

/**
 * raid_locks_init()
 * @locks: raid_locks_bytes(@ranges) of zeroed memory
 * @grain: sectors, a power of two: the usual length of the shortest ranges
 *         (8).  A range is looked up by the grains that it touches; those of
 *         longer ranges grow with them.  Many short ranges within one grain
 *         are searched one by one
 */
void raid_locks_init(struct raid_locks *locks, unsigned int ranges,
		     uint64_t grain);

/**
 * raid_lock() - ask for a range
 * @owner: who asks
 * @end:   the first sector behind it, at most 2^55 - 1
 *
 * Return: a ticket >= 0; whether it is held yet, raid_lock_state() tells.
 * -ENOSPC if there is no room, -EINVAL if the range is empty or no such thing.
 */
int raid_lock(struct raid_locks *locks, unsigned int owner, uint64_t lo,
	      uint64_t end);

/**
 * raid_lock_state() - is a range held?
 * @owner: if it waits, or can never be held: the first who stands in its way
 *
 * Return: 0 held; -EAGAIN waits; -EOWNERDEAD a closed range stands in its way.
 */
int raid_lock_state(const struct raid_locks *locks, int ticket,
		    unsigned int *owner);

/** raid_unlock() - give a range back, held or not; a closed one stays closed */
void raid_unlock(struct raid_locks *locks, int ticket);

/**
 * raid_locks_close() - an owner has died
 *
 * What it held stays closed for good: its writes may be half done.  What it
 * waited for is given up.  Closed ranges take up room.
 *
 * Return: the number of ranges closed.
 */
unsigned int raid_locks_close(struct raid_locks *locks, unsigned int owner);

#endif
