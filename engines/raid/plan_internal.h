// SPDX-License-Identifier: GPL-2.0-only
/* What the files plan*.c share. */
#ifndef LANES_RAID_PLAN_INTERNAL_H
#define LANES_RAID_PLAN_INTERNAL_H

#include "raid/parity.h"
#include "raid/plan.h"

/* raid_plan_bytes() - length of one of a band's slots */
static inline size_t raid_plan_bytes(const struct raid_band *band)
{
	return (size_t)band->sectors * 512;
}

/* raid_plan_parity_slot() - the slot of P; Q's is the next */
static inline unsigned int
raid_plan_parity_slot(const struct raid_geometry *geo,
		      const struct raid_band *band)
{
	return band->method == RAID_BY_RMW ? band->count
					   : geo->data - band->count;
}

/*
 * raid_plan_lost() - what a rebuild has to do without
 *
 * A parity that it need not read counts as lost.  The band's own chunk is.
 *
 * Return: 0, or -EINVAL if the rest is not enough.
 */
int raid_plan_lost(const struct raid_geometry *geo,
		   const struct raid_band *band, uint64_t missing,
		   struct raid_lost *lost);

#endif
