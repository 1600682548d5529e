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

/**
 * struct member_io - one I/O to one member
 * @file:   index of the files that the ring was made with
 * @buffer: which fixed buffer @data lies in, where there are any
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
 * @queued:    I/Os that wait for member_ring_submit()
 * @in_flight: those and the ones that have not been returned yet
 */
struct member_ring {
	struct io_uring uring;
	struct nvme_ring nvme;
	bool passthrough;
	bool iopoll;
	bool fixed_files;
	bool fixed_buffers;
	bool has_table; /* of registered files */
	unsigned int queued;
	unsigned int in_flight;
	int broken;
	int *fds;
	struct nvme_ring_file *targets;
	struct member_io **by_id;
};

/** member_ring_init() - 0 or -errno with words */
int member_ring_init(struct member_ring *ring,
		     const struct member_ring_config *config, struct err *err);
void member_ring_fini(struct member_ring *ring);

/**
 * member_ring_fix_buffers() - map buffers once; an io's @buffer is an index
 *
 * Not for passthrough (-EOPNOTSUPP).
 */
int member_ring_fix_buffers(struct member_ring *ring,
			    const struct iovec *buffers, unsigned int count,
			    struct err *err);

/** member_ring_queue() - put an I/O into the submission queue */
void member_ring_queue(struct member_ring *ring, struct member_io *io);

/** member_ring_submit() - hand all queued I/Os over; 0 or -errno */
int member_ring_submit(struct member_ring *ring);

/**
 * member_ring_wait() - submit what is queued, collect completed I/Os
 * @min: wait for that many, as far as so many are in flight; 0 only looks
 * @max: room in @done
 *
 * Return: their number, or -errno.
 */
int member_ring_wait(struct member_ring *ring, unsigned int min,
		     struct member_io *done[], unsigned int max);

#endif
