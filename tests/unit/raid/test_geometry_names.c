// SPDX-License-Identifier: GPL-2.0-only
#include "raid/geometries.h"

#include <errno.h>

static void levels(void **state)
{
	static const struct {
		const char *name;
		int level;
	} names[] = {
		{"linear", -1}, {"-1", -1},   {"raid0", 0}, {"0", 0},
		{"stripe", 0},	{"raid1", 1}, {"1", 1},	    {"mirror", 1},
		{"raid4", 4},	{"4", 4},     {"raid5", 5}, {"5", 5},
		{"raid6", 6},	{"6", 6},     {"10", 10},   {"raid10", 10},
	};
	static const char *const none[] = {"",	    "raid",   "raid7", "ar",
					   "near",  "raid5 ", "05",    "faulty",
					   "RAID5", "raid50"};
	int level;
	size_t i;

	(void)state;
	for (i = 0; i < N(names); i++) {
		level = 99;
		assert_int_equal(raid_level_number(names[i].name, &level), 0);
		assert_int_equal(level, names[i].level);
	}
	for (i = 0; i < N(none); i++)
		assert_int_equal(raid_level_number(none[i], &level), -EINVAL);
	assert_string_equal(raid_level_name(-1), "linear");
	assert_string_equal(raid_level_name(10), "raid10");
	assert_null(raid_level_name(7));
	assert_null(raid_level_name(-4));
}

static const struct {
	int level;
	uint32_t layout;
	const char *shown;
	const char *also; /* another word for it */
} layouts[] = {
	{-1, 0, "-", "0"},
	{1, 0, "-", NULL},
	{4, 0, "-", NULL},
	{0, 0, "unknown", "dangerous"},
	{0, 1, "original", "1"},
	{0, 2, "alternate", "2"},
	{5, 0, "left-asymmetric", "la"},
	{5, 1, "right-asymmetric", "ra"},
	{5, 2, "left-symmetric", "ls"},
	{5, 3, "right-symmetric", "rs"},
	{5, 4, "parity-first", "4"},
	{5, 5, "parity-last", "5"},
	{5, 1, "right-asymmetric", "ddf-zero-restart"},
	{5, 0, "left-asymmetric", "ddf-N-restart"},
	{5, 2, "left-symmetric", "ddf-N-continue"},
	{5, 6, "6", NULL},
	{6, 2, "left-symmetric", "default"},
	{6, 8, "ddf-zero-restart", "8"},
	{6, 9, "ddf-N-restart", "0x9"},
	{6, 10, "ddf-N-continue", NULL},
	{6, 16, "left-asymmetric-6", NULL},
	{6, 17, "right-asymmetric-6", NULL},
	{6, 18, "left-symmetric-6", NULL},
	{6, 19, "right-symmetric-6", NULL},
	{6, 20, "parity-first-6", NULL},
	{6, 4294967295, "4294967295", NULL},
	{10, 0x102, "near=2", "n2"},
	{10, 0x103, "near=3", "259"},
	{10, 0x201, "far=2", "f2"},
	{10, 0x10301, "offset=3", "o3"},
	{10, 0x10101, "near=1,offset=1", "o1"},
	{10, 0x101, "near=1", "near=1,far=1"},
	{10, 0x202, "near=2,far=2", "n2,f2"},
	{10, 0x10302, "near=2,offset=3", "o3,n2"},
	{10, 0x20201, "far=2,sets=1", "f2,s1"},
	{10, 0x40201, "far=2,sets=2", "0x40201"},
	{10, 0x50201, "offset=2,sets=2", "o2,sets=2"},
	{10, 0xff, "0xff", NULL},
	{10, 0x80000201, "0x80000201", NULL},
};

static void layouts_both_ways(void **state)
{
	char buf[64];
	uint32_t layout;
	size_t i;

	(void)state;
	for (i = 0; i < N(layouts); i++) {
		assert_ptr_equal(raid_layout_name(layouts[i].level,
						  layouts[i].layout, buf,
						  sizeof(buf)),
				 buf);
		assert_string_equal(buf, layouts[i].shown);
		layout = 99;
		assert_int_equal(
			raid_layout_number(layouts[i].level, buf, &layout), 0);
		assert_int_equal(layout, layouts[i].layout);
	}
	for (i = 0; i < N(layouts); i++) {
		if (!layouts[i].also)
			continue;
		assert_int_equal(raid_layout_number(layouts[i].level,
						    layouts[i].also, &layout),
				 0);
		assert_int_equal(layout, layouts[i].layout);
	}
}

static void no_layouts(void **state)
{
	static const struct {
		int level;
		const char *name;
	} none[] = {
		{5, ""},	   {5, "left"},	      {5, "left-symmetric-6"},
		{5, "-"},	   {5, "-1"},	      {5, "2x"},
		{5, "4294967296"}, {5, "LS"},	      {6, "n2"},
		{0, "left"},	   {0, "original "},  {1, "n2"},
		{1, "x"},	   {10, ""},	      {10, "n"},
		{10, "n-2"},	   {10, "n256"},      {10, "n4294967298"},
		{10, "n2,"},	   {10, "n2,n2"},     {10, "f2,o2"},
		{10, "n2;f2"},	   {10, "near2=2"},   {10, "near=x"},
		{10, "sets=1"},	   {10, "ls"},	      {10, ",n2"},
		{10, "nn2"},	   {10, "n2,near=2"}, {10, "n 2"},
	};
	uint32_t layout = 99;
	size_t i;

	(void)state;
	for (i = 0; i < N(none); i++)
		if (raid_layout_number(none[i].level, none[i].name, &layout) !=
		    -EINVAL)
			fail_msg("'%s' is taken", none[i].name);
	assert_int_equal(layout, 99);
}

/* a name is cut where there is no room, and a number as well */
static void short_buffers(void **state)
{
	char buf[8];

	(void)state;
	assert_string_equal(raid_layout_name(6, 2, buf, sizeof(buf)),
			    "left-sy");
	assert_string_equal(raid_layout_name(10, 0x10302, buf, sizeof(buf)),
			    "near=2,");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels),
		cmocka_unit_test(layouts_both_ways),
		cmocka_unit_test(no_layouts),
		cmocka_unit_test(short_buffers),
	};

	return unit_run(tests);
}
