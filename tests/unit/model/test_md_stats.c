// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/md_stats.h"

#include <errno.h>
#include <stdio.h>

#define MEMBER(path, reads, writes)                                \
	"{\"slot\": 0, \"path\": \"" path "\", \"reads\": " #reads \
	", \"read_bytes\": 4096, \"writes\": " #writes             \
	", \"write_bytes\": 65536}"

#define COUNTS                                                            \
	"\"chunk_bytes\": 65536, \"full_rows\": 1, \"rmw\": 2, \"rcw\": " \
	"3, \"rebuilt\": 4, \"joined\": 5, \"lock_waits\": 6, "           \
	"\"reads\": 7, \"read_bytes\": 8, \"writes\": 9, "

#define ARRAY(name, bytes, members)                                   \
	"{\"name\": \"" name "\", \"level\": \"raid5\", \"layout\": " \
	"\"left-symmetric\", " COUNTS "\"write_bytes\": " #bytes      \
	", \"members\": [" members "]}"

#define FILE_OF(arrays) "{\"schema\": 1, \"arrays\": [" arrays "]}"

static const char two[] = FILE_OF(
	ARRAY("md0", 131072,
	      MEMBER("/dev/a", 1, 2) "," MEMBER("/dev/b", 3, 4) "," MEMBER(
		      "/dev/c", 5, 6)) "," ARRAY("md1", 0, ""));

static void each_count_is_read(void **state)
{
	const struct md_array_stats *md;
	struct md_stats stats;
	struct md_io sum;

	(void)state;
	assert_int_equal(md_stats_parse(&stats, "f", two, strlen(two), NULL),
			 0);
	assert_int_equal(stats.count, 2);
	md = &stats.arrays[0];
	assert_string_equal(md->name, "md0");
	assert_string_equal(md->level, "raid5");
	assert_string_equal(md->layout, "left-symmetric");
	assert_true(md->chunk_bytes == 65536 && md->full_rows == 1 &&
		    md->rmw == 2 && md->rcw == 3 && md->rebuilt == 4 &&
		    md->joined == 5 && md->lock_waits == 6);
	assert_true(md->asked.reads == 7 && md->asked.read_bytes == 8 &&
		    md->asked.writes == 9 && md->asked.write_bytes == 131072);
	assert_int_equal(md->member_count, 3);
	assert_string_equal(md->members[1].path, "/dev/b");
	assert_true(md->members[1].io.reads == 3 &&
		    md->members[1].io.writes == 4);
	sum = md_stats_members(md);
	assert_true(sum.reads == 9 && sum.read_bytes == 12288 &&
		    sum.writes == 12 && sum.write_bytes == 196608);
	assert_true(md_stats_amplification(md) == 1.5);
	/* nothing was written: no ratio, not infinity */
	assert_true(md_stats_amplification(&stats.arrays[1]) == 0);
	md_stats_free(&stats);
}

static void refused(const char *text, const char *rule)
{
	struct md_stats stats;
	struct err err = {0};
	char line[1200];

	assert_int_equal(md_stats_parse(&stats, "dir/x.md.json", text,
					strlen(text), &err),
			 -EINVAL);
	assert_string_equal(err_format(&err, line, sizeof(line)), rule);
	assert_null(stats.arrays);
	assert_int_equal(stats.count, 0);
}

static void what_is_no_such_file_is_refused_with_its_place(void **state)
{
	(void)state;
	refused("", "dir/x.md.json:1: is empty");
	refused("{\n\"schema\": 1,\n\"arrays\": [}",
		"dir/x.md.json:1: the JSON object that starts here never ends");
	refused("{\"schema\": 2}", "dir/x.md.json: has schema 2, this lanes "
				   "reads 1; use a newer lanes");
	refused("{\"arrays\": []}", "dir/x.md.json: has no \"schema\": 1");
	refused("{\"schema\": 1}", "dir/x.md.json: arrays is no list");
	refused("{\"schema\": 1, \"arrays\": 7}",
		"dir/x.md.json: arrays is no list");
	refused(FILE_OF("7"),
		"dir/x.md.json: arrays[0].chunk_bytes is no count");
	refused(FILE_OF(ARRAY("md0", -1, "")),
		"dir/x.md.json: arrays[0].write_bytes is no count");
	refused(FILE_OF(ARRAY("md0", 1.5, "")),
		"dir/x.md.json: arrays[0].write_bytes is no count");
	refused(FILE_OF(ARRAY("md0", 1e300, "")),
		"dir/x.md.json: arrays[0].write_bytes is no count");
	refused(FILE_OF(ARRAY("md0", "many", "")),
		"dir/x.md.json: arrays[0].write_bytes is no count");
	/* the second array's first: the first is given back */
	refused(FILE_OF(ARRAY("a", 1, MEMBER("/dev/a", 1, 1)) "," ARRAY(
			"b", 1,
			MEMBER("/dev/b", 1, 1) "," MEMBER("c", null, 1))),
		"dir/x.md.json: arrays[1].members[1].reads is no count");
	refused("{\"schema\": 1, \"arrays\": [{" COUNTS "\"write_bytes\": 1}]}",
		"dir/x.md.json: arrays[0].members is no list");
}

static void long_texts_are_cut(void **state)
{
	char text[sizeof(two) + 400], path[301];
	struct md_stats stats;

	(void)state;
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	snprintf(text, sizeof(text),
		 FILE_OF("{" COUNTS "\"name\": \"%s\", \"write_bytes\": 1, "
			 "\"members\": []}"),
		 path);
	assert_int_equal(md_stats_parse(&stats, "f", text, strlen(text), NULL),
			 0);
	assert_int_equal(strlen(stats.arrays[0].name),
			 sizeof(stats.arrays[0].name) - 1);
	md_stats_free(&stats);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_count_is_read),
		cmocka_unit_test(
			what_is_no_such_file_is_refused_with_its_place),
		cmocka_unit_test(long_texts_are_cut),
	};

	return unit_run(tests);
}
