// SPDX-License-Identifier: GPL-2.0-only
/*
 * libpci -> the PCI functions of a tree.  libpci ends the process on an error
 * unless told otherwise; here it is.
 */
#ifndef LANES_SYSTEM_PCI_TREE_H
#define LANES_SYSTEM_PCI_TREE_H

#include "base/err.h"
#include "topology/tree.h"

/**
 * pci_tree_read() - add the functions below @root/sys/bus/pci, linked
 *
 * @named: with titles from the list of PCI names
 *
 * Config space that is unreadable (all but root's first 64 bytes, or a copy
 * that lacks it) is made up for from sysfs' attributes as far as they go.
 *
 * Return: 0 or -errno with @err filled.
 */
int pci_tree_read(struct topo_tree *tree, const char *root, bool named,
		  struct err *err);

/** pci_tree_read_dump() - add the functions of a saved lspci -xxx, linked */
int pci_tree_read_dump(struct topo_tree *tree, const char *file,
		       struct err *err);

#endif
