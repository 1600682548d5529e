// SPDX-License-Identifier: GPL-2.0-only
/*
 * fio's logarithmic bins: a value below 128 has one of its own, above that each
 * octave has 64, so a value read back from its bin is off by 1/128 at most.  A
 * coarseness c merges 2^c neighbours, and the error becomes 2^c/128.
 *
 * Source: fio stat.c, plat_val_to_idx() and plat_idx_to_val(), as documented in
 * "HOWTO", log_hist_coarseness.
 */
#ifndef LANES_MODEL_BINS_H
#define LANES_MODEL_BINS_H

#include <stddef.h>
#include <stdint.h>

#define BINS_BITS    6
#define BINS_OCTAVES 29
#define BINS_COUNT   (BINS_OCTAVES << BINS_BITS)

/* before fio 2.99, which counted in microseconds */
#define BINS_OCTAVES_US 19
#define BINS_COUNT_US	(BINS_OCTAVES_US << BINS_BITS)

#define BINS_COARSENESS_MAX 6

/**
 * bins_index_of() - the bin of a value where each octave has 2^@bits
 *
 * No branch: within an octave a value's leading bits are its bin.
 */
static inline unsigned int bins_index_of(uint64_t value, unsigned int bits)
{
	unsigned int shift =
		63 - bits - __builtin_clzll(value | (uint64_t)1 << bits);

	return (shift << bits) + (unsigned int)(value >> shift);
}

/** bins_index() - the bin of a value; the last one is open above */
static inline unsigned int bins_index(uint64_t value)
{
	unsigned int index = bins_index_of(value, BINS_BITS);

	return index < BINS_COUNT ? index : BINS_COUNT - 1;
}

/** bins_low() - the least value that falls into a bin of 2^@bits an octave */
double bins_low(unsigned int index, unsigned int bits);

/** bins_value() - the middle of a bin, as fio reports it */
double bins_value(unsigned int index);

/** bins_middle() - of the @width neighbours that begin at @index */
double bins_middle(unsigned int index, unsigned int width);

/**
 * bins_percentile_index() - the bin that holds a percentile, by nearest rank
 * @total:    of all @bins, > 0
 * @fraction: 0.99 for the 99th percentile
 */
unsigned int bins_percentile_index(const uint64_t bins[BINS_COUNT],
				   uint64_t total, double fraction);

/** bins_percentile() - its value; 0 where there is nothing */
double bins_percentile(const uint64_t bins[BINS_COUNT], uint64_t total,
		       double fraction);

/**
 * bins_rank() - the nearest rank of a percentile among @total values, from 1
 *
 * A fraction such as 0.07 is no binary number: 0.07 * 100 must be 7, not 8.
 */
double bins_rank(uint64_t total, double fraction);

#endif
