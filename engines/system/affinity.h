// SPDX-License-Identifier: GPL-2.0-only
/* CPUs and memory of the calling thread. */
#ifndef LANES_SYSTEM_AFFINITY_H
#define LANES_SYSTEM_AFFINITY_H

#include "base/cpus.h"

/** affinity_get() - CPUs that this thread may run on; 0 or -errno */
int affinity_get(struct cpus *cpus);

/** affinity_pin() - run this thread on @cpu only; 0 or -errno */
int affinity_pin(unsigned int cpu);

/** affinity_node_cpus() - CPUs of a NUMA node; 0 or -errno */
int affinity_node_cpus(struct cpus *cpus, int node);

/**
 * affinity_prefer_memory() - take this thread's new pages from @node first
 *
 * A preference, no binding: a node that is full must not end a benchmark.
 *
 * Return: 0 or -errno (-ENOSYS without NUMA).
 */
int affinity_prefer_memory(int node);

#endif
