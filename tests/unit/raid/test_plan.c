// SPDX-License-Identifier: GPL-2.0-only
#include "raid/simulated.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- which way ---------------------------------------------------------- */

static void the_way_that_reads_less(void **state)
{
	static const struct {
		int level;
		unsigned int members, touched;
		enum raid_method method;
	} rows[] = {
		{RAID_5, 2, 1, RAID_FULL},   {RAID_5, 3, 1, RAID_BY_RCW},
		{RAID_5, 3, 2, RAID_FULL},   {RAID_5, 4, 1, RAID_BY_RCW},
		{RAID_5, 5, 1, RAID_BY_RMW}, {RAID_5, 5, 2, RAID_BY_RCW},
		{RAID_5, 8, 1, RAID_BY_RMW}, {RAID_5, 8, 2, RAID_BY_RMW},
		{RAID_5, 8, 3, RAID_BY_RCW}, {RAID_4, 5, 1, RAID_BY_RMW},
		{RAID_6, 4, 1, RAID_BY_RCW}, {RAID_6, 6, 1, RAID_BY_RCW},
		{RAID_6, 7, 1, RAID_BY_RMW}, {RAID_6, 7, 2, RAID_BY_RCW},
		{RAID_6, 8, 1, RAID_BY_RMW}, {RAID_6, 8, 6, RAID_FULL},
	};
	struct raid_geometry geo;
	struct raid_band band[3];
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		bool full = rows[i].method == RAID_FULL;
		uint64_t sectors = rows[i].touched * 8;

		sim_geometry(&geo, rows[i].level, 0, rows[i].members, 8, 8);
		assert_int_equal(
			raid_plan_write(&geo, 0, sectors, RAID_RMW_AUTO, band),
			1);
		assert_int_equal(band->method, rows[i].method);
		raid_plan_write(&geo, 0, sectors, RAID_RMW_RMW, band);
		assert_int_equal(band->method, full ? RAID_FULL : RAID_BY_RMW);
		raid_plan_write(&geo, 0, sectors, RAID_RMW_RCW, band);
		assert_int_equal(band->method, full ? RAID_FULL : RAID_BY_RCW);
	}
}

/* ---- bands -------------------------------------------------------------- */

struct expected {
	uint64_t sector, sectors;
	unsigned int count;
	struct {
		unsigned int row, lo, sectors, first, count;
	} band[5];
};

/* four data chunks of eight sectors a row */
static const struct expected cuts[] = {
	{0, 1, 1, {{0, 0, 1, 0, 1}}},
	{39, 1, 1, {{1, 7, 1, 0, 1}}},
	{16, 8, 1, {{0, 0, 8, 2, 1}}},
	{16, 16, 1, {{0, 0, 8, 2, 2}}},
	{32, 32, 1, {{1, 0, 8, 0, 4}}},
	/* two neighbours, no place in common; with a gap; with two in common */
	{4, 8, 2, {{0, 0, 4, 1, 1}, {0, 4, 4, 0, 1}}},
	{6, 4, 2, {{0, 0, 2, 1, 1}, {0, 6, 2, 0, 1}}},
	{3, 10, 3, {{0, 0, 3, 1, 1}, {0, 3, 2, 0, 2}, {0, 5, 3, 0, 1}}},
	/* three chunks */
	{6, 12, 3, {{0, 0, 2, 1, 2}, {0, 2, 4, 1, 1}, {0, 6, 2, 0, 2}}},
	{2, 20, 3, {{0, 0, 2, 1, 2}, {0, 2, 4, 0, 3}, {0, 6, 2, 0, 2}}},
	{0, 20, 2, {{0, 0, 4, 0, 3}, {0, 4, 4, 0, 2}}},
	{12, 20, 2, {{0, 0, 4, 2, 2}, {0, 4, 4, 1, 3}}},
	/* over the end of a row, and of two */
	{28, 8, 2, {{0, 4, 4, 3, 1}, {1, 0, 4, 0, 1}}},
	{20,
	 64,
	 5,
	 {{0, 0, 4, 3, 1},
	  {0, 4, 4, 2, 2},
	  {1, 0, 8, 0, 4},
	  {2, 0, 4, 0, 3},
	  {2, 4, 4, 0, 2}}},
};

