// SPDX-License-Identifier: GPL-2.0-only
/* The guard's look-ups, on trees that look like /proc and /sys. */
#include "unit.h"

#include "fixture.h"
#include "system/guard.h"

#include <errno.h>

/* what every machine shows: a disk with two partitions, nobody on it */
static int machine_new(void **state)
{
	static const char *const files[][2] = {
		{"/sys/devices/nvme0n1/dev", "259:0\n"},
		{"/sys/devices/nvme0n1/size", "2048\n"},
		{"/sys/devices/nvme0n1/wwid", "eui.0025385b71b00001\n"},
		{"/sys/devices/nvme0n1/nvme0n1p1/dev", "259:1\n"},
		{"/sys/devices/nvme0n1/nvme0n1p1/partition", "1\n"},
		{"/sys/devices/nvme0n1/nvme0n1p2/dev", "259:2\n"},
		{"/sys/devices/nvme0n1/nvme0n1p2/partition", "2\n"},
		{"/sys/devices/sda/dev", "8:0\n"},
		{"/sys/devices/sda/sda1/dev", "8:1\n"},
		{"/sys/devices/sda/sda1/partition", "1\n"},
		{"/dev/nvme0n1", "259:0\n"},
		{"/dev/nvme0n1p1", "259:1\n"},
		{"/dev/nvme0n1p2", "259:2\n"},
		{"/dev/sda1", "8:1\n"},
		{"/proc/swaps",
		 "Filename\tType\tSize\n/dev/sda1 partition\t9\n"},
		{"/proc/self/mountinfo",
		 "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
		 "21 20 0:5 / /sys/kernel/config rw - configfs configfs rw\n"},
		{"/proc/1/comm", "init\n"},
		{"/proc/1/mountinfo", "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"},
	};
	struct fixture *fixture;
	size_t i;

	fixture_new(state);
	fixture = *state;
	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		fixture_file(fixture, files[i][0], files[i][1]);
	fixture_link(fixture, "/sys/class/block/nvme0n1",
		     "../../devices/nvme0n1");
	fixture_link(fixture, "/sys/class/block/nvme0n1p1",
		     "../../devices/nvme0n1/nvme0n1p1");
	fixture_link(fixture, "/sys/class/block/nvme0n1p2",
		     "../../devices/nvme0n1/nvme0n1p2");
	fixture_link(fixture, "/sys/class/block/sda", "../../devices/sda");
	fixture_link(fixture, "/sys/class/block/sda1",
		     "../../devices/sda/sda1");
	fixture_folder(fixture, "/sys/devices/nvme0n1/holders");
	fixture_folder(fixture, "/sys/devices/nvme0n1/nvme0n1p1/holders");
	return 0;
}

static void expect(const struct fixture *fixture, const char *name,
		   const char *line)
{
	struct err err = {0};
	char text[1200];

	assert_int_equal(guard_holder(fixture->root, name, &err), -EBUSY);
	assert_int_equal(err.code, EBUSY);
	assert_string_equal(err_format(&err, text, sizeof(text)), line);
	/* words are optional */
	assert_int_equal(guard_holder(fixture->root, name, NULL), -EBUSY);
}

static void free_disks_pass(void **state)
{
	const struct fixture *fixture = *state;

	assert_int_equal(guard_holder(fixture->root, "nvme0n1", NULL), 0);
	assert_int_equal(guard_holder(fixture->root, "nvme0n1p1", NULL), 0);
}

static void a_name_must_be_a_block_device(void **state)
{
	static const char *const bad[] = {
		"", "nvme9n1", "ng0n1", "../block/sda", ".", "/dev/sda"};
	const struct fixture *fixture = *state;
	struct err err;
	char text[1200];
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(guard_holder(fixture->root, bad[i], NULL),
				 -ENODEV);
	guard_holder(fixture->root, "nvme9n1", &err);
	assert_string_equal(err_format(&err, text, sizeof(text)),
			    "/dev/nvme9n1: is no block device of this machine; "
			    "look at /sys/class/block for those there are");
}

