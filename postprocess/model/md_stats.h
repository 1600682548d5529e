// SPDX-License-Identifier: GPL-2.0-only
/*
 * <test>.<n>.md.json: what md_stripe did to an array's members (md_stats).
 * Format: postprocess/README.md
 */
#ifndef LANES_MODEL_MD_STATS_H
#define LANES_MODEL_MD_STATS_H

#include "base/err.h"

#include <stddef.h>

/** struct md_io - counts of I/Os and of bytes, without fractions */
struct md_io {
	double reads, read_bytes;
	double writes, write_bytes;
};

/** struct md_member_stats - one member; @path is cut to its array */
struct md_member_stats {
	char path[160];
	struct md_io io;
};

/**
 * struct md_array_stats - one array of a run
 * @asked:      requests of the jobs
 * @full_rows, @rmw, @rcw: pieces of rows written, by how their parity was made
 * @rebuilt:    reads of what a missing member held
 * @joined:     requests that made up a full row with others
 * @lock_waits: requests that waited for others
 * @members:    by slot; owned
 */
struct md_array_stats {
	char name[64];
	char level[16];
	char layout[64];
	double chunk_bytes;
	struct md_io asked;
	double full_rows, rmw, rcw, rebuilt, joined, lock_waits;
	struct md_member_stats *members;
	size_t member_count;
};

/** struct md_stats - the arrays of a run; zero-initialised is none */
struct md_stats {
	struct md_array_stats *arrays;
	size_t count;
};

/**
 * md_stats_parse() - Return: 0 (then md_stats_free() it), or -errno with @err
 * set, and nothing to free
 */
int md_stats_parse(struct md_stats *stats, const char *name, const char *buf,
		   size_t len, struct err *err);
void md_stats_free(struct md_stats *stats);

/** md_stats_members() - the sum over an array's members */
struct md_io md_stats_members(const struct md_array_stats *array);

/**
 * md_stats_amplification() - bytes written to members over bytes that jobs
 * wrote; 0 where they wrote none
 */
double md_stats_amplification(const struct md_array_stats *array);

#endif
