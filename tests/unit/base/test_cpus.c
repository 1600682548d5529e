// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "base/cpus.h"

#include <errno.h>

static void lists_round_trip(void **state)
{
	static const struct {
		const char *text, *canonical;
		unsigned int count;
	} rows[] = {
		{"", "", 0},	       {"0", "0", 1},
		{"0-3", "0-3", 4},     {"0, 1, 2", "0-2", 3},
		{"3,1,0", "0-1,3", 3}, {"1,5,9-11", "1,5,9-11", 5},
		{"63-64", "63-64", 2}, {"1023", "1023", 1},
	};
	struct cpus cpus;
	char buf[64];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(cpus_parse(&cpus, rows[i].text), 0);
		assert_string_equal(cpus_format(&cpus, buf, sizeof(buf)),
				    rows[i].canonical);
		assert_int_equal(cpus_count(&cpus), rows[i].count);
	}
}

static void bad_lists_are_refused(void **state)
{
	static const char *const rows[] = {
		"x",
		"-1",
		"3-1",
		"1,",
		"1-",
		",1",
		"1024",
		"0-1024",
		"1 2",
		"0-1-2",
		"99999999999999999999",
	};
	struct cpus cpus;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(cpus_parse(&cpus, rows[i]), -EINVAL);
		assert_int_equal(cpus_count(&cpus), 0);
	}
}

static void members_and_intersection(void **state)
{
	struct cpus a, b;
	char buf[4];

	(void)state;
	cpus_parse(&a, "0-7");
	cpus_parse(&b, "2,4,6,8");
	cpus_keep(&a, &b);
	assert_int_equal(cpus_nth(&a, 0), 2);
	assert_int_equal(cpus_nth(&a, 2), 6);
	assert_int_equal(cpus_nth(&a, 3), -1);
	assert_false(cpus_has(&a, 8));
	assert_false(cpus_has(&a, CPUS_MAX));
	assert_string_equal(cpus_format(&a, buf, sizeof(buf)), "2,4");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lists_round_trip),
		cmocka_unit_test(bad_lists_are_refused),
		cmocka_unit_test(members_and_intersection),
	};

	return unit_run(tests);
}
