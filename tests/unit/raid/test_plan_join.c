// SPDX-License-Identifier: GPL-2.0-only
#include "raid/simulated.h"

#define PARTS_MAX 64

/* struct batch - of parts, and what raid_plan_join() is to make of them */
struct batch {
	struct raid_part parts[PARTS_MAX];
	unsigned int heads[PARTS_MAX];
	unsigned int count;
};

/* places @lo to @end of @touched data chunks of a row */
static void add(struct batch *batch, const struct raid_geometry *geo,
		uint64_t row, uint64_t lo, uint64_t end, unsigned int first,
		unsigned int touched)
{
	batch->parts[batch->count++] = (struct raid_part){
		.lo = row * geo->chunk_sectors + lo,
		.end = row * geo->chunk_sectors + end,
		.first = first,
		.count = touched,
	};
}

static unsigned int join(struct batch *batch, const struct raid_geometry *geo)
{
	memset(batch->heads, 0xa5, sizeof(batch->heads));
	return raid_plan_join(geo, batch->parts, batch->count, batch->heads);
}

static bool overlap(const struct raid_part *a, const struct raid_part *b)
{
	return a->lo < b->end && b->lo < a->end;
}

static uint64_t chunks_of(const struct raid_part *part)
{
	return ((1ULL << part->count) - 1) << part->first;
}

/* ---- rings are what they should be -------------------------------------- */

static uint64_t ring_of(const struct batch *batch, unsigned int start)
{
	unsigned int i = start, steps = 0;
	uint64_t ring = 0;

	do {
		ring |= 1ULL << i;
		i = batch->parts[i].next;
		assert_true(i < batch->count);
		assert_true(++steps <= batch->count);
	} while (i != start);
	return ring;
}

static void check_ring(const struct batch *batch,
		       const struct raid_geometry *geo, uint64_t ring)
{
	unsigned int first = __builtin_ctzll(ring), i;
	unsigned int last = 63 - __builtin_clzll(ring);
	const struct raid_part *part = &batch->parts[first];
	uint64_t chunks = 0;

	for (i = first; i <= last; i++) {
		if (!(ring >> i & 1)) {
			assert_false(overlap(&batch->parts[i], part));
			continue;
		}
		assert_int_equal(batch->parts[i].lo, part->lo);
		assert_int_equal(batch->parts[i].end, part->end);
		assert_int_equal(chunks & chunks_of(&batch->parts[i]), 0);
		assert_int_equal(ring_of(batch, i), ring);
		chunks |= chunks_of(&batch->parts[i]);
	}
	assert_int_equal(chunks, (1ULL << geo->data) - 1);
}

static uint64_t check_rings(const struct batch *batch,
			    const struct raid_geometry *geo, unsigned int rings)
{
	uint64_t joined = 0;
	unsigned int i;

	for (i = 0; i < batch->count; i++) {
		uint64_t ring = ring_of(batch, i);

		if (ring == 1ULL << i || joined & ring)
			continue;
		check_ring(batch, geo, ring);
		joined |= ring;
		rings--;
	}
	assert_int_equal(rings, 0);
	return joined;
}

/* ---- examples ----------------------------------------------------------- */

static void a_row_is_joined(void **state)
{
	struct raid_geometry geo;
	struct batch batch = {0};
	struct raid_band band;

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 4, 16, 8);
	add(&batch, &geo, 3, 8, 16, 2, 1);
	add(&batch, &geo, 3, 0, 8, 1, 1);
	add(&batch, &geo, 3, 8, 16, 0, 1);
	add(&batch, &geo, 4, 8, 16, 1, 1);
	add(&batch, &geo, 3, 8, 16, 1, 1);
	assert_int_equal(join(&batch, &geo), 1);
	assert_int_equal(check_rings(&batch, &geo, 1), 0x15);
	raid_plan_joined(&geo, &batch.parts[4], &band);
	assert_int_equal(band.row, 3);
	assert_int_equal(band.lo, 8);
	assert_int_equal(band.sectors, 8);
	assert_int_equal(band.first, 0);
	assert_int_equal(band.count, 3);
	assert_int_equal(band.method, RAID_FULL);
	assert_int_equal(band.slots, 1);
	assert_int_equal(band.scratch, 0);
}

