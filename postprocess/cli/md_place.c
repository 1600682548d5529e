// SPDX-License-Identifier: GPL-2.0-only
#include "cli/md_show.h"

static void find_parities(struct md_place *place,
			  const struct raid_geometry *geo)
{
	uint64_t sector = place->copy[0].sector;
	const struct raid_row *row;

	place->has_row = true;
	place->row = sector / geo->chunk_sectors;
	place->parities = geo->parities;
	row = raid_row_of(geo, place->row);
	place->copy[place->copies] = (struct raid_at){row->p, sector};
	if (geo->parities > 1)
		place->copy[place->copies + 1] =
			(struct raid_at){row->q, sector};
}

void md_place_find(struct md_place *place, const struct md_array *md)
{
	const struct raid_geometry *geo = &md->geo;
	uint64_t sector = md->start + place->offset / 512, sectors;
	uint64_t left = md->sectors - place->offset / 512;

	place->copies = geo->copies;
	place->rest = place->offset % 512;
	sectors = raid_map_copies(geo, sector, place->copy);
	/* a partition may end before the chunk does */
	place->bytes = (sectors < left ? sectors : left) * 512 - place->rest;
	place->has_chunk =
		geo->spec.level != RAID_1 && geo->spec.level != RAID_LINEAR;
	if (place->has_chunk)
		place->chunk = sector / geo->chunk_sectors;
	if (geo->parities)
		find_parities(place, geo);
}

const char *md_place_role(const struct md_place *place, unsigned int i,
			  char *buf, size_t len)
{
	if (i >= place->copies)
		snprintf(buf, len, "%s", i == place->copies ? "P" : "Q");
	else if (place->copies == 1)
		snprintf(buf, len, "data");
	else
		snprintf(buf, len, "copy %u", i);
	return buf;
}

bool md_place_byte(const struct md_place *place, const struct md_array *md,
		   unsigned int i, uint64_t *byte, uint64_t *lba)
{
	const struct md_member *member = &md->member[place->copy[i].member];

	if (!member->present)
		return false;
	*byte = (member->data_offset + place->copy[i].sector) * 512 +
		place->rest;
	*lba = *byte / member->block_bytes;
	return true;
}
