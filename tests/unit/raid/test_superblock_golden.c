// SPDX-License-Identifier: GPL-2.0-only
/*
 * Superblocks that mdadm and the kernel wrote (tests/golden/md-superblocks),
 * against what mdadm --examine says of them, and against what they are known to
 * be.
 */
#include "examine.h"

#include "raid/assembly.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define FOLDER	"tests/golden/md-superblocks/"
#define N(rows) (sizeof(rows) / sizeof((rows)[0]))
#define DEVICES 4

struct device {
	char path[64];
	uint64_t sectors;
	struct raid_sb_place place;
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	int ret;
	struct err err;
};

struct golden {
	const char *name;
	uint64_t array_sectors;
	unsigned int count;
	struct device device[DEVICES];
	struct raid_candidate candidates[DEVICES];
};

static FILE *open_file(const char *name, const char *suffix)
{
	char path[128];
	FILE *file;

	snprintf(path, sizeof(path), FOLDER "%s%s", name, suffix);
	file = fopen(path, "r");
	if (!file)
		fail_msg("cannot read %s", path);
	return file;
}

static void read_bytes(const char *name, const char *suffix, uint8_t *bytes)
{
	FILE *file = open_file(name, suffix);

	assert_int_equal(fread(bytes, 1, RAID_SB_BYTES, file), RAID_SB_BYTES);
	assert_int_equal(fgetc(file), EOF);
	fclose(file);
}

/* the place that the version has on a device of that size */
static void find_place(struct device *device, const char *name, uint64_t sector)
{
	struct raid_sb_place places[RAID_SB_PLACES];
	unsigned int count = raid_superblock_places(device->sectors, places);
	size_t len = strcspn(name, "-");

	while (count--) {
		const char *version =
			raid_sb_version_name(places[count].version);

		if (strlen(version) == len && !strncmp(name, version, len))
			device->place = places[count];
	}
	assert_int_equal(device->place.sector, sector);
}

static void load_device(struct golden *golden, uint64_t sectors,
			uint64_t sector)
{
	struct device *device = &golden->device[golden->count];
	char suffix[16];

	assert_true(golden->count < DEVICES);
	snprintf(device->path, sizeof(device->path), "%s-%u", golden->name,
		 golden->count);
	snprintf(suffix, sizeof(suffix), "-%u.sb", golden->count);
	device->sectors = sectors;
	find_place(device, golden->name, sector);
	read_bytes(golden->name, suffix, device->bytes);
	device->ret = raid_superblock_parse(&device->sb, device->bytes,
					    &device->place, sectors,
					    device->path, &device->err);
	golden->candidates[golden->count++] =
		(struct raid_candidate){device->path, &device->sb};
}

static bool is_head(struct golden *golden, const char *line)
{
	uint64_t sectors, sector;

	if (sscanf(line, "array: %" SCNu64, &golden->array_sectors) == 1)
		return true;
	if (sscanf(line,
		   "device %*u: %" SCNu64 " sectors, superblock at %" SCNu64,
		   &sectors, &sector) != 2)
		return false;
	load_device(golden, sectors, sector);
	return true;
}

static void load(struct golden *golden, const char *name)
{
	FILE *file = open_file(name, ".txt");
	unsigned int compared = 0;
	char line[256];

	memset(golden, 0, sizeof(*golden));
	golden->name = name;
	while (fgets(line, sizeof(line), file)) {
		const struct device *device;

		if (is_head(golden, line))
			continue;
		assert_true(golden->count);
		device = &golden->device[golden->count - 1];
		if (!device->ret)
			compared += examine_check(&device->sb, line);
	}
	fclose(file);
	assert_true(golden->count);
	if (!golden->device[0].ret)
		assert_true(compared >= 8 * golden->count);
}

/* --- what is known of each array --- */

static const struct known {
	const char *name;
	unsigned int devices;
	int ret;	   /* of raid_assemble() */
	const char *words; /* of the refusal, or of who was left out */
	uint64_t missing, left_out;
	bool dirty;
} arrays[] = {
	{"0.90-raid5", 3, 0, NULL, 0, 0, false},
	{"0.90-replaced", 4, 0, "0.90-replaced-1 is stale", 0, 2, false},
	{"0.90-active", 4, 0, NULL, 0, 0, true},
	{"0.90-linear", 2, 0, NULL, 0, 0, false},
	{"1.0-raid1", 3, 0, NULL, 0, 0, false},
	{"1.1-raid6", 4, 0, NULL, 0, 0, false},
	{"1.2-raid10", 4, 0, NULL, 0, 0, false},
	{"1.2-raid0", 3, 0, NULL, 0, 0, false},
	{"1.2-linear", 2, 0, NULL, 0, 0, false},
	{"1.2-stale", 3, 0, "1.2-stale-1 is stale", 2, 2, false},
	{"1.2-active", 3, 0, NULL, 0, 0, true},
	{"1.2-resync", 2, 0, NULL, 0, 0, true},
	{"1.2-bad-blocks", 3, 0, NULL, 0, 0, false},
	{"1.2-journal", 4, -EOPNOTSUPP, "a journal", 0, 0, false},
	{"1.2-ppl", 3, 0, NULL, 0, 0, false},
	{"1.2-spare", 3, 0, NULL, 0, 4, false},
	{"1.2-reshape", 4, -EOPNOTSUPP, "being reshaped", 0, 0, false},
	{"1.2-recovering", 2, -EOPNOTSUPP, "not been rebuilt", 0, 0, false},
	{"1.2-replacing", 4, -EOPNOTSUPP, "replacing another", 0, 0, false},
};

