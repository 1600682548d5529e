// SPDX-License-Identifier: GPL-2.0-only
/*
 * md's own superblocks, 0.90 and 1.0 to 1.2: bytes in, facts out; and the two
 * marks that a writer leaves in them.
 *
 * Source: Linux include/uapi/linux/raid/md_p.h, drivers/md/md.c super_90_*,
 * super_1_*.
 */
#ifndef LANES_RAID_SUPERBLOCK_H
#define LANES_RAID_SUPERBLOCK_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RAID_SB_BYTES  4096
#define RAID_SB_PLACES 4
#define RAID_SB_ROLES  384
#define RAID_SB_CLEAN  UINT64_MAX /* resync_offset of a clean array */

enum raid_sb_version {
	RAID_SB_0_90,
	RAID_SB_1_0,
	RAID_SB_1_1,
	RAID_SB_1_2,
};

/* levels that a superblock may name though nothing maps them */
enum {
	RAID_MULTIPATH = -4,
	RAID_FAULTY = -5,
};

/* roles that are no slot */
enum {
	RAID_ROLE_SPARE = 0xffff,
	RAID_ROLE_FAULTY = 0xfffe,
	RAID_ROLE_JOURNAL = 0xfffd,
};

/**
 * struct raid_superblock - what one member's superblock says
 * @sector:            where it lies on the device
 * @uuid:              16 bytes; of 0.90 its four words, as mdadm prints them
 * @level, @layout, @chunk_sectors, @members, @component_sectors: as
 *                     struct raid_spec has them; RAID0's layout is
 *                     RAID_0_UNKNOWN unless feature 0x1000 vouches for it
 * @data_offset, @data_sectors: the member's data area
 * @resync_offset:     sectors; RAID_SB_CLEAN when clean
 * @number:            the device's own number, index of @roles
 * @role:              its slot, or RAID_ROLE_*, as this superblock says
 * @roles:             of all device numbers: only the freshest is to be trusted
 * @bitmap, @ppl, @journal, @reshape, @new_offset, @recovering, @replacement,
 * @bad_blocks, @clustered: features; @bad_blocks only says that there is a log
 * @bad_block_sector, @bad_block_sectors: where that log lies on the device
 * @bitmap_sector: where the bitmap's own superblock lies on the device
 */
struct raid_superblock {
	enum raid_sb_version version;
	uint64_t sector;
	uint8_t uuid[16];
	char name[33];
	int level;
	uint32_t layout;
	uint32_t chunk_sectors;
	unsigned int members;
	uint64_t component_sectors;
	uint64_t data_offset;
	uint64_t data_sectors;
	uint64_t events;
	uint64_t resync_offset;
	unsigned int number;
	unsigned int role;
	unsigned int n_roles;
	uint16_t roles[RAID_SB_ROLES];
	bool bitmap, ppl, journal, reshape, new_offset, recovering, replacement,
		bad_blocks, clustered, write_mostly, failfast;
	uint64_t bad_block_sector;
	unsigned int bad_block_sectors;
	uint64_t bitmap_sector;
};

/** struct raid_sb_place - where a superblock of that version would lie */
struct raid_sb_place {
	enum raid_sb_version version;
	uint64_t sector;
};

/**
 * raid_superblock_places() - where to look, most usual first
 * @device_sectors: size of the device
 *
 * Return: how many fit the device.
 */
unsigned int
raid_superblock_places(uint64_t device_sectors,
		       struct raid_sb_place places[RAID_SB_PLACES]);

/**
 * raid_superblock_parse() - read one
 * @buf:  RAID_SB_BYTES from @place
 * @path: the device, for @err
 *
 * Every field is checked against what the kernel accepts; unknown feature bits
 * are refused, unknown bytes (logical_block_size at 224) are not.
 *
 * Return: 0; -ENOENT if there is none (no words); -EINVAL if it is broken
 * (checksum, sizes); -EOPNOTSUPP if it is not to be used (0.91, unknown
 * features, more than RAID_MEMBERS_MAX members).
 */
int raid_superblock_parse(struct raid_superblock *sb, const void *buf,
			  const struct raid_sb_place *place,
			  uint64_t device_sectors, const char *path,
			  struct err *err);

/**
 * raid_superblock_mark() - mark clean or dirty, and sum up anew
 * @buf:    as read; of a kind that raid_superblock_parse() accepted
 * @dirty:  resync from the start is due / is not
 * @events: what the count becomes
 *
 * As the kernel's own in_sync does it, so that an assembly resyncs by itself;
 * clean with the events from before a dirty mark gives the bytes again that the
 * kernel had written.
 *
 * Not for an array with a PPL: of a dirty one the kernel replays the log and
 * then calls it clean without a resync, but what is in the log was written
 * before whoever makes this mark came.
 */
void raid_superblock_mark(void *buf, enum raid_sb_version version, bool dirty,
			  uint64_t events);

/**
 * raid_bad_blocks() - how many ranges a bad-block log lists
 * @log: @bytes of it, from @bad_block_sector on
 */
unsigned int raid_bad_blocks(const void *log, size_t bytes);

/** raid_sb_version_name() - "0.90", "1.2" */
const char *raid_sb_version_name(enum raid_sb_version version);

/** raid_uuid_text() - "c0ffee00:...", as mdadm prints it; Return: @buf */
const char *raid_uuid_text(const uint8_t uuid[16], char *buf, size_t len);

/** raid_uuid_parse() - the same with ':', '-' or neither; 0 or -EINVAL */
int raid_uuid_parse(uint8_t uuid[16], const char *text);

#endif
