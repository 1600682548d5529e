// SPDX-License-Identifier: GPL-2.0-only
#include "raid/plan.h"

#include "raid/plan_internal.h"

#include <errno.h>

/* ---- cutting ------------------------------------------------------------ */

/* struct place - an array's sector, as row, data chunk, place in the chunk */
struct place {
	uint64_t row;
	unsigned int chunk;
	uint32_t in_chunk;
};

/* md takes powers of two only here: one division is enough */
static struct place place_of(const struct raid_geometry *geo, uint64_t sector)
{
	uint64_t chunk = sector >> geo->chunk_shift;

	return (struct place){
		.row = chunk / geo->data,
		.chunk = chunk % geo->data,
		.in_chunk = sector & (geo->chunk_sectors - 1),
	};
}

/* struct cut - a request on its way into bands */
struct cut {
	const struct raid_geometry *geo;
	enum raid_rmw rmw;
	struct raid_band *bands;
	unsigned int count;
	uint64_t scratch;
};

static enum raid_method method_of(const struct raid_geometry *geo,
				  enum raid_rmw rmw, unsigned int count)
{
	if (count == geo->data)
		return RAID_FULL;
	if (rmw == RAID_RMW_AUTO)
		return count + geo->parities < geo->data - count ? RAID_BY_RMW
								 : RAID_BY_RCW;
	return rmw == RAID_RMW_RMW ? RAID_BY_RMW : RAID_BY_RCW;
}

