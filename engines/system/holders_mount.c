// SPDX-License-Identifier: GPL-2.0-only
#include "system/guard_text.h"
#include "system/holders.h"
#include "system/sysfs.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* calls @visit for each line; Return: what it returned last, or -errno */
static int each_line(const char *root, const char *path,
		     int (*visit)(const char *line, void *arg), void *arg)
{
	char full[PATH_MAX], *line = NULL;
	size_t cap = 0;
	int ret = 0;
	FILE *file;

	snprintf(full, sizeof(full), "%s%s", root, path);
	file = fopen(full, "re");
	if (!file)
		return -errno;
	while (!ret && getline(&line, &cap, file) >= 0)
		ret = visit(line, arg);
	free(line);
	fclose(file);
	return ret;
}

/**
 * struct mount_search - through the mount tables of all processes
 * @pid:     whose table is being read; "self" first
 * @seen:    inode numbers of the @count mount namespaces read so far
 * @mount:   the line at hand
 */
struct mount_search {
	const struct blockset *set;
	struct err *err;
	const char *pid;
	ino_t *seen;
	size_t count;
	struct guard_mount mount;
};

static int mounted(struct mount_search *search, const struct blockdev *dev)
{
	char via[96], comm[32], space[96] = "";

	if (strcmp(search->pid, "self")) {
		sysfs_read(comm, sizeof(comm), search->set->root,
			   "/proc/%s/comm", search->pid);
		snprintf(space, sizeof(space),
			 ", in the mount namespace of %s (pid %s)",
			 guard_text_printable(comm), search->pid);
	}
	err_set(search->err, EBUSY, search->set->node,
		"is mounted on %.250s%s%s",
		guard_text_printable(search->mount.point),
		blockdev_via(dev, via, sizeof(via)), space);
	return err_remedy(search->err, "unmount it, or choose another device");
}

/* btrfs and their like have no device number: what was mounted has to do */
static bool has_own_number(const struct guard_mount *mount)
{
	return mount->major || strncmp(mount->source, "/dev/", 5);
}

static int visit_mount(const char *line, void *arg)
{
	struct mount_search *search = arg;
	struct guard_mount *mount = &search->mount;
	const struct blockdev *dev;

	if (guard_text_mount(line, mount))
		return 0;
	dev = has_own_number(mount)
		      ? blockset_find(search->set, mount->major, mount->minor)
		      : blockset_find_node(search->set, mount->source);
	return dev ? mounted(search, dev) : 0;
}

/*
 * Thousands of processes share a few namespaces.  Where the number cannot be
 * read or kept, the table is just read once more.
 */
static bool seen_before(struct mount_search *search)
{
	char path[PATH_MAX];
	struct stat st;
	ino_t *grown;
	size_t i;

	snprintf(path, sizeof(path), "%s/proc/%s/ns/mnt", search->set->root,
		 search->pid);
	if (stat(path, &st))
		return false;
	for (i = 0; i < search->count; i++)
		if (search->seen[i] == st.st_ino)
			return true;
	grown = realloc(search->seen, (search->count + 1) * sizeof(*grown));
	if (grown) {
		search->seen = grown;
		search->seen[search->count++] = st.st_ino;
	}
	return false;
}

static int visit_process(const char *pid, void *arg)
{
	struct mount_search *search = arg;
	char path[64];
	int ret;

	if (!isdigit(pid[0]) && strcmp(pid, "self"))
		return 0;
	search->pid = pid;
	if (seen_before(search))
		return 0;
	snprintf(path, sizeof(path), "/proc/%.32s/mountinfo", pid);
	ret = each_line(search->set->root, path, visit_mount, search);
	return ret == -EBUSY ? ret : 0;
}

int holder_mount(const struct blockset *set, struct err *err)
{
	struct mount_search search = {.set = set, .err = err};
	int ret;

	/* the caller's own view first: it is the one to be told about */
	ret = visit_process("self", &search);
	if (!ret)
		ret = sysfs_list(set->root, "/proc", visit_process, &search);
	free(search.seen);
	return ret == -EBUSY ? ret : 0;
}

struct type_search {
	const char *type;
	struct guard_mount mount;
};

static int visit_type(const char *line, void *arg)
{
	struct type_search *search = arg;

	return !guard_text_mount(line, &search->mount) &&
	       !strcmp(search->mount.type, search->type);
}

int mount_point_of(const char *root, const char *type, char *buf, size_t len)
{
	struct type_search search = {.type = type};
	int ret = each_line(root, "/proc/self/mountinfo", visit_type, &search);

	if (ret < 0)
		return ret;
	if (!ret)
		return -ENOENT;
	ret = snprintf(buf, len, "%s", search.mount.point);
	return (size_t)ret < len ? 0 : -ENAMETOOLONG;
}

struct swap_search {
	const struct blockset *set;
	struct err *err;
};

static int visit_swap(const char *line, void *arg)
{
	struct swap_search *search = arg;
	const struct blockdev *dev;
	char path[PATH_MAX], via[96];

	if (guard_text_swap(line, path, sizeof(path)))
		return 0;
	dev = blockset_find_node(search->set, path);
	if (!dev)
		return 0;
	err_set(search->err, EBUSY, search->set->node, "is used as swap%s",
		blockdev_via(dev, via, sizeof(via)));
	return err_remedy(search->err,
			  "swapoff /dev/%s, or choose another device",
			  dev->name);
}

int holder_swap(const struct blockset *set, struct err *err)
{
	struct swap_search search = {.set = set, .err = err};
	int ret = each_line(set->root, "/proc/swaps", visit_swap, &search);

	return ret == -EBUSY ? ret : 0;
}