static void several_chunks_in_one_write(void **state)
{
	struct raid_geometry geo;
	struct batch batch = {0};

	(void)state;
	sim_geometry(&geo, RAID_6, 2, 7, 8, 8);
	add(&batch, &geo, 0, 0, 8, 3, 2);
	add(&batch, &geo, 0, 0, 8, 0, 2);
	add(&batch, &geo, 0, 0, 8, 2, 1);
	add(&batch, &geo, 1, 0, 8, 0, 5);
	assert_int_equal(join(&batch, &geo), 1);
	assert_int_equal(check_rings(&batch, &geo, 1), 0x7);
}

/* the second write of a chunk must come after the first */
static void a_chunk_written_twice(void **state)
{
	struct raid_geometry geo;
	struct batch batch = {0};

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 3, 8, 8);
	add(&batch, &geo, 0, 0, 8, 0, 1);
	add(&batch, &geo, 0, 0, 8, 0, 1);
	add(&batch, &geo, 0, 0, 8, 1, 1);
	add(&batch, &geo, 0, 0, 8, 1, 1);
	assert_int_equal(join(&batch, &geo), 1);
	assert_int_equal(check_rings(&batch, &geo, 1), 0x6);
}

static void not_across_others(void **state)
{
	static const struct {
		uint64_t lo, end;
		unsigned int touched, rings;
	} between[] = {
		{0, 4, 1, 0},	/* a part of the range */
		{4, 12, 1, 0},	/* sticking out */
		{0, 8, 0, 0},	/* not to be joined itself */
		{2, 100, 0, 0}, /* over several rows */
		{8, 16, 1, 1},	/* beside it */
		{16, 64, 0, 1},
	};
	struct raid_geometry geo;
	unsigned int i;

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 3, 16, 8);
	for (i = 0; i < sizeof(between) / sizeof(between[0]); i++) {
		struct batch batch = {0};

		add(&batch, &geo, 0, 0, 8, 0, 1);
		add(&batch, &geo, 0, between[i].lo, between[i].end, 0,
		    between[i].touched);
		add(&batch, &geo, 0, 0, 8, 1, 1);
		assert_int_equal(join(&batch, &geo), between[i].rings);
		check_rings(&batch, &geo, between[i].rings);
	}
}

static void nothing_to_join(void **state)
{
	struct raid_geometry geo;
	struct batch batch = {0};

	(void)state;
	sim_geometry(&geo, RAID_5, 2, 2, 8, 8);
	assert_int_equal(join(&batch, &geo), 0);
	add(&batch, &geo, 0, 0, 8, 0, 1);
	assert_int_equal(join(&batch, &geo), 0);
	/* one data chunk a row: each write is full by itself */
	add(&batch, &geo, 0, 0, 8, 0, 1);
	add(&batch, &geo, 1, 0, 8, 0, 1);
	assert_int_equal(join(&batch, &geo), 0);
	check_rings(&batch, &geo, 0);
}

/* ---- at random ---------------------------------------------------------- */

#define ROWS  3
#define CHUNK 8
#define DATA  6

/* who wrote last, by chunk and place */
struct last {
	unsigned int writer[DATA][ROWS * CHUNK];
};

static void write_symbol(struct last *last, const struct batch *batch,
			 unsigned int i, unsigned int data)
{
	const struct raid_part *part = &batch->parts[i];
	unsigned int first = part->count ? part->first : 0;
	unsigned int count = part->count ? part->count : data, chunk;
	uint64_t place;

	for (chunk = first; chunk < first + count; chunk++)
		for (place = part->lo; place < part->end; place++)
			last->writer[chunk][place] = i + 1;
}

