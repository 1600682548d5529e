// SPDX-License-Identifier: GPL-2.0-only
/*
 * An array in memory, written and read by plans, beside a flat image of what it
 * should hold; its parity is computed anew, slowly, to be compared.
 */
#ifndef LANES_TESTS_SIMULATED_H
#define LANES_TESTS_SIMULATED_H

#include "unit.h"

#include "raid/plan.h"

#include <stdlib.h>

#define SIM_BANDS 512
#define SIM_IOS	  (2 * RAID_MEMBERS_MAX)

struct sim {
	struct raid_geometry geo;
	uint8_t *member[RAID_MEMBERS_MAX];
	uint8_t *image;
	uint64_t random;
};

/* sim_random() - below @limit; the same sequence each time */
static inline uint64_t sim_random(struct sim *sim, uint64_t limit)
{
	sim->random = sim->random * 6364136223846793005ULL + 1;
	return (sim->random >> 33) % limit;
}

static inline void sim_fill(struct sim *sim, uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		sim->random = sim->random * 6364136223846793005ULL + 1;
		bytes[i] = sim->random >> 56;
	}
}

static inline uint8_t *sim_alloc(size_t bytes)
{
	uint8_t *p = aligned_alloc(64, (bytes + 63) & ~(size_t)63);

	assert_non_null(p);
	return p;
}

/** sim_geometry() - of an array with @rows rows */
static inline void sim_geometry(struct raid_geometry *geo, int level,
				uint32_t layout, unsigned int members,
				uint32_t chunk_sectors, unsigned int rows)
{
	struct raid_spec spec = {
		.level = level,
		.layout = layout,
		.chunk_sectors = chunk_sectors,
		.members = members,
		.component_sectors = (uint64_t)rows * chunk_sectors,
	};

	assert_int_equal(raid_geometry_init(geo, &spec, NULL), 0);
}

/** sim_init() - an array of zeros, whose parity is zeros too */
static inline void sim_init(struct sim *sim)
{
	unsigned int i;

	for (i = 0; i < sim->geo.spec.members; i++) {
		sim->member[i] =
			sim_alloc(sim->geo.spec.component_sectors * 512);
		memset(sim->member[i], 0,
		       sim->geo.spec.component_sectors * 512);
	}
	sim->image = sim_alloc(sim->geo.array_sectors * 512);
	memset(sim->image, 0, sim->geo.array_sectors * 512);
}

static inline void sim_free(struct sim *sim)
{
	unsigned int i;

	for (i = 0; i < sim->geo.spec.members; i++)
		free(sim->member[i]);
	free(sim->image);
}

static inline uint8_t *sim_at(const struct sim *sim, struct raid_at at)
{
	assert_true(at.member < sim->geo.spec.members);
	assert_true(at.sector < sim->geo.spec.component_sectors);
	return sim->member[at.member] + at.sector * 512;
}

/* sim_slot() - of a band; @scratch is the request's */
static inline uint8_t *sim_slot(const struct raid_band *band, uint8_t *scratch,
				unsigned int slot)
{
	assert_true(slot < band->slots);
	return scratch + band->scratch + (size_t)slot * band->sectors * 512;
}

/* each slot is read into once, no member that is missing is read */
static inline void sim_reads(const struct sim *sim,
			     const struct raid_band *band, uint64_t missing,
			     uint8_t *scratch, unsigned int expected)
{
	unsigned int i, count;
	struct raid_io ios[SIM_IOS];
	uint64_t seen = 0;

	count = raid_plan_reads(&sim->geo, band, missing, ios);
	assert_int_equal(count, expected);
	for (i = 0; i < count; i++) {
		assert_int_equal(ios[i].data, -1);
		assert_false(missing >> ios[i].at.member & 1);
		assert_false(seen >> ios[i].slot & 1);
		seen |= 1ULL << ios[i].slot;
		memcpy(sim_slot(band, scratch, ios[i].slot),
		       sim_at(sim, ios[i].at), band->sectors * 512);
	}
}

/* sim_data() - a band's data chunk in the buffer of a request */
static inline uint8_t *sim_data(const struct sim *sim,
				const struct raid_band *band, unsigned int data,
				uint64_t sector, uint64_t sectors, uint8_t *buf)
{
	uint64_t at = raid_plan_data_sector(&sim->geo, band, data);

	assert_true(at >= sector && at + band->sectors <= sector + sectors);
	return buf + (at - sector) * 512;
}

static inline unsigned int sim_reads_of(const struct raid_geometry *geo,
					const struct raid_band *band)
{
	switch (band->method) {
	case RAID_FULL:
		assert_int_equal(band->count, geo->data);
		return 0;
	case RAID_BY_RMW:
		return band->count + geo->parities;
	default:
		return geo->data - band->count;
	}
}

static inline uint8_t times_two(uint8_t byte)
{
	return byte << 1 ^ (byte & 0x80 ? 0x1d : 0);
}

