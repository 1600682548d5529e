// SPDX-License-Identifier: GPL-2.0-only
#include "raid/parity_row.h"

#include <errno.h>

static uint8_t kept[2][LEN_MAX];

/* loses, recovers and compares; of the parities only what is not lost */
static void check_recover(const struct raid_row *row, unsigned int count,
			  size_t len, void *const data[],
			  const struct raid_lost *lost)
{
	unsigned int i;

	for (i = 0; i < 2; i++)
		if (lost->data[i] >= 0) {
			memcpy(kept[i], data[lost->data[i]], len);
			randomise(data[lost->data[i]], len);
		}
	assert_int_equal(raid_parity_recover(row, count, len, data,
					     lost->p ? NULL : buffer(P),
					     lost->q ? NULL : buffer(Q), lost),
			 0);
	for (i = 0; i < 2; i++)
		if (lost->data[i] >= 0) {
			assert_memory_equal(data[lost->data[i]], kept[i], len);
			assert_fence(lost->data[i], len);
		}
}

static void check_losses(enum order order, unsigned int count, size_t len)
{
	void *data[RAID_MEMBERS_MAX];
	struct raid_row row;
	int x, y;

	order_row(&row, order, count);
	fill(count, len, data);
	generate(&row, count, len, data, true);
	for (x = -1; x < (int)count; x++)
		for (y = x + (x >= 0); y < (int)count; y++) {
			struct raid_lost lost = {.data = {x, y}};

			check_recover(&row, count, len, data, &lost);
		}
	for (x = -1; x < (int)count; x++) {
		struct raid_lost one = {.data = {x, -1}};

		check_recover(&row, count, len, data, &one);
		one.q = true; /* of RAID6 lost, of RAID5 never there */
		check_recover(&row, count, len, data, &one);
		one.p = true;
		one.q = false;
		check_recover(&row, count, len, data, &one);
	}
	assert_p(count, len);
	assert_q(&row, count, len);
}

static void every_loss(void **state)
{
	unsigned int order, count;

	(void)state;
	for (order = 0; order < ORDERS; order++)
		for (count = 1; count <= 24; count++)
			check_losses(order, count, 96);
	check_losses(GAP, RAID_MEMBERS_MAX - 2, 64);
}

static void losses_of_every_length(void **state)
{
	static const size_t lens[] = {512,   4096,  8192,   8224,   8704,
				      65536, 66048, 131104, LEN_MAX};
	unsigned int i;
	size_t len;

	(void)state;
	for (len = 32; len <= 512; len += 32)
		check_losses(len / 32 % ORDERS, 3, len);
	for (i = 0; i < N(lens); i++)
		check_losses(i % ORDERS, 3, lens[i]);
}

static void nothing_missing_is_no_work(void **state)
{
	static const struct raid_lost lost[] = {
		{.data = {-1, -1}},
		{.data = {-1, -1}, .p = true},
		{.data = {-1, -1}, .q = true},
		{.data = {-1, -1}, .p = true, .q = true},
	};
	void *data[2];
	struct raid_row row;
	unsigned int i;

	(void)state;
	order_row(&row, ASCENDING, 2);
	fill(2, 512, data);
	for (i = 0; i < N(lost); i++) {
		memcpy(saved, data[0], 512);
		assert_int_equal(raid_parity_recover(&row, 2, 512, data, NULL,
						     NULL, &lost[i]),
				 0);
		assert_memory_equal(data[0], saved, 512);
	}
}

static void too_many_are_refused(void **state)
{
	static const struct raid_lost lost[] = {
		{.data = {0, -1}, .p = true, .q = true},
		{.data = {-1, 1}, .p = true, .q = true},
		{.data = {0, 2}, .p = true},
		{.data = {0, 2}, .q = true},
		{.data = {0, 2}, .p = true, .q = true},
	};
	void *data[3];
	struct raid_row row;
	unsigned int i, d;

	(void)state;
	order_row(&row, ASCENDING, 3);
	fill(3, 512, data);
	for (i = 0; i < N(lost); i++) {
		for (d = 0; d < 3; d++)
			memcpy(saved + d * 512, data[d], 512);
		assert_int_equal(raid_parity_recover(&row, 3, 512, data,
						     buffer(P), buffer(Q),
						     &lost[i]),
				 -EINVAL);
		for (d = 0; d < 3; d++)
			assert_memory_equal(data[d], saved + d * 512, 512);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_loss),
		cmocka_unit_test(losses_of_every_length),
		cmocka_unit_test(nothing_missing_is_no_work),
		cmocka_unit_test(too_many_are_refused),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
