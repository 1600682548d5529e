// SPDX-License-Identifier: GPL-2.0-only
/* 1.0, 1.1, 1.2: one format, little-endian, in three places. */
#include "raid/superblock_internal.h"

#include <endian.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define ROLES_MAX ((RAID_SB_BYTES - 256) / 2)

/* the kernel insists on more than the superblock's own tail */
#define DATA_SECTORS_MIN 10

/* it reads the bad-block log into one page */
#define BAD_BLOCK_SECTORS_MAX 8

#define FEATURES_PPL (MD_FEATURE_PPL | MD_FEATURE_MULTIPLE_PPLS)

static uint32_t bytes_of(const union sb_block *block)
{
	return 256 + 2 * le32toh(block->v1.max_dev);
}

/* the sum of all words but its own, the carries added back in once */
static uint32_t sum_up(const union sb_block *block)
{
	uint32_t bytes = bytes_of(block), i;
	uint64_t sum = 0;

	for (i = 0; i < bytes / 4; i++)
		sum += le32toh(block->words[i]);
	if (bytes % 4)
		sum += le32toh(block->words[i]) & 0xffff;
	sum -= le32toh(block->v1.sb_csum);
	return (uint32_t)sum + (uint32_t)(sum >> 32);
}

static bool is_there(const struct mdp_superblock_1 *v1)
{
	return le32toh(v1->magic) == MD_SB_MAGIC &&
	       le32toh(v1->major_version) == 1;
}

static int check_whole(const union sb_block *block,
		       const struct sb_origin *origin)
{
	uint32_t roles = le32toh(block->v1.max_dev),
		 sum = le32toh(block->v1.sb_csum), right;
	uint64_t sector = le64toh(block->v1.super_offset);

	if (roles > ROLES_MAX)
		return sb_broken(origin, "room for %u devices, %d fit", roles,
				 ROLES_MAX);
	right = sum_up(block);
	if (sum != right)
		return sb_broken(origin,
				 "its checksum is %08x, its content's %08x",
				 sum, right);
	if (sector != origin->place->sector)
		return sb_broken(origin,
				 "it was made for sector %" PRIu64
				 " and lies at %" PRIu64,
				 sector, origin->place->sector);
	return 0;
}

static int check_features(const struct mdp_superblock_1 *v1,
			  const struct sb_origin *origin)
{
	uint32_t map = le32toh(v1->feature_map),
		 unknown = map & ~MD_FEATURE_ALL;
	int ret;

	if (unknown) {
		ret = err_set(origin->err, EOPNOTSUPP, origin->path,
			      "its superblock uses features 0x%x, which are "
			      "not known here",
			      unknown);
		err_remedy(origin->err, "drive the array by md itself");
		return ret;
	}
	if ((map & MD_FEATURE_RAID0_LAYOUT) && v1->level)
		return sb_broken(origin, "a RAID0 layout at another level");
	if ((map & FEATURES_PPL) == FEATURES_PPL ||
	    ((map & FEATURES_PPL) &&
	     (map & (MD_FEATURE_BITMAP_OFFSET | MD_FEATURE_JOURNAL))))
		return sb_broken(origin,
				 "a partial parity log beside another log");
	return 0;
}

static void read_identity(struct raid_superblock *sb,
			  const struct mdp_superblock_1 *v1)
{
	size_t i;

	memcpy(sb->uuid, v1->set_uuid, sizeof(sb->uuid));
	memcpy(sb->name, v1->set_name, sizeof(v1->set_name));
	for (i = 0; sb->name[i]; i++)
		if (sb->name[i] < ' ' || sb->name[i] == 127)
			sb->name[i] = '?';
	sb->events = le64toh(v1->events);
	sb->resync_offset = le64toh(v1->resync_offset);
}

static void read_features(struct raid_superblock *sb,
			  const struct mdp_superblock_1 *v1)
{
	uint32_t map = le32toh(v1->feature_map);

	sb->bitmap = map & MD_FEATURE_BITMAP_OFFSET;
	sb->ppl = map & FEATURES_PPL;
	sb->journal = map & MD_FEATURE_JOURNAL;
	sb->reshape = map & (MD_FEATURE_RESHAPE_ACTIVE |
			     MD_FEATURE_RESHAPE_BACKWARDS);
	sb->new_offset = map & MD_FEATURE_NEW_OFFSET;
	sb->recovering = map & MD_FEATURE_RECOVERY_OFFSET;
	sb->replacement = map & MD_FEATURE_REPLACEMENT;
	sb->bad_blocks = map & MD_FEATURE_BAD_BLOCKS;
	sb->clustered = map & MD_FEATURE_CLUSTERED;
	sb->write_mostly = v1->devflags & WriteMostly1;
	sb->failfast = v1->devflags & FailFast1;
}

