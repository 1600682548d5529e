// SPDX-License-Identifier: GPL-2.0-only
/*
 * NVMe passthrough over io_uring: a ring of SQE128/CQE32 whose entries belong
 * to the caller's requests for good.
 *
 * The caller numbers its requests 0 .. depth-1 (slots).  Slot s owns the
 * submission entries s*parts .. s*parts+parts-1, one for each command that its
 * largest request may need, so preparing a request rewrites only what changes
 * from one to the next, and nothing has to be allocated or searched.  A
 * request completes when all its commands have.
 *
 * One thread owns a ring, from init to fini.
 */
#ifndef LANES_SYSTEM_NVME_RING_H
#define LANES_SYSTEM_NVME_RING_H

#include "base/err.h"
#include "nvme/command.h"

#include <liburing.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * struct nvme_ring_config - what a ring is to be
 * @depth:       number of slots
 * @parts:       most commands that one request takes
 * @iopoll:      poll for completions; needs poll queues
 * @sqpoll:      a kernel thread submits; @sqpoll_cpu pins it, -1 does not
 * @force_async: punt each that-many-th request to a kernel worker; 0 never
 */
struct nvme_ring_config {
	unsigned int depth;
	unsigned int parts;
	bool iopoll;
	bool sqpoll;
	int sqpoll_cpu;
	unsigned int force_async;
};

/**
 * struct nvme_slot - one request
 * @result:   0, a negative errno or an NVMe status: of the first command that
 *            failed, in the order of the data
 * @failed_part: which command that was: data before it has been transferred
 * @pending:  commands not completed yet
 * @range:    what a Dataset Management command points to
 */
struct nvme_slot {
	int result;
	unsigned int failed_part;
	unsigned int pending;
	struct nvme_range range;
};

/**
 * struct nvme_ring_file - a namespace that requests may go to
 * @fd:    its char node; the index in the registered table where @fixed
 */
struct nvme_ring_file {
	int fd;
	bool fixed;
	struct nvme_geometry geometry;
};

/**
 * struct nvme_ring - the ring
 * @done: slots of the requests that nvme_ring_wait() has returned
 * @queued: commands that wait for nvme_ring_submit()
 * @in_flight: those and the ones that have not completed yet
 */
struct nvme_ring {
	struct io_uring uring;
	struct nvme_ring_config config;
	struct nvme_slot *slots;
	unsigned int *done;
	unsigned int sq_tail;
	unsigned int queued;
	unsigned int in_flight;
	unsigned int to_async;
	bool fixed_buffers;
};

/**
 * nvme_ring_init() - set the ring up
 *
 * Asks for what newer kernels have (deferred task work) and does without it
 * on older ones.
 *
 * Return: 0 or -errno; -EOPNOTSUPP where the kernel has no passthrough, -E2BIG
 * where @config asks for more entries than a ring has.
 */
int nvme_ring_init(struct nvme_ring *ring,
		   const struct nvme_ring_config *config, struct err *err);
void nvme_ring_fini(struct nvme_ring *ring);

/**
 * nvme_ring_fix_buffers() - map the slots' buffers once: @buffers[slot]
 * @part_bytes: the files' max_transfer_bytes, the same for all of them
 *
 * Registered part by part: until Linux 6.13 a command on a fixed buffer counts
 * all the buffer's pages against the queue's segments, however few it moves.
 * The data of a read or write must then begin where its slot's buffer does.
 *
 * Return: 0 or -errno.
 */
int nvme_ring_fix_buffers(struct nvme_ring *ring, const struct iovec *buffers,
			  uint32_t part_bytes, struct err *err);

/** nvme_ring_fix_files() - register descriptors; file->fd is then an index */
int nvme_ring_fix_files(struct nvme_ring *ring, const int *fds,
			unsigned int count, struct err *err);

/**
 * nvme_ring_rw() - prepare a read or write, in parts where it is too large
 *
 * The range must have passed nvme_check_request().
 *
 * Return: 0, or -E2BIG if it takes more commands than config.parts.
 */
int nvme_ring_rw(struct nvme_ring *ring, unsigned int slot,
		 const struct nvme_ring_file *file, uint8_t opcode,
		 uint64_t offset_bytes, uint64_t len_bytes, void *data);

/** nvme_ring_deallocate() - prepare a trim; -E2BIG above 2^32-1 blocks */
int nvme_ring_deallocate(struct nvme_ring *ring, unsigned int slot,
			 const struct nvme_ring_file *file,
			 uint64_t offset_bytes, uint64_t len_bytes);

void nvme_ring_flush(struct nvme_ring *ring, unsigned int slot,
		     const struct nvme_ring_file *file);

/** nvme_ring_queue() - put a prepared request into the submission queue */
void nvme_ring_queue(struct nvme_ring *ring, unsigned int slot);

/** nvme_ring_submit() - hand all queued requests over; 0 or -errno */
int nvme_ring_submit(struct nvme_ring *ring);

/**
 * nvme_ring_wait() - collect @min to @max completed requests into ring->done
 *
 * Return: their number, or -errno.
 */
int nvme_ring_wait(struct nvme_ring *ring, unsigned int min, unsigned int max);

#endif
