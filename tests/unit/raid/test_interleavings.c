// SPDX-License-Identifier: GPL-2.0-only
#include "raid/interleave.h"

/* ---- is an end right? --------------------------------------------------- */

static bool holds(const struct system *system, const struct world *world,
		  uint64_t sector, uint8_t expected)
{
	struct raid_at at[MEMBERS];
	unsigned int copy;

	raid_map_copies(&system->geo, sector, at);
	for (copy = 0; copy < system->geo.copies; copy++)
		if (world->facts.disk[at[copy].member][at[copy].sector] !=
		    expected)
			return false;
	return true;
}

/* what the dead held may be anything */
static bool is_closed(const struct system *system, const struct world *world,
		      uint64_t sector)
{
	uint64_t lo, end;
	unsigned int r;

	raid_plan_range(&system->geo, sector, 1, &lo, &end);
	for (r = 0; r < system->count; r++)
		if (world->facts.request[r].phase == DEAD &&
		    lo >= system->request[r].lo &&
		    end <= system->request[r].end)
			return true;
	return false;
}

static const unsigned int orders[][REQUESTS] = {
	{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0},
};

static bool explains(const struct system *system, const struct world *world,
		     const unsigned int order[])
{
	uint8_t image[SECTORS] = {0};
	unsigned int i, offset;
	uint64_t sector;

	for (i = 0; i < REQUESTS; i++) {
		const struct request *request = &system->request[order[i]];

		if (order[i] >= system->count ||
		    world->facts.request[order[i]].phase != DONE)
			continue;
		for (offset = 0; offset < request->sectors; offset++)
			image[request->sector + offset] =
				symbol(order[i], offset);
	}
	for (sector = 0; sector < system->geo.array_sectors; sector++)
		if (!is_closed(system, world, sector) &&
		    !holds(system, world, sector, image[sector]))
			return false;
	return true;
}

static uint8_t times_two(uint8_t byte)
{
	return byte << 1 ^ (byte & 0x80 ? 0x1d : 0);
}

/* P and Q of a place, from the data that the members hold there */
static bool parity_is_right(const struct system *system,
			    const struct world *world, uint64_t place)
{
	const struct raid_geometry *geo = &system->geo;
	const struct raid_row *row =
		raid_row_of(geo, place / geo->chunk_sectors);
	uint8_t p = 0, q = 0;
	unsigned int i, n;

	for (i = 0; i < geo->data; i++) {
		uint8_t product = world->facts.disk[row->data[i]][place];

		p ^= product;
		for (n = 0; n < row->exponent[i]; n++)
			product = times_two(product);
		q ^= product;
	}
	return world->facts.disk[row->p][place] == p &&
	       (geo->parities < 2 || world->facts.disk[row->q][place] == q);
}

static bool all_parity_is_right(const struct system *system,
				const struct world *world)
{
	const struct raid_geometry *geo = &system->geo;
	uint64_t row, in;

	if (!geo->parities)
		return true;
	for (row = 0; row < geo->array_sectors / geo->data / geo->chunk_sectors;
	     row++)
		for (in = 0; in < geo->chunk_sectors; in++)
			if (!is_closed(system, world,
				       row * geo->data * geo->chunk_sectors +
					       in) &&
			    !parity_is_right(system, world,
					     row * geo->chunk_sectors + in))
				return false;
	return true;
}

static void judge(struct system *system, const struct world *world)
{
	unsigned int r, order, found = 0;

	system->ends++;
	for (r = 0; r < system->count; r++)
		if (world->facts.request[r].phase < DONE) {
			system->hung++;
			return;
		}
	for (order = 0; order < 6; order++)
		if ((system->count == REQUESTS || orders[order][2] == 2) &&
		    explains(system, world, orders[order]))
			found |= 1U << order;
	if (found && !(found & (found - 1)))
		system->orders |= found;
	system->wrong += !found || !all_parity_is_right(system, world);
}

/* ---- all orders --------------------------------------------------------- */

