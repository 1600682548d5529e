// SPDX-License-Identifier: GPL-2.0-only
/*
 * Is a link at fault?  Three verdicts, because status below a drive's own
 * capability alone is no fault: the port may not be able to do more.
 */
#ifndef LANES_TOPOLOGY_VERDICT_H
#define LANES_TOPOLOGY_VERDICT_H

#include "topology/path.h"

enum link_verdict {
	LINK_UNKNOWN,	  /* no link, or neither status nor capability known */
	LINK_OK,	  /* runs as the device can */
	LINK_LIMITED,	  /* as the port can; the device could do more */
	LINK_DOWNTRAINED, /* below what both ends can: a fault */
};

/**
 * verdict_link() - compare status with min(capability of both ends)
 * @port: capability of the port above; unknown (LnkCap 0, no port) bounds
 *        nothing
 */
enum link_verdict verdict_link(struct topo_link status, struct topo_link device,
			       struct topo_link port);

/** verdict_node() - of the link above @device, a device end */
enum link_verdict verdict_node(const struct topo_node *device);

/** verdict_name() - "ok", "limited by port capability", "downtrained" */
const char *verdict_name(enum link_verdict verdict);

/** verdict_oversubscribed() - more than the half per cent that rounds away */
bool verdict_oversubscribed(double ratio);

/** verdict_hop() - "0000:43:06.0-0000:46:00.0"; Return: @buf */
const char *verdict_hop(const struct topo_node *device, char *buf, size_t len);

enum finding_kind {
	FINDING_DOWNTRAINED,
	FINDING_OVERSUBSCRIBED,
};

/**
 * struct topo_finding - a fault of the topology, in words
 * @device: device end of the link
 * @text:   one line without a newline: which hop, what is wrong, whom it
 *          limits, what helps
 */
struct topo_finding {
	enum finding_kind kind;
	const struct topo_node *device;
	char text[512];
};

/**
 * verdict_findings() - downtrained links on the paths of @drives, then uplinks
 * that they oversubscribe
 *
 * Return: how many there are, which may be more than @max.
 */
size_t verdict_findings(const struct topo_tree *tree,
			const struct topo_node *const *drives, size_t n_drives,
			uint32_t block_bytes, struct topo_finding *out,
			size_t max);

#endif
