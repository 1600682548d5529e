// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the jobs of one fio run share of the arrays that they write: the claim
 * on the members, the dirty mark, the locks, the first failure, the counts.
 * Lives in shared memory made before fio forks.
 *
 * The order of a job's life:
 *
 *	md_run_claim()	      before it starts, may be in its parent
 *	md_run_join()	      in its own thread
 *	md_run_start()	      members dirty, descriptors to write with
 *	    md_run_lock() ... md_run_unlock(), md_run_fail()
 *	md_run_stop()	      the last one: members clean
 *	md_run_quit()
 *	md_run_release()
 *
 * A job that is killed never stops, so the members stay dirty, and the kernel
 * resyncs when it assembles them.  What it had in flight holds its open files,
 * which are the claim's own: nobody assembles before that has ended.
 */
#ifndef LANES_SYSTEM_MD_RUN_H
#define LANES_SYSTEM_MD_RUN_H

#include "base/err.h"
#include "system/md.h"

#include <stdbool.h>
#include <stdint.h>

#define MD_RUN_ARRAYS 16
#define MD_RUN_JOBS   4096

struct md_run;

/** struct md_member_counts - I/Os and bytes of a member */
struct md_member_counts {
	uint64_t reads, writes, read_bytes, write_bytes;
};

/**
 * struct md_counts - what was done to an array
 * @reads, @writes, @read_bytes, @write_bytes: requests of the jobs
 * @full_rows, @rmw, @rcw, @rebuilt: bands of each kind (raid/plan.h)
 * @joined:     requests that shared a full row with others of their batch
 * @lock_waits: requests that had to wait for others
 * @member:     of each
 */
struct md_counts {
	uint64_t reads, writes, read_bytes, write_bytes;
	uint64_t full_rows, rmw, rcw, rebuilt, joined, lock_waits;
	struct md_member_counts member[RAID_MEMBERS_MAX];
};

/** md_run_new() - for a run; NULL if memory or descriptors are out */
struct md_run *md_run_new(void);

/**
 * md_run_claim() - claim all members for writing, or join the run's claim
 *
 * Return: the array's number in the run; -EBUSY with the holder in @err; what
 * @md->unwritable says where it must not be written; or -errno.  Each success
 * is to be paired with md_run_release().
 */
int md_run_claim(struct md_run *run, const struct md_array *md,
		 struct err *err);
void md_run_release(struct md_run *run, unsigned int array);

/**
 * md_run_join() - the calling thread is a job: others see when it dies
 *
 * Return: its owner number, or -ENOSPC.
 */
int md_run_join(struct md_run *run);
void md_run_quit(struct md_run *run, unsigned int owner);

/**
 * md_run_start() - begin to write a claimed array
 * @fds: filled in, by slot; the caller closes them after md_run_stop()
 *
 * The first job marks all members dirty, on stable storage.
 *
 * Return: 0 or -errno.
 */
int md_run_start(struct md_run *run, unsigned int array,
		 const struct md_array *md, int fds[RAID_MEMBERS_MAX],
		 struct err *err);

/**
 * md_run_stop() - the caller's writes have all ended
 *
 * The last job flushes the members and marks them clean, unless a write
 * failed or a job died.
 *
 * Return: 0 or -errno: then they stay dirty.
 */
int md_run_stop(struct md_run *run, unsigned int array,
		const struct md_array *md, const int fds[RAID_MEMBERS_MAX],
		struct err *err);

/**
 * md_run_lock() - ask for a range (raid/locks.h)
 * @state: 0 held, -EAGAIN waits, -EOWNERDEAD never to be had
 *
 * Return: a ticket, to be given back by md_run_unlock(); -ENOSPC, or
 * -EOWNERDEAD where the locks themselves died with a job.
 */
int md_run_lock(struct md_run *run, unsigned int array, unsigned int owner,
		uint64_t lo, uint64_t end, int *state);

/** md_run_lock_state() - ask again; closes the ranges of the dead */
int md_run_lock_state(struct md_run *run, unsigned int array,
		      unsigned int owner, int ticket);
void md_run_unlock(struct md_run *run, unsigned int array, unsigned int owner,
		   int ticket);

/**
 * md_run_abandon() - a job leaves an array without knowing what became of its
 * writes
 *
 * Nobody gets a range of it any more, and it stays dirty.
 */
void md_run_abandon(struct md_run *run, unsigned int array, unsigned int owner);

/** md_run_sleep() - a moment, for who has nothing to do but ask again */
void md_run_sleep(void);

/**
 * md_run_fail() - a write to a member failed: all writing is over
 *
 * Return: was it the first?
 */
bool md_run_fail(struct md_run *run, unsigned int array, unsigned int member);

/** md_run_failed() - the member whose write failed, or -1 */
int md_run_failed(const struct md_run *run, unsigned int array);

/** md_run_once() - true for the run's first caller with this text */
bool md_run_once(struct md_run *run, const char *text);

/**
 * md_run_report() - the run's statistics file
 * @path: a job's, or NULL to ask
 *
 * Return: 0, or -EEXIST if another job has named another one.
 */
int md_run_report(struct md_run *run, const char *path, char current[PATH_MAX]);

/** md_run_enter() - a job that counts begins, reading or writing */
void md_run_enter(struct md_run *run);

/**
 * md_run_add() - add a job's counts to those of the array of that name
 *
 * Sums are kept for MD_RUN_ARRAYS arrays; more are passed over.
 */
void md_run_add(struct md_run *run, const struct md_array *md,
		const struct md_counts *counts);

/** md_run_exit() - the job is over; Return: was it the last one? */
bool md_run_exit(struct md_run *run);

/**
 * md_run_counts() - what was counted
 * @name: of the array; its members are found by it
 *
 * Return: the @index-th array's counts, or NULL.
 */
const struct md_counts *md_run_counts(const struct md_run *run,
				      unsigned int index,
				      const struct md_array **md);

#endif
