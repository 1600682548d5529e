// SPDX-License-Identifier: GPL-2.0-only
/* 0.90: in the byte order of the machine that wrote it. */
#include "raid/superblock_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#define CLEAN	  (1U << MD_SB_CLEAN)
#define BITMAP	  (1U << MD_SB_BITMAP_PRESENT)
#define CLUSTERED (1U << MD_SB_CLUSTERED)

/* what a superblock that counts KiB in 32 bits can speak of */
#define DATA_SECTORS_MAX ((2ULL << 32) - 2)

static uint32_t sum_up(const union sb_block *block)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < RAID_SB_BYTES / 4; i++)
		sum += block->words[i];
	sum -= block->v0.sb_csum;
	return (uint32_t)sum + (uint32_t)(sum >> 32);
}

/* some machines stored it folded: only so much of it can be compared */
static uint32_t fold(uint32_t sum)
{
	sum = (sum & 0xffff) + (sum >> 16);
	return (sum & 0xffff) + (sum >> 16);
}

static bool is_there(const mdp_super_t *v0)
{
	return v0->md_magic == MD_SB_MAGIC && v0->major_version == 0;
}

static int check_whole(const union sb_block *block,
		       const struct sb_origin *origin)
{
	uint32_t sum = block->v0.sb_csum, right = sum_up(block);

	if (fold(sum) == fold(right))
		return 0;
	return sb_broken(origin, "its checksum is %08x, its content's %08x",
			 sum, right);
}

/* a superblock says 0.91 for as long as a reshape is under way */
static int check_minor(const mdp_super_t *v0, const struct sb_origin *origin)
{
	int ret;

	if (v0->minor_version == 90)
		return 0;
	if (v0->minor_version != 91)
		return sb_broken(origin, "it says 0.%u", v0->minor_version);
	ret = err_set(origin->err, EOPNOTSUPP, origin->path,
		      "belongs to an array that is being reshaped "
		      "(superblock 0.91)");
	err_remedy(origin->err,
		   "assemble the array, let the reshape end, stop it");
	return ret;
}

/* big-endian, so that the bytes read as mdadm prints the words */
static void read_uuid(uint8_t uuid[16], const mdp_super_t *v0)
{
	const uint32_t words[4] = {v0->set_uuid0, v0->set_uuid1, v0->set_uuid2,
				   v0->set_uuid3};
	unsigned int i;

	for (i = 0; i < 16; i++)
		uuid[i] = (uint8_t)(words[i / 4] >> (24 - 8 * (i % 4)));
}

static uint64_t resync_offset(const mdp_super_t *v0)
{
	if (v0->state & CLEAN)
		return RAID_SB_CLEAN;
	if (v0->cp_events_lo == v0->events_lo &&
	    v0->cp_events_hi == v0->events_hi)
		return v0->recovery_cp;
	return 0;
}

static int read_shape(struct raid_superblock *sb, const mdp_super_t *v0,
		      const struct sb_origin *origin)
{
	if (v0->raid_disks > MD_SB_DISKS)
		return sb_broken(origin, "%u members, %d fit", v0->raid_disks,
				 MD_SB_DISKS);
	if (v0->chunk_size % 512)
		return sb_broken(origin, "a chunk of %u bytes", v0->chunk_size);
	sb->layout = (int)v0->level == RAID_0 ? RAID_0_UNKNOWN : v0->layout;
	return sb_set_shape(sb, (int)v0->level, v0->raid_disks,
			    v0->chunk_size / 512, v0->size * 2ULL, origin);
}

static int read_area(struct raid_superblock *sb, const struct sb_origin *origin)
{
	sb->data_sectors = sb->sector;
	if (sb->level >= RAID_1 && sb->data_sectors > DATA_SECTORS_MAX)
		sb->data_sectors = DATA_SECTORS_MAX;
	if (sb->component_sectors > sb->data_sectors)
		return sb_broken(origin,
				 "%" PRIu64 " sectors of data, %" PRIu64
				 " are before it",
				 sb->component_sectors, sb->data_sectors);
	return 0;
}

static uint16_t role_of(const mdp_disk_t *disk)
{
	if (disk->state & 1 << MD_DISK_FAULTY)
		return RAID_ROLE_FAULTY;
	/* active, but not in sync: a reshape's; minor 90 has no such thing */
	if (!(disk->state & 1 << MD_DISK_SYNC) ||
	    disk->raid_disk >= MD_SB_DISKS)
		return RAID_ROLE_SPARE;
	return (uint16_t)disk->raid_disk;
}

static int read_roles(struct raid_superblock *sb, const mdp_super_t *v0,
		      const struct sb_origin *origin)
{
	uint32_t state;

	sb->number = v0->this_disk.number;
	if (sb->number >= MD_SB_DISKS)
		return sb_broken(origin, "device number %u of at most %d",
				 sb->number, MD_SB_DISKS - 1);
	for (; sb->n_roles < MD_SB_DISKS; sb->n_roles++)
		sb->roles[sb->n_roles] = role_of(&v0->disks[sb->n_roles]);
	sb_set_role(sb);
	state = v0->disks[sb->number].state;
	sb->write_mostly = state & 1 << MD_DISK_WRITEMOSTLY;
	sb->failfast = state & 1 << MD_DISK_FAILFAST;
	return 0;
}

int sb_0_90_parse(struct raid_superblock *sb, const union sb_block *block,
		  const struct sb_origin *origin)
{
	const mdp_super_t *v0 = &block->v0;
	int ret;

	if (!is_there(v0))
		return -ENOENT;
	ret = check_whole(block, origin);
	if (!ret)
		ret = check_minor(v0, origin);
	if (ret)
		return ret;
	read_uuid(sb->uuid, v0);
	sb->events = (uint64_t)v0->events_hi << 32 | v0->events_lo;
	sb->resync_offset = resync_offset(v0);
	sb->bitmap = v0->state & BITMAP;
	sb->bitmap_sector = sb->bitmap ? sb->sector + RAID_SB_BYTES / 512 : 0;
	sb->clustered = v0->state & CLUSTERED;
	ret = read_shape(sb, v0, origin);
	if (!ret)
		ret = read_area(sb, origin);
	if (!ret)
		ret = read_roles(sb, v0, origin);
	return ret;
}

/* what is not in sync has no checkpoint, as the kernel writes it */
void sb_0_90_mark(union sb_block *block, bool dirty, uint64_t events)
{
	mdp_super_t *v0 = &block->v0;

	v0->events_hi = (uint32_t)(events >> 32);
	v0->events_lo = (uint32_t)events;
	v0->state = dirty ? v0->state & ~CLEAN : v0->state | CLEAN;
	v0->recovery_cp = dirty ? 0 : UINT32_MAX;
	v0->cp_events_hi = dirty ? 0 : v0->events_hi;
	v0->cp_events_lo = dirty ? 0 : v0->events_lo;
	v0->sb_csum = sum_up(block);
}
