// SPDX-License-Identifier: GPL-2.0-only
#include "system/registry.h"

#include "system/fd_pot.h"
#include "system/guard.h"

#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <linux/fs.h>

#define RANKS 1024

_Static_assert(REGISTRY_DRIVES <= FD_POT_MAX, "every claim has a place");

/**
 * struct drive - one drive of the run
 * @writers: jobs that share the claim; 0: not claimed
 * @in_pot:  place of the claim's open file in the pot
 */
struct drive {
	dev_t dev;
	unsigned int writers;
	unsigned int in_pot;
	uint64_t ranks[RANKS / 64];
};

struct registry {
	pthread_mutex_t lock;
	struct fd_pot pot;
	unsigned int claims;
	bool lost;
	unsigned int n_drives;
	unsigned int n_jobs;
	unsigned int running;
	uint64_t said;
	char report[PATH_MAX];
	struct drive drives[REGISTRY_DRIVES];
	struct registry_job jobs[REGISTRY_JOBS];
};

static void init_lock(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

struct registry *registry_new(void)
{
	struct registry *reg = mmap(NULL, sizeof(*reg), PROT_READ | PROT_WRITE,
				    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (reg == MAP_FAILED)
		return NULL;
	if (fd_pot_init(&reg->pot)) {
		munmap(reg, sizeof(*reg));
		return NULL;
	}
	init_lock(&reg->lock);
	return reg;
}

static void lock(struct registry *reg)
{
	if (pthread_mutex_lock(&reg->lock) != EOWNERDEAD)
		return;
	/* whoever died may have had the claims in its hands */
	reg->lost = true;
	pthread_mutex_consistent(&reg->lock);
}

static void unlock(struct registry *reg)
{
	pthread_mutex_unlock(&reg->lock);
}

static struct drive *find_drive(struct registry *reg, dev_t dev)
{
	unsigned int i;

	for (i = 0; i < reg->n_drives; i++)
		if (reg->drives[i].dev == dev)
			return &reg->drives[i];
	return NULL;
}

static struct drive *get_drive(struct registry *reg, dev_t dev)
{
	struct drive *drive = find_drive(reg, dev);

	if (!drive && reg->n_drives < REGISTRY_DRIVES) {
		drive = &reg->drives[reg->n_drives++];
		drive->dev = dev;
	}
	return drive;
}

static int take_claim(struct registry *reg, struct drive *drive,
		      const char *disk, struct err *err)
{
	struct guard_claim claim;
	int ret = guard_claim(&claim, disk, err);

	if (ret)
		return ret;
	ret = fd_pot_swap(&reg->pot, reg->claims, -1, claim.fd);
	guard_release(&claim);
	if (ret) {
		reg->lost = true;
		return err_set(err, -ret, disk, "cannot keep the claim: %s",
			       strerror(-ret));
	}
	drive->in_pot = reg->claims++;
	return 0;
}

int registry_claim(struct registry *reg, dev_t dev, const char *disk,
		   struct err *err)
{
	struct drive *drive;
	int ret = 0;

	lock(reg);
	drive = get_drive(reg, dev);
	if (reg->lost)
		ret = err_set(err, EOWNERDEAD, disk,
			      "a job of this run died while it held the run's "
			      "claims; start fio anew");
	else if (!drive)
		ret = err_set(err, ENOSPC, disk,
			      "a run can drive %d namespaces at most",
			      REGISTRY_DRIVES);
	else if (!drive->writers)
		ret = take_claim(reg, drive, disk, err);
	if (!ret)
		/* cppcheck-suppress nullPointerRedundantCheck; ret tells */
		drive->writers++;
	unlock(reg);
	return ret;
}

int registry_show_claim(struct registry *reg, dev_t dev)
{
	struct drive *drive;
	int fd = -ENOENT;

	lock(reg);
	drive = find_drive(reg, dev);
	if (drive && drive->writers && !reg->lost)
		fd = fd_pot_dup(&reg->pot, reg->claims, drive->in_pot);
	unlock(reg);
	return fd;
}

static void drop_claim(struct registry *reg, struct drive *drive)
{
	unsigned int i;
	int fd;

	/* passthrough goes past the page cache: what it holds is stale now */
	fd = fd_pot_dup(&reg->pot, reg->claims, drive->in_pot);
	if (fd >= 0) {
		ioctl(fd, BLKFLSBUF);
		close(fd);
	}
	if (fd_pot_swap(&reg->pot, reg->claims, drive->in_pot, -1))
		reg->lost = true;
	reg->claims--;
	for (i = 0; i < reg->n_drives; i++)
		if (reg->drives[i].writers &&
		    reg->drives[i].in_pot > drive->in_pot)
			reg->drives[i].in_pot--;
}

void registry_release(struct registry *reg, dev_t dev)
{
	struct drive *drive;

	lock(reg);
	drive = find_drive(reg, dev);
	if (drive && drive->writers && !--drive->writers && !reg->lost)
		drop_claim(reg, drive);
	unlock(reg);
}

int registry_take_rank(struct registry *reg, dev_t dev)
{
	struct drive *drive;
	int rank = -ENOSPC;
	unsigned int i;

	lock(reg);
	drive = get_drive(reg, dev);
	for (i = 0; drive && i < RANKS / 64; i++)
		if (~drive->ranks[i]) {
			unsigned int bit = __builtin_ctzll(~drive->ranks[i]);

			drive->ranks[i] |= 1ULL << bit;
			rank = i * 64 + bit;
			break;
		}
	unlock(reg);
	return rank;
}

void registry_drop_rank(struct registry *reg, dev_t dev, int rank)
{
	struct drive *drive;

	lock(reg);
	drive = find_drive(reg, dev);
	if (drive && rank >= 0 && rank < RANKS)
		drive->ranks[rank / 64] &= ~(1ULL << rank % 64);
	unlock(reg);
}

void registry_enter(struct registry *reg, const struct registry_job *job)
{
	lock(reg);
	reg->running++;
	if (reg->n_jobs < REGISTRY_JOBS)
		reg->jobs[reg->n_jobs++] = *job;
	unlock(reg);
}

bool registry_exit(struct registry *reg)
{
	bool last;

	lock(reg);
	last = !--reg->running;
	unlock(reg);
	return last;
}

const struct registry_job *registry_job(const struct registry *reg,
					unsigned int index)
{
	return index < reg->n_jobs ? &reg->jobs[index] : NULL;
}

bool registry_once(struct registry *reg, unsigned int bit)
{
	bool first;

	lock(reg);
	first = !(reg->said >> bit & 1);
	reg->said |= 1ULL << bit;
	unlock(reg);
	return first;
}

int registry_report(struct registry *reg, const char *path,
		    char current[PATH_MAX])
{
	int ret = 0;

	lock(reg);
	if (path && !reg->report[0])
		snprintf(reg->report, sizeof(reg->report), "%s", path);
	else if (path && strcmp(path, reg->report))
		ret = -EEXIST;
	memcpy(current, reg->report, PATH_MAX);
	unlock(reg);
	return ret;
}
