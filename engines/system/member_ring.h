// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reads, writes and flushes of an array's members by io_uring: on their block
 * nodes (or regular files), or by NVMe passthrough (system/nvme_ring.h).
 *
 * The caller owns the I/Os; one belongs to the ring from member_ring_queue()
 * until member_ring_wait() returns it.  Short transfers are carried on and
 * EAGAIN is tried again here, so an I/O comes back whole or failed.
 *
 * One thread owns a ring, from init to fini.
 */
#ifndef LANES_SYSTEM_MEMBER_RING_H
#define LANES_SYSTEM_MEMBER_RING_H

#include "base/err.h"
#include "system/nvme_ring.h"

#include <liburing.h>
#include <stdbool.h>
#include <stdint.h>

enum member_op {
	MEMBER_READ,
	MEMBER_WRITE,
	MEMBER_FLUSH,
};

/* a member_io.buffer: in none */
#define MEMBER_NO_BUFFER UINT16_MAX

/**
 * struct member_io - one I/O to one member
 * @file:   index of the files that the ring was made with
 * @buffer: which fixed buffer @data lies in; one that the ring doesn't have is
 *          as good as MEMBER_NO_BUFFER
 * @id:     passthrough: its own number, below config.depth
 * @offset_bytes, @len_bytes, @data: change while a short transfer is carried on
 * @result: once returned: 0, a negative errno, or an NVMe status
 */
struct member_io {
	enum member_op op;
	uint16_t file;
	uint16_t buffer;
	uint32_t id;
	uint32_t len_bytes;
	int result;
	uint64_t offset_bytes;
	void *data;
};

/**
 * struct member_ring_config - what a ring is to be
 * @depth:      most I/Os in flight
 * @files:      @n_files descriptors; borrowed, kept open by the caller
 * @namespaces: their geometry, for passthrough (else NULL); then @files are
 *              char nodes
 * @keep:       @n_keep more, which the ring keeps open until its last I/O has
 *              ended, even if the process is killed: passthrough's I/O is on
 *              other files than those that claim the members
 * @max_bytes:  longest I/O; passthrough cuts it where a drive must
 * @iopoll:     poll for completions
 * @register_files: register the descriptors with the ring
 */
struct member_ring_config {
	unsigned int depth;
	const int *files;
	unsigned int n_files;
	const struct nvme_geometry *namespaces;
	const int *keep;
	unsigned int n_keep;
	uint32_t max_bytes;
	bool iopoll;
	bool register_files;
};

/**
 * struct member_ring - the ring
 * @room:      entries of the submission queue; 0 for passthrough
 * @queued:    I/Os that wait for member_ring_submit(); not for passthrough
 * @submitted: those that have not been returned yet
 * @broken:    -errno: nothing can be submitted any more
 * @n_fixed:   fixed buffers
 * @fd_of:     what an entry calls a file: a descriptor, or its index with
 *             @sqe_flags that say so
 * @enter_fd, @enter_flags: the same of the ring itself
 * @next_done: passthrough: of the n_done that nvme.done has
 *
 * Read-only but for member_ring*().
 */
struct member_ring {
	struct io_uring uring;
	unsigned int room;
	unsigned int queued;
	unsigned int submitted;
	int broken;
	unsigned int n_fixed;
	uint8_t sqe_flags;
	int *fd_of;
	int enter_fd;
	unsigned int enter_flags;
	bool passthrough;
	bool iopoll;
	bool has_table; /* of registered files */
	struct nvme_ring nvme;
	struct nvme_ring_file *targets;
	struct member_io **by_id;
	unsigned int n_done;
	unsigned int next_done;
};

/** member_ring_init() - 0 or -errno with words */
int member_ring_init(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err);
void member_ring_fini(struct member_ring *ring);

/**
 * member_ring_fix_buffers() - map buffers once; an io's @buffer is an index
 *
 * Once per ring; not for passthrough (-EOPNOTSUPP).
 */
int member_ring_fix_buffers(struct member_ring *ring,
			    const struct iovec *buffers, unsigned int count,
			    struct err *err);

