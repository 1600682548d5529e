// SPDX-License-Identifier: GPL-2.0-only
/* Running arrays, on trees that look like /sys. */
#include "unit.h"

#include "md_fixture.h"

static const struct md_wanted md0 = {.path = "/dev/md0"};

/* a RAID5 of three disks of 1 GB */
static int machine_new(void **state)
{
	const struct fixture *fixture;

	fixture_new(state);
	fixture = *state;
	md_disk(fixture, "sda", 0, 2000000, 512);
	md_disk(fixture, "sdb", 1, 2000000, 4096);
	md_disk(fixture, "sdc", 2, 2000000, 512);
	md_running(fixture, "raid5\n", "2\n", "65536\n", "3\n", "499968\n",
		   499968 * 2 * 2);
	md_slot(fixture, "sda", "0\n", "2048\n", "999000\n");
	md_slot(fixture, "sdb", "1\n", "4096\n", "998000\n");
	md_slot(fixture, "sdc", "2\n", "2048\n", "999000\n");
	return 0;
}

static void found(const struct fixture *fixture, struct md_array *md)
{
	md_expect_found(md, fixture->root, &md0);
}

static void refused(const struct fixture *fixture, int code, const char *line)
{
	md_expect_refusal(fixture, fixture->root, &md0, code, line);
}

/* --- what is read --- */
static void a_running_raid5(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	char path[PATH_MAX];

	found(fixture, &md);
	assert_string_equal(md.name, "md0");
	assert_string_equal(md.disk, "md0");
	snprintf(path, sizeof(path), "%s/dev/md0", fixture->root);
	assert_string_equal(md.path, path);
	assert_string_equal(md.metadata, "1.2");
	assert_string_equal(md.state, "clean");
	assert_int_equal(md.geo.spec.level, 5);
	assert_int_equal(md.geo.spec.layout, 2);
	assert_int_equal(md.geo.spec.chunk_sectors, 128);
	assert_int_equal(md.sectors, 499968 * 2 * 2);
	assert_int_equal(md.missing, 0);
	assert_false(md.dirty || md.bitmap || md.ppl);
	assert_int_equal(md.block_bytes, 4096);
	assert_string_equal(md.member[1].disk, "sdb");
	assert_int_equal(md.member[1].data_offset, 4096);
	assert_int_equal(md.member[1].data_sectors, 998000 * 2);
	assert_int_equal(md.member[1].device_sectors, 2000000);
	assert_int_equal(md.member[1].block_bytes, 4096);
	assert_int_equal(md.member[1].node, 1);
	assert_int_equal(md.member[1].dev, 8 << 8 | 16);
	/* its device is not here to look at */
	assert_false(md.member[1].has_sb);
	assert_false(md.has_uuid);
	md_expect_line(fixture, &md.unwritable,
		       "/dev/md0: is running; stop it (mdadm --stop /dev/md0), "
		       "then name it by md_members=");
	assert_string_equal(md.warning, "");
}

static void by_a_link(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.path = "/dev/md/home"};
	struct md_array md;

	fixture_link(fixture, "/dev/md/home", "../md0");
	md_expect_found(&md, fixture->root, &wanted);
	assert_string_equal(md.name, "md0");
}

static void by_a_partition(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.path = "/dev/md0p2"};
	struct md_array md;

	md_text(fixture, "2\n",
		"/sys/devices/virtual/block/md0/md0p2/partition");
	md_text(fixture, "4096\n",
		"/sys/devices/virtual/block/md0/md0p2/start");
	md_text(fixture, "100000\n",
		"/sys/devices/virtual/block/md0/md0p2/size");
	md_text(fixture, "259:7\n", "/sys/devices/virtual/block/md0/md0p2/dev");
	fixture_link(fixture, "/sys/class/block/md0p2",
		     "../../devices/virtual/block/md0/md0p2");
	md_text(fixture, "259:7\n", "/dev/md0p2");
	md_expect_found(&md, fixture->root, &wanted);
	assert_string_equal(md.name, "md0p2");
	assert_string_equal(md.disk, "md0");
	assert_int_equal(md.start, 4096);
	assert_int_equal(md.sectors, 100000);
	assert_int_equal(md.geo.array_sectors, 499968 * 2 * 2);
	md_text(fixture, "1999872\n",
		"/sys/devices/virtual/block/md0/md0p2/start");
	md_expect_refusal(fixture, fixture->root, &wanted, EINVAL,
			  "/dev/md0p2: reaches beyond the end of /dev/md0");
}