static int read_shape(struct raid_superblock *sb,
		      const struct mdp_superblock_1 *v1,
		      const struct sb_origin *origin)
{
	int ret = sb_set_shape(sb, (int32_t)le32toh(v1->level),
			       le32toh(v1->raid_disks), le32toh(v1->chunksize),
			       le64toh(v1->size), origin);

	/* before 5.4 nobody said by which rule a RAID0 was written */
	if (sb->level != RAID_0 ||
	    (le32toh(v1->feature_map) & MD_FEATURE_RAID0_LAYOUT))
		sb->layout = le32toh(v1->layout);
	return ret;
}

/* the superblock lies before the data (1.1, 1.2) or behind it */
static int read_area(struct raid_superblock *sb, const union sb_block *block,
		     const struct sb_origin *origin)
{
	uint64_t offset = le64toh(block->v1.data_offset),
		 size = le64toh(block->v1.data_size),
		 from = sb->sector + (bytes_of(block) + 511) / 512,
		 to = origin->device_sectors;

	if (sb->version == RAID_SB_1_0) {
		from = 0;
		to = sb->sector;
	}
	if (size < DATA_SECTORS_MIN)
		return sb_broken(origin, "%" PRIu64 " sectors for data", size);
	if (offset < from || offset > to || size > to - offset)
		return sb_broken(origin,
				 "%" PRIu64 " sectors of data from sector "
				 "%" PRIu64 " on lie outside of %" PRIu64
				 " to %" PRIu64,
				 size, offset, from, to);
	sb->data_offset = offset;
	sb->data_sectors = size;
	return 0;
}

static int read_roles(struct raid_superblock *sb,
		      const struct mdp_superblock_1 *v1,
		      const struct sb_origin *origin)
{
	uint32_t count = le32toh(v1->max_dev), i;

	for (i = 0; i < count; i++) {
		uint16_t role = le16toh(v1->dev_roles[i]);

		if (i < RAID_SB_ROLES)
			sb->roles[sb->n_roles++] = role;
		else if (role < sb->members)
			return sb_broken(origin,
					 "device number %u of at most %d", i,
					 RAID_SB_ROLES - 1);
	}
	sb->number = le32toh(v1->dev_number);
	sb_set_role(sb);
	return 0;
}

/* a log's place is relative to the superblock, before it or behind it */
static int place_log(uint64_t *sector, int32_t offset, uint32_t sectors,
		     const struct sb_origin *origin)
{
	uint64_t at = origin->place->sector + (uint64_t)(int64_t)offset;

	if (!offset || at >= origin->device_sectors ||
	    sectors > origin->device_sectors - at)
		return sb_broken(origin,
				 "a log %d sectors from the superblock is not "
				 "on the device",
				 offset);
	*sector = at;
	return 0;
}

static int read_bad_blocks(struct raid_superblock *sb,
			   const struct mdp_superblock_1 *v1,
			   const struct sb_origin *origin)
{
	uint16_t sectors = le16toh(v1->bblog_size);

	if (!sectors || sectors > BAD_BLOCK_SECTORS_MAX)
		return sb_broken(origin, "a bad-block log of %u sectors",
				 sectors);
	sb->bad_block_sectors = sectors;
	return place_log(&sb->bad_block_sector,
			 (int32_t)le32toh(v1->bblog_offset), sectors, origin);
}

static int read_logs(struct raid_superblock *sb,
		     const struct mdp_superblock_1 *v1,
		     const struct sb_origin *origin)
{
	int ret = 0;

	if (sb->bad_blocks)
		ret = read_bad_blocks(sb, v1, origin);
	if (!ret && sb->bitmap)
		ret = place_log(&sb->bitmap_sector,
				(int32_t)le32toh(v1->bitmap_offset), 1, origin);
	return ret;
}

int sb_1_parse(struct raid_superblock *sb, const union sb_block *block,
	       const struct sb_origin *origin)
{
	const struct mdp_superblock_1 *v1 = &block->v1;
	int ret;

	if (!is_there(v1))
		return -ENOENT;
	ret = check_whole(block, origin);
	if (!ret)
		ret = check_features(v1, origin);
	if (ret)
		return ret;
	read_identity(sb, v1);
	read_features(sb, v1);
	ret = read_shape(sb, v1, origin);
	if (!ret)
		ret = read_area(sb, block, origin);
	if (!ret)
		ret = read_roles(sb, v1, origin);
	if (!ret)
		ret = read_logs(sb, v1, origin);
	return ret;
}

void sb_1_mark(union sb_block *block, bool dirty, uint64_t events)
{
	block->v1.resync_offset = htole64(dirty ? 0 : RAID_SB_CLEAN);
	block->v1.events = htole64(events);
	block->v1.sb_csum = htole32(sum_up(block));
}
