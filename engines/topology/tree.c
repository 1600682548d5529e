// SPDX-License-Identifier: GPL-2.0-only
#include "topology/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct topo_tree *topo_tree_new(const char *source)
{
	struct topo_tree *tree = calloc(1, sizeof(*tree));

	if (tree)
		snprintf(tree->source, sizeof(tree->source), "%s", source);
	return tree;
}

static void free_siblings(struct topo_node *node)
{
	while (node) {
		struct topo_node *next = node->next;

		free_siblings(node->child);
		free(node->disk.queues);
		free(node);
		node = next;
	}
}

void topo_tree_free(struct topo_tree *tree)
{
	if (!tree)
		return;
	free_siblings(tree->roots);
	free(tree);
}

static void append(struct topo_tree *tree, struct topo_node *parent,
		   struct topo_node *node)
{
	struct topo_node **end = parent ? &parent->child : &tree->roots;

	while (*end)
		end = &(*end)->next;
	*end = node;
	node->parent = parent;
	node->next = NULL;
}

struct topo_node *topo_add(struct topo_tree *tree, struct topo_node *parent,
			   enum topo_kind kind, const char *name)
{
	struct topo_node *node = calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	node->kind = kind;
	snprintf(node->name, sizeof(node->name), "%s", name);
	node->numa_node = -1;
	node->pci.port = TOPO_PORT_NONE;
	append(tree, parent, node);
	return node;
}

static bool has_bus(const struct topo_pci *bridge, const struct topo_pci *pci)
{
	return bridge->is_bridge && bridge->domain == pci->domain &&
	       bridge->bus < pci->bus &&
	       (bridge->secondary == pci->bus ||
		(bridge->secondary < pci->bus &&
		 pci->bus <= bridge->subordinate));
}

/*
 * The innermost bridge to a bus.  Virtual functions may be on a bus that is no
 * bridge's secondary, but in some bridge's range.
 */
static struct topo_node *bridge_to(const struct topo_tree *tree,
				   const struct topo_pci *pci)
{
	struct topo_node *node = NULL, *best = NULL;

	while ((node = topo_next(tree, node)))
		if (node->kind == TOPO_PCI && has_bus(&node->pci, pci) &&
		    (!best || node->pci.secondary > best->pci.secondary))
			best = node;
	return best;
}

/* only PCI Express functions have link attributes in sysfs */
static void infer_port(struct topo_node *node)
{
	const struct topo_node *above = node->parent;
	struct topo_pci *pci = &node->pci;

	if (pci->port != TOPO_PORT_NONE ||
	    (!topo_link_known(pci->status) && !topo_link_known(pci->cap)))
		return;
	if (!pci->is_bridge)
		pci->port = TOPO_ENDPOINT;
	else if (!above)
		pci->port = TOPO_ROOT_PORT;
	else if (above->pci.port == TOPO_SWITCH_UP)
		pci->port = TOPO_SWITCH_DOWN;
	else
		pci->port = TOPO_SWITCH_UP;
}

void topo_link_pci(struct topo_tree *tree)
{
	struct topo_node **at = &tree->roots;
	struct topo_node *node = NULL;

	while (*at) {
		struct topo_node *child = *at, *bridge = NULL;

		if (child->kind == TOPO_PCI)
			bridge = bridge_to(tree, &child->pci);
		if (!bridge) {
			at = &child->next;
			continue;
		}
		*at = child->next;
		append(tree, bridge, child);
	}
	while ((node = topo_next(tree, node)))
		if (node->kind == TOPO_PCI)
			infer_port(node);
}

struct topo_node *topo_next(const struct topo_tree *tree,
			    const struct topo_node *node)
{
	if (!node)
		return tree->roots;
	if (node->child)
		return node->child;
	while (node && !node->next)
		node = node->parent;
	return node ? node->next : NULL;
}

/* ng0n1 is the character device of nvme0n1: one namespace, one node */
static bool same_name(const char *name, const char *asked)
{
	if (!strncmp(asked, "/dev/", 5))
		asked += 5;
	if (!strncmp(asked, "ng", 2) && !strncmp(name, "nvme", 4) &&
	    !strcmp(name + 4, asked + 2))
		return true;
	return !strcmp(name, asked);
}

