// SPDX-License-Identifier: GPL-2.0-only
#include "system/block_tree.h"

#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * struct walk - a walk over a folder of sysfs
 * @ctrl: the NVMe controller whose folder it is
 * @disk: the disk whose queues it reads
 * @mq:   path of the folder of those queues
 */
struct walk {
	struct topo_tree *tree;
	const char *root;
	struct topo_node *ctrl;
	struct topo_node *disk;
	const char *mq;
};

/*
 * The function that a device hangs on: the last PCI address in its real path
 * that the tree knows.  @path gets that real path.
 */
static struct topo_node *function_of(const struct walk *walk, const char *class,
				     const char *name, char *path)
{
	char link[PATH_MAX], *part, *save;
	struct topo_node *function = NULL;
	struct topo_bdf bdf;
	char *copy;

	path[0] = '\0';
	if (snprintf(link, sizeof(link), "%s/sys/class/%s/%s", walk->root,
		     class, name) >= (int)sizeof(link) ||
	    !realpath(link, path))
		return NULL;
	copy = strdup(path);
	for (part = copy ? strtok_r(copy, "/", &save) : NULL; part;
	     part = strtok_r(NULL, "/", &save)) {
		struct topo_node *node;

		if (topo_parse_bdf(&bdf, part))
			continue;
		node = topo_find(walk->tree, part);
		function = node ? node : function;
	}
	free(copy);
	return function;
}

static int add_queue(const char *name, void *arg)
{
	struct walk *walk = arg;
	struct topo_disk *disk = &walk->disk->disk;
	struct topo_queue *queue;
	char list[4096], *end;
	unsigned long hctx = strtoul(name, &end, 10);

	if (*end || end == name)
		return 0;
	if (sysfs_read(list, sizeof(list), walk->root, "%s/%s/cpu_list",
		       walk->mq, name) < 0)
		return 0;
	queue = realloc(disk->queues, (disk->n_queues + 1) * sizeof(*queue));
	if (!queue)
		return -ENOMEM;
	disk->queues = queue;
	queue += disk->n_queues;
	queue->hctx = hctx;
	if (!cpus_parse(&queue->cpus, list))
		disk->n_queues++;
	return 0;
}

static int read_queues(struct walk *walk, struct topo_node *disk,
		       const char *mq)
{
	int ret;

	walk->disk = disk;
	walk->mq = mq;
	ret = sysfs_list(walk->root, mq, add_queue, walk);
	return ret == -ENOMEM ? ret : 0; /* bio based drivers have none */
}

static void read_size(struct topo_node *node, const char *root)
{
	uint64_t sectors, block;

	if (!sysfs_read_u64(&sectors, root, "/sys/class/block/%s/size",
			    node->name))
		node->disk.size_bytes = sectors * 512;
	if (!sysfs_read_u64(&block, root,
			    "/sys/class/block/%s/queue/logical_block_size",
			    node->name))
		node->disk.block_bytes = block;
}

/*
 * What a controller's folder holds: nvme0n1, or with native multipath the
 * hidden nvme4c3n1 that is the path of controller 3 to nvme4n1.
 */
static bool namespace_name(const char *entry, char *name, size_t len)
{
	unsigned int subsystem, ctrl, ns;
	int end = 0;

	if (sscanf(entry, "nvme%uc%un%u%n", &subsystem, &ctrl, &ns, &end) ==
		    3 &&
	    !entry[end]) {
		snprintf(name, len, "nvme%un%u", subsystem, ns);
		return true;
	}
	end = 0;
	if (sscanf(entry, "nvme%un%u%n", &ctrl, &ns, &end) == 2 && end &&
	    !entry[end]) {
		snprintf(name, len, "%s", entry);
		return true;
	}
	return false;
}

static int add_namespace(const char *entry, void *arg)
{
	struct walk *walk = arg;
	char name[32], mq[128];
	struct topo_node *node;

	if (strlen(entry) >= sizeof(node->disk.path_name) ||
	    !namespace_name(entry, name, sizeof(name)))
		return 0;
	node = topo_add(walk->tree, walk->ctrl, TOPO_DISK, name);
	if (!node)
		return -ENOMEM;
	node->disk = walk->ctrl->disk;
	snprintf(node->disk.path_name, sizeof(node->disk.path_name), "%s",
		 entry);
	snprintf(node->title, sizeof(node->title), "%s", node->disk.model);
	read_size(node, walk->root);
	snprintf(mq, sizeof(mq), "/sys/class/nvme/%s/%s/mq", walk->ctrl->name,
		 entry);
	return read_queues(walk, node, mq);
}

