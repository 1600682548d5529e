// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/machine.h"

#include <stdio.h>

/* document 000's machine at 1:100: drives limit writes, links reads, and the
 * uplink four reads together */
static const char r820[] =
	"{\"schema\": 1, \"scale\": 100, \"machine\": \"r820\","
	"\"not_modelled\": [\"4k\"], \"drives\": ["
	"{\"serial\":\"S0\",\"model\":\"P3600\",\"read_Bps\":21e6,"
	"\"write_Bps\":5.5e6,\"link\":\"l0\"},"
	"{\"serial\":\"S1\",\"model\":\"P3600\",\"read_Bps\":21e6,"
	"\"write_Bps\":5.5e6,\"link\":\"l1\"},"
	"{\"serial\":\"S2\",\"model\":\"P3600\",\"read_Bps\":21e6,"
	"\"write_Bps\":5.5e6,\"link\":\"l2\"}],"
	"\"links\": ["
	"{\"name\":\"l0\",\"title\":\"5 GT/s x4\",\"read_Bps\":16.5e6,"
	"\"write_Bps\":16.5e6,\"uplink\":\"up\"},"
	"{\"name\":\"l1\",\"title\":\"5 GT/s x4\",\"read_Bps\":16.5e6,"
	"\"write_Bps\":16.5e6,\"uplink\":\"up\"},"
	"{\"name\":\"l2\",\"title\":\"5 GT/s x4\",\"read_Bps\":16.5e6,"
	"\"write_Bps\":16.5e6,\"uplink\":\"up\"}],"
	"\"uplinks\": [{\"name\":\"up\",\"title\":\"switch uplink\","
	"\"read_Bps\":40e6,\"write_Bps\":40e6}]}";

static void expect(const struct machine *machine, size_t count, enum side side,
		   double rate_Bps, const char *hop)
{
	static const size_t drives[] = {0, 1, 2, 1};
	struct ceiling ceiling;

	machine_ceiling(machine, drives, count, side, &ceiling);
	assert_int_equal(ceiling.kind, CEILING_MODELLED);
	assert_true(ceiling.rate.hi_Bps > rate_Bps - 1 &&
		    ceiling.rate.hi_Bps < rate_Bps + 1);
	assert_true(ceiling.rate.lo_Bps == ceiling.rate.hi_Bps);
	assert_string_equal(ceiling.hop, hop);
}

static void model_ceilings(void **state)
{
	struct machine machine;

	(void)state;
	assert_int_equal(
		machine_parse_model(&machine, "m", r820, strlen(r820), NULL),
		0);
	expect(&machine, 1, SIDE_READ, 16.5e6, "5 GT/s x4");
	expect(&machine, 2, SIDE_READ, 33e6, "2 \u00d7 5 GT/s x4");
	expect(&machine, 3, SIDE_READ, 40e6, "switch uplink");
	expect(&machine, 4, SIDE_READ, 40e6, "switch uplink");
	expect(&machine, 1, SIDE_WRITE, 5.5e6, "P3600");
	expect(&machine, 3, SIDE_WRITE, 16.5e6, "3 \u00d7 P3600");
	assert_int_equal(machine_find_serial(&machine, "S2"), 2);
	assert_int_equal(machine_find_serial(&machine, ""), -1);
	machine_free(&machine);
}

/* uplinks in uplinks, links without a limit, drives outside of all */
static void topo_ceilings(void **state)
{
	static const char text[] =
		"{\"schema\": 1, \"drives\": ["
		"{\"name\":\"nvme0n1\",\"link\":\"8 GT/s x4\","
		"\"read_lo_Bps\":3.3e9,\"read_hi_Bps\":3.6e9},"
		"{\"name\":\"nvme1n1\",\"read_lo_Bps\":3.3e9,"
		"\"read_hi_Bps\":3.6e9},"
		"{\"name\":\"sda\",\"read_hi_Bps\":null}],"
		"\"uplinks\": ["
		"{\"name\":\"root\",\"drives\":[\"nvme0n1\",\"nvme1n1\","
		"\"sda\"],"
		"\"read_lo_Bps\":5e9,\"read_hi_Bps\":6e9},"
		"{\"name\":\"inner\",\"drives\":[\"nvme0n1\",\"nvme1n1\",7],"
		"\"read_lo_Bps\":4e9,\"read_hi_Bps\":7e9}]}";
	const size_t all[] = {0, 1, 2};
	struct machine machine;
	struct ceiling ceiling;

	(void)state;
	assert_int_equal(
		machine_parse_topo(&machine, "t", text, strlen(text), NULL), 0);
	machine_ceiling(&machine, all, 1, SIDE_READ, &ceiling);
	assert_int_equal(ceiling.kind, CEILING_LINKS);
	assert_true(ceiling.rate.lo_Bps == 3.3e9);
	assert_string_equal(ceiling.hop, "8 GT/s x4");
	machine_ceiling(&machine, all, 2, SIDE_READ, &ceiling);
	assert_true(ceiling.rate.lo_Bps == 4e9 && ceiling.rate.hi_Bps == 6e9);
	assert_string_equal(ceiling.hop, "root");
	machine_ceiling(&machine, all + 2, 1, SIDE_READ, &ceiling);
	assert_true(ceiling.rate.hi_Bps == 6e9);
	machine_ceiling(&machine, all, 1, SIDE_WRITE, &ceiling);
	assert_int_equal(ceiling.kind, CEILING_NONE);
	machine_ceiling(&machine, all, 0, SIDE_READ, &ceiling);
	assert_int_equal(ceiling.kind, CEILING_NONE);
	assert_int_equal(machine_find(&machine, "/dev/ng1n1"), 1);
	assert_int_equal(machine_find(&machine, "nvme0n2p1"), 0);
	assert_int_equal(machine_find(&machine, "sda3"), 2);
	assert_int_equal(machine_find(&machine, "nvme11n1"), -1);
	machine_free(&machine);
}

static void refuses(void **state)
{
	static const struct {
		const char *text, *rule;
	} rows[] = {
		{"{}", "has no \"schema\": 1"},
		{"{\"schema\": 2}", "has schema 2, this lanes reads 1"},
		{"{\"schema\": 1}", "without a positive \"scale\""},
		{"{\"schema\": 1, \"scale\": \"big\"}", "positive"},
		/* times a rate, it would be infinite */
		{"{\"schema\": 1, \"scale\": 1e308}", "positive"},
	};
	struct machine machine;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};

		assert_true(machine_parse_model(&machine, "m", rows[i].text,
						strlen(rows[i].text),
						&err) < 0);
		assert_non_null(strstr(err.rule, rows[i].rule));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(model_ceilings),
		cmocka_unit_test(topo_ceilings),
		cmocka_unit_test(refuses),
	};

	return unit_run(tests);
}
