// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "base/err.h"
#include "base/units.h"

#include <errno.h>

static void rates(void **state)
{
	static const struct {
		double rate;
		const char *text;
	} rows[] = {
		{0, "0.00 B/s"},	{514e6, "514 MB/s"},
		{21.4e6, "21.4 MB/s"},	{1.824e9, "1.82 GB/s"},
		{999.6e6, "1.00 GB/s"}, {999.4e6, "999 MB/s"},
		{6.6e9, "6.60 GB/s"},	{5.7e6, "5.70 MB/s"},
		{126.03e9, "126 GB/s"}, {9.996e6, "10.0 MB/s"},
	};
	char buf[32];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_string_equal(units_rate(rows[i].rate, buf, sizeof(buf)),
				    rows[i].text);
	assert_string_equal(units_rate_range(0.92e9, 1.65e9, buf, sizeof(buf)),
			    "0.92-1.65 GB/s");
}

static void sizes(void **state)
{
	char buf[32];

	(void)state;
	assert_string_equal(units_size(0, buf, sizeof(buf)), "0 B");
	assert_string_equal(units_size(512, buf, sizeof(buf)), "512 B");
	assert_string_equal(units_size(4096, buf, sizeof(buf)), "4 KiB");
	assert_string_equal(units_size(1 << 20, buf, sizeof(buf)), "1 MiB");
	assert_string_equal(units_size(400088457216ULL, buf, sizeof(buf)),
			    "400 GB");
}

static void errors_read_value_rule_remedy(void **state)
{
	struct err err = {0};
	char line[64];

	(void)state;
	assert_int_equal(
		err_set(&err, EBUSY, "/dev/ng0n1", "is mounted on %s", "/srv"),
		-EBUSY);
	assert_string_equal(err_format(&err, line, sizeof(line)),
			    "/dev/ng0n1: is mounted on /srv");
	assert_int_equal(err_remedy(&err, "unmount it"), -EBUSY);
	assert_string_equal(err_format(&err, line, sizeof(line)),
			    "/dev/ng0n1: is mounted on /srv; unmount it");
	assert_int_equal(err_set(NULL, ENOENT, "x", "y"), -ENOENT);
	err_set(&err, ENOENT, "/nowhere", "%s", "");
	assert_string_equal(err_format(&err, line, sizeof(line)),
			    "/nowhere: No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates),
		cmocka_unit_test(sizes),
		cmocka_unit_test(errors_read_value_rule_remedy),
	};

	return unit_run(tests);
}
