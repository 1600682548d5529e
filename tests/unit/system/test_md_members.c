// SPDX-License-Identifier: GPL-2.0-only
/* Stopped arrays, on files with superblocks; and arrays without any. */
#include "unit.h"

#include "md_fixture.h"

#define UUID "00010203:04050607:08090a0b:0c0d0e0f"

static struct md_wanted by_members(const struct fixture *fixture,
				   const char *slots)
{
	return (struct md_wanted){.members = md_list(fixture, slots)};
}

static void found(const struct fixture *fixture, const char *slots,
		  struct md_array *md)
{
	struct md_wanted wanted = by_members(fixture, slots);

	md_expect_found(md, "", &wanted);
}

static void refused(const struct fixture *fixture, const char *slots, int code,
		    const char *line)
{
	struct md_wanted wanted = by_members(fixture, slots);

	md_expect_refusal(fixture, "", &wanted, code, line);
}

/* --- what is accepted --- */
static void a_clean_array(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	unsigned int i;

	md_array_1(fixture, 5, 4);
	/* in any order */
	found(fixture, "2 0 3 1", &md);
	assert_string_equal(md.name, "host:home");
	assert_string_equal(md.disk, "");
	assert_string_equal(md.path, "");
	assert_string_equal(md.state, "stopped");
	assert_string_equal(md.metadata, "1.2");
	assert_true(md.has_uuid);
	assert_int_equal(md.uuid[15], 15);
	assert_int_equal(md.geo.spec.level, 5);
	assert_int_equal(md.geo.spec.layout, 2);
	assert_int_equal(md.geo.spec.members, 4);
	/* whole chunks of 128 sectors, three of four of data */
	assert_int_equal(md.sectors, 900000 / 128 * 128 * 3);
	assert_int_equal(md.start, 0);
	assert_int_equal(md.events, 41);
	assert_int_equal(md.missing, 0);
	assert_int_equal(md.block_bytes, 512);
	assert_int_equal(md.unwritable.code, 0);
	assert_string_equal(md.warning, "");
	assert_false(md.dirty || md.bitmap || md.ppl);
	for (i = 0; i < 4; i++) {
		const struct md_member *member = &md.member[i];
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%s/m%u", fixture->root, i);
		assert_string_equal(member->path, path);
		assert_string_equal(member->disk, "");
		assert_true(member->present);
		assert_int_equal(member->dev, 0);
		assert_int_equal(member->node, -1);
		assert_int_equal(member->block_bytes, 512);
		assert_int_equal(member->data_offset, 2048);
		assert_int_equal(member->data_sectors, 990000);
		assert_int_equal(member->device_sectors, BUILD_DEVICE);
		assert_true(member->has_sb);
		assert_int_equal(member->sb_place.version, RAID_SB_1_2);
		assert_int_equal(member->sb_place.sector, 8);
	}
}

static void an_array_of_version_0_90(void **state)
{
	const struct fixture *fixture = *state;
	uint8_t sb[RAID_SB_BYTES];
	struct md_array md;
	unsigned int i;
	char path[16];

	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		build_0(sb, 1, 3, i);
		md_image(fixture, path, BUILD_DEVICE);
		md_write(fixture, path, build_place_0.sector, sb, sizeof(sb));
	}
	found(fixture, "0 1 2", &md);
	assert_string_equal(md.metadata, "0.90");
	assert_int_equal(md.sectors, 900000);
	assert_int_equal(md.member[2].data_offset, 0);
	assert_int_equal(md.member[2].sb_place.sector, build_place_0.sector);
	assert_int_equal(md.unwritable.code, 0);
}

static void a_name_is_the_users(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;

	md_array_1(fixture, 1, 2);
	wanted = by_members(fixture, "0 1");
	wanted.path = "/dev/md/home";
	md_expect_found(&md, "", &wanted);
	assert_string_equal(md.name, "home");
	/* a UUID beside members is compared */
	wanted.uuid = "00010203-04050607-08090a0b-0c0d0e0f";
	md_expect_found(&md, "", &wanted);
	wanted.uuid = "11111111:04050607:08090a0b:0c0d0e0f";
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "11111111:04050607:08090a0b:0c0d0e0f: is not the "
			  "UUID of the array that the members make up (" UUID
			  "); leave md_uuid= or md_members= away");
}

