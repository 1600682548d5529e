// SPDX-License-Identifier: GPL-2.0-only
/*
 * An NVMe namespace as passthrough sees it: found from whatever node the user
 * names, identified by the drive itself, limited by its queue.
 */
#ifndef LANES_SYSTEM_NAMESPACE_H
#define LANES_SYSTEM_NAMESPACE_H

#include "base/err.h"
#include "nvme/command.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct nvme_namespace - one namespace
 * @disk:        kernel name of the block node ("nvme0n1"); the multipath head
 *               where there is one
 * @char_path:   its generic char node ("/dev/ng0n1"), the one that I/O takes
 * @block_dev:   device number of the block node: what identifies it in a run
 * @geometry:    what commands must fit
 * @hw_bytes:    the queue's largest transfer, @segments its segment limit
 * @has_dsm:     the controller knows Dataset Management
 */
struct nvme_namespace {
	char disk[32];
	char char_path[48];
	dev_t block_dev;
	struct nvme_geometry geometry;
	uint64_t hw_bytes;
	unsigned int segments;
	bool has_dsm;
};

/**
 * nvme_namespace_find() - from a node's path to the namespace's names
 * @path: /dev/ngXnY, /dev/nvmeXnY, or a link to one
 *
 * Only reads sysfs; opens no device.  A partition is refused with the offset=
 * and size= that stand for it; so is whatever else is no NVMe namespace.
 *
 * Return: 0 or -errno (-EINVAL: no NVMe namespace).
 */
int nvme_namespace_find(struct nvme_namespace *ns, const char *path,
			struct err *err);

/**
 * nvme_namespace_identify() - ask the drive for its size and format
 *
 * Return: 0 or -errno; formats that can't be driven (metadata, blocks below 512
 * bytes) are -EOPNOTSUPP.
 */
int nvme_namespace_identify(struct nvme_namespace *ns, struct err *err);

/**
 * nvme_namespace_open() - open the char node
 * @writable: for writing too
 *
 * Return: a descriptor that the caller owns, or -errno.
 */
int nvme_namespace_open(const struct nvme_namespace *ns, bool writable,
			struct err *err);

#endif
