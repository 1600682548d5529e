// SPDX-License-Identifier: GPL-2.0-only
#include "model/bins.h"

#include <math.h>

double bins_low(unsigned int index, unsigned int bits)
{
	unsigned int shift;

	if (index < 2u << bits)
		return index;
	shift = (index >> bits) - 1;
	return ldexp((1u << bits) + index % (1u << bits), (int)shift);
}

double bins_value(unsigned int index)
{
	return bins_middle(index, 1);
}

double bins_middle(unsigned int index, unsigned int width)
{
	double low = bins_low(index, BINS_BITS);
	double next = bins_low(index + width, BINS_BITS);

	/* a bin of one whole number is that number */
	return next - low <= 1 ? low : low + (next - low) / 2;
}

double bins_rank(uint64_t total, double fraction)
{
	double rank = ceil(fraction * (double)total * (1 - 1e-12));

	return rank < 1 ? 1 : rank;
}

unsigned int bins_percentile_index(const uint64_t bins[BINS_COUNT],
				   uint64_t total, double fraction)
{
	double rank = bins_rank(total, fraction);
	uint64_t seen = 0;
	unsigned int i;

	for (i = 0; i < BINS_COUNT - 1; i++) {
		seen += bins[i];
		if ((double)seen >= rank)
			break;
	}
	return i;
}

double bins_percentile(const uint64_t bins[BINS_COUNT], uint64_t total,
		       double fraction)
{
	if (!total)
		return 0;
	return bins_value(bins_percentile_index(bins, total, fraction));
}
