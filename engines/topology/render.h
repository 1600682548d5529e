// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tree as text for people and as JSON for programs (topo.json in
 * postprocess/README.md), into the caller's buffer.
 */
#ifndef LANES_TOPOLOGY_RENDER_H
#define LANES_TOPOLOGY_RENDER_H

#include "topology/path.h"
#include "topology/stack.h"

struct json;

/**
 * struct render - what to show
 * @tree:        the machine
 * @drives:      the drives that are meant: all, or those below a target
 * @stack:       what lies between the target and the drives, or NULL
 * @block_bytes: block size of the ceilings
 * @ascii:       branches and marks of ASCII alone (text)
 */
struct render {
	const struct topo_tree *tree;
	const struct topo_node *const *drives;
	size_t n_drives;
	const struct topo_stack *stack;
	uint32_t block_bytes;
	bool ascii;
};

/**
 * render_text() - the tree of what leads to storage
 *
 * Return: the length that the whole text needs, as snprintf() does.
 */
size_t render_text(const struct render *render, char *buf, size_t len);

/** render_explain() - one node, its links up to the root, in sentences */
size_t render_explain(const struct render *render, const struct topo_node *node,
		      char *buf, size_t len);

/** render_json() - the whole document; Return: the length it needs */
size_t render_json(const struct render *render, char *buf, size_t len);

/** render_json_drive() - one member of "drives", also for a topo_report */
void render_json_drive(struct json *json, const char *key,
		       const struct topo_node *drive, uint32_t block_bytes);

/** render_json_uplinks() - the array "uplinks" for a set of drives */
void render_json_uplinks(struct json *json, const char *key,
			 const struct render *render);

#endif
