// SPDX-License-Identifier: GPL-2.0-only
/*
 * sysfs -> the NVMe controllers, namespaces, disks and SAS phys of a tree.
 */
#ifndef LANES_SYSTEM_BLOCK_TREE_H
#define LANES_SYSTEM_BLOCK_TREE_H

#include "base/err.h"
#include "topology/tree.h"

/**
 * block_tree_read() - hang what @root/sys knows below the PCI functions that
 * pci_tree_read() has added
 *
 * Controllers of NVMe over fabrics become nodes without a parent.  Disks
 * without hardware (loop, ram, null_blk, md, dm) are left out.
 *
 * Return: 0 or -errno with @err filled.
 */
int block_tree_read(struct topo_tree *tree, const char *root, struct err *err);

#endif
