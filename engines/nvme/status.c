// SPDX-License-Identifier: GPL-2.0-only
#include "nvme/status.h"

#include <errno.h>
#include <libnvme.h>
#include <stdio.h>

/* status field, phase bit removed: SC 7:0, SCT 10:8, CRD 12:11, M 13, DNR 14 */
#define STATUS_CODE 0x7ff
#define STATUS_DNR  0x4000

/* The classes are the block layer's, so that a job sees the errno it would
 * see on the block device. */
int nvme_result_errno(int result)
{
	if (result <= 0)
		return -result;
	switch (result & STATUS_CODE) {
	case NVME_SC_CAP_EXCEEDED:
		return ENOSPC;
	case NVME_SC_LBA_RANGE:
		return EREMOTEIO;
	case NVME_SC_INVALID_OPCODE:
	case NVME_SC_INVALID_FIELD:
	case NVME_SC_INVALID_NS:
		return EOPNOTSUPP;
	case NVME_SC_WRITE_FAULT | NVME_SCT_MEDIA << 8:
	case NVME_SC_READ_ERROR | NVME_SCT_MEDIA << 8:
	case NVME_SC_UNWRITTEN_BLOCK | NVME_SCT_MEDIA << 8:
	case NVME_SC_ACCESS_DENIED | NVME_SCT_MEDIA << 8:
	case NVME_SC_COMPARE_FAILED | NVME_SCT_MEDIA << 8:
	case NVME_SC_READ_ONLY | NVME_SCT_CMD_SPECIFIC << 8:
		return ENODATA;
	case NVME_SC_GUARD_CHECK | NVME_SCT_MEDIA << 8:
	case NVME_SC_APPTAG_CHECK | NVME_SCT_MEDIA << 8:
	case NVME_SC_REFTAG_CHECK | NVME_SCT_MEDIA << 8:
		return EILSEQ;
	case NVME_SC_RESERVATION_CONFLICT:
		return EBADE;
	default:
		return EIO;
	}
}

const char *nvme_result_text(int result, char *buf, size_t len)
{
	int status = result & STATUS_CODE;

	if (result <= 0) {
		buf[0] = '\0';
		return buf;
	}
	snprintf(buf, len, "NVMe status %x/%02x (%s)%s", status >> 8,
		 status & 0xff, nvme_status_to_string(status, false),
		 result & STATUS_DNR ? ", do not retry" : "");
	return buf;
}
