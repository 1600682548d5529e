// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sets of CPUs in the kernel's own notation ("0-3,8", as in cpulist,
 * cpu_list, effective_affinity_list).
 */
#ifndef LANES_BASE_CPUS_H
#define LANES_BASE_CPUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* glibc's CPU_SETSIZE, and so fio's limit */
#define CPUS_MAX 1024

struct cpus {
	uint64_t bits[CPUS_MAX / 64];
};

/**
 * cpus_parse() - read a list; an empty text is the empty set
 *
 * Return: 0, or -EINVAL (no list, a range that runs backwards, a number of
 * CPUS_MAX or more); @cpus is then empty.
 */
int cpus_parse(struct cpus *cpus, const char *text);

/** cpus_format() - the list as text, cut where @len ends; Return: @buf */
const char *cpus_format(const struct cpus *cpus, char *buf, size_t len);

void cpus_clear(struct cpus *cpus);
void cpus_add(struct cpus *cpus, unsigned int cpu);
bool cpus_has(const struct cpus *cpus, unsigned int cpu);
unsigned int cpus_count(const struct cpus *cpus);
/** cpus_keep() - intersect: what is in both stays in @cpus */
void cpus_keep(struct cpus *cpus, const struct cpus *other);

/** cpus_nth() - the @nth lowest (from 0) member; Return: it, or -1 */
int cpus_nth(const struct cpus *cpus, unsigned int nth);

#endif
