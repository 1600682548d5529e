// SPDX-License-Identifier: GPL-2.0-only
/* struct md_run, for md_run*.c only */
#ifndef LANES_SYSTEM_MD_RUN_INTERNAL_H
#define LANES_SYSTEM_MD_RUN_INTERNAL_H

#include "raid/locks.h"
#include "system/fd_pot.h"
#include "system/md_run.h"

#include <pthread.h>

/* requests of all jobs that may hold or wait for a range at once */
#define MD_RUN_RANGES 65536

#define MD_RUN_SAID 256

/* what tells one member from all others, whatever it is called */
struct md_run_key {
	dev_t dev;
	ino_t ino; /* of a regular file; 0 for a device */
};

/**
 * struct md_run_array - an array that this run writes
 * @latch:   1 + the job that is at the array's ranges, or 0
 * @lost:    a job died there: nobody goes there any more
 * @claims:  jobs that have claimed it; 0: the entry is free
 * @writers: those that have started
 * @in_pot:  the first of its members' open files in the run's pot
 * @events:  of the superblocks, while clean
 * @failed:  1 + the member whose write failed
 */
struct md_run_array {
	uint32_t latch;
	bool lost;
	int failed;
	unsigned int claims;
	unsigned int writers;
	unsigned int members;
	unsigned int in_pot;
	struct md_run_key key[RAID_MEMBERS_MAX];
	uint64_t events;
} __attribute__((aligned(64)));

struct md_run_counted {
	struct md_array md;
	struct md_counts counts;
};

/**
 * struct md_run - the run
 * @lock:   guards claims, marks, counts
 * @lost:   a job died with the claims in its hands
 * @alive:  held by each job as long as it lives
 * @said:   hashes of what md_run_once() was asked
 * @ranges: raid_locks of each array, @ranges_bytes apart
 */
struct md_run {
	pthread_mutex_t lock;
	bool lost;
	struct fd_pot pot;
	unsigned int n_in_pot;
	struct md_run_array arrays[MD_RUN_ARRAYS];
	pthread_mutex_t alive[MD_RUN_JOBS];
	bool used[MD_RUN_JOBS];
	bool dead[MD_RUN_JOBS];
	unsigned int running;
	unsigned int n_said;
	uint64_t said[MD_RUN_SAID];
	char report[PATH_MAX];
	unsigned int n_counted;
	struct md_run_counted counted[MD_RUN_ARRAYS];
	size_t ranges_bytes;
	char ranges[] __attribute__((aligned(64)));
};

/* take a lock that may have died with its owner; sets *@lost then */
void md_run_enter_lock(pthread_mutex_t *lock, bool *lost);

/* the locks of one array */
struct raid_locks *md_run_ranges(struct md_run *run, unsigned int array);

#endif
