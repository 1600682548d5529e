// SPDX-License-Identifier: GPL-2.0-only
#include "system/machine.h"

#include "system/block_mount.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define DEPTH_MAX 16

struct stacking {
	struct topo_stack *stack;
	const char *root;
	unsigned int depth;
	struct err *err;
};

static int add_path(struct stacking *s, const char *path);

static struct topo_layer *add_layer(struct stacking *s, const char *kind,
				    const char *name)
{
	struct topo_layer *layer;

	if (s->stack->n_layers == STACK_MAX || s->depth == DEPTH_MAX) {
		err_set(s->err, E2BIG, name,
			"is layer %zu at depth %u; %d layers and a depth of "
			"%d are followed",
			s->stack->n_layers + 1, s->depth, STACK_MAX, DEPTH_MAX);
		return NULL;
	}
	layer = &s->stack->layers[s->stack->n_layers++];
	layer->kind = kind;
	layer->depth = s->depth;
	snprintf(layer->name, sizeof(layer->name), "%s", name);
	layer->detail[0] = '\0';
	return layer;
}

static bool is_block_name(const char *root, const char *name)
{
	char path[PATH_MAX];
	struct stat st;

	return !strchr(name, '/') && name[0] &&
	       snprintf(path, sizeof(path), "%s/sys/class/block/%s", root,
			name) < (int)sizeof(path) &&
	       !stat(path, &st);
}

static int add_block(struct stacking *s, const char *name);

static int add_member(const char *name, void *arg)
{
	return add_block(arg, name);
}

static int add_members(struct stacking *s, const char *name)
{
	char folder[128];
	int ret;

	snprintf(folder, sizeof(folder), "/sys/class/block/%.64s/slaves", name);
	s->depth++;
	ret = sysfs_list(s->root, folder, add_member, s);
	s->depth--;
	return ret == -ENOENT ? 0 : ret;
}

static int add_partition(struct stacking *s, const char *name)
{
	char disk[64];
	int ret = sysfs_link_parent(disk, sizeof(disk), s->root,
				    "/sys/class/block/%s", name);

	if (!add_layer(s, "partition", name))
		return -E2BIG;
	if (ret < 0)
		return err_set(s->err, -ret, name,
			       "is a partition whose disk is not found");
	s->depth++;
	ret = add_block(s, disk);
	s->depth--;
	return ret;
}

/* a loop device's file lies on a filesystem of this machine, not of a copy */
static int add_loop(struct stacking *s, const char *name, const char *file)
{
	struct topo_layer *layer = add_layer(s, "loop", name);
	int ret = 0;

	if (!layer)
		return -E2BIG;
	snprintf(layer->detail, sizeof(layer->detail), "%.255s", file);
	s->depth++;
	if (!s->root[0] && !access(file, F_OK))
		ret = add_path(s, file);
	s->depth--;
	return ret;
}

static int add_block(struct stacking *s, const char *name)
{
	struct topo_layer *layer;
	const char *kind = "disk";
	char detail[PATH_MAX] = "";
	int partition;

	if (!sysfs_read_int(&partition, s->root,
			    "/sys/class/block/%s/partition", name))
		return add_partition(s, name);
	if (sysfs_read(detail, sizeof(detail), s->root,
		       "/sys/class/block/%s/loop/backing_file", name) > 0)
		return add_loop(s, name, detail);
	if (sysfs_read(detail, sizeof(detail), s->root,
		       "/sys/class/block/%s/md/level", name) >= 0)
		kind = "md";
	else if (sysfs_read(detail, sizeof(detail), s->root,
			    "/sys/class/block/%s/dm/name", name) >= 0)
		kind = "dm";
	layer = add_layer(s, kind, name);
	if (!layer)
		return -E2BIG;
	snprintf(layer->detail, sizeof(layer->detail), "%.255s", detail);
	return add_members(s, name);
}

static int add_device(struct stacking *s, const char *class, dev_t dev)
{
	char name[64];

	if (sysfs_link_name(name, sizeof(name), s->root, "/sys/dev/%s/%u:%u",
			    class, major(dev), minor(dev)) < 0)
		return -ENODEV;
	return add_block(s, name);
}

