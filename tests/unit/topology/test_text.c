// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/text.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static void speeds(void **state)
{
	static const struct {
		const char *text;
		int gen;
	} rows[] = {
		{"2.5 GT/s PCIe", 1},
		{"2.5 GT/s", 1},
		{"5.0 GT/s PCIe", 2},
		{"5 GT/s", 2},
		{"8.0 GT/s PCIe", 3},
		{"16.0 GT/s PCIe", 4},
		{"32.0 GT/s PCIe", 5},
		{"64.0 GT/s PCIe", 6},
		{"Unknown", 0},
		{"Unknown speed", 0},
		{"", -EINVAL},
		{"5", -EINVAL},
		{"2.5.0 GT/s", -EINVAL},
		{"50 GT/s", -EINVAL},
		{"5.0 GT/s PCIe 2", -EINVAL},
		{"3.0 GT/s", -EINVAL},
		{"? GT/s", -EINVAL},
	};
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++)
		assert_int_equal(topo_parse_speed(rows[i].text), rows[i].gen);
}

static void links(void **state)
{
	char buf[24];

	(void)state;
	assert_string_equal(
		topo_link_text((struct topo_link){1, 1}, buf, sizeof(buf)),
		"2.5 GT/s x1");
	assert_string_equal(
		topo_link_text((struct topo_link){4, 16}, buf, sizeof(buf)),
		"16 GT/s x16");
	assert_string_equal(
		topo_link_text((struct topo_link){0, 4}, buf, sizeof(buf)),
		"unknown");
	assert_string_equal(topo_speed_text(9), "?");
}

static void addresses(void **state)
{
	static const struct {
		const char *text;
		struct topo_bdf bdf;
	} good[] = {
		{"0000:44:00.0", {0, 0x44, 0, 0}},
		{"44:1f.7", {0, 0x44, 0x1f, 7}},
		{"10000:E1:00.0", {0x10000, 0xe1, 0, 0}},
		{"0:1:2.3", {0, 1, 2, 3}},
	};
	static const char *const bad[] = {
		"",	    "nvme0n1",	    "44",	"44:00",
		"44:00.",   "44:20.0",	    "44:00.8",	"144:00.0",
		"44:00.0 ", "0000:44:.0",   ":44:00.0", "123456789:00:00.0",
		"::",	    "0000:44:00.0x"};
	struct topo_bdf bdf;
	size_t i;

	(void)state;
	for (i = 0; i < N(good); i++) {
		assert_int_equal(topo_parse_bdf(&bdf, good[i].text), 0);
		assert_int_equal(bdf.domain, good[i].bdf.domain);
		assert_int_equal(bdf.bus, good[i].bdf.bus);
		assert_int_equal(bdf.dev, good[i].bdf.dev);
		assert_int_equal(bdf.func, good[i].bdf.func);
	}
	for (i = 0; i < N(bad); i++)
		assert_int_equal(topo_parse_bdf(&bdf, bad[i]), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(speeds),
		cmocka_unit_test(links),
		cmocka_unit_test(addresses),
	};

	return unit_run(tests);
}