/* P and Q of one place of a row, from the image, by Horner's rule */
static inline void sim_check_parity(const struct sim *sim, uint64_t row,
				    uint64_t place)
{
	const struct raid_geometry *geo = &sim->geo;
	const struct raid_row *pattern = raid_row_of(geo, row);
	uint8_t p[512] = {0}, q[512] = {0};
	uint64_t at = row * geo->chunk_sectors + place;
	int exponent;
	unsigned int i, b;

	for (exponent = geo->spec.members; exponent >= 0; exponent--) {
		for (b = 0; b < sizeof(q); b++)
			q[b] = times_two(q[b]);
		for (i = 0; geo->parities == 2 && i < geo->data; i++)
			if (pattern->exponent[i] == exponent)
				break;
		if (geo->parities == 1)
			i = exponent;
		if (i >= geo->data)
			continue;
		for (b = 0; b < sizeof(q); b++) {
			uint8_t byte = sim->image[((row * geo->data + i) *
							   geo->chunk_sectors +
						   place) *
							  512 +
						  b];

			p[b] ^= byte;
			q[b] ^= byte;
		}
	}
	assert_memory_equal(sim->member[pattern->p] + at * 512, p, 512);
	if (geo->parities == 2)
		assert_memory_equal(sim->member[pattern->q] + at * 512, q, 512);
}

/** sim_check_rows() - data and parity of rows @first to @last */
static inline void sim_check_rows(const struct sim *sim, uint64_t first,
				  uint64_t last)
{
	uint64_t chunk = sim->geo.chunk_sectors, row, place;
	uint64_t sector = first * sim->geo.data * chunk;
	struct raid_at at;

	for (; sector < (last + 1) * sim->geo.data * chunk; sector += chunk) {
		raid_map(&sim->geo, sector, &at);
		assert_memory_equal(sim_at(sim, at), sim->image + sector * 512,
				    chunk * 512);
	}
	for (row = first; row <= last; row++)
		for (place = 0; place < chunk; place++)
			sim_check_parity(sim, row, place);
}

static inline void sim_write_out(const struct sim *sim,
				 const struct raid_band *band, uint64_t sector,
				 uint64_t sectors, uint8_t *buf,
				 uint8_t *scratch)
{
	struct raid_io ios[SIM_IOS];
	unsigned int i, count = raid_plan_writes(&sim->geo, band, ios);

	assert_int_equal(count, band->count + sim->geo.parities);
	for (i = 0; i < count; i++)
		memcpy(sim_at(sim, ios[i].at),
		       ios[i].data >= 0 ? sim_data(sim, band, ios[i].data,
						   sector, sectors, buf)
					: sim_slot(band, scratch, ios[i].slot),
		       band->sectors * 512);
}

static inline void sim_compute(const struct sim *sim,
			       const struct raid_band *band, uint64_t sector,
			       uint64_t sectors, uint8_t *buf, uint8_t *scratch)
{
	void *data[RAID_MEMBERS_MAX];
	unsigned int i;

	for (i = 0; i < band->count; i++)
		data[i] = sim_data(sim, band, i, sector, sectors, buf);
	assert_int_equal(raid_plan_compute(&sim->geo, band, 0, data,
					   scratch + band->scratch),
			 0);
}

/* how much scratch the bands take; they follow each other without gaps */
static inline size_t sim_scratch(const struct raid_band *bands,
				 unsigned int count)
{
	size_t bytes = 0;
	unsigned int i;

	for (i = 0; i < count; i++) {
		assert_int_equal(bands[i].scratch, bytes);
		bytes += (size_t)bands[i].slots * bands[i].sectors * 512;
	}
	return bytes;
}

/** sim_write_bytes() - all reads, then all computing, then all writes */
static inline void sim_write_bytes(struct sim *sim, uint64_t sector,
				   uint64_t sectors, enum raid_rmw rmw,
				   uint8_t *buf)
{
	struct raid_band bands[SIM_BANDS];
	unsigned int i,
		count = raid_plan_write(&sim->geo, sector, sectors, rmw, bands);
	size_t bytes = sim_scratch(bands, count);
	uint8_t *scratch = sim_alloc(bytes);

	memset(scratch, 0xa5, bytes);
	memcpy(sim->image + sector * 512, buf, sectors * 512);
	for (i = 0; i < count; i++)
		sim_reads(sim, &bands[i], 0, scratch,
			  sim_reads_of(&sim->geo, &bands[i]));
	for (i = 0; i < count; i++)
		sim_compute(sim, &bands[i], sector, sectors, buf, scratch);
	assert_memory_equal(sim->image + sector * 512, buf, sectors * 512);
	for (i = 0; i < count; i++)
		sim_write_out(sim, &bands[i], sector, sectors, buf, scratch);
	free(scratch);
}

/** sim_write() - something */
static inline void sim_write(struct sim *sim, uint64_t sector, uint64_t sectors,
			     enum raid_rmw rmw)
{
	uint8_t *buf = sim_alloc(sectors * 512);

	sim_fill(sim, buf, sectors * 512);
	sim_write_bytes(sim, sector, sectors, rmw, buf);
	free(buf);
}

#endif
