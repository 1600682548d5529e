// SPDX-License-Identifier: GPL-2.0-only
#include "raid/parity.h"

#include <assert.h>
#include <errno.h>
#include <isa-l/erasure_code.h>
#include <isa-l/raid.h>
#include <string.h>

/*
 * Bytes handled at a time: what a second pass reads again is still in the
 * first cache then, and so are the zeros.
 */
#define PIECE 8192

/* what DDF layouts count in P's and Q's places */
static const uint8_t zeros[PIECE] __attribute__((aligned(64)));

/* one coefficient's share of ISA-L's multiplication tables */
#define TABLE_BYTES 32

/* 2^exponent */
static const uint8_t power[RAID_MEMBERS_MAX] = {
	0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0x1d, 0x3a, 0x74,
	0xe8, 0xcd, 0x87, 0x13, 0x26, 0x4c, 0x98, 0x2d, 0x5a, 0xb4, 0x75,
	0xea, 0xc9, 0x8f, 0x03, 0x06, 0x0c, 0x18, 0x30, 0x60, 0xc0, 0x9d,
	0x27, 0x4e, 0x9c, 0x25, 0x4a, 0x94, 0x35, 0x6a, 0xd4, 0xb5, 0x77,
	0xee, 0xc1, 0x9f, 0x23, 0x46, 0x8c, 0x05, 0x0a, 0x14, 0x28, 0x50,
	0xa0, 0x5d, 0xba, 0x69, 0xd2, 0xb9, 0x6f, 0xde, 0xa1,
};

#ifdef __x86_64__
#define WIDEST_REGISTERS \
	__attribute__((target_clones("avx2", "avx", "default")))

__attribute__((target("avx"))) static void clear_upper_halves(void)
{
	__builtin_ia32_vzeroupper();
}

/*
 * ISA-L leaves the vector registers' upper halves in use.  SSE code, which is
 * what a compiler makes of any copied struct, is held up by that once per call,
 * for as long as a page's P and Q take.
 */
static void leave_isal(void)
{
	if (__builtin_cpu_supports("avx"))
		clear_upper_halves();
}
#else
#define WIDEST_REGISTERS
static void leave_isal(void)
{
}
#endif

/* ISA-L's arrays hold sources, which it only reads, and results alike */
static void *source(const void *bytes)
{
	return (void *)bytes;
}