static int add_controller(const char *name, void *arg)
{
	struct walk *walk = arg;
	const char *root = walk->root;
	struct topo_node *node;
	struct topo_disk *disk;
	char path[PATH_MAX];

	if (strlen(name) >= sizeof(node->name))
		return 0;
	node = topo_add(walk->tree, function_of(walk, "nvme", name, path),
			TOPO_CTRL, name);
	if (!node)
		return -ENOMEM;
	disk = &node->disk;
	sysfs_read(disk->model, sizeof(disk->model), root,
		   "/sys/class/nvme/%s/model", name);
	sysfs_read(disk->serial, sizeof(disk->serial), root,
		   "/sys/class/nvme/%s/serial", name);
	sysfs_read(disk->transport, sizeof(disk->transport), root,
		   "/sys/class/nvme/%s/transport", name);
	sysfs_read(disk->address, sizeof(disk->address), root,
		   "/sys/class/nvme/%s/address", name);
	snprintf(node->title, sizeof(node->title), "%s", disk->model);
	walk->ctrl = node;
	snprintf(path, sizeof(path), "/sys/class/nvme/%s", name);
	return sysfs_list(root, path, add_namespace, walk);
}

/* the kernel's folders on the way tell how a disk is attached */
static const char *transport_of(const char *path)
{
	static const char *const rows[][2] = {
		{"/virtio", "virtio"}, {"/end_device-", "sas"},
		{"/ata", "sata"},      {"/usb", "usb"},
		{"/mmc", "mmc"},       {"/host", "scsi"},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (strstr(path, rows[i][0]))
			return rows[i][1];
	return "";
}

static void describe_disk(struct topo_node *node, const char *root,
			  const char *path)
{
	struct topo_disk *disk = &node->disk;

	snprintf(disk->path_name, sizeof(disk->path_name), "%s", node->name);
	snprintf(disk->transport, sizeof(disk->transport), "%s",
		 transport_of(path));
	sysfs_read(disk->model, sizeof(disk->model), root,
		   "/sys/class/block/%s/device/model", node->name);
	if (sysfs_read(disk->serial, sizeof(disk->serial), root,
		       "/sys/class/block/%s/serial", node->name) < 0)
		sysfs_read(disk->serial, sizeof(disk->serial), root,
			   "/sys/class/block/%s/device/wwid", node->name);
	snprintf(node->title, sizeof(node->title), "%s", disk->model);
	read_size(node, root);
}

/* every other whole disk that a device carries; NVMe's are there already */
static int add_disk(const char *name, void *arg)
{
	struct walk *walk = arg;
	char path[PATH_MAX], mq[128];
	struct topo_node *node, *function;
	int partition;

	if (!strncmp(name, "nvme", 4) || strlen(name) >= sizeof(node->name) ||
	    !sysfs_read_int(&partition, walk->root,
			    "/sys/class/block/%s/partition", name))
		return 0;
	function = function_of(walk, "block", name, path);
	if (!path[0] || strstr(path, "/devices/virtual/"))
		return 0;
	node = topo_add(walk->tree, function, TOPO_DISK, name);
	if (!node)
		return -ENOMEM;
	describe_disk(node, walk->root, path);
	snprintf(mq, sizeof(mq), "/sys/class/block/%s/mq", name);
	return read_queues(walk, node, mq);
}

/* phy-0:3 is the HBA's; an expander's has one number more, phy-0:0:12 */
static int add_phy(const char *name, void *arg)
{
	struct walk *walk = arg;
	const char *colon = strchr(name, ':');
	struct topo_node *node, *function;
	char path[PATH_MAX];

	function = function_of(walk, "sas_phy", name, path);
	if (!function || !colon || strchr(colon + 1, ':'))
		return 0;
	node = topo_add(walk->tree, function, TOPO_PHY, name);
	if (!node)
		return -ENOMEM;
	sysfs_read(node->phy.rate, sizeof(node->phy.rate), walk->root,
		   "/sys/class/sas_phy/%s/negotiated_linkrate", name);
	return 0;
}

int block_tree_read(struct topo_tree *tree, const char *root, struct err *err)
{
	static const struct {
		const char *folder;
		int (*add)(const char *name, void *arg);
	} rows[] = {
		{"/sys/class/nvme", add_controller},
		{"/sys/class/sas_phy", add_phy},
		{"/sys/class/block", add_disk},
	};
	struct walk walk = {.tree = tree, .root = root};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int ret = sysfs_list(root, rows[i].folder, rows[i].add, &walk);

		/* a class whose driver is not loaded has no folder */
		if (ret && ret != -ENOENT)
			return err_set(err, -ret, rows[i].folder, "%s",
				       strerror(-ret));
	}
	return 0;
}