/* rings are written where their first, or their last part stands */
static struct last outcome(const struct batch *batch, unsigned int data,
			   bool rings, bool at_last)
{
	struct last last = {0};
	unsigned int i, part;

	for (i = 0; i < batch->count; i++) {
		uint64_t ring = rings ? ring_of(batch, i) : 1ULL << i;
		unsigned int place = at_last ? 63 - __builtin_clzll(ring)
					     : __builtin_ctzll(ring);

		for (part = 0; place == i && part < batch->count; part++)
			if (ring >> part & 1)
				write_symbol(&last, batch, part, data);
	}
	return last;
}

static void check_order(const struct batch *batch, unsigned int data)
{
	struct last plain = outcome(batch, data, false, false);
	struct last first = outcome(batch, data, true, false);
	struct last last = outcome(batch, data, true, true);

	assert_memory_equal(&plain, &first, sizeof(plain));
	assert_memory_equal(&plain, &last, sizeof(plain));
}

enum shapes {
	ALIGNED, /* of one length, at multiples of it */
	SHIFTED, /* of one length, anywhere */
	ANY,
};

static void add_at_random(struct batch *batch, struct sim *sim,
			  enum shapes shapes)
{
	unsigned int data = sim->geo.data;
	unsigned int first = sim_random(sim, data);
	uint64_t row = sim_random(sim, ROWS), lo, end;

	lo = sim_random(sim, 2) * 4;
	if (shapes == SHIFTED && !sim_random(sim, 4))
		lo = sim_random(sim, CHUNK - 3);
	end = lo + 4;
	if (shapes == ANY && !sim_random(sim, 4)) {
		lo = sim_random(sim, CHUNK);
		end = lo + 1 + sim_random(sim, CHUNK - lo);
	}
	if (shapes == ANY && !sim_random(sim, 20))
		add(batch, &sim->geo, 0, sim_random(sim, CHUNK), ROWS * CHUNK,
		    0, 0);
	else
		add(batch, &sim->geo, row, lo, end, first,
		    1 + sim_random(sim, data - first > 1 ? 2 : 1));
}

static void order_is_kept(void **state)
{
	struct sim sim = {.random = 7};
	unsigned int round, joined = 0;

	(void)state;
	for (round = 0; round < 20000; round++) {
		struct batch batch = {0};
		unsigned int count = 1 + sim_random(&sim, PARTS_MAX), rings;

		sim_geometry(&sim.geo, RAID_5, 2, 3 + sim_random(&sim, 5),
			     CHUNK, ROWS);
		while (batch.count < count)
			add_at_random(&batch, &sim, round % 3);
		rings = join(&batch, &sim.geo);
		check_rings(&batch, &sim.geo, rings);
		check_order(&batch, sim.geo.data);
		joined += rings;
	}
	assert_true(joined > 20000);
}

static void shuffle(struct batch *batch, struct sim *sim)
{
	unsigned int i;

	for (i = batch->count - 1; i; i--) {
		unsigned int other = sim_random(sim, i + 1);
		struct raid_part part = batch->parts[i];

		batch->parts[i] = batch->parts[other];
		batch->parts[other] = part;
	}
}

/* without overlaps, all that can be joined are */
static void all_complete_rows_are_joined(void **state)
{
	struct sim sim = {.random = 11};
	unsigned int round;

	(void)state;
	for (round = 0; round < 5000; round++) {
		struct batch batch = {0};
		unsigned int row, chunk, complete = 0;
		uint64_t lo;

		sim_geometry(&sim.geo, RAID_5, 2, 3 + sim_random(&sim, 4),
			     CHUNK, ROWS);
		for (row = 0; row < ROWS; row++)
			for (lo = 0; lo < CHUNK; lo += 4) {
				unsigned int without =
					sim_random(&sim, 2 * sim.geo.data);

				complete += without >= sim.geo.data;
				for (chunk = 0; chunk < sim.geo.data; chunk++)
					if (chunk != without)
						add(&batch, &sim.geo, row, lo,
						    lo + 4, chunk, 1);
			}
		shuffle(&batch, &sim);
		/* the way that looks for rows, not for ranges */
		if (round % 2)
			add(&batch, &sim.geo, ROWS, 0, 2, 0, 1);
		assert_int_equal(join(&batch, &sim.geo), complete);
		check_rings(&batch, &sim.geo, complete);
	}
}

