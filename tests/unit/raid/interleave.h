// SPDX-License-Identifier: GPL-2.0-only
/*
 * Small systems of writers, explored in every order in which their steps can
 * happen: asking for the lock, each member read, each member write, giving the
 * lock back, dying.
 *
 * All bytes of a sector are equal, so one byte stands for a sector wherever
 * something is kept; real sectors are made of them to compute parity.
 */
#ifndef LANES_TESTS_INTERLEAVE_H
#define LANES_TESTS_INTERLEAVE_H

#include "unit.h"

#include "raid/locks.h"
#include "raid/plan.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

#define MEMBERS	     6
#define PLACES	     16 /* sectors of a member */
#define SECTORS	     64 /* of the array, at most */
#define REQUESTS     3
#define BANDS	     6
#define IOS	     32
#define SCRATCH	     96 /* sectors */
#define DEPTH	     128
#define LOCKS_BYTES  32768
#define SEEN_ENTRIES (1U << 18)

/* struct io - of a member; @scratch or the request's own data, from @offset */
struct io {
	struct raid_at at;
	unsigned int sectors;
	bool scratch;
	unsigned int offset;
	unsigned int band;
};

/* struct request - a write, and all that it takes */
struct request {
	uint64_t sector, sectors;
	uint64_t lo, end;
	unsigned int n_bands, n_reads, n_writes;
	struct raid_band band[BANDS];
	struct io reads[IOS], writes[IOS];
};

enum phase {
	NEW,
	ASKED,
	RUNNING,
	DONE,
	REFUSED, /* a closed range stood in its way */
	DEAD,	 /* having held its range */
	GONE,	 /* dead without */
};

/* struct progress - of a request; @place: how many asked before it */
struct progress {
	uint8_t phase;
	uint8_t place;
	uint8_t scratch[SCRATCH];
	uint32_t reads, writes, computed;
};

/* struct facts - what decides all that can follow */
struct facts {
	uint8_t disk[MEMBERS][PLACES];
	struct progress request[REQUESTS];
	uint8_t asked, deaths, dead; /* @dead: bit per owner */
};

struct world {
	struct facts facts;
	int ticket[REQUESTS];
	_Alignas(8) unsigned char locks[LOCKS_BYTES];
};

/**
 * struct system - requests, and what came of exploring them
 * @owner:   of each request
 * @may_die: how many owners may die on the way
 * @states, @ends: that were visited
 * @wrong:   ends that no order of the requests explains, or whose parity is not
 *           that of the data
 * @hung:    ends in which somebody still waits
 * @orders:  bit per order (permutation) that alone explained an end
 */
struct system {
	struct raid_geometry geo;
	struct request request[REQUESTS];
	unsigned int owner[REQUESTS];
	unsigned int count;
	bool without_locks;
	unsigned int may_die;
	unsigned long states, ends, wrong, hung;
	unsigned int orders;
	uint64_t (*seen)[2];
	struct world world[DEPTH];
};

/* the byte that stands for a request's sector */
static inline uint8_t symbol(unsigned int request, unsigned int offset)
{
	return 1 + request * 64 + offset;
}

/* ---- what a request takes ----------------------------------------------- */

static inline void add_band_ios(struct system *system, struct request *request,
				unsigned int number, bool reads)
{
	const struct raid_band *band = &request->band[number];
	struct io *to = reads ? request->reads : request->writes;
	unsigned int *total = reads ? &request->n_reads : &request->n_writes;
	struct raid_io ios[MEMBERS];
	unsigned int i, count;

	count = reads ? raid_plan_reads(&system->geo, band, 0, ios)
		      : raid_plan_writes(&system->geo, band, ios);
	assert_true(*total + count <= IOS);
	for (i = 0; i < count; i++) {
		bool scratch = ios[i].data < 0;

		to[(*total)++] = (struct io){
			.at = ios[i].at,
			.sectors = band->sectors,
			.scratch = scratch,
			.offset = scratch ? band->scratch / 512 +
						    ios[i].slot * band->sectors
					  : raid_plan_data_sector(&system->geo,
								  band,
								  ios[i].data) -
						    request->sector,
			.band = number,
		};
	}
}

static inline void plan_rows(struct system *system, struct request *request,
			     enum raid_rmw rmw)
{
	struct raid_needs needs;
	unsigned int i;

	raid_plan_needs(&system->geo, request->sectors, 0, &needs);
	assert_true(needs.bands <= BANDS);
	assert_true(needs.scratch_bytes <= SCRATCH * 512);
	request->n_bands =
		raid_plan_write(&system->geo, request->sector, request->sectors,
				rmw, request->band);
	for (i = 0; i < request->n_bands; i++) {
		add_band_ios(system, request, i, true);
		add_band_ios(system, request, i, false);
	}
}

