// SPDX-License-Identifier: GPL-2.0-only
/* What mdadm --examine prints, "key : value", against a superblock as read. */
#ifndef LANES_TESTS_RAID_EXAMINE_H
#define LANES_TESTS_RAID_EXAMINE_H

#include "unit.h"

#include "raid/geometry.h"
#include "raid/superblock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static inline bool examine_begins(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static inline void examine_equal(const char *key, const char *value,
				 const char *ours)
{
	if (strcmp(value, ours))
		fail_msg("%s: mdadm says '%s', not '%s'", key, value, ours);
}

static inline void examine_number(const char *key, const char *value,
				  uint64_t ours)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, ours);
	if (strtoull(value, NULL, 0) != ours)
		examine_equal(key, value, text);
}

static inline void examine_role(const struct raid_superblock *sb,
				const char *value)
{
	char text[32];

	if (sb->role == RAID_ROLE_JOURNAL)
		strcpy(text, "Journal");
	else if (sb->role >= RAID_ROLE_JOURNAL)
		strcpy(text, "spare");
	else
		snprintf(text, sizeof(text), "%s device %u",
			 sb->replacement ? "Replacement" : "Active", sb->role);
	examine_equal("Device Role", value, text);
}

/* "AA.R ('A' == active, ..." */
static inline void examine_array_state(const struct raid_superblock *sb,
				       const char *value)
{
	unsigned int slot, i;

	for (slot = 0; slot < sb->members; slot++) {
		unsigned int count = 0;

		for (i = 0; i < sb->n_roles; i++)
			count += sb->roles[i] == slot;
		assert_int_equal(value[slot], ".AR"[count]);
	}
	assert_int_equal(value[slot], ' ');
}

static inline void examine_features(const struct raid_superblock *sb,
				    uint32_t map)
{
	assert_int_equal(sb->bitmap, !!(map & 0x1));
	assert_int_equal(sb->recovering, !!(map & 0x2));
	assert_int_equal(sb->reshape, !!(map & 0x24));
	assert_int_equal(sb->bad_blocks, !!(map & 0x8));
	assert_int_equal(sb->replacement, !!(map & 0x10));
	assert_int_equal(sb->new_offset, !!(map & 0x40));
	assert_int_equal(sb->clustered, !!(map & 0x100));
	assert_int_equal(sb->journal, !!(map & 0x200));
	assert_int_equal(sb->ppl, !!(map & 0xc00));
}

/* what both formats' text has */
static inline bool examine_common(const struct raid_superblock *sb,
				  const char *key, const char *value)
{
	char text[64];

	if (!strcmp(key, "Version"))
		assert_true(examine_begins(value,
					   raid_sb_version_name(sb->version)));
	else if (!strcmp(key, "UUID") || !strcmp(key, "Array UUID"))
		examine_equal(key, value,
			      raid_uuid_text(sb->uuid, text, sizeof(text)));
	else if (!strcmp(key, "Raid Level"))
		examine_equal(key, value, raid_level_name(sb->level));
	else if (!strcmp(key, "Raid Devices"))
		examine_number(key, value, sb->members);
	else if (!strcmp(key, "State"))
		examine_equal(key, value,
			      sb->resync_offset == RAID_SB_CLEAN ? "clean"
								 : "active");
	else if (!strcmp(key, "Events"))
		examine_number(key, value, sb->events);
	else if (!strcmp(key, "Layout"))
		examine_equal(key, value,
			      raid_layout_name(sb->level, sb->layout, text,
					       sizeof(text)));
	else if (!strcmp(key, "Chunk Size") || !strcmp(key, "Rounding"))
		examine_number(key, value, sb->chunk_sectors / 2);
	else if (!strcmp(key, "Checksum"))
		assert_non_null(strstr(value, "correct"));
	else
		return false;
	return true;
}

static inline bool examine_1(const struct raid_superblock *sb, const char *key,
			     const char *value)
{
	if (!strcmp(key, "Name"))
		examine_equal(key, value, sb->name);
	else if (!strcmp(key, "Feature Map"))
		examine_features(sb, (uint32_t)strtoul(value, NULL, 0));
	else if (!strcmp(key, "Avail Dev Size"))
		examine_number(key, value, sb->data_sectors);
	else if (!strcmp(key, "Used Dev Size") && sb->level > 0)
		examine_number(key, value, sb->component_sectors);
	else if (!strcmp(key, "Data Offset"))
		examine_number(key, value, sb->data_offset);
	else if (!strcmp(key, "Super Offset"))
		examine_number(key, value, sb->sector);
	else if (!strcmp(key, "Device Role"))
		examine_role(sb, value);
	else if (!strcmp(key, "Array State"))
		examine_array_state(sb, value);
	else if (!strcmp(key, "Internal Bitmap"))
		examine_number(key, value, sb->bitmap_sector - sb->sector);
	else if (!strcmp(key, "Bad Block Log") && sb->bad_blocks)
		examine_number(key, strstr(value, "offset ") + 7,
			       sb->bad_block_sector - sb->sector);
	else if (!strcmp(key, "Flags")) {
		assert_int_equal(sb->write_mostly,
				 !!strstr(value, "write-mostly"));
		assert_int_equal(sb->failfast, !!strstr(value, "failfast"));
	} else
		return false;
	return true;
}

/* "this     1       7        3        1      active sync   /dev/loop3" */
static inline bool examine_0(const struct raid_superblock *sb, const char *line)
{
	unsigned int number, role;

	if (sscanf(line, "this %u %*u %*u %u", &number, &role) != 2)
		return false;
	assert_int_equal(sb->number, number);
	assert_int_equal(sb->role, role);
	assert_non_null(strstr(line, "active sync"));
	return true;
}

/**
 * examine_check() - compare a line with what was read; fails the test
 * @line: cut at its end and behind its key
 *
 * Return: whether it told anything that was compared.
 */
static inline bool examine_check(const struct raid_superblock *sb, char *line)
{
	char *value = strstr(line, " : ");

	line[strcspn(line, "\n")] = '\0';
	if (sb->version == RAID_SB_0_90 && examine_begins(line, "this"))
		return examine_0(sb, line);
	if (!value)
		return false;
	*value = '\0';
	value += 3;
	if (sb->version == RAID_SB_0_90 && !strcmp(line, "Used Dev Size") &&
	    sb->level > 0) {
		examine_number(line, value, sb->component_sectors / 2);
		return true;
	}
	return examine_common(sb, line, value) ||
	       (sb->version != RAID_SB_0_90 && examine_1(sb, line, value));
}

#endif