static void *behind(void *bytes, size_t len)
{
	uint8_t *at = bytes;

	return at + len;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/*
 * xor_gen() or pq_gen(), whose lengths are ints and whose zeros are few.  They
 * fail only on a length or number that our callers don't have.
 */
static void generate(int (*gen)(int vects, int len, void **array),
		     unsigned int vects, void *array[], size_t len)
{
	unsigned int i;
	size_t n;
	int ret;

	for (;;) {
		n = least(len, PIECE);
		ret = gen(vects, n, array);
		assert(!ret);
		len -= n;
		if (!len)
			break;
		for (i = 0; i < vects; i++)
			if (array[i] != zeros)
				array[i] = behind(array[i], n);
	}
	leave_isal();
}

static void generate_p(unsigned int count, size_t len, const void *const data[],
		       void *p)
{
	void *array[RAID_MEMBERS_MAX + 1];
	unsigned int i;

	if (count == 1) {
		memcpy(p, data[0], len);
		return;
	}
	for (i = 0; i < count; i++)
		array[i] = source(data[i]);
	array[count] = p;
	generate(xor_gen, count + 1, array, len);
}

void raid_parity_generate(const struct raid_row *row, unsigned int count,
			  size_t len, const void *const data[], void *p,
			  void *q)
{
	void *array[RAID_MEMBERS_MAX + 2];
	unsigned int i, places = 0;

	if (!q) {
		generate_p(count, len, data, p);
		return;
	}
	for (i = 0; i < count; i++) {
		while (places <= row->exponent[i])
			array[places++] = source(zeros);
		array[row->exponent[i]] = source(data[i]);
	}
	if (places == 1) { /* fewer than pq_gen() takes */
		memcpy(p, data[0], len);
		memcpy(q, data[0], len);
		return;
	}
	array[places] = p;
	array[places + 1] = q;
	generate(pq_gen, places + 2, array, len);
}

/*
 * xor_gen() would take two passes, more instructions, and where it has no
 * AVX-512 its results bypass the cache, from which they are needed at once.
 */
typedef uint64_t lump __attribute__((vector_size(32), may_alias));

WIDEST_REGISTERS
static void add_difference(size_t len, void *was, const void *now, void *p)
{
	lump *difference = was, *sum = p;
	const lump *becomes = now;
	size_t i;

	for (i = 0; i < len / sizeof(lump); i++) {
		lump d = difference[i] ^ becomes[i];

		difference[i] = d;
		sum[i] ^= d;
	}
}

static void update_both(uint8_t coefficient, size_t len, uint8_t *was,
			const uint8_t *now, uint8_t *p, uint8_t *q)
{
	uint8_t tables[TABLE_BYTES] __attribute__((aligned(32)));
	size_t n;

	/* what is in them depends on what ISA-L finds the CPU able to do */
	ec_init_tables(1, 1, &coefficient, tables);
	for (; len; len -= n, was += n, now += n, p += n, q += n) {
		n = least(len, PIECE);
		add_difference(n, was, now, p);
		ec_encode_data_update(n, 1, 1, 0, tables, was, &q);
	}
	leave_isal();
}

void raid_parity_update(unsigned int exponent, size_t len, void *was,
			const void *now, void *p, void *q)
{
	if (q)
		update_both(power[exponent], len, was, now, p, q);
	else
		add_difference(len, was, now, p);
}

/*
 * Missing data as sums of what is left:
 *	target[t] = sum of coefficient[t][i] * source[i]
 */
struct equations {
	unsigned int sources, targets;
	uint8_t *source[RAID_MEMBERS_MAX];
	uint8_t *target[2];
	uint8_t coefficient[2][RAID_MEMBERS_MAX];
};

static void add_source(struct equations *eq, const void *bytes, uint8_t first,
		       uint8_t second)
{
	eq->source[eq->sources] = source(bytes);
	eq->coefficient[0][eq->sources] = first;
	eq->coefficient[1][eq->sources++] = second;
}

static void solve(struct equations *eq, size_t len)
{
	uint8_t tables[2 * RAID_MEMBERS_MAX * TABLE_BYTES]
		__attribute__((aligned(32)));
	unsigned int t;

	for (t = 0; t < eq->targets; t++)
		ec_init_tables(eq->sources, 1, eq->coefficient[t],
			       tables + t * eq->sources * TABLE_BYTES);
	ec_encode_data(len, eq->sources, eq->targets, tables, eq->source,
		       eq->target);
	leave_isal();
}

static void recover_by_p(unsigned int count, size_t len, void *const data[],
			 const void *p, int x)
{
	const void *rest[RAID_MEMBERS_MAX];
	unsigned int i;

	for (i = 0; i < count; i++)
		rest[i] = (int)i == x ? p : data[i];
	generate_p(count, len, rest, data[x]);
}

/* 2^x X = Q + sum of the rest's 2^i D(i) */
static void recover_by_q(const struct raid_row *row, unsigned int count,
			 size_t len, void *const data[], const void *q, int x)
{
	struct equations eq = {.targets = 1, .target = {data[x]}};
	uint8_t by = gf_inv(power[row->exponent[x]]);
	unsigned int i;

	for (i = 0; i < count; i++)
		if ((int)i != x)
			add_source(&eq, data[i],
				   gf_mul(by, power[row->exponent[i]]), 0);
	add_source(&eq, q, by, 0);
	solve(&eq, len);
}

/*
 * With p and q the sums of P and Q over the two that are missing,
 *	X + Y = p,  2^x X + 2^y Y = q
 *	X = (2^y p + q) / (2^x + 2^y),  Y = p + X
 */
static void recover_two(const struct raid_row *row, unsigned int count,
			size_t len, void *const data[], const void *p,
			const void *q, int x, int y)
{
	struct equations eq = {.targets = 2, .target = {data[x], data[y]}};
	uint8_t of_x = power[row->exponent[x]], of_y = power[row->exponent[y]];
	uint8_t by_q = gf_inv(of_x ^ of_y), by_p = gf_mul(of_y, by_q), by;
	unsigned int i;

	for (i = 0; i < count; i++) {
		if ((int)i == x || (int)i == y)
			continue;
		by = by_p ^ gf_mul(by_q, power[row->exponent[i]]);
		add_source(&eq, data[i], by, by ^ 1);
	}
	add_source(&eq, p, by_p, by_p ^ 1);
	add_source(&eq, q, by_q, by_q);
	solve(&eq, len);
}

int raid_parity_recover(const struct raid_row *row, unsigned int count,
			size_t len, void *const data[], const void *p,
			const void *q, const struct raid_lost *lost)
{
	int x = lost->data[0], y = lost->data[1];

	if (x < 0 && y < 0)
		return 0;
	if (x >= 0 && y >= 0) {
		if (lost->p || lost->q)
			return -EINVAL;
		recover_two(row, count, len, data, p, q, x, y);
		return 0;
	}
	if (x < 0)
		x = y;
	if (!lost->p)
		recover_by_p(count, len, data, p, x);
	else if (!lost->q)
		recover_by_q(row, count, len, data, q, x);
	else
		return -EINVAL;
	return 0;
}
