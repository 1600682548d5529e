// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a PCI Express link can carry as NVMe payload: line rate after encoding,
 * less the packets' headers, less what the link layer needs.  A range, because
 * the link layer's share depends on traffic the other way.
 *
 * Sources: PCI Express Base Specification 5.0 (encoding, headers, tables 3-7 to
 * 3-9); pcie-bench's pcie-model (headers, link layer); Intel AN 456, AN 690.
 */
#ifndef LANES_TOPOLOGY_CEILING_H
#define LANES_TOPOLOGY_CEILING_H

#include "topology/text.h"

/** struct ceiling - payload bytes per second; both 0 where nothing is known */
struct ceiling {
	double lo_Bps;
	double hi_Bps;
};

/**
 * struct ceiling_io - the I/O that a ceiling is computed for
 * @block_bytes:    payload of one command
 * @mps_bytes:      Max_Payload_Size as set (DevCtl), 128 to 4096
 * @cpl_min_bytes:  smallest piece in which the root complex answers reads of
 *                  memory: its Read Completion Boundary, 64 or 128
 * @cpl_max_bytes:  largest: min(MPS, Max_Read_Request_Size)
 *
 * The two last count for writes to the drive only: the lower end of their range
 * has all completions small, the upper end all large.
 */
struct ceiling_io {
	uint32_t block_bytes;
	uint32_t mps_bytes;
	uint32_t cpl_min_bytes;
	uint32_t cpl_max_bytes;
};

/** ceiling_io() - with completions of 64 bytes to the payload size */
struct ceiling_io ceiling_io(uint32_t block_bytes, uint32_t mps_bytes);

/** ceiling_lane_Bps() - one lane after encoding; 0 for an unknown gen */
double ceiling_lane_Bps(uint8_t gen);

/**
 * ceiling_eta_read() - share of payload in what a drive sends for a read
 * ceiling_eta_write() - share of payload in what a drive receives for a write
 * @cpl_bytes: size of the root complex' completions, at most the MPS
 */
double ceiling_eta_read(uint8_t gen, uint32_t block_bytes, uint32_t mps_bytes);
double ceiling_eta_write(uint8_t gen, uint32_t block_bytes, uint32_t cpl_bytes);

/**
 * ceiling_ack_limit() - Ack Transmission Latency Limit in symbol times
 *
 * Return: the value of the specification's table for widths 1, 2, 4, 8, 12, 16
 * and 32 and payloads 128 to 4096; 0 for what it has no row for.
 */
unsigned int ceiling_ack_limit(uint8_t gen, uint8_t width, uint32_t mps_bytes);

/** ceiling_read() - drive to host, over one link; 0-0 if the link is unknown */
struct ceiling ceiling_read(struct topo_link link, const struct ceiling_io *io);

/** ceiling_write() - host to drive */
struct ceiling ceiling_write(struct topo_link link,
			     const struct ceiling_io *io);

/** ceiling_known() - is there one? */
static inline bool ceiling_known(struct ceiling c)
{
	return c.hi_Bps > 0;
}

/**
 * ceiling_min() - end by end: links in a row, or min(sum of drives, uplink)
 *
 * An unknown one does not count.
 */
struct ceiling ceiling_min(struct ceiling a, struct ceiling b);

/** ceiling_sum() - links side by side */
struct ceiling ceiling_sum(struct ceiling a, struct ceiling b);

#endif
