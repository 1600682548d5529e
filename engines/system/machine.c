// SPDX-License-Identifier: GPL-2.0-only
#include "system/machine.h"

#include "system/block_tree.h"
#include "system/pci_tree.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool has_folder(const char *root, const char *folder)
{
	char path[PATH_MAX];
	struct stat st;

	return snprintf(path, sizeof(path), "%s%s", root, folder) <
		       (int)sizeof(path) &&
	       !stat(path, &st) && S_ISDIR(st.st_mode);
}

int machine_read(struct topo_tree **tree, const char *root, bool named,
		 struct err *err)
{
	struct topo_tree *t = topo_tree_new(root[0] ? "sysfs" : "live");
	int ret = 0;

	if (!t)
		return err_set(err, ENOMEM, "topology", "memory is out");
	sysfs_read(t->host, sizeof(t->host), root, "/proc/sys/kernel/hostname");
	if (has_folder(root, "/sys/bus/pci/devices"))
		ret = pci_tree_read(t, root, named, err);
	if (!ret)
		ret = block_tree_read(t, root, err);
	if (ret) {
		topo_tree_free(t);
		return ret;
	}
	*tree = t;
	return 0;
}

int machine_read_dump(struct topo_tree **tree, const char *file,
		      struct err *err)
{
	struct topo_tree *t = topo_tree_new("dump");
	int ret;

	if (!t)
		return err_set(err, ENOMEM, "topology", "memory is out");
	ret = pci_tree_read_dump(t, file, err);
	if (ret) {
		topo_tree_free(t);
		return ret;
	}
	*tree = t;
	return 0;
}

/* a copy of /sys itself is taken by the folder that it lies in */
static int find_root(const char *from, char *root, struct err *err)
{
	char real[PATH_MAX], *slash;

	if (!realpath(from, real))
		return err_set(err, errno, from, "%s", strerror(errno));
	slash = strrchr(real, '/');
	if (!strcmp(slash, "/sys") && has_folder(real, "/bus"))
		*slash = '\0';
	if (!has_folder(real, "/sys/bus/pci/devices") &&
	    !has_folder(real, "/sys/class/block")) {
		err_set(err, EINVAL, from,
			"holds neither sys/bus/pci/devices nor "
			"sys/class/block");
		return err_remedy(err, "give the folder that a copy of /sys "
				       "lies in");
	}
	memcpy(root, real, strlen(real) + 1);
	return 0;
}

int machine_open(struct topo_tree **tree, const char *from, char *root,
		 struct err *err)
{
	char own[PATH_MAX];
	struct stat st;
	int ret;

	if (!root)
		root = own;
	root[0] = '\0';
	if (!from)
		return machine_read(tree, "", true, err);
	if (stat(from, &st))
		return err_set(err, errno, from, "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return machine_read_dump(tree, from, err);
	ret = find_root(from, root, err);
	return ret ? ret : machine_read(tree, root, true, err);
}
