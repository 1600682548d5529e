// SPDX-License-Identifier: GPL-2.0-only
#include "model/md_stats.h"

#include "model/load.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* far above every count and size, and exact in a double */
#define COUNT_MAX 9007199254740992.0

/** struct reader - a file, and the place in it that is being read */
struct reader {
	const char *name;
	char place[64];
	struct err *err;
};

static int refuse(const struct reader *reader, const char *key,
		  const char *rule)
{
	return err_set(reader->err, EINVAL, reader->name, "%s%s%s %s",
		       reader->place, *reader->place ? "." : "", key, rule);
}

static int read_count(const struct reader *reader, const json_t *object,
		      const char *key, double *count)
{
	*count = load_number(object, key, -1);
	if (*count >= 0 && *count <= COUNT_MAX && *count == floor(*count))
		return 0;
	return refuse(reader, key, "is no count");
}

struct count_at {
	const char *key;
	double *count;
};

static int read_counts(const struct reader *reader, const json_t *object,
		       const struct count_at *list, size_t count)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < count; i++)
		ret = read_count(reader, object, list[i].key, list[i].count);
	return ret;
}

static int read_io(const struct reader *reader, const json_t *object,
		   struct md_io *io)
{
	const struct count_at list[] = {
		{"reads", &io->reads},
		{"read_bytes", &io->read_bytes},
		{"writes", &io->writes},
		{"write_bytes", &io->write_bytes},
	};

	return read_counts(reader, object, list,
			   sizeof(list) / sizeof(list[0]));
}

/* the list @key, with room for it in @items */
static int open_list(const struct reader *reader, const json_t *object,
		     const char *key, const json_t **list, void **items,
		     size_t size)
{
	*list = json_object_get(object, key);
	if (!json_is_array(*list))
		return refuse(reader, key, "is no list");
	*items = calloc(json_array_size(*list) + 1, size);
	if (*items)
		return 0;
	return err_set(reader->err, ENOMEM, reader->name, "out of memory");
}

static int read_members(struct reader *reader, struct md_array_stats *array,
			const json_t *object, size_t index)
{
	const json_t *list, *entry;
	void *room = NULL;
	size_t i;
	int ret;

	ret = open_list(reader, object, "members", &list, &room,
			sizeof(*array->members));
	if (ret)
		return ret;
	array->members = room;
	json_array_foreach(list, i, entry)
	{
		struct md_member_stats *member = &array->members[i];

		snprintf(reader->place, sizeof(reader->place),
			 "arrays[%zu].members[%zu]", index, i);
		load_string(entry, "path", member->path, sizeof(member->path));
		ret = read_io(reader, entry, &member->io);
		if (ret)
			return ret;
		array->member_count++;
	}
	return 0;
}

static int read_array(struct reader *reader, struct md_array_stats *array,
		      const json_t *object, size_t index)
{
	const struct count_at list[] = {
		{"chunk_bytes", &array->chunk_bytes},
		{"full_rows", &array->full_rows},
		{"rmw", &array->rmw},
		{"rcw", &array->rcw},
		{"rebuilt", &array->rebuilt},
		{"joined", &array->joined},
		{"lock_waits", &array->lock_waits},
	};
	int ret;

	snprintf(reader->place, sizeof(reader->place), "arrays[%zu]", index);
	load_string(object, "name", array->name, sizeof(array->name));
	load_string(object, "level", array->level, sizeof(array->level));
	load_string(object, "layout", array->layout, sizeof(array->layout));
	ret = read_counts(reader, object, list, sizeof(list) / sizeof(list[0]));
	if (!ret)
		ret = read_io(reader, object, &array->asked);
	if (!ret)
		ret = read_members(reader, array, object, index);
	return ret;
}

static int read_arrays(struct reader *reader, struct md_stats *stats,
		       const json_t *root)
{
	const json_t *list, *entry;
	void *room = NULL;
	size_t i;
	int ret;

	ret = open_list(reader, root, "arrays", &list, &room,
			sizeof(*stats->arrays));
	if (ret)
		return ret;
	stats->arrays = room;
	json_array_foreach(list, i, entry)
	{
		ret = read_array(reader, &stats->arrays[i], entry, i);
		stats->count++; /* also what is half read is to be freed */
		if (ret)
			break;
	}
	return ret;
}

int md_stats_parse(struct md_stats *stats, const char *name, const char *buf,
		   size_t len, struct err *err)
{
	struct reader reader = {.name = name, .err = err};
	json_t *root = load_schema(name, buf, len, err);
	int ret;

	*stats = (struct md_stats){0};
	if (!root)
		return -EINVAL;
	ret = read_arrays(&reader, stats, root);
	if (ret)
		md_stats_free(stats);
	json_decref(root);
	return ret;
}

void md_stats_free(struct md_stats *stats)
{
	size_t i;

	for (i = 0; i < stats->count; i++)
		free(stats->arrays[i].members);
	free(stats->arrays);
	*stats = (struct md_stats){0};
}

struct md_io md_stats_members(const struct md_array_stats *array)
{
	struct md_io sum = {0};
	size_t i;

	for (i = 0; i < array->member_count; i++) {
		const struct md_io *io = &array->members[i].io;

		sum.reads += io->reads;
		sum.read_bytes += io->read_bytes;
		sum.writes += io->writes;
		sum.write_bytes += io->write_bytes;
	}
	return sum;
}

double md_stats_amplification(const struct md_array_stats *array)
{
	if (!(array->asked.write_bytes > 0))
		return 0;
	return md_stats_members(array).write_bytes / array->asked.write_bytes;
}