/* ---- with bytes --------------------------------------------------------- */

static uint64_t sector_of(const struct raid_geometry *geo,
			  const struct raid_part *part)
{
	uint64_t chunk = geo->chunk_sectors;

	return (part->lo / chunk * geo->data + part->first) * chunk +
	       part->lo % chunk;
}

static void write_ring(struct sim *sim, const struct batch *batch,
		       unsigned int start, uint8_t *bytes[])
{
	void *data[RAID_MEMBERS_MAX];
	struct raid_io ios[SIM_IOS];
	struct raid_band band;
	unsigned int i = start, io, count;
	uint8_t *scratch;

	raid_plan_joined(&sim->geo, &batch->parts[start], &band);
	scratch = sim_alloc(sim_scratch(&band, 1));
	do {
		data[batch->parts[i].first] = bytes[i];
		memcpy(sim->image +
			       sector_of(&sim->geo, &batch->parts[i]) * 512,
		       bytes[i], band.sectors * 512);
		i = batch->parts[i].next;
	} while (i != start);
	assert_int_equal(raid_plan_reads(&sim->geo, &band, 0, ios), 0);
	assert_int_equal(raid_plan_compute(&sim->geo, &band, 0, data, scratch),
			 0);
	count = raid_plan_writes(&sim->geo, &band, ios);
	for (io = 0; io < count; io++)
		memcpy(sim_at(sim, ios[io].at),
		       ios[io].data >= 0
			       ? data[ios[io].data]
			       : sim_slot(&band, scratch, ios[io].slot),
		       band.sectors * 512);
	free(scratch);
}

static void write_batch(struct sim *sim, const struct batch *batch)
{
	uint8_t *bytes[PARTS_MAX];
	unsigned int i;

	for (i = 0; i < batch->count; i++) {
		bytes[i] = sim_alloc(CHUNK * 512);
		sim_fill(sim, bytes[i], CHUNK * 512);
	}
	for (i = 0; i < batch->count; i++) {
		const struct raid_part *part = &batch->parts[i];
		uint64_t ring = ring_of(batch, i);

		if (part->next == i)
			sim_write_bytes(sim, sector_of(&sim->geo, part),
					part->end - part->lo, RAID_RMW_AUTO,
					bytes[i]);
		else if (1ULL << i > ring >> 1)
			write_ring(sim, batch, i, bytes);
	}
	for (i = 0; i < batch->count; i++)
		free(bytes[i]);
}

static void bytes_and_parity(void **state)
{
	struct sim sim = {.random = 13};
	unsigned int round;

	(void)state;
	for (round = 0; round < 100; round++) {
		struct batch batch = {0};

		sim_geometry(&sim.geo, round % 2 ? RAID_6 : RAID_5, 2, 4, CHUNK,
			     ROWS);
		sim_init(&sim);
		while (batch.count < 24) {
			uint64_t lo = sim_random(&sim, 2) * 4;

			add(&batch, &sim.geo, sim_random(&sim, ROWS), lo,
			    lo + 4, sim_random(&sim, sim.geo.data), 1);
		}
		join(&batch, &sim.geo);
		write_batch(&sim, &batch);
		sim_check_rows(&sim, 0, ROWS - 1);
		sim_free(&sim);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_row_is_joined),
		cmocka_unit_test(several_chunks_in_one_write),
		cmocka_unit_test(a_chunk_written_twice),
		cmocka_unit_test(not_across_others),
		cmocka_unit_test(nothing_to_join),
		cmocka_unit_test(order_is_kept),
		cmocka_unit_test(all_complete_rows_are_joined),
		cmocka_unit_test(bytes_and_parity),
	};

	return unit_run(tests);
}
