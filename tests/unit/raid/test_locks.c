// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "raid/locks.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

static struct raid_locks *locks_new(unsigned int ranges, uint64_t grain)
{
	struct raid_locks *locks = calloc(1, raid_locks_bytes(ranges));

	assert_non_null(locks);
	raid_locks_init(locks, ranges, grain);
	return locks;
}

static void check_state(const struct raid_locks *locks, int ticket, int state,
			unsigned int owner)
{
	unsigned int other = 0xdead;

	assert_int_equal(raid_lock_state(locks, ticket, &other), state);
	if (state)
		assert_int_equal(other, owner);
}

/* ---- examples ----------------------------------------------------------- */

static void apart_all_are_held(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int a, b, c;

	(void)state;
	a = raid_lock(locks, 1, 0, 8);
	b = raid_lock(locks, 2, 8, 16);
	c = raid_lock(locks, 3, 100, 100000);
	check_state(locks, a, 0, 0);
	check_state(locks, b, 0, 0);
	check_state(locks, c, 0, 0);
	free(locks);
}

static void first_come_first_served(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int a, b, c, d;

	(void)state;
	a = raid_lock(locks, 1, 0, 8);
	b = raid_lock(locks, 2, 4, 12);
	c = raid_lock(locks, 3, 10, 20);
	d = raid_lock(locks, 4, 0, 4);
	check_state(locks, b, -EAGAIN, 1);
	/* not overlapped by what is held, but by who waits for it */
	check_state(locks, c, -EAGAIN, 2);
	check_state(locks, d, -EAGAIN, 1);
	raid_unlock(locks, a);
	check_state(locks, b, 0, 0);
	check_state(locks, c, -EAGAIN, 2);
	check_state(locks, d, 0, 0);
	raid_unlock(locks, b);
	check_state(locks, c, 0, 0);
	free(locks);
}

static void waiting_can_be_given_up(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int a, b, c;

	(void)state;
	a = raid_lock(locks, 1, 0, 8);
	b = raid_lock(locks, 2, 4, 12);
	c = raid_lock(locks, 3, 10, 20);
	raid_unlock(locks, b);
	check_state(locks, a, 0, 0);
	check_state(locks, c, 0, 0);
	free(locks);
}

/* many small ones keep coming: the large one is next nevertheless */
static void nobody_starves(void **state)
{
	struct raid_locks *locks = locks_new(256, 8);
	int small[100], large;
	unsigned int i;

	(void)state;
	for (i = 0; i < 100; i++)
		small[i] = raid_lock(locks, 1, 8 * i, 8 * i + 8);
	large = raid_lock(locks, 2, 0, 800);
	for (i = 0; i < 100; i++) {
		check_state(locks, large, -EAGAIN, 1);
		raid_unlock(locks, small[i]);
		small[i] = raid_lock(locks, 3, 8 * i, 8 * i + 8);
		check_state(locks, small[i], -EAGAIN, 2);
	}
	check_state(locks, large, 0, 0);
	raid_unlock(locks, large);
	for (i = 0; i < 100; i++)
		check_state(locks, small[i], 0, 0);
	free(locks);
}

/* thousands: more than there are lists, so that some share one */
#define MANY 40000

/*
 * The large one is looked up grain by grain as long as these are fewer than the
 * ranges that there ever were: so there are twice as many first.
 */
static void one_across_thousands(void **state)
{
	struct raid_locks *locks = locks_new(2 * MANY, 8);
	int *small = calloc(2 * MANY, sizeof(*small)), large;
	unsigned int i;

	(void)state;
	assert_non_null(small);
	for (i = 0; i < 2 * MANY; i++)
		small[i] = raid_lock(locks, 99, 8 * i, 8 * i + 8);
	for (i = 0; i < 2 * MANY; i++)
		raid_unlock(locks, small[i]);
	/* of two lengths: 12 sectors each on average */
	for (i = 0; i < MANY; i++)
		small[i] = raid_lock(locks, i % 64, 12 * i + i % 2 * 4,
				     12 * i + (i % 2 ? 12 : 16));
	large = raid_lock(locks, 64, 4, 12 * MANY - 4);
	for (i = 0; i < MANY; i++) {
		check_state(locks, small[i], 0, 0);
		if (i % 1000 == 0)
			check_state(locks, large, -EAGAIN, i % 64);
		raid_unlock(locks, small[i]);
	}
	check_state(locks, large, 0, 0);
	free(small);
	free(locks);
}

