// SPDX-License-Identifier: GPL-2.0-only
#include "system/member_ring.h"

#include <errno.h>
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

static int init_block(struct member_ring *ring,
		      const struct member_ring_config *config, struct err *err)
{
	int ret = create(ring, config->depth);

	if (ret)
		return explain(-ret, err);
	if (!config->register_files)
		return 0;
	ret = io_uring_register_files(&ring->uring, config->files,
				      config->n_files);
	if (!ret) {
		ring->fixed_files = ring->has_table = true;
		return 0;
	}
	io_uring_queue_exit(&ring->uring);
	return err_set(err, -ret, "registerfiles",
		       "cannot register %u files: %s", config->n_files,
		       strerror(-ret));
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
	ring->fds = calloc(config->n_files, sizeof(int));
	if (!ring->fds)
		return err_set(err, ENOMEM, "io_uring", "out of memory");
	memcpy(ring->fds, config->files, config->n_files * sizeof(int));
	ret = ring->passthrough ? init_nvme(ring, config, err)
				: init_block(ring, config, err);
	if (ret) {
		free(ring->fds);
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
	if (ring->has_table && !ring->in_flight)
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
	free(ring->fds);
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
		ring->fixed_buffers = true;
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

/* ---- block nodes -------------------------------------------------------- */

static int enter(struct member_ring *ring, unsigned int wait,
		 unsigned int flags)
{
	int ret;

	do {
		ret = io_uring_enter(ring->uring.ring_fd, ring->queued, wait,
				     flags, NULL);
	} while (ret == -EINTR);
	/* the kernel is out of requests until some complete: they will */
	if (ret == -EAGAIN || ret == -EBUSY)
		return 0;
	if (ret < 0)
		return ret;
	ring->queued -= ret;
	return 0;
}

static struct io_uring_sqe *take_entry(struct member_ring *ring)
{
	struct io_uring_sq *sq = &ring->uring.sq;
	unsigned int head = io_uring_smp_load_acquire(sq->khead);
	struct io_uring_sqe *sqe;

	if (sq->sqe_tail - head >= sq->ring_entries)
		return NULL;
	sqe = &sq->sqes[sq->sqe_tail & sq->ring_mask];
	sq->array[sq->sqe_tail & sq->ring_mask] = sq->sqe_tail & sq->ring_mask;
	sq->sqe_tail++;
	return sqe;
}

static void fill_entry(const struct member_ring *ring, struct io_uring_sqe *sqe,
		       struct member_io *io)
{
	static const uint8_t opcodes[][2] = {
		[MEMBER_READ] = {IORING_OP_READ, IORING_OP_READ_FIXED},
		[MEMBER_WRITE] = {IORING_OP_WRITE, IORING_OP_WRITE_FIXED},
		[MEMBER_FLUSH] = {IORING_OP_FSYNC, IORING_OP_FSYNC},
	};

	sqe->opcode = opcodes[io->op][ring->fixed_buffers];
	sqe->flags = ring->fixed_files ? IOSQE_FIXED_FILE : 0;
	sqe->ioprio = 0;
	sqe->fd = ring->fixed_files ? io->file : ring->fds[io->file];
	sqe->off = io->offset_bytes;
	sqe->addr = (uintptr_t)io->data;
	sqe->len = io->len_bytes;
	sqe->rw_flags = io->op == MEMBER_FLUSH ? IORING_FSYNC_DATASYNC : 0;
	sqe->user_data = (uintptr_t)io;
	sqe->buf_index = io->buffer;
	sqe->personality = 0;
	sqe->file_index = 0;
}

static void queue_block(struct member_ring *ring, struct member_io *io)
{
	struct io_uring_sqe *sqe = take_entry(ring);

	while (!sqe && !ring->broken) {
		ring->broken = enter(ring, 0, IORING_ENTER_GETEVENTS);
		sqe = take_entry(ring);
	}
	if (!sqe)
		return;
	fill_entry(ring, sqe, io);
	io_uring_smp_store_release(ring->uring.sq.ktail,
				   ring->uring.sq.sqe_tail);
	ring->queued++;
	ring->in_flight++;
}

/* Return: is the I/O over? */
static bool settle(struct member_io *io, int res)
{
	if (res == -EAGAIN || res == -EINTR)
		return false;
	if (res < 0 || io->op == MEMBER_FLUSH) {
		io->result = res;
		return true;
	}
	if ((uint32_t)res == io->len_bytes) {
		io->result = 0;
		return true;
	}
	if (!res) { /* the device ends here: no geometry allows that */
		io->result = -EIO;
		return true;
	}
	io->offset_bytes += res;
	io->data = (char *)io->data + res;
	io->len_bytes -= res;
	return false;
}

static unsigned int reap_block(struct member_ring *ring,
			       struct member_io *done[], unsigned int count,
			       unsigned int max)
{
	struct io_uring_cq *cq = &ring->uring.cq;
	unsigned int head = *cq->khead;
	unsigned int tail = io_uring_smp_load_acquire(cq->ktail);

	for (; head != tail && count < max; head++) {
		const struct io_uring_cqe *cqe =
			&cq->cqes[head & cq->ring_mask];
		struct member_io *io =
			(struct member_io *)(uintptr_t)cqe->user_data;

		ring->in_flight--;
		if (settle(io, cqe->res))
			done[count++] = io;
		else
			queue_block(ring, io);
	}
	io_uring_smp_store_release(cq->khead, head);
	return count;
}

static int submit_block(struct member_ring *ring)
{
	/* GETEVENTS also posts what has completed meanwhile; where nothing
	 * else is in flight, nothing can have */
	if (!ring->queued)
		return 0;
	return enter(ring, 0,
		     ring->in_flight > ring->queued ? IORING_ENTER_GETEVENTS
						    : 0);
}

static int wait_block(struct member_ring *ring, unsigned int min,
		      struct member_io *done[], unsigned int max)
{
	unsigned int count = reap_block(ring, done, 0, max);
	int ret;

	/* completions may wait in the kernel until somebody comes for them */
	if (!min && !count && ring->in_flight && !ring->queued) {
		ret = enter(ring, 0, IORING_ENTER_GETEVENTS);
		if (ret)
			return ret;
		count = reap_block(ring, done, 0, max);
	}
	while (ring->queued || (count < min && ring->in_flight)) {
		unsigned int wait = count < min ? min - count : 0;

		if (wait > ring->in_flight)
			wait = ring->in_flight;
		ret = enter(ring, wait, IORING_ENTER_GETEVENTS);
		if (ret)
			return ret;
		count = reap_block(ring, done, count, max);
		if (count == max)
			break;
	}
	return count;
}

/* ---- passthrough -------------------------------------------------------- */

static void queue_nvme(struct member_ring *ring, struct member_io *io)
{
	const struct nvme_ring_file *target = &ring->targets[io->file];

	ring->by_id[io->id] = io;
	ring->in_flight++;
	if (io->op == MEMBER_FLUSH)
		nvme_ring_flush(&ring->nvme, io->id, target);
	else
		nvme_ring_rw(&ring->nvme, io->id, target,
			     io->op == MEMBER_READ ? NVME_OP_READ
						   : NVME_OP_WRITE,
			     io->offset_bytes, io->len_bytes, io->data);
	nvme_ring_queue(&ring->nvme, io->id);
}

static int wait_nvme(struct member_ring *ring, unsigned int min,
		     struct member_io *done[], unsigned int max)
{
	int ret = nvme_ring_submit(&ring->nvme), i;

	if (ret)
		return ret;
	if (min > ring->in_flight)
		min = ring->in_flight;
	ret = nvme_ring_wait(&ring->nvme, min, max);
	for (i = 0; i < ret; i++) {
		unsigned int slot = ring->nvme.done[i];

		done[i] = ring->by_id[slot];
		done[i]->result = ring->nvme.slots[slot].result;
	}
	if (ret > 0)
		ring->in_flight -= ret;
	return ret;
}

/* ---- either ------------------------------------------------------------- */

void member_ring_queue(struct member_ring *ring, struct member_io *io)
{
	if (ring->passthrough)
		queue_nvme(ring, io);
	else
		queue_block(ring, io);
}

int member_ring_submit(struct member_ring *ring)
{
	if (ring->broken)
		return ring->broken;
	return ring->passthrough ? nvme_ring_submit(&ring->nvme)
				 : submit_block(ring);
}

int member_ring_wait(struct member_ring *ring, unsigned int min,
		     struct member_io *done[], unsigned int max)
{
	if (ring->broken)
		return ring->broken;
	return ring->passthrough ? wait_nvme(ring, min, done, max)
				 : wait_block(ring, min, done, max);
}
