// SPDX-License-Identifier: GPL-2.0-only
/*
 * Superblocks made byte by byte, by the offsets of the format's description and
 * with a checksum of their own: nothing here is shared with what is tested.
 */
#ifndef LANES_TESTS_RAID_BUILD_H
#define LANES_TESTS_RAID_BUILD_H

#include "unit.h"

#include "raid/superblock.h"

#include <stdlib.h>

/* 1.x: byte offsets */
enum {
	SB1_MAGIC = 0,
	SB1_MAJOR = 4,
	SB1_FEATURES = 8,
	SB1_UUID = 16,
	SB1_NAME = 32,
	SB1_LEVEL = 72,
	SB1_LAYOUT = 76,
	SB1_SIZE = 80,
	SB1_CHUNK = 88,
	SB1_MEMBERS = 92,
	SB1_BITMAP = 96,
	SB1_DATA_OFFSET = 128,
	SB1_DATA_SIZE = 136,
	SB1_SUPER_OFFSET = 144,
	SB1_NUMBER = 160,
	SB1_FLAGS = 184,
	SB1_BAD_SHIFT = 185,
	SB1_BAD_SIZE = 186,
	SB1_BAD_OFFSET = 188,
	SB1_EVENTS = 200,
	SB1_RESYNC = 208,
	SB1_SUM = 216,
	SB1_MAX_DEV = 220,
	SB1_BLOCK = 224,
	SB1_ROLES = 256,
};

/* 0.90: words */
enum {
	SB0_MAGIC = 0,
	SB0_MAJOR = 1,
	SB0_MINOR = 2,
	SB0_UUID0 = 5,
	SB0_LEVEL = 7,
	SB0_SIZE = 8,
	SB0_MEMBERS = 10,
	SB0_UUID1 = 13,
	SB0_STATE = 33,
	SB0_SUM = 38,
	SB0_EVENTS = 39,
	SB0_CP_EVENTS = 41,
	SB0_RECOVERY = 43,
	SB0_LAYOUT = 64,
	SB0_CHUNK = 65,
	SB0_DISKS = 128,
	SB0_THIS = 992,
};

/* of a 0.90 disk's 32 words */
enum {
	DISK_NUMBER = 0,
	DISK_ROLE = 3,
	DISK_STATE = 4,
};

#define BUILD_DEVICE 1000000 /* sectors */

static inline void put(uint8_t *bytes, unsigned int at, unsigned int width,
		       uint64_t value)
{
	for (; width; width--, value >>= 8)
		bytes[at++] = (uint8_t)value;
}

static inline uint64_t get(const uint8_t *bytes, unsigned int at,
			   unsigned int width)
{
	uint64_t value = 0;

	while (width)
		value = value << 8 | bytes[at + --width];
	return value;
}

/* little-endian, as are the machines that these tests know */
static inline void put_word(uint8_t *bytes, unsigned int word, uint32_t value)
{
	put(bytes, 4 * word, 4, value);
}

static inline uint32_t get_word(const uint8_t *bytes, unsigned int word)
{
	return (uint32_t)get(bytes, 4 * word, 4);
}

/* each byte counts by its place in its word; carries come round once */
static inline uint32_t build_sum(uint8_t *bytes, unsigned int len,
				 unsigned int sum_at)
{
	uint64_t sum = 0;
	unsigned int i;

	put(bytes, sum_at, 4, 0);
	for (i = 0; i < len; i++)
		sum += (uint64_t)bytes[i] << 8 * (i % 4);
	sum = (sum & UINT32_MAX) + (sum >> 32);
	put(bytes, sum_at, 4, sum);
	return (uint32_t)sum;
}

static inline void build_sum_1(uint8_t *bytes)
{
	unsigned int roles = (unsigned int)get(bytes, SB1_MAX_DEV, 4);

	build_sum(bytes, 256 + 2 * (roles < 1920 ? roles : 1920), SB1_SUM);
}

static inline void build_sum_0(uint8_t *bytes)
{
	build_sum(bytes, RAID_SB_BYTES, 4 * SB0_SUM);
}