static void spares_and_flags_pass(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_array_1(fixture, 1, 2);
	md_member_1(fixture, 1, 2, 4); /* role 0xffff */
	md_change_1(fixture, "/m1", SB1_FLAGS, 1, 1);
	found(fixture, "0 1 4", &md);
	assert_int_equal(md.missing, 0);
	assert_true(md.member[1].write_mostly);
	assert_false(md.member[0].write_mostly);
	assert_int_equal(md.unwritable.code, 0);
}

static void a_newer_superblocks_block_size_passes(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_array_1(fixture, 1, 2);
	md_change_1(fixture, "/m0", SB1_BLOCK, 4, 4096);
	md_change_1(fixture, "/m1", SB1_BLOCK, 4, 4096);
	found(fixture, "0 1", &md);
	assert_int_equal(md.unwritable.code, 0);
}

/* --- what may be read, not written --- */
static void degraded(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_array_1(fixture, 6, 5);
	found(fixture, "4 - 0 2", &md);
	assert_int_equal(md.missing, 1 << 1 | 1 << 3);
	assert_false(md.member[1].present);
	assert_string_equal(md.member[1].path, "missing");
	assert_true(md.member[4].present);
	md_expect_line(fixture, &md.unwritable,
		       "host:home: is degraded: the member of slot 1, 3 is "
		       "missing; add a member and let it recover; reading is "
		       "possible");
}

static void stale(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	unsigned int i;

	md_array_1(fixture, 5, 3);
	/* it failed long ago: the others say so and have gone on */
	for (i = 0; i < 3; i += 2) {
		char path[16];

		snprintf(path, sizeof(path), "/m%u", i);
		md_change_1(fixture, path, SB1_ROLES + 2, 2, 0xfffe);
		md_change_1(fixture, path, SB1_EVENTS, 8, 99);
	}
	found(fixture, "0 1 2", &md);
	assert_int_equal(md.missing, 1 << 1);
	assert_int_equal(md.events, 99);
	assert_int_equal(md.unwritable.code, EROFS);
	assert_non_null(strstr(md.warning, "/m1 is stale"));
}

static void dirty(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_array_1(fixture, 5, 3);
	md_change_1(fixture, "/m0", SB1_RESYNC, 8, 0);
	md_change_1(fixture, "/m1", SB1_RESYNC, 8, 0);
	md_change_1(fixture, "/m2", SB1_RESYNC, 8, 0);
	found(fixture, "0 1 2", &md);
	assert_true(md.dirty);
	md_expect_line(fixture, &md.unwritable,
		       "host:home: is dirty: a resync is due; assemble it "
		       "(mdadm --assemble), let it resync, stop it (mdadm "
		       "--stop)");
	assert_string_equal(md.warning,
			    "host:home is dirty, a resync is due: its parity "
			    "or copies may differ");
}

static void with_a_bitmap(void **state)
{
	const struct fixture *fixture = *state;
	uint8_t bitmap[512] = {'b', 'i', 't', 'm', 4};
	struct md_array md;
	unsigned int i;
	char path[16];

	md_array_1(fixture, 1, 2);
	for (i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_change_1(fixture, path, SB1_FEATURES, 4, 1);
		md_change_1(fixture, path, SB1_BITMAP, 4, 8);
		md_write(fixture, path, 16, bitmap, sizeof(bitmap));
	}
	found(fixture, "0 1", &md);
	assert_true(md.bitmap);
	assert_int_equal(md.unwritable.code, 0);

	bitmap[4] = 6;
	md_write(fixture, "/m1", 16, bitmap, sizeof(bitmap));
	found(fixture, "0 1", &md);
	md_expect_line(
		fixture, &md.unwritable,
		"host:home: has a lockless bitmap, which only the kernel "
		"keeps up to date");
}

static void with_a_partial_parity_log(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	unsigned int i;
	char path[16];

	md_array_1(fixture, 5, 3);
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_change_1(fixture, path, SB1_FEATURES, 4, 1 << 10);
		md_change_1(fixture, path, SB1_BITMAP, 4, 8 << 16 | 8);
	}
	found(fixture, "0 1 2", &md);
	assert_true(md.ppl);
	md_expect_line(
		fixture, &md.unwritable,
		"host:home: has a partial parity log: after a crash the kernel "
		"would replay that log instead of resyncing what was written "
		"here; assemble it and take the log away (mdadm --grow "
		"--consistency-policy=resync)");
}

