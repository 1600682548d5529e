// SPDX-License-Identifier: GPL-2.0-only
/* What the two superblock formats share; for superblock*.c only. */
#ifndef LANES_RAID_SUPERBLOCK_INTERNAL_H
#define LANES_RAID_SUPERBLOCK_INTERNAL_H

#include "raid/geometry.h"
#include "raid/superblock.h"

#include <linux/raid/md_p.h>

/* an aligned copy of a superblock: a caller's buffer may lie anywhere */
union sb_block {
	uint8_t bytes[RAID_SB_BYTES];
	uint32_t words[RAID_SB_BYTES / 4];
	mdp_super_t v0;
	struct mdp_superblock_1 v1;
};

/* where a superblock was read from, and where words about it go */
struct sb_origin {
	const struct raid_sb_place *place;
	uint64_t device_sectors;
	const char *path;
	struct err *err;
};

#define sb_broken(origin, fmt, ...)                    \
	err_set((origin)->err, EINVAL, (origin)->path, \
		"its superblock %s is broken: " fmt,   \
		raid_sb_version_name((origin)->place->version), ##__VA_ARGS__)

int sb_0_90_parse(struct raid_superblock *sb, const union sb_block *block,
		  const struct sb_origin *origin);
int sb_1_parse(struct raid_superblock *sb, const union sb_block *block,
	       const struct sb_origin *origin);

void sb_0_90_mark(union sb_block *block, bool dirty, uint64_t events);
void sb_1_mark(union sb_block *block, bool dirty, uint64_t events);

/*
 * sb_set_shape() - check and take what both formats say of the array
 * @level:         as stored
 * @chunk_sectors: as stored; RAID1 has none, whatever it says
 */
int sb_set_shape(struct raid_superblock *sb, int level, uint32_t members,
		 uint32_t chunk_sectors, uint64_t component_sectors,
		 const struct sb_origin *origin);

/* sb_set_role() - the role that sb->roles gives sb->number */
void sb_set_role(struct raid_superblock *sb);

#endif