static bool same_address(const struct topo_pci *pci, const struct topo_bdf *bdf)
{
	return pci->domain == bdf->domain && pci->bus == bdf->bus &&
	       pci->dev == bdf->dev && pci->func == bdf->func;
}

struct topo_node *topo_find(const struct topo_tree *tree, const char *name)
{
	struct topo_node *node = NULL;
	struct topo_bdf bdf;
	bool is_address = !topo_parse_bdf(&bdf, name);

	while ((node = topo_next(tree, node)))
		if (is_address ? node->kind == TOPO_PCI &&
					 same_address(&node->pci, &bdf)
			       : same_name(node->name, name))
			return node;
	return NULL;
}

const struct topo_node *topo_function(const struct topo_node *node)
{
	while (node && node->kind != TOPO_PCI)
		node = node->parent;
	return node;
}

bool topo_is_below(const struct topo_node *node, const struct topo_node *above)
{
	while (node && node != above)
		node = node->parent;
	return node;
}

int topo_numa_node(const struct topo_node *node)
{
	while (node && node->numa_node < 0)
		node = node->parent;
	return node ? node->numa_node : -1;
}

bool topo_is_nvme(const struct topo_node *node)
{
	return node->kind == TOPO_PCI && node->pci.class_code >> 8 == 0x0108;
}

bool topo_is_storage(const struct topo_node *node)
{
	return node->kind == TOPO_PCI && node->pci.class_code >> 16 == 0x01;
}

static bool has_disk(const struct topo_node *node)
{
	const struct topo_node *child;

	if (node->kind == TOPO_DISK)
		return true;
	for (child = node->child; child; child = child->next)
		if (has_disk(child))
			return true;
	return false;
}

/* a multipath namespace hangs below each of its controllers: first one counts
 */
static bool is_drive(const struct topo_tree *tree, const struct topo_node *node)
{
	if (node->kind == TOPO_DISK)
		return topo_find(tree, node->name) == node;
	return topo_is_nvme(node) && !has_disk(node);
}

size_t topo_drives(const struct topo_tree *tree, const struct topo_node **out,
		   size_t max)
{
	const struct topo_node *node = NULL;
	size_t n = 0;

	while ((node = topo_next(tree, node))) {
		if (!is_drive(tree, node))
			continue;
		if (n < max)
			out[n] = node;
		n++;
	}
	return n;
}

static bool faces_down(const struct topo_node *node)
{
	return node->pci.port == TOPO_ROOT_PORT ||
	       node->pci.port == TOPO_SWITCH_DOWN ||
	       node->pci.port == TOPO_PCI_TO_PCIE;
}

const struct topo_node *topo_port_above(const struct topo_node *device)
{
	const struct topo_node *above = device->parent;

	return above && above->kind == TOPO_PCI && faces_down(above) ? above
								     : NULL;
}

bool topo_device_end(const struct topo_node *node)
{
	if (node->kind != TOPO_PCI)
		return false;
	switch (node->pci.port) {
	case TOPO_ENDPOINT:
	case TOPO_LEGACY_ENDPOINT:
	case TOPO_SWITCH_UP:
	case TOPO_PCIE_TO_PCI:
		return topo_port_above(node) ||
		       topo_link_known(node->pci.status);
	default:
		return false;
	}
}

struct topo_link topo_link_status(const struct topo_node *device)
{
	const struct topo_node *port = topo_port_above(device);

	if (!topo_link_known(device->pci.status) && port)
		return port->pci.status;
	return device->pci.status;
}

const char *topo_port_name(enum topo_port port)
{
	switch (port) {
	case TOPO_ENDPOINT:
		return "endpoint";
	case TOPO_LEGACY_ENDPOINT:
		return "legacy endpoint";
	case TOPO_ROOT_PORT:
		return "root port";
	case TOPO_SWITCH_UP:
		return "switch up";
	case TOPO_SWITCH_DOWN:
		return "switch down";
	case TOPO_PCIE_TO_PCI:
		return "bridge to PCI";
	case TOPO_PCI_TO_PCIE:
		return "bridge to PCIe";
	case TOPO_RC_ENDPOINT:
		return "root complex endpoint";
	case TOPO_RC_EVENT:
		return "root complex event collector";
	default:
		return "conventional";
	}
}
