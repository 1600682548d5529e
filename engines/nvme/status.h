// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a completion says.  Source: NVM Express Base Specification 2.0c, 3.3.3.2
 * (status field); the texts are libnvme's.
 */
#ifndef LANES_NVME_STATUS_H
#define LANES_NVME_STATUS_H

#include <stddef.h>
#include <stdint.h>

/**
 * nvme_result_errno() - the positive errno for one completion, 0 for success
 * @result: cqe->res of a passthrough command: negative errno where the command
 *          never reached the drive, else the status field without the phase bit
 */
int nvme_result_errno(int result);

/**
 * nvme_result_text() - that completion in words
 *
 * "NVMe status 2/81 (Unrecovered Read Error: ...), do not retry": status code
 * type and code in hexadecimal, as nvme-cli and the specification write them.
 *
 * Return: @buf; empty where @result is no NVMe status.
 */
const char *nvme_result_text(int result, char *buf, size_t len);

#endif
