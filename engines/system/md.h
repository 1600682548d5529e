// SPDX-License-Identifier: GPL-2.0-only
/*
 * An md array, found: its geometry, its members, whether it may be written.
 *
 * A running array is read from sysfs, a stopped one from its members'
 * superblocks, one without metadata from what the caller says.
 */
#ifndef LANES_SYSTEM_MD_H
#define LANES_SYSTEM_MD_H

#include "base/err.h"
#include "raid/geometry.h"
#include "raid/superblock.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct md_wanted - how the user names an array; NULL where nothing was said
 * @path:    /dev/mdX, /dev/md/NAME, a partition of one; or any name where
 *           @uuid or @members says which
 * @uuid:    of a stopped array: all block devices are searched
 * @members: "a,b,missing,d": devices or files; in any order with superblocks,
 *           in the array's order together with @level
 * @level, @layout, @chunk_bytes, @offset_bytes: an array without metadata;
 *           @layout may be NULL for the level's default, @offset_bytes is
 *           where each member's data begins
 */
struct md_wanted {
	const char *path;
	const char *uuid;
	const char *members;
	const char *level;
	const char *layout;
	uint64_t chunk_bytes;
	uint64_t offset_bytes;
};

/**
 * struct md_member - one slot of the array
 * @path:           node or file; "missing" where the slot is empty
 * @disk:           kernel name ("nvme0n1", "sda1"); "" for a regular file
 * @dev:            device number; of a regular file 0
 * @data_offset:    sectors from the device's start to its data
 * @data_sectors:   size of its data area
 * @device_sectors: size of the device
 * @block_bytes:    logical block size (512 for a regular file)
 * @node:           NUMA node, or -1
 * @has_sb, @sb_place: where its superblock lies
 */
struct md_member {
	char path[256];
	char disk[64];
	bool present;
	bool write_mostly;
	dev_t dev;
	uint64_t data_offset;
	uint64_t data_sectors;
	uint64_t device_sectors;
	unsigned int block_bytes;
	int node;
	bool has_sb;
	struct raid_sb_place sb_place;
};

/**
 * struct md_array - the array
 * @name:        "md0", or as the user named it
 * @disk:        kernel name of the running array ("md0"), "" if stopped
 * @path:        node of the running array ("/dev/md0"), "" if stopped
 * @metadata:    "1.2", "0.90", "external:imsm", "none"
 * @state:       array_state of a running one; "stopped"
 * @member:      geo.spec.members of them
 * @missing:     bit per slot
 * @dirty:       a resync is due
 * @bitmap, @ppl: it has one
 * @events:      of the freshest superblock (stopped arrays)
 * @start, @sectors: the part of the array asked for: all of it, or a partition
 * @block_bytes: largest logical block of its members: the least that can be
 *               read or written
 * @unwritable:  code 0, or why nothing may be written to it: running, degraded,
 *               dirty, ...
 * @warning:     something the user should know though it works; ""
 */
struct md_array {
	char name[64];
	char disk[32];
	char path[256];
	char metadata[32];
	char state[32];
	bool has_uuid;
	uint8_t uuid[16];
	struct raid_geometry geo;
	struct md_member member[RAID_MEMBERS_MAX];
	uint64_t missing;
	bool dirty, bitmap, ppl;
	uint64_t events;
	uint64_t start, sectors;
	unsigned int block_bytes;
	struct err unwritable;
	char warning[512];
};

/**
 * md_find() - find an array
 * @root: "", or a folder that holds /sys and /dev of another machine (devices
 *        may be regular files there)
 *
 * Opens members for reading only.  Refuses what must not be driven at all
 * (reshape, recovery, journal, bad blocks, ...): see raid_assemble().
 *
 * Return: 0 or -errno, with words.
 */
int md_find(struct md_array *md, const char *root,
	    const struct md_wanted *wanted, struct err *err);

/**
 * md_check() - does the arithmetic hold for this very array?
 *
 * For a running array: its size, and a few chunks, read through it and from
 * its members (O_DIRECT); for others nothing.
 *
 * Return: 0, -EIO if they differ, or -errno.
 */
int md_check(const struct md_array *md, struct err *err);

/**
 * md_mark() - mark all members clean or dirty, on stable storage when it
 * returns
 * @fds:    writable descriptors of the members, by slot
 * @events: what the count becomes
 *
 * Linear and RAID0 have nothing to resync, arrays without superblocks nowhere
 * to say so: there it does nothing.
 *
 * Return: 0; -ESTALE if a superblock has changed since the array was found,
 * then nothing is written; or -errno.
 */
int md_mark(const struct md_array *md, const int fds[], bool dirty,
	    uint64_t events, struct err *err);

#endif
