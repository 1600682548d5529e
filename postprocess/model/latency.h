// SPDX-License-Identifier: GPL-2.0-only
/*
 * How long I/Os took, of one job or of many: what can be merged is merged as if
 * one had measured them all, and what cannot says so.
 */
#ifndef LANES_MODEL_LATENCY_H
#define LANES_MODEL_LATENCY_H

#include <stdbool.h>
#include <stdint.h>

/** enum percentile - those that are kept */
enum percentile {
	P50,
	P99,
	P999,
	PERCENTILES
};

/** percentile_percent() - 50, 99, 99.9 */
double percentile_percent(enum percentile which);

/**
 * struct latency - zero-initialised is that of no I/O
 * @count:     I/Os that were timed
 * @mean_ns:   of them
 * @stddev_ns: of them, as of a sample: over @count - 1
 * @p_ns:      percentiles; NAN where not known
 * @highest:   @p_ns are the highest of several jobs' own, for without bins no
 *             percentile of all of them can be told
 * @merged:    @bins are the sum of several jobs'
 * @of_total:  @p_ns and @bins are of the whole latency; else of its completion
 * @bins:      BINS_COUNT of them (model/bins.h), or NULL; owned
 */
struct latency {
	double count;
	double mean_ns;
	double stddev_ns;
	double p_ns[PERCENTILES];
	bool highest;
	bool merged;
	bool of_total;
	uint64_t *bins;
};

/**
 * latency_merge() - @to becomes the latency of both's I/Os
 *
 * Means are weighted by I/Os, deviations pooled about the common mean,
 * percentiles taken from the sum of the bins.  Where one has no bins, or memory
 * is out, they become @highest.  latency_finish() it after the last.
 */
void latency_merge(struct latency *to, const struct latency *from);

/**
 * latency_finish() - percentiles from the bins, if there are any
 *
 * Of one job those stay that it told itself: before fio 2.99 they are µs, as
 * exact as its bins are not in ns.
 */
void latency_finish(struct latency *latency);
void latency_free(struct latency *latency);

#endif
