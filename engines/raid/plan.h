// SPDX-License-Identifier: GPL-2.0-only
/*
 * What member I/O a request to a RAID4/5/6 array needs, and what to compute in
 * between.  The caller moves the bytes; nothing here does.
 *
 * A request is cut into *bands*: the same byte range of one row's chunks,
 * where the same data chunks are touched from the range's start to its end.  A
 * write band is done in one of three ways,
 *
 *	full	all data chunks are new:   compute P and Q
 *	rmw	read the old data, P, Q:   add the difference
 *	rcw	read the other chunks:     compute P and Q
 *
 * and a read band whose member is missing by *rebuild*: read what is left of
 * the row.  Each band has a piece of scratch memory for what it reads and
 * computes, an array of equally long slots:
 *
 *	full		P [Q]
 *	rmw		old data of the touched chunks, P [Q]
 *	rcw		the untouched chunks, ascending, P [Q]
 *	rebuild		the chunks that the request has no place for, P [Q]
 */
#ifndef LANES_RAID_PLAN_H
#define LANES_RAID_PLAN_H

#include "raid/geometry.h"

#include <stddef.h>
#include <stdint.h>

enum raid_rmw {
	RAID_RMW_AUTO, /* whichever reads less; rcw where they are equal */
	RAID_RMW_RMW,
	RAID_RMW_RCW,
};

enum raid_method {
	RAID_FULL,
	RAID_BY_RMW,
	RAID_BY_RCW,
	RAID_REBUILD,
};

/**
 * struct raid_band - the same range of some neighbouring data chunks of a row
 * @row:     counts from the array's start
 * @lo:      first sector, within the chunks
 * @sectors: its length
 * @first:   the first data chunk touched, @count of them
 * @scratch: where its scratch begins, bytes; @slots of sectors * 512 bytes
 */
struct raid_band {
	uint64_t row;
	uint32_t lo;
	uint32_t sectors;
	uint16_t first;
	uint16_t count;
	enum raid_method method;
	uint16_t slots;
	uint64_t scratch;
};

/**
 * struct raid_io - one member I/O of a band; all of it is as long as the band
 * @at:   member and sector
 * @data: >= 0: its bytes are those of data chunk first + @data, in the
 *        request's own buffer; -1: they are in scratch slot @slot
 */
struct raid_io {
	struct raid_at at;
	int data;
	unsigned int slot;
};

/**
 * struct raid_needs - the most that any request of a length can need
 * @bands: of raid_plan_write(), or that a read has to rebuild
 * @ios:   reads or writes, whichever are more, of all its bands together; a
 *         read's pieces that are there are counted too
 * @scratch_bytes: of all its bands together
 */
struct raid_needs {
	unsigned int bands;
	unsigned int ios;
	size_t scratch_bytes;
};

/**
 * raid_plan_needs() - of requests up to @sectors, anywhere in the array
 * @missing: 0 for writes, done in any way; else for reads while those members
 *           are missing (bit per member), each piece of their chunks by itself
 *
 * RAID4/5/6 only.
 */
void raid_plan_needs(const struct raid_geometry *geo, uint64_t sectors,
		     uint64_t missing, struct raid_needs *needs);

/**
 * raid_plan_write() - cut a write into bands
 * @bands: room for raid_plan_needs(); their scratch begins at 0 and has no gaps
 *
 * Return: their number.
 */
unsigned int raid_plan_write(const struct raid_geometry *geo, uint64_t sector,
			     uint64_t sectors, enum raid_rmw rmw,
			     struct raid_band bands[]);

/**
 * raid_plan_rebuild() - one band for a piece of a data chunk that is missing
 * @sector, @sectors: within one chunk
 *
 * The band touches that chunk alone.
 */
void raid_plan_rebuild(const struct raid_geometry *geo, uint64_t sector,
		       uint64_t sectors, struct raid_band *band);