/* --- refusals --- */
static void too_few(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;

	md_array_1(fixture, 5, 4);
	wanted = by_members(fixture, "0 3");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
	md_array_1(fixture, 0, 3);
	wanted = by_members(fixture, "0 2");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
	/* near=2: 0 and 1 hold the same */
	md_array_1(fixture, 10, 4);
	wanted = by_members(fixture, "2 3");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
	found(fixture, "0 3", &md);
	assert_int_equal(md.missing, 1 << 1 | 1 << 2);
}

static void bad_blocks(void **state)
{
	const struct fixture *fixture = *state;
	uint8_t log[4096];
	struct md_array md;

	md_array_1(fixture, 1, 2);
	md_change_1(fixture, "/m1", SB1_FEATURES, 4, 8);
	md_change_1(fixture, "/m1", SB1_BAD_SIZE, 2, 8);
	md_change_1(fixture, "/m1", SB1_BAD_OFFSET, 4, 16);
	memset(log, 0xff, sizeof(log));
	md_write(fixture, "/m1", 24, log, sizeof(log));
	/* an empty log is no harm */
	found(fixture, "0 1", &md);
	put(log, 0, 8, 200 << 10 | 8);
	put(log, 8, 8, 900 << 10 | 1);
	md_write(fixture, "/m1", 24, log, sizeof(log));
	refused(fixture, "0 1", EOPNOTSUPP,
		"/m1: has 2 ranges of bad blocks in its superblock's log; "
		"replace that member");
	/* it counts only where the member does */
	found(fixture, "0", &md);
}

static void what_assembly_refuses(void **state)
{
	static const uint32_t features[] = {2,	    4,	    8 << 3,
					    1 << 4, 1 << 8, 1 << 9};
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	size_t i;

	for (i = 0; i < sizeof(features) / sizeof(features[0]); i++) {
		md_array_1(fixture, 5, 3);
		md_change_1(fixture, "/m1", SB1_FEATURES, 4, features[i]);
		wanted = by_members(fixture, "0 1 2");
		assert_int_equal(md_find(&md, "", &wanted, NULL), -EOPNOTSUPP);
	}
	/* another array's, and twice the same */
	md_array_1(fixture, 5, 3);
	md_change_1(fixture, "/m1", SB1_UUID, 1, 77);
	wanted = by_members(fixture, "0 1 2");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -EINVAL);
	wanted = by_members(fixture, "0 2 0");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -EINVAL);
}

static void a_member_that_is_too_small(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct err err = {0};
	struct md_array md;

	/* the device shrank; it has less room than the others use */
	md_array_1(fixture, 1, 2);
	assert_int_equal(truncate(fixture_path(fixture, "/m1"), 900000 * 512),
			 0);
	wanted = by_members(fixture, "0 1");
	assert_int_equal(md_find(&md, "", &wanted, &err), -EINVAL);
	assert_non_null(strstr(err.value, "/m1"));
	assert_non_null(strstr(err.rule, "lie outside"));
	md_array_1(fixture, 1, 2);
	md_change_1(fixture, "/m1", SB1_DATA_SIZE, 8, 899999);
	assert_int_equal(md_find(&md, "", &wanted, &err), -EINVAL);
	assert_non_null(strstr(err.rule, "room for 899999 sectors"));
}

static void a_raid0_of_unknown_layout(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	unsigned int i;
	char path[16];

	md_array_1(fixture, 0, 3);
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_change_1(fixture, path, SB1_DATA_SIZE, 8,
			    i ? 900000 : 800000);
	}
	wanted = by_members(fixture, "0 1 2");
	assert_int_equal(md_find(&md, "", &wanted, NULL), -EOPNOTSUPP);
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_change_1(fixture, path, SB1_LAYOUT, 4, 1);
		md_change_1(fixture, path, SB1_FEATURES, 4, 0x1000);
	}
	found(fixture, "0 1 2", &md);
	assert_int_equal(md.geo.n_zones, 2);
}

