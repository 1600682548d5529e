// SPDX-License-Identifier: GPL-2.0-only
/*
 * One PCI function's registers -> its node.
 */
#ifndef LANES_SYSTEM_PCI_CONFIG_H
#define LANES_SYSTEM_PCI_CONFIG_H

#include "topology/tree.h"

#include <pci/pci.h>

/** pci_config_reg() - @len bytes of config space; false if unreadable */
bool pci_config_reg(struct pci_dev *dev, int pos, int len, uint32_t *value);

/**
 * pci_config_read() - fill @node from config space, and from sysfs what config
 * space did not tell
 * @dev:  with pci_fill_info() done
 * @root: of sysfs; NULL for a dump
 */
void pci_config_read(struct topo_node *node, struct pci_dev *dev,
		     const char *root);

/** pci_config_name() - the node's title, from the list of PCI names */
void pci_config_name(struct topo_node *node, struct pci_dev *dev);

#endif
