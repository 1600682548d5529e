// SPDX-License-Identifier: GPL-2.0-only
#include "system/nvme_ring.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* linux/io_uring.h of a newer kernel than the headers here may come from */
#ifndef IORING_URING_CMD_FIXED
#define IORING_URING_CMD_FIXED (1U << 0)
#endif

/* user_data: the slot below, the part above */
#define PART_SHIFT 32

/* the kernel's IORING_MAX_ENTRIES */
#define MAX_ENTRIES 32768u

static struct io_uring_sqe *entry(const struct nvme_ring *ring,
				  unsigned int slot, unsigned int part)
{
	/* an entry of SQE128 is two of the header's struct */
	return &ring->uring.sq
			.sqes[(size_t)(slot * ring->config.parts + part) << 1];
}

static struct nvme_uring_cmd *command(struct io_uring_sqe *sqe)
{
	return (struct nvme_uring_cmd *)sqe->cmd;
}

static unsigned int setup_flags(const struct nvme_ring_config *config)
{
	unsigned int flags =
		IORING_SETUP_SQE128 | IORING_SETUP_CQE32 | IORING_SETUP_CQSIZE;

	if (config->iopoll)
		flags |= IORING_SETUP_IOPOLL;
	if (config->sqpoll) {
		flags |= IORING_SETUP_SQPOLL;
		if (config->sqpoll_cpu >= 0)
			flags |= IORING_SETUP_SQ_AFF;
	}
	return flags;
}

static int create(struct nvme_ring *ring)
{
	/* best first: no IPI for a completion, and task work when we wait */
	static const unsigned int extras[] = {
		IORING_SETUP_COOP_TASKRUN | IORING_SETUP_SINGLE_ISSUER |
			IORING_SETUP_DEFER_TASKRUN,
		IORING_SETUP_COOP_TASKRUN,
		0,
	};
	unsigned int entries = ring->config.depth * ring->config.parts;
	int ret = -EINVAL;
	size_t i;

	for (i = 0; i < 3 && ret == -EINVAL; i++) {
		struct io_uring_params params = {
			.flags = setup_flags(&ring->config) | extras[i],
			.cq_entries = entries,
		};

		if (ring->config.sqpoll_cpu >= 0)
			params.sq_thread_cpu = ring->config.sqpoll_cpu;
		ret = io_uring_queue_init_params(entries, &ring->uring,
						 &params);
	}
	return ret;
}

static int explain(int code, struct err *err)
{
	switch (code) {
	case EINVAL:
	case ENOSYS:
		err_set(err, EOPNOTSUPP, "io_uring",
			"the kernel has no NVMe passthrough by io_uring");
		return err_remedy(err, "it needs Linux 5.19 or newer; "
				       "ioengine=io_uring works on the block "
				       "device meanwhile");
	case EPERM:
		err_set(err, code, "io_uring", "is not permitted here");
		return err_remedy(err, "see /proc/sys/kernel/io_uring_disabled "
				       "and the container's seccomp profile");
	case ENOMEM:
		err_set(err, code, "io_uring", "not enough locked memory");
		return err_remedy(err, "raise the limit (ulimit -l) or lower "
				       "iodepth");
	default:
		return err_set(err, code, "io_uring", "%s", strerror(code));
	}
}

static int too_deep(const struct nvme_ring_config *config, struct err *err)
{
	char value[32];

	snprintf(value, sizeof(value), "iodepth=%u", config->depth);
	err_set(err, E2BIG, value,
		"at %u commands for the largest block; a ring takes %u "
		"commands in all",
		config->parts, MAX_ENTRIES);
	return err_remedy(err, "lower iodepth or bs");
}

static int check_uring_cmd(struct nvme_ring *ring)
{
	struct io_uring_probe *probe = io_uring_get_probe_ring(&ring->uring);
	bool has =
		probe && io_uring_opcode_supported(probe, IORING_OP_URING_CMD);

	io_uring_free_probe(probe);
	return has ? 0 : -ENOSYS;
}

/* what never changes in a slot's entries */
static void fill_constants(struct nvme_ring *ring)
{
	unsigned int slot, part;

	for (slot = 0; slot < ring->config.depth; slot++)
		for (part = 0; part < ring->config.parts; part++) {
			struct io_uring_sqe *sqe = entry(ring, slot, part);

			memset(sqe, 0, 2 * sizeof(*sqe));
			sqe->opcode = IORING_OP_URING_CMD;
			sqe->cmd_op = NVME_URING_CMD_IO;
			sqe->user_data = slot | (uint64_t)part << PART_SHIFT;
		}
}

