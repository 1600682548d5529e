// SPDX-License-Identifier: GPL-2.0-only
#include "raid/simulated.h"

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- what a request needs at most --------------------------------------- */

static void add_band(const struct raid_geometry *geo,
		     const struct raid_band *band, uint64_t missing,
		     struct raid_needs *sum, unsigned int *reads,
		     unsigned int *writes)
{
	struct raid_io ios[SIM_IOS];

	*reads += raid_plan_reads(geo, band, missing, ios);
	*writes += raid_plan_writes(geo, band, ios);
	sum->scratch_bytes += (size_t)band->slots * band->sectors * 512;
	sum->bands++;
}

static struct raid_needs needs_of_write(const struct raid_geometry *geo,
					uint64_t sector, uint64_t sectors,
					enum raid_rmw rmw)
{
	struct raid_band bands[SIM_BANDS];
	struct raid_needs sum = {0};
	unsigned int i, count, reads = 0, writes = 0;

	count = raid_plan_write(geo, sector, sectors, rmw, bands);
	for (i = 0; i < count; i++)
		add_band(geo, &bands[i], 0, &sum, &reads, &writes);
	sum.ios = reads > writes ? reads : writes;
	return sum;
}

static struct raid_needs needs_of_read(const struct raid_geometry *geo,
				       uint64_t sector, uint64_t sectors,
				       uint64_t missing)
{
	struct raid_needs sum = {0};
	unsigned int reads = 0, writes = 0;
	struct raid_band band;
	struct raid_at at;

	while (sectors) {
		uint64_t piece = raid_map(geo, sector, &at);

		if (piece > sectors)
			piece = sectors;
		raid_plan_rebuild(geo, sector, piece, &band);
		if (missing >> at.member & 1)
			add_band(geo, &band, missing, &sum, &reads, &writes);
		else
			reads++;
		sector += piece;
		sectors -= piece;
	}
	assert_int_equal(writes, 0);
	sum.ios = reads;
	return sum;
}

static void raise_to(struct raid_needs *most, struct raid_needs needs)
{
	if (needs.bands > most->bands)
		most->bands = needs.bands;
	if (needs.ios > most->ios)
		most->ios = needs.ios;
	if (needs.scratch_bytes > most->scratch_bytes)
		most->scratch_bytes = needs.scratch_bytes;
}

static void check_bound(const struct raid_needs *bound,
			const struct raid_needs *most)
{
	assert_true(most->bands <= bound->bands);
	assert_true(most->ios <= bound->ios);
	assert_true(most->scratch_bytes <= bound->scratch_bytes);
}

/* where a request has room to lie anywhere: three times as much is too much */
static void check_thrift(const struct raid_needs *bound,
			 const struct raid_needs *most)
{
	assert_true(bound->bands <= 3 * most->bands);
	assert_true(bound->ios <= 3 * most->ios);
	assert_true(bound->scratch_bytes <= 3 * most->scratch_bytes);
}

static void bound_writes(const struct raid_geometry *geo, uint64_t sectors)
{
	struct raid_needs most = {0}, bound;
	uint64_t sector;

	for (sector = 0; sector + sectors <= geo->array_sectors; sector++) {
		raise_to(&most,
			 needs_of_write(geo, sector, sectors, RAID_RMW_AUTO));
		raise_to(&most,
			 needs_of_write(geo, sector, sectors, RAID_RMW_RMW));
		raise_to(&most,
			 needs_of_write(geo, sector, sectors, RAID_RMW_RCW));
	}
	raid_plan_needs(geo, sectors, 0, &bound);
	check_bound(&bound, &most);
	if (sectors <= geo->array_sectors / 3)
		check_thrift(&bound, &most);
}

static void bound_reads(const struct raid_geometry *geo, uint64_t sectors,
			uint64_t missing)
{
	struct raid_needs most = {0}, bound;
	uint64_t sector;

	for (sector = 0; sector + sectors <= geo->array_sectors; sector++)
		raise_to(&most, needs_of_read(geo, sector, sectors, missing));
	raid_plan_needs(geo, sectors, missing, &bound);
	check_bound(&bound, &most);
}

static void bound_all(struct sim *sim)
{
	unsigned int members = sim->geo.spec.members;
	uint64_t sectors, a, b;

	for (sectors = 1; sectors <= sim->geo.array_sectors;
	     sectors += 1 + sim_random(sim, sectors)) {
		a = 1ULL << sim_random(sim, members);
		b = 1ULL << sim_random(sim, members);
		bound_writes(&sim->geo, sectors);
		bound_reads(&sim->geo, sectors, a);
		if (sim->geo.parities == 2)
			bound_reads(&sim->geo, sectors, a | b);
	}
}

static void no_request_needs_more(void **state)
{
	struct sim sim = {.random = 3};
	unsigned int i, members;

	(void)state;
	for (i = 0; i < 300; i++) {
		bool raid6 = i % 2;

		members = (raid6 ? 4 : 2) + sim_random(&sim, 6);
		sim_geometry(&sim.geo, raid6 ? RAID_6 : RAID_5, i % 6, members,
			     8 << sim_random(&sim, 2), 1 + sim_random(&sim, 5));
		bound_all(&sim);
	}
}