/* places @lo to @end of data chunks @first to @first + @count - 1 of a row */
static void add_band(struct cut *cut, uint64_t row, uint32_t lo, uint32_t end,
		     unsigned int first, unsigned int count)
{
	struct raid_band *band = &cut->bands[cut->count];

	if (lo >= end || !count)
		return;
	band->row = row;
	band->lo = lo;
	band->sectors = end - lo;
	band->first = first;
	band->count = count;
	band->method = method_of(cut->geo, cut->rmw, count);
	band->slots =
		raid_plan_parity_slot(cut->geo, band) + cut->geo->parities;
	band->scratch = cut->scratch;
	cut->scratch += band->slots * raid_plan_bytes(band);
	cut->count++;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/*
 * From place @lo of chunk @first to place @end of chunk @last, of the same row.
 * Below both places @first is not touched, from both on @last is not; between
 * them both are, or neither.
 */
static void cut_row(struct cut *cut, uint64_t row, unsigned int first,
		    uint32_t lo, unsigned int last, uint32_t end)
{
	uint32_t chunk = cut->geo->chunk_sectors;
	unsigned int steps = last - first;

	if (!steps) {
		add_band(cut, row, lo, end, first, 1);
		return;
	}
	add_band(cut, row, 0, lesser(lo, end), first + 1, steps);
	add_band(cut, row, lo, end, first, steps + 1);
	add_band(cut, row, end, lo, first + 1, steps - 1);
	add_band(cut, row, lo < end ? end : lo, chunk, first, steps);
}

unsigned int raid_plan_write(const struct raid_geometry *geo, uint64_t sector,
			     uint64_t sectors, enum raid_rmw rmw,
			     struct raid_band bands[])
{
	struct cut cut = {.geo = geo, .rmw = rmw, .bands = bands};
	struct place from = place_of(geo, sector), last;

	if (from.in_chunk + sectors <= geo->chunk_sectors) {
		add_band(&cut, from.row, from.in_chunk, from.in_chunk + sectors,
			 from.chunk, 1);
		return cut.count;
	}
	last = place_of(geo, sector + sectors - 1);
	for (; from.row < last.row; from = (struct place){.row = from.row + 1})
		cut_row(&cut, from.row, from.chunk, from.in_chunk,
			geo->data - 1, geo->chunk_sectors);
	cut_row(&cut, from.row, from.chunk, from.in_chunk, last.chunk,
		last.in_chunk + 1);
	return cut.count;
}

void raid_plan_rebuild(const struct raid_geometry *geo, uint64_t sector,
		       uint64_t sectors, struct raid_band *band)
{
	struct place at = place_of(geo, sector);

	*band = (struct raid_band){
		.row = at.row,
		.lo = at.in_chunk,
		.sectors = sectors,
		.first = at.chunk,
		.count = 1,
		.method = RAID_REBUILD,
		.slots = geo->data - 1 + geo->parities,
	};
}

/* ---- where it lies ------------------------------------------------------ */

uint64_t raid_plan_data_sector(const struct raid_geometry *geo,
			       const struct raid_band *band, unsigned int data)
{
	return (band->row * geo->data + band->first + data) *
		       geo->chunk_sectors +
	       band->lo;
}

/*
 * A request that leaves its first chunk has bands up to the chunk's end; one
 * that has touched a chunk of the same row before has some from its start on.
 */
void raid_plan_range(const struct raid_geometry *geo, uint64_t sector,
		     uint64_t sectors, uint64_t *lo, uint64_t *end)
{
	uint64_t chunk = geo->chunk_sectors;
	struct place from, last;

	if (!geo->parities) {
		*lo = sector;
		*end = sector + sectors;
		return;
	}
	from = place_of(geo, sector);
	*lo = from.row * chunk + from.in_chunk;
	*end = *lo + sectors;
	if (from.in_chunk + sectors <= chunk)
		return;
	last = place_of(geo, sector + sectors - 1);
	if (from.chunk + 1 < geo->data)
		*lo = from.row * chunk;
	*end = (last.row + 1) * chunk;
	if (!last.chunk)
		*end = last.row * chunk + last.in_chunk + 1;
}

/* ---- member I/O --------------------------------------------------------- */

struct ios {
	const struct raid_band *band;
	uint64_t sector;
	struct raid_io *io;
};

static struct ios ios_of(const struct raid_geometry *geo,
			 const struct raid_band *band, struct raid_io *io)
{
	return (struct ios){
		.band = band,
		.sector = band->row * geo->chunk_sectors + band->lo,
		.io = io,
	};
}

static void add_io(struct ios *ios, unsigned int member, int data,
		   unsigned int slot)
{
	ios->io->at.member = member;
	ios->io->at.sector = ios->sector;
	ios->io->data = data;
	ios->io->slot = slot;
	ios->io++;
}

static void add_parities(struct ios *ios, const struct raid_geometry *geo,
			 const struct raid_row *row)
{
	unsigned int slot = raid_plan_parity_slot(geo, ios->band);

	add_io(ios, row->p, -1, slot);
	if (geo->parities == 2)
		add_io(ios, row->q, -1, slot + 1);
}

/* the slots of untouched chunks are in their order, without gaps */
static void read_others(struct ios *ios, const struct raid_geometry *geo,
			const struct raid_row *row, uint64_t missing)
{
	const struct raid_band *band = ios->band;
	unsigned int i, slot = 0;

	for (i = 0; i < geo->data; i++) {
		if (i - band->first < band->count)
			continue;
		if (!(missing >> row->data[i] & 1))
			add_io(ios, row->data[i], -1, slot);
		slot++;
	}
}

static void read_rest(struct ios *ios, const struct raid_geometry *geo,
		      const struct raid_row *row, uint64_t missing)
{
	unsigned int slot = raid_plan_parity_slot(geo, ios->band);
	struct raid_lost lost;

	if (raid_plan_lost(geo, ios->band, missing, &lost))
		return;
	read_others(ios, geo, row, missing);
	if (!lost.p)
		add_io(ios, row->p, -1, slot);
	if (!lost.q)
		add_io(ios, row->q, -1, slot + 1);
}

unsigned int raid_plan_reads(const struct raid_geometry *geo,
			     const struct raid_band *band, uint64_t missing,
			     struct raid_io ios[])
{
	const struct raid_row *row = raid_row_of(geo, band->row);
	struct ios to = ios_of(geo, band, ios);
	unsigned int i;

	switch (band->method) {
	case RAID_FULL:
		break;
	case RAID_BY_RMW:
		for (i = 0; i < band->count; i++)
			add_io(&to, row->data[band->first + i], -1, i);
		add_parities(&to, geo, row);
		break;
	case RAID_BY_RCW:
		read_others(&to, geo, row, 0);
		break;
	case RAID_REBUILD:
		read_rest(&to, geo, row, missing);
		break;
	}
	return to.io - ios;
}

unsigned int raid_plan_writes(const struct raid_geometry *geo,
			      const struct raid_band *band,
			      struct raid_io ios[])
{
	const struct raid_row *row = raid_row_of(geo, band->row);
	struct ios to = ios_of(geo, band, ios);
	unsigned int i;

	if (band->method == RAID_REBUILD)
		return 0;
	for (i = 0; i < band->count; i++)
		add_io(&to, row->data[band->first + i], i, 0);
	add_parities(&to, geo, row);
	return to.io - ios;
}
