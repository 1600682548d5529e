// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_parse.h"

#include <endian.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

int md_parse_number(const char *text, int64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoll(text, &end, 10);
	if (end == text || errno)
		return -EINVAL;
	if (!*end)
		return 0;
	return strncmp(end, " (", 2) ? -EINVAL : -EBUSY;
}

int md_parse_slot(const char *text, int *slot)
{
	int64_t number;

	if (!strcmp(text, "none") || !strcmp(text, "journal")) {
		*slot = text[0] == 'n' ? MD_SLOT_NONE : MD_SLOT_JOURNAL;
		return 0;
	}
	if (md_parse_number(text, &number) || number < 0 || number > INT_MAX)
		return -EINVAL;
	*slot = number;
	return 0;
}

static bool has_word(const char *text, const char *word)
{
	size_t len = strlen(word);

	while (*text) {
		size_t n = strcspn(text, ", \n");

		if (n == len && !memcmp(text, word, n))
			return true;
		text += n;
		text += strspn(text, ", \n");
	}
	return false;
}

void md_parse_state(const char *text, struct md_member_state *state)
{
	state->in_sync = has_word(text, "in_sync");
	state->faulty = has_word(text, "faulty");
	state->write_mostly = has_word(text, "write_mostly");
	state->replacement = has_word(text, "replacement");
	state->journal = has_word(text, "journal");
}

bool md_parse_bad_blocks(const char *text, uint64_t *sector)
{
	*sector = 0;
	text += strspn(text, " \t\r\n");
	if (*text >= '0' && *text <= '9')
		*sector = strtoull(text, NULL, 10);
	return *text != '\0';
}

int md_parse_container(const char *text, char *name, size_t len)
{
	static const char external[] = "external:";
	size_t n;

	if (strncmp(text, external, strlen(external)))
		return -EINVAL;
	text += strlen(external);
	if (*text != '/' && *text != '-')
		return -EINVAL;
	n = strcspn(++text, "/");
	if (!n || n >= len || text[0] == '.')
		return -EINVAL;
	memcpy(name, text, n);
	name[n] = '\0';
	return 0;
}

int md_parse_member(const char **list, char *buf, size_t len)
{
	size_t n = strcspn(*list, ",");

	if (!**list)
		return 0;
	if (!n)
		return -EINVAL;
	if (n >= len)
		return -ENAMETOOLONG;
	memcpy(buf, *list, n);
	buf[n] = '\0';
	*list += n;
	if (!**list)
		return 1;
	/* a comma promises another */
	++*list;
	return **list ? 1 : -EINVAL;
}

#define BITMAP_MAGIC	0x6d746962
#define BITMAP_LOCKLESS 6

bool md_parse_lockless_bitmap(const void *buf, size_t len)
{
	uint32_t words[2]; /* magic, version */

	if (len < sizeof(words))
		return false;
	memcpy(words, buf, sizeof(words));
	return le32toh(words[0]) == BITMAP_MAGIC &&
	       le32toh(words[1]) >= BITMAP_LOCKLESS;
}

/* what stands @back bytes before the end */
static bool ends_with(const void *buf, size_t len, size_t back,
		      const void *mark, size_t n)
{
	const char *at = buf;

	return len >= back && n <= back && !memcmp(at + len - back, mark, n);
}

/*
 * IMSM's anchor is the last sector but one, DDF's the last; of 512 or 4096
 * bytes.
 */
const char *md_parse_foreign(const void *buf, size_t len)
{
	static const char imsm[] = "Intel Raid ISM Cfg Sig. ";
	static const unsigned char ddf[] = {0xde, 0x11, 0xde, 0x11};

	if (ends_with(buf, len, 1024, imsm, strlen(imsm)) ||
	    ends_with(buf, len, 8192, imsm, strlen(imsm)))
		return "IMSM";
	if (ends_with(buf, len, 512, ddf, sizeof(ddf)) ||
	    ends_with(buf, len, 4096, ddf, sizeof(ddf)))
		return "DDF";
	return NULL;
}
