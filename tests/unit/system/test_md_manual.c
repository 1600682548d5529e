// SPDX-License-Identifier: GPL-2.0-only
/* Arrays without metadata, as their user describes them. */
#include "unit.h"

#include "md_fixture.h"

static void images(const struct fixture *fixture, unsigned int count)
{
	unsigned int i;
	char path[16];

	for (i = 0; i < count; i++) {
		snprintf(path, sizeof(path), "/m%u", i);
		md_image(fixture, path, 100000 + 1000 * i);
	}
}

static struct md_wanted described(const struct fixture *fixture,
				  const char *slots, const char *level,
				  uint64_t chunk_bytes)
{
	return (struct md_wanted){
		.path = "build",
		.members = md_list(fixture, slots),
		.level = level,
		.chunk_bytes = chunk_bytes,
	};
}

static void a_raid5(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;

	images(fixture, 4);
	wanted = described(fixture, "2 0 1 3", "raid5", 65536);
	wanted.offset_bytes = 1 << 20;
	md_expect_found(&md, "", &wanted);
	assert_string_equal(md.name, "build");
	assert_string_equal(md.metadata, "none");
	assert_string_equal(md.state, "stopped");
	assert_false(md.has_uuid);
	assert_int_equal(md.geo.spec.layout, 2);
	/* the smallest member counts, in whole chunks */
	assert_int_equal(md.sectors, (100000 - 2048) / 128 * 128 * 3);
	/* in the order given */
	assert_int_equal(md.member[0].device_sectors, 102000);
	assert_int_equal(md.member[1].device_sectors, 100000);
	assert_int_equal(md.member[0].data_offset, 2048);
	assert_int_equal(md.member[0].data_sectors, 102000 - 2048);
	assert_false(md.member[0].has_sb);
	assert_int_equal(md.unwritable.code, 0);
}

static void levels_and_layouts(void **state)
{
	static const struct {
		const char *level, *layout;
		int number;
		uint32_t stored;
		uint64_t chunk_bytes, sectors;
	} rows[] = {
		{"linear", NULL, RAID_LINEAR, 0, 0, 100000 + 101000 + 102000},
		{"raid1", NULL, RAID_1, 0, 0, 100000},
		{"0", "original", RAID_0, 1, 65536, 302848},
		{"raid0", "alternate", RAID_0, 2, 65536, 302848},
		{"raid4", NULL, RAID_4, 0, 65536, 99968 * 2},
		{"5", "right-asymmetric", RAID_5, 1, 65536, 99968 * 2},
		{"raid10", NULL, RAID_10, 0x102, 65536, 149888},
		{"raid10", "far=2", RAID_10, 0x201, 65536, 149760},
	};
	const struct fixture *fixture = *state;
	struct md_array md;
	size_t i;

	images(fixture, 3);
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct md_wanted wanted = described(
			fixture, "0 1 2", rows[i].level, rows[i].chunk_bytes);

		wanted.layout = rows[i].layout;
		md_expect_found(&md, "", &wanted);
		assert_int_equal(md.geo.spec.level, rows[i].number);
		assert_int_equal(md.geo.spec.layout, rows[i].stored);
		assert_int_equal(md.sectors, rows[i].sectors);
	}
}

static void missing_members(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	struct md_array md;

	images(fixture, 4);
	wanted = described(fixture, "0 - 2 -", "raid6", 65536);
	md_expect_found(&md, "", &wanted);
	assert_int_equal(md.missing, 1 << 1 | 1 << 3);
	md_expect_line(
		fixture, &md.unwritable,
		"build: is degraded: the member of slot 1, 3 is missing; "
		"add a member and let it recover; reading is possible");
	wanted = described(fixture, "0 - - 3", "raid10", 65536);
	md_expect_found(&md, "", &wanted);
	wanted = described(fixture, "- - - 3", "raid1", 0);
	md_expect_found(&md, "", &wanted);

	wanted = described(fixture, "- - - -", "raid1", 0);
	md_expect_refusal(fixture, "", &wanted, ENODEV,
			  "build: lacks the members of slot 0, 1, 2, 3, more "
			  "than raid1 can do without; make the members "
			  "available, or name them all");
	wanted = described(fixture, "0 1 - -", "raid10", 65536);
	md_expect_refusal(fixture, "", &wanted, ENODEV,
			  "build: lacks the members of slot 2, 3, more than "
			  "raid10 can do without; make the members available, "
			  "or name them all");
	wanted = described(fixture, "0 - 2 -", "raid5", 65536);
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
	wanted = described(fixture, "0 - 2", "raid0", 65536);
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
	wanted = described(fixture, "0 1 -", "linear", 0);
	assert_int_equal(md_find(&md, "", &wanted, NULL), -ENODEV);
}

