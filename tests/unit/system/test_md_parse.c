// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "system/md_parse.h"

#include <errno.h>

#define N(rows) (sizeof(rows) / sizeof((rows)[0]))

static void numbers(void **state)
{
	static const struct {
		const char *text;
		int ret;
		int64_t value;
	} rows[] = {
		{"0", 0, 0},
		{"65536", 0, 65536},
		{"-1", 0, -1},
		{"9223372036854775807", 0, INT64_MAX},
		{"5 (4)", -EBUSY, 5},
		{"65536 (524288)", -EBUSY, 65536},
		{"", -EINVAL, 0},
		{"none", -EINVAL, 0},
		{"5x", -EINVAL, 0},
		{"5 4", -EINVAL, 0},
		{"9223372036854775808", -EINVAL, 0},
	};
	int64_t value;
	size_t i;

	(void)state;
	for (i = 0; i < N(rows); i++) {
		assert_int_equal(md_parse_number(rows[i].text, &value),
				 rows[i].ret);
		if (rows[i].ret != -EINVAL)
			assert_int_equal(value, rows[i].value);
	}
}

static void slots(void **state)
{
	int slot;

	(void)state;
	assert_int_equal(md_parse_slot("0", &slot), 0);
	assert_int_equal(slot, 0);
	assert_int_equal(md_parse_slot("17", &slot), 0);
	assert_int_equal(slot, 17);
	assert_int_equal(md_parse_slot("none", &slot), 0);
	assert_int_equal(slot, MD_SLOT_NONE);
	assert_int_equal(md_parse_slot("journal", &slot), 0);
	assert_int_equal(slot, MD_SLOT_JOURNAL);
	assert_int_equal(md_parse_slot("-1", &slot), -EINVAL);
	assert_int_equal(md_parse_slot("", &slot), -EINVAL);
	assert_int_equal(md_parse_slot("nonesuch", &slot), -EINVAL);
	assert_int_equal(md_parse_slot("4294967296", &slot), -EINVAL);
}

static void states(void **state)
{
	struct md_member_state s;

	(void)state;
	md_parse_state("in_sync,write_mostly,failfast", &s);
	assert_true(s.in_sync && s.write_mostly);
	assert_false(s.faulty || s.replacement || s.journal);
	md_parse_state("faulty,blocked", &s);
	assert_true(s.faulty);
	assert_false(s.in_sync);
	/* wanting one is not being one */
	md_parse_state("in_sync,want_replacement", &s);
	assert_true(s.in_sync);
	assert_false(s.replacement);
	md_parse_state("replacement,in_sync", &s);
	assert_true(s.in_sync && s.replacement);
	md_parse_state("journal", &s);
	assert_true(s.journal);
	md_parse_state("", &s);
	assert_false(s.in_sync);
	md_parse_state(",,in_sync_not,", &s);
	assert_false(s.in_sync);
}

static void bad_blocks(void **state)
{
	uint64_t sector;

	(void)state;
	assert_false(md_parse_bad_blocks("", &sector));
	assert_false(md_parse_bad_blocks(" \n", &sector));
	assert_true(md_parse_bad_blocks("200 8\n300 1\n", &sector));
	assert_int_equal(sector, 200);
	/* whatever else it says, it says something */
	assert_true(md_parse_bad_blocks("-", &sector));
	assert_int_equal(sector, 0);
}

static void containers(void **state)
{
	char name[8];

	(void)state;
	assert_int_equal(
		md_parse_container("external:/md127/0", name, sizeof(name)), 0);
	assert_string_equal(name, "md127");
	assert_int_equal(
		md_parse_container("external:-md0/1", name, sizeof(name)), 0);
	assert_string_equal(name, "md0");
	assert_int_equal(
		md_parse_container("external:imsm", name, sizeof(name)),
		-EINVAL);
	assert_int_equal(md_parse_container("1.2", name, sizeof(name)),
			 -EINVAL);
	assert_int_equal(md_parse_container("external:/", name, sizeof(name)),
			 -EINVAL);
	assert_int_equal(
		md_parse_container("external:/../x", name, sizeof(name)),
		-EINVAL);
	assert_int_equal(
		md_parse_container("external:/md1234567/0", name, sizeof(name)),
		-EINVAL);
}

static void member_lists(void **state)
{
	const char *at = "/dev/a,missing,b";
	char path[16];

	(void)state;
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 1);
	assert_string_equal(path, "/dev/a");
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 1);
	assert_string_equal(path, "missing");
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 1);
	assert_string_equal(path, "b");
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 0);

	at = "";
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 0);
	at = ",a";
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), -EINVAL);
	at = "a,,b";
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), 1);
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), -EINVAL);
	at = "a,";
	assert_int_equal(md_parse_member(&at, path, sizeof(path)), -EINVAL);
	at = "0123456789abcdef";
	assert_int_equal(md_parse_member(&at, path, sizeof(path)),
			 -ENAMETOOLONG);
}

static void lockless_bitmaps(void **state)
{
	uint8_t buf[8] = {'b', 'i', 't', 'm', 4};

	(void)state;
	assert_false(md_parse_lockless_bitmap(buf, sizeof(buf)));
	buf[4] = 5;
	assert_false(md_parse_lockless_bitmap(buf, sizeof(buf)));
	buf[4] = 6;
	assert_true(md_parse_lockless_bitmap(buf, sizeof(buf)));
	assert_false(md_parse_lockless_bitmap(buf, 7));
	buf[0] = 'B';
	assert_false(md_parse_lockless_bitmap(buf, sizeof(buf)));
}

static void foreign_metadata(void **state)
{
	static const uint8_t ddf[] = {0xde, 0x11, 0xde, 0x11};
	static const char imsm[] = "Intel Raid ISM Cfg Sig. 1.3.00";
	uint8_t end[8192] = {0};

	(void)state;
	assert_null(md_parse_foreign(end, sizeof(end)));
	assert_null(md_parse_foreign(end, 0));
	memcpy(end + 8192 - 512, ddf, sizeof(ddf));
	assert_string_equal(md_parse_foreign(end, sizeof(end)), "DDF");
	assert_string_equal(md_parse_foreign(end + 8192 - 512, 512), "DDF");
	/* the last but one, of either sector size */
	memcpy(end + 8192 - 1024, imsm, sizeof(imsm));
	assert_string_equal(md_parse_foreign(end, sizeof(end)), "IMSM");
	memset(end, 0, sizeof(end));
	memcpy(end, imsm, sizeof(imsm));
	assert_string_equal(md_parse_foreign(end, sizeof(end)), "IMSM");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers),
		cmocka_unit_test(slots),
		cmocka_unit_test(states),
		cmocka_unit_test(bad_blocks),
		cmocka_unit_test(containers),
		cmocka_unit_test(member_lists),
		cmocka_unit_test(lockless_bitmaps),
		cmocka_unit_test(foreign_metadata),
	};

	return unit_run(tests);
}
