// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where a job belongs: on a CPU of its drive's node, and there on a hardware
 * queue that no other job uses, while there are enough.
 *
 * Passthrough requests go to the queue of the CPU that submits them, so two
 * jobs whose CPUs map to one queue share its lock and its interrupt.
 */
#ifndef LANES_TOPOLOGY_PLACEMENT_H
#define LANES_TOPOLOGY_PLACEMENT_H

#include "base/cpus.h"
#include "topology/tree.h"

/**
 * struct placement_wish - what is known about a job
 * @node:      of its drive, or -1
 * @node_cpus: CPUs of that node
 * @allowed:   CPUs that the job may use: its inherited affinity
 * @queues:    of the drive, or NULL where unknown
 * @rank:      0, 1, ...: how many jobs came before it on this drive
 */
struct placement_wish {
	int node;
	struct cpus node_cpus;
	struct cpus allowed;
	const struct topo_queue *queues;
	size_t n_queues;
	unsigned int rank;
};

/**
 * struct placement - the answer
 * @cpu:   to pin the job to, or -1; then @why says why not
 * @queue: hctx that @cpu maps to, or -1 where unknown
 * @why:   static text
 */
struct placement {
	int cpu;
	int queue;
	const char *why;
};

/**
 * placement_choose() - a CPU for one job
 *
 * Ranks go round the queues that have an allowed CPU on the node, then round
 * each queue's CPUs.  Without knowledge of the queues they go round the node's
 * allowed CPUs.
 */
struct placement placement_choose(const struct placement_wish *wish);

#endif