static void nonsense(void **state)
{
	const struct fixture *fixture = *state;
	struct md_wanted wanted;
	char line[256];

	images(fixture, 3);
	wanted = described(fixture, "0 1 2", "raid3", 65536);
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "raid3: is no level that is mapped; linear, raid0, "
			  "raid1, raid4, raid5, raid6 and raid10 are");
	wanted = described(fixture, "0 1 2", "raid5", 65536);
	wanted.layout = "sideways";
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "sideways: is no layout of raid5; use mdadm's words, "
			  "as left-symmetric, near=2, ddf-zero-restart");
	wanted = described(fixture, "0 1 2", "raid5", 1000);
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "md_chunk: 1000 bytes are no chunk");
	wanted = described(fixture, "0 1 2", "raid5", 0);
	assert_int_equal(md_find(&(struct md_array){0}, "", &wanted, NULL),
			 -EINVAL);
	wanted = described(fixture, "0 1 2", "raid5", 65536);
	wanted.offset_bytes = 100;
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "md_offset: 100 bytes are not whole sectors of 512");
	wanted.offset_bytes = 1 << 30;
	snprintf(line, sizeof(line),
		 "/m0: has 100000 sectors, none behind md_offset");
	md_expect_refusal(fixture, "", &wanted, EINVAL, line);
	wanted = described(fixture, "0 1 0", "raid5", 65536);
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "/m0: stands in slots 0 and 2");
	wanted.members = NULL;
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "raid5: is the level of an array without metadata, "
			  "but its members are not named; name them in the "
			  "array's order by md_members=, or leave md_level= "
			  "away");
	/* what describes such an array needs its level */
	wanted = (struct md_wanted){.members = "a,b", .layout = "ls"};
	md_expect_refusal(fixture, "", &wanted, EINVAL,
			  "ls: layout, chunk and offset describe an array "
			  "without metadata, but its level is not given; give "
			  "md_level= too, or none of them");
	/* it has no UUID to compare */
	wanted = described(fixture, "0 1 2", "raid5", 65536);
	wanted.uuid = "11111111:22222222:33333333:44444444";
	md_expect_refusal(
		fixture, "", &wanted, EINVAL,
		"11111111:22222222:33333333:44444444: is not the UUID of the "
		"array that the members make up (it has none); leave md_uuid= "
		"or md_members= away");
}

static void too_many(void **state)
{
	char members[1024] = "missing";
	struct md_wanted wanted = {.level = "1", .members = members};
	struct err err = {0};
	struct md_array md;
	unsigned int i;

	(void)state;
	for (i = 0; i < RAID_MEMBERS_MAX; i++)
		strcat(members, ",missing");
	assert_int_equal(md_find(&md, "", &wanted, &err), -EINVAL);
	assert_string_equal(err.rule, "names more than 64 members");
	members[strlen(members) - strlen(",missing")] = '\0';
	assert_int_equal(md_find(&md, "", &wanted, &err), -ENODEV);
}

int main(void)
{
#define T(test) cmocka_unit_test_setup_teardown(test, fixture_new, fixture_free)
	const struct CMUnitTest tests[] = {
		T(a_raid5),  T(levels_and_layouts), T(missing_members),
		T(nonsense), T(too_many),
	};

	return unit_run(tests);
}
