// SPDX-License-Identifier: GPL-2.0-only
/*
 * Text of quantities, one style everywhere: rates are decimal (1 GB/s = 10^9
 * bytes per second, as fio's "MB/s", vendors and PCIe count), sizes of blocks
 * are binary (4 KiB).
 */
#ifndef LANES_BASE_UNITS_H
#define LANES_BASE_UNITS_H

#include <stddef.h>
#include <stdint.h>

/** units_rate() - "1.82 GB/s", "514 MB/s", "21.4 MB/s"; Return: @buf */
const char *units_rate(double rate_Bps, char *buf, size_t len);

/**
 * units_rate_range() - "1.65-1.82 GB/s": both ends in the unit of the higher
 *
 * Return: @buf
 */
const char *units_rate_range(double lo_Bps, double hi_Bps, char *buf,
			     size_t len);

/** units_size() - "4 KiB", "1 MiB", "400 GB": exact binary, else decimal */
const char *units_size(uint64_t size_bytes, char *buf, size_t len);

#endif
