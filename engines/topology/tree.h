// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine as a tree: PCI functions, and below them the controllers, disks
 * and SAS phys that hang on them.  Pure data; engines/system fills it from
 * sysfs, from a copy of it or from a saved lspci dump.
 */
#ifndef LANES_TOPOLOGY_TREE_H
#define LANES_TOPOLOGY_TREE_H

#include "base/cpus.h"
#include "topology/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum topo_kind {
	TOPO_PCI,  /* a PCI function; name is its address 0000:44:00.0 */
	TOPO_CTRL, /* an NVMe controller; nvme0 */
	TOPO_DISK, /* a namespace or a disk; nvme0n1, sda, vda */
	TOPO_PHY,  /* a phy of a SAS HBA; phy-0:3 */
};

/**
 * enum topo_port - the Device/Port Type of the PCI Express Capability
 *
 * Source: PCI Express Base Specification 5.0, 7.5.3.2.
 */
enum topo_port {
	TOPO_PORT_NONE = -1, /* conventional, or the register is unreadable */
	TOPO_ENDPOINT = 0,
	TOPO_LEGACY_ENDPOINT = 1,
	TOPO_ROOT_PORT = 4,
	TOPO_SWITCH_UP = 5,
	TOPO_SWITCH_DOWN = 6,
	TOPO_PCIE_TO_PCI = 7,
	TOPO_PCI_TO_PCIE = 8,
	TOPO_RC_ENDPOINT = 9,
	TOPO_RC_EVENT = 10,
};

/**
 * struct topo_pci - what a PCI function says about itself
 * @class_code:  base class, subclass, interface: 0x010802 is NVMe
 * @status:      LnkSta: the link as trained.  An upstream-facing function
 *               (endpoint, switch up) speaks of the link above it, a port of
 *               the one below it
 * @cap:         LnkCap of the same end
 * @mps_bytes:   DevCtl's Max_Payload_Size, 0 if unreadable
 * @mps_cap_bytes: DevCap's
 * @mrrs_bytes:  DevCtl's Max_Read_Request_Size, 0 if unreadable
 * @rcb_bytes:   LnkCtl's Read Completion Boundary, 64 or 128; 0 if unreadable
 * @is_bridge:   has buses below: @secondary to @subordinate
 */
struct topo_pci {
	uint32_t domain;
	uint8_t bus, dev, func;
	uint16_t vendor, device;
	uint32_t class_code;
	enum topo_port port;
	struct topo_link status, cap;
	uint32_t mps_bytes, mps_cap_bytes, mrrs_bytes, rcb_bytes;
	bool is_bridge;
	uint8_t secondary, subordinate;
	char driver[32];
	char slot[32];
};

/** struct topo_queue - a hardware queue (blk-mq hctx) and the CPUs it serves */
struct topo_queue {
	unsigned int hctx;
	struct cpus cpus;
};

/**
 * struct topo_disk - what a disk or its controller says about itself
 * @transport:  "pcie", "tcp", "rdma", "virtio", "sas", "sata", "scsi", ...
 * @path_name:  the block device that holds mq/: the disk itself, or the hidden
 *              path device (nvme4c3n1) of a multipath namespace
 * @queues:     sorted by hctx; owned by the node; NULL where unknown
 */
struct topo_disk {
	char model[64];
	char serial[64];
	char transport[16];
	char address[96];
	char path_name[32];
	uint64_t size_bytes;
	uint32_t block_bytes;
	struct topo_queue *queues;
	size_t n_queues;
};

/** struct topo_phy - @rate: as sysfs has it, "6.0 Gbit", "Unknown" */
struct topo_phy {
	char rate[32];
};

/**
 * struct topo_node - one node; which of pci, disk, phy counts is @kind's word
 * @title:     in words: the vendor's and the device's name; may be ""
 * @numa_node: -1 if unknown; topo_numa_node() also looks above
 */
struct topo_node {
	enum topo_kind kind;
	char name[32];
	char title[96];
	int numa_node;
	struct topo_pci pci;
	struct topo_disk disk;
	struct topo_phy phy;
	struct topo_node *parent, *child, *next;
};

/**
 * struct topo_tree - a machine
 * @source:      "live", "dump" or "sysfs"
 * @host:        its name; "" if the source does not tell
 * @mps_unknown: some drive's payload size could not be read (not root)
 * @roots:       first node without a parent, the others by @next
 */
struct topo_tree {
	char source[16];
	char host[65];
	bool mps_unknown;
	struct topo_node *roots;
};

/** topo_tree_new() - an empty tree; NULL if memory is out */
struct topo_tree *topo_tree_new(const char *source);
void topo_tree_free(struct topo_tree *tree);

/**
 * topo_add() - a new node, last among its siblings
 * @parent: NULL for a node without one
 * @name:   copied; cut if too long
 *
 * Return: the node, owned by the tree, with numa_node -1 and no port type; NULL
 * if memory is out.
 */
struct topo_node *topo_add(struct topo_tree *tree, struct topo_node *parent,
			   enum topo_kind kind, const char *name);

/**
 * topo_link_pci() - hang each PCI function that has no parent yet below the
 * innermost bridge to its bus
 *
 * Only a bridge on a lower bus of the same domain counts, as the specification
 * has it: whatever numbers a dump holds, no cycle comes of it.  Where the port
 * type was unreadable it is then inferred from the place in the tree.
 */
void topo_link_pci(struct topo_tree *tree);

/** topo_next() - depth-first walk: pass NULL first; NULL after the last node */
struct topo_node *topo_next(const struct topo_tree *tree,
			    const struct topo_node *node);

/**
 * topo_find() - a node by its name
 * @name: "nvme0n1", "ng0n1" and "/dev/..." of them, "nvme0", "0000:44:00.0",
 *        "44:00.0" (domain 0)
 */
struct topo_node *topo_find(const struct topo_tree *tree, const char *name);

/** topo_function() - the PCI function that @node is or hangs on, or NULL */
const struct topo_node *topo_function(const struct topo_node *node);

/** topo_is_below() - is @node @above, or somewhere below it? */
bool topo_is_below(const struct topo_node *node, const struct topo_node *above);

/** topo_numa_node() - of @node or the nearest above it that has one, else -1 */
int topo_numa_node(const struct topo_node *node);

/** topo_is_nvme() - a PCI function that is an NVMe controller, by class code */
bool topo_is_nvme(const struct topo_node *node);

/** topo_is_storage() - a PCI function of the mass storage class */
bool topo_is_storage(const struct topo_node *node);

/**
 * topo_drives() - the drives of a machine, in the order of the tree
 * @out: receives up to @max of them
 *
 * A drive is a disk; or, where the source knows no disks (a dump, a drive
 * without a namespace or driver), the NVMe function itself.
 *
 * Return: how many there are, which may be more than @max.
 */
size_t topo_drives(const struct topo_tree *tree, const struct topo_node **out,
		   size_t max);

/**
 * topo_device_end() - does the function's link register speak of a link above
 * it (endpoint, switch up, bridge to PCI), and is there such a link?
 */
bool topo_device_end(const struct topo_node *node);

/** topo_port_above() - the port at the other end of @device's link, or NULL */
const struct topo_node *topo_port_above(const struct topo_node *device);

/**
 * topo_link_status() - the link above a device end as it runs
 *
 * Where the device tells nothing (a virtual function), its port is asked.
 */
struct topo_link topo_link_status(const struct topo_node *device);

/** topo_port_name() - "root port", "switch up", "endpoint", "conventional" */
const char *topo_port_name(enum topo_port port);

#endif