/** member_ring_submit() - hand all queued I/Os over; 0 or -errno */
int member_ring_submit(struct member_ring *ring);

/**
 * member_ring_wait() - submit what is queued, wait for I/Os to be over
 * @min: so many, as far as so many are in flight; 0 only looks
 *
 * Return: 0 or -errno.  Short transfers that are carried on count as over here:
 * member_ring_next() may have fewer.
 */
int member_ring_wait(struct member_ring *ring, unsigned int min);

static inline unsigned int member_ring_in_flight(const struct member_ring *ring)
{
	return ring->queued + ring->submitted;
}

/* ---- in each I/O's way: seen whole by the compiler ------------------------
 */

/* member_ring_queue()'s other cases: passthrough, a full queue */
__attribute__((noinline)) void
member_ring_queue_slowly(struct member_ring *ring, struct member_io *io);

/* an I/O into the entry behind the last; there must be room for it */
static inline void member_ring_fill(struct member_ring *ring,
				    struct member_io *io)
{
	static const uint8_t opcodes[][2] = {
		[MEMBER_READ] = {IORING_OP_READ, IORING_OP_READ_FIXED},
		[MEMBER_WRITE] = {IORING_OP_WRITE, IORING_OP_WRITE_FIXED},
		[MEMBER_FLUSH] = {IORING_OP_FSYNC, IORING_OP_FSYNC},
	};
	struct io_uring_sq *sq = &ring->uring.sq;
	struct io_uring_sqe *sqe = &sq->sqes[sq->sqe_tail & sq->ring_mask];
	bool fixed = io->buffer < ring->n_fixed;
	uint8_t opcode = opcodes[io->op][fixed];
	int fd = ring->fd_of[io->file];
	uint32_t len = io->len_bytes, buffer = fixed ? io->buffer : 0;
	uint32_t flags = io->op == MEMBER_FLUSH ? IORING_FSYNC_DATASYNC : 0;
	uint64_t offset = io->offset_bytes, data = (uintptr_t)io->data;

	/* all else in it is zero since member_ring_init() */
	sqe->opcode = opcode;
	sqe->flags = ring->sqe_flags;
	sqe->fd = fd;
	sqe->off = offset;
	sqe->addr = data;
	sqe->len = len;
	sqe->rw_flags = flags;
	sqe->user_data = (uintptr_t)io;
	sqe->buf_index = buffer;
	sq->sqe_tail++;
	ring->queued++;
}

/** member_ring_queue() - put an I/O into the submission queue */
static inline void member_ring_queue(struct member_ring *ring,
				     struct member_io *io)
{
	if (ring->queued < ring->room)
		member_ring_fill(ring, io);
	else
		member_ring_queue_slowly(ring, io);
}

/* member_ring_next()'s other cases: passthrough */
__attribute__((noinline)) struct member_io *
member_ring_next_command(struct member_ring *ring);

/* what else than full success: Return: is the I/O over? */
__attribute__((cold)) bool member_ring_settle(struct member_ring *ring,
					      struct member_io *io, int res);

/**
 * member_ring_next() - an I/O that is over
 *
 * Return: NULL where none is at hand: member_ring_wait().
 */
static inline struct member_io *member_ring_next(struct member_ring *ring)
{
	struct io_uring_cq *cq = &ring->uring.cq;
	const struct io_uring_cqe *cqe;
	struct member_io *io;
	unsigned int head;
	int res;

	if (ring->passthrough)
		return member_ring_next_command(ring);
	for (;;) {
		head = *cq->khead;
		if (head == io_uring_smp_load_acquire(cq->ktail))
			return NULL;
		cqe = &cq->cqes[head & cq->ring_mask];
		io = (struct member_io *)(uintptr_t)cqe->user_data;
		res = cqe->res;
		io_uring_smp_store_release(cq->khead, head + 1);
		ring->submitted--;
		io->result = 0;
		if ((uint32_t)res == io->len_bytes ||
		    member_ring_settle(ring, io, res))
			return io;
	}
}

#endif
