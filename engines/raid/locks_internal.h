// SPDX-License-Identifier: GPL-2.0-only
/*
 * Ranges in lists by grain, for locks.c only.
 *
 * A level's grains are four times as long as those of the level below; a range
 * lies on the lowest level whose grains are as long as itself or longer, so it
 * touches one or two of them.
 */
#ifndef LANES_RAID_LOCKS_INTERNAL_H
#define LANES_RAID_LOCKS_INTERNAL_H

#include <stdint.h>

#define LEVEL_SHIFT 2
#define LEVELS	    32
/* lists: a few thousand requests in flight hardly ever share one */
#define LIST_BITS 12
/* a byte's address has 64 bits, a sector's 55 */
#define SECTOR_BITS 55

enum state {
	FREE,
	USED,
	CLOSED,
};

/**
 * struct range - one held or waited for; 64 bytes
 * @asked:  a clock: who came first
 * @before: earlier ones in its way
 * @closed: those in its way for good
 * @behind: later ones that wait for it
 * @grains: how many it touches: 1 or 2
 * @list, @next: of each grain; a free one's @next[0] leads to another
 */
struct range {
	uint64_t lo;
	uint64_t end;
	uint64_t asked;
	uint32_t owner;
	uint32_t before;
	uint32_t closed;
	uint32_t behind;
	uint32_t list[2];
	uint32_t next[2];
	uint8_t level;
	uint8_t grains;
	uint8_t state;
};

/**
 * struct raid_locks
 * @fresh:  ranges from here on were never used
 * @free:   1 + one that was
 * @levels: bit per level in use
 * @head:   of the lists
 *
 * Links are 0 for none, else 1 + 2 * range + which of its grains.
 */
struct raid_locks {
	uint64_t asked;
	uint32_t ranges;
	uint32_t fresh;
	uint32_t free;
	uint32_t levels;
	uint32_t grain_shift;
	uint32_t on_level[LEVELS];
	uint32_t head[1 << LIST_BITS];
	struct range range[];
};

static inline unsigned int level_of(const struct raid_locks *locks,
				    uint64_t sectors)
{
	uint64_t grains = (sectors - 1) >> locks->grain_shift;

	if (!grains)
		return 0;
	return (63 - __builtin_clzll(grains)) / LEVEL_SHIFT + 1;
}

static inline unsigned int shift_of(const struct raid_locks *locks,
				    unsigned int level)
{
	return locks->grain_shift + LEVEL_SHIFT * level;
}

/*
 * The list of a grain.  Neighbouring grains and the same place in several jobs'
 * areas are to be spread.
 */
static inline uint32_t list_of(unsigned int level, uint64_t grain)
{
	uint64_t hash = (grain * LEVELS + level) * 0x9e3779b97f4a7c15;

	return hash >> (64 - LIST_BITS);
}

static inline void place(const struct raid_locks *locks, struct range *range)
{
	unsigned int level = level_of(locks, range->end - range->lo);
	unsigned int shift = shift_of(locks, level);
	uint64_t first = range->lo >> shift, last = (range->end - 1) >> shift;

	range->level = level;
	range->grains = last - first + 1;
	range->list[0] = list_of(level, first);
	if (last > first)
		range->list[1] = list_of(level, last);
}

static inline uint32_t link_to(const struct raid_locks *locks,
			       const struct range *range, unsigned int which)
{
	return 1 + 2 * (range - locks->range) + which;
}

static inline void push(struct raid_locks *locks, struct range *range,
			unsigned int which)
{
	uint32_t *link = &locks->head[range->list[which]];

	range->next[which] = *link;
	*link = link_to(locks, range, which);
}

static inline void link_in(struct raid_locks *locks, struct range *range)
{
	push(locks, range, 0);
	if (range->grains == 2)
		push(locks, range, 1);
	locks->on_level[range->level]++;
	locks->levels |= 1U << range->level;
}

static inline void pull(struct raid_locks *locks, const struct range *range,
			unsigned int which)
{
	uint32_t *link = &locks->head[range->list[which]];
	uint32_t me = link_to(locks, range, which);

	while (*link != me)
		link = &locks->range[(*link - 1) / 2].next[(*link - 1) % 2];
	*link = range->next[which];
}

static inline void link_out(struct raid_locks *locks, const struct range *range)
{
	pull(locks, range, 0);
	if (range->grains == 2)
		pull(locks, range, 1);
	if (!--locks->on_level[range->level])
		locks->levels &= ~(1U << range->level);
}

#endif
