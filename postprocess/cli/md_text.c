// SPDX-License-Identifier: GPL-2.0-only
#include "cli/md_show.h"

#include "base/units.h"

#include <string.h>

#define TEXT 64

static const char *sectors_text(uint64_t sectors, char *buf)
{
	return units_size(sectors * 512, buf, TEXT);
}

static void put_head(const struct md_array *md, FILE *to)
{
	const struct raid_spec *spec = &md->geo.spec;
	char text[TEXT];

	fprintf(to, "%s  %s", md->name, raid_level_name(spec->level));
	raid_layout_name(spec->level, spec->layout, text, sizeof(text));
	if (strcmp(text, "-") &&
	    !(spec->level == RAID_0 && spec->layout == RAID_0_UNKNOWN))
		fprintf(to, ", %s", text);
	if (spec->chunk_sectors)
		fprintf(to, ", chunk %s",
			sectors_text(spec->chunk_sectors, text));
	fprintf(to, ", %u members", spec->members);
	if (md->missing)
		fprintf(to, ", %d missing", __builtin_popcountll(md->missing));
	fputc('\n', to);
}

static void put_size(const struct md_array *md, FILE *to)
{
	char size[TEXT], block[TEXT];

	fprintf(to, "size      %s (%llu bytes), requests of %s or more\n",
		sectors_text(md->sectors, size),
		(unsigned long long)md->sectors * 512,
		units_size(md->block_bytes, block, sizeof(block)));
	if (md->start || md->sectors != md->geo.array_sectors)
		fprintf(to, "part      from byte %llu of %s's %s\n",
			(unsigned long long)md->start * 512,
			md->disk[0] ? md->disk : "the array",
			sectors_text(md->geo.array_sectors, size));
}

static void put_state(const struct md_show *show, FILE *to)
{
	const struct md_array *md = show->md;
	char text[1200];

	fprintf(to, "metadata  %s", md->metadata);
	if (md->has_uuid)
		fprintf(to, ", UUID %s",
			raid_uuid_text(md->uuid, text, sizeof(text)));
	fprintf(to, "\nstate     %s%s%s%s%s\n", md->state,
		md->dirty ? ", dirty" : "", md->bitmap ? ", bitmap" : "",
		md->ppl ? ", partial parity log" : "",
		!show->checked ? ", its members hold what it reads" : "");
	if (show->no.code)
		fprintf(to, "writable  no: %s\n",
			err_format(&show->no, text, sizeof(text)));
	else
		fputs("writable  yes\n", to);
	if (md->warning[0])
		fprintf(to, "warning   %s\n", md->warning);
}

static int path_width(const struct md_array *md)
{
	size_t width = strlen("member");
	unsigned int i;

	for (i = 0; i < md->geo.spec.members; i++)
		if (strlen(md->member[i].path) > width)
			width = strlen(md->member[i].path);
	return width;
}

static void put_member(const struct md_array *md, unsigned int slot, int width,
		       FILE *to)
{
	const struct md_member *member = &md->member[slot];
	char offset[TEXT], data[TEXT], device[TEXT], block[TEXT],
		node[16] = "-";

	if (!member->present) {
		fprintf(to, "%4u  missing\n", slot);
		return;
	}
	if (member->node >= 0)
		snprintf(node, sizeof(node), "%d", member->node);
	fprintf(to, "%4u  %-*s  %10s  %10s  %10s  %8s  %4s%s\n", slot, width,
		member->path, sectors_text(member->data_offset, offset),
		sectors_text(member->data_sectors, data),
		sectors_text(member->device_sectors, device),
		units_size(member->block_bytes, block, sizeof(block)), node,
		member->write_mostly ? "  write-mostly" : "");
}

static void put_members(const struct md_array *md, FILE *to)
{
	int width = path_width(md);
	unsigned int i;

	fprintf(to, "\nslot  %-*s  %10s  %10s  %10s  %8s  %4s\n", width,
		"member", "data from", "data", "device", "block", "node");
	for (i = 0; i < md->geo.spec.members; i++)
		put_member(md, i, width, to);
}

static void put_at(const struct md_show *show, unsigned int i, FILE *to)
{
	const struct md_place *place = show->place;
	unsigned int slot = place->copy[i].member;
	uint64_t byte, lba;
	char role[32];

	fprintf(to, "  %-8s slot %u  %s",
		md_place_role(place, i, role, sizeof(role)), slot,
		show->md->member[slot].path);
	if (md_place_byte(place, show->md, i, &byte, &lba))
		fprintf(to, "  byte %llu  LBA %llu", (unsigned long long)byte,
			(unsigned long long)lba);
	fputc('\n', to);
}

static void put_place(const struct md_show *show, FILE *to)
{
	const struct md_place *place = show->place;
	unsigned int i;

	fprintf(to, "\nbyte %llu", (unsigned long long)place->offset);
	if (place->has_chunk)
		fprintf(to, ", chunk %llu", (unsigned long long)place->chunk);
	if (place->has_row)
		fprintf(to, ", row %llu", (unsigned long long)place->row);
	fprintf(to, "; %llu bytes in one piece\n",
		(unsigned long long)place->bytes);
	for (i = 0; i < place->copies + place->parities; i++)
		put_at(show, i, to);
}

void md_show_text(const struct md_show *show, FILE *to)
{
	put_head(show->md, to);
	put_size(show->md, to);
	put_state(show, to);
	put_members(show->md, to);
	if (show->place)
		put_place(show, to);
}
