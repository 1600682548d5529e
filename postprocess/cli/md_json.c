// SPDX-License-Identifier: GPL-2.0-only
#include "cli/md_show.h"

#include "base/json.h"

static void put_optional(struct json *json, const char *key, const char *text)
{
	json_put_string(json, key, text[0] ? text : NULL);
}

static void put_identity(struct json *json, const struct md_array *md)
{
	char uuid[64];

	json_put_string(json, "name", md->name);
	put_optional(json, "disk", md->disk);
	put_optional(json, "path", md->path);
	json_put_string(json, "metadata", md->metadata);
	json_put_string(json, "uuid",
			md->has_uuid
				? raid_uuid_text(md->uuid, uuid, sizeof(uuid))
				: NULL);
	json_put_string(json, "state", md->state);
}

static void put_geometry(struct json *json, const struct md_array *md)
{
	const struct raid_spec *spec = &md->geo.spec;
	char layout[64];

	json_put_string(json, "level", raid_level_name(spec->level));
	json_put_string(json, "layout",
			raid_layout_name(spec->level, spec->layout, layout,
					 sizeof(layout)));
	json_put_uint(json, "layout_number", spec->layout);
	json_put_uint(json, "chunk_bytes", (uint64_t)spec->chunk_sectors * 512);
	json_put_uint(json, "start_bytes", md->start * 512);
	json_put_uint(json, "size_bytes", md->sectors * 512);
	json_put_uint(json, "array_bytes", md->geo.array_sectors * 512);
	json_put_uint(json, "block_bytes", md->block_bytes);
	json_put_uint(json, "data_chunks", md->geo.data);
	json_put_uint(json, "parities", md->geo.parities);
	json_put_uint(json, "copies", md->geo.copies);
}

static void put_health(struct json *json, const struct md_show *show)
{
	const struct md_array *md = show->md;

	json_put_uint(json, "missing", __builtin_popcountll(md->missing));
	json_put_bool(json, "dirty", md->dirty);
	json_put_bool(json, "bitmap", md->bitmap);
	json_put_bool(json, "ppl", md->ppl);
	if (md->disk[0])
		json_put_null(json, "events");
	else
		json_put_uint(json, "events", md->events);
	if (show->checked)
		json_put_null(json, "checked");
	else
		json_put_bool(json, "checked", true);
	json_put_bool(json, "writable", !show->no.code);
	put_optional(json, "why_not", show->no.code ? show->no.rule : "");
	put_optional(json, "remedy", show->no.code ? show->no.remedy : "");
	put_optional(json, "warning", md->warning);
}

static void put_member(struct json *json, const struct md_array *md,
		       unsigned int slot)
{
	const struct md_member *member = &md->member[slot];

	json_open_object(json, NULL);
	json_put_uint(json, "slot", slot);
	json_put_string(json, "state", member->present ? "present" : "missing");
	if (member->present) {
		json_put_string(json, "path", member->path);
		put_optional(json, "disk", member->disk);
		json_put_bool(json, "write_mostly", member->write_mostly);
		json_put_uint(json, "data_offset_bytes",
			      member->data_offset * 512);
		json_put_uint(json, "data_bytes", member->data_sectors * 512);
		json_put_uint(json, "device_bytes",
			      member->device_sectors * 512);
		json_put_uint(json, "block_bytes", member->block_bytes);
		json_put_int(json, "numa_node", member->node);
	}
	json_close(json);
}

static void put_at(struct json *json, const struct md_show *show,
		   unsigned int i)
{
	const struct md_place *place = show->place;
	uint64_t byte, lba;
	char role[32];

	json_open_object(json, NULL);
	json_put_string(json, "role",
			md_place_role(place, i, role, sizeof(role)));
	json_put_uint(json, "slot", place->copy[i].member);
	if (md_place_byte(place, show->md, i, &byte, &lba)) {
		json_put_string(json, "path",
				show->md->member[place->copy[i].member].path);
		json_put_uint(json, "byte", byte);
		json_put_uint(json, "lba", lba);
	} else {
		json_put_null(json, "path");
		json_put_null(json, "byte");
		json_put_null(json, "lba");
	}
	json_close(json);
}

static void put_place(struct json *json, const struct md_show *show)
{
	const struct md_place *place = show->place;
	unsigned int i;

	json_open_object(json, "map");
	json_put_uint(json, "offset_bytes", place->offset);
	json_put_uint(json, "bytes", place->bytes);
	if (place->has_chunk)
		json_put_uint(json, "chunk", place->chunk);
	if (place->has_row)
		json_put_uint(json, "row", place->row);
	json_open_array(json, "at");
	for (i = 0; i < place->copies + place->parities; i++)
		put_at(json, show, i);
	json_close(json);
	json_close(json);
}

size_t md_show_json(const struct md_show *show, char *buf, size_t len)
{
	const struct md_array *md = show->md;
	struct json json;
	unsigned int i;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	put_identity(&json, md);
	put_geometry(&json, md);
	put_health(&json, show);
	json_open_array(&json, "members");
	for (i = 0; i < md->geo.spec.members; i++)
		put_member(&json, md, i);
	json_close(&json);
	if (show->place)
		put_place(&json, show);
	json_close(&json);
	return json_finish(&json);
}
