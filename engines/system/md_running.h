// SPDX-License-Identifier: GPL-2.0-only
/* The two halves of reading a running array: md_sysfs.c, md_sysfs_member.c */
#ifndef LANES_SYSTEM_MD_RUNNING_H
#define LANES_SYSTEM_MD_RUNNING_H

#include "system/md_internal.h"

/**
 * struct md_running - an array being read
 * @md:     disk and path are set
 * @spec:   what is known of it so far
 * @unread: why a superblock that would have told more could not be read
 * @err:    not NULL
 */
struct md_running {
	struct md_array *md;
	const char *root;
	struct raid_spec spec;
	struct err unread;
	struct err *err;
};

/** md_running_text() - an attribute below md/; its length or -errno */
int md_running_text(const struct md_running *run, char *buf, size_t len,
		    const char *name);

/** md_running_members() - its members, and what their superblocks add */
int md_running_members(struct md_running *run);

/* refusals that both meet */
int md_running_reshape(const struct md_running *run);
int md_running_journal(const struct md_running *run);
int md_running_recovery(const struct md_running *run);

#endif