static void small_requests_need_little(void **state)
{
	struct raid_geometry geo;
	struct raid_needs needs;

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 4, 128, 100);
	raid_plan_needs(&geo, 1, 0, &needs);
	assert_int_equal(needs.bands, 1);
	assert_int_equal(needs.ios, 2);
	raid_plan_needs(&geo, 8, 0, &needs);
	assert_int_equal(needs.bands, 2);
	assert_int_equal(needs.ios, 4);
	assert_int_equal(needs.scratch_bytes, 3 * 4096);
	raid_plan_needs(&geo, 8, 1, &needs);
	assert_int_equal(needs.bands, 2);
	assert_int_equal(needs.ios, 6);
	assert_int_equal(needs.scratch_bytes, 3 * 4096);
}

/* ---- what a write locks ------------------------------------------------- */

static uint64_t places_of_sectors(const struct raid_geometry *geo,
				  uint64_t sector, uint64_t sectors)
{
	uint64_t chunk = geo->chunk_sectors, places = 0;

	for (; sectors; sector++, sectors--)
		places |= 1ULL << (sector / chunk / geo->data * chunk +
				   sector % chunk);
	return places;
}

static uint64_t places_of_bands(const struct raid_geometry *geo,
				uint64_t sector, uint64_t sectors)
{
	struct raid_band bands[SIM_BANDS];
	uint64_t places = 0;
	unsigned int i, count;

	count = raid_plan_write(geo, sector, sectors, RAID_RMW_AUTO, bands);
	for (i = 0; i < count; i++) {
		uint64_t band =
			((1ULL << bands[i].sectors) - 1)
			<< (bands[i].row * geo->chunk_sectors + bands[i].lo);

		assert_int_equal(places & band, 0);
		places |= band;
	}
	return places;
}

/*
 * All members' sectors at a place go together: hulls of two sets of places
 * that have one in common overlap.
 */
static void expect_range(const struct raid_geometry *geo, uint64_t sector,
			 uint64_t sectors)
{
	uint64_t places = places_of_sectors(geo, sector, sectors), lo, end;
	struct raid_band bands[SIM_BANDS];

	assert_int_equal(places, places_of_bands(geo, sector, sectors));
	raid_plan_range(geo, sector, sectors, &lo, &end);
	assert_int_equal(lo, __builtin_ctzll(places));
	assert_int_equal(end, 64 - __builtin_clzll(places));
	if (raid_plan_write(geo, sector, sectors, RAID_RMW_AUTO, bands) != 1)
		return;
	raid_plan_band_range(geo, bands, &lo, &end);
	assert_int_equal(lo, __builtin_ctzll(places));
	assert_int_equal(end, 64 - __builtin_clzll(places));
}

static void ranges_are_hulls(void **state)
{
	unsigned int members;

	(void)state;
	for (members = 2; members <= 6; members++) {
		struct raid_geometry geo;
		uint64_t sector, sectors;

		sim_geometry(&geo, RAID_5, 2, members, 8, 5);
		for (sector = 0; sector < geo.array_sectors; sector++)
			for (sectors = 1; sector + sectors <= geo.array_sectors;
			     sectors++)
				expect_range(&geo, sector, sectors);
	}
}

static void without_parity_ranges_are_the_requests(void **state)
{
	static const struct raid_spec specs[] = {
		{.level = RAID_0,
		 .chunk_sectors = 8,
		 .members = 2,
		 .member_sectors = {800, 800}},
		{.level = RAID_1, .members = 2, .component_sectors = 800},
		{.level = RAID_10,
		 .layout = 0x102,
		 .chunk_sectors = 8,
		 .members = 4,
		 .component_sectors = 800},
	};
	struct raid_geometry geo;
	uint64_t lo, end;
	size_t i;

	(void)state;
	for (i = 0; i < N(specs); i++) {
		assert_int_equal(raid_geometry_init(&geo, &specs[i], NULL), 0);
		raid_plan_range(&geo, 123, 45, &lo, &end);
		assert_int_equal(lo, 123);
		assert_int_equal(end, 168);
	}
}

/* places beyond 2^32 sectors are not cut off */
static void large_arrays(void **state)
{
	struct raid_geometry geo;
	struct raid_band bands[4];
	struct raid_io ios[8];
	uint64_t lo, end, sector;

	(void)state;
	sim_geometry(&geo, RAID_6, 2, 8, 1024, 1U << 31);
	sector = geo.array_sectors - 8;
	assert_int_equal(raid_plan_write(&geo, sector, 8, RAID_RMW_AUTO, bands),
			 1);
	assert_int_equal(bands[0].row, (1U << 31) - 1);
	assert_int_equal(bands[0].first, 5);
	assert_int_equal(raid_plan_data_sector(&geo, bands, 0), sector);
	assert_int_equal(raid_plan_writes(&geo, bands, ios), 3);
	assert_true(ios[0].at.sector == (1ULL << 41) - 8);
	raid_plan_range(&geo, sector, 8, &lo, &end);
	assert_true(lo == (1ULL << 41) - 8 && end == 1ULL << 41);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_request_needs_more),
		cmocka_unit_test(small_requests_need_little),
		cmocka_unit_test(ranges_are_hulls),
		cmocka_unit_test(without_parity_ranges_are_the_requests),
		cmocka_unit_test(large_arrays),
	};

	return unit_run(tests);
}