int nvme_ring_init(struct nvme_ring *ring,
		   const struct nvme_ring_config *config, struct err *err)
{
	int ret;

	memset(ring, 0, sizeof(*ring));
	if (config->depth > MAX_ENTRIES / config->parts)
		return too_deep(config, err);
	ring->config = *config;
	ret = create(ring);
	if (ret)
		return explain(-ret, err);
	ret = check_uring_cmd(ring);
	if (ret) {
		ret = explain(-ret, err);
		goto out;
	}
	ring->slots = calloc(config->depth, sizeof(*ring->slots));
	ring->done = calloc(config->depth, sizeof(*ring->done));
	if (!ring->slots || !ring->done) {
		ret = err_set(err, ENOMEM, "io_uring", "out of memory");
		goto out;
	}
	ring->sq_tail = *ring->uring.sq.ktail;
	fill_constants(ring);
out:
	if (ret)
		nvme_ring_fini(ring);
	return ret;
}

void nvme_ring_fini(struct nvme_ring *ring)
{
	io_uring_queue_exit(&ring->uring);
	free(ring->slots);
	free(ring->done);
	ring->slots = NULL;
	ring->done = NULL;
}

/* @pieces[slot * parts + part]; each buffer is as long as a largest request */
static void cut_buffers(const struct nvme_ring *ring,
			const struct iovec *buffers, uint32_t part_bytes,
			struct iovec *pieces)
{
	unsigned int slot, part;

	for (slot = 0; slot < ring->config.depth; slot++)
		for (part = 0; part < ring->config.parts; part++) {
			size_t at = (size_t)part * part_bytes;
			size_t left = buffers[slot].iov_len - at;

			pieces->iov_base = (char *)buffers[slot].iov_base + at;
			pieces->iov_len = left < part_bytes ? left : part_bytes;
			pieces++;
		}
}

int nvme_ring_fix_buffers(struct nvme_ring *ring, const struct iovec *buffers,
			  uint32_t part_bytes, struct err *err)
{
	unsigned int count = ring->config.depth * ring->config.parts;
	struct iovec *pieces = calloc(count, sizeof(*pieces));
	int ret;

	if (!pieces)
		return err_set(err, ENOMEM, "fixedbufs", "out of memory");
	cut_buffers(ring, buffers, part_bytes, pieces);
	ret = io_uring_register_buffers(&ring->uring, pieces, count);
	free(pieces);
	if (!ret) {
		ring->fixed_buffers = true;
		return 0;
	}
	err_set(err, -ret, "fixedbufs",
		"cannot register %u buffers of %zu bytes (in %u pieces): %s",
		ring->config.depth, buffers[0].iov_len, count, strerror(-ret));
	if (ret == -ENOMEM || ret == -EPERM)
		return err_remedy(err, "raise the limit of locked memory "
				       "(ulimit -l) or leave fixedbufs off");
	return err_remedy(err, "the kernel takes 16384 pieces at most: lower "
			       "iodepth or bs, or leave fixedbufs off");
}

int nvme_ring_fix_files(struct nvme_ring *ring, const int *fds,
			unsigned int count, struct err *err)
{
	int ret = io_uring_register_files(&ring->uring, fds, count);

	return ret ? err_set(err, -ret, "registerfiles",
			     "cannot register %u files: %s", count,
			     strerror(-ret))
		   : 0;
}

/* what a request sets in each of its entries, whatever the command */
static inline struct nvme_uring_cmd *
address(struct nvme_ring *ring, unsigned int slot, unsigned int part,
	const struct nvme_ring_file *file, bool fixed_data)
{
	struct io_uring_sqe *sqe = entry(ring, slot, part);
	struct nvme_uring_cmd *cmd = command(sqe);

	sqe->fd = file->fd;
	sqe->flags = file->fixed ? IOSQE_FIXED_FILE : 0;
	sqe->uring_cmd_flags = fixed_data ? IORING_URING_CMD_FIXED : 0;
	sqe->buf_index = fixed_data ? slot * ring->config.parts + part : 0;
	cmd->nsid = file->geometry.nsid;
	return cmd;
}

static inline void start(struct nvme_ring *ring, unsigned int slot,
			 unsigned int parts)
{
	ring->slots[slot].result = 0;
	ring->slots[slot].pending = parts;
}

static int rw_in_parts(struct nvme_ring *ring, unsigned int slot,
		       const struct nvme_ring_file *file, uint8_t opcode,
		       uint64_t offset_bytes, uint64_t len_bytes, char *data)
{
	unsigned int shift = file->geometry.lba_shift;
	unsigned int parts = nvme_parts(&file->geometry, len_bytes), part;
	uint32_t step = file->geometry.max_transfer_bytes;

	if (parts > ring->config.parts)
		return -E2BIG;
	start(ring, slot, parts);
	for (part = 0; part < parts; part++) {
		uint64_t at = (uint64_t)part * step;
		uint32_t bytes = len_bytes - at < step ? len_bytes - at : step;

		nvme_set_rw(
			address(ring, slot, part, file, ring->fixed_buffers),
			opcode, (offset_bytes + at) >> shift, bytes >> shift,
			data + at, bytes);
	}
	return 0;
}

