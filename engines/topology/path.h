// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a drive up to the root complex: the links on the way, what they carry,
 * and which of them drives share.
 */
#ifndef LANES_TOPOLOGY_PATH_H
#define LANES_TOPOLOGY_PATH_H

#include "topology/ceiling.h"
#include "topology/tree.h"

#define TOPO_BLOCK_BYTES (128 * 1024) /* what ceilings are quoted for */
#define TOPO_MPS_ASSUMED 128	      /* the smallest, every function has it */

/**
 * struct topo_ceiling - what a link or a path carries
 * @limit: the device end of the narrowest link of the path; NULL if unknown
 */
struct topo_ceiling {
	struct ceiling read;
	struct ceiling write;
	const struct topo_node *limit;
};

/** path_io() - payload and completion sizes on the way from @node to the root
 *
 * The smallest payload size set on the way; TOPO_MPS_ASSUMED where none is
 * readable.
 */
struct ceiling_io path_io(const struct topo_node *node, uint32_t block_bytes);

/** path_next_link() - device end of the next link at or above @node, or NULL */
const struct topo_node *path_next_link(const struct topo_node *node);

/** path_link() - ceiling of the one link above the device end @device */
struct topo_ceiling path_link(const struct topo_node *device,
			      uint32_t block_bytes);

/**
 * path_ceiling() - of all links from a drive up to the root complex
 * @drive: a disk, a controller or a function; only NVMe functions' links are
 *         computed, others give 0-0: the formula is NVMe's
 */
struct topo_ceiling path_ceiling(const struct topo_node *drive,
				 uint32_t block_bytes);

/**
 * struct topo_uplink - a link that several drives of a set share
 * @device:  its device end: the switch's upstream port
 * @ceiling: of this link alone
 * @demand:  what the drives below could bring together, inner uplinks counted
 * @ratio:   demand over ceiling, reads; 1.0 fits exactly
 * @drives:  how many drives (functions) of the set are below
 */
struct topo_uplink {
	const struct topo_node *device;
	struct topo_ceiling ceiling;
	struct topo_ceiling demand;
	double ratio;
	unsigned int drives;
};

/**
 * path_uplinks() - the links that two or more of @drives share
 * @drives: disks, controllers or functions; namespaces of one controller count
 *          once
 * @out:    receives up to @max, outermost first
 *
 * Return: how many there are, which may be more than @max.
 */
size_t path_uplinks(const struct topo_tree *tree,
		    const struct topo_node *const *drives, size_t n_drives,
		    uint32_t block_bytes, struct topo_uplink *out, size_t max);

#endif
