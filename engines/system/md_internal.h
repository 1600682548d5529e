// SPDX-License-Identifier: GPL-2.0-only
/* What the parts of md.h share; for nobody else. */
#ifndef LANES_SYSTEM_MD_INTERNAL_H
#define LANES_SYSTEM_MD_INTERNAL_H

#include "system/md.h"

/* what is read at once, and how a buffer for O_DIRECT is aligned */
#define MD_PIECE 4096

/**
 * md_member_open() - open a device or file, and say what it is
 * @member: path, disk, dev, device_sectors, block_bytes, node
 * @path:   below @root
 *
 * O_DIRECT where that works: what the page cache holds of a member is not
 * what a running array has written.
 *
 * Return: a descriptor to read from, or -errno with words.
 */
int md_member_open(struct md_member *member, const char *root, const char *path,
		   struct err *err);

/** md_member_open_disk() - the same by kernel name */
int md_member_open_disk(struct md_member *member, const char *root,
			const char *disk, struct err *err);

/**
 * md_member_read() - read from a member, whole or not at all
 * @buf: aligned to MD_PIECE; @len a multiple of 512
 */
int md_member_read(const struct md_member *member, int fd, uint64_t sector,
		   void *buf, size_t len, struct err *err);

/**
 * md_member_superblock() - find a member's superblock
 *
 * Fills has_sb, sb_place, data_offset and data_sectors too.
 *
 * Return: 0; -ENOENT if there is none; or -errno: as raid_superblock_parse().
 * With words.
 */
int md_member_superblock(struct md_member *member, int fd,
			 struct raid_superblock *sb, struct err *err);

/** md_block_bytes_of() - logical block size of a block device; else 512 */
unsigned int md_block_bytes_of(const char *root, const char *disk);

/** md_node_of() - the NUMA node of a block device, by its parents; or -1 */
int md_node_of(const char *root, const char *disk);

/**
 * md_running_above() - the running array that a device is a member of
 * @name: receives its kernel name
 */
bool md_running_above(const char *root, const char *disk, char *name,
		      size_t len);

/* the ways to find an array; each fills all of @md but start, sectors (0 for
 * all of it) and block_bytes */
int md_find_running(struct md_array *md, const char *root, const char *disk,
		    struct err *err);
int md_find_members(struct md_array *md, const char *root, const char *members,
		    struct err *err);
int md_find_uuid(struct md_array *md, const char *root, const char *uuid,
		 struct err *err);
int md_find_described(struct md_array *md, const char *root,
		      const struct md_wanted *wanted, struct err *err);

/**
 * md_settle() - the geometry, and whether enough members are there
 *
 * Return: 0; -ENODEV with words if more than the level can do without is
 * missing; or what raid_geometry_init() says.
 */
int md_settle(struct md_array *md, const struct raid_spec *spec,
	      struct err *err);

/** md_degraded() - note in unwritable that members are missing, if any is */
void md_degraded(struct md_array *md);

/** md_warn() - add to md->warning */
void md_warn(struct md_array *md, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

#endif