static void mounted_as_a_whole(void **state)
{
	fixture_file(
		*state, "/proc/self/mountinfo",
		"30 20 259:0 / /srv\\040x rw shared:1 - xfs /dev/link rw\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is mounted on /srv x; unmount it, or choose "
	       "another device");
}

static void mounted_by_partition(void **state)
{
	fixture_file(*state, "/proc/self/mountinfo",
		     "30 20 259:2 / /srv rw - xfs /dev/nvme0n1p2 rw\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is mounted on /srv (by its partition "
	       "nvme0n1p2); unmount it, or choose another device");
	expect(*state, "nvme0n1p2",
	       "/dev/nvme0n1p2: is mounted on /srv; unmount it, or choose "
	       "another device");
	/* the neighbour is free */
	assert_int_equal(guard_holder(((struct fixture *)*state)->root,
				      "nvme0n1p1", NULL),
			 0);
}

static void a_partition_is_in_use_by_its_disk(void **state)
{
	fixture_file(*state, "/proc/self/mountinfo",
		     "30 20 259:0 / /srv rw - xfs /dev/nvme0n1 rw\n");
	expect(*state, "nvme0n1p1",
	       "/dev/nvme0n1p1: is mounted on /srv (by its disk nvme0n1); "
	       "unmount it, or choose another device");
}

static void mounted_in_another_namespace(void **state)
{
	fixture_file(*state, "/proc/4711/comm", "po\033dman\n");
	fixture_file(*state, "/proc/4711/mountinfo",
		     "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n"
		     "30 20 259:1 / /data rw - ext4 /dev/vol rw\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is mounted on /data (by its partition "
	       "nvme0n1p1), in the mount namespace of po?dman (pid 4711); "
	       "unmount it, or choose another device");
}

static void namespaces_are_read_once(void **state)
{
	/* 1 and 4711 share one, so that of the latter is not looked at */
	fixture_file(*state, "/proc/1/ns/mnt", "");
	fixture_link(*state, "/proc/4711/ns", "../1/ns");
	fixture_file(*state, "/proc/4711/mountinfo",
		     "30 20 259:1 / /data rw - ext4 /dev/vol rw\n");
	free_disks_pass(state);
}

static void btrfs_has_no_number_of_its_own(void **state)
{
	fixture_file(*state, "/proc/self/mountinfo",
		     "30 20 0:44 / /srv rw - btrfs /dev/nvme0n1p1 rw\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is mounted on /srv (by its partition "
	       "nvme0n1p1); unmount it, or choose another device");
}

static void swapped_on(void **state)
{
	fixture_link(*state, "/dev/disk/by-label/swap", "../../nvme0n1p2");
	fixture_file(*state, "/proc/swaps",
		     "Filename\tType\n/dev/disk/by-label/swap partition\t9\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is used as swap (by its partition nvme0n1p2); "
	       "swapoff /dev/nvme0n1p2, or choose another device");
}

static void swapped_on_by_a_node_that_is_gone(void **state)
{
	fixture_file(*state, "/proc/swaps",
		     "/run/old/nvme0n1p2\\040(deleted) partition\t9\n");
	expect(*state, "nvme0n1p2",
	       "/dev/nvme0n1p2: is used as swap; swapoff /dev/nvme0n1p2, or "
	       "choose another device");
}

static void md_member(void **state)
{
	fixture_file(*state, "/sys/class/block/md127/md/level", "raid5\n");
	fixture_folder(*state, "/sys/devices/nvme0n1/holders/md127");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is a member of md array md127, raid5; stop the "
	       "array (mdadm --stop /dev/md127), or choose another device");
}