int nvme_ring_rw(struct nvme_ring *ring, unsigned int slot,
		 const struct nvme_ring_file *file, uint8_t opcode,
		 uint64_t offset_bytes, uint64_t len_bytes, void *data)
{
	unsigned int shift = file->geometry.lba_shift;

	if (len_bytes > file->geometry.max_transfer_bytes)
		return rw_in_parts(ring, slot, file, opcode, offset_bytes,
				   len_bytes, data);
	start(ring, slot, 1);
	nvme_set_rw(address(ring, slot, 0, file, ring->fixed_buffers), opcode,
		    offset_bytes >> shift, len_bytes >> shift, data, len_bytes);
	return 0;
}

int nvme_ring_deallocate(struct nvme_ring *ring, unsigned int slot,
			 const struct nvme_ring_file *file,
			 uint64_t offset_bytes, uint64_t len_bytes)
{
	unsigned int shift = file->geometry.lba_shift;

	if (len_bytes >> shift > UINT32_MAX)
		return -E2BIG;
	start(ring, slot, 1);
	nvme_set_deallocate(address(ring, slot, 0, file, false),
			    &ring->slots[slot].range, offset_bytes >> shift,
			    len_bytes >> shift);
	return 0;
}

void nvme_ring_flush(struct nvme_ring *ring, unsigned int slot,
		     const struct nvme_ring_file *file)
{
	start(ring, slot, 1);
	nvme_set_flush(address(ring, slot, 0, file, false));
}

void nvme_ring_queue(struct nvme_ring *ring, unsigned int slot)
{
	struct io_uring_sq *sq = &ring->uring.sq;
	unsigned int parts = ring->slots[slot].pending, part;
	unsigned int first = slot * ring->config.parts;

	if (ring->config.force_async &&
	    ++ring->to_async == ring->config.force_async) {
		ring->to_async = 0;
		for (part = 0; part < parts; part++)
			entry(ring, slot, part)->flags |= IOSQE_ASYNC;
	}
	sq->array[ring->sq_tail++ & sq->ring_mask] = first;
	for (part = 1; part < parts; part++)
		sq->array[ring->sq_tail++ & sq->ring_mask] = first + part;
	io_uring_smp_store_release(sq->ktail, ring->sq_tail);
	ring->queued += parts;
	ring->in_flight += parts;
}

static int enter(struct nvme_ring *ring, unsigned int submit, unsigned int wait,
		 unsigned int flags)
{
	int ret;

	do {
		ret = io_uring_enter(ring->uring.ring_fd, submit, wait, flags,
				     NULL);
	} while (ret == -EINTR || ret == -EAGAIN);
	return ret;
}

static int wake_sqpoll(struct nvme_ring *ring)
{
	int ret = 0;

	/* the kernel thread may have gone to sleep between flag and tail */
	__atomic_thread_fence(__ATOMIC_SEQ_CST);
	if (IO_URING_READ_ONCE(*ring->uring.sq.kflags) & IORING_SQ_NEED_WAKEUP)
		ret = enter(ring, ring->queued, 0, IORING_ENTER_SQ_WAKEUP);
	ring->queued = 0;
	return ret < 0 ? ret : 0;
}

int nvme_ring_submit(struct nvme_ring *ring)
{
	if (ring->config.sqpoll)
		return wake_sqpoll(ring);
	while (ring->queued) {
		/* GETEVENTS also posts what has completed meanwhile; where
		 * nothing else is in flight, nothing can have */
		bool others = ring->in_flight > ring->queued;
		int ret = enter(ring, ring->queued, 0,
				others ? IORING_ENTER_GETEVENTS : 0);

		if (ret < 0)
			return ret;
		ring->queued -= ret;
	}
	return 0;
}

/* Return: is the request complete? */
static inline bool complete(struct nvme_ring *ring, uint64_t user_data,
			    int result)
{
	struct nvme_slot *slot = &ring->slots[(uint32_t)user_data];

	unsigned int part = user_data >> PART_SHIFT;

	/* parts complete in any order; the first in the data's order counts */
	if (result && (!slot->result || part < slot->failed_part)) {
		slot->result = result;
		slot->failed_part = part;
	}
	return !--slot->pending;
}

static unsigned int reap(struct nvme_ring *ring, unsigned int count,
			 unsigned int max)
{
	struct io_uring_cq *cq = &ring->uring.cq;
	unsigned int head = *cq->khead;
	unsigned int tail = io_uring_smp_load_acquire(cq->ktail);

	for (; head != tail && count < max; head++) {
		const struct io_uring_cqe *cqe =
			&cq->cqes[(size_t)(head & cq->ring_mask) << 1];

		if (complete(ring, cqe->user_data, cqe->res))
			ring->done[count++] = (uint32_t)cqe->user_data;
	}
	ring->in_flight -= head - *cq->khead;
	io_uring_smp_store_release(cq->khead, head);
	return count;
}

int nvme_ring_wait(struct nvme_ring *ring, unsigned int min, unsigned int max)
{
	unsigned int count = reap(ring, 0, max);

	while (count < min) {
		/* SQPOLL needs no call but to sleep until something is there */
		int ret = enter(ring, 0, ring->config.sqpoll ? 1 : min - count,
				IORING_ENTER_GETEVENTS);

		if (ret < 0)
			return ret;
		count = reap(ring, count, max);
	}
	return count;
}
