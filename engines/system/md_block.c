// SPDX-License-Identifier: GPL-2.0-only
/* What sysfs says of a block device that is, or may be, a member. */
#include "system/md_internal.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* of a partition the disk has the queue */
unsigned int md_block_bytes_of(const char *root, const char *disk)
{
	static const char *const queues[] = {"queue", "../queue"};
	uint64_t bytes;
	size_t i;

	for (i = 0; disk[0] && i < 2; i++)
		if (!sysfs_read_u64(&bytes, root,
				    "/sys/class/block/%s/%s/logical_block_size",
				    disk, queues[i]) &&
		    bytes >= 512 && bytes <= 1 << 20 && !(bytes & (bytes - 1)))
			return bytes;
	return 512;
}

/* the nearest numa_node on the way up */
static int node_above(const char *link)
{
	char path[PATH_MAX], *slash;
	int node;

	if (!realpath(link, path))
		return -1;
	while (strstr(path, "/sys/")) {
		if (!sysfs_read_int(&node, "", "%s/numa_node", path))
			return node;
		slash = strrchr(path, '/');
		*slash = '\0';
	}
	return -1;
}

struct controllers {
	const char *subsystem;
	int node;
};

static int visit_controller(const char *name, void *arg)
{
	struct controllers *controllers = arg;
	char link[PATH_MAX];
	size_t n = strlen("nvme");

	/* nvme0; not nvme0n1 */
	if (strncmp(name, "nvme", n) || !name[n] ||
	    strspn(name + n, "0123456789") != strlen(name + n) ||
	    snprintf(link, sizeof(link), "%s/%s", controllers->subsystem,
		     name) >= (int)sizeof(link))
		return 0;
	controllers->node = node_above(link);
	return controllers->node >= 0;
}

/* a multipath namespace hangs on its subsystem, which links to controllers */
static int node_of_subsystem(const char *root, const char *disk)
{
	struct controllers controllers = {.node = -1};
	char link[PATH_MAX], path[PATH_MAX];

	if (snprintf(link, sizeof(link), "%s/sys/class/block/%s/device", root,
		     disk) >= (int)sizeof(link) ||
	    !realpath(link, path) || !strstr(path, "/nvme-subsystem/"))
		return -1;
	controllers.subsystem = path;
	sysfs_list("", path, visit_controller, &controllers);
	return controllers.node;
}

int md_node_of(const char *root, const char *disk)
{
	char link[PATH_MAX], whole[64];
	int node;

	if (!disk[0] || snprintf(link, sizeof(link), "%s/sys/class/block/%s",
				 root, disk) >= (int)sizeof(link))
		return -1;
	node = node_above(link);
	if (node >= 0 || strncmp(disk, "nvme", 4))
		return node;
	if (sysfs_read_int(&node, root, "/sys/class/block/%s/partition",
			   disk) ||
	    sysfs_link_parent(whole, sizeof(whole), root, "/sys/class/block/%s",
			      disk) < 0)
		return node_of_subsystem(root, disk);
	return node_of_subsystem(root, whole);
}

struct above {
	const char *root;
	char *name;
	size_t len;
};

static int visit_above(const char *holder, void *arg)
{
	struct above *above = arg;
	char state[32];

	if (sysfs_read(state, sizeof(state), above->root,
		       "/sys/class/block/%s/md/array_state", holder) < 0 ||
	    !strcmp(state, "clear") || !strcmp(state, "inactive"))
		return 0;
	snprintf(above->name, above->len, "%s", holder);
	return 1;
}

bool md_running_above(const char *root, const char *disk, char *name,
		      size_t len)
{
	struct above above = {.root = root, .name = name, .len = len};
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/block/%.64s/holders", disk);
	return disk[0] && sysfs_list(root, path, visit_above, &above) == 1;
}