/* the uuid that every built array has: 00010203:04050607:... */
static inline void build_uuid(uint8_t uuid[16])
{
	unsigned int i;

	for (i = 0; i < 16; i++)
		uuid[i] = (uint8_t)i;
}

/* member @slot of a clean 1.2 array; other fields by put(), then build_sum_1()
 */
static inline void build_1(uint8_t *bytes, int level, unsigned int members,
			   unsigned int slot)
{
	unsigned int i;

	memset(bytes, 0, RAID_SB_BYTES);
	put(bytes, SB1_MAGIC, 4, 0xa92b4efc);
	put(bytes, SB1_MAJOR, 4, 1);
	build_uuid(bytes + SB1_UUID);
	strcpy((char *)bytes + SB1_NAME, "host:home");
	put(bytes, SB1_LEVEL, 4, (uint32_t)level);
	put(bytes, SB1_LAYOUT, 4, level == 10 ? 0x102 : level >= 5 ? 2 : 0);
	put(bytes, SB1_SIZE, 8, 900000);
	put(bytes, SB1_CHUNK, 4, 128);
	put(bytes, SB1_MEMBERS, 4, members);
	put(bytes, SB1_DATA_OFFSET, 8, 2048);
	put(bytes, SB1_DATA_SIZE, 8, 990000);
	put(bytes, SB1_SUPER_OFFSET, 8, 8);
	put(bytes, SB1_NUMBER, 4, slot);
	put(bytes, SB1_EVENTS, 8, 41);
	put(bytes, SB1_RESYNC, 8, UINT64_MAX);
	put(bytes, SB1_MAX_DEV, 4, 128);
	for (i = 0; i < 128; i++)
		put(bytes, SB1_ROLES + 2 * i, 2, i < members ? i : 0xffff);
	build_sum_1(bytes);
}

/* a 0.90 disk's descriptor; state 6 is active and in sync */
static inline void build_disk(uint8_t *bytes, unsigned int word,
			      unsigned int number, unsigned int role,
			      unsigned int state)
{
	put_word(bytes, word + DISK_NUMBER, number);
	put_word(bytes, word + DISK_ROLE, role);
	put_word(bytes, word + DISK_STATE, state);
}

/* the same array in 0.90 */
static inline void build_0(uint8_t *bytes, int level, unsigned int members,
			   unsigned int slot)
{
	unsigned int i;

	memset(bytes, 0, RAID_SB_BYTES);
	put_word(bytes, SB0_MAGIC, 0xa92b4efc);
	put_word(bytes, SB0_MINOR, 90);
	put_word(bytes, SB0_UUID0, 0x00010203);
	put_word(bytes, SB0_UUID1, 0x04050607);
	put_word(bytes, SB0_UUID1 + 1, 0x08090a0b);
	put_word(bytes, SB0_UUID1 + 2, 0x0c0d0e0f);
	put_word(bytes, SB0_LEVEL, (uint32_t)level);
	put_word(bytes, SB0_SIZE, 450000);
	put_word(bytes, SB0_MEMBERS, members);
	put_word(bytes, SB0_STATE, 1);
	put_word(bytes, SB0_EVENTS, 41);
	put_word(bytes, SB0_CP_EVENTS, 41);
	put_word(bytes, SB0_RECOVERY, UINT32_MAX);
	put_word(bytes, SB0_LAYOUT, level == 10 ? 0x102 : level >= 5 ? 2 : 0);
	put_word(bytes, SB0_CHUNK, 65536);
	for (i = 0; i < members; i++)
		build_disk(bytes, SB0_DISKS + 32 * i, i, i, 6);
	build_disk(bytes, SB0_THIS, slot, slot, 6);
	build_sum_0(bytes);
}

static const struct raid_sb_place build_place_1 = {RAID_SB_1_2, 8};
/* of BUILD_DEVICE sectors */
static const struct raid_sb_place build_place_0 = {RAID_SB_0_90, 999808};

#endif
