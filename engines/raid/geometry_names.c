// SPDX-License-Identifier: GPL-2.0-only
#include "raid/geometry.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- levels
 * ------------------------------------------------------------------- */
static const struct {
	int number;
	const char *name;
	const char *other; /* mdadm takes it too */
} levels[] = {
	{RAID_LINEAR, "linear", "-1"}, {RAID_0, "raid0", "stripe"},
	{RAID_1, "raid1", "mirror"},   {RAID_4, "raid4", NULL},
	{RAID_5, "raid5", NULL},       {RAID_6, "raid6", NULL},
	{RAID_10, "raid10", NULL},
};

#define LEVELS (sizeof(levels) / sizeof(levels[0]))

const char *raid_level_name(int level)
{
	size_t i;

	for (i = 0; i < LEVELS; i++)
		if (levels[i].number == level)
			return levels[i].name;
	return NULL;
}

/* "5" stands for "raid5" */
static bool is_level(size_t i, const char *name)
{
	const char *full = levels[i].name;

	return !strcmp(name, full) ||
	       (!strncmp(full, "raid", 4) && !strcmp(name, full + 4)) ||
	       (levels[i].other && !strcmp(name, levels[i].other));
}

int raid_level_number(const char *name, int *level)
{
	size_t i;

	for (i = 0; i < LEVELS; i++) {
		if (!is_level(i, name))
			continue;
		*level = levels[i].number;
		return 0;
	}
	return -EINVAL;
}

/* --- layouts that are words
 * ----------------------------------------------------- */
/*
 * The first name of a number is the one that is shown.  RAID5's ddf names are
 * mdadm's; on disk they are the same as others.
 */
static const struct {
	int level;
	uint32_t number;
	const char *name;
} layouts[] = {
	{RAID_0, RAID_0_UNKNOWN, "unknown"},
	{RAID_0, RAID_0_UNKNOWN, "dangerous"},
	{RAID_0, RAID_0_ORIGINAL, "original"},
	{RAID_0, RAID_0_ALTERNATE, "alternate"},

	{RAID_5, 0, "left-asymmetric"},
	{RAID_5, 1, "right-asymmetric"},
	{RAID_5, 2, "left-symmetric"},
	{RAID_5, 3, "right-symmetric"},
	{RAID_5, 4, "parity-first"},
	{RAID_5, 5, "parity-last"},
	{RAID_5, 0, "la"},
	{RAID_5, 1, "ra"},
	{RAID_5, 2, "ls"},
	{RAID_5, 3, "rs"},
	{RAID_5, 2, "default"},
	{RAID_5, 1, "ddf-zero-restart"},
	{RAID_5, 0, "ddf-N-restart"},
	{RAID_5, 2, "ddf-N-continue"},

	{RAID_6, 0, "left-asymmetric"},
	{RAID_6, 1, "right-asymmetric"},
	{RAID_6, 2, "left-symmetric"},
	{RAID_6, 3, "right-symmetric"},
	{RAID_6, 4, "parity-first"},
	{RAID_6, 5, "parity-last"},
	{RAID_6, 0, "la"},
	{RAID_6, 1, "ra"},
	{RAID_6, 2, "ls"},
	{RAID_6, 3, "rs"},
	{RAID_6, 2, "default"},
	{RAID_6, 8, "ddf-zero-restart"},
	{RAID_6, 9, "ddf-N-restart"},
	{RAID_6, 10, "ddf-N-continue"},
	{RAID_6, 16, "left-asymmetric-6"},
	{RAID_6, 17, "right-asymmetric-6"},
	{RAID_6, 18, "left-symmetric-6"},
	{RAID_6, 19, "right-symmetric-6"},
	{RAID_6, 20, "parity-first-6"},
};

#define LAYOUTS (sizeof(layouts) / sizeof(layouts[0]))

static const char *find_name(int level, uint32_t layout)
{
	size_t i;

	for (i = 0; i < LAYOUTS; i++)
		if (layouts[i].level == level && layouts[i].number == layout)
			return layouts[i].name;
	return NULL;
}

static int find_number(int level, const char *name, uint32_t *layout)
{
	size_t i;

	for (i = 0; i < LAYOUTS; i++) {
		if (layouts[i].level != level || strcmp(layouts[i].name, name))
			continue;
		*layout = layouts[i].number;
		return 0;
	}
	return -EINVAL;
}