static void superblocks_add_what_sysfs_rounds(void **state)
{
	const struct fixture *fixture = *state;
	uint8_t sb[RAID_SB_BYTES];
	struct md_array md;
	unsigned int i;
	char path[16];

	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/dev/sd%c", 'a' + i);
		md_image(fixture, path, 2000000);
		build_1(sb, -1, 3, i);
		put(sb, SB1_CHUNK, 4, 0);
		put(sb, SB1_DATA_SIZE, 8, 1500001);
		build_sum_1(sb);
		md_write(fixture, path, 8, sb, sizeof(sb));
	}
	md_running(fixture, "linear\n", "0\n", "0\n", "3\n", "0\n",
		   3 * 1500001);
	md_slot(fixture, "sda", "0\n", "2048\n", "750000\n");
	md_slot(fixture, "sdb", "1\n", "2048\n", "750000\n");
	md_slot(fixture, "sdc", "2\n", "2048\n", "750000\n");
	found(fixture, &md);
	assert_int_equal(md.sectors, 3 * 1500001);
	assert_true(md.member[2].has_sb);
	assert_int_equal(md.member[2].sb_place.sector, 8);
	md_expect_line(fixture, &md.unwritable,
		       "/dev/md0: is running; stop it (mdadm --stop /dev/md0), "
		       "then name it by md_uuid=00010203:04050607:08090a0b:"
		       "0c0d0e0f");
	/* without them, the sum is not what the array has: say why */
	unlink(fixture_path(fixture, "/dev/sdb"));
	refused(fixture, ENOENT,
		"/dev/sdb: cannot be opened for reading: No such file or "
		"directory");
}

/* of a RAID0 of unequal members the superblock knows the layout */
static void raid0_layouts(void **state)
{
	static const uint64_t sectors[] = {1000000, 1000000, 1400000};
	const struct fixture *fixture = *state;
	uint8_t sb[RAID_SB_BYTES];
	struct md_array md;
	unsigned int i;
	char path[16];

	md_running(fixture, "raid0\n", "-1\n", "65536\n", "3\n", "0\n",
		   999936 * 2 + 1399936);
	md_slot(fixture, "sda", "0\n", "2048\n", "499968\n");
	md_slot(fixture, "sdb", "1\n", "2048\n", "499968\n");
	md_slot(fixture, "sdc", "2\n", "2048\n", "699968\n");
	for (i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "/dev/sd%c", 'a' + i);
		md_image(fixture, path, 2000000);
		build_1(sb, 0, 3, i);
		put(sb, SB1_FEATURES, 4, 0x1000);
		put(sb, SB1_LAYOUT, 4, 2);
		put(sb, SB1_DATA_SIZE, 8, sectors[i]);
		build_sum_1(sb);
		md_write(fixture, path, 8, sb, sizeof(sb));
	}
	found(fixture, &md);
	assert_int_equal(md.geo.spec.layout, RAID_0_ALTERNATE);
	/* one zone after all: only one disk is left in the second */
	assert_int_equal(md.geo.n_zones, 2);
}

static void flags_of_members(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_attr(fixture, "dev-sdb/state", "in_sync,write_mostly,failfast\n");
	md_attr(fixture, "dev-sdc/state", "in_sync,want_replacement\n");
	/* a spare, and one that has failed and was not removed yet */
	md_disk(fixture, "sdd", 3, 2000000, 512);
	md_slot(fixture, "sdd", "none\n", "2048\n", "999000\n");
	md_attr(fixture, "dev-sdd/state", "spare\n");
	found(fixture, &md);
	assert_true(md.member[1].write_mostly);
	assert_int_equal(md.missing, 0);
	md_attr(fixture, "dev-sdc/state", "faulty,in_sync\n");
	found(fixture, &md);
	assert_int_equal(md.missing, 1 << 2);
	assert_string_equal(md.member[2].path, "missing");
	/* that it runs says more than that it is degraded */
	assert_int_equal(md.unwritable.code, EBUSY);
	md_attr(fixture, "dev-sdb/state", "faulty\n");
	refused(fixture, ENODEV,
		"md0: lacks the members of slot 1, 2, more than raid5 can do "
		"without; make the members available, or name them all");
}

static void policies(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_attr(fixture, "consistency_policy", "bitmap\n");
	md_attr(fixture, "bitmap/location", "+8\n");
	found(fixture, &md);
	assert_true(md.bitmap);
	md_attr(fixture, "consistency_policy", "ppl\n");
	md_attr(fixture, "bitmap/location", "none\n");
	found(fixture, &md);
	assert_true(md.ppl);
	assert_false(md.bitmap);
}

