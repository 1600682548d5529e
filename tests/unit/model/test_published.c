// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/csv.h"
#include "model/published.h"

#define HEAD "config,test,metric,value,unit,certainty,source,note\r\n"

static int parse(struct published *published, const char *text, struct err *err)
{
	return published_parse(published, "p.csv", text, strlen(text), err);
}

static void reads_rfc_4180(void **state)
{
	static const char text[] = HEAD
		"single,seq,throughput,514,MB/s,spoken,\"a, \"\"b\"\"\nc\","
		"note\r\n\r\n"
		"raid5,seq,throughput,180-190,MiB/s,approximate,,\n"
		"raid5,rand,throughput,,MB/s,approximate,,\n"
		"raid0,seq,delta,-100,MB/s,approximate,,";
	struct published published;
	const struct published_row *row;

	(void)state;
	assert_int_equal(parse(&published, text, NULL), 0);
	assert_int_equal(published.count, 4);
	assert_string_equal(published.rows[0].source, "a, \"b\"\nc");
	row = published_find(&published, "raid5", "seq");
	assert_true(row->lo_Bps == 180 * 1048576. &&
		    row->hi_Bps == 190 * 1048576.);
	assert_null(published_find(&published, "raid5", "rand"));
	assert_null(published_find(&published, "raid0", "seq"));
	published_free(&published);
}

static void wrong_and_ambiguous_are_not_compared(void **state)
{
	static const char text[] = HEAD "a,t,throughput,1,MB/s,ambiguous,,\n"
					"a,t,throughput,2,MB/s,wrong,,\n"
					"a,t,throughput,3,MB/s,derived,,\n";
	struct published published;

	(void)state;
	assert_int_equal(parse(&published, text, NULL), 0);
	assert_true(published_find(&published, "a", "t")->lo_Bps == 3e6);
	published_free(&published);
}

static void refuses_with_the_place(void **state)
{
	static const struct {
		const char *text, *value, *rule;
	} rows[] = {
		{"", "p.csv", "does not start with the line"},
		{"config,test\n", "p.csv", "does not start with the line"},
		{HEAD "a,b,c\n", "p.csv:2", "8 fields"},
		{HEAD "a,b,c,1,x,e,s,n,more\n", "p.csv:2", "8 fields"},
		{HEAD "\na,t,throughput,1,parsecs,exact,,\n", "p.csv:3",
		 "\"parsecs\" is no unit"},
		{HEAD "a,t,throughput,fast,MB/s,exact,,\n", "p.csv:2",
		 "\"fast\" is neither"},
		{HEAD "a,t,throughput,1e999,MB/s,exact,,\n", "p.csv:2",
		 "is neither"},
		{HEAD "a,t,throughput,9-2,MB/s,exact,,\n", "p.csv:2",
		 "is neither"},
		{HEAD "a,\"t,throughput", "p.csv:2", "never ends"},
		{HEAD "a,b\"c,", "p.csv:2", "within a bare field"},
		{HEAD "a,\"b\"c,", "p.csv:2", "where a comma"},
	};
	struct published published;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct err err = {0};

		assert_true(parse(&published, rows[i].text, &err) < 0);
		assert_string_equal(err.value, rows[i].value);
		assert_non_null(strstr(err.rule, rows[i].rule));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_rfc_4180),
		cmocka_unit_test(wrong_and_ambiguous_are_not_compared),
		cmocka_unit_test(refuses_with_the_place),
	};

	return unit_run(tests);
}
