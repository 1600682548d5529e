// SPDX-License-Identifier: GPL-2.0-only
#include "nvme/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#define MAX_BLOCKS_PER_COMMAND 65536u
#define DSM_DEALLOCATE	       (1u << 2) /* attribute AD, dword 11 bit 2 */

int nvme_check_request(const struct nvme_geometry *geo, uint64_t offset_bytes,
		       uint64_t len_bytes, struct err *err)
{
	uint64_t below_block = (1ULL << geo->lba_shift) - 1;
	char value[64];

	if (nvme_request_fits(geo, offset_bytes, len_bytes))
		return 0;
	snprintf(value, sizeof(value), "%" PRIu64 "+%" PRIu64, offset_bytes,
		 len_bytes);
	if (!len_bytes || (offset_bytes | len_bytes) & below_block)
		return err_set(err, EINVAL, value,
			       "offset and length must be multiples of the "
			       "namespace's logical block, %" PRIu64 " bytes",
			       below_block + 1);
	return err_set(err, EINVAL, value,
		       "ends beyond the namespace's %" PRIu64 " bytes",
		       geo->blocks << geo->lba_shift);
}

static uint64_t power_of_two_below(uint64_t value)
{
	return 1ULL << (63 - __builtin_clzll(value));
}

uint32_t nvme_transfer_limit(uint64_t hw_bytes, unsigned int segments,
			     unsigned int page_bytes, bool contiguous,
			     unsigned int lba_shift)
{
	uint64_t limit = hw_bytes;
	uint64_t most = (uint64_t)MAX_BLOCKS_PER_COMMAND << lba_shift;

	if (!contiguous && segments > 1) {
		uint64_t scattered = (uint64_t)(segments - 1) * page_bytes;

		if (scattered < limit)
			limit = scattered;
	}
	if (limit > most)
		limit = most;
	if (limit < 1ULL << lba_shift)
		return 1u << lba_shift;
	return power_of_two_below(limit);
}

void nvme_set_deallocate(struct nvme_uring_cmd *cmd, struct nvme_range *range,
			 uint64_t slba, uint32_t blocks)
{
	range->attributes = 0;
	range->blocks = blocks;
	range->slba = slba;
	cmd->opcode = NVME_OP_DSM;
	cmd->addr = (uintptr_t)range;
	cmd->data_len = sizeof(*range);
	cmd->cdw10 = 0; /* number of ranges, 0's based */
	cmd->cdw11 = DSM_DEALLOCATE;
	cmd->cdw12 = 0;
}

void nvme_set_flush(struct nvme_uring_cmd *cmd)
{
	cmd->opcode = NVME_OP_FLUSH;
	cmd->addr = 0;
	cmd->data_len = 0;
	cmd->cdw10 = 0;
	cmd->cdw11 = 0;
	cmd->cdw12 = 0;
}
