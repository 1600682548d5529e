// SPDX-License-Identifier: GPL-2.0-only
#include "topology/render.h"

#include "base/units.h"
#include "topology/out.h"
#include "topology/verdict.h"

static void put_ceilings(struct out *out, const struct topo_ceiling *c)
{
	char range[40];

	if (!ceiling_known(c->read))
		return;
	out_print(out, "read %s",
		  units_rate_range(c->read.lo_Bps, c->read.hi_Bps, range,
				   sizeof(range)));
	out_print(out, ", write %s\n",
		  units_rate_range(c->write.lo_Bps, c->write.hi_Bps, range,
				   sizeof(range)));
}

static void put_payload(struct out *out, const struct topo_pci *pci)
{
	if (!pci->mps_bytes)
		return;
	out_print(out, "  payload %u of %u bytes, read requests %u bytes\n",
		  pci->mps_bytes, pci->mps_cap_bytes, pci->mrrs_bytes);
}

static void put_function(struct out *out, const struct topo_node *node)
{
	const struct topo_pci *pci = &node->pci;

	out_print(out, "%s  %s, %04x:%04x", node->name,
		  topo_port_name(pci->port), pci->vendor, pci->device);
	if (node->title[0])
		out_print(out, " %s", node->title);
	if (pci->driver[0])
		out_print(out, ", driver %s", pci->driver);
	if (pci->slot[0])
		out_print(out, ", slot %s", pci->slot);
	out_print(out, "\n");
	put_payload(out, pci);
}

static const char *advice(enum link_verdict verdict)
{
	switch (verdict) {
	case LINK_OK:
		return "it runs as the device can";
	case LINK_LIMITED:
		return "the device could do more, the port cannot: no fault, "
		       "another slot may help";
	case LINK_DOWNTRAINED:
		return "both ends can do more: reseat the device, check slot "
		       "and cable";
	default:
		return "its status or capability is unknown";
	}
}

static void put_link(struct out *out, const struct topo_node *device,
		     uint32_t block_bytes)
{
	const struct topo_node *port = topo_port_above(device);
	struct topo_ceiling ceiling = path_link(device, block_bytes);
	enum link_verdict verdict = verdict_node(device);
	char hop[72], text[24];

	out_print(out, "  link %s at %s: %s; %s\n",
		  verdict_hop(device, hop, sizeof(hop)),
		  topo_link_text(topo_link_status(device), text, sizeof(text)),
		  verdict_name(verdict), advice(verdict));
	out_print(out, "    device can %s",
		  topo_link_text(device->pci.cap, text, sizeof(text)));
	if (port)
		out_print(out, ", port can %s",
			  topo_link_text(port->pci.cap, text, sizeof(text)));
	out_print(out, "\n");
	if (!ceiling_known(ceiling.read))
		return;
	out_print(out, "    carries ");
	put_ceilings(out, &ceiling);
}

static void put_disk(struct out *out, const struct topo_node *node)
{
	const struct topo_disk *disk = &node->disk;
	char text[256];
	size_t i;

	out_print(out, "%s  %s", node->name,
		  disk->transport[0] ? disk->transport : "disk");
	if (disk->model[0])
		out_print(out, ", %s", disk->model);
	if (disk->serial[0])
		out_print(out, ", serial %s", disk->serial);
	if (disk->size_bytes)
		out_print(out, ", %s",
			  units_size(disk->size_bytes, text, sizeof(text)));
	if (disk->block_bytes)
		out_print(out, " in blocks of %u bytes", disk->block_bytes);
	out_print(out, "\n");
	for (i = 0; i < disk->n_queues; i++)
		out_print(
			out, "  queue %u: CPUs %s\n", disk->queues[i].hctx,
			cpus_format(&disk->queues[i].cpus, text, sizeof(text)));
}

static void put_path_ceiling(struct out *out, const struct render *render,
			     const struct topo_node *node)
{
	struct topo_ceiling path = path_ceiling(node, render->block_bytes);
	char hop[72], size[24];

	if (!ceiling_known(path.read))
		return;
	out_print(out, "path at %s blocks, MPS %u: ",
		  units_size(render->block_bytes, size, sizeof(size)),
		  path_io(node, render->block_bytes).mps_bytes);
	put_ceilings(out, &path);
	out_print(out, "  narrowest link: %s\n",
		  verdict_hop(path.limit, hop, sizeof(hop)));
}

static void put_shared(struct out *out, const struct render *render,
		       const struct topo_node *node)
{
	struct topo_uplink uplinks[64];
	size_t i,
		n = path_uplinks(render->tree, render->drives, render->n_drives,
				 render->block_bytes, uplinks, 64);

	for (i = 0; i < n && i < 64; i++) {
		const struct topo_uplink *uplink = &uplinks[i];

		if (!topo_is_below(node, uplink->device))
			continue;
		out_print(
			out, "shares %s with %u drives, %.2f:1 %s\n",
			uplink->device->name, uplink->drives - 1, uplink->ratio,
			verdict_oversubscribed(uplink->ratio) ? "oversubscribed"
							      : "ok");
	}
}

size_t render_explain(const struct render *render, const struct topo_node *node,
		      char *buf, size_t len)
{
	struct out out = {buf, len, 0};
	const struct topo_node *at;

	if (len)
		buf[0] = '\0';
	for (at = node; at; at = at->parent) {
		if (at->kind == TOPO_PHY)
			out_print(&out, "%s  phy, negotiated %s\n", at->name,
				  at->phy.rate);
		else if (at->kind != TOPO_PCI)
			put_disk(&out, at);
		else
			put_function(&out, at);
		if (topo_device_end(at))
			put_link(&out, at, render->block_bytes);
	}
	put_path_ceiling(&out, render, node);
	put_shared(&out, render, node);
	if (topo_numa_node(node) >= 0)
		out_print(&out, "NUMA node %d\n", topo_numa_node(node));
	else
		out_print(&out, "NUMA node unknown\n");
	return out.len;
}
