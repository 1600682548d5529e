// SPDX-License-Identifier: GPL-2.0-only
#include "raid/parity_row.h"

static void check_generate(enum order order, unsigned int count, size_t len)
{
	void *data[RAID_MEMBERS_MAX];
	struct raid_row row;
	unsigned int first = draw(count);

	order_row(&row, order, count);
	fill(count, len, data);
	memcpy(saved, buffer(first), len);
	generate(&row, count, len, data, false);
	assert_p(count, len);
	fence(P, len);
	randomise(buffer(P), len);
	generate(&row, count, len, data, true);
	assert_p(count, len);
	assert_q(&row, count, len);
	assert_memory_equal(buffer(first), saved, len);
}

/* the book's own figures: 2^8 = 0x1d, 2^255 = 1 */
static void field(void **state)
{
	(void)state;
	assert_int_equal(two_to(8), 0x1d);
	assert_int_equal(two_to(255), 1);
	assert_int_equal(multiply(0x8e, 2), 1);
}

static void every_exponent(void **state)
{
	unsigned int exponent, i;
	void *data[1];

	(void)state;
	for (exponent = 0; exponent < RAID_MEMBERS_MAX; exponent++) {
		struct raid_row row = {.exponent = {exponent}};

		fill(1, 512, data);
		for (i = 0; i < 256; i++)
			buffer(0)[i] = i;
		generate(&row, 1, 512, data, true);
		assert_p(1, 512);
		assert_q(&row, 1, 512);
	}
}

static void every_count_and_order(void **state)
{
	unsigned int count, order;

	(void)state;
	for (order = 0; order < ORDERS; order++)
		for (count = 1; count <= RAID_MEMBERS_MAX - 2; count++)
			check_generate(order, count, 512);
}

static void every_length(void **state)
{
	static const size_t lens[] = {
		4096,	       8192 - 32,   8192 - 512,	       8192,
		8192 + 32,     8192 + 512,  16384 + 96,	       65536 - 32,
		65536,	       65536 + 512, 2 * 65536 + 12352, LEN_MAX - 32,
		LEN_MAX - 512, LEN_MAX,
	};
	static const unsigned int counts[] = {1, 2, 3, 7, 22};
	unsigned int i, c, order = 0;
	size_t len;

	(void)state;
	for (len = 32; len <= 1024; len += 32)
		for (c = 0; c < N(counts); c++)
			check_generate(order++ % ORDERS, counts[c], len);
	for (i = 0; i < N(lens); i++)
		for (c = 0; c < N(counts); c++)
			check_generate(order++ % ORDERS, counts[c], lens[i]);
}

/* 32 bytes is all that buffers need to be aligned to */
static void alignment(void **state)
{
	static const unsigned int offsets[] = {0, 32, 0, 32, 32};
	const size_t len = 8192 + 64;
	const void *data[3];
	struct raid_row row;
	void *unused[3];
	unsigned int i, v;
	uint8_t *p, *q;

	(void)state;
	order_row(&row, ASCENDING, 3);
	fill(3, len + 32, unused);
	for (i = 0; i < 3; i++)
		data[i] = buffer(i) + offsets[i];
	p = buffer(P) + offsets[3];
	q = buffer(Q) + offsets[4];
	raid_parity_generate(&row, 3, len, data, p, q);
	for (v = 0; v < 2; v++) {
		uint8_t *sum = memset(buffer(REFERENCE), 0, len);

		for (i = 0; i < 3; i++)
			add_times(sum, v ? two_to(i) : 1,
				  buffer(i) + offsets[i], len);
		assert_memory_equal(v ? q : p, sum, len);
	}
}

static void change(const struct raid_row *row, unsigned int i, size_t len,
		   bool q)
{
	memcpy(buffer(WAS), buffer(i), len);
	randomise(buffer(i), len);
	memcpy(saved, buffer(i), len);
	raid_parity_update(row->exponent[i], len, buffer(WAS), buffer(i),
			   buffer(P), q ? buffer(Q) : NULL);
	assert_memory_equal(buffer(i), saved, len);
	assert_fence(WAS, len);
}

static void check_updates(enum order order, unsigned int count, size_t len,
			  unsigned int changes)
{
	void *data[RAID_MEMBERS_MAX];
	struct raid_row row;
	unsigned int i;

	order_row(&row, order, count);
	fill(count, len, data);
	generate(&row, count, len, data, true);
	for (i = 0; i < changes; i++)
		change(&row, draw(count), len, true);
	assert_p(count, len);
	assert_q(&row, count, len);
	generate(&row, count, len, data, false);
	for (i = 0; i < changes; i++)
		change(&row, draw(count), len, false);
	assert_p(count, len);
}

static void updates_equal_generation(void **state)
{
	static const size_t lens[] = {32,    64,	   96,	   512,
				      4096,  8192,	   8224,   12352,
				      65536, LEN_MAX - 32, LEN_MAX};
	unsigned int order, count, i;

	(void)state;
	for (order = 0; order < ORDERS; order++)
		for (count = 1; count <= 24; count++)
			check_updates(order, count, 512, 2 * count);
	for (i = 0; i < N(lens); i++)
		check_updates(i % ORDERS, 5, lens[i], 8);
}

static void updates_of_every_exponent(void **state)
{
	unsigned int exponent, i;

	(void)state;
	for (exponent = 0; exponent < RAID_MEMBERS_MAX; exponent++) {
		struct raid_row row = {.exponent = {exponent}};
		void *data[1];

		fill(1, 512, data);
		generate(&row, 1, 512, data, true);
		for (i = 0; i < 2; i++)
			change(&row, 0, 512, true);
		assert_p(1, 512);
		assert_q(&row, 1, 512);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(field),
		cmocka_unit_test(every_exponent),
		cmocka_unit_test(every_count_and_order),
		cmocka_unit_test(every_length),
		cmocka_unit_test(alignment),
		cmocka_unit_test(updates_equal_generation),
		cmocka_unit_test(updates_of_every_exponent),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
