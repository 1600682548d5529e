// SPDX-License-Identifier: GPL-2.0-only
#include "topology/path.h"

static uint32_t lesser_known(uint32_t a, uint32_t b)
{
	return !a || (b && b < a) ? b : a;
}

/*
 * Switches do not cut packets, so the smallest payload size on the way is the
 * one that works.  The read completion boundary is the root port's, the
 * request size the drive's.
 */
struct ceiling_io path_io(const struct topo_node *node, uint32_t block_bytes)
{
	const struct topo_node *function = topo_function(node);
	uint32_t mps = 0, rcb = 0;
	struct ceiling_io io;

	for (node = function; node; node = node->parent) {
		mps = lesser_known(mps, node->pci.mps_bytes);
		if (node->pci.rcb_bytes)
			rcb = node->pci.rcb_bytes;
	}
	io = ceiling_io(block_bytes, mps ? mps : TOPO_MPS_ASSUMED);
	if (function && !function->pci.is_bridge)
		io.cpl_max_bytes =
			lesser_known(io.mps_bytes, function->pci.mrrs_bytes);
	if (rcb)
		io.cpl_min_bytes = lesser_known(rcb, io.cpl_max_bytes);
	return io;
}

const struct topo_node *path_next_link(const struct topo_node *node)
{
	while (node && !topo_device_end(node))
		node = node->parent;
	return node;
}

static struct topo_ceiling link_ceiling(const struct topo_node *device,
					const struct ceiling_io *io)
{
	struct topo_link link = topo_link_status(device);

	if (!topo_link_known(link))
		return (struct topo_ceiling){0};
	return (struct topo_ceiling){
		.read = ceiling_read(link, io),
		.write = ceiling_write(link, io),
		.limit = device,
	};
}

struct topo_ceiling path_link(const struct topo_node *device,
			      uint32_t block_bytes)
{
	struct ceiling_io io = path_io(device, block_bytes);

	return link_ceiling(device, &io);
}

static struct topo_ceiling narrower(struct topo_ceiling a,
				    struct topo_ceiling b)
{
	bool take_b = ceiling_known(b.read) &&
		      (!ceiling_known(a.read) || b.read.hi_Bps < a.read.hi_Bps);

	return (struct topo_ceiling){
		.read = ceiling_min(a.read, b.read),
		.write = ceiling_min(a.write, b.write),
		.limit = take_b ? b.limit : a.limit,
	};
}

struct topo_ceiling path_ceiling(const struct topo_node *drive,
				 uint32_t block_bytes)
{
	const struct topo_node *function = topo_function(drive);
	struct ceiling_io io = path_io(drive, block_bytes);
	struct topo_ceiling path = {0};
	const struct topo_node *device;

	if (!function || !topo_is_nvme(function))
		return path;
	for (device = path_next_link(function); device;
	     device = path_next_link(device->parent))
		path = narrower(path, link_ceiling(device, &io));
	return path;
}

/* the drives that are meant, and the block size: what the walks below share */
struct set {
	const struct topo_node *const *drives;
	size_t n;
	uint32_t block_bytes;
};

static bool in_set(const struct set *set, const struct topo_node *node)
{
	size_t i;

	for (i = 0; topo_is_nvme(node) && i < set->n; i++)
		if (topo_function(set->drives[i]) == node)
			return true;
	return false;
}

static unsigned int count_below(const struct set *set,
				const struct topo_node *node)
{
	const struct topo_node *child;
	unsigned int n = in_set(set, node);

	for (child = node->child; child; child = child->next)
		n += count_below(set, child);
	return n;
}

static void add(struct topo_ceiling *sum, struct topo_ceiling part)
{
	sum->read = ceiling_sum(sum->read, part.read);
	sum->write = ceiling_sum(sum->write, part.write);
}

/*
 * What the drives below @node bring to it: each as much as its own link
 * carries, and no more together than a link they share on the way.
 */
static struct topo_ceiling flow(const struct set *set,
				const struct topo_node *node)
{
	const struct topo_node *child = node->child;
	struct topo_ceiling sum = {0};

	if (in_set(set, node)) {
		struct ceiling_io io = path_io(node, set->block_bytes);

		return topo_device_end(node) ? link_ceiling(node, &io) : sum;
	}
	for (; child; child = child->next)
		if (child->kind == TOPO_PCI)
			add(&sum, flow(set, child));
	child = node->child;
	if (ceiling_known(sum.read) && topo_device_end(child) &&
	    topo_port_above(child))
		sum = narrower(sum, path_link(child, set->block_bytes));
	return sum;
}

/* functions of one device share its link: the first one stands for it */
static bool stands_for_link(const struct topo_node *node)
{
	const struct topo_node *port = topo_port_above(node);

	return topo_device_end(node) && (!port || port->child == node);
}

static struct topo_uplink uplink_of(const struct set *set,
				    const struct topo_node *device)
{
	struct topo_uplink uplink = {.device = device};
	const struct topo_node *node = device;

	do {
		uplink.drives += count_below(set, node);
		if (node->kind == TOPO_PCI)
			add(&uplink.demand, flow(set, node));
		node = node->next;
	} while (node && topo_port_above(device));
	uplink.ceiling = path_link(device, set->block_bytes);
	if (ceiling_known(uplink.ceiling.read))
		uplink.ratio =
			uplink.demand.read.hi_Bps / uplink.ceiling.read.hi_Bps;
	return uplink;
}

size_t path_uplinks(const struct topo_tree *tree,
		    const struct topo_node *const *drives, size_t n_drives,
		    uint32_t block_bytes, struct topo_uplink *out, size_t max)
{
	const struct set set = {drives, n_drives, block_bytes};
	const struct topo_node *node = NULL;
	size_t n = 0;

	while ((node = topo_next(tree, node))) {
		struct topo_uplink uplink;

		if (!stands_for_link(node))
			continue;
		uplink = uplink_of(&set, node);
		if (uplink.drives < 2 || !ceiling_known(uplink.ceiling.read))
			continue;
		if (n < max)
			out[n] = uplink;
		n++;
	}
	return n;
}
