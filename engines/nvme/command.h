// SPDX-License-Identifier: GPL-2.0-only
/*
 * NVMe I/O commands as the kernel's passthrough takes them: dwords only, no
 * I/O.  Source: NVM Express NVM Command Set Specification 1.0c, 3.2.
 */
#ifndef LANES_NVME_COMMAND_H
#define LANES_NVME_COMMAND_H

#include "base/err.h"

#include <linux/nvme_ioctl.h>
#include <stdbool.h>
#include <stdint.h>

enum nvme_command_op {
	NVME_OP_FLUSH = 0x00,
	NVME_OP_WRITE = 0x01,
	NVME_OP_READ = 0x02,
	NVME_OP_DSM = 0x09,
};

/**
 * struct nvme_geometry - what a request must fit
 * @nsid:         namespace identifier
 * @lba_shift:    log2 of the logical block's data bytes (9 or 12, as a rule)
 * @blocks:       the namespace's size, in logical blocks
 * @max_transfer_bytes: most data one command may carry; a multiple of the
 *                logical block
 */
struct nvme_geometry {
	uint32_t nsid;
	unsigned int lba_shift;
	uint64_t blocks;
	uint32_t max_transfer_bytes;
};

/** nvme_request_fits() - is a byte range one of whole logical blocks inside? */
static inline bool nvme_request_fits(const struct nvme_geometry *geo,
				     uint64_t offset_bytes, uint64_t len_bytes)
{
	uint64_t size = geo->blocks << geo->lba_shift;
	uint64_t below_block = (1ULL << geo->lba_shift) - 1;

	return len_bytes && !((offset_bytes | len_bytes) & below_block) &&
	       offset_bytes < size && len_bytes <= size - offset_bytes;
}

/**
 * nvme_check_request() - the same, with the rule in words where it does not
 *
 * Return: 0, or -EINVAL with the rule in @err (which may be NULL).
 */
int nvme_check_request(const struct nvme_geometry *geo, uint64_t offset_bytes,
		       uint64_t len_bytes, struct err *err);

/**
 * nvme_transfer_limit() - the largest transfer to use for one command
 * @hw_bytes:    the queue's max_hw_sectors, in bytes (MDTS is in it)
 * @segments:    the queue's max_segments
 * @page_bytes:  the host's page
 * @contiguous:  data lies in huge pages, so that segments don't count
 * @lba_shift:   log2 of the logical block
 *
 * The kernel maps a passthrough buffer page by page and refuses what needs
 * more segments than the queue has: a scattered buffer may need one per page
 * and, where it starts inside a page, one more.  The result is a power of two,
 * so that the parts of a larger request keep the drive's alignment, and at
 * most 65,536 logical blocks (NLB is 16 bits, 0's based).
 *
 * Return: the limit in bytes, a multiple of the logical block.
 */
uint32_t nvme_transfer_limit(uint64_t hw_bytes, unsigned int segments,
			     unsigned int page_bytes, bool contiguous,
			     unsigned int lba_shift);

/** nvme_parts() - how many commands @len_bytes of data takes; at least 1 */
static inline unsigned int nvme_parts(const struct nvme_geometry *geo,
				      uint64_t len_bytes)
{
	return len_bytes <= geo->max_transfer_bytes
		       ? 1
		       : (len_bytes + geo->max_transfer_bytes - 1) /
				 geo->max_transfer_bytes;
}

/**
 * nvme_set_rw() - the changing dwords of a read or write
 *
 * @cmd->nsid stays as the caller set it once.  NLB is 0's based.
 */
static inline void nvme_set_rw(struct nvme_uring_cmd *cmd, uint8_t opcode,
			       uint64_t slba, uint32_t blocks, const void *data,
			       uint32_t len_bytes)
{
	cmd->opcode = opcode;
	cmd->addr = (uintptr_t)data;
	cmd->data_len = len_bytes;
	cmd->cdw10 = (uint32_t)slba;
	cmd->cdw11 = slba >> 32;
	cmd->cdw12 = blocks - 1;
}

/**
 * struct nvme_range - one range of a Dataset Management command
 *
 * Source: NVM Command Set 1.0c, figure 43.  Little-endian, as the host is.
 */
struct nvme_range {
	uint32_t attributes;
	uint32_t blocks;
	uint64_t slba;
};

/**
 * nvme_set_deallocate() - Dataset Management, attribute Deallocate, one range
 * @range: filled in; must stay where it is until the command has completed
 */
void nvme_set_deallocate(struct nvme_uring_cmd *cmd, struct nvme_range *range,
			 uint64_t slba, uint32_t blocks);

void nvme_set_flush(struct nvme_uring_cmd *cmd);

#endif
