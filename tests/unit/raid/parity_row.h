// SPDX-License-Identifier: GPL-2.0-only
/* Rows of chunks between fences, and their P and Q by slow arithmetic. */
#ifndef LANES_TESTS_RAID_PARITY_ROW_H
#define LANES_TESTS_RAID_PARITY_ROW_H

#include "unit.h"

#include "raid/parity.h"

#include <stdbool.h>
#include <stdlib.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

/* the longest, and what must stay untouched around each buffer */
#define LEN_MAX	   (200 * 1024)
#define FENCE	   64
#define FENCE_BYTE 0xf5
#define BUFFERS	   (RAID_MEMBERS_MAX + 4)

static uint64_t seed;

static inline uint32_t draw(uint32_t below)
{
	seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
	return (seed >> 33) % below;
}

/* --- buffers: data, then P, Q and spare ones --- */
static uint8_t *buffers;
static uint8_t saved[LEN_MAX];

static inline uint8_t *buffer(unsigned int i)
{
	return buffers + (size_t)i * (LEN_MAX + 2 * FENCE) + FENCE;
}

enum {
	P = RAID_MEMBERS_MAX,
	Q,
	WAS,
	REFERENCE,
};

static inline int set_up(void **state)
{
	(void)state;
	seed = 6;
	buffers = aligned_alloc(64, (size_t)BUFFERS * (LEN_MAX + 2 * FENCE));
	return buffers ? 0 : -1;
}

static inline int tear_down(void **state)
{
	(void)state;
	free(buffers);
	return 0;
}

static inline void randomise(uint8_t *bytes, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		bytes[i] = draw(256);
}

static inline void fence(unsigned int i, size_t len)
{
	memset(buffer(i) - FENCE, FENCE_BYTE, FENCE);
	memset(buffer(i) + len, FENCE_BYTE, FENCE);
}

static inline void assert_fence(unsigned int i, size_t len)
{
	unsigned int at;

	for (at = 0; at < FENCE; at++) {
		assert_int_equal(buffer(i)[-1 - (int)at], FENCE_BYTE);
		assert_int_equal(buffer(i)[len + at], FENCE_BYTE);
	}
}

/* random data, and random bytes where P and Q go */
static inline void fill(unsigned int count, size_t len, void *data[])
{
	unsigned int i;

	for (i = 0; i < BUFFERS; i++)
		if (i < count || i >= RAID_MEMBERS_MAX) {
			randomise(buffer(i), len);
			fence(i, len);
		}
	for (i = 0; i < count; i++)
		data[i] = buffer(i);
}

/* --- GF(2^8), as the book has it --- */
static inline uint8_t multiply(uint8_t a, uint8_t b)
{
	uint8_t product = 0;

	for (; b; b >>= 1) {
		if (b & 1)
			product ^= a;
		a = a << 1 ^ (a & 0x80 ? 0x1d : 0);
	}
	return product;
}

static inline uint8_t two_to(unsigned int exponent)
{
	uint8_t power = 1;

	while (exponent--)
		power = multiply(power, 2);
	return power;
}

/* sum += factor * bytes */
static inline void add_times(uint8_t *sum, uint8_t factor, const uint8_t *bytes,
			     size_t len)
{
	uint8_t times[256];
	unsigned int v;
	size_t i;

	for (v = 0; v < 256; v++)
		times[v] = multiply(factor, v);
	for (i = 0; i < len; i++)
		sum[i] ^= times[bytes[i]];
}

static inline void assert_p(unsigned int count, size_t len)
{
	uint8_t *sum = memset(buffer(REFERENCE), 0, len);
	unsigned int i;

	for (i = 0; i < count; i++)
		add_times(sum, 1, buffer(i), len);
	assert_memory_equal(buffer(P), sum, len);
	assert_fence(P, len);
}

static inline void assert_q(const struct raid_row *row, unsigned int count,
			    size_t len)
{
	uint8_t *sum = memset(buffer(REFERENCE), 0, len);
	unsigned int i;

	for (i = 0; i < count; i++)
		add_times(sum, two_to(row->exponent[i]), buffer(i), len);
	assert_memory_equal(buffer(Q), sum, len);
	assert_fence(Q, len);
}

/* --- orders of exponents --- */
enum order {
	ASCENDING,  /* left-symmetric and its like: data starts behind Q */
	ROTATED,    /* left-asymmetric: data chunk 0 is elsewhere */
	DESCENDING, /* these two are none of md's, but rows all the same */
	SHUFFLED,
	GAP,	  /* ddf-*: P's and Q's neighbouring places count too */
	GAP_ENDS, /* ddf-*: P in the last place, Q in the first */
	ORDERS,
};

static inline unsigned int exponent_of(enum order order, unsigned int i,
				       unsigned int count, unsigned int at)
{
	switch (order) {
	case ROTATED:
		return (i + at) % count;
	case DESCENDING:
		return count - 1 - i;
	case GAP:
		return i >= at ? i + 2 : i;
	case GAP_ENDS:
		return i + 1;
	default:
		return i;
	}
}

static inline void shuffle(uint8_t *values, unsigned int count)
{
	unsigned int i, j;
	uint8_t swap;

	for (i = count - 1; i; i--) {
		j = draw(i + 1);
		swap = values[i];
		values[i] = values[j];
		values[j] = swap;
	}
}

static inline void order_row(struct raid_row *row, enum order order,
			     unsigned int count)
{
	unsigned int i, at = draw(count);

	memset(row, 0, sizeof(*row));
	for (i = 0; i < count; i++)
		row->exponent[i] = exponent_of(order, i, count, at);
	if (order == SHUFFLED)
		shuffle(row->exponent, count);
}

static inline void generate(const struct raid_row *row, unsigned int count,
			    size_t len, void *const data[], bool q)
{
	const void *read[RAID_MEMBERS_MAX];
	unsigned int i;

	for (i = 0; i < count; i++)
		read[i] = data[i];
	raid_parity_generate(row, count, len, read, buffer(P),
			     q ? buffer(Q) : NULL);
}

#endif
