// SPDX-License-Identifier: GPL-2.0-only
#include "raid/superblock.h"

#include "raid/superblock_internal.h"

#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#define SB_SECTORS (RAID_SB_BYTES / 512)

/*
 * 1.0 lies 8 KiB or a little more before the end, 0.90 in the last but one
 * whole 64 KiB.
 */
unsigned int raid_superblock_places(uint64_t device_sectors,
				    struct raid_sb_place places[RAID_SB_PLACES])
{
	unsigned int count = 0;

	if (device_sectors >= 8 + SB_SECTORS)
		places[count++] = (struct raid_sb_place){RAID_SB_1_2, 8};
	if (device_sectors >= SB_SECTORS)
		places[count++] = (struct raid_sb_place){RAID_SB_1_1, 0};
	if (device_sectors >= 24)
		places[count++] = (struct raid_sb_place){
			RAID_SB_1_0, (device_sectors - 16) & ~7ULL};
	if (device_sectors >= 2 * MD_RESERVED_SECTORS)
		places[count++] = (struct raid_sb_place){
			RAID_SB_0_90, MD_NEW_SIZE_SECTORS(device_sectors)};
	return count;
}

int raid_superblock_parse(struct raid_superblock *sb, const void *buf,
			  const struct raid_sb_place *place,
			  uint64_t device_sectors, const char *path,
			  struct err *err)
{
	struct sb_origin origin = {place, device_sectors, path, err};
	union sb_block block;
	int ret;

	memcpy(&block, buf, sizeof(block));
	memset(sb, 0, sizeof(*sb));
	sb->version = place->version;
	sb->sector = place->sector;
	ret = place->version == RAID_SB_0_90
		      ? sb_0_90_parse(sb, &block, &origin)
		      : sb_1_parse(sb, &block, &origin);
	if (ret == -EINVAL)
		err_remedy(err,
			   "leave the device out; mdadm --examine %s tells "
			   "what is left of it",
			   path);
	return ret;
}

void raid_superblock_mark(void *buf, enum raid_sb_version version, bool dirty,
			  uint64_t events)
{
	union sb_block block;

	memcpy(&block, buf, sizeof(block));
	if (version == RAID_SB_0_90)
		sb_0_90_mark(&block, dirty, events);
	else
		sb_1_mark(&block, dirty, events);
	memcpy(buf, &block, sizeof(block));
}

static int check_level(int level, const struct sb_origin *origin)
{
	switch (level) {
	case RAID_FAULTY:
	case RAID_MULTIPATH:
	case RAID_LINEAR:
	case RAID_0:
	case RAID_1:
	case RAID_4:
	case RAID_5:
	case RAID_6:
	case RAID_10:
		return 0;
	}
	return sb_broken(origin, "there is no level %d", level);
}

static int check_members(uint32_t members, const struct sb_origin *origin)
{
	int ret;

	if (!members)
		return sb_broken(origin, "an array of no members");
	if (members <= RAID_MEMBERS_MAX)
		return 0;
	ret = err_set(origin->err, EOPNOTSUPP, origin->path,
		      "belongs to an array of %u members, %d can be driven",
		      members, RAID_MEMBERS_MAX);
	err_remedy(origin->err, "choose an array of fewer members");
	return ret;
}

/* the kernel counts a chunk's bytes in an int, and in whole pages of its own */
static int check_chunk(int level, uint32_t sectors,
		       const struct sb_origin *origin)
{
	if (sectors > INT_MAX / 512)
		return sb_broken(origin, "a chunk of %u sectors", sectors);
	if (level == RAID_0 && !sectors)
		return sb_broken(origin, "raid0 without a chunk size");
	if (level >= RAID_4 && (sectors < 8 || (sectors & (sectors - 1)) != 0))
		return sb_broken(origin,
				 "a chunk of %u sectors is no power of two of "
				 "at least 4 KiB",
				 sectors);
	return 0;
}

int sb_set_shape(struct raid_superblock *sb, int level, uint32_t members,
		 uint32_t chunk_sectors, uint64_t component_sectors,
		 const struct sb_origin *origin)
{
	bool chunked =
		level == RAID_LINEAR || level == RAID_0 || level >= RAID_4;
	int ret = check_level(level, origin);

	if (!ret)
		ret = check_members(members, origin);
	if (!ret && chunked)
		ret = check_chunk(level, chunk_sectors, origin);
	if (ret)
		return ret;
	sb->level = level;
	sb->members = members;
	sb->chunk_sectors = chunked ? chunk_sectors : 0;
	sb->component_sectors = level >= RAID_1 ? component_sectors : 0;
	return 0;
}

/* as the kernel: a slot that the array has not is no slot */
void sb_set_role(struct raid_superblock *sb)
{
	sb->role = sb->number < sb->n_roles ? sb->roles[sb->number]
					    : RAID_ROLE_SPARE;
	if (sb->role >= sb->members && sb->role < RAID_ROLE_JOURNAL)
		sb->role = RAID_ROLE_SPARE;
}

/* 54 bits of sector, 10 of length; all ones behind the last */
unsigned int raid_bad_blocks(const void *log, size_t bytes)
{
	const char *at = log;
	unsigned int count = 0;
	uint64_t range;

	for (; bytes >= sizeof(range); bytes -= sizeof(range)) {
		memcpy(&range, at, sizeof(range));
		range = le64toh(range);
		if (range == UINT64_MAX)
			break;
		count += (range & 0x3ff) != 0;
		at += sizeof(range);
	}
	return count;
}

const char *raid_sb_version_name(enum raid_sb_version version)
{
	static const char *const names[] = {
		[RAID_SB_0_90] = "0.90",
		[RAID_SB_1_0] = "1.0",
		[RAID_SB_1_1] = "1.1",
		[RAID_SB_1_2] = "1.2",
	};

	return names[version];
}

const char *raid_uuid_text(const uint8_t uuid[16], char *buf, size_t len)
{
	const uint8_t *u = uuid;

	snprintf(buf, len,
		 "%02x%02x%02x%02x:%02x%02x%02x%02x:"
		 "%02x%02x%02x%02x:%02x%02x%02x%02x",
		 u[0], u[1], u[2], u[3], u[4], u[5], u[6], u[7], u[8], u[9],
		 u[10], u[11], u[12], u[13], u[14], u[15]);
	return buf;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int raid_uuid_parse(uint8_t uuid[16], const char *text)
{
	uint8_t bytes[16];
	unsigned int i;

	for (i = 0; i < 16; i++) {
		int high, low;

		if (i && (*text == ':' || *text == '-'))
			text++;
		high = hex_digit(text[0]);
		low = high < 0 ? -1 : hex_digit(text[1]);
		if (low < 0)
			return -EINVAL;
		bytes[i] = (uint8_t)(high << 4 | low);
		text += 2;
	}
	if (*text)
		return -EINVAL;
	memcpy(uuid, bytes, sizeof(bytes));
	return 0;
}
