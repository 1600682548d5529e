// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every kind of array with 1 to 12 members, small: two whole periods of the
 * pattern and a rest that is not used.
 */
#ifndef LANES_TESTS_RAID_GEOMETRIES_H
#define LANES_TESTS_RAID_GEOMETRIES_H

#include "unit.h"

#include "raid/geometry.h"

#include <stdio.h>

#define N(rows)	    (sizeof(rows) / sizeof((rows)[0]))
#define MEMBERS_MAX 12

/* what a test calls for each of them */
typedef void geometry_visit(const struct raid_spec *spec);

/* names a spec in a message; Return: a static buffer */
static inline const char *spec_name(const struct raid_spec *spec)
{
	static char text[96];

	snprintf(text, sizeof(text), "level %d layout %#x chunk %u members %u",
		 spec->level, spec->layout, spec->chunk_sectors, spec->members);
	return text;
}

static inline void visit_rows(geometry_visit *visit)
{
	static const struct {
		int level;
		uint32_t layout;
	} kinds[] = {
		{4, 0},	 {4, 5},  {5, 0},  {5, 1},  {5, 2},  {5, 3},
		{5, 4},	 {5, 5},  {6, 0},  {6, 1},  {6, 2},  {6, 3},
		{6, 4},	 {6, 5},  {6, 8},  {6, 9},  {6, 10}, {6, 16},
		{6, 17}, {6, 18}, {6, 19}, {6, 20},
	};
	static const uint32_t chunks[] = {8, 16, 128};
	unsigned int k, c, n;

	for (k = 0; k < N(kinds); k++)
		for (c = 0; c < N(chunks); c++)
			for (n = kinds[k].level == 6 ? 4 : 2; n <= MEMBERS_MAX;
			     n++)
				visit(&(struct raid_spec){
					.level = kinds[k].level,
					.layout = kinds[k].layout,
					.chunk_sectors = chunks[c],
					.members = n,
					.component_sectors =
						2 * n * chunks[c] + 7,
				});
}

static inline void visit_mirrors(geometry_visit *visit)
{
	unsigned int n;

	for (n = 1; n <= MEMBERS_MAX; n++)
		visit(&(struct raid_spec){.level = RAID_1,
					  .members = n,
					  .component_sectors = 100 + n});
}

/* refused ones too: near and far copies together are a matter of luck */
static inline void visit_raid10(geometry_visit *visit)
{
	static const uint32_t chunks[] = {8, 32};
	unsigned int near, far, flags, c, n;

	for (near = 1; near <= 4; near++)
		for (far = 1; far <= 4; far++)
			for (flags = 0; flags < 6; flags++)
				for (c = 0; c < N(chunks); c++)
					for (n = 2; n <= MEMBERS_MAX; n++)
						visit(&(struct raid_spec){
							.level = RAID_10,
							.layout = near |
								  far << 8 |
								  flags << 16,
							.chunk_sectors =
								chunks[c],
							.members = n,
							.component_sectors =
								(2 * n +
								 1) * chunks[c] +
								3,
						});
}

/* in chunks, and sectors beyond: all equal, two sizes, all different, mixed */
static inline uint64_t member_chunks(unsigned int kind, unsigned int i)
{
	switch (kind) {
	case 0:
		return 5;
	case 1:
		return i % 2 ? 4 : 9;
	case 2:
		return 3 + i;
	case 3:
		return 20 - i;
	default:
		return 2 + i * i * 7 % 11;
	}
}

static inline void visit_zones_of(geometry_visit *visit, int level,
				  uint32_t layout, uint32_t chunk,
				  unsigned int kind)
{
	struct raid_spec spec = {
		.level = level, .layout = layout, .chunk_sectors = chunk};
	unsigned int i, n;

	for (n = 1; n <= MEMBERS_MAX; n++) {
		spec.members = n;
		for (i = 0; i < n; i++)
			spec.member_sectors[i] =
				member_chunks(kind, i) * (chunk ? chunk : 13) +
				i % (chunk ? chunk : 13);
		visit(&spec);
	}
}

static inline void visit_zones(geometry_visit *visit)
{
	static const uint32_t chunks[] = {1, 8, 128, 24, 40, 384};
	static const uint32_t roundings[] = {0, 1, 8, 40, 128};
	unsigned int kind, i;

	for (kind = 0; kind < 5; kind++) {
		for (i = 0; i < N(chunks); i++) {
			visit_zones_of(visit, RAID_0, RAID_0_ORIGINAL,
				       chunks[i], kind);
			visit_zones_of(visit, RAID_0, RAID_0_ALTERNATE,
				       chunks[i], kind);
		}
		for (i = 0; i < N(roundings); i++)
			visit_zones_of(visit, RAID_LINEAR, 0, roundings[i],
				       kind);
	}
}

static inline void visit_all(geometry_visit *visit)
{
	visit_zones(visit);
	visit_mirrors(visit);
	visit_rows(visit);
	visit_raid10(visit);
}

#endif
