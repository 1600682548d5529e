// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/ceiling.h"

#include <math.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))
#define KIB128	(128 * 1024)

static void near(double value, double expected, double tolerance)
{
	if (fabs(value - expected) > tolerance)
		fail_msg("%.6g is not %.6g +- %.2g", value, expected,
			 tolerance);
}

static void lane_rates(void **state)
{
	static const double MBps[] = {0, 250, 500, 984.6, 1969.2, 3938.5, 7375};
	unsigned int gen;

	(void)state;
	for (gen = 0; gen < N(MBps); gen++)
		near(ceiling_lane_Bps(gen) / 1e6, MBps[gen], 0.05);
	near(ceiling_lane_Bps(7), 0, 0);
}

/* PCI Express Base Specification 5.0, tables 3-7, 3-8, 3-9 */
static void ack_limits(void **state)
{
	static const uint8_t widths[] = {1, 2, 4, 8, 12, 16, 32};
	static const unsigned int limits[3][6][7] = {
		{{237, 128, 73, 67, 58, 48, 33},
		 {416, 217, 118, 107, 90, 72, 45},
		 {559, 289, 154, 86, 109, 86, 52},
		 {1071, 545, 282, 150, 194, 150, 84},
		 {2095, 1057, 538, 278, 365, 278, 148},
		 {4143, 2081, 1050, 534, 706, 534, 276}},
		{{288, 179, 124, 118, 109, 99, 84},
		 {467, 268, 169, 158, 141, 123, 96},
		 {610, 340, 205, 137, 160, 137, 103},
		 {1122, 596, 333, 201, 245, 201, 135},
		 {2146, 1108, 589, 329, 416, 329, 199},
		 {4194, 2132, 1101, 585, 757, 585, 327}},
		{{333, 224, 169, 163, 154, 144, 129},
		 {512, 313, 214, 203, 186, 168, 141},
		 {655, 385, 250, 182, 205, 182, 148},
		 {1167, 641, 378, 246, 290, 246, 180},
		 {2191, 1153, 634, 374, 461, 374, 244},
		 {4239, 2177, 1146, 630, 802, 630, 372}},
	};
	unsigned int gen, m, w;

	(void)state;
	for (gen = 1; gen <= TOPO_GEN_MAX; gen++)
		for (m = 0; m < 6; m++)
			for (w = 0; w < N(widths); w++)
				assert_int_equal(
					ceiling_ack_limit(gen, widths[w],
							  128U << m),
					limits[gen < 3 ? gen - 1 : 2][m][w]);
	assert_int_equal(ceiling_ack_limit(2, 3, 256), 0);
	assert_int_equal(ceiling_ack_limit(2, 4, 200), 0);
	assert_int_equal(ceiling_ack_limit(0, 4, 256), 0);
	assert_int_equal(ceiling_ack_limit(7, 4, 256), 0);
}

/* 128 KiB reads, GB/s; the figures are rounded to 0.01 */
static void published_ranges(void **state)
{
	static const struct {
		struct topo_link link;
		uint32_t mps;
		double lo, hi;
	} rows[] = {
		{{2, 4}, 128, 1.46, 1.68},  {{2, 4}, 256, 1.65, 1.82},
		{{2, 4}, 512, 1.76, 1.90},  {{2, 16}, 128, 5.85, 6.71},
		{{2, 16}, 256, 6.60, 7.29}, {{2, 16}, 512, 7.02, 7.61},
		{{3, 4}, 128, 2.99, 3.31},  {{3, 4}, 256, 3.32, 3.59},
		{{3, 4}, 512, 3.51, 3.75},  {{4, 4}, 128, 5.98, 6.61},
		{{4, 4}, 256, 6.64, 7.18},  {{4, 4}, 512, 7.02, 7.50},
	};
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		struct ceiling_io io = ceiling_io(KIB128, rows[i].mps);
		struct ceiling c = ceiling_read(rows[i].link, &io);

		near(c.lo_Bps / 1e9, rows[i].lo, 0.006);
		near(c.hi_Bps / 1e9, rows[i].hi, 0.006);
	}
}

static void small_block_rates(void **state)
{
	static const struct {
		struct topo_link link;
		double kIOPS;
	} rows[] = {
		{{2, 4}, 436}, {{2, 16}, 1745}, {{3, 4}, 859}, {{4, 4}, 1718}};
	struct ceiling_io io = ceiling_io(4096, 256);
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++)
		near(ceiling_read(rows[i].link, &io).hi_Bps / 4096 / 1000,
		     rows[i].kIOPS, 0.51);
}