/**
 * raid_plan_reads() - what has to be read before computing
 * @missing: bit per member that can't be read (RAID_REBUILD only, else 0); the
 *           band's own is one of them, said or not
 *
 * A rebuild reads as many chunks as the row has data, and Q only where it must.
 *
 * Return: the number of I/Os; 0 for a full band, and where raid_plan_compute()
 * would fail.
 */
unsigned int raid_plan_reads(const struct raid_geometry *geo,
			     const struct raid_band *band, uint64_t missing,
			     struct raid_io ios[]);

/**
 * raid_plan_compute() - once all reads are in
 * @data:    @band->count pointers: the touched chunks' bytes in the request
 * @scratch: the band's scratch (its slot 0)
 *
 * Return: 0, or -EINVAL if more is missing than parity can make good.
 */
int raid_plan_compute(const struct raid_geometry *geo,
		      const struct raid_band *band, uint64_t missing,
		      void *const data[], void *scratch);

/** raid_plan_writes() - what has to be written then; Return: the number */
unsigned int raid_plan_writes(const struct raid_geometry *geo,
			      const struct raid_band *band,
			      struct raid_io ios[]);

/**
 * raid_plan_data_sector() - where a touched chunk's part of the band lies in
 * the array: the offset into the request's buffer follows from it
 * @data: 0 to @band->count - 1
 */
uint64_t raid_plan_data_sector(const struct raid_geometry *geo,
			       const struct raid_band *band, unsigned int data);

/**
 * raid_plan_range() - the range that a write to be serialised locks
 * @lo, @end: RAID4/5/6: of member sectors (row * chunk + place in the chunk),
 *            the hull of its bands; else: of array sectors
 *
 * Two writes that touch a byte, or a parity byte, in common have ranges that
 * overlap.  A write of one band has that band's range.
 */
void raid_plan_range(const struct raid_geometry *geo, uint64_t sector,
		     uint64_t sectors, uint64_t *lo, uint64_t *end);

/** raid_plan_band_range() - the same of a write that is one band */
static inline void raid_plan_band_range(const struct raid_geometry *geo,
					const struct raid_band *band,
					uint64_t *lo, uint64_t *end)
{
	*lo = (band->row << geo->chunk_shift) + band->lo;
	*end = *lo + band->sectors;
}

/**
 * struct raid_part - a write that may be one of several that make up a full row
 * @lo, @end: its range, of raid_plan_range()
 * @first, @count: the data chunks that it touches, if it is a single band;
 *            @count 0 for any other write: it is not joined, but neither are
 *            others across it
 * @next:     filled in: another part that it was joined with; these form a
 *            ring.  Itself, if it wasn't joined
 * @chunks, @older: raid_plan_join()'s own
 */
struct raid_part {
	uint64_t lo;
	uint64_t end;
	unsigned int first;
	unsigned int count;
	unsigned int next;
	unsigned int older;
	uint64_t chunks;
};

/* raid_plan_join_heads() - ints that it needs for @count parts */
static inline unsigned int raid_plan_join_heads(unsigned int count)
{
	unsigned int heads = 1;

	while (heads < count)
		heads *= 2;
	return heads;
}

/**
 * raid_plan_join() - find the writes of one batch that complete a row
 * @parts: the batch, in the order of asking
 * @heads: room for raid_plan_join_heads(); its content doesn't matter
 *
 * Joined are parts of the same range which together touch each data chunk of
 * the row once, if no part between the first and the last of them overlaps
 * that range: so the joined write may take the place of any of them, and no two
 * writes that overlap change their order.  Where parts overlap otherwise, fewer
 * may be joined than could be.
 *
 * Return: the number of rings.
 */
unsigned int raid_plan_join(const struct raid_geometry *geo,
			    struct raid_part parts[], unsigned int count,
			    unsigned int heads[]);

/**
 * raid_plan_joined() - the full band that a ring of parts makes
 *
 * raid_plan_compute()'s data[i] are those of the part that has chunk i.
 */
void raid_plan_joined(const struct raid_geometry *geo,
		      const struct raid_part *part, struct raid_band *band);

#endif