static void a_resync(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_attr(fixture, "resync_start", "12800\n");
	md_attr(fixture, "sync_action", "resync\n");
	found(fixture, &md);
	assert_true(md.dirty);
	assert_non_null(strstr(md.warning, "is being synchronised or checked"));
	assert_non_null(strstr(md.warning, "md0 is dirty, a resync is due"));
	md_attr(fixture, "resync_start", "none\n");
	md_attr(fixture, "sync_action", "check\n");
	found(fixture, &md);
	assert_false(md.dirty);
	assert_non_null(strstr(md.warning, "is being synchronised or checked"));
}

static void what_stands_above_is_named(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_text(fixture, "30 20 9:0 / /srv rw - xfs /dev/md0 rw\n",
		"/proc/self/mountinfo");
	found(fixture, &md);
	md_expect_line(
		fixture, &md.unwritable,
		"/dev/md0: is running, and is mounted on /srv; free it "
		"of its user, stop it (mdadm --stop /dev/md0), then name "
		"it by md_members=");
}

static void in_a_container(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_attr(fixture, "metadata_version", "external:/md127/0\n");
	md_text(fixture, "external:imsm\n",
		"/sys/devices/virtual/block/md127/md/metadata_version");
	md_text(fixture, "inactive\n",
		"/sys/devices/virtual/block/md127/md/array_state");
	md_text(fixture, "9:127\n", "/sys/devices/virtual/block/md127/dev");
	fixture_link(fixture, "/sys/class/block/md127",
		     "../../devices/virtual/block/md127");
	md_text(fixture, "9:127\n", "/dev/md127");
	found(fixture, &md);
	assert_string_equal(md.metadata, "external:imsm");
	md_expect_line(fixture, &md.unwritable,
		       "/dev/md0: is running, and with external:imsm metadata "
		       "it cannot be written when stopped either; only read "
		       "from it");
	/* IMSM makes its volumes smaller than they could be */
	md_text(fixture, "1998848\n", "/sys/devices/virtual/block/md0/size");
	md_attr(fixture, "array_size", "999424\n");
	found(fixture, &md);
	assert_int_equal(md.sectors, 1998848);
	md_expect_refusal(
		fixture, fixture->root,
		&(struct md_wanted){.path = "/dev/md127"}, EOPNOTSUPP,
		"/dev/md127: is a container of arrays (external:imsm), no "
		"array; name an array in it; /proc/mdstat and /dev/md show "
		"them");
}

/* --- refusals --- */
static void what_is_under_way(void **state)
{
	static const char reshaped[] =
		"/dev/md0: is being reshaped; wait until /proc/mdstat shows "
		"that it is done";
	static const char recovered[] =
		"/dev/md0: is to be recovered: a member is still incomplete; "
		"wait until /proc/mdstat shows that it is complete";
	static const struct {
		const char *name, *text, *good, *line;
	} rows[] = {
		{"reshape_position", "128\n", "none\n", reshaped},
		{"sync_action", "reshape\n", "idle\n", reshaped},
		{"raid_disks", "3 (4)\n", "3\n", reshaped},
		{"layout", "2 (0)\n", "2\n", reshaped},
		{"chunk_size", "65536 (131072)\n", "65536\n", reshaped},
		{"dev-sda/new_offset", "4096\n", "2048\n", reshaped},
		{"sync_action", "recover\n", "idle\n", recovered},
		{"dev-sda/state", "spare\n", "in_sync\n", recovered},
		{"dev-sda/state", "in_sync,replacement\n", "in_sync\n",
		 "/dev/md0: has a replacement at work in slot 0; wait until "
		 "the member is replaced"},
		{"dev-sda/slot", "1\n", "0\n",
		 "/dev/md0: has a replacement at work in slot 1; wait until "
		 "the member is replaced"},
		{"dev-sda/slot", "journal\n", "0\n",
		 "/dev/md0: has a write journal: what its members hold may be "
		 "old; use an array without a journal"},
		{"consistency_policy", "journal\n", "resync\n",
		 "/dev/md0: has a write journal: what its members hold may be "
		 "old; use an array without a journal"},
		{"dev-sda/bad_blocks", "200 8\n300 1\n", "",
		 "/dev/md0: has bad blocks on its member sda, the first at "
		 "sector 200; replace that member"},
		{"dev-sda/unacknowledged_bad_blocks", "7 1\n", "",
		 "/dev/md0: has bad blocks on its member sda, the first at "
		 "sector 7; replace that member"},
		{"bitmap/metadata", "clustered\n", "internal\n",
		 "/dev/md0: is an array of a cluster; use an array that one "
		 "machine has for itself"},
		{"level", "faulty\n", "raid5\n",
		 "/dev/md0: has level 'faulty', which is not mapped; linear, "
		 "raid0, raid1, raid4, raid5, raid6 and raid10 are"},
		{"array_state", "inactive\n", "clean\n",
		 "/dev/md0: is not running (inactive); start it (mdadm --run "
		 "/dev/md0), or stop it (mdadm --stop /dev/md0) and name it by "
		 "its members or md_uuid="},
		{"array_state", "broken\n", "clean\n",
		 "/dev/md0: has lost more members than its level can do "
		 "without (broken); stop it, and see to its members"},
		{"layout", "many\n", "2\n",
		 "/dev/md0: cannot be understood: md/layout in sysfs says "
		 "'many'"},
		{"raid_disks", "65\n", "3\n",
		 "/dev/md0: has 65 members, more than the 64 that are mapped"},
		{"dev-sda/slot", "3\n", "0\n",
		 "/dev/md0: cannot be understood: md/dev-sda/slot in sysfs "
		 "says '3'"},
		{"dev-sda/offset", "-2048\n", "2048\n",
		 "/dev/md0: cannot be understood: md/dev-sda/offset in sysfs "
		 "says '-2048'"},
	};
	const struct fixture *fixture = *state;
	struct md_array md;
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		md_attr(fixture, rows[i].name, rows[i].text);
		refused(fixture,
			rows[i].line[10] == 'c' ? EINVAL
			: strstr(rows[i].line, "broken") ||
					strstr(rows[i].line, "not running")
				? ENODEV
				: EOPNOTSUPP,
			rows[i].line);
		md_attr(fixture, rows[i].name, rows[i].good);
	}
	found(fixture, &md);
}

