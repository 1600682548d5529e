// SPDX-License-Identifier: GPL-2.0-only
#include "system/guard_text.h"
#include "system/holders.h"
#include "system/sysfs.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define MAX_NAMED 4

/**
 * struct openers - the processes that have a device open
 * @folder: "/proc/PID/fd" of the process at hand
 * @dev:    what it has open
 * @names:  "fio (pid 12), dd (pid 34)"
 */
struct openers {
	const struct blockset *set;
	char folder[64];
	const struct blockdev *dev;
	char names[256];
	unsigned int count;
};

static int visit_fd(const char *fd, void *arg)
{
	struct openers *openers = arg;
	char path[96];

	snprintf(path, sizeof(path), "%s/%.24s", openers->folder, fd);
	openers->dev = blockset_find_node(openers->set, path);
	return !!openers->dev;
}

static void name_process(struct openers *openers, const char *pid)
{
	size_t len = strlen(openers->names);
	char comm[32], via[96];

	if (openers->count++ >= MAX_NAMED)
		return;
	sysfs_read(comm, sizeof(comm), openers->set->root, "/proc/%s/comm",
		   pid);
	snprintf(openers->names + len, sizeof(openers->names) - len,
		 "%s%s (pid %s)%s", len ? ", " : "", guard_text_printable(comm),
		 pid, blockdev_via(openers->dev, via, sizeof(via)));
}

static int visit_process(const char *pid, void *arg)
{
	struct openers *openers = arg;

	if (!isdigit(pid[0]))
		return 0;
	snprintf(openers->folder, sizeof(openers->folder), "/proc/%.32s/fd",
		 pid);
	if (sysfs_list(openers->set->root, openers->folder, visit_fd,
		       openers) == 1)
		name_process(openers, pid);
	return 0;
}

int holder_process(const struct blockset *set, struct err *err)
{
	struct openers openers = {.set = set};

	sysfs_list(set->root, "/proc", visit_process, &openers);
	if (!openers.count) {
		err_set(err, EBUSY, set->node,
			"is held exclusively by something not visible here");
		return err_remedy(err, "look outside of this container, for "
				       "ZFS or a cluster filesystem, or choose "
				       "another device");
	}
	err_set(err, EBUSY, set->node, "is held exclusively; open in %s%s",
		openers.names, openers.count > MAX_NAMED ? ", ..." : "");
	return err_remedy(err, "stop that, or choose another device");
}
