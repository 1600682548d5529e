// SPDX-License-Identifier: GPL-2.0-only
/* Users that open a block device without holding it: O_EXCL misses them. */
#include "system/guard_text.h"
#include "system/holders.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/**
 * struct search - for the user of a set, a folder deep in a tree
 * @path: of the folder that is being listed
 */
struct search {
	const struct blockset *set;
	struct err *err;
	char path[PATH_MAX];
};

/* lists @name below the search's folder; the search is back there after */
static int descend(struct search *search, const char *name,
		   int (*visit)(const char *name, void *arg))
{
	size_t len = strlen(search->path);
	int ret = 0;

	if (snprintf(search->path + len, sizeof(search->path) - len, "/%s",
		     name) < (int)(sizeof(search->path) - len))
		ret = sysfs_list(search->set->root, search->path, visit,
				 search);
	search->path[len] = '\0';
	return ret == -EBUSY ? ret : 0;
}

static int visit_loop(const char *name, void *arg)
{
	struct search *search = arg;
	const struct blockdev *dev;
	char path[PATH_MAX], via[96];

	if (strncmp(name, "loop", 4) ||
	    sysfs_read(path, sizeof(path), search->set->root,
		       "/sys/class/block/%s/loop/backing_file", name) <= 0)
		return 0;
	dev = blockset_find_node(search->set, path);
	if (!dev)
		return 0;
	err_set(search->err, EBUSY, search->set->node,
		"backs loop device %.64s%s", name,
		blockdev_via(dev, via, sizeof(via)));
	return err_remedy(search->err,
			  "detach it (losetup -d /dev/%.64s), or choose "
			  "another device",
			  name);
}

int holder_loop(const struct blockset *set, struct err *err)
{
	struct search search = {.set = set, .err = err};
	int ret =
		sysfs_list(set->root, "/sys/class/block", visit_loop, &search);

	return ret == -EBUSY ? ret : 0;
}

/* a subsystem and what it exports; @path: .../subsystems/NQN[/namespaces] */
static int exported(struct search *search, const char *what,
		    const struct blockdev *dev)
{
	char via[96], *nqn = search->path, *end;

	nqn = strstr(nqn, "/subsystems/") + strlen("/subsystems/");
	end = strchr(nqn, '/');
	err_set(search->err, EBUSY, search->set->node,
		"is exported by nvmet, subsystem %.*s, %.32s%s",
		end ? (int)(end - nqn) : (int)strlen(nqn), nqn, what,
		blockdev_via(dev, via, sizeof(via)));
	return err_remedy(search->err,
			  "disable that export, or choose another device");
}

/* device_path of an export below the search's folder, if it is enabled */
static int enabled_path(const struct search *search, const char *name,
			char *path, size_t len)
{
	const char *root = search->set->root;
	int on;

	if (sysfs_read_int(&on, root, "%s/%s/enable", search->path, name) ||
	    !on)
		return -ENOENT;
	return sysfs_read(path, len, root, "%s/%s/device_path", search->path,
			  name) > 0
		       ? 0
		       : -ENOENT;
}

static int visit_namespace(const char *nsid, void *arg)
{
	struct search *search = arg;
	const struct blockdev *dev;
	char path[PATH_MAX], what[32];

	if (enabled_path(search, nsid, path, sizeof(path)))
		return 0;
	dev = blockset_find_node(search->set, path);
	if (!dev)
		return 0;
	snprintf(what, sizeof(what), "namespace %.16s", nsid);
	return exported(search, what, dev);
}

/* nvme0c1n2, a path of multipath's nvme0n2, goes by the latter's name */
static void drop_path_number(char *name)
{
	char *path = strchr(name, 'c');
	char *rest = path ? strchr(path, 'n') : NULL;

	if (rest)
		memmove(path, rest, strlen(rest) + 1);
}

struct controller {
	const struct blockset *set;
	const struct blockdev *dev;
};

static int visit_controller(const char *entry, void *arg)
{
	struct controller *ctrl = arg;
	char name[64];

	snprintf(name, sizeof(name), "%s", entry);
	drop_path_number(name);
	ctrl->dev = blockset_find_name(ctrl->set, name);
	return !!ctrl->dev;
}

/* passthrough exports a controller with all its namespaces */
static int find_passthru(struct search *search)
{
	struct controller ctrl = {.set = search->set};
	char path[PATH_MAX], node[PATH_MAX], folder[64], *name;

	if (enabled_path(search, "passthru", path, sizeof(path)))
		return 0;
	/* by-id links and the like lead to the node, whose name is sysfs' */
	name = strrchr(realpath(path, node) ? node : path, '/');
	if (!name || snprintf(folder, sizeof(folder), "/sys/class/nvme%s",
			      name) >= (int)sizeof(folder))
		return 0;
	sysfs_list(search->set->root, folder, visit_controller, &ctrl);
	return ctrl.dev ? exported(search, "passthrough", ctrl.dev) : 0;
}

static int visit_subsystem(const char *nqn, void *arg)
{
	struct search *search = arg;
	size_t len = strlen(search->path);
	int ret = 0;

	if (snprintf(search->path + len, sizeof(search->path) - len, "/%s",
		     nqn) < (int)(sizeof(search->path) - len)) {
		ret = find_passthru(search);
		if (!ret)
			ret = descend(search, "namespaces", visit_namespace);
	}
	search->path[len] = '\0';
	return ret;
}

/* LIO: target/core/iblock_0/NAME/udev_path; iblock holds, fileio does not */
static int visit_backstore(const char *name, void *arg)
{
	struct search *search = arg;
	const struct blockdev *dev;
	char path[PATH_MAX], via[96];

	if (sysfs_read(path, sizeof(path), search->set->root, "%s/%s/udev_path",
		       search->path, name) <= 0)
		return 0;
	dev = blockset_find_node(search->set, path);
	if (!dev)
		return 0;
	err_set(search->err, EBUSY, search->set->node,
		"is exported by LIO, backstore %.64s%s", name,
		blockdev_via(dev, via, sizeof(via)));
	return err_remedy(search->err, "remove that backstore (targetcli), or "
				       "choose another device");
}

static int visit_hba(const char *hba, void *arg)
{
	return descend(arg, hba, visit_backstore);
}

static int is_loaded(const struct blockset *set, const char *module)
{
	char path[PATH_MAX];
	struct stat st;

	snprintf(path, sizeof(path), "%s/sys/module/%s", set->root, module);
	return !stat(path, &st);
}

static int cannot_tell(const struct blockset *set, struct err *err)
{
	if (!is_loaded(set, "nvmet") && !is_loaded(set, "target_core_mod"))
		return 0;
	err_set(err, EBUSY, set->node,
		"may be exported (nvmet or LIO is loaded): configfs, which "
		"would tell, is not mounted");
	return err_remedy(err, "mount -t configfs none /sys/kernel/config");
}

int holder_export(const struct blockset *set, struct err *err)
{
	struct search search = {.set = set, .err = err};
	int ret;

	if (mount_point_of(set->root, "configfs", search.path,
			   sizeof(search.path)))
		return cannot_tell(set, err);
	ret = descend(&search, "nvmet/subsystems", visit_subsystem);
	return ret ? ret : descend(&search, "target/core", visit_hba);
}