static void says(const char *text, const char *words)
{
	if (!strstr(text, words))
		fail_msg("no '%s' in '%s'", words, text);
}

/* the size is the one that the running array had */
static void check_assembly(const struct golden *golden,
			   const struct known *known,
			   const struct raid_assembly *array)
{
	struct raid_geometry geo;
	unsigned int i;

	assert_int_equal(array->missing, known->missing);
	assert_int_equal(array->left_out, known->left_out);
	assert_int_equal(array->dirty, known->dirty);
	if (known->words)
		says(array->why, known->words);
	else
		assert_string_equal(array->why, "");
	for (i = 0; i < array->spec.members; i++)
		if (array->member[i] >= 0)
			assert_int_equal(
				golden->device[array->member[i]].sb.role, i);
	assert_int_equal(raid_geometry_init(&geo, &array->spec, NULL), 0);
	assert_int_equal(geo.array_sectors, golden->array_sectors);
}

static void every_array(void **state)
{
	struct golden golden;
	struct raid_assembly array;
	struct err err;
	size_t i, j;

	(void)state;
	for (i = 0; i < N(arrays); i++) {
		load(&golden, arrays[i].name);
		assert_int_equal(golden.count, arrays[i].devices);
		for (j = 0; j < golden.count; j++)
			assert_int_equal(golden.device[j].ret, 0);
		assert_int_equal(raid_assemble(&array, golden.candidates,
					       golden.count, &err),
				 arrays[i].ret);
		if (arrays[i].ret)
			says(err.rule, arrays[i].words);
		else
			check_assembly(&golden, &arrays[i], &array);
	}
}

static void reshape_of_0_90(void **state)
{
	struct golden golden;
	unsigned int i;

	(void)state;
	load(&golden, "0.90-reshape");
	assert_int_equal(golden.count, 4);
	for (i = 0; i < golden.count; i++) {
		assert_int_equal(golden.device[i].ret, -EOPNOTSUPP);
		says(golden.device[i].err.rule, "being reshaped");
	}
}

static void bad_blocks(void **state)
{
	uint8_t log[RAID_SB_BYTES];
	struct golden golden;

	(void)state;
	load(&golden, "1.2-bad-blocks");
	assert_false(golden.device[0].sb.bad_blocks);
	assert_true(golden.device[1].sb.bad_blocks);
	assert_int_equal(golden.device[1].sb.bad_block_sector, 24);
	assert_int_equal(golden.device[1].sb.bad_block_sectors, 8);
	read_bytes("1.2-bad-blocks", "-1.log", log);
	assert_int_equal(raid_bad_blocks(log, sizeof(log)), 1);
}

/*
 * Dirty and clean again leaves no trace in what the kernel wrote.  Linear and
 * RAID0 nobody marks, so some of theirs are still as mdadm made them.
 */
static void marks(void **state)
{
	uint8_t bytes[RAID_SB_BYTES];
	struct raid_superblock sb;
	struct golden golden;
	size_t i, j, marked = 0;

	(void)state;
	for (i = 0; i < N(arrays); i++) {
		load(&golden, arrays[i].name);
		for (j = 0; j < golden.count; j++) {
			const struct device *d = &golden.device[j];

			if (d->sb.level < RAID_1 ||
			    d->sb.resync_offset != RAID_SB_CLEAN)
				continue;
			memcpy(bytes, d->bytes, sizeof(bytes));
			raid_superblock_mark(bytes, d->sb.version, true,
					     d->sb.events + 1);
			assert_int_equal(
				raid_superblock_parse(&sb, bytes, &d->place,
						      d->sectors, "x", NULL),
				0);
			assert_int_equal(sb.resync_offset, 0);
			assert_int_equal(sb.events, d->sb.events + 1);
			raid_superblock_mark(bytes, d->sb.version, false,
					     d->sb.events);
			assert_memory_equal(bytes, d->bytes, sizeof(bytes));
			marked++;
		}
	}
	assert_true(marked > 40);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_array),
		cmocka_unit_test(reshape_of_0_90),
		cmocka_unit_test(bad_blocks),
		cmocka_unit_test(marks),
	};

	return unit_run(tests);
}
