// SPDX-License-Identifier: GPL-2.0-only
/*
 * P and Q over GF(2^8), polynomial 0x11d, generator 2: P is the sum of a row's
 * data chunks, Q the sum of 2^exponent times each.  Bit-compatible with the
 * kernel's lib/raid6.  The work is ISA-L's.
 *
 * Lengths are bytes, multiples of 32 and below 2 GiB; buffers are aligned to
 * 32 bytes and don't overlap.  Nothing here allocates.
 *
 * Source: H. P. Anvin, "The mathematics of RAID-6".
 */
#ifndef LANES_RAID_PARITY_H
#define LANES_RAID_PARITY_H

#include "raid/geometry.h"

#include <stddef.h>
#include <stdint.h>

/**
 * raid_parity_generate() - P and Q of a row's data
 * @row:   gives the exponents
 * @count: data chunks, @data[i] in the array's order
 * @q:     NULL for one parity
 */
void raid_parity_generate(const struct raid_row *row, unsigned int count,
			  size_t len, const void *const data[], void *p,
			  void *q);

/**
 * raid_parity_update() - carry a change of one data chunk into P and Q
 * @exponent: of the chunk
 * @was:      its old content; destroyed
 * @now:      its new content
 * @p, @q:    changed in place; @q may be NULL
 */
void raid_parity_update(unsigned int exponent, size_t len, void *was,
			const void *now, void *p, void *q);

/**
 * struct raid_lost - what is missing of a row, for raid_parity_recover()
 * @data: indexes of the missing data chunks, -1 for none; ascending
 * @p, @q: that parity is missing (or not there at all, for RAID4/5's Q)
 */
struct raid_lost {
	int data[2];
	bool p, q;
};

/**
 * raid_parity_recover() - compute what is missing of a row
 * @data: @count pointers, of the missing chunks where the result goes
 * @p, @q: those which are not missing are read; a missing one is not written,
 *         and may be NULL
 *
 * Return: 0, or -EINVAL if more is missing than the parities can make good.
 */
int raid_parity_recover(const struct raid_row *row, unsigned int count,
			size_t len, void *const data[], const void *p,
			const void *q, const struct raid_lost *lost);

#endif
