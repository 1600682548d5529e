// SPDX-License-Identifier: GPL-2.0-only
/* A running array held against its members; the marks in superblocks. */
#include "unit.h"

#include "md_fixture.h"

static const struct md_wanted md0 = {.path = "/dev/md0"};

#define MEMBER_SECTORS 4096
#define OFFSET_SECTORS 512
#define CHUNK_SECTORS  128
#define DATA_SECTORS   3584 /* whole chunks */
#define ARRAY_SECTORS  (2 * DATA_SECTORS)

/* no two sectors alike */
static void fill(uint8_t *buf, uint32_t member, uint32_t sector)
{
	uint32_t word = member << 24 | sector;
	unsigned int i;

	for (i = 0; i < 512; i += 4)
		memcpy(buf + i, &word, 4);
}

/*
 * A left-symmetric RAID5 of three: rows of [0 1 P] [3 P 2] [P 4 5]; the array's
 * node is made by that table, not by the code that is tested.
 */
static int machine_new(void **state)
{
	static const unsigned int member_of[6] = {0, 1, 2, 0, 1, 2};
	struct fixture *fixture;
	uint8_t buf[512];
	uint32_t i, s;

	fixture_new(state);
	fixture = *state;
	md_disk(fixture, "sda", 0, MEMBER_SECTORS, 512);
	md_disk(fixture, "sdb", 1, MEMBER_SECTORS, 512);
	md_disk(fixture, "sdc", 2, MEMBER_SECTORS, 512);
	md_running(fixture, "raid5\n", "2\n", "65536\n", "3\n", "1792\n",
		   ARRAY_SECTORS);
	for (i = 0; i < 3; i++) {
		char disk[8], slot[16], path[16];

		snprintf(disk, sizeof(disk), "sd%c", 'a' + i);
		snprintf(slot, sizeof(slot), "%u\n", i);
		md_slot(fixture, disk, slot, "512\n", "1792\n");
		snprintf(path, sizeof(path), "/dev/%s", disk);
		md_image(fixture, path, MEMBER_SECTORS);
		for (s = 0; s < MEMBER_SECTORS; s++) {
			fill(buf, i, s);
			md_write(fixture, path, s, buf, sizeof(buf));
		}
	}
	md_image(fixture, "/dev/md0", ARRAY_SECTORS);
	for (s = 0; s < ARRAY_SECTORS; s++) {
		uint32_t chunk = s / CHUNK_SECTORS;

		fill(buf, member_of[chunk % 6],
		     OFFSET_SECTORS + chunk / 2 * CHUNK_SECTORS +
			     s % CHUNK_SECTORS);
		md_write(fixture, "/dev/md0", s, buf, sizeof(buf));
	}
	return 0;
}

static void a_true_array_passes(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	struct err err = {0};
	char text[1200];

	md_expect_found(&md, fixture->root, &md0);
	if (md_check(&md, &err))
		fail_msg("%s", err_format(&err, text, sizeof(text)));
	/* degraded: what is missing is not looked at */
	md_attr(fixture, "dev-sdb/state", "faulty\n");
	md_expect_found(&md, fixture->root, &md0);
	assert_int_equal(md_check(&md, NULL), 0);
}

static void another_layout_fails(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	struct err err = {0};

	md_attr(fixture, "layout", "0\n");
	md_expect_found(&md, fixture->root, &md0);
	assert_int_equal(md_check(&md, &err), -EIO);
	md_expect_line(fixture, &err,
		       "/dev/md0: reads otherwise than its members at sector "
		       "256, which should be sector 128 of the data of "
		       "/dev/sda; this array's geometry is not what it seems; "
		       "do not use it");
}

static void another_offset_fails(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;

	md_attr(fixture, "dev-sdc/offset", "504\n");
	md_attr(fixture, "dev-sdc/new_offset", "504\n");
	md_expect_found(&md, fixture->root, &md0);
	assert_int_equal(md_check(&md, NULL), -EIO);
}

static void another_size_fails(void **state)
{
	const struct fixture *fixture = *state;
	struct md_array md;
	struct err err = {0};

	md_expect_found(&md, fixture->root, &md0);
	assert_int_equal(truncate(fixture_path(fixture, "/dev/md0"),
				  (ARRAY_SECTORS - 8) * 512),
			 0);
	assert_int_equal(md_check(&md, &err), -EIO);
	md_expect_line(fixture, &err,
		       "/dev/md0: has 7160 sectors now, its geometry makes "
		       "7168");
	unlink(fixture_path(fixture, "/dev/md0"));
	assert_int_equal(md_check(&md, &err), -ENOENT);
}

static void a_stopped_array_is_not_checked(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;

	md_array_1(fixture, 1, 2);
	wanted = (struct md_wanted){.members = md_list(fixture, "0 1")};
	md_expect_found(&md, "", &wanted);
	assert_int_equal(md_check(&md, NULL), 0);
}

