// SPDX-License-Identifier: GPL-2.0-only
/* A machine for the tests: drives behind a switch, its links as one likes. */
#ifndef LANES_TESTS_TOPOLOGY_FIXTURE_H
#define LANES_TESTS_TOPOLOGY_FIXTURE_H

#include "topology/tree.h"

#include <stdio.h>

#define GEN2_X16 ((struct topo_link){2, 16})
#define GEN2_X4	 ((struct topo_link){2, 4})
#define GEN3_X4	 ((struct topo_link){3, 4})

static inline struct topo_node *
fixture_function(struct topo_tree *tree, const char *bdf, enum topo_port port,
		 struct topo_link status, struct topo_link cap)
{
	struct topo_node *node = topo_add(tree, NULL, TOPO_PCI, bdf);
	struct topo_bdf address;

	topo_parse_bdf(&address, bdf);
	node->pci.domain = address.domain;
	node->pci.bus = address.bus;
	node->pci.dev = address.dev;
	node->pci.func = address.func;
	node->pci.port = port;
	node->pci.status = status;
	node->pci.cap = cap;
	node->pci.mps_bytes = 256;
	node->pci.class_code = 0x010802;
	return node;
}

static inline struct topo_node *
fixture_bridge(struct topo_tree *tree, const char *bdf, enum topo_port port,
	       struct topo_link status, struct topo_link cap, uint8_t secondary)
{
	struct topo_node *node = fixture_function(tree, bdf, port, status, cap);

	node->pci.class_code = 0x060400;
	node->pci.is_bridge = true;
	node->pci.secondary = secondary;
	return node;
}

/* @n Gen3 drives behind a Gen2 switch with an x16 uplink, on node 1 */
static inline struct topo_tree *fixture_switch(unsigned int n)
{
	struct topo_tree *tree = topo_tree_new("dump");
	struct topo_node *root, *up;
	unsigned int i;
	char bdf[32];

	root = fixture_bridge(tree, "0000:40:03.0", TOPO_ROOT_PORT, GEN2_X16,
			      (struct topo_link){3, 16}, 0x42);
	root->numa_node = 1;
	up = fixture_bridge(tree, "0000:42:00.0", TOPO_SWITCH_UP, GEN2_X16,
			    GEN2_X16, 0x43);
	snprintf(up->title, sizeof(up->title), "PLX PEX 8632");
	for (i = 0; i < n; i++) {
		struct topo_node *drive;

		snprintf(bdf, sizeof(bdf), "0000:43:%02x.0", 4 + i);
		fixture_bridge(tree, bdf, TOPO_SWITCH_DOWN, GEN2_X4, GEN2_X4,
			       0x44 + i);
		snprintf(bdf, sizeof(bdf), "0000:%02x:00.0", 0x44 + i);
		drive = fixture_function(tree, bdf, TOPO_ENDPOINT, GEN2_X4,
					 GEN3_X4);
		snprintf(drive->title, sizeof(drive->title), "Intel P3600");
	}
	topo_link_pci(tree);
	return tree;
}

/* nvmeN and nvmeNn1 below the function @bdf */
static inline struct topo_node *
fixture_namespace(struct topo_tree *tree, const char *bdf, unsigned int n)
{
	struct topo_node *node;
	char name[32];

	snprintf(name, sizeof(name), "nvme%u", n);
	node = topo_add(tree, topo_find(tree, bdf), TOPO_CTRL, name);
	snprintf(name, sizeof(name), "nvme%un1", n);
	return topo_add(tree, node, TOPO_DISK, name);
}

#endif
