// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is read around an md array beside its superblocks: sysfs' texts, the
 * user's list of members, the logs and marks on a member.  No I/O, fuzzed.
 */
#ifndef LANES_SYSTEM_MD_PARSE_H
#define LANES_SYSTEM_MD_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* slots that are none */
enum {
	MD_SLOT_NONE = -1,
	MD_SLOT_JOURNAL = -2,
};

/** struct md_member_state - of dev-X/state what counts; other words pass */
struct md_member_state {
	bool in_sync, faulty, write_mostly, replacement, journal;
};

/**
 * md_parse_number() - an attribute of md/
 *
 * Return: 0; -EBUSY for "5 (4)", new and old value during a reshape; -EINVAL.
 */
int md_parse_number(const char *text, int64_t *value);

/** md_parse_slot() - dev-X/slot: a slot or MD_SLOT_*; 0 or -EINVAL */
int md_parse_slot(const char *text, int *slot);

/** md_parse_state() - dev-X/state: "in_sync,write_mostly" */
void md_parse_state(const char *text, struct md_member_state *state);

/**
 * md_parse_bad_blocks() - dev-X/bad_blocks: "sector count" lines
 * @sector: of the first; 0 if it can't be read
 *
 * Return: whether there is any.
 */
bool md_parse_bad_blocks(const char *text, uint64_t *sector);

/**
 * md_parse_container() - the container of metadata_version
 * "external:/md127/0", or "external:-md127/0" while nobody may change it
 *
 * Return: 0; -EINVAL if it is no part of one, or @name is too small.
 */
int md_parse_container(const char *text, char *name, size_t len);

/**
 * md_parse_member() - the next entry of "a,b,missing,d"
 * @list: moved behind it
 *
 * Return: 1; 0 at the end; -EINVAL for an empty entry, -ENAMETOOLONG.
 */
int md_parse_member(const char **list, char *buf, size_t len);

/**
 * md_parse_lockless_bitmap() - does a bitmap's superblock say llbitmap?
 * @len: at least 8, else no
 *
 * Source: Linux drivers/md/md-bitmap.h, BITMAP_MAJOR_LOCKLESS.
 */
bool md_parse_lockless_bitmap(const void *buf, size_t len);

/**
 * md_parse_foreign() - other metadata that md drives, at a device's end
 * @buf: its last @len bytes
 *
 * Source: mdadm super-intel.c, super-ddf.c.
 *
 * Return: "IMSM", "DDF" or NULL.
 */
const char *md_parse_foreign(const void *buf, size_t len);

#endif