static void the_table_is_finite(void **state)
{
	struct raid_locks *locks = locks_new(3, 8);
	int ticket[3], again;
	unsigned int i;

	(void)state;
	for (i = 0; i < 3; i++) {
		ticket[i] = raid_lock(locks, i, 8 * i, 8 * i + 8);
		assert_true(ticket[i] >= 0);
	}
	assert_int_equal(raid_lock(locks, 9, 100, 108), -ENOSPC);
	raid_unlock(locks, ticket[1]);
	again = raid_lock(locks, 9, 100, 108);
	assert_int_equal(again, ticket[1]);
	check_state(locks, again, 0, 0);
	assert_int_equal(raid_lock(locks, 9, 200, 208), -ENOSPC);
	assert_int_equal(raid_locks_close(locks, 9), 1);
	assert_int_equal(raid_lock(locks, 9, 200, 208), -ENOSPC);
	free(locks);
}

static void ranges_that_are_none(void **state)
{
	struct raid_locks *locks = locks_new(4, 8);

	(void)state;
	assert_int_equal(raid_lock(locks, 1, 8, 8), -EINVAL);
	assert_int_equal(raid_lock(locks, 1, 9, 8), -EINVAL);
	assert_int_equal(raid_lock(locks, 1, 0, 1ULL << 55), -EINVAL);
	assert_true(raid_lock(locks, 1, 0, (1ULL << 55) - 1) >= 0);
	assert_true(raid_lock(locks, 1, (1ULL << 55) - 2, (1ULL << 55) - 1) >=
		    0);
	free(locks);
}

/* ---- death -------------------------------------------------------------- */

static void what_the_dead_held_stays_closed(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int held, waits, behind, later;

	(void)state;
	held = raid_lock(locks, 7, 0, 8);
	raid_lock(locks, 7, 100, 108);
	waits = raid_lock(locks, 2, 4, 12);
	behind = raid_lock(locks, 3, 10, 20);
	assert_int_equal(raid_locks_close(locks, 7), 2);
	check_state(locks, waits, -EOWNERDEAD, 7);
	check_state(locks, behind, -EAGAIN, 2);
	later = raid_lock(locks, 4, 7, 8);
	check_state(locks, later, -EOWNERDEAD, 7);
	raid_unlock(locks, waits);
	check_state(locks, behind, 0, 0);
	raid_unlock(locks, held);
	check_state(locks, later, -EOWNERDEAD, 7);
	/* it is over with those: nothing is left to be closed */
	assert_int_equal(raid_locks_close(locks, 7), 0);
	free(locks);
}

static void what_the_dead_waited_for_is_given_up(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int a, behind;

	(void)state;
	a = raid_lock(locks, 1, 0, 8);
	/* the second waits for the dead one's own first */
	raid_lock(locks, 7, 4, 12);
	raid_lock(locks, 7, 10, 20);
	behind = raid_lock(locks, 2, 4, 20);
	assert_int_equal(raid_locks_close(locks, 7), 0);
	check_state(locks, behind, -EAGAIN, 1);
	raid_unlock(locks, a);
	check_state(locks, behind, 0, 0);
	free(locks);
}

static void owners_up_to_the_largest_number(void **state)
{
	struct raid_locks *locks = locks_new(8, 8);
	int ticket;

	(void)state;
	raid_lock(locks, 4095, 0, 8);
	ticket = raid_lock(locks, 4094, 0, 8);
	check_state(locks, ticket, -EAGAIN, 4095);
	assert_int_equal(raid_locks_close(locks, 4095), 1);
	check_state(locks, ticket, -EOWNERDEAD, 4095);
	free(locks);
}

/* ---- against a simple model --------------------------------------------- */

#define MODEL_MAX 64

struct entry {
	uint64_t lo, end;
	unsigned int owner;
	int ticket;
	bool closed;
};

/* entries in the order of asking */
struct model {
	struct entry entry[MODEL_MAX];
	unsigned int count;
	uint64_t random;
};

static uint64_t below(struct model *model, uint64_t limit)
{
	model->random = model->random * 6364136223846793005ULL + 1;
	return (model->random >> 33) % limit;
}

static bool overlap(const struct entry *a, const struct entry *b)
{
	return a->lo < b->end && b->lo < a->end;
}

static int model_state(const struct model *model, unsigned int number,
		       unsigned int *owner)
{
	const struct entry *me = &model->entry[number], *it;
	int state = 0;

	for (it = model->entry; it < me; it++) {
		if (!overlap(it, me) || (state && !it->closed))
			continue;
		*owner = it->owner;
		if (it->closed)
			return -EOWNERDEAD;
		state = -EAGAIN;
	}
	return state;
}

