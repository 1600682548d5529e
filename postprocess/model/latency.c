// SPDX-License-Identifier: GPL-2.0-only
#include "model/latency.h"

#include "model/bins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double percentile_percent(enum percentile which)
{
	static const double percents[] = {50, 99, 99.9};

	return percents[which];
}

void latency_finish(struct latency *latency)
{
	uint64_t total = 0;
	unsigned int i;

	if (!latency->bins)
		return;
	for (i = 0; i < BINS_COUNT; i++)
		total += latency->bins[i];
	for (i = 0; total && i < PERCENTILES; i++)
		if (latency->merged || isnan(latency->p_ns[i]))
			latency->p_ns[i] =
				bins_percentile(latency->bins, total,
						percentile_percent(i) / 100);
}

static void take_first(struct latency *to, const struct latency *from)
{
	const size_t size = BINS_COUNT * sizeof(*from->bins);

	latency_free(to);
	*to = *from;
	latency_finish(to);
	to->bins = from->bins ? malloc(size) : NULL;
	if (to->bins)
		memcpy(to->bins, from->bins, size);
}

static void take_highest(struct latency *to, const struct latency *from)
{
	struct latency other = *from;
	unsigned int i;

	latency_finish(to);
	latency_finish(&other);
	free(to->bins);
	to->bins = NULL;
	to->highest = true;
	for (i = 0; i < PERCENTILES; i++) {
		/* unlike fmax(): unknown and known is unknown */
		if (!(to->p_ns[i] >= other.p_ns[i]))
			to->p_ns[i] = isnan(to->p_ns[i]) ? NAN : other.p_ns[i];
	}
}

static void merge_percentiles(struct latency *to, const struct latency *from)
{
	unsigned int i;

	if (!to->bins || !from->bins || to->of_total != from->of_total) {
		take_highest(to, from);
		return;
	}
	for (i = 0; i < BINS_COUNT; i++)
		to->bins[i] += from->bins[i];
	to->merged = true;
}

/* squares about the own mean */
static double spread(const struct latency *latency)
{
	double free_count = latency->count > 1 ? latency->count - 1 : 0;

	return latency->stddev_ns * latency->stddev_ns * free_count;
}

void latency_merge(struct latency *to, const struct latency *from)
{
	double count = to->count + from->count;
	double apart = from->mean_ns - to->mean_ns;
	double squares;

	if (!(from->count > 0))
		return;
	if (!(to->count > 0)) {
		take_first(to, from);
		return;
	}
	squares = spread(to) + spread(from) +
		  apart * apart * to->count * from->count / count;
	merge_percentiles(to, from);
	to->mean_ns += apart * from->count / count;
	to->stddev_ns = count > 1 ? sqrt(squares / (count - 1)) : 0;
	to->count = count;
}

void latency_free(struct latency *latency)
{
	free(latency->bins);
	*latency = (struct latency){0};
}
