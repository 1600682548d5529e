// SPDX-License-Identifier: GPL-2.0-only
#include "system/member_ring.h"

#include <errno.h>

/* ---- block nodes -------------------------------------------------------- */

static int enter(struct member_ring *ring, unsigned int wait,
		 unsigned int flags)
{
	int ret;

	io_uring_smp_store_release(ring->uring.sq.ktail,
				   ring->uring.sq.sqe_tail);
	do {
		ret = io_uring_enter(ring->enter_fd, ring->queued, wait,
				     ring->enter_flags | flags, NULL);
	} while (ret == -EINTR);
	/* the kernel is out of requests until some complete: they will */
	if (ret == -EAGAIN || ret == -EBUSY)
		return 0;
	if (ret < 0)
		return ret;
	ring->queued -= ret;
	ring->submitted += ret;
	return 0;
}

static void queue_when_full(struct member_ring *ring, struct member_io *io)
{
	while (ring->queued == ring->room && !ring->broken)
		ring->broken = enter(ring, 0, IORING_ENTER_GETEVENTS);
	if (!ring->broken)
		member_ring_fill(ring, io);
}

static int submit_block(struct member_ring *ring)
{
	/* GETEVENTS also posts what has completed meanwhile; where nothing
	 * else is in flight, nothing can have */
	if (!ring->queued)
		return 0;
	return enter(ring, 0, ring->submitted ? IORING_ENTER_GETEVENTS : 0);
}

static int wait_block(struct member_ring *ring, unsigned int min)
{
	return enter(ring, min, IORING_ENTER_GETEVENTS);
}

bool member_ring_settle(struct member_ring *ring, struct member_io *io, int res)
{
	if (res == -EAGAIN || res == -EINTR) {
		member_ring_queue(ring, io);
		return false;
	}
	if (res <= 0 || io->op == MEMBER_FLUSH) {
		/* 0: the device ends here, which no geometry allows */
		io->result = res || io->op == MEMBER_FLUSH ? res : -EIO;
		return true;
	}
	io->offset_bytes += res;
	io->data = (char *)io->data + res;
	io->len_bytes -= res;
	member_ring_queue(ring, io);
	return false;
}

/* ---- passthrough -------------------------------------------------------- */

static void queue_nvme(struct member_ring *ring, struct member_io *io)
{
	const struct nvme_ring_file *target = &ring->targets[io->file];

	ring->by_id[io->id] = io;
	ring->submitted++;
	if (io->op == MEMBER_FLUSH)
		nvme_ring_flush(&ring->nvme, io->id, target);
	else
		nvme_ring_rw(&ring->nvme, io->id, target,
			     io->op == MEMBER_READ ? NVME_OP_READ
						   : NVME_OP_WRITE,
			     io->offset_bytes, io->len_bytes, io->data);
	nvme_ring_queue(&ring->nvme, io->id);
}

static int wait_nvme(struct member_ring *ring, unsigned int min)
{
	int ret = nvme_ring_submit(&ring->nvme);

	/* what has been collected is to be taken first */
	if (ret || ring->next_done < ring->n_done)
		return ret;
	ret = nvme_ring_wait(&ring->nvme, min, ring->nvme.config.depth);
	if (ret < 0)
		return ret;
	ring->n_done = ret;
	ring->next_done = 0;
	return 0;
}

struct member_io *member_ring_next_command(struct member_ring *ring)
{
	struct member_io *io;
	unsigned int slot;

	if (ring->next_done == ring->n_done)
		return NULL;
	slot = ring->nvme.done[ring->next_done++];
	io = ring->by_id[slot];
	io->result = ring->nvme.slots[slot].result;
	ring->submitted--;
	return io;
}

/* ---- either ------------------------------------------------------------- */

void member_ring_queue_slowly(struct member_ring *ring, struct member_io *io)
{
	if (ring->passthrough)
		queue_nvme(ring, io);
	else
		queue_when_full(ring, io);
}

int member_ring_submit(struct member_ring *ring)
{
	if (ring->broken)
		return ring->broken;
	return ring->passthrough ? nvme_ring_submit(&ring->nvme)
				 : submit_block(ring);
}

int member_ring_wait(struct member_ring *ring, unsigned int min)
{
	if (ring->broken)
		return ring->broken;
	if (min > member_ring_in_flight(ring))
		min = member_ring_in_flight(ring);
	return ring->passthrough ? wait_nvme(ring, min) : wait_block(ring, min);
}
