// SPDX-License-Identifier: GPL-2.0-only
#include "system/member_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* more are submitted in several goes */
#define MAX_ENTRIES 4096u

/* the kernel's IORING_MAX_CQ_ENTRIES */
#define MAX_COMPLETIONS 65536u

static int explain(int code, struct err *err)
{
	err_set(err, code, "io_uring", "%s", strerror(code));
	switch (code) {
	case ENOSYS:
		return err_remedy(err, "it needs Linux 5.1 or newer");
	case EPERM:
		return err_remedy(err, "see /proc/sys/kernel/io_uring_disabled "
				       "and the container's seccomp profile");
	case ENOMEM:
		return err_remedy(err, "raise the limit of locked memory "
				       "(ulimit -l) or lower iodepth");
	default:
		return -code;
	}
}

static int create(struct member_ring *ring, unsigned int depth)
{
	/* best first: no IPI for a completion, and task work when we wait */
	static const unsigned int extras[] = {
		IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SINGLE_ISSUER |
			IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_COOP_TASKRUN,
		0,
	};
	int ret = -EINVAL;
	size_t i;

	for (i = 0; i < 3 && ret == -EINVAL; i++) {
		struct io_uring_params params = {
			.flags = extras[i] | IORING_SETUP_CQSIZE |
				 (ring->iopoll ? IORING_SETUP_IOPOLL : 0),
			.cq_entries = depth < MAX_COMPLETIONS ? depth
							      : MAX_COMPLETIONS,
		};

		ret = io_uring_queue_init_params(
			depth < MAX_ENTRIES ? depth : MAX_ENTRIES, &ring->uring,
			&params);
	}
	return ret;
}

static int fix_nodes(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err)
{
	int ret = io_uring_register_files(&ring->uring, config->files,
					  config->n_files);
	unsigned int i;

	if (ret)
		return err_set(err, -ret, "registerfiles",
			       "cannot register %u files: %s", config->n_files,
			       strerror(-ret));
	for (i = 0; i < config->n_files; i++)
		ring->fd_of[i] = i;
	ring->sqe_flags = IOSQE_FIXED_FILE;
	ring->has_table = true;
	return 0;
}

/* so that the kernel need not look the ring up at each call (Linux 5.18) */
static void fix_ring(struct member_ring *ring)
{
	ring->enter_fd = ring->uring.ring_fd;
	if (io_uring_register_ring_fd(&ring->uring) != 1)
		return;
	ring->enter_fd = ring->uring.enter_ring_fd;
	ring->enter_flags = IORING_ENTER_REGISTERED_RING;
}

/* what never changes in an entry, and which comes after which */
static void fill_constants(struct member_ring *ring)
{
	struct io_uring_sq *sq = &ring->uring.sq;
	unsigned int i;

	ring->room = sq->ring_entries;
	for (i = 0; i < ring->room; i++) {
		memset(&sq->sqes[i], 0, sizeof(sq->sqes[i]));
		sq->array[i] = i;
	}
}

/* As fio's engines have it.  Whose file it is not may not ask for that. */
static void keep_access_times(const struct member_ring_config *config)
{
	unsigned int i;

	for (i = 0; i < config->n_files; i++) {
		int flags = fcntl(config->files[i], F_GETFL);

		if (flags >= 0)
			fcntl(config->files[i], F_SETFL, flags | O_NOATIME);
	}
}

static int init_block(struct member_ring *ring,
		      const struct member_ring_config *config, struct err *err)
{
	int ret = create(ring, config->depth);

	if (ret)
		return explain(-ret, err);
	if (config->register_files)
		ret = fix_nodes(ring, config, err);
	if (ret) {
		io_uring_queue_exit(&ring->uring);
		return ret;
	}
	keep_access_times(config);
	fix_ring(ring);
	fill_constants(ring);
	return 0;
}

/* commands of the longest I/O on the most limited drive */
static unsigned int most_parts(const struct member_ring_config *config)
{
	unsigned int i, parts, most = 1;

	for (i = 0; i < config->n_files; i++) {
		uint32_t step = config->namespaces[i].max_transfer_bytes;

		parts = (config->max_bytes + step - 1) / step;
		if (parts > most)
			most = parts;
	}
	return most;
}