static void requests_are_cut(void **state)
{
	struct raid_geometry geo;
	struct raid_band band[8];
	unsigned int i, b;

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 5, 8, 8);
	for (i = 0; i < N(cuts); i++) {
		assert_int_equal(raid_plan_write(&geo, cuts[i].sector,
						 cuts[i].sectors, RAID_RMW_AUTO,
						 band),
				 cuts[i].count);
		for (b = 0; b < cuts[i].count; b++) {
			assert_int_equal(band[b].row, cuts[i].band[b].row);
			assert_int_equal(band[b].lo, cuts[i].band[b].lo);
			assert_int_equal(band[b].sectors,
					 cuts[i].band[b].sectors);
			assert_int_equal(band[b].first, cuts[i].band[b].first);
			assert_int_equal(band[b].count, cuts[i].band[b].count);
		}
	}
}

/* ---- writing ------------------------------------------------------------ */

static const struct {
	int level;
	uint32_t layout;
} layouts[] = {
	{RAID_4, 0},  {RAID_5, 0},  {RAID_5, 1},  {RAID_5, 2},	{RAID_5, 3},
	{RAID_5, 4},  {RAID_5, 5},  {RAID_6, 0},  {RAID_6, 1},	{RAID_6, 2},
	{RAID_6, 3},  {RAID_6, 4},  {RAID_6, 5},  {RAID_6, 8},	{RAID_6, 9},
	{RAID_6, 10}, {RAID_6, 16}, {RAID_6, 17}, {RAID_6, 18}, {RAID_6, 19},
	{RAID_6, 20},
};

/* every request of an array of two rows */
static void all_of_two_rows(struct sim *sim)
{
	uint64_t row = sim->geo.data * sim->geo.chunk_sectors, sector, sectors;
	unsigned int rmw;

	for (rmw = RAID_RMW_AUTO; rmw <= RAID_RMW_RCW; rmw++)
		for (sector = 0; sector < 2 * row; sector++)
			for (sectors = 1; sector + sectors <= 2 * row;
			     sectors++) {
				sim_write(sim, sector, sectors, rmw);
				if (sectors % 8 == 1)
					sim_check_rows(sim, sector / row,
						       (sector + sectors - 1) /
							       row);
			}
	sim_check_rows(sim, 0, 1);
}

static void exhaustively(void **state)
{
	static const struct {
		int level;
		uint32_t layout;
		unsigned int members;
	} rows[] = {
		{RAID_5, 2, 2}, {RAID_5, 2, 3}, {RAID_5, 2, 4},
		{RAID_6, 2, 4}, {RAID_6, 2, 5}, {RAID_6, 8, 5},
	};
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct sim sim = {.random = i};

		sim_geometry(&sim.geo, rows[i].level, rows[i].layout,
			     rows[i].members, 8, 2);
		sim_init(&sim);
		all_of_two_rows(&sim);
		sim_free(&sim);
	}
}

static void write_at_random(struct sim *sim, unsigned int times)
{
	uint64_t row = sim->geo.data * sim->geo.chunk_sectors;
	uint64_t total = sim->geo.array_sectors;

	while (times--) {
		uint64_t most =
			sim_random(sim, 2) ? sim->geo.chunk_sectors : 3 * row;
		uint64_t sector = sim_random(sim, total);
		uint64_t sectors = 1 + sim_random(sim, most);

		if (sectors > total - sector)
			sectors = total - sector;
		sim_write(sim, sector, sectors, sim_random(sim, 3));
		sim_check_rows(sim, sector / row, (sector + sectors - 1) / row);
	}
}

/* ---- reading what is missing -------------------------------------------- */

static unsigned int count_bits(uint64_t bits)
{
	return __builtin_popcountll(bits);
}

/* is Q read although P and all other data are there? */
static void check_q_is_spared(const struct sim *sim,
			      const struct raid_band *band, uint64_t missing)
{
	const struct raid_row *row = raid_row_of(&sim->geo, band->row);
	struct raid_io ios[SIM_IOS];
	unsigned int i, count;

	if (sim->geo.parities < 2 || missing >> row->p & 1)
		return;
	for (i = 0; i < sim->geo.data; i++)
		if (i != band->first && missing >> row->data[i] & 1)
			return;
	count = raid_plan_reads(&sim->geo, band, missing, ios);
	for (i = 0; i < count; i++)
		assert_int_not_equal(ios[i].at.member, row->q);
}

