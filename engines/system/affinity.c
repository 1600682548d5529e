// SPDX-License-Identifier: GPL-2.0-only
#include "system/affinity.h"

#include "system/sysfs.h"

#include <errno.h>
#include <linux/mempolicy.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NODES_MAX 1024

int affinity_get(struct cpus *cpus)
{
	cpu_set_t set;
	unsigned int cpu;

	cpus_clear(cpus);
	if (sched_getaffinity(0, sizeof(set), &set))
		return -errno;
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, &set))
			cpus_add(cpus, cpu);
	return 0;
}

int affinity_pin(unsigned int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return sched_setaffinity(0, sizeof(set), &set) ? -errno : 0;
}

int affinity_node_cpus(struct cpus *cpus, int node)
{
	char list[4096];
	int ret;

	cpus_clear(cpus);
	ret = sysfs_read(list, sizeof(list), "",
			 "/sys/devices/system/node/node%d/cpulist", node);
	return ret < 0 ? ret : cpus_parse(cpus, list);
}

int affinity_prefer_memory(int node)
{
	unsigned long nodes[NODES_MAX / (8 * sizeof(long))] = {0};
	unsigned int bits = 8 * sizeof(long);

	if (node < 0 || node >= NODES_MAX)
		return -EINVAL;
	nodes[node / bits] = 1UL << node % bits;
	/* the kernel reads maxnode - 1 bits */
	if (syscall(SYS_set_mempolicy, MPOL_PREFERRED, nodes, NODES_MAX + 1))
		return -errno;
	return 0;
}
