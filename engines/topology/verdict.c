// SPDX-License-Identifier: GPL-2.0-only
#include "topology/verdict.h"

#include "base/units.h"

#include <stdio.h>
#include <string.h>

static uint8_t least_known(uint8_t a, uint8_t b)
{
	return !a || (b && b < a) ? b : a;
}

/* what both ends can do; a register that is 0 (LnkCap of a virtual port) or
 * unreadable bounds nothing */
static struct topo_link both_can(struct topo_link device, struct topo_link port)
{
	return (struct topo_link){
		.gen = least_known(device.gen, port.gen),
		.width = least_known(device.width, port.width),
	};
}

static bool is_below(struct topo_link status, struct topo_link can)
{
	return status.gen < can.gen || status.width < can.width;
}

enum link_verdict verdict_link(struct topo_link status, struct topo_link device,
			       struct topo_link port)
{
	struct topo_link can = both_can(device, port);

	if (!topo_link_known(status) || (!can.gen && !can.width))
		return LINK_UNKNOWN;
	if (is_below(status, can))
		return LINK_DOWNTRAINED;
	return is_below(status, device) ? LINK_LIMITED : LINK_OK;
}

static struct topo_link port_cap(const struct topo_node *device)
{
	const struct topo_node *port = topo_port_above(device);

	return port ? port->pci.cap : (struct topo_link){0};
}

enum link_verdict verdict_node(const struct topo_node *device)
{
	return verdict_link(topo_link_status(device), device->pci.cap,
			    port_cap(device));
}

const char *verdict_name(enum link_verdict verdict)
{
	switch (verdict) {
	case LINK_OK:
		return "ok";
	case LINK_LIMITED:
		return "limited by port capability";
	case LINK_DOWNTRAINED:
		return "downtrained";
	default:
		return "unknown";
	}
}

bool verdict_oversubscribed(double ratio)
{
	return ratio >= 1.005;
}

const char *verdict_hop(const struct topo_node *device, char *buf, size_t len)
{
	const struct topo_node *port = topo_port_above(device);

	snprintf(buf, len, "%s%s%s", port ? port->name : "", port ? "-" : "",
		 device->name);
	return buf;
}

#define NAMED_MAX 6

/* "nvme0n1, nvme1n1 and 22 more" of the drives below a hop */
static void name_drives(const struct topo_node *device,
			const struct topo_node *const *drives, size_t n_drives,
			char *buf, size_t len)
{
	const struct topo_node *top = topo_port_above(device);
	size_t i, named = 0, more = 0, used = 0;

	buf[0] = '\0';
	for (i = 0; i < n_drives; i++) {
		if (!topo_is_below(drives[i], top ? top : device))
			continue;
		if (named == NAMED_MAX) {
			more++;
			continue;
		}
		used += snprintf(buf + used, len - used, "%s%s",
				 named++ ? ", " : "", drives[i]->name);
	}
	if (more)
		snprintf(buf + used, len - used, " and %zu more", more);
}

struct findings {
	const struct topo_node *const *drives;
	size_t n_drives;
	struct topo_finding *out;
	size_t max;
	size_t n;
};

/* where to write the next one: a scratch once @out is full */
static struct topo_finding *next_finding(struct findings *list,
					 struct topo_finding *scratch,
					 enum finding_kind kind,
					 const struct topo_node *device)
{
	struct topo_finding *f =
		list->n < list->max ? &list->out[list->n] : scratch;

	list->n++;
	f->kind = kind;
	f->device = device;
	return f;
}

static void add_downtrained(struct findings *list,
			    const struct topo_node *device)
{
	char hop[72], status[24], can[24], names[256];
	struct topo_finding scratch, *f;

	f = next_finding(list, &scratch, FINDING_DOWNTRAINED, device);
	name_drives(device, list->drives, list->n_drives, names, sizeof(names));
	snprintf(f->text, sizeof(f->text),
		 "link %s is downtrained: it runs at %s, both ends can do %s; "
		 "limits %s; reseat the device, check slot and cable",
		 verdict_hop(device, hop, sizeof(hop)),
		 topo_link_text(topo_link_status(device), status,
				sizeof(status)),
		 topo_link_text(both_can(device->pci.cap, port_cap(device)),
				can, sizeof(can)),
		 names);
}

static void add_oversubscribed(struct findings *list,
			       const struct topo_uplink *uplink)
{
	const struct topo_node *device = uplink->device;
	char status[24], demand[24], range[40], names[256];
	struct topo_finding scratch, *f;

	f = next_finding(list, &scratch, FINDING_OVERSUBSCRIBED, device);
	name_drives(device, list->drives, list->n_drives, names, sizeof(names));
	snprintf(f->text, sizeof(f->text),
		 "uplink %s (%s) is oversubscribed %.2f:1: the drives below "
		 "could read %s, it carries %s; limits %s together",
		 device->name,
		 topo_link_text(topo_link_status(device), status,
				sizeof(status)),
		 uplink->ratio,
		 units_rate(uplink->demand.read.hi_Bps, demand, sizeof(demand)),
		 units_rate_range(uplink->ceiling.read.lo_Bps,
				  uplink->ceiling.read.hi_Bps, range,
				  sizeof(range)),
		 names);
}

static bool carries_any(const struct findings *list,
			const struct topo_node *device)
{
	size_t i;

	for (i = 0; i < list->n_drives; i++)
		if (topo_is_below(list->drives[i], device))
			return true;
	return false;
}

#define UPLINKS_MAX 64

size_t verdict_findings(const struct topo_tree *tree,
			const struct topo_node *const *drives, size_t n_drives,
			uint32_t block_bytes, struct topo_finding *out,
			size_t max)
{
	struct findings list = {drives, n_drives, out, max, 0};
	struct topo_uplink uplinks[UPLINKS_MAX];
	const struct topo_node *node = NULL;
	size_t i, n;

	while ((node = topo_next(tree, node)))
		if (topo_device_end(node) && carries_any(&list, node) &&
		    verdict_node(node) == LINK_DOWNTRAINED)
			add_downtrained(&list, node);
	n = path_uplinks(tree, drives, n_drives, block_bytes, uplinks,
			 UPLINKS_MAX);
	for (i = 0; i < n && i < UPLINKS_MAX; i++)
		if (verdict_oversubscribed(uplinks[i].ratio))
			add_oversubscribed(&list, &uplinks[i]);
	return list.n;
}
