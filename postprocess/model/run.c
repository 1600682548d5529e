// SPDX-License-Identifier: GPL-2.0-only
#include "model/run.h"

#include "model/load.h"

#include <errno.h>
#include <string.h>

/* where each text of the file goes */
static const struct {
	const char *key;
	size_t offset;
	size_t size;
} texts[] = {
#define TEXT(member)                                      \
	{                                                 \
#member, offsetof(struct run, member),    \
			sizeof(((struct run *)0)->member) \
	}
	TEXT(published_config), TEXT(title),	  TEXT(engine),
	TEXT(preset),		TEXT(target),	  TEXT(target_shape),
	TEXT(job_file),		TEXT(job_sha256), TEXT(fio_version),
	TEXT(engine_version),	TEXT(kernel),	  TEXT(host),
#undef TEXT
};

static void parse_texts(struct run *run, const json_t *root)
{
	size_t i;

	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		load_string(root, texts[i].key, (char *)run + texts[i].offset,
			    texts[i].size);
}

static enum side parse_direction(const json_t *root)
{
	char word[16];
	enum side side;

	load_string(root, "direction", word, sizeof(word));
	for (side = 0; side <= SIDE_MIXED; side++)
		if (!strcmp(word, side_name(side)))
			return side;
	return SIDE_COUNT;
}

/* a word as a shell would want it, so that the line can be pasted */
static void add_word(struct text *line, const char *word)
{
	const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX"
			    "YZ0123456789_-=+,./:@%";

	if (line->len)
		text_add(line, " ");
	if (*word && !word[strspn(word, plain)]) {
		text_add(line, word);
		return;
	}
	text_add(line, "'");
	for (; *word; word++)
		if (*word == '\'')
			text_add(line, "'\\''");
		else
			text_addn(line, word, 1);
	text_add(line, "'");
}

static int parse_lists(struct run *run, const json_t *root)
{
	const json_t *environment = json_object_get(root, "environment");
	const json_t *item;
	const char *key;
	size_t i;
	int ret = 0;

	json_array_foreach(json_object_get(root, "devices"), i,
			   item) if (!ret && json_is_string(item)) ret =
		strings_addf(&run->devices, "%s", json_string_value(item));
	json_array_foreach(json_object_get(root, "command"), i,
			   item) if (json_is_string(item))
		add_word(&run->command, json_string_value(item));
	/* the macro wants a non-const object, and only reads it */
	json_object_foreach((json_t *)environment, key,
			    item) if (!ret && json_is_string(item)) ret =
		strings_addf(&run->environment, "%s=%s", key,
			     json_string_value(item));
	return run->command.failed ? -ENOMEM : ret;
}

int run_parse(struct run *run, const char *name, const char *buf, size_t len,
	      struct err *err)
{
	json_t *root = load_schema(name, buf, len, err);
	int ret;

	*run = (struct run){.direction = SIDE_COUNT};
	if (!root)
		return -EINVAL;
	parse_texts(run, root);
	run->direction = parse_direction(root);
	run->block_size_bytes = load_number(root, "block_size_bytes", 0);
	/* no block is so large, and counts in uint64_t stay possible */
	if (run->block_size_bytes < 0 || run->block_size_bytes > 1e15)
		run->block_size_bytes = 0;
	run->jobs = load_number(root, "jobs", 0);
	run->start_epoch_ns = load_number(root, "start_epoch_ns", 0);
	run->end_epoch_ns = load_number(root, "end_epoch_ns", 0);
	run->exit_status = load_int(root, "exit_status");
	ret = parse_lists(run, root);
	json_decref(root);
	if (ret) {
		run_free(run);
		return err_set(err, ENOMEM, name, "out of memory");
	}
	return 0;
}

void run_free(struct run *run)
{
	strings_free(&run->devices);
	strings_free(&run->environment);
	text_free(&run->command);
}
