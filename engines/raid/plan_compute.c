// SPDX-License-Identifier: GPL-2.0-only
#include "raid/plan.h"

#include "raid/plan_internal.h"

#include <errno.h>
#include <stdbool.h>

static bool has(uint64_t members, unsigned int member)
{
	return members >> member & 1;
}

int raid_plan_lost(const struct raid_geometry *geo,
		   const struct raid_band *band, uint64_t missing,
		   struct raid_lost *lost)
{
	const struct raid_row *row = raid_row_of(geo, band->row);
	unsigned int i, n = 0;

	*lost = (struct raid_lost){.data = {-1, -1}};
	for (i = 0; i < geo->data; i++) {
		if (i != band->first && !has(missing, row->data[i]))
			continue;
		if (n == 2)
			return -EINVAL;
		lost->data[n++] = i;
	}
	lost->p = has(missing, row->p);
	lost->q = geo->parities < 2 || has(missing, row->q);
	if (n + lost->p + lost->q > 2)
		return -EINVAL;
	/* P alone makes good for one */
	lost->q = lost->q || n + lost->p == 1;
	return 0;
}

/* struct work - a band, and where its bytes are */
struct work {
	const struct raid_geometry *geo;
	const struct raid_band *band;
	const struct raid_row *row;
	void *const *data;
	char *scratch;
	size_t len;
	void *p, *q;
};

static void *slot(const struct work *work, unsigned int number)
{
	return work->scratch + number * work->len;
}

/* of bands in which untouched chunks have slots */
static void *chunk(const struct work *work, unsigned int number)
{
	unsigned int first = work->band->first, count = work->band->count;

	if (number < first)
		return slot(work, number);
	if (number < first + count)
		return work->data[number - first];
	return slot(work, number - count);
}

static int generate(const struct work *work)
{
	const void *chunks[RAID_MEMBERS_MAX];
	unsigned int i;

	for (i = 0; i < work->geo->data; i++)
		chunks[i] = chunk(work, i);
	raid_parity_generate(work->row, work->geo->data, work->len, chunks,
			     work->p, work->q);
	return 0;
}

static int update(const struct work *work)
{
	const struct raid_band *band = work->band;
	unsigned int i;

	for (i = 0; i < band->count; i++)
		raid_parity_update(work->row->exponent[band->first + i],
				   work->len, slot(work, i), work->data[i],
				   work->p, work->q);
	return 0;
}

static int recover(const struct work *work, uint64_t missing)
{
	void *chunks[RAID_MEMBERS_MAX];
	struct raid_lost lost;
	unsigned int i;

	if (raid_plan_lost(work->geo, work->band, missing, &lost))
		return -EINVAL;
	for (i = 0; i < work->geo->data; i++)
		chunks[i] = chunk(work, i);
	return raid_parity_recover(work->row, work->geo->data, work->len,
				   chunks, lost.p ? NULL : work->p,
				   lost.q ? NULL : work->q, &lost);
}

int raid_plan_compute(const struct raid_geometry *geo,
		      const struct raid_band *band, uint64_t missing,
		      void *const data[], void *scratch)
{
	struct work work = {
		.geo = geo,
		.band = band,
		.row = raid_row_of(geo, band->row),
		.data = data,
		.scratch = scratch,
		.len = raid_plan_bytes(band),
	};
	unsigned int parity = raid_plan_parity_slot(geo, band);

	work.p = slot(&work, parity);
	work.q = geo->parities == 2 ? slot(&work, parity + 1) : NULL;
	switch (band->method) {
	case RAID_BY_RMW:
		return update(&work);
	case RAID_REBUILD:
		return recover(&work, missing);
	default:
		return generate(&work);
	}
}
