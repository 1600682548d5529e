// SPDX-License-Identifier: GPL-2.0-only
#include "raid/geometry_levels.h"

#include <errno.h>

/* Where P goes from one row to the next. */
enum p_path {
	P_LEFT,	 /* from the last member downwards */
	P_RIGHT, /* from the first upwards */
	P_FIRST,
	P_LAST, /* with Q behind it */
};

enum q_place {
	Q_NONE,
	Q_AFTER_P,  /* around the end */
	Q_BEFORE_P, /* around the start */
	Q_APART,    /* the last member's for good; the others do RAID5 */
};

/* Where a row's first data chunk goes; the next ones follow upwards. */
enum data_start {
	DATA_FIRST,  /* "asymmetric": the first member that is free */
	DATA_BEHIND, /* "symmetric": behind the parities, around the end */
};

/*
 * One row per layout.  DDF counts its own way in Q (struct raid_row), and its
 * "N restart" is one row ahead of the others that go left.
 */
static const struct layout {
	int level;
	uint32_t number;
	enum p_path p;
	enum q_place q;
	enum data_start data;
	bool ddf;
	unsigned int ahead;
} layouts[] = {
	{RAID_4, 0, P_LAST, Q_NONE, DATA_FIRST, false, 0},

	{RAID_5, 0, P_LEFT, Q_NONE, DATA_FIRST, false, 0},
	{RAID_5, 1, P_RIGHT, Q_NONE, DATA_FIRST, false, 0},
	{RAID_5, 2, P_LEFT, Q_NONE, DATA_BEHIND, false, 0},
	{RAID_5, 3, P_RIGHT, Q_NONE, DATA_BEHIND, false, 0},
	{RAID_5, 4, P_FIRST, Q_NONE, DATA_FIRST, false, 0},
	{RAID_5, 5, P_LAST, Q_NONE, DATA_FIRST, false, 0},

	{RAID_6, 0, P_LEFT, Q_AFTER_P, DATA_FIRST, false, 0},
	{RAID_6, 1, P_RIGHT, Q_AFTER_P, DATA_FIRST, false, 0},
	{RAID_6, 2, P_LEFT, Q_AFTER_P, DATA_BEHIND, false, 0},
	{RAID_6, 3, P_RIGHT, Q_AFTER_P, DATA_BEHIND, false, 0},
	{RAID_6, 4, P_FIRST, Q_AFTER_P, DATA_FIRST, false, 0},
	{RAID_6, 5, P_LAST, Q_AFTER_P, DATA_FIRST, false, 0},

	{RAID_6, 8, P_RIGHT, Q_AFTER_P, DATA_FIRST, true, 0},
	{RAID_6, 9, P_LEFT, Q_AFTER_P, DATA_FIRST, true, 1},
	{RAID_6, 10, P_LEFT, Q_BEFORE_P, DATA_BEHIND, true, 0},

	{RAID_6, 16, P_LEFT, Q_APART, DATA_FIRST, false, 0},
	{RAID_6, 17, P_RIGHT, Q_APART, DATA_FIRST, false, 0},
	{RAID_6, 18, P_LEFT, Q_APART, DATA_BEHIND, false, 0},
	{RAID_6, 19, P_RIGHT, Q_APART, DATA_BEHIND, false, 0},
	{RAID_6, 20, P_FIRST, Q_APART, DATA_FIRST, false, 0},
};

#define NO_MEMBER 255