static void rebuild(const struct sim *sim, uint64_t sector, uint64_t sectors,
		    uint64_t missing)
{
	uint8_t *bytes = sim_alloc(sectors * 512), *scratch;
	struct raid_band band;
	size_t len;

	raid_plan_rebuild(&sim->geo, sector, sectors, &band);
	assert_int_equal(raid_plan_data_sector(&sim->geo, &band, 0), sector);
	assert_int_equal(band.sectors, sectors);
	len = sim_scratch(&band, 1);
	scratch = sim_alloc(len);
	memset(scratch, 0xa5, len);
	memset(bytes, 0xa5, sectors * 512);
	sim_reads(sim, &band, missing, scratch, sim->geo.data);
	check_q_is_spared(sim, &band, missing);
	assert_int_equal(raid_plan_compute(&sim->geo, &band, missing,
					   (void *[]){bytes}, scratch),
			 0);
	assert_memory_equal(bytes, sim->image + sector * 512, sectors * 512);
	free(bytes);
	free(scratch);
}

/* each data chunk of a period, as far as it is missing, a part and whole */
static void rebuild_all(struct sim *sim, uint64_t missing)
{
	uint64_t chunk = sim->geo.chunk_sectors, sector, in;
	uint64_t end = sim->geo.period * sim->geo.data * chunk;
	struct raid_at at;

	for (sector = 0; sector < end; sector += chunk) {
		raid_map(&sim->geo, sector, &at);
		if (!(missing >> at.member & 1))
			continue;
		in = sim_random(sim, chunk);
		rebuild(sim, sector + in, 1 + sim_random(sim, chunk - in),
			missing);
		rebuild(sim, sector, chunk, missing);
	}
}

static void rebuild_any(struct sim *sim)
{
	unsigned int a, b, members = sim->geo.spec.members;

	for (a = 0; a < members; a++)
		for (b = a; b < members; b++) {
			uint64_t missing = 1ULL << a | 1ULL << b;

			if (count_bits(missing) <= sim->geo.parities)
				rebuild_all(sim, missing);
		}
}

static void at_random(void **state)
{
	static const uint32_t chunks[] = {8, 16, 128};
	unsigned int members;
	size_t i;

	(void)state;
	for (i = 0; i < N(layouts); i++)
		for (members = layouts[i].level == RAID_6 ? 4 : 3; members <= 8;
		     members++) {
			struct sim sim = {.random = i * 8 + members};

			sim_geometry(&sim.geo, layouts[i].level,
				     layouts[i].layout, members,
				     chunks[(i + members) % N(chunks)],
				     2 * members);
			sim_init(&sim);
			write_at_random(&sim, 20);
			rebuild_any(&sim);
			sim_free(&sim);
		}
}

static void too_much_is_missing(void **state)
{
	static const struct {
		int level;
		uint64_t missing;
	} rows[] = {
		/* layout 5: data on members 0, 1, 2 and so on, then P, Q */
		{RAID_5, 0x3},	{RAID_5, 0x9},	{RAID_6, 0x7},
		{RAID_6, 0x19}, {RAID_6, 0x0b}, {RAID_6, 0x13},
	};
	struct raid_geometry geo;
	struct raid_band band;
	struct raid_io ios[8];
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		sim_geometry(&geo, rows[i].level, 5,
			     rows[i].level == RAID_5 ? 4 : 5, 8, 8);
		raid_plan_rebuild(&geo, 0, 8, &band);
		assert_int_equal(
			raid_plan_reads(&geo, &band, rows[i].missing, ios), 0);
		assert_int_equal(raid_plan_compute(&geo, &band, rows[i].missing,
						   (void *[]){NULL}, NULL),
				 -EINVAL);
	}
}

/* a read may fail although no member is missing */
static void its_own_member_counts_as_missing(void **state)
{
	struct sim sim = {.random = 1};

	(void)state;
	sim_geometry(&sim.geo, RAID_5, 2, 4, 8, 8);
	sim_init(&sim);
	write_at_random(&sim, 50);
	rebuild(&sim, 8, 8, 0);
	sim_free(&sim);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_way_that_reads_less),
		cmocka_unit_test(requests_are_cut),
		cmocka_unit_test(exhaustively),
		cmocka_unit_test(at_random),
		cmocka_unit_test(too_much_is_missing),
		cmocka_unit_test(its_own_member_counts_as_missing),
	};

	return unit_run(tests);
}