/* registered files stay open as long as the ring has I/O in flight */
static int fix_files(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err)
{
	unsigned int n = config->register_files ? config->n_files : 0, i;
	unsigned int total = n + config->n_keep;
	int *table, ret;

	if (!total)
		return 0;
	table = calloc(total, sizeof(*table));
	if (!table)
		return err_set(err, ENOMEM, "io_uring", "out of memory");
	memcpy(table, config->files, n * sizeof(*table));
	if (config->n_keep)
		memcpy(table + n, config->keep,
		       config->n_keep * sizeof(*table));
	ret = nvme_ring_fix_files(&ring->nvme, table, total, err);
	free(table);
	ring->has_table = !ret;
	for (i = 0; !ret && i < n; i++) {
		ring->targets[i].fd = i;
		ring->targets[i].fixed = true;
	}
	return ret;
}

static int init_nvme(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err)
{
	struct nvme_ring_config nvme = {
		.depth = config->depth,
		.parts = most_parts(config),
		.iopoll = config->iopoll,
		.sqpoll_cpu = -1,
	};
	unsigned int i;
	int ret;

	ring->targets = calloc(config->n_files, sizeof(*ring->targets));
	ring->by_id = calloc(config->depth, sizeof(struct member_io *));
	if (!ring->targets || !ring->by_id)
		return err_set(err, ENOMEM, "io_uring", "out of memory");
	ret = nvme_ring_init(&ring->nvme, &nvme, err);
	if (ret)
		return ret;
	for (i = 0; i < config->n_files; i++) {
		ring->targets[i].fd = config->files[i];
		ring->targets[i].geometry = config->namespaces[i];
	}
	ret = fix_files(ring, config, err);
	if (ret)
		nvme_ring_fini(&ring->nvme);
	return ret;
}

int member_ring_init(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err)
{
	int ret;

	memset(ring, 0, sizeof(*ring));
	ring->passthrough = config->namespaces;
	ring->iopoll = config->iopoll;
	ring->fd_of = calloc(config->n_files, sizeof(int));
	if (!ring->fd_of)
		return err_set(err, ENOMEM, "io_uring", "out of memory");
	memcpy(ring->fd_of, config->files, config->n_files * sizeof(int));
	ret = ring->passthrough ? init_nvme(ring, config, err)
				: init_block(ring, config, err);
	if (ret) {
		free(ring->fd_of);
		free(ring->targets);
		free(ring->by_id);
	}
	return ret;
}

/*
 * The kernel tears a ring down at its leisure, and what is registered would
 * stay open until then: who assembles the array next would find it in use.
 */
static void give_back_files(struct member_ring *ring)
{
	if (ring->has_table && !member_ring_in_flight(ring))
		io_uring_unregister_files(ring->passthrough ? &ring->nvme.uring
							    : &ring->uring);
}

void member_ring_fini(struct member_ring *ring)
{
	give_back_files(ring);
	if (ring->passthrough)
		nvme_ring_fini(&ring->nvme);
	else
		io_uring_queue_exit(&ring->uring);
	free(ring->fd_of);
	free(ring->targets);
	free(ring->by_id);
}

int member_ring_fix_buffers(struct member_ring *ring,
			    const struct iovec *buffers, unsigned int count,
			    struct err *err)
{
	int ret;

	if (ring->passthrough) {
		err_set(err, EOPNOTSUPP, "fixedbufs",
			"is not available with md_path=passthrough");
		return err_remedy(err, "leave one of the two out");
	}
	ret = io_uring_register_buffers(&ring->uring, buffers, count);
	if (!ret) {
		ring->n_fixed = count;
		return 0;
	}
	err_set(err, -ret, "fixedbufs", "cannot register %u buffers: %s", count,
		strerror(-ret));
	if (ret == -ENOMEM || ret == -EPERM)
		return err_remedy(err, "raise the limit of locked memory "
				       "(ulimit -l) or leave fixedbufs off");
	return err_remedy(err, "the kernel takes 16384 buffers, of 1 GiB each, "
			       "at most: lower iodepth or bs, or leave "
			       "fixedbufs off");
}