static void lvm_member(void **state)
{
	fixture_file(*state, "/sys/class/block/dm-0/dm/name", "vg--a-home\n");
	fixture_file(*state, "/sys/class/block/dm-0/dm/uuid", "LVM-abc\n");
	fixture_folder(*state, "/sys/devices/nvme0n1/nvme0n1p1/holders/dm-0");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: belongs to LVM volume group vg-a (active: home) "
	       "(by its partition nvme0n1p1); deactivate it (vgchange -an "
	       "vg-a), or choose another device");
}

static void dm_member(void **state)
{
	fixture_file(*state, "/sys/class/block/dm-0/dm/name", "secret-1\n");
	fixture_file(*state, "/sys/class/block/dm-0/dm/uuid", "CRYPT-x\n");
	fixture_folder(*state, "/sys/devices/nvme0n1/holders/dm-0");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is used by device mapper's secret-1; remove it "
	       "(dmsetup remove secret-1), or choose another device");
}

static void other_holder(void **state)
{
	fixture_folder(*state, "/sys/devices/nvme0n1/holders/bcache0");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is held by bcache0; take bcache0 down, or choose "
	       "another device");
}

static void lazily_unmounted(void **state)
{
	fixture_folder(*state, "/sys/fs/ext4/nvme0n1p1");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: holds a filesystem (ext4) that is still in use, "
	       "though mounted nowhere that can be seen (by its partition "
	       "nvme0n1p1); stop the processes with open files on it, or "
	       "choose another device");
}

static void second_device_of_a_btrfs(void **state)
{
	fixture_folder(*state, "/sys/fs/btrfs/features");
	fixture_link(*state, "/sys/fs/btrfs/1234-5678/devices/nvme0n1",
		     "../../../../devices/nvme0n1");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: holds a filesystem (btrfs) that is still in use, "
	       "though mounted nowhere that can be seen; stop the processes "
	       "with open files on it, or choose another device");
}

static void behind_a_loop_device(void **state)
{
	fixture_folder(*state, "/sys/class/block/loop0");
	fixture_file(*state, "/sys/class/block/loop1/loop/backing_file",
		     "/var/disk.img\n");
	free_disks_pass(state);
	fixture_file(*state, "/sys/class/block/loop2/loop/backing_file",
		     "/dev/nvme0n1p1\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: backs loop device loop2 (by its partition "
	       "nvme0n1p1); detach it (losetup -d /dev/loop2), or choose "
	       "another device");
}

#define SUBSYSTEM "/sys/kernel/config/nvmet/subsystems/nqn.2026-01.a:b"

static void exported_by_nvmet(void **state)
{
	fixture_file(*state, SUBSYSTEM "/namespaces/7/enable", "0\n");
	fixture_file(*state, SUBSYSTEM "/namespaces/7/device_path",
		     "/dev/nvme0n1\n");
	free_disks_pass(state);
	fixture_file(*state, SUBSYSTEM "/namespaces/7/enable", "1\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is exported by nvmet, subsystem "
	       "nqn.2026-01.a:b, namespace 7; disable that export, or choose "
	       "another device");
}

static void passed_through_by_nvmet(void **state)
{
	fixture_folder(*state, SUBSYSTEM);
	fixture_file(*state, SUBSYSTEM "/passthru/enable", "1\n");
	fixture_file(*state, SUBSYSTEM "/passthru/device_path", "/dev/nvme3\n");
	fixture_folder(*state, "/sys/class/nvme/nvme3/nvme1n1");
	free_disks_pass(state);
	/* by a path of native multipath */
	fixture_folder(*state, "/sys/class/nvme/nvme3/nvme0c3n1");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is exported by nvmet, subsystem "
	       "nqn.2026-01.a:b, passthrough; disable that export, or choose "
	       "another device");
}

static void exported_by_lio(void **state)
{
	fixture_file(*state,
		     "/sys/kernel/config/target/core/fileio_0/d/udev_path",
		     "/dev/nvme0n1p2\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is exported by LIO, backstore d (by its "
	       "partition nvme0n1p2); remove that backstore (targetcli), or "
	       "choose another device");
}