/* --- RAID10's, which are numbers of copies
 * ---------------------------------------- */
#define NEAR_OF(layout)	  ((layout)&0xff)
#define FAR_OF(layout)	  ((layout) >> 8 & 0xff)
#define IS_OFFSET(layout) ((layout) >> 16 & 1)
#define SETS_OF(layout)	  ((layout) >> 17)

static const char *copies_name(uint32_t layout, char *buf, size_t len)
{
	unsigned int near = NEAR_OF(layout), far = FAR_OF(layout);
	const char *kind = IS_OFFSET(layout) ? "offset" : "far";
	char near_text[16] = "", far_text[16] = "", sets_text[16] = "";

	if (!near || !far || SETS_OF(layout) > 9) {
		snprintf(buf, len, "%#x", layout);
		return buf;
	}
	if (far == 1 || near > 1)
		snprintf(near_text, sizeof(near_text), "near=%u", near);
	if (far > 1 || IS_OFFSET(layout))
		snprintf(far_text, sizeof(far_text), "%s%s=%u",
			 near_text[0] ? "," : "", kind, far);
	if (SETS_OF(layout))
		snprintf(sets_text, sizeof(sets_text), ",sets=%u",
			 SETS_OF(layout));
	snprintf(buf, len, "%s%s%s", near_text, far_text, sets_text);
	return buf;
}

/* "near=2", "n2": Return: what follows, or NULL if it isn't that word */
static const char *word_value(const char *text, const char *word,
			      unsigned int *value)
{
	size_t n = strlen(word);
	unsigned long number;
	char *end;

	if (!strncmp(text, word, n) && text[n] == '=')
		text += n + 1;
	else if (text[0] == word[0])
		text++;
	else
		return NULL;
	if (text[0] < '0' || text[0] > '9')
		return NULL;
	number = strtoul(text, &end, 10);
	if (number > 255 || (*end && *end != ','))
		return NULL;
	*value = (unsigned int)number;
	return end;
}

static int copies_number(const char *text, uint32_t *layout)
{
	static const char *const words[] = {"near", "far", "offset", "sets"};
	unsigned int value[] = {1, 1, 0, 0}, seen = 0, i;

	while (text) {
		const char *end = NULL;

		for (i = 0; i < 4 && !end; i++)
			end = word_value(text, words[i], &value[i]);
		if (!end || (seen & 1U << (i - 1)))
			return -EINVAL;
		seen |= 1U << (i - 1);
		text = *end ? end + 1 : NULL;
	}
	/* far copies are offset ones or not, and there is some copy */
	if ((seen & 6) == 6 || !(seen & 7))
		return -EINVAL;
	*layout = value[0] |
		  (seen & 4 ? value[2] << 8 | 1 << 16 : value[1] << 8) |
		  value[3] << 17;
	return 0;
}

/* --- all of them
 * ------------------------------------------------------------------ */
static bool has_layouts(int level)
{
	return level == RAID_0 || level == RAID_5 || level == RAID_6 ||
	       level == RAID_10;
}

const char *raid_layout_name(int level, uint32_t layout, char *buf, size_t len)
{
	const char *name = has_layouts(level) ? find_name(level, layout) : "-";

	if (level == RAID_10)
		return copies_name(layout, buf, len);
	if (name)
		snprintf(buf, len, "%s", name);
	else
		snprintf(buf, len, "%u", layout);
	return buf;
}

static int plain_number(const char *text, uint32_t *layout)
{
	char *end;
	unsigned long value;

	if (text[0] < '0' || text[0] > '9')
		return -EINVAL;
	errno = 0;
	value = strtoul(text, &end, 0);
	if (*end || errno || value > UINT32_MAX)
		return -EINVAL;
	*layout = (uint32_t)value;
	return 0;
}

int raid_layout_number(int level, const char *name, uint32_t *layout)
{
	if (!plain_number(name, layout))
		return 0;
	if (level == RAID_10)
		return copies_number(name, layout);
	if (has_layouts(level))
		return find_number(level, name, layout);
	if (strcmp(name, "-"))
		return -EINVAL;
	*layout = 0;
	return 0;
}