static void shares_of_payload(void **state)
{
	(void)state;
	near(ceiling_eta_read(3, 4096, 256), 4096.0 / (4096 + 16 * 24 + 92),
	     1e-12);
	near(ceiling_eta_write(3, 4096, 256), 4096.0 / (4096 + 16 * 20 + 148),
	     1e-12);
	/* a partial packet has a whole header */
	near(ceiling_eta_read(3, 4097, 256), 4097.0 / (4097 + 17 * 24 + 92),
	     1e-12);
	near(ceiling_eta_read(6, 4096, 256), 4096.0 / (4096 + 16 * 16 + 68),
	     1e-12);
	/* completions of 64 bytes leave three quarters */
	near(ceiling_eta_write(3, 64 << 20, 64), 0.762, 0.0005);
	near(ceiling_eta_read(3, 0, 256), 0, 0);
	near(ceiling_eta_write(3, 4096, 0), 0, 0);
}

static void write_range_spans_completion_sizes(void **state)
{
	struct ceiling_io io = ceiling_io(KIB128, 256);
	struct topo_link link = {3, 4};
	struct ceiling small, large, range = ceiling_write(link, &io);

	(void)state;
	io.cpl_max_bytes = 64;
	small = ceiling_write(link, &io);
	io.cpl_min_bytes = io.cpl_max_bytes = 256;
	large = ceiling_write(link, &io);
	near(range.lo_Bps, small.lo_Bps, 0);
	near(range.hi_Bps, large.hi_Bps, 0);
	assert_true(small.hi_Bps < large.lo_Bps);
}

/* what must hold for every link, payload size and block size */
static void properties(void **state)
{
	static const uint8_t widths[] = {1, 2, 4, 8, 12, 16, 32};
	uint32_t mps, block;
	unsigned int gen, w;

	(void)state;
	for (gen = 1; gen <= TOPO_GEN_MAX; gen++)
		for (w = 0; w < N(widths); w++)
			for (mps = 128; mps <= 4096; mps *= 2)
				for (block = 512; block <= 1 << 20;
				     block *= 2) {
					struct topo_link link = {gen,
								 widths[w]};
					struct ceiling_io io =
						ceiling_io(block, mps);
					struct ceiling r =
						ceiling_read(link, &io);
					struct ceiling wr =
						ceiling_write(link, &io);
					double line = ceiling_lane_Bps(gen) *
						      widths[w];

					assert_true(0 < r.lo_Bps);
					assert_true(r.lo_Bps < r.hi_Bps);
					assert_true(r.hi_Bps < line);
					assert_true(0 < wr.lo_Bps);
					assert_true(wr.lo_Bps < wr.hi_Bps);
					assert_true(wr.hi_Bps < line);
				}
}

static void four_x4_weigh_one_x16(void **state)
{
	struct ceiling_io io = ceiling_io(KIB128, 256);
	unsigned int gen;

	(void)state;
	for (gen = 1; gen <= TOPO_GEN_MAX; gen++) {
		struct ceiling x4 =
			ceiling_read((struct topo_link){gen, 4}, &io);
		struct ceiling x16 =
			ceiling_read((struct topo_link){gen, 16}, &io);

		near(4 * x4.lo_Bps, x16.lo_Bps, 1);
		near(4 * x4.hi_Bps, x16.hi_Bps, 1);
	}
}

static void unknown_links_have_none(void **state)
{
	static const struct topo_link links[] = {{0, 0}, {0, 4}, {3, 0}};
	struct ceiling_io io = ceiling_io(4096, 256);
	struct ceiling known = ceiling_read((struct topo_link){3, 4}, &io);
	size_t i;

	(void)state;
	for (i = 0; i < N(links); i++) {
		struct ceiling c = ceiling_read(links[i], &io);

		assert_false(ceiling_known(c));
		near(ceiling_min(c, known).lo_Bps, known.lo_Bps, 0);
		near(ceiling_min(known, c).hi_Bps, known.hi_Bps, 0);
	}
}

static void least_and_sum(void **state)
{
	struct ceiling a = {1, 5}, b = {2, 4};

	(void)state;
	near(ceiling_min(a, b).lo_Bps, 1, 0);
	near(ceiling_min(a, b).hi_Bps, 4, 0);
	near(ceiling_sum(a, b).lo_Bps, 3, 0);
	near(ceiling_sum(a, b).hi_Bps, 9, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lane_rates),
		cmocka_unit_test(ack_limits),
		cmocka_unit_test(published_ranges),
		cmocka_unit_test(small_block_rates),
		cmocka_unit_test(shares_of_payload),
		cmocka_unit_test(write_range_spans_completion_sizes),
		cmocka_unit_test(properties),
		cmocka_unit_test(four_x4_weigh_one_x16),
		cmocka_unit_test(unknown_links_have_none),
		cmocka_unit_test(least_and_sum),
	};

	return unit_run(tests);
}
