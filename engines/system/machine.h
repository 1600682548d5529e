// SPDX-License-Identifier: GPL-2.0-only
/*
 * The machine's topology, read: libpci and sysfs in, a tree out.  Works without
 * privileges, with less to tell: config space beyond 64 bytes is root's, so
 * link speeds then come from sysfs and payload sizes are unknown
 * (tree->mps_unknown).
 */
#ifndef LANES_SYSTEM_MACHINE_H
#define LANES_SYSTEM_MACHINE_H

#include "base/err.h"
#include "topology/stack.h"
#include "topology/tree.h"

/**
 * machine_read() - this machine, or a copy of /sys
 * @tree: receives a tree that the caller frees, on success only
 * @root: "" for the machine itself, or the folder that holds a copy of sys/
 * @named: look up the PCI functions' names for people: a megabyte of text,
 * which a job that only wants to be placed does without
 *
 * Return: 0 or -errno with @err filled.
 */
int machine_read(struct topo_tree **tree, const char *root, bool named,
		 struct err *err);

/** machine_read_dump() - what lspci -xxx (or -xxxx, -vvxxx) has printed */
int machine_read_dump(struct topo_tree **tree, const char *file,
		      struct err *err);

/**
 * machine_open() - by what @from is: NULL this machine, a folder a copy of
 * /sys (or the folder above it), a file a dump
 * @root: receives the root to resolve targets with; "" for this machine; at
 *        least PATH_MAX bytes; may be NULL
 */
int machine_open(struct topo_tree **tree, const char *from, char *root,
		 struct err *err);

/**
 * machine_stack() - what a target rests on, down to its drives
 * @root:   as for machine_read()
 * @target: a block device, an NVMe character device, a directory or a file; or
 *          a kernel name (nvme0n1, md0), the only form where @root is not ""
 *
 * A filesystem without a block device (tmpfs, 9p, nfs) ends the stack there.
 *
 * Return: 0 or -errno with @err filled.
 */
int machine_stack(struct topo_stack *stack, const char *root,
		  const char *target, struct err *err);

/**
 * machine_stack_drives() - the drives at the stack's end, as nodes of @tree
 *
 * A disk that the tree does not have (null_blk, ram) is left out.
 *
 * Return: how many were found; up to @max are stored, each once.
 */
size_t machine_stack_drives(const struct topo_stack *stack,
			    const struct topo_tree *tree,
			    const struct topo_node **drives, size_t max);

#endif