static inline void plan_copies(struct system *system, struct request *request)
{
	uint64_t sector = request->sector, left = request->sectors, piece;
	struct raid_at at[MEMBERS];
	unsigned int copy;

	for (; left; sector += piece, left -= piece) {
		piece = raid_map_copies(&system->geo, sector, at);
		if (piece > left)
			piece = left;
		for (copy = 0; copy < system->geo.copies; copy++)
			request->writes[request->n_writes++] = (struct io){
				.at = at[copy],
				.sectors = piece,
				.offset = sector - request->sector,
			};
	}
}

static inline void system_add(struct system *system, uint64_t sector,
			      uint64_t sectors, enum raid_rmw rmw)
{
	struct request *request = &system->request[system->count++];

	request->sector = sector;
	request->sectors = sectors;
	raid_plan_range(&system->geo, sector, sectors, &request->lo,
			&request->end);
	if (system->geo.parities)
		plan_rows(system, request, rmw);
	else
		plan_copies(system, request);
}

static inline struct system *system_new(const struct raid_spec *spec)
{
	struct system *system = calloc(1, sizeof(*system));

	assert_non_null(system);
	system->seen = calloc(SEEN_ENTRIES, sizeof(*system->seen));
	assert_non_null(system->seen);
	assert_int_equal(raid_geometry_init(&system->geo, spec, NULL), 0);
	assert_true(system->geo.array_sectors <= SECTORS);
	assert_true(raid_locks_bytes(REQUESTS) <= LOCKS_BYTES);
	return system;
}

static inline void system_free(struct system *system)
{
	free(system->seen);
	free(system);
}

/* ---- one step ----------------------------------------------------------- */

static inline void expand(uint8_t *sectors, const uint8_t *symbols,
			  unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		memset(sectors + i * 512, symbols[i], 512);
}

static inline void contract(uint8_t *symbols, const uint8_t *sectors,
			    unsigned int count)
{
	unsigned int i;

	for (i = 0; i < count; i++)
		symbols[i] = sectors[i * 512];
}

static inline void compute(const struct system *system, struct world *world,
			   unsigned int r, unsigned int number)
{
	static _Alignas(64) uint8_t own[SECTORS * 512], scratch[SCRATCH * 512];
	const struct request *request = &system->request[r];
	const struct raid_band *band = &request->band[number];
	uint8_t *kept = world->facts.request[r].scratch + band->scratch / 512;
	unsigned int i, sectors = band->slots * band->sectors;
	void *data[MEMBERS];

	for (i = 0; i < request->sectors; i++)
		memset(own + i * 512, symbol(r, i), 512);
	for (i = 0; i < band->count; i++)
		data[i] = own + (raid_plan_data_sector(&system->geo, band, i) -
				 request->sector) *
					512;
	expand(scratch, kept, sectors);
	assert_int_equal(
		raid_plan_compute(&system->geo, band, 0, data, scratch), 0);
	contract(kept, scratch, sectors);
	world->facts.request[r].computed |= 1U << number;
}

/* a band computes as soon as it has read all */
static inline void compute_ready(const struct system *system,
				 struct world *world, unsigned int r)
{
	const struct request *request = &system->request[r];
	struct progress *progress = &world->facts.request[r];
	uint32_t waiting = 0;
	unsigned int i;

	for (i = 0; i < request->n_reads; i++)
		if (progress->reads >> i & 1)
			waiting |= 1U << request->reads[i].band;
	for (i = 0; i < request->n_bands; i++)
		if (!((waiting | progress->computed) >> i & 1))
			compute(system, world, r, i);
}

static inline void start(const struct system *system, struct world *world,
			 unsigned int r)
{
	struct progress *progress = &world->facts.request[r];

	progress->phase = RUNNING;
	progress->reads = (1ULL << system->request[r].n_reads) - 1;
	progress->writes = (1ULL << system->request[r].n_writes) - 1;
	compute_ready(system, world, r);
}

static inline void do_read(const struct system *system, struct world *world,
			   unsigned int r, unsigned int i)
{
	const struct io *io = &system->request[r].reads[i];
	struct progress *progress = &world->facts.request[r];

	memcpy(progress->scratch + io->offset,
	       &world->facts.disk[io->at.member][io->at.sector], io->sectors);
	progress->reads &= ~(1U << i);
	compute_ready(system, world, r);
}

static inline void do_write(const struct system *system, struct world *world,
			    unsigned int r, unsigned int i)
{
	const struct io *io = &system->request[r].writes[i];
	struct progress *progress = &world->facts.request[r];
	uint8_t *to = &world->facts.disk[io->at.member][io->at.sector];
	unsigned int sector;

	for (sector = 0; sector < io->sectors; sector++)
		to[sector] = io->scratch
				     ? progress->scratch[io->offset + sector]
				     : symbol(r, io->offset + sector);
	progress->writes &= ~(1U << i);
}

static inline bool may_write(const struct system *system,
			     const struct world *world, unsigned int r,
			     unsigned int i)
{
	const struct progress *progress = &world->facts.request[r];

	return progress->writes >> i & 1 &&
	       (!system->request[r].n_bands ||
		progress->computed >> system->request[r].writes[i].band & 1);
}

#endif