static const struct layout *find_layout(const struct raid_spec *spec)
{
	/* md does not look at RAID4's; mdadm stores 0, a conversion 5 */
	uint32_t number = spec->level == RAID_4 ? 0 : spec->layout;
	size_t i;

	for (i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		if (layouts[i].level == spec->level &&
		    layouts[i].number == number)
			return &layouts[i];
	return NULL;
}

static int refuse_layout(const struct raid_geometry *geo, struct err *err)
{
	return raid_layout_refused(geo, err, "is none of md's",
				   geo->spec.level == RAID_5
					   ? "0 to 5 are"
					   : "0 to 5, 8 to 10 (DDF) and 16 to "
					     "20 (*-6) are");
}

/* members that P, and the data with it, moves over */
static unsigned int movers(const struct layout *layout, unsigned int members)
{
	return layout->q == Q_APART ? members - 1 : members;
}

static unsigned int p_of(const struct layout *layout, unsigned int members,
			 unsigned int row)
{
	unsigned int over = movers(layout, members);
	unsigned int steps = (row + layout->ahead) % over;

	switch (layout->p) {
	case P_LEFT:
		return over - 1 - steps;
	case P_RIGHT:
		return steps;
	case P_FIRST:
		return 0;
	default:
		return layout->q == Q_NONE ? members - 1 : members - 2;
	}
}

static unsigned int q_of(const struct layout *layout, unsigned int members,
			 unsigned int p)
{
	switch (layout->q) {
	case Q_AFTER_P:
		return (p + 1) % members;
	case Q_BEFORE_P:
		return (p + members - 1) % members;
	case Q_APART:
		return members - 1;
	default:
		return NO_MEMBER;
	}
}

static void place_data(const struct layout *layout, unsigned int members,
		       struct raid_row *row)
{
	unsigned int over = movers(layout, members), place = 0, step, i;
	unsigned int start = layout->data == DATA_FIRST ? 0 : row->p + 1U;

	for (step = 0; step < over; step++) {
		i = (start + step) % over;
		if (i != row->p && i != row->q)
			row->data[place++] = (uint8_t)i;
	}
}

/*
 * Q counts the members from the one behind Q on, without P; DDF counts them
 * from the first one on, P and Q included.
 */
static void count_exponents(const struct layout *layout, unsigned int members,
			    struct raid_row *row)
{
	uint8_t exponent_of[RAID_MEMBERS_MAX] = {0};
	unsigned int start = layout->ddf ? 0 : row->q + 1U;
	unsigned int step, place, next = 0;

	for (step = 0; step < members; step++) {
		unsigned int i = (start + step) % members;

		exponent_of[i] = (uint8_t)next;
		next += layout->ddf || (i != row->p && i != row->q);
	}
	for (place = 0; place < members - 2; place++)
		row->exponent[place] = exponent_of[row->data[place]];
}

static void settle_row(struct raid_geometry *geo, const struct layout *layout,
		       unsigned int index)
{
	struct raid_row *row = &geo->rows[index];
	unsigned int members = geo->spec.members;

	row->p = (uint8_t)p_of(layout, members, index);
	row->q = (uint8_t)q_of(layout, members, row->p);
	place_data(layout, members, row);
	if (layout->q != Q_NONE)
		count_exponents(layout, members, row);
}

int raid_rows_settle(struct raid_geometry *geo, struct err *err)
{
	const struct layout *layout = find_layout(&geo->spec);
	unsigned int i, members = geo->spec.members;

	if (!layout)
		return refuse_layout(geo, err);
	geo->parities = layout->q == Q_NONE ? 1 : 2;
	geo->data = members - geo->parities;
	geo->period = layout->p == P_FIRST || layout->p == P_LAST
			      ? 1
			      : movers(layout, members);
	for (i = 0; i < geo->period; i++)
		settle_row(geo, layout, i);
	geo->array_sectors = (geo->spec.component_sectors >>
			      geo->chunk_shift << geo->chunk_shift) *
			     geo->data;
	return 0;
}

uint64_t raid_rows_map(const struct raid_geometry *geo, uint64_t sector,
		       struct raid_at *at)
{
	uint64_t chunk = sector >> geo->chunk_shift;
	uint64_t in = sector & (geo->chunk_sectors - 1);
	uint64_t row = chunk / geo->data;

	at->member = raid_row_of(geo, row)->data[chunk - row * geo->data];
	at->sector = (row << geo->chunk_shift) + in;
	return geo->chunk_sectors - in;
}

enum raid_use raid_rows_unmap(const struct raid_geometry *geo,
			      struct raid_at at, uint64_t *array_sector)
{
	uint64_t number = at.sector >> geo->chunk_shift;
	const struct raid_row *row = raid_row_of(geo, number);
	unsigned int place = 0;

	*array_sector = number * geo->data * geo->chunk_sectors +
			(at.sector & (geo->chunk_sectors - 1));
	if (*array_sector >= geo->array_sectors)
		return RAID_UNUSED;
	if (at.member == row->p)
		return RAID_P;
	if (at.member == row->q)
		return RAID_Q;
	while (row->data[place] != at.member)
		place++;
	*array_sector += place * geo->chunk_sectors;
	return RAID_DATA;
}