static void another_size_than_the_geometrys(void **state)
{
	const struct fixture *fixture = *state;

	md_text(fixture, "1999000\n", "/sys/devices/virtual/block/md0/size");
	md_attr(fixture, "metadata_version", "none\n");
	refused(fixture, EIO,
		"/dev/md0: has 1999000 sectors, but what sysfs says of it "
		"makes 1999872; this kernel has a geometry that is not known "
		"here; do not use it");
}

static void what_is_no_array(void **state)
{
	static const char remedy[] =
		"name a running array (/dev/mdX, /dev/md/NAME, a partition of "
		"one), or a stopped one by md_uuid= or md_members= (lanes md: "
		"--uuid, --members)";
	const struct fixture *fixture = *state;
	struct md_wanted wanted = {.path = "/dev/sda"};
	char line[512];

	md_text(fixture, "8:0\n", "/dev/sda");
	snprintf(line, sizeof(line), "/dev/sda: is no md array; %s", remedy);
	md_expect_refusal(fixture, fixture->root, &wanted, ENODEV, line);
	wanted.path = "/dev/md9";
	snprintf(line, sizeof(line), "/dev/md9: is not there; %s", remedy);
	md_expect_refusal(fixture, fixture->root, &wanted, ENODEV, line);
}

/* a shared namespace hangs on its subsystem, not on a controller */
static void the_node_of_a_multipath_namespace(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_text(fixture, "1\n",
		"/sys/devices/pci0000:40/0000:40:01.0/nvme/nvme3/numa_node");
	md_text(fixture, "259:0\n",
		"/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1/dev");
	md_text(fixture, "2000000\n",
		"/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1/"
		"size");
	fixture_link(fixture,
		     "/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1/"
		     "device",
		     "../../nvme-subsys3");
	fixture_link(fixture,
		     "/sys/devices/virtual/nvme-subsystem/nvme-subsys3/nvme3",
		     "../../../pci0000:40/0000:40:01.0/nvme/nvme3");
	fixture_link(
		fixture, "/sys/class/block/nvme3n1",
		"../../devices/virtual/nvme-subsystem/nvme-subsys3/nvme3n1");
	md_attr(fixture, "dev-sda/slot", "none\n");
	md_slot(fixture, "nvme3n1", "0\n", "2048\n", "999000\n");
	found(fixture, &md);
	assert_string_equal(md.member[0].disk, "nvme3n1");
	assert_int_equal(md.member[0].node, 1);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, machine_new, fixture_free)
	const struct CMUnitTest tests[] = {
		T(a_running_raid5),
		T(by_a_link),
		T(by_a_partition),
		T(superblocks_add_what_sysfs_rounds),
		T(raid0_layouts),
		T(flags_of_members),
		T(policies),
		T(a_resync),
		T(what_stands_above_is_named),
		T(in_a_container),
		T(what_is_under_way),
		T(another_size_than_the_geometrys),
		T(what_is_no_array),
		T(the_node_of_a_multipath_namespace),
	};

	return unit_run(tests);
}
