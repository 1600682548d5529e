// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where md puts what: an array's sectors onto its members' and back.
 *
 * All numbers are sectors of 512 bytes; a member's sectors count from the
 * start of its data (the superblock's data_offset), not of the device.  Level
 * and layout are md's own numbers.
 *
 * RAID4/5/6 in the words used here: a *row* is one chunk of each member at the
 * same place; k of its n chunks are data, in the array's order, one is P, one
 * more is Q for RAID6.
 *
 * Source: Linux drivers/md/{md-linear,raid0,raid1,raid10,raid5}.c.
 */
#ifndef LANES_RAID_GEOMETRY_H
#define LANES_RAID_GEOMETRY_H

#include "base/err.h"

#include <stdbool.h>
#include <stdint.h>

#define RAID_MEMBERS_MAX 64

/* md's level numbers */
enum {
	RAID_LINEAR = -1,
	RAID_0 = 0,
	RAID_1 = 1,
	RAID_4 = 4,
	RAID_5 = 5,
	RAID_6 = 6,
	RAID_10 = 10,
};

/* layout of a RAID0 whose members differ in size */
enum {
	RAID_0_UNKNOWN = 0,
	RAID_0_ORIGINAL = 1,
	RAID_0_ALTERNATE = 2,
};

/**
 * struct raid_spec - an array as its metadata describes it
 * @layout:            md's number
 * @chunk_sectors:     0 for RAID1; linear: the rounding, or 0
 * @members:           raid_disks, 1 to RAID_MEMBERS_MAX
 * @component_sectors: that much of each member is used ("dev_sectors");
 *                     not for linear and RAID0
 * @member_sectors:    linear and RAID0: data size of each member
 */
struct raid_spec {
	int level;
	uint32_t layout;
	uint32_t chunk_sectors;
	unsigned int members;
	uint64_t component_sectors;
	uint64_t member_sectors[RAID_MEMBERS_MAX];
};

/**
 * struct raid_row - who has what in one row of RAID4/5/6
 * @p, @q:     members; @q is 255 where there is none
 * @data:      member of each data chunk, in the array's order
 * @exponent:  data chunk i counts 2^exponent[i] times in Q.  DDF layouts count
 *             P's and Q's places too (as zeros), so there it reaches n-1
 */
struct raid_row {
	uint8_t p;
	uint8_t q;
	uint8_t data[RAID_MEMBERS_MAX];
	uint8_t exponent[RAID_MEMBERS_MAX];
};

/**
 * struct raid_zone - RAID0: members that stripe together; linear: one member
 * @start, @end:   in the array; @end is the next one's @start
 * @member_start:  where the zone begins on each of its members
 * @member:        in the order in which they get the zone's chunks
 */
struct raid_zone {
	uint64_t start;
	uint64_t end;
	uint64_t member_start;
	unsigned int members;
	uint8_t member[RAID_MEMBERS_MAX];
};

/* chunk_shift of a chunk that is no power of two */
#define RAID_NO_SHIFT 64

/**
 * struct raid_geometry - an array whose arithmetic is settled
 * @array_sectors: its exact size, as the kernel computes it
 * @chunk_sectors: what lies on one member without a break; RAID1 and linear:
 *                 array_sectors (linear breaks where its zones end)
 * @chunk_shift:   its logarithm, or RAID_NO_SHIFT
 * @data:          data chunks per row (RAID4/5/6), else 0
 * @parities:      0, 1 or 2
 * @copies:        of each sector: 1 but for RAID1 and RAID10
 * @period:        rows after which RAID4/5/6's pattern repeats
 * @rows:          the pattern
 * @zones:         linear and RAID0; the last one may reach beyond the array's
 *                 end where RAID0's chunk is no power of two
 * @alternate:     RAID0's zones begin with their first member each
 * @near, @far:    RAID10's copies side by side, and far apart (@offset: in the
 *                 next row instead)
 * @far_set_members: far copies stay among so many neighbours; the last set has
 *                 the remainder too
 * @far_next:      where the next far copy of a member's chunk lies
 * @stride:        sectors from a copy to the next far one
 *
 * Read-only for callers; plain data, without pointers.
 */
struct raid_geometry {
	struct raid_spec spec;
	uint64_t array_sectors;
	uint64_t chunk_sectors;
	unsigned int chunk_shift;
	unsigned int data;
	unsigned int parities;
	unsigned int copies;
	unsigned int period;
	struct raid_row rows[RAID_MEMBERS_MAX];
	unsigned int n_zones;
	struct raid_zone zones[RAID_MEMBERS_MAX];
	bool alternate;
	unsigned int near, far, far_set_members;
	bool offset;
	uint8_t far_next[RAID_MEMBERS_MAX];
	uint64_t stride;
};

/**
 * raid_geometry_init() - settle the arithmetic
 *
 * Return: 0; -EINVAL for an impossible spec (no chunk, no members, a size that
 * leaves no chunk or is beyond md's); -EOPNOTSUPP for a level or layout that is
 * not mapped, for more members than RAID_MEMBERS_MAX, for a RAID0 of unequal
 * members whose layout is unknown, and for a RAID10 in which md itself puts two
 * chunks in one place.  @err names value, rule and remedy.
 */
int raid_geometry_init(struct raid_geometry *geo, const struct raid_spec *spec,
		       struct err *err);

/** struct raid_at - a place on a member */
struct raid_at {
	unsigned int member;
	uint64_t sector;
};

/**
 * raid_map() - where an array sector's data lies; of copies, the first
 * @sector: below array_sectors
 *
 * Return: how many sectors from there on lie on that member without a break
 * (up to the chunk's, zone's or array's end).
 */
uint64_t raid_map(const struct raid_geometry *geo, uint64_t sector,
		  struct raid_at *at);

/**
 * raid_map_copies() - all places of an array sector's data
 * @at: room for geo->copies (1 but for RAID1 and RAID10)
 *
 * Return: as raid_map(); the same for each copy.
 */
uint64_t raid_map_copies(const struct raid_geometry *geo, uint64_t sector,
			 struct raid_at at[]);

/** raid_row_of() - the pattern of a row; RAID4/5/6 only */
static inline const struct raid_row *
raid_row_of(const struct raid_geometry *geo, uint64_t row)
{
	return &geo->rows[row % geo->period];
}

/** enum raid_use - what a member's sector holds */
enum raid_use {
	RAID_UNUSED,
	RAID_DATA,
	RAID_P,
	RAID_Q,
};

/**
 * raid_unmap() - what a member's sector holds
 * @array_sector: RAID_DATA: the array's sector; RAID_P, RAID_Q: that of the
 *                row's first data chunk, at the same place in the chunk
 * @copy:         which copy of it, as raid_map_copies() counts
 */
enum raid_use raid_unmap(const struct raid_geometry *geo, struct raid_at at,
			 uint64_t *array_sector, unsigned int *copy);

/** raid_level_name() - "raid5", "linear"; NULL for an unknown number */
const char *raid_level_name(int level);

/** raid_level_number() - of "raid5", "5", "linear"; -EINVAL if it is none */
int raid_level_number(const char *name, int *level);

/**
 * raid_layout_name() - mdadm's words: "left-symmetric", "near=2", "-"
 *
 * RAID10's far sets, for which mdadm has no words, are md's number of them, as
 * in "far=2,sets=2".  "-" where the level has no layouts.
 *
 * Return: @buf; the number where it has no name.
 */
const char *raid_layout_name(int level, uint32_t layout, char *buf, size_t len);

/**
 * raid_layout_number() - of mdadm's words: "left-symmetric", "ls", "n2", "f2",
 * "o3", "ddf-zero-restart", "original", of raid_layout_name()'s, or a number
 *
 * Whether the level has a layout of that number, raid_geometry_init() tells.
 *
 * Return: 0 or -EINVAL.
 */
int raid_layout_number(int level, const char *name, uint32_t *layout);

#endif