static uint64_t digest(const struct facts *facts, uint64_t basis)
{
	const unsigned char *bytes = (const void *)facts;
	uint64_t hash = basis;
	size_t i;

	for (i = 0; i < sizeof(*facts); i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	return hash | 1;
}

static bool seen(struct system *system, const struct facts *facts)
{
	uint64_t a = digest(facts, 0xcbf29ce484222325);
	uint64_t b = digest(facts, 0x9e3779b97f4a7c15);
	unsigned int i = (a >> 20) % SEEN_ENTRIES;

	for (; system->seen[i][0]; i = (i + 1) % SEEN_ENTRIES)
		if (system->seen[i][0] == a && system->seen[i][1] == b)
			return true;
	system->seen[i][0] = a;
	system->seen[i][1] = b;
	assert_true(++system->states < SEEN_ENTRIES / 2);
	return false;
}

static void explore(struct system *system, unsigned int depth);

/* a copy of the world, to do one step in */
static struct world *branch(struct system *system, unsigned int depth)
{
	assert_true(depth + 1 < DEPTH);
	system->world[depth + 1] = system->world[depth];
	return &system->world[depth + 1];
}

static void ask(struct system *system, unsigned int depth, unsigned int r)
{
	struct world *world = branch(system, depth);
	void *locks = world->locks;

	if (system->without_locks) {
		start(system, world, r);
	} else {
		world->ticket[r] = raid_lock(locks, system->owner[r],
					     system->request[r].lo,
					     system->request[r].end);
		assert_true(world->ticket[r] >= 0);
		world->facts.request[r].phase = ASKED;
		world->facts.request[r].place = ++world->facts.asked;
	}
	explore(system, depth + 1);
}

static int lock_state(const struct world *world, unsigned int r)
{
	const void *locks = world->locks;
	unsigned int other;

	return raid_lock_state(locks, world->ticket[r], &other);
}

static void leave(struct system *system, unsigned int depth, unsigned int r,
		  enum phase phase)
{
	struct world *world = branch(system, depth);
	void *locks = world->locks;

	if (!system->without_locks)
		raid_unlock(locks, world->ticket[r]);
	world->facts.request[r].phase = phase;
	explore(system, depth + 1);
}

/* Return: could it do anything? */
static bool look_at_lock(struct system *system, unsigned int depth,
			 unsigned int r)
{
	int state = lock_state(&system->world[depth], r);

	if (state == -EAGAIN)
		return false;
	if (state) {
		leave(system, depth, r, REFUSED);
		return true;
	}
	start(system, branch(system, depth), r);
	explore(system, depth + 1);
	return true;
}

static void move_bytes(struct system *system, unsigned int depth,
		       unsigned int r)
{
	const struct world *world = &system->world[depth];
	const struct progress *progress = &world->facts.request[r];
	unsigned int i;

	for (i = 0; i < system->request[r].n_reads; i++)
		if (progress->reads >> i & 1) {
			do_read(system, branch(system, depth), r, i);
			explore(system, depth + 1);
		}
	for (i = 0; i < system->request[r].n_writes; i++)
		if (may_write(system, world, r, i)) {
			do_write(system, branch(system, depth), r, i);
			explore(system, depth + 1);
		}
	if (!progress->reads && !progress->writes)
		leave(system, depth, r, DONE);
}

static bool step(struct system *system, unsigned int depth, unsigned int r)
{
	switch (system->world[depth].facts.request[r].phase) {
	case NEW:
		ask(system, depth, r);
		return true;
	case ASKED:
		return look_at_lock(system, depth, r);
	case RUNNING:
		move_bytes(system, depth, r);
		return true;
	default:
		return false;
	}
}

/* Return: did it hold its range? */
static bool drop(struct world *world, unsigned int r)
{
	struct progress *progress = &world->facts.request[r];
	bool held = progress->phase == RUNNING ||
		    (progress->phase == ASKED && !lock_state(world, r));

	if (progress->phase < DONE)
		progress->phase = held ? DEAD : GONE;
	return held;
}

static void die(struct system *system, unsigned int depth, unsigned int owner)
{
	struct world *world = branch(system, depth);
	unsigned int r, held = 0;
	void *locks = world->locks;

	for (r = 0; r < system->count; r++)
		if (system->owner[r] == owner)
			held += drop(world, r);
	assert_int_equal(raid_locks_close(locks, owner), held);
	world->facts.deaths++;
	world->facts.dead |= 1U << owner;
	explore(system, depth + 1);
}

static void explore(struct system *system, unsigned int depth)
{
	const struct facts *facts = &system->world[depth].facts;
	bool moved = false;
	unsigned int r;

	if (seen(system, facts))
		return;
	for (r = 0; r < system->count; r++) {
		if (step(system, depth, r))
			moved = true;
		if (facts->deaths < system->may_die && !(facts->dead >> r & 1))
			die(system, depth, r);
	}
	if (!moved)
		judge(system, &system->world[depth]);
}

/* ---- systems ------------------------------------------------------------ */

static const struct raid_spec raid5 = {.level = RAID_5,
				       .layout = 2,
				       .chunk_sectors = 8,
				       .members = 3,
				       .component_sectors = 16};
static const struct raid_spec raid5_wide = {.level = RAID_5,
					    .layout = 2,
					    .chunk_sectors = 8,
					    .members = 5,
					    .component_sectors = 8};
static const struct raid_spec raid6 = {.level = RAID_6,
				       .layout = 8,
				       .chunk_sectors = 8,
				       .members = 5,
				       .component_sectors = 8};
static const struct raid_spec raid1 = {
	.level = RAID_1, .members = 3, .component_sectors = 16};
static const struct raid_spec raid10 = {.level = RAID_10,
					.layout = 0x102,
					.chunk_sectors = 8,
					.members = 4,
					.component_sectors = 16};

static const struct raid_spec raid6_rows = {.level = RAID_6,
					    .layout = 2,
					    .chunk_sectors = 8,
					    .members = 5,
					    .component_sectors = 16};

/**
 * struct row - a system
 * @orders: those that alone can explain an end, and must have been met: bits
 *          as in orders[].  None where nothing overlaps
 */
static const struct row {
	const char *name;
	const struct raid_spec *spec;
	enum raid_rmw rmw;
	unsigned int count;
	struct {
		uint64_t sector, sectors;
	} request[REQUESTS];
	unsigned int orders;
} rows[] = {
	{"two chunks of a row, rcw",
	 &raid5,
	 RAID_RMW_RCW,
	 2,
	 {{0, 4}, {8, 4}},
	 0},
	{"two chunks of a row, rmw",
	 &raid5,
	 RAID_RMW_RMW,
	 2,
	 {{0, 4}, {8, 4}},
	 0},
	{"the same sectors", &raid5, RAID_RMW_AUTO, 2, {{2, 4}, {2, 4}}, 0x5},
	{"full over part", &raid5, RAID_RMW_AUTO, 2, {{0, 16}, {4, 6}}, 0x5},
	{"two rows", &raid5, RAID_RMW_AUTO, 2, {{12, 8}, {14, 4}}, 0x5},
	{"more members", &raid5_wide, RAID_RMW_RMW, 2, {{0, 4}, {2, 8}}, 0x5},
	{"Q by rcw", &raid6, RAID_RMW_RCW, 2, {{0, 4}, {2, 8}}, 0x5},
	{"Q by rmw", &raid6, RAID_RMW_RMW, 2, {{0, 2}, {17, 2}}, 0},
	{"three in a row",
	 &raid5_wide,
	 RAID_RMW_AUTO,
	 3,
	 {{0, 4}, {8, 4}, {18, 4}},
	 0},
	{"three that overlap",
	 &raid5,
	 RAID_RMW_AUTO,
	 3,
	 {{0, 4}, {2, 4}, {4, 4}},
	 0x21},
	{"a chain over rows",
	 &raid5,
	 RAID_RMW_AUTO,
	 3,
	 {{4, 4}, {6, 12}, {16, 4}},
	 0x21},
	{"rows with Q",
	 &raid6_rows,
	 RAID_RMW_AUTO,
	 3,
	 {{18, 8}, {22, 6}, {24, 2}},
	 0x5},
	{"two and one apart",
	 &raid6_rows,
	 RAID_RMW_RMW,
	 3,
	 {{0, 4}, {2, 4}, {32, 4}},
	 0},
	{"copies", &raid1, RAID_RMW_AUTO, 2, {{0, 8}, {4, 8}}, 0x5},
	{"three on copies",
	 &raid1,
	 RAID_RMW_AUTO,
	 3,
	 {{0, 8}, {4, 8}, {6, 8}},
	 0x2d},
	{"copies of chunks", &raid10, RAID_RMW_AUTO, 2, {{2, 8}, {4, 8}}, 0x5},
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

static struct system *prepare(const struct row *row)
{
	struct system *system = system_new(row->spec);
	unsigned int i;

	for (i = 0; i < row->count; i++) {
		system->owner[i] = i;
		system_add(system, row->request[i].sector,
			   row->request[i].sectors, row->rmw);
	}
	return system;
}

static void run(struct system *system)
{
	void *locks = system->world[0].locks;

	raid_locks_init(locks, REQUESTS, 8);
	explore(system, 0);
	assert_true(system->ends > 0);
}

static void check_run(const struct row *row, const struct system *system)
{
	if (system->wrong || system->hung)
		fail_msg("%s: %lu of %lu ends wrong, %lu hung", row->name,
			 system->wrong, system->ends, system->hung);
}

static void every_end_is_some_order(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ROWS; i++) {
		struct system *system = prepare(&rows[i]);

		run(system);
		check_run(&rows[i], system);
		if (system->orders != rows[i].orders)
			fail_msg("%s: orders 0x%x were met", rows[i].name,
				 system->orders);
		system_free(system);
	}
}

static void with_deaths(unsigned int may_die, bool shared)
{
	unsigned int i;

	for (i = 0; i < ROWS; i++) {
		struct system *system = prepare(&rows[i]);

		system->may_die = may_die;
		if (shared)
			system->owner[rows[i].count - 1] = 0;
		run(system);
		check_run(&rows[i], system);
		system_free(system);
	}
}

static void one_dies_anywhere(void **state)
{
	(void)state;
	with_deaths(1, false);
}

static void two_die_anywhere(void **state)
{
	(void)state;
	with_deaths(2, false);
}

/* who dies may hold one range and wait for another, behind its own even */
static void one_dies_with_two_requests(void **state)
{
	(void)state;
	with_deaths(1, true);
}

/* the test would notice: without locks each of them goes wrong somewhere */
static void without_locks_it_goes_wrong(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ROWS; i++) {
		struct system *system;

		if (rows[i].count > 2)
			continue;
		system = prepare(&rows[i]);
		system->without_locks = true;
		run(system);
		if (!system->wrong)
			fail_msg("%s: nothing wrong", rows[i].name);
		assert_int_equal(system->hung, 0);
		system_free(system);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_end_is_some_order),
		cmocka_unit_test(one_dies_anywhere),
		cmocka_unit_test(two_die_anywhere),
		cmocka_unit_test(one_dies_with_two_requests),
		cmocka_unit_test(without_locks_it_goes_wrong),
	};

	return unit_run(tests);
}
