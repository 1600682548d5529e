// SPDX-License-Identifier: GPL-2.0-only
/*
 * Arrays that are not there: members as sparse files with superblocks, and
 * running arrays as folders that look like /sys.
 */
#ifndef LANES_TESTS_MD_FIXTURE_H
#define LANES_TESTS_MD_FIXTURE_H

#include "fixture.h"
#include "raid/build.h"
#include "system/md.h"

#include <errno.h>
#include <fcntl.h>

/* --- files --- */

/** md_image() - a sparse file */
static inline void md_image(const struct fixture *fixture, const char *path,
			    uint64_t sectors)
{
	const char *full = fixture_path(fixture, path);
	int fd = open(full, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, (off_t)sectors * 512), 0);
	close(fd);
}

static inline void md_write(const struct fixture *fixture, const char *path,
			    uint64_t sector, const void *buf, size_t len)
{
	int fd = open(fixture_path(fixture, path), O_WRONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(pwrite(fd, buf, len, (off_t)sector * 512), len);
	close(fd);
}

static inline void md_read(const struct fixture *fixture, const char *path,
			   uint64_t sector, void *buf, size_t len)
{
	int fd = open(fixture_path(fixture, path), O_RDONLY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(pread(fd, buf, len, (off_t)sector * 512), len);
	close(fd);
}

/** md_member_1() - member /@slot of a clean 1.2 array, as build_1() has it */
static inline void md_member_1(const struct fixture *fixture, int level,
			       unsigned int members, unsigned int slot)
{
	uint8_t sb[RAID_SB_BYTES];
	char path[16];

	snprintf(path, sizeof(path), "/m%u", slot);
	build_1(sb, level, members, slot);
	md_image(fixture, path, BUILD_DEVICE);
	md_write(fixture, path, 8, sb, sizeof(sb));
}

/** md_change_1() - change a field of a 1.2 superblock */
static inline void md_change_1(const struct fixture *fixture, const char *path,
			       unsigned int at, unsigned int width,
			       uint64_t value)
{
	uint8_t sb[RAID_SB_BYTES];

	md_read(fixture, path, 8, sb, sizeof(sb));
	put(sb, at, width, value);
	build_sum_1(sb);
	md_write(fixture, path, 8, sb, sizeof(sb));
}

static inline void md_array_1(const struct fixture *fixture, int level,
			      unsigned int members)
{
	unsigned int i;

	for (i = 0; i < members; i++)
		md_member_1(fixture, level, members, i);
}

/**
 * md_list() - "ROOT/m0,missing,ROOT/m2" of "0 - 2"
 *
 * Return: it, in a static buffer.
 */
static inline const char *md_list(const struct fixture *fixture,
				  const char *slots)
{
	static char list[4096];
	size_t used = 0;

	for (; *slots; slots++) {
		if (*slots == ' ')
			continue;
		used += snprintf(list + used, sizeof(list) - used, "%s",
				 used ? "," : "");
		if (*slots == '-')
			used += snprintf(list + used, sizeof(list) - used,
					 "missing");
		else
			used += snprintf(list + used, sizeof(list) - used,
					 "%s/m%c", fixture->root, *slots);
	}
	return list;
}

/* --- sysfs --- */

static inline void md_text(const struct fixture *fixture, const char *text,
			   const char *path, ...)
	__attribute__((format(printf, 3, 4)));
static inline void md_text(const struct fixture *fixture, const char *text,
			   const char *path, ...)
{
	char full[256];
	va_list ap;

	va_start(ap, path);
	vsnprintf(full, sizeof(full), path, ap);
	va_end(ap);
	fixture_file(fixture, full, text);
}

/** md_disk() - a disk of that size, on the NUMA node of its number's parity */
static inline void md_disk(const struct fixture *fixture, const char *name,
			   unsigned int number, uint64_t sectors,
			   unsigned int block_bytes)
{
	char dir[96], text[32], link[64], target[128];

	snprintf(dir, sizeof(dir), "/sys/devices/pci0000:00/0000:00:%02x.0",
		 number);
	md_text(fixture, number % 2 ? "1\n" : "0\n", "%s/numa_node", dir);
	snprintf(text, sizeof(text), "8:%u\n", number * 16);
	md_text(fixture, text, "%s/block/%s/dev", dir, name);
	snprintf(text, sizeof(text), "%llu\n", (unsigned long long)sectors);
	md_text(fixture, text, "%s/block/%s/size", dir, name);
	snprintf(text, sizeof(text), "%u\n", block_bytes);
	md_text(fixture, text, "%s/block/%s/queue/logical_block_size", dir,
		name);
	snprintf(link, sizeof(link), "/sys/class/block/%s", name);
	snprintf(target, sizeof(target), "../../..%s/block/%s", dir, name);
	fixture_link(fixture, link, target);
}

/** md_attr() - an attribute of /sys/block/md0/md */
static inline void md_attr(const struct fixture *fixture, const char *name,
			   const char *text)
{
	md_text(fixture, text, "/sys/devices/virtual/block/md0/md/%s", name);
}

/* a link that may be there already */
static inline void md_link(const struct fixture *fixture, const char *path,
			   const char *target)
{
	unlink(fixture_path(fixture, path));
	fixture_link(fixture, path, target);
}

/** md_slot() - a member of md0, in sync, its data from @offset on */
static inline void md_slot(const struct fixture *fixture, const char *disk,
			   const char *slot, const char *offset,
			   const char *kib)
{
	const struct {
		const char *name, *text;
	} rows[] = {
		{"slot", slot},		{"state", "in_sync\n"},
		{"offset", offset},	{"size", kib},
		{"new_offset", offset}, {"errors", "0\n"},
		{"bad_blocks", ""},	{"unacknowledged_bad_blocks", ""},
	};
	char path[128], target[128];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		md_text(fixture, rows[i].text,
			"/sys/devices/virtual/block/md0/md/dev-%s/%s", disk,
			rows[i].name);
	snprintf(path, sizeof(path),
		 "/sys/devices/virtual/block/md0/md/dev-%s/block", disk);
	snprintf(target, sizeof(target), "../../../../../../class/block/%s",
		 disk);
	md_link(fixture, path, target);
}

/** md_running() - md0 of those, without its members */
static inline void md_running(const struct fixture *fixture, const char *level,
			      const char *layout, const char *chunk,
			      const char *members, const char *kib,
			      uint64_t sectors)
{
	const struct {
		const char *name, *text;
	} rows[] = {
		{"level", level},
		{"layout", layout},
		{"chunk_size", chunk},
		{"raid_disks", members},
		{"component_size", kib},
		{"array_state", "clean\n"},
		{"array_size", "default\n"},
		{"metadata_version", "1.2\n"},
		{"reshape_position", "none\n"},
		{"resync_start", "none\n"},
		{"sync_action", "idle\n"},
		{"consistency_policy", "resync\n"},
		{"bitmap/location", "none\n"},
	};
	char text[32];
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		md_attr(fixture, rows[i].name, rows[i].text);
	md_text(fixture, "9:0\n", "/sys/devices/virtual/block/md0/dev");
	snprintf(text, sizeof(text), "%llu\n", (unsigned long long)sectors);
	md_text(fixture, text, "/sys/devices/virtual/block/md0/size");
	mkdir(fixture_path(fixture, "/sys/devices/virtual/block/md0/holders"),
	      0755);
	md_link(fixture, "/sys/class/block/md0",
		"../../devices/virtual/block/md0");
	md_text(fixture, "9:0\n", "/dev/md0");
}

/* --- expectations --- */

static inline void md_expect_found(struct md_array *md, const char *root,
				   const struct md_wanted *wanted)
{
	struct err err = {0};
	char text[1200];

	if (md_find(md, root, wanted, &err))
		fail_msg("%s", err_format(&err, text, sizeof(text)));
}

/* @line: of the error, the root left out */
static inline void md_expect_line(const struct fixture *fixture,
				  const struct err *err, const char *line)
{
	char text[1200], *at;
	size_t n = strlen(fixture->root);

	err_format(err, text, sizeof(text));
	while ((at = strstr(text, fixture->root)))
		memmove(at, at + n, strlen(at + n) + 1);
	assert_string_equal(text, line);
}

static inline void md_expect_refusal(const struct fixture *fixture,
				     const char *root,
				     const struct md_wanted *wanted, int code,
				     const char *line)
{
	struct md_array md;
	struct err err = {0};

	assert_int_equal(md_find(&md, root, wanted, &err), -code);
	assert_int_equal(err.code, code);
	md_expect_line(fixture, &err, line);
	/* words are optional */
	assert_int_equal(md_find(&md, root, wanted, NULL), -code);
}

#endif
