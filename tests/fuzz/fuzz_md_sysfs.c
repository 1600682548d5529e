// SPDX-License-Identifier: GPL-2.0-only
/* md's attributes in sysfs, a list of members, what lies at a device's end. */
#include "system/md_parse.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void parse_text(const char *text)
{
	struct md_member_state state;
	char name[16], path[32];
	uint64_t sector;
	int64_t number;
	int slot;

	md_parse_number(text, &number);
	if (!md_parse_slot(text, &slot) && slot < MD_SLOT_JOURNAL)
		abort();
	md_parse_state(text, &state);
	if (md_parse_bad_blocks(text, &sector) !=
	    (text[strspn(text, " \t\r\n")] != '\0'))
		abort();
	if (!md_parse_container(text, name, sizeof(name)) &&
	    (!name[0] || strchr(name, '/')))
		abort();
	while (md_parse_member(&text, path, sizeof(path)) > 0)
		if (!path[0] || strchr(path, ','))
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	parse_text(text);
	free(text);
	md_parse_lockless_bitmap(data, size);
	md_parse_foreign(data, size);
	return 0;
}
