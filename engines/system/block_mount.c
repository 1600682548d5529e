// SPDX-License-Identifier: GPL-2.0-only
#include "system/block_mount.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

/* mountinfo writes space, tab, newline and backslash as \ooo */
static void unescape(char *text)
{
	char *to = text;

	for (; *text; text++) {
		if (text[0] == '\\' && text[1] >= '0' && text[1] <= '3' &&
		    text[2] && text[3]) {
			*to++ = (text[1] - '0') << 6 | (text[2] - '0') << 3 |
				(text[3] - '0');
			text += 3;
		} else {
			*to++ = *text;
		}
	}
	*to = '\0';
}

static bool parse_mount(char *line, dev_t dev, struct mount *mount)
{
	char *rest = strstr(line, " - ");
	unsigned int maj, min;

	if (!rest ||
	    sscanf(line, "%*d %*d %u:%u %*s %4095s", &maj, &min,
		   mount->point) != 3 ||
	    sscanf(rest, " - %63s %4095s", mount->type, mount->source) != 2)
		return false;
	unescape(mount->point);
	unescape(mount->source);
	return makedev(maj, min) == dev;
}

static bool is_inside(const char *path, const char *point)
{
	size_t len = strlen(point);

	return !strcmp(point, "/") ||
	       (!strncmp(path, point, len) && (!path[len] || path[len] == '/'));
}

bool block_mount_find(const char *path, dev_t dev, struct mount *found)
{
	FILE *stream = fopen("/proc/self/mountinfo", "r");
	struct mount *mount = malloc(sizeof(*mount));
	char *line = NULL;
	size_t size = 0, best = 0;
	bool any = false;

	while (stream && mount && getline(&line, &size, stream) > 0) {
		if (!parse_mount(line, dev, mount) ||
		    !is_inside(path, mount->point) ||
		    strlen(mount->point) < best)
			continue;
		best = strlen(mount->point);
		*found = *mount;
		any = true;
	}
	free(line);
	free(mount);
	if (stream)
		fclose(stream);
	return any;
}
