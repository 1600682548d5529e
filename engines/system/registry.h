// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the jobs of one fio run know of each other: which namespaces they have
 * claimed for writing, which rank each has on its drive, where each was
 * placed.  Lives in shared memory made before fio forks; every job, process or
 * thread, comes to the same one.
 *
 * A job killed in the middle leaves its claim and its rank taken until the run
 * ends: on the safe side.
 */
#ifndef LANES_SYSTEM_REGISTRY_H
#define LANES_SYSTEM_REGISTRY_H

#include "base/err.h"

#include <limits.h>
#include <stdbool.h>
#include <sys/types.h>

#define REGISTRY_DRIVES 128
#define REGISTRY_JOBS	4096

struct registry;

/**
 * struct registry_job - where a job went, as topo_report tells it
 * @files: its drives' names, separated by spaces
 * @cpu:   -1 if it was not pinned; then @note says why
 * @node:  that its buffers prefer, or -1
 * @queue: hardware queue that @cpu maps to, or -1
 */
struct registry_job {
	unsigned int number;
	char name[64];
	char files[256];
	int cpu;
	int node;
	int queue;
	char note[128];
};

/** registry_new() - for a run; NULL if memory or descriptors are out */
struct registry *registry_new(void);

/**
 * registry_claim() - claim a drive for writing, or join the run's claim
 * @disk: kernel name of the block device
 *
 * Return: 0, -EBUSY with the holder in @err, or -errno.  Each success is to be
 * paired with a registry_release().
 */
int registry_claim(struct registry *reg, dev_t dev, const char *disk,
		   struct err *err);

/**
 * registry_show_claim() - hold the claim's descriptor in this process too
 *
 * So that somebody who finds the drive busy finds the job that has it.
 *
 * Return: a descriptor to close before registry_release(), or -errno.
 */
int registry_show_claim(struct registry *reg, dev_t dev);

/** registry_release() - leave; the last one gives the drive back */
void registry_release(struct registry *reg, dev_t dev);

/**
 * registry_take_rank() - the lowest number no running job has on the drive
 *
 * Return: the rank, or -ENOSPC.
 */
int registry_take_rank(struct registry *reg, dev_t dev);
void registry_drop_rank(struct registry *reg, dev_t dev, int rank);

/** registry_enter() - a job starts; what it did is kept for the report */
void registry_enter(struct registry *reg, const struct registry_job *job);
/** registry_exit() - it ends; Return: was it the last one running? */
bool registry_exit(struct registry *reg);

/** registry_job() - the @index-th job that has entered, or NULL */
const struct registry_job *registry_job(const struct registry *reg,
					unsigned int index);

/** registry_once() - true for the first caller of a run with this @bit (0-63)
 */
bool registry_once(struct registry *reg, unsigned int bit);

/**
 * registry_report() - the run's report file
 * @path: a job's, or NULL to ask
 *
 * Return: 0, or -EEXIST if another job has named another one.
 */
int registry_report(struct registry *reg, const char *path,
		    char current[PATH_MAX]);

#endif
