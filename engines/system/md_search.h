// SPDX-License-Identifier: GPL-2.0-only
/* Devices that carry md superblocks, looked for: md_search.c, md_members.c */
#ifndef LANES_SYSTEM_MD_SEARCH_H
#define LANES_SYSTEM_MD_SEARCH_H

#include "system/md_internal.h"

/**
 * struct md_found - a device with a superblock
 * @bad_blocks: ranges in its log
 * @lockless:   its bitmap is an llbitmap
 */
struct md_found {
	struct md_member member;
	struct raid_superblock sb;
	unsigned int bad_blocks;
	bool lockless;
};

/**
 * struct md_search - devices looked at so far
 * @uuid:   only this one counts, or NULL
 * @found:  @count of them, owned
 * @denied: devices that could not be opened for want of rights
 * @err:    not NULL
 */
struct md_search {
	const char *root;
	const uint8_t *uuid;
	struct md_found *found;
	unsigned int count;
	unsigned int denied;
	struct err *err;
};

/**
 * md_search_named() - those of a list "a,b,missing,d"
 *
 * Each must have a superblock, of whatever array.
 *
 * Return: 0 or -errno with words; at least one is found then.
 */
int md_search_named(struct md_search *search, const char *members);

/**
 * md_search_uuid() - all block devices whose superblock has search->uuid
 * @uuid: the same as text
 *
 * Return: 0 or -errno with words; at least one is found then.
 */
int md_search_uuid(struct md_search *search, const char *uuid);

/** md_search_are_one() - have all that were found the same UUID? */
bool md_search_are_one(const struct md_search *search);

#endif
