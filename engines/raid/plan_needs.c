// SPDX-License-Identifier: GPL-2.0-only
#include "raid/plan.h"

static uint64_t lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* how many pieces of @length so many sectors can touch */
static uint64_t touched(uint64_t sectors, uint64_t length)
{
	return (sectors + length - 2) / length + 1;
}

static uint64_t rows_of(const struct raid_geometry *geo, uint64_t sectors)
{
	uint64_t row = geo->chunk_sectors * geo->data;

	return lesser(touched(sectors, row), geo->array_sectors / row);
}

/*
 * A row has a band, another one if its start is not touched, and another one if
 * its end is not.  What is no longer than a chunk touches no place twice.
 */
static void of_writes(const struct raid_geometry *geo, uint64_t sectors,
		      struct raid_needs *needs)
{
	uint64_t chunk = geo->chunk_sectors, rows = rows_of(geo, sectors);
	uint64_t partial = lesser(sectors, 2 * chunk);
	uint64_t full = rows > 2 ? (rows - 2) * chunk : 0;

	if (sectors <= chunk) {
		needs->bands = lesser(sectors, 2);
		needs->ios = needs->bands *
			     greater(1 + geo->parities, geo->data - 1);
	} else {
		needs->bands = rows + 2;
		needs->ios = needs->bands * (geo->data + geo->parities);
	}
	needs->scratch_bytes =
		512 * (partial * (geo->data - 1 + geo->parities) +
		       full * geo->parities);
}

/* each chunk that is missing takes as many others as the row has data */
static void of_reads(const struct raid_geometry *geo, uint64_t sectors,
		     unsigned int missing, struct raid_needs *needs)
{
	uint64_t pieces = touched(sectors, geo->chunk_sectors);
	uint64_t rows = rows_of(geo, sectors);
	uint64_t bands = lesser(pieces, rows * lesser(missing, geo->data));
	uint64_t rebuilt = lesser(sectors, bands * geo->chunk_sectors);

	needs->bands = bands;
	needs->ios = pieces + bands * (geo->data - 1);
	needs->scratch_bytes = 512 * rebuilt * (geo->data - 1 + geo->parities);
}

void raid_plan_needs(const struct raid_geometry *geo, uint64_t sectors,
		     uint64_t missing, struct raid_needs *needs)
{
	if (missing)
		of_reads(geo, sectors, __builtin_popcountll(missing), needs);
	else
		of_writes(geo, sectors, needs);
}
