// SPDX-License-Identifier: GPL-2.0-only
#include "raid/plan.h"

#include <stdbool.h>
#include <string.h>

/*
 * Parts of one range that don't make up a row yet are a group, known by its
 * first part.  Groups don't overlap: who overlaps one without fitting in ends
 * it.  They are found in lists, by row; where all parts are of one length at
 * multiples of it, by range, so that each list has about one.
 *
 * Links are 0 for none, else 1 + a part's index.
 */
struct join {
	const struct raid_geometry *geo;
	struct raid_part *parts;
	unsigned int *heads;
	unsigned int n_heads;
	unsigned int key_shift;
	unsigned int rings;
};

static uint64_t length_of(const struct raid_part *part)
{
	return part->end - part->lo;
}

static bool is_uniform(const struct raid_part parts[], unsigned int count)
{
	uint64_t length = length_of(&parts[0]);
	unsigned int i;

	if (length & (length - 1))
		return false;
	for (i = 0; i < count; i++)
		if (!parts[i].count || length_of(&parts[i]) != length ||
		    ((parts[i].lo - parts[0].lo) & (length - 1)))
			return false;
	return true;
}

static unsigned int *head_of(const struct join *join, uint64_t key)
{
	uint64_t hash = key * 0x9e3779b97f4a7c15;

	return &join->heads[(hash >> 32) & (join->n_heads - 1)];
}

static uint64_t chunks_of(const struct raid_part *part)
{
	return ((1ULL << part->count) - 1) << part->first;
}

static void give_up(struct join *join, unsigned int group)
{
	unsigned int i = group, next;

	join->parts[group].chunks = 0;
	do {
		next = join->parts[i].next;
		join->parts[i].next = i;
		i = next;
	} while (i != group);
}

static bool fits(const struct raid_part *part, const struct raid_part *group)
{
	return part->lo == group->lo && part->end == group->end &&
	       part->count && !(chunks_of(part) & group->chunks);
}

/* Return: is the row complete? */
static bool add_to(struct join *join, unsigned int group, unsigned int i)
{
	struct raid_part *first = &join->parts[group], *part = &join->parts[i];

	part->next = first->next;
	first->next = i;
	first->chunks |= chunks_of(part);
	if (first->chunks != (1ULL << join->geo->data) - 1)
		return false;
	first->chunks = 0;
	join->rings++;
	return true;
}

/*
 * Go through a list of groups: join one, or end those in the way.
 *
 * Return: was one joined?
 */
static bool look_through(struct join *join, unsigned int i, unsigned int *link)
{
	const struct raid_part *part = &join->parts[i];

	while (*link) {
		unsigned int number = *link - 1;
		struct raid_part *group = &join->parts[number];

		if (part->lo >= group->end || group->lo >= part->end) {
			link = &group->older;
			continue;
		}
		if (fits(part, group)) {
			if (add_to(join, number, i))
				*link = group->older;
			return true;
		}
		*link = group->older;
		give_up(join, number);
	}
	return false;
}

static void take_in(struct join *join, unsigned int i)
{
	struct raid_part *part = &join->parts[i];
	unsigned int *head = head_of(join, part->lo >> join->key_shift);

	if (look_through(join, i, head) || part->count == join->geo->data)
		return;
	part->chunks = chunks_of(part);
	part->older = *head;
	*head = i + 1;
}

static void stand_between(struct join *join, unsigned int i)
{
	const struct raid_part *part = &join->parts[i];
	uint64_t key = part->lo >> join->key_shift;

	for (; key <= (part->end - 1) >> join->key_shift; key++)
		look_through(join, i, head_of(join, key));
}

unsigned int raid_plan_join(const struct raid_geometry *geo,
			    struct raid_part parts[], unsigned int count,
			    unsigned int heads[])
{
	struct join join = {
		.geo = geo,
		.parts = parts,
		.heads = heads,
		.n_heads = raid_plan_join_heads(count),
		.key_shift = geo->chunk_shift,
	};
	unsigned int i;

	for (i = 0; i < count; i++) {
		parts[i].next = i;
		parts[i].chunks = 0;
	}
	if (count < 2)
		return 0;
	if (is_uniform(parts, count))
		join.key_shift = __builtin_ctzll(length_of(&parts[0]));
	memset(heads, 0, join.n_heads * sizeof(*heads));
	for (i = 0; i < count; i++)
		if (parts[i].count)
			take_in(&join, i);
		else
			stand_between(&join, i);
	for (i = 0; i < count; i++)
		if (parts[i].chunks)
			give_up(&join, i);
	return join.rings;
}

void raid_plan_joined(const struct raid_geometry *geo,
		      const struct raid_part *part, struct raid_band *band)
{
	*band = (struct raid_band){
		.row = part->lo >> geo->chunk_shift,
		.lo = part->lo & (geo->chunk_sectors - 1),
		.sectors = part->end - part->lo,
		.count = geo->data,
		.method = RAID_FULL,
		.slots = geo->parities,
	};
}
