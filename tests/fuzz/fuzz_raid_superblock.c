// SPDX-License-Identifier: GPL-2.0-only
/*
 * Superblocks of any content, alone and as an array.
 *
 * The first byte tells the version (its lowest two bits) and, by 0x80, that
 * checksums are left as they are; otherwise they are made right, which chance
 * would never do.  Then come superblocks: 4096 bytes each of 0.90, the first
 * 512 each of 1.x.
 */
#include "raid/assembly.h"

#include <stdlib.h>
#include <string.h>

#define DEVICE 1000000
#define MAX    8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void sum_up(uint8_t *bytes, size_t len, size_t sum_at)
{
	uint64_t sum = 0;
	uint32_t word;
	size_t i;

	memset(bytes + sum_at, 0, 4);
	for (i = 0; i < len; i++)
		sum += (uint64_t)bytes[i] << 8 * (i % 4);
	word = (uint32_t)sum + (uint32_t)(sum >> 32);
	memcpy(bytes + sum_at, &word, 4);
}

static void correct(uint8_t *bytes, enum raid_sb_version version)
{
	uint32_t roles;

	memcpy(&roles, bytes + 220, 4);
	if (version == RAID_SB_0_90)
		sum_up(bytes, RAID_SB_BYTES, 152);
	else if (roles <= 1920)
		sum_up(bytes, 256 + 2 * roles, 216);
}

static void check(const struct raid_superblock *sb)
{
	if (sb->data_sectors > DEVICE ||
	    sb->data_offset > DEVICE - sb->data_sectors || !sb->members ||
	    sb->members > RAID_MEMBERS_MAX || sb->n_roles > RAID_SB_ROLES ||
	    (sb->role >= sb->members && sb->role < RAID_ROLE_JOURNAL) ||
	    sb->bad_block_sector + sb->bad_block_sectors > DEVICE ||
	    sb->bitmap_sector >= DEVICE || strlen(sb->name) > 32)
		abort();
}

/* whatever could be read can be marked, and read again */
static void mark(const uint8_t *bytes, const struct raid_sb_place *place)
{
	struct raid_superblock sb;
	uint8_t copy[RAID_SB_BYTES];

	memcpy(copy, bytes, sizeof(copy));
	raid_superblock_mark(copy, place->version, true, 7);
	if (raid_superblock_parse(&sb, copy, place, DEVICE, "x", NULL) ||
	    sb.resync_offset || sb.events != 7)
		abort();
	raid_superblock_mark(copy, place->version, false, 8);
	if (raid_superblock_parse(&sb, copy, place, DEVICE, "x", NULL) ||
	    sb.resync_offset != RAID_SB_CLEAN || sb.events != 8)
		abort();
}

static void assemble(const struct raid_candidate *candidates,
		     unsigned int count)
{
	struct raid_assembly array;
	struct raid_geometry geo;
	struct err err;
	unsigned int i;

	if (raid_assemble(&array, candidates, count, &err))
		return;
	for (i = 0; i < array.spec.members; i++)
		if ((array.member[i] < 0) != (array.missing >> i & 1) ||
		    array.member[i] >= (int)count)
			abort();
	raid_geometry_init(&geo, &array.spec, &err);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct raid_candidate candidates[MAX];
	struct raid_superblock sb[MAX];
	struct raid_sb_place places[RAID_SB_PLACES];
	uint8_t bytes[RAID_SB_BYTES], how;
	unsigned int count = 0;
	struct err err;
	size_t piece;

	if (!size)
		return 0;
	how = *data++;
	size--;
	raid_superblock_places(DEVICE, places);
	piece = places[how & 3].version == RAID_SB_0_90 ? 4096 : 512;
	for (; count < MAX && size >= piece; data += piece, size -= piece) {
		memset(bytes, 0, sizeof(bytes));
		memcpy(bytes, data, piece);
		if (!(how & 0x80))
			correct(bytes, places[how & 3].version);
		if (raid_superblock_parse(&sb[count], bytes, &places[how & 3],
					  DEVICE, "fuzz", &err))
			continue;
		check(&sb[count]);
		mark(bytes, &places[how & 3]);
		candidates[count].path = "fuzz";
		candidates[count].sb = &sb[count];
		count++;
	}
	assemble(candidates, count);
	return 0;
}
