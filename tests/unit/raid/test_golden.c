// SPDX-License-Identifier: GPL-2.0-only
/*
 * Geometry against the maps that tests/golden/md/take-maps took from the
 * kernel: every sector of every array in tests/vm/md-geometries.
 */
#include "raid/geometries.h"

#include <inttypes.h>
#include <stdlib.h>

#define TABLE "tests/vm/md-geometries"
#define MAP   "tests/golden/md/%s.map"

struct map {
	const char *path;
	struct raid_spec spec;
	uint64_t array_sectors;
	struct raid_geometry geo;
	uint8_t *seen; /* by sector and copy */
	uint64_t count;
};

/* --- the numbers at the top
 * ---------------------------------------------------- */
static void read_sizes(struct raid_spec *spec, char *text)
{
	unsigned int n = 0;

	for (; n < MEMBERS_MAX && *text; n++)
		spec->member_sectors[n] = strtoull(text, &text, 10);
}

/* Return: false where it is no such line */
static bool read_number(struct map *map, char *line)
{
	struct raid_spec *spec = &map->spec;
	char *value = strchr(line, ' ');

	if (!value)
		return false;
	*value++ = '\0';
	if (!strcmp(line, "level"))
		spec->level = atoi(value);
	else if (!strcmp(line, "layout"))
		spec->layout = (uint32_t)strtoul(value, NULL, 10);
	else if (!strcmp(line, "chunk"))
		spec->chunk_sectors = (uint32_t)strtoul(value, NULL, 10);
	else if (!strcmp(line, "members"))
		spec->members = (unsigned int)strtoul(value, NULL, 10);
	else if (!strcmp(line, "component"))
		spec->component_sectors = strtoull(value, NULL, 10);
	else if (!strcmp(line, "sizes"))
		read_sizes(spec, value);
	else if (!strcmp(line, "array"))
		map->array_sectors = strtoull(value, NULL, 10);
	else
		*--value = ' ';
	return *value != ' ';
}

static void settle(struct map *map)
{
	struct err err = {0};

	if (raid_geometry_init(&map->geo, &map->spec, &err))
		fail_msg("%s: %s %s", map->path, err.value, err.rule);
	if (map->geo.array_sectors != map->array_sectors)
		fail_msg("%s: array of %" PRIu64 " sectors, not %" PRIu64,
			 map->path, map->geo.array_sectors, map->array_sectors);
	map->seen = calloc(map->array_sectors, map->geo.copies);
	assert_non_null(map->seen);
}

/* --- the runs
 * --------------------------------------------------------------------- */
/* With one data chunk per row, P is a copy of it, and so carries its number. */
static void check_sector(struct map *map, struct raid_at at, uint64_t sector)
{
	const struct raid_geometry *geo = &map->geo;
	struct raid_at places[RAID_MEMBERS_MAX];
	unsigned int copy;
	uint64_t found = UINT64_MAX;
	enum raid_use use = raid_unmap(geo, at, &found, &copy);

	if (found != sector || (use == RAID_P && geo->data != 1) ||
	    (use != RAID_DATA && use != RAID_P))
		fail_msg("%s: %u: %" PRIu64 " holds sector %" PRIu64
			 ", not %" PRIu64,
			 map->path, at.member, at.sector, sector, found);
	if (use == RAID_P)
		return;
	raid_map_copies(geo, sector, places);
	assert_int_equal(places[copy].member, at.member);
	assert_int_equal(places[copy].sector, at.sector);
	map->count += !map->seen[sector * geo->copies + copy]++;
}

static void check_member(struct map *map, char *line)
{
	unsigned int member = (unsigned int)strtoul(line, &line, 10);
	uint64_t start, len, sector, i;
	int n;

	assert_int_equal(*line++, ':');
	if (!map->seen)
		settle(map);
	for (; sscanf(line, " %" SCNu64 "+%" SCNu64 "@%" SCNu64 "%n", &start,
		      &len, &sector, &n) == 3;
	     line += n)
		for (i = 0; i < len; i++)
			check_sector(map, (struct raid_at){member, start + i},
				     sector + i);
	assert_int_equal(*line, '\0');
}

static void check_map(const char *path)
{
	struct map map = {.path = path};
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t room = 0;

	if (!file)
		fail_msg("%s: is missing; tests/golden/md/take-maps takes it",
			 path);
	while (getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = '\0';
		if (line[0] != '#' && !read_number(&map, line))
			check_member(&map, line);
	}
	assert_true(map.array_sectors > 0);
	if (map.count != map.array_sectors * map.geo.copies)
		fail_msg("%s: %" PRIu64 " of %" PRIu64 " places are there",
			 path, map.count, map.array_sectors * map.geo.copies);
	free(map.seen);
	free(line);
	fclose(file);
}

/* Return: false at the table's end; @name is the next row's */
static bool next_name(FILE *table, char *name, size_t len)
{
	char line[256];

	while (fgets(line, sizeof(line), table)) {
		size_t n = strcspn(line, " \t\n");

		if (line[0] == '#' || !n)
			continue;
		assert_true(n < len);
		memcpy(name, line, n);
		name[n] = '\0';
		return true;
	}
	return false;
}

static void every_map(void **state)
{
	FILE *table = fopen(TABLE, "r");
	unsigned int count = 0;
	char name[64], path[128];

	(void)state;
	if (!table)
		fail_msg("no " TABLE " here: run it from the project's folder");
	for (; next_name(table, name, sizeof(name)); count++) {
		snprintf(path, sizeof(path), MAP, name);
		check_map(path);
	}
	fclose(table);
	assert_true(count >= 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_map),
	};

	return unit_run(tests);
}