static void model_remove(struct model *model, unsigned int number)
{
	memmove(&model->entry[number], &model->entry[number + 1],
		(--model->count - number) * sizeof(struct entry));
}

static unsigned int model_close(struct model *model, unsigned int owner)
{
	bool held[MODEL_MAX];
	unsigned int i, other, closed = 0;

	for (i = 0; i < model->count; i++)
		held[i] = model->entry[i].owner == owner &&
			  !model->entry[i].closed &&
			  !model_state(model, i, &other);
	for (i = model->count; i--;) {
		struct entry *entry = &model->entry[i];

		closed += held[i];
		if (held[i])
			entry->closed = true;
		else if (entry->owner == owner && !entry->closed)
			model_remove(model, i);
	}
	return closed;
}

static void compare(const struct model *model, const struct raid_locks *locks)
{
	unsigned int i, j;

	for (i = 0; i < model->count; i++) {
		const struct entry *a = &model->entry[i];
		unsigned int owner = 0;
		int state = model_state(model, i, &owner);

		if (a->closed)
			continue;
		check_state(locks, a->ticket, state, owner);
		for (j = 0; j < i && !state; j++)
			assert_false(overlap(a, &model->entry[j]));
	}
}

static void ask(struct model *model, struct raid_locks *locks,
		unsigned int ranges, uint64_t area)
{
	struct entry *entry = &model->entry[model->count];
	/* of all magnitudes */
	uint64_t length = 1 + below(model, 1ULL << below(model, 12));

	entry->lo = below(model, area);
	entry->end = entry->lo + length;
	entry->owner = below(model, 6);
	entry->closed = false;
	entry->ticket = raid_lock(locks, entry->owner, entry->lo, entry->end);
	if (model->count == ranges) {
		assert_int_equal(entry->ticket, -ENOSPC);
		return;
	}
	assert_in_range(entry->ticket, 0, ranges - 1);
	model->count++;
}

static void give_back(struct model *model, struct raid_locks *locks)
{
	unsigned int i = below(model, model->count);

	raid_unlock(locks, model->entry[i].ticket);
	if (!model->entry[i].closed)
		model_remove(model, i);
}

static void play(struct model *model, unsigned int ranges, uint64_t grain,
		 uint64_t area, unsigned int steps)
{
	struct raid_locks *locks = locks_new(ranges, grain);

	model->count = 0;
	while (steps--) {
		unsigned int what = below(model, 1000);

		if (what < 2) {
			unsigned int owner = below(model, 6);

			assert_int_equal(raid_locks_close(locks, owner),
					 model_close(model, owner));
		} else if (what < 520 || !model->count) {
			ask(model, locks, ranges, area);
		} else {
			give_back(model, locks);
		}
		compare(model, locks);
	}
	free(locks);
}

static void as_the_model_has_it(void **state)
{
	static const uint64_t grains[] = {1, 8, 64, 4096};
	static const uint64_t areas[] = {64, 4096, 1 << 20};
	struct model model = {.random = 5};
	unsigned int round;

	(void)state;
	for (round = 0; round < 360; round++)
		play(&model, 1 + below(&model, MODEL_MAX - 1),
		     grains[round % 4], areas[round % 3], 500);
}

/* whoever asked gets it in the end, in whatever order things are given back */
static void all_get_their_turn(void **state)
{
	struct model model = {.random = 9};
	struct raid_locks *locks = locks_new(MODEL_MAX, 8);
	unsigned int round, i, other;

	(void)state;
	for (round = 0; round < 500; round++) {
		for (i = 0; i + 1 < MODEL_MAX; i++)
			ask(&model, locks, MODEL_MAX, 256);
		while (model.count) {
			i = below(&model, model.count);
			while (raid_lock_state(locks, model.entry[i].ticket,
					       &other))
				i = (i + 1) % model.count;
			raid_unlock(locks, model.entry[i].ticket);
			model_remove(&model, i);
			compare(&model, locks);
		}
	}
	free(locks);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(apart_all_are_held),
		cmocka_unit_test(first_come_first_served),
		cmocka_unit_test(waiting_can_be_given_up),
		cmocka_unit_test(nobody_starves),
		cmocka_unit_test(one_across_thousands),
		cmocka_unit_test(the_table_is_finite),
		cmocka_unit_test(ranges_that_are_none),
		cmocka_unit_test(what_the_dead_held_stays_closed),
		cmocka_unit_test(what_the_dead_waited_for_is_given_up),
		cmocka_unit_test(owners_up_to_the_largest_number),
		cmocka_unit_test(as_the_model_has_it),
		cmocka_unit_test(all_get_their_turn),
	};

	return unit_run(tests);
}
