// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_run.h"

#include "system/guard.h"
#include "system/md_run_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert(RAID_MEMBERS_MAX <= FD_POT_MAX, "an array fits the pot");

static void init_mutex(pthread_mutex_t *lock)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(lock, &attr);
	pthread_mutexattr_destroy(&attr);
}

struct md_run *md_run_new(void)
{
	/* whole cache lines; pages that nobody touches cost nothing */
	size_t ranges = (raid_locks_bytes(MD_RUN_RANGES) + 63) & ~(size_t)63;
	size_t bytes = sizeof(struct md_run) + MD_RUN_ARRAYS * ranges;
	struct md_run *run =
		mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	unsigned int i;

	if (run == MAP_FAILED)
		return NULL;
	if (fd_pot_init(&run->pot)) {
		munmap(run, bytes);
		return NULL;
	}
	run->ranges_bytes = ranges;
	init_mutex(&run->lock);
	for (i = 0; i < MD_RUN_JOBS; i++)
		init_mutex(&run->alive[i]);
	return run;
}

void md_run_enter_lock(pthread_mutex_t *lock, bool *lost)
{
	if (pthread_mutex_lock(lock) != EOWNERDEAD)
		return;
	*lost = true;
	pthread_mutex_consistent(lock);
}

struct raid_locks *md_run_ranges(struct md_run *run, unsigned int array)
{
	return (struct raid_locks *)(run->ranges + array * run->ranges_bytes);
}

/* ---- claims ------------------------------------------------------------- */

static int read_keys(const struct md_array *md, struct md_run_key keys[],
		     struct err *err)
{
	unsigned int i;

	memset(keys, 0, RAID_MEMBERS_MAX * sizeof(*keys));
	for (i = 0; i < md->geo.spec.members; i++) {
		struct stat st;

		if (!md->member[i].present)
			continue;
		if (stat(md->member[i].path, &st))
			return err_set(err, errno, md->member[i].path, "%s",
				       strerror(errno));
		keys[i].dev = S_ISREG(st.st_mode) ? st.st_dev : st.st_rdev;
		keys[i].ino = S_ISREG(st.st_mode) ? st.st_ino : 0;
	}
	return 0;
}

static int find_array(const struct md_run *run, const struct md_run_key keys[])
{
	unsigned int i;

	for (i = 0; i < MD_RUN_ARRAYS; i++)
		if (run->arrays[i].claims &&
		    !memcmp(run->arrays[i].key, keys,
			    sizeof(run->arrays[i].key)))
			return i;
	return -1;
}

/* the process that has the lock on a file, from /proc/locks; 0 if unknown */
static long lock_holder(const struct stat *st)
{
	char line[256], inode[32];
	FILE *locks = fopen("/proc/locks", "re");
	long pid = 0, own;

	if (!locks)
		return 0;
	snprintf(inode, sizeof(inode), ":%lu ", (unsigned long)st->st_ino);
	while (!pid && fgets(line, sizeof(line), locks))
		if (strstr(line, " FLOCK ") && strstr(line, inode) &&
		    sscanf(line, "%*s %*s %*s %*s %ld", &own) == 1)
			pid = own;
	fclose(locks);
	/* the job that took it may have ended before its kin */
	return kill((pid_t)pid, 0) && errno == ESRCH ? 0 : pid;
}

/* O_EXCL means nothing for a regular file: a lock keeps other runs out */
static int claim_file(const char *path, int flags, struct err *err)
{
	int fd = open(path, flags | O_DIRECT | O_CLOEXEC);
	struct stat st;
	long holder;

	if (fd < 0 && errno == EINVAL) /* no O_DIRECT on this filesystem */
		fd = open(path, flags | O_CLOEXEC);
	if (fd < 0)
		return err_set(err, errno, path, "cannot be opened: %s",
			       strerror(errno));
	if (!flock(fd, LOCK_EX | LOCK_NB))
		return fd;
	if (fstat(fd, &st))
		st.st_ino = 0;
	close(fd);
	holder = lock_holder(&st);
	if (holder)
		err_set(err, EBUSY, path, "is being written by process %ld",
			holder);
	else
		err_set(err, EBUSY, path, "is being written by another run");
	err_remedy(err, "wait for it to end");
	return -EBUSY;
}