/* --- marks --- */
static void open_members(const struct fixture *fixture, unsigned int count,
			 int fds[])
{
	unsigned int i;
	char path[16];

	for (i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		fds[i] = open(fixture_path(fixture, path), O_RDWR | O_CLOEXEC);
		assert_true(fds[i] >= 0);
	}
}

static void marked(const struct fixture *fixture, unsigned int slot,
		   uint64_t resync, uint64_t events)
{
	uint8_t sb[RAID_SB_BYTES], again[RAID_SB_BYTES];
	char path[16];

	snprintf(path, sizeof(path), "/m%u", slot);
	md_read(fixture, path, 8, sb, sizeof(sb));
	assert_int_equal(get(sb, SB1_RESYNC, 8), resync);
	assert_int_equal(get(sb, SB1_EVENTS, 8), events);
	memcpy(again, sb, sizeof(sb));
	build_sum_1(again);
	assert_memory_equal(sb, again, sizeof(sb));
}

static void dirty_and_clean_again(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	unsigned int i;
	int fds[3];

	md_array_1(fixture, 5, 3);
	wanted = (struct md_wanted){.members = md_list(fixture, "0 1 2")};
	md_expect_found(&md, "", &wanted);
	open_members(fixture, 3, fds);
	assert_int_equal(md_mark(&md, fds, true, 42, NULL), 0);
	for (i = 0; i < 3; i++)
		marked(fixture, i, 0, 42);
	md_expect_found(&md, "", &wanted);
	assert_true(md.dirty);
	assert_int_equal(md.events, 42);
	assert_int_equal(md_mark(&md, fds, false, 43, NULL), 0);
	for (i = 0; i < 3; i++) {
		marked(fixture, i, UINT64_MAX, 43);
		close(fds[i]);
	}
	md_expect_found(&md, "", &wanted);
	assert_false(md.dirty);
}

/* it was given to another array meanwhile: nothing is written anywhere */
static void a_changed_superblock_is_left_alone(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	struct err err = {0};
	unsigned int i;
	int fds[3];

	md_array_1(fixture, 5, 3);
	wanted = (struct md_wanted){.members = md_list(fixture, "0 1 2")};
	md_expect_found(&md, "", &wanted);
	md_change_1(fixture, "/m2", SB1_UUID, 1, 99);
	open_members(fixture, 3, fds);
	assert_int_equal(md_mark(&md, fds, true, 42, &err), -ESTALE);
	md_expect_line(fixture, &err,
		       "/m2: its superblock has changed since the array was "
		       "found; see who else uses it, and start again");
	for (i = 0; i < 3; i++) {
		marked(fixture, i, UINT64_MAX, 41);
		close(fds[i]);
	}
}

static void what_has_no_mark(void **state)
{
	static const int none[RAID_MEMBERS_MAX] = {0};
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	int fds[2];

	/* RAID0 has nothing to resync */
	md_array_1(fixture, 0, 2);
	wanted = (struct md_wanted){.members = md_list(fixture, "0 1")};
	md_expect_found(&md, "", &wanted);
	open_members(fixture, 2, fds);
	assert_int_equal(md_mark(&md, fds, true, 42, NULL), 0);
	marked(fixture, 0, UINT64_MAX, 41);
	close(fds[0]);
	close(fds[1]);
	/* nothing says it */
	wanted.level = "raid1";
	md_expect_found(&md, "", &wanted);
	assert_int_equal(md_mark(&md, none, true, 42, NULL), 0);
	marked(fixture, 0, UINT64_MAX, 41);
}

static void a_member_that_fails_is_named(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;
	struct err err = {0};
	int fds[2];

	md_array_1(fixture, 1, 2);
	wanted = (struct md_wanted){.members = md_list(fixture, "0 1")};
	md_expect_found(&md, "", &wanted);
	open_members(fixture, 2, fds);
	close(fds[1]);
	fds[1] = open(fixture_path(fixture, "/m1"), O_RDONLY | O_CLOEXEC);
	assert_int_equal(md_mark(&md, fds, true, 42, &err), -EBADF);
	md_expect_line(fixture, &err,
		       "/m1: its superblock cannot be written: Bad file "
		       "descriptor; see the kernel's log for what the device "
		       "says");
	close(fds[0]);
	close(fds[1]);
}

int main(void)
{
#define T(test, set_up) \
	cmocka_unit_test_setup_teardown(test, set_up, fixture_free)
	const struct CMUnitTest tests[] = {
		T(a_true_array_passes, machine_new),
		T(another_layout_fails, machine_new),
		T(another_offset_fails, machine_new),
		T(another_size_fails, machine_new),
		T(a_stopped_array_is_not_checked, fixture_new),
		T(dirty_and_clean_again, fixture_new),
		T(a_changed_superblock_is_left_alone, fixture_new),
		T(what_has_no_mark, fixture_new),
		T(a_member_that_fails_is_named, fixture_new),
	};

	return unit_run(tests);
}
