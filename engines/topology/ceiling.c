// SPDX-License-Identifier: GPL-2.0-only
#include "topology/ceiling.h"

#include <stdbool.h>

/*
 * Transfers per second and lane, and the share that the encoding leaves:
 * 8b/10b, 128b/130b, and from 64 GT/s on flits of 256 bytes of which 236 hold
 * packets (the rest is link layer, CRC and FEC).
 */
static const struct {
	double transfers;
	double share;
} lanes[TOPO_GEN_MAX + 1] = {
	{0, 0},
	{2.5e9, 8.0 / 10},
	{5e9, 8.0 / 10},
	{8e9, 128.0 / 130},
	{16e9, 128.0 / 130},
	{32e9, 128.0 / 130},
	{64e9, 236.0 / 256},
};

/*
 * Bytes around a packet's payload.  Up to 32 GT/s a memory write with a 64-bit
 * address has a header of 16, a completion one of 12; framing, sequence number
 * and LCRC add 8.  A flit has its own framing: the headers alone remain.
 */
struct overhead {
	unsigned int write;
	unsigned int completion;
};

static struct overhead overhead_of(uint8_t gen)
{
	return gen < 6 ? (struct overhead){24, 20} : (struct overhead){16, 12};
}

#define SQE_BYTES  64
#define CQE_BYTES  16
#define MSIX_BYTES 4
/* a doorbell's four bytes, and four of ECRC */
#define DOORBELL_BYTES 8

static double packets(uint32_t bytes, uint32_t piece)
{
	return bytes / piece + (bytes % piece != 0);
}

struct ceiling_io ceiling_io(uint32_t block_bytes, uint32_t mps_bytes)
{
	return (struct ceiling_io){
		.block_bytes = block_bytes,
		.mps_bytes = mps_bytes,
		.cpl_min_bytes = 64,
		.cpl_max_bytes = mps_bytes,
	};
}

double ceiling_lane_Bps(uint8_t gen)
{
	return gen <= TOPO_GEN_MAX ? lanes[gen].transfers * lanes[gen].share / 8
				   : 0;
}

/*
 * Upstream, besides the data: the completion entry, the request that fetches
 * the next command, the interrupt.
 */
double ceiling_eta_read(uint8_t gen, uint32_t block_bytes, uint32_t mps_bytes)
{
	struct overhead over = overhead_of(gen);
	double extra =
		CQE_BYTES + over.write + over.write + MSIX_BYTES + over.write;

	if (!block_bytes || !mps_bytes)
		return 0;
	return block_bytes /
	       (block_bytes + packets(block_bytes, mps_bytes) * over.write +
		extra);
}

/*
 * Downstream, besides the data: the command, and the doorbells of both queues.
 */
double ceiling_eta_write(uint8_t gen, uint32_t block_bytes, uint32_t cpl_bytes)
{
	struct overhead over = overhead_of(gen);
	double extra =
		SQE_BYTES + over.completion + 2 * (DOORBELL_BYTES + over.write);

	if (!block_bytes || !cpl_bytes)
		return 0;
	return block_bytes /
	       (block_bytes +
		packets(block_bytes, cpl_bytes) * over.completion + extra);
}

/*
 * The specification tabulates
 *	(payload + 28) * AckFactor / width + internal delay
 * rounded down, where 28 is the packet's overhead and the delay 19, 70 or 115
 * symbol times at 2.5, 5 and from 8 GT/s on.  AckFactor, in tenths:
 */
static const struct {
	uint8_t width;
	uint8_t up_to_256;
	uint8_t from_512;
} ack_factors[] = {
	{1, 14, 10},  {2, 14, 10},  {4, 14, 10},  {8, 25, 10},
	{12, 30, 20}, {16, 30, 20}, {32, 30, 20},
};

unsigned int ceiling_ack_limit(uint8_t gen, uint8_t width, uint32_t mps_bytes)
{
	unsigned int delay = gen == 1 ? 19 : gen == 2 ? 70 : 115;
	unsigned int i;

	if (!gen || gen > TOPO_GEN_MAX || mps_bytes < 128 || mps_bytes > 4096 ||
	    (mps_bytes & (mps_bytes - 1)))
		return 0;
	for (i = 0; i < sizeof(ack_factors) / sizeof(ack_factors[0]); i++) {
		unsigned int factor = mps_bytes <= 256
					      ? ack_factors[i].up_to_256
					      : ack_factors[i].from_512;

		if (ack_factors[i].width == width)
			return (mps_bytes + 28) * factor / (10 * width) + delay;
	}
	return 0;
}

/* skip ordered sets: 4 symbols in 1538 by the book; 0.3 % as it is counted */
#define SKIP_SHARE    (4.0 / 1538)
#define HI_LINK_SHARE 0.997

/*
 * With traffic the other way, an Ack and a flow control update of 8 bytes each
 * go out per Ack limit.  That limit counts symbol times, and a wide link's is
 * shorter only because its packets are: it sends more bytes per symbol time, so
 * the DLLPs' share does not grow.  Hence links wider than x4 are held to x4's
 * limit, and four x4 links weigh exactly what one x16 does.
 */
static double lo_link_share(struct topo_link link, uint32_t mps_bytes)
{
	uint8_t width = link.width >= 4 ? 4 : link.width >= 2 ? 2 : 1;
	unsigned int limit = ceiling_ack_limit(link.gen, width, mps_bytes);

	return limit ? 1 - 16.0 / limit - SKIP_SHARE : 0;
}

static struct ceiling both_ends(struct topo_link link, uint32_t mps_bytes,
				double eta_lo, double eta_hi)
{
	double line_Bps = ceiling_lane_Bps(link.gen) * link.width;

	return (struct ceiling){
		.lo_Bps = line_Bps * eta_lo * lo_link_share(link, mps_bytes),
		.hi_Bps = line_Bps * eta_hi * HI_LINK_SHARE,
	};
}

struct ceiling ceiling_read(struct topo_link link, const struct ceiling_io *io)
{
	double eta = ceiling_eta_read(link.gen, io->block_bytes, io->mps_bytes);

	return both_ends(link, io->mps_bytes, eta, eta);
}

struct ceiling ceiling_write(struct topo_link link, const struct ceiling_io *io)
{
	return both_ends(
		link, io->mps_bytes,
		ceiling_eta_write(link.gen, io->block_bytes, io->cpl_min_bytes),
		ceiling_eta_write(link.gen, io->block_bytes,
				  io->cpl_max_bytes));
}

static double lesser(double a, double b)
{
	return a < b ? a : b;
}

struct ceiling ceiling_min(struct ceiling a, struct ceiling b)
{
	if (!ceiling_known(a))
		return b;
	if (!ceiling_known(b))
		return a;
	return (struct ceiling){lesser(a.lo_Bps, b.lo_Bps),
				lesser(a.hi_Bps, b.hi_Bps)};
}

struct ceiling ceiling_sum(struct ceiling a, struct ceiling b)
{
	return (struct ceiling){a.lo_Bps + b.lo_Bps, a.hi_Bps + b.hi_Bps};
}
