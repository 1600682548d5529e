// SPDX-License-Identifier: GPL-2.0-only
/* What lanes md prints: an array, its members, where an offset lies. */
#ifndef LANES_CLI_MD_SHOW_H
#define LANES_CLI_MD_SHOW_H

#include "base/err.h"
#include "system/md.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/**
 * struct md_place - where an offset of the array lies
 * @offset:     bytes, from the start of what was named
 * @has_chunk:  the level has chunks; @chunk counts from the array's start
 * @has_row:    RAID4/5/6; @row counts from the array's start
 * @bytes:      from there on in one piece
 * @copies:     of them in @copy: members' data sectors; then P and Q
 * @rest:       bytes into the sector
 */
struct md_place {
	uint64_t offset;
	bool has_chunk, has_row;
	uint64_t chunk, row;
	uint64_t bytes;
	unsigned int rest;
	unsigned int copies, parities;
	struct raid_at copy[RAID_MEMBERS_MAX + 2];
};

/**
 * struct md_show - what there is to show
 * @no:      why nothing may be written to it; code 0: it may
 * @checked: 0 it was compared with its members; else why not (EACCES), or
 *           -1 where there is nothing to compare
 * @place:   NULL where none was asked for
 */
struct md_show {
	const struct md_array *md;
	struct err no;
	int checked;
	const struct md_place *place;
};

/** md_place_find() - @place->offset is given; below the array's size */
void md_place_find(struct md_place *place, const struct md_array *md);

/** md_place_role() - "data", "copy 1", "P", "Q" of the @i-th place */
const char *md_place_role(const struct md_place *place, unsigned int i,
			  char *buf, size_t len);

/** md_place_byte() - on the member's device; false where it is missing */
bool md_place_byte(const struct md_place *place, const struct md_array *md,
		   unsigned int i, uint64_t *byte, uint64_t *lba);

/** md_show_text() - for people */
void md_show_text(const struct md_show *show, FILE *to);

/** md_show_json() - for programs; Return: as json_finish() */
size_t md_show_json(const struct md_show *show, char *buf, size_t len);

#endif
