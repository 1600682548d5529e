// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which of some superblocks make up an array, as the kernel would assemble it:
 * the freshest decides who has which role, whoever fell behind is out.
 */
#ifndef LANES_RAID_ASSEMBLY_H
#define LANES_RAID_ASSEMBLY_H

#include "base/err.h"
#include "raid/geometry.h"
#include "raid/superblock.h"

/** struct raid_candidate - a device that may be a member; both borrowed */
struct raid_candidate {
	const char *path;
	const struct raid_superblock *sb;
};

/**
 * struct raid_assembly - the array that candidates make up
 * @member:  candidate of each slot, -1 where it is missing
 * @missing: bit per slot
 * @events:  the freshest count
 * @dirty:   a resync is due
 * @left_out: candidates that are stale, faulty, spare, bit per candidate (first
 *           64); @why says so of the first that was a member once, "" if there
 *           is none
 */
struct raid_assembly {
	struct raid_spec spec;
	int member[RAID_MEMBERS_MAX];
	uint64_t missing;
	uint64_t events;
	bool dirty;
	uint64_t left_out;
	char why[256];
};

/**
 * raid_assemble() - settle who is who
 *
 * Refuses what must not be driven: other UUIDs among them (-EINVAL), two for
 * one slot (-EINVAL), too many missing for the level (-ENODEV), RAID4/5/6 with
 * one missing while a resync is due (-EINVAL: what is missing would be computed
 * from wrong parity; the kernel refuses it too), reshape, new_offset, recovery,
 * replacement, journal, clustered, multipath, faulty (-EOPNOTSUPP), a member
 * smaller than the array needs or that describes it otherwise (-EINVAL).
 * Spares and write-mostly, failfast, bitmap, PPL members pass, and whoever has
 * a bad-block log: what is in it, the caller must look up.
 *
 * Return: 0 or -errno with words.
 */
int raid_assemble(struct raid_assembly *array,
		  const struct raid_candidate *candidates, unsigned int count,
		  struct err *err);

#endif