static void no_superblock(void **state)
{
	const struct fixture *fixture = *state;
	static const uint8_t ddf[] = {0xde, 0x11, 0xde, 0x11};
	static const char imsm[] = "Intel Raid ISM Cfg Sig. 1.3.00";

	md_array_1(fixture, 1, 2);
	md_image(fixture, "/m1", BUILD_DEVICE);
	refused(fixture, "0 1", ENOENT,
		"/m1: has no md superblock; name the array's members; one "
		"without metadata is described by md_level=, md_layout=, "
		"md_chunk=, md_offset=");
	md_write(fixture, "/m1", BUILD_DEVICE - 2, imsm, sizeof(imsm));
	refused(fixture, "0 1", ENOENT,
		"/m1: has IMSM metadata, which are read of a running array "
		"only; assemble the array and name it, /dev/md/NAME");
	md_image(fixture, "/m1", BUILD_DEVICE);
	md_write(fixture, "/m1", BUILD_DEVICE - 1, ddf, sizeof(ddf));
	refused(fixture, "0 1", ENOENT,
		"/m1: has DDF metadata, which are read of a running array "
		"only; assemble the array and name it, /dev/md/NAME");
	/* room for nothing */
	md_image(fixture, "/m1", 1);
	refused(fixture, "0 1", ENOENT,
		"/m1: has no md superblock; name the array's members; one "
		"without metadata is described by md_level=, md_layout=, "
		"md_chunk=, md_offset=");
}

static void a_broken_superblock(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	uint8_t sb[RAID_SB_BYTES];
	struct err err = {0};
	struct md_array md;

	md_array_1(fixture, 1, 2);
	md_read(fixture, "/m1", 8, sb, sizeof(sb));
	sb[SB1_NAME] ^= 1;
	md_write(fixture, "/m1", 8, sb, sizeof(sb));
	wanted = by_members(fixture, "0 1");
	assert_int_equal(md_find(&md, "", &wanted, &err), -EINVAL);
	assert_non_null(strstr(err.value, "/m1"));
	assert_non_null(strstr(err.rule, "checksum"));
	/* a whole one in another place outweighs it */
	build_1(sb, 1, 2, 1);
	put(sb, SB1_SUPER_OFFSET, 8, 0);
	build_sum_1(sb);
	md_write(fixture, "/m1", 0, sb, sizeof(sb));
	assert_int_equal(md_find(&md, "", &wanted, &err), -EINVAL);
	assert_non_null(strstr(err.rule, "otherwise"));
}

static void what_is_no_member(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.members = "/dev/null"};

	md_expect_refusal(fixture, "", &wanted, ENOTBLK,
			  "/dev/null: is neither a block device nor a regular "
			  "file; name a member by its block device");
	wanted.members = "missing,missing";
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "missing,missing: names no member");
	wanted.members = "a,,b";
	assert_int_equal(md_find(&(struct md_array){0}, "", &wanted, NULL),
			 -ENOENT);
	refused(fixture, "9", ENOENT,
		"/m9: cannot be opened for reading: No such file or directory");
	wanted = (struct md_wanted){.path = "/dev/null"};
	md_expect_refusal(
		fixture, "", &wanted, ENODEV,
		"/dev/null: is no md array; name a running array (/dev/mdX, "
		"/dev/md/NAME, a partition of one), or a stopped one by "
		"md_uuid= or md_members= (lanes md: --uuid, --members)");
	wanted.path = "/dev/md/nonesuch";
	md_expect_refusal(
		fixture, "", &wanted, ENODEV,
		"/dev/md/nonesuch: is not there; name a running array "
		"(/dev/mdX, /dev/md/NAME, a partition of one), or a stopped "
		"one by md_uuid= or md_members= (lanes md: --uuid, --members)");
	wanted = (struct md_wanted){0};
	assert_int_equal(md_find(&(struct md_array){0}, "", &wanted, NULL),
			 -ENODEV);
}

/* --- by UUID, in a copy of another machine --- */
static void add_disks(const struct fixture *fixture, unsigned int count)
{
	static const char *const names[] = {"sda", "sdb", "sdc", "sdd"};
	uint8_t sb[RAID_SB_BYTES];
	unsigned int i;
	char path[16];

	for (i = 0; i < count; i++) {
		md_disk(fixture, names[i], i, BUILD_DEVICE,
			i == 1 ? 4096 : 512);
		snprintf(path, sizeof(path), "/dev/%s", names[i]);
		md_image(fixture, path, BUILD_DEVICE);
		build_1(sb, 5, count, i);
		md_write(fixture, path, 8, sb, sizeof(sb));
	}
}

