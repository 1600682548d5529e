// SPDX-License-Identifier: GPL-2.0-only
#include "model/machine.h"

#include "model/load.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* @lo and @hi name the members, which are one and the same in a model; what
 * is missing, null or not positive does not limit */
static struct rate_range parse_range(const json_t *object, const char *lo,
				     const char *hi)
{
	struct rate_range range = {load_number(object, lo, 0),
				   load_number(object, hi, 0)};

	if (range.hi_Bps <= 0)
		range.hi_Bps = INFINITY;
	if (range.lo_Bps <= 0 || range.lo_Bps > range.hi_Bps)
		range.lo_Bps = range.hi_Bps;
	return range;
}

static void parse_limits(struct rate_range limit[2], const json_t *object,
			 bool modelled)
{
	const char *const *names;
	static const char *const model[] = {"read_Bps", "read_Bps", "write_Bps",
					    "write_Bps"};
	static const char *const topo[] = {"read_lo_Bps", "read_hi_Bps",
					   "write_lo_Bps", "write_hi_Bps"};

	names = modelled ? model : topo;
	limit[SIDE_READ] = parse_range(object, names[0], names[1]);
	limit[SIDE_WRITE] = parse_range(object, names[2], names[3]);
}

static int parse_drives(struct machine *machine, const json_t *root,
			bool modelled)
{
	const json_t *list = json_object_get(root, "drives");
	const json_t *entry;
	size_t i;

	machine->drives =
		calloc(json_array_size(list) + 1, sizeof(*machine->drives));
	if (!machine->drives)
		return -ENOMEM;
	json_array_foreach(list, i, entry)
	{
		struct machine_drive *drive = &machine->drives[i];

		load_string(entry, "name", drive->name, sizeof(drive->name));
		load_string(entry, "serial", drive->serial,
			    sizeof(drive->serial));
		/* of a machine as it is, only the link is known to limit */
		load_string(entry, modelled ? "model" : "link", drive->title,
			    sizeof(drive->title));
		parse_limits(drive->limit, entry, modelled);
		machine->drive_count++;
	}
	return 0;
}

static struct machine_link *add_link(struct machine *machine,
				     const json_t *entry, bool modelled)
{
	struct machine_link *links =
		array_grow(machine->links, machine->link_count, sizeof(*links));
	struct machine_link *link;

	if (!links)
		return NULL;
	machine->links = links;
	link = &links[machine->link_count];
	*link = (struct machine_link){.drives = calloc(machine->drive_count + 1,
						       sizeof(*link->drives))};
	if (!link->drives)
		return NULL;
	load_string(entry, "name", link->name, sizeof(link->name));
	load_string(entry, "title", link->title, sizeof(link->title));
	parse_limits(link->limit, entry, modelled);
	machine->link_count++;
	return link;
}

static const char *member(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));

	return value ? value : "";
}

/* in a model, a drive names its link and a link its uplink */
static int parse_model_links(struct machine *machine, const json_t *root)
{
	const json_t *drives = json_object_get(root, "drives");
	const json_t *links = json_object_get(root, "links");
	const json_t *uplinks = json_object_get(root, "uplinks");
	const json_t *entry, *drive, *via;
	struct machine_link *link;
	size_t i, d, v;

	json_array_foreach(links, i, entry)
	{
		link = add_link(machine, entry, true);
		if (!link)
			return -ENOMEM;
		json_array_foreach(drives, d,
				   drive) if (!strcmp(member(drive, "link"),
						      member(entry, "name")))
			link->drives[link->drive_count++] = d;
	}
	json_array_foreach(uplinks, i, entry)
	{
		link = add_link(machine, entry, true);
		if (!link)
			return -ENOMEM;
		json_array_foreach(links, v, via)
		{
			const struct machine_link *inner = &machine->links[v];

			if (strcmp(member(via, "uplink"),
				   member(entry, "name")))
				continue;
			for (d = 0; d < inner->drive_count &&
				    link->drive_count < machine->drive_count;
			     d++)
				link->drives[link->drive_count++] =
					inner->drives[d];
		}
	}
	return 0;
}

static int parse_topo_links(struct machine *machine, const json_t *root)
{
	const json_t *entry, *name;
	struct machine_link *link;
	size_t i, d;

	json_array_foreach(json_object_get(root, "uplinks"), i, entry)
	{
		link = add_link(machine, entry, false);
		if (!link)
			return -ENOMEM;
		json_array_foreach(json_object_get(entry, "drives"), d, name)
		{
			long drive = -1;

			if (json_is_string(name))
				drive = machine_find(machine,
						     json_string_value(name));
			if (drive >= 0 &&
			    link->drive_count < machine->drive_count)
				link->drives[link->drive_count++] =
					(size_t)drive;
		}
	}
	return 0;
}

static int by_drive_count(const void *a, const void *b)
{
	const struct machine_link *one = a, *two = b;

	return (one->drive_count > two->drive_count) -
	       (one->drive_count < two->drive_count);
}

static void sort_links(struct machine *machine)
{
	if (machine->link_count)
		qsort(machine->links, machine->link_count,
		      sizeof(*machine->links), by_drive_count);
}

static int parse_model_words(struct machine *machine, const json_t *root)
{
	const json_t *word;
	size_t i;
	int ret = 0;

	load_string(root, "machine", machine->machine,
		    sizeof(machine->machine));
	load_string(root, "title", machine->title, sizeof(machine->title));
	load_string(root, "emulated", machine->emulated,
		    sizeof(machine->emulated));
	load_string(root, "not_modelled_reason", machine->not_modelled_reason,
		    sizeof(machine->not_modelled_reason));
	if (!*machine->not_modelled_reason)
		snprintf(machine->not_modelled_reason,
			 sizeof(machine->not_modelled_reason), "not modelled");
	json_array_foreach(json_object_get(root, "not_modelled"), i,
			   word) if (!ret && json_string_length(word)) ret =
		strings_addf(&machine->not_modelled, "%s",
			     json_string_value(word));
	return ret;
}

int machine_parse_model(struct machine *machine, const char *name,
			const char *buf, size_t len, struct err *err)
{
	json_t *root = load_schema(name, buf, len, err);
	int ret;

	*machine = (struct machine){0};
	if (!root)
		return -EINVAL;
	machine->scale = load_number(root, "scale", 0);
	if (machine->scale > 0) {
		ret = parse_model_words(machine, root);
		ret = ret ? ret : parse_drives(machine, root, true);
		ret = ret ? ret : parse_model_links(machine, root);
		sort_links(machine);
		if (ret)
			err_set(err, -ret, name, "out of memory");
	} else {
		ret = err_set(err, EINVAL, name,
			      "is a scale model without a positive \"scale\"");
	}
	if (ret)
		machine_free(machine);
	json_decref(root);
	return ret;
}

int machine_parse_topo(struct machine *machine, const char *name,
		       const char *buf, size_t len, struct err *err)
{
	json_t *root = load_schema(name, buf, len, err);
	int ret;

	*machine = (struct machine){0};
	if (!root)
		return -EINVAL;
	ret = parse_drives(machine, root, false);
	ret = ret ? ret : parse_topo_links(machine, root);
	sort_links(machine);
	if (ret) {
		machine_free(machine);
		err_set(err, -ret, name, "out of memory");
	}
	json_decref(root);
	return ret;
}

void machine_free(struct machine *machine)
{
	size_t i;

	for (i = 0; i < machine->link_count; i++)
		free(machine->links[i].drives);
	free(machine->links);
	free(machine->drives);
	strings_free(&machine->not_modelled);
	*machine = (struct machine){0};
}