static void exports_that_cannot_be_seen_count(void **state)
{
	fixture_file(*state, "/proc/self/mountinfo",
		     "20 1 8:1 / / rw - ext4 /dev/sda1 rw\n");
	free_disks_pass(state);
	fixture_folder(*state, "/sys/module/nvmet");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: may be exported (nvmet or LIO is loaded): "
	       "configfs, which would tell, is not mounted; mount -t configfs "
	       "none /sys/kernel/config");
}

static void used_through_another_path(void **state)
{
	fixture_file(*state, "/sys/class/block/nvme1n1/wwid",
		     "eui.0025385b71b00001\n");
	/* a hidden path of native multipath: no device number, no user */
	free_disks_pass(state);
	fixture_file(*state, "/sys/class/block/nvme1n1/dev", "259:7\n");
	free_disks_pass(state);
	fixture_file(*state, "/proc/self/mountinfo",
		     "30 20 259:7 / /srv rw - xfs /dev/nvme1n1 rw\n");
	expect(*state, "nvme0n1",
	       "/dev/nvme0n1: is mounted on /srv (by another path to it, "
	       "nvme1n1); unmount it, or choose another device");
}

static void suspects_are_named(void **state)
{
	const struct fixture *fixture = *state;
	struct err err;
	char text[1200];

	assert_int_equal(guard_suspect(fixture->root, "nvme0n1", &err), -EBUSY);
	assert_string_equal(
		err_format(&err, text, sizeof(text)),
		"/dev/nvme0n1: is held exclusively by something not visible "
		"here; look outside of this container, for ZFS or a cluster "
		"filesystem, or choose another device");
	fixture_link(fixture, "/proc/1/fd/0", "/dev/null");
	fixture_link(fixture, "/proc/1/fd/3", "../../../dev/nvme0n1p1");
	fixture_file(fixture, "/proc/22/comm", "fio\n");
	fixture_link(fixture, "/proc/22/fd/7", "../../../dev/nvme0n1");
	assert_int_equal(guard_suspect(fixture->root, "nvme0n1", &err), -EBUSY);
	assert_string_equal(
		err_format(&err, text, sizeof(text)),
		"/dev/nvme0n1: is held exclusively; open in init (pid 1) (by "
		"its partition nvme0n1p1), fio (pid 22); stop that, or choose "
		"another device");
}

static void a_claim_needs_a_block_device(void **state)
{
	struct guard_claim claim;
	struct err err;

	(void)state;
	assert_int_equal(guard_claim(&claim, "nosuchdisk", &err), -ENODEV);
	assert_int_equal(claim.fd, -1);
	assert_string_equal(err.value, "/dev/nosuchdisk");
	guard_release(&claim);
}

#define on_machine(test) \
	cmocka_unit_test_setup_teardown(test, machine_new, fixture_free)

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_machine(free_disks_pass),
		on_machine(a_name_must_be_a_block_device),
		on_machine(mounted_as_a_whole),
		on_machine(mounted_by_partition),
		on_machine(a_partition_is_in_use_by_its_disk),
		on_machine(mounted_in_another_namespace),
		on_machine(namespaces_are_read_once),
		on_machine(btrfs_has_no_number_of_its_own),
		on_machine(swapped_on),
		on_machine(swapped_on_by_a_node_that_is_gone),
		on_machine(md_member),
		on_machine(lvm_member),
		on_machine(dm_member),
		on_machine(other_holder),
		on_machine(lazily_unmounted),
		on_machine(second_device_of_a_btrfs),
		on_machine(behind_a_loop_device),
		on_machine(exported_by_nvmet),
		on_machine(passed_through_by_nvmet),
		on_machine(exported_by_lio),
		on_machine(exports_that_cannot_be_seen_count),
		on_machine(used_through_another_path),
		on_machine(suspects_are_named),
		cmocka_unit_test(a_claim_needs_a_block_device),
	};

	return unit_run(tests);
}