static int claim_member(const struct md_member *member, struct err *err)
{
	struct guard_claim claim;
	int ret;

	if (!member->disk[0])
		return claim_file(member->path, O_RDWR, err);
	ret = guard_claim_for_io(&claim, member->disk, err);
	return ret ? ret : claim.fd;
}

/* without opening it for writing: udev looks at what was, when it is closed */
static int find_holder(const struct md_member *member, struct err *err)
{
	struct guard_claim claim = {.fd = -1};
	int ret;

	if (member->disk[0]) {
		ret = guard_claim(&claim, member->disk, err);
	} else {
		claim.fd = claim_file(member->path, O_RDONLY, err);
		ret = claim.fd < 0 ? claim.fd : 0;
	}
	guard_release(&claim);
	return ret;
}

/* who writes an array leaves it dirty meanwhile: then that is what to say */
static int refuse(const struct md_array *md, struct err *err)
{
	unsigned int i;

	for (i = 0; md->dirty && !md->disk[0] && i < md->geo.spec.members; i++)
		if (md->member[i].present &&
		    find_holder(&md->member[i], err) == -EBUSY)
			return -EBUSY;
	if (err)
		*err = md->unwritable;
	return -md->unwritable.code;
}

static void drop_members(struct md_run *run, struct md_run_array *array)
{
	unsigned int i;

	while (array->members) {
		if (fd_pot_swap(&run->pot, run->n_in_pot, array->in_pot, -1))
			run->lost = true;
		run->n_in_pot--;
		array->members--;
		for (i = 0; i < MD_RUN_ARRAYS; i++)
			if (run->arrays[i].members &&
			    run->arrays[i].in_pot > array->in_pot)
				run->arrays[i].in_pot--;
	}
}

static int claim_members(struct md_run *run, struct md_run_array *array,
			 const struct md_array *md, struct err *err)
{
	unsigned int i;
	int fd, ret = 0;

	if (run->n_in_pot + md->geo.spec.members > FD_POT_MAX)
		return err_set(err, ENOSPC, md->name,
			       "a run can write to %d members at most",
			       FD_POT_MAX);
	array->in_pot = run->n_in_pot;
	for (i = 0; !ret && i < md->geo.spec.members; i++) {
		fd = claim_member(&md->member[i], err);
		if (fd < 0)
			return fd;
		ret = fd_pot_swap(&run->pot, run->n_in_pot, -1, fd);
		close(fd);
		if (ret) {
			run->lost = true;
			return err_set(err, -ret, md->member[i].path,
				       "cannot keep the claim: %s",
				       strerror(-ret));
		}
		run->n_in_pot++;
		array->members++;
	}
	return 0;
}

static int new_array(struct md_run *run, const struct md_array *md,
		     const struct md_run_key keys[], struct err *err)
{
	struct md_run_array *array = NULL;
	unsigned int i;
	int ret;

	if (md->unwritable.code)
		return refuse(md, err);
	for (i = 0; !array && i < MD_RUN_ARRAYS; i++)
		if (!run->arrays[i].claims)
			array = &run->arrays[i];
	if (!array)
		return err_set(err, ENOSPC, md->name,
			       "a run can write to %d arrays at most",
			       MD_RUN_ARRAYS);
	ret = claim_members(run, array, md, err);
	if (ret) {
		drop_members(run, array);
		return ret;
	}
	memcpy(array->key, keys, sizeof(array->key));
	array->events = md->events;
	array->writers = array->failed = array->lost = 0;
	i = array - run->arrays;
	memset(md_run_ranges(run, i), 0, run->ranges_bytes);
	/* the shortest usual range is a 4 KiB write's */
	raid_locks_init(md_run_ranges(run, i), MD_RUN_RANGES, 8);
	return i;
}

