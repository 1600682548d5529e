// SPDX-License-Identifier: GPL-2.0-only
#include "system/block_mount.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysmacros.h>

static bool is_inside(const char *path, const char *point)
{
	size_t len = strlen(point);

	return !strcmp(point, "/") ||
	       (!strncmp(path, point, len) && (!path[len] || path[len] == '/'));
}

static bool holds(const struct guard_mount *mount, const char *path, dev_t dev)
{
	return makedev(mount->major, mount->minor) == dev &&
	       is_inside(path, mount->point);
}

bool block_mount_find(const char *path, dev_t dev, struct guard_mount *found)
{
	struct guard_mount *mount = malloc(sizeof(*mount));
	FILE *stream = fopen("/proc/self/mountinfo", "r");
	char *line = NULL;
	size_t size = 0, best = 0;
	bool any = false;

	while (stream && mount && getline(&line, &size, stream) > 0) {
		if (guard_text_mount(line, mount) || !holds(mount, path, dev) ||
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
