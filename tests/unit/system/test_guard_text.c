// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "system/guard_text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static void device_numbers(void **state)
{
	static const char *const bad[] = {
		"",	"259",	 "259:", ":3",		 "259:3 ",
		"-1:3", "259:x", " 1:2", "99999999999:1"};
	unsigned int major, minor;
	size_t i;

	(void)state;
	assert_int_equal(guard_text_dev("259:3", &major, &minor), 0);
	assert_int_equal(major, 259);
	assert_int_equal(minor, 3);
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(guard_text_dev(bad[i], &major, &minor),
				 -EINVAL);
}

static void mount_lines(void **state)
{
	struct guard_mount mount;

	(void)state;
	assert_int_equal(
		guard_text_mount(
			"36 35 259:1 /sub /srv/a\\040b\\134 rw,noatime "
			"master:1 shared:2 - ext4 /dev/nvme0n1p1 rw\n",
			&mount),
		0);
	assert_int_equal(mount.major, 259);
	assert_int_equal(mount.minor, 1);
	assert_string_equal(mount.point, "/srv/a b\\");
	assert_string_equal(mount.type, "ext4");
	assert_string_equal(mount.source, "/dev/nvme0n1p1");

	/* no optional field; a mount point that looks like their end */
	assert_int_equal(
		guard_text_mount("1 2 0:44 / - rw - btrfs /dev/sda rw", &mount),
		0);
	assert_string_equal(mount.point, "-");
	assert_string_equal(mount.type, "btrfs");
	assert_string_equal(mount.source, "/dev/sda");
}

static void broken_mount_lines(void **state)
{
	static const char *const bad[] = {
		"",
		"\n",
		"36",
		"36 35 259:1",
		"36 35 259:1 /",
		"36 35 259:1 / /srv",
		"36 35 259:1 / /srv rw shared:2 ext4 /dev/x rw",
		"36 35 259:1 / /srv rw -",
		"36 35 259 / /srv rw - ext4 /dev/x rw",
		"36 35 259:1x / /srv rw - ext4 /dev/x rw",
	};
	struct guard_mount mount;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(guard_text_mount(bad[i], &mount), -EINVAL);
}

static void long_mount_points_are_cut(void **state)
{
	struct guard_mount *mount = calloc(1, sizeof(*mount));
	static char line[3 * PATH_MAX];
	size_t used;

	(void)state;
	assert_non_null(mount);
	used = snprintf(line, sizeof(line), "1 2 8:0 / /");
	memset(line + used, 'x', 2 * PATH_MAX);
	strcpy(line + used + 2 * PATH_MAX, " rw - xfs /dev/sda rw");
	assert_int_equal(guard_text_mount(line, mount), 0);
	assert_int_equal(strlen(mount->point), PATH_MAX - 1);
	assert_string_equal(mount->type, "xfs");
	free(mount);
}

static void swap_lines(void **state)
{
	char path[64];

	(void)state;
	assert_int_equal(guard_text_swap("Filename\t\t\t\tType\t\tSize\n", path,
					 sizeof(path)),
			 -EINVAL);
	assert_int_equal(guard_text_swap("/dev/nvme0n1p2   partition\t7 0 -2\n",
					 path, sizeof(path)),
			 0);
	assert_string_equal(path, "/dev/nvme0n1p2");
	assert_int_equal(
		guard_text_swap("/a\\040b file\t7 0 -2\n", path, sizeof(path)),
		0);
	assert_string_equal(path, "/a b");
	assert_int_equal(guard_text_swap("/too/long file\t7 0 -2\n", path, 8),
			 -EINVAL);
}

static void lvm_names(void **state)
{
	char vg[32], lv[32];

	(void)state;
	assert_int_equal(guard_text_lvm("vg0-root", vg, lv), 0);
	assert_string_equal(vg, "vg0");
	assert_string_equal(lv, "root");
	assert_int_equal(guard_text_lvm("my--vg-lv--1-real", vg, lv), 0);
	assert_string_equal(vg, "my-vg");
	assert_string_equal(lv, "lv-1");
	assert_int_equal(guard_text_lvm("crypt", vg, lv), -EINVAL);
	assert_int_equal(guard_text_lvm("only--one", vg, lv), -EINVAL);
	assert_int_equal(guard_text_lvm("vg-", vg, lv), -EINVAL);
	assert_int_equal(guard_text_lvm("", vg, lv), -EINVAL);
}

static void control_characters_do_not_reach_the_terminal(void **state)
{
	char text[] = "/mnt/\033[2Jx\n\177\303\274";

	(void)state;
	assert_string_equal(guard_text_printable(text), "/mnt/?[2Jx??\303\274");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(device_numbers),
		cmocka_unit_test(mount_lines),
		cmocka_unit_test(broken_mount_lines),
		cmocka_unit_test(long_mount_points_are_cut),
		cmocka_unit_test(swap_lines),
		cmocka_unit_test(lvm_names),
		cmocka_unit_test(control_characters_do_not_reach_the_terminal),
	};

	return unit_run(tests);
}
