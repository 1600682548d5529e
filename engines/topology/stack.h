// SPDX-License-Identifier: GPL-2.0-only
/*
 * What lies between a target and its drives: directory, filesystem, partition,
 * dm, md, loop.  Filled by engines/system.
 */
#ifndef LANES_TOPOLOGY_STACK_H
#define LANES_TOPOLOGY_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define STACK_MAX 128

/**
 * struct topo_layer - one layer
 * @kind:   "directory", "file", "filesystem", "char", "partition", "md", "dm",
 *          "loop", "disk"
 * @name:   a path, a filesystem's type, a device's kernel name
 * @detail: mount point, RAID level, dm's name, backing file; may be ""
 * @depth:  0 for the target; a layer's members follow it one deeper
 */
struct topo_layer {
	const char *kind;
	char name[256];
	char detail[256];
	unsigned int depth;
};

/** struct topo_stack - from the target down, depth first */
struct topo_stack {
	char target[256];
	size_t n_layers;
	struct topo_layer layers[STACK_MAX];
};

/** stack_is_drive() - a lowest layer: a whole disk */
static inline bool stack_is_drive(const struct topo_layer *layer)
{
	return !strcmp(layer->kind, "disk");
}

#endif
