// SPDX-License-Identifier: GPL-2.0-only
/*
 * What geometry.c dispatches to: a settle, map and unmap for each family of
 * levels.  Nobody else includes this.
 *
 * settle() fills in what its family needs; spec, chunk_sectors, chunk_shift and
 * copies (1) stand already, and what the spec says has been checked but for its
 * layout.  It sets array_sectors, without regard to limits.
 */
#ifndef LANES_RAID_GEOMETRY_LEVELS_H
#define LANES_RAID_GEOMETRY_LEVELS_H

#include "raid/geometry.h"

/* linear and RAID0: geometry_zones.c */
int raid_linear_settle(struct raid_geometry *geo, struct err *err);
uint64_t raid_linear_map(const struct raid_geometry *geo, uint64_t sector,
			 struct raid_at *at);
enum raid_use raid_linear_unmap(const struct raid_geometry *geo,
				struct raid_at at, uint64_t *array_sector);

int raid_0_settle(struct raid_geometry *geo, struct err *err);
uint64_t raid_0_map(const struct raid_geometry *geo, uint64_t sector,
		    struct raid_at *at);
enum raid_use raid_0_unmap(const struct raid_geometry *geo, struct raid_at at,
			   uint64_t *array_sector);

/* RAID4, 5, 6: geometry_rows.c */
int raid_rows_settle(struct raid_geometry *geo, struct err *err);
uint64_t raid_rows_map(const struct raid_geometry *geo, uint64_t sector,
		       struct raid_at *at);
enum raid_use raid_rows_unmap(const struct raid_geometry *geo,
			      struct raid_at at, uint64_t *array_sector);

/* RAID10: geometry_raid10.c */
int raid_10_settle(struct raid_geometry *geo, struct err *err);
uint64_t raid_10_map(const struct raid_geometry *geo, uint64_t sector,
		     struct raid_at *at);
uint64_t raid_10_map_copies(const struct raid_geometry *geo, uint64_t sector,
			    struct raid_at at[]);
enum raid_use raid_10_unmap(const struct raid_geometry *geo, struct raid_at at,
			    uint64_t *array_sector, unsigned int *copy);

/** raid_layout_refused() - no such layout; @rule and @remedy in plain words */
int raid_layout_refused(const struct raid_geometry *geo, struct err *err,
			const char *rule, const char *remedy);

#endif