/* /dev/ng0n1 -> nvme0n1; other character devices have no block device */
static int add_char(struct stacking *s, const char *path, dev_t dev)
{
	char name[64], block[80];
	int ret;

	if (sysfs_link_name(name, sizeof(name), s->root, "/sys/dev/char/%u:%u",
			    major(dev), minor(dev)) < 0 ||
	    strncmp(name, "ng", 2)) {
		err_set(s->err, ENOTBLK, path, "is no NVMe namespace");
		return err_remedy(s->err, "give a block device, /dev/ngXnY, a "
					  "directory or a file");
	}
	snprintf(block, sizeof(block), "nvme%s", name + 2);
	if (!is_block_name(s->root, block))
		return err_set(s->err, ENODEV, path, "has no block device %s",
			       block);
	if (!add_layer(s, "char", name))
		return -E2BIG;
	s->depth++;
	ret = add_block(s, block);
	s->depth--;
	return ret;
}

/*
 * btrfs and others give files a device number of their own; the mount's source
 * names the device then.
 */
static int add_filesystem(struct stacking *s, const char *path, dev_t dev)
{
	struct guard_mount *mount = calloc(1, sizeof(*mount));
	struct topo_layer *layer;
	struct stat st;
	int ret = 0;

	if (!mount)
		return err_set(s->err, ENOMEM, path, "memory is out");
	if (!block_mount_find(path, dev, mount))
		snprintf(mount->type, sizeof(mount->type), "unknown");
	layer = add_layer(s, "filesystem", mount->type);
	if (!layer) {
		ret = -E2BIG;
		goto out;
	}
	snprintf(layer->detail, sizeof(layer->detail), "%.255s", mount->point);
	s->depth++;
	ret = major(dev) ? add_device(s, "block", dev) : -ENODEV;
	if (ret == -ENODEV && !stat(mount->source, &st) && S_ISBLK(st.st_mode))
		ret = add_device(s, "block", st.st_rdev);
	s->depth--;
	if (ret == -ENODEV)
		ret = 0; /* tmpfs, 9p, nfs: no device below */
out:
	free(mount);
	return ret;
}

static int add_path(struct stacking *s, const char *path)
{
	char real[PATH_MAX];
	struct stat st;
	int ret;

	if (!realpath(path, real) || stat(real, &st))
		return err_set(s->err, errno, path, "%s", strerror(errno));
	if (S_ISBLK(st.st_mode)) {
		ret = add_device(s, "block", st.st_rdev);
		return ret == -ENODEV ? err_set(s->err, ENODEV, path,
						"is a node of a block device "
						"that is not there")
				      : ret;
	}
	if (S_ISCHR(st.st_mode))
		return add_char(s, path, st.st_rdev);
	if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode))
		return err_set(s->err, EINVAL, path,
			       "is no device, directory or file");
	if (!add_layer(s, S_ISDIR(st.st_mode) ? "directory" : "file", real))
		return -E2BIG;
	s->depth++;
	ret = add_filesystem(s, real, st.st_dev);
	s->depth--;
	return ret;
}

/* nvme0n1, and ng0n1 of it, without the machine that has them */
static int add_name(struct stacking *s, const char *target)
{
	char block[80];
	int ret;

	if (!strncmp(target, "/dev/", 5))
		target += 5;
	if (is_block_name(s->root, target))
		return add_block(s, target);
	snprintf(block, sizeof(block), "nvme%.70s", target + 2);
	if (strncmp(target, "ng", 2) || !is_block_name(s->root, block))
		return err_set(s->err, ENODEV, target,
			       "is no block device of %s",
			       s->root[0] ? s->root : "this machine");
	if (!add_layer(s, "char", target))
		return -E2BIG;
	s->depth++;
	ret = add_block(s, block);
	s->depth--;
	return ret;
}

int machine_stack(struct topo_stack *stack, const char *root,
		  const char *target, struct err *err)
{
	struct stacking s = {.stack = stack, .root = root, .err = err};

	stack->n_layers = 0;
	snprintf(stack->target, sizeof(stack->target), "%s", target);
	if (root[0] || (is_block_name(root, target) && access(target, F_OK)))
		return add_name(&s, target);
	return add_path(&s, target);
}

size_t machine_stack_drives(const struct topo_stack *stack,
			    const struct topo_tree *tree,
			    const struct topo_node **drives, size_t max)
{
	size_t n = 0, i, k;

	for (i = 0; i < stack->n_layers; i++) {
		const struct topo_node *node;

		if (!stack_is_drive(&stack->layers[i]))
			continue;
		node = topo_find(tree, stack->layers[i].name);
		for (k = 0; node && k < n; k++)
			if (drives[k] == node)
				node = NULL;
		if (node && n < max)
			drives[n++] = node;
	}
	return n;
}