int md_run_claim(struct md_run *run, const struct md_array *md, struct err *err)
{
	struct md_run_key keys[RAID_MEMBERS_MAX];
	int ret = read_keys(md, keys, err);

	if (ret)
		return ret;
	md_run_enter_lock(&run->lock, &run->lost);
	if (run->lost)
		ret = err_set(err, EOWNERDEAD, md->name,
			      "a job of this run died while it held the run's "
			      "claims; start fio anew");
	else
		ret = find_array(run, keys);
	if (ret == -1)
		ret = new_array(run, md, keys, err);
	if (ret >= 0)
		run->arrays[ret].claims++;
	pthread_mutex_unlock(&run->lock);
	return ret;
}

void md_run_release(struct md_run *run, unsigned int array)
{
	struct md_run_array *a = &run->arrays[array];

	md_run_enter_lock(&run->lock, &run->lost);
	if (a->claims && !--a->claims && !run->lost)
		drop_members(run, a);
	pthread_mutex_unlock(&run->lock);
}

/* ---- writing ------------------------------------------------------------ */

static void close_all(int fds[], unsigned int count)
{
	while (count) {
		close(fds[--count]);
		fds[count] = -1;
	}
}

static int take_members(struct md_run *run, const struct md_run_array *array,
			int fds[])
{
	unsigned int i;

	for (i = 0; i < array->members; i++) {
		fds[i] =
			fd_pot_dup(&run->pot, run->n_in_pot, array->in_pot + i);
		if (fds[i] < 0) {
			int ret = fds[i];

			close_all(fds, i);
			return ret;
		}
	}
	return 0;
}

int md_run_start(struct md_run *run, unsigned int array,
		 const struct md_array *md, int fds[RAID_MEMBERS_MAX],
		 struct err *err)
{
	struct md_run_array *a = &run->arrays[array];
	int ret;

	md_run_enter_lock(&run->lock, &run->lost);
	ret = run->lost ? -EOWNERDEAD : take_members(run, a, fds);
	if (ret)
		err_set(err, -ret, md->name, "the run has lost its claims: %s",
			strerror(-ret));
	else if (!a->writers)
		ret = md_mark(md, fds, true, a->events + 1, err);
	if (!ret)
		a->writers++;
	pthread_mutex_unlock(&run->lock);
	return ret;
}

static int make_clean(const struct md_run_array *array,
		      const struct md_array *md, const int fds[],
		      struct err *err)
{
	unsigned int i;

	for (i = 0; i < array->members; i++)
		if (fdatasync(fds[i]))
			return err_set(err, errno, md->member[i].path,
				       "cannot be flushed: %s",
				       strerror(errno));
	return md_mark(md, fds, false, array->events, err);
}

int md_run_stop(struct md_run *run, unsigned int array,
		const struct md_array *md, const int fds[RAID_MEMBERS_MAX],
		struct err *err)
{
	struct md_run_array *a = &run->arrays[array];
	int ret = 0;

	md_run_enter_lock(&run->lock, &run->lost);
	if (!--a->writers && !a->failed && !a->lost && !run->lost)
		ret = make_clean(a, md, fds, err);
	pthread_mutex_unlock(&run->lock);
	return ret;
}

bool md_run_fail(struct md_run *run, unsigned int array, unsigned int member)
{
	int none = 0;

	return __atomic_compare_exchange_n(&run->arrays[array].failed, &none,
					   (int)member + 1, false,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

int md_run_failed(const struct md_run *run, unsigned int array)
{
	return __atomic_load_n(&run->arrays[array].failed, __ATOMIC_RELAXED) -
	       1;
}