static void all_disks_are_searched(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {
		.uuid = "00010203-04050607-08090a0b-0c0d0e0f"};
	struct md_array md;

	add_disks(fixture, 3);
	/* another array's, an empty drive, one that is not there */
	md_disk(fixture, "sdx", 7, BUILD_DEVICE, 512);
	md_image(fixture, "/dev/sdx", BUILD_DEVICE);
	md_disk(fixture, "sr0", 8, 0, 512);
	md_disk(fixture, "sdy", 9, 2048, 512);
	md_expect_found(&md, fixture->root, &wanted);
	assert_int_equal(md.geo.spec.members, 3);
	assert_string_equal(md.member[1].disk, "sdb");
	assert_int_equal(md.member[1].block_bytes, 4096);
	assert_int_equal(md.member[1].node, 1);
	assert_int_equal(md.member[2].node, 0);
	assert_int_equal(md.member[2].dev, 8 << 8 | 32);
	/* the largest counts */
	assert_int_equal(md.block_bytes, 4096);
	assert_int_equal(md.unwritable.code, 0);
}

static void a_uuid_that_is_nobodys(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.uuid = "1:2:3:4"};

	md_expect_refusal(
		fixture, fixture->root, &wanted, EINVAL,
		"1:2:3:4: is no UUID of an md array; give it as mdadm "
		"prints it; ':' may be '-'");
	wanted.uuid = "11111111:22222222:33333333:44444444";
	add_disks(fixture, 2);
	md_expect_refusal(
		fixture, fixture->root, &wanted, ENODEV,
		"11111111:22222222:33333333:44444444: is the UUID of no md "
		"superblock on this machine's block devices; `mdadm --examine "
		"--scan` lists those there are");
}

/* multipath shows a disk's superblock once more */
static void a_disk_below_another_is_passed_over(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.uuid = UUID};
	uint8_t sb[RAID_SB_BYTES];
	struct md_array md;

	add_disks(fixture, 3);
	md_disk(fixture, "dm-0", 12, BUILD_DEVICE, 512);
	md_image(fixture, "/dev/dm-0", BUILD_DEVICE);
	build_1(sb, 5, 3, 0);
	md_write(fixture, "/dev/dm-0", 8, sb, sizeof(sb));
	assert_int_equal(md_find(&md, fixture->root, &wanted, NULL), -EINVAL);
	fixture_link(
		fixture,
		"/sys/devices/pci0000:00/0000:00:0c.0/block/dm-0/slaves/sda",
		"../../../../0000:00:00.0/block/sda");
	md_expect_found(&md, fixture->root, &wanted);
	assert_string_equal(md.member[0].disk, "dm-0");
}

/* what its members say may be old */
static void a_running_array_is_asked(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.uuid = UUID};
	struct md_array md;

	add_disks(fixture, 2);
	md_running(fixture, "raid1\n", "0\n", "0\n", "2\n", "450000\n", 900000);
	md_slot(fixture, "sda", "0\n", "2048\n", "495000\n");
	md_slot(fixture, "sdb", "1\n", "2048\n", "495000\n");
	fixture_link(
		fixture,
		"/sys/devices/pci0000:00/0000:00:00.0/block/sda/holders/md0",
		"../../../../../virtual/block/md0");
	md_expect_found(&md, fixture->root, &wanted);
	assert_string_equal(md.disk, "md0");
	assert_int_equal(md.geo.spec.level, 1);
	assert_int_equal(md.unwritable.code, EBUSY);
	/* held, but not running */
	md_attr(fixture, "array_state", "inactive\n");
	md_expect_found(&md, fixture->root, &wanted);
	assert_string_equal(md.disk, "");
	assert_int_equal(md.geo.spec.level, 5);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, fixture_new, fixture_free)
	const struct CMUnitTest tests[] = {
		T(a_clean_array),
		T(an_array_of_version_0_90),
		T(a_name_is_the_users),
		T(spares_and_flags_pass),
		T(a_newer_superblocks_block_size_passes),
		T(degraded),
		T(stale),
		T(dirty),
		T(with_a_bitmap),
		T(with_a_partial_parity_log),
		T(too_few),
		T(bad_blocks),
		T(what_assembly_refuses),
		T(a_member_that_is_too_small),
		T(a_raid0_of_unknown_layout),
		T(no_superblock),
		T(a_broken_superblock),
		T(what_is_no_member),
		T(all_disks_are_searched),
		T(a_uuid_that_is_nobodys),
		T(a_disk_below_another_is_passed_over),
		T(a_running_array_is_asked),
	};

	return unit_run(tests);
}
