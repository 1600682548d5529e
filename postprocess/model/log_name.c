// SPDX-License-Identifier: GPL-2.0-only
#include "model/log_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "clat_hist" before "hist", which fio's manual calls it */
static const struct {
	const char *name;
	enum log_kind kind;
} kinds[] = {
	{"bw", LOG_BW},		 {"iops", LOG_IOPS},
	{"lat", LOG_LAT},	 {"clat", LOG_CLAT},
	{"slat", LOG_SLAT},	 {"clat_hist", LOG_CLAT_HIST},
	{"hist", LOG_CLAT_HIST},
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

const char *log_kind_name(enum log_kind kind)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (kinds[i].kind == kind)
			return kinds[i].name;
	return "";
}

enum log_kind log_kind_find(const char *name)
{
	size_t i;

	for (i = 0; i < KINDS; i++)
		if (!strcmp(kinds[i].name, name))
			return kinds[i].kind;
	return LOG_UNKNOWN;
}

bool log_kind_latency(enum log_kind kind)
{
	return kind == LOG_LAT || kind == LOG_CLAT || kind == LOG_SLAT ||
	       kind == LOG_CLAT_HIST;
}

/* ".1.log", ".log", and what may follow; Return: whether it is that */
static bool parse_end(struct log_name *name, const char *end)
{
	char *digits = NULL;
	size_t len;

	if (end[0] == '.' && end[1] >= '0' && end[1] <= '9') {
		name->job = (unsigned int)strtoul(end + 1, &digits, 10);
		end = digits;
	}
	if (strncmp(end, ".log", 4))
		return false;
	end += 4;
	len = strlen(end);
	if (len >= 3 &&
	    (!strcmp(end + len - 3, ".fz") || !strcmp(end + len - 3, ".gz"))) {
		name->packed = true;
		len -= 3;
	}
	if (len && *end != '.')
		return false;
	if (len)
		snprintf(name->host, sizeof(name->host), "%.*s", (int)(len - 1),
			 end + 1);
	return true;
}

void log_name_parse(struct log_name *name, const char *path)
{
	const char *base = strrchr(path, '/');
	size_t best = 0, i;

	*name = (struct log_name){0};
	base = base ? base + 1 : path;
	for (i = 0; i < KINDS; i++) {
		char word[16];
		const char *at = base;
		size_t len = (size_t)snprintf(word, sizeof(word), "_%s",
					      kinds[i].name);

		/* X may hold such a word too: the last one counts, and of two
		 * that end alike the longer */
		for (; (at = strstr(at, word)); at++) {
			struct log_name found = {.kind = kinds[i].kind};

			if (!parse_end(&found, at + len) || len <= best)
				continue;
			best = len;
			*name = found;
			snprintf(name->run, sizeof(name->run), "%.*s",
				 (int)(at - path), path);
		}
	}
	if (name->kind == LOG_UNKNOWN)
		snprintf(name->run, sizeof(name->run), "%s", path);
}
