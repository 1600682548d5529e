// SPDX-License-Identifier: GPL-2.0-only
/* Charts with time along x: throughput as lines, latency as bands, as a map. */
#ifndef LANES_PLOT_OVER_TIME_H
#define LANES_PLOT_OVER_TIME_H

#include "model/log.h"
#include "model/track.h"
#include "plot/graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct over_time - a chart under construction; zero-initialise, set @graph
 * (graph_init() done) and the next two, then add and finish
 * @what:      throughput: QUANTITY_RATE or QUANTITY_IOPS
 * @bucket_ms: least width of what is drawn as one; 0: as the room allows
 *
 * The rest is private.
 */
struct over_time {
	struct graph *graph;
	enum quantity what;
	uint64_t bucket_ms;

	size_t runs;
	double to_s;
	double lo, hi;
	double most;
	bool averaged;
	uint64_t width_ms;
	struct {
		char label[96];
		double mean, lo, hi;
	} best, worst;
	struct {
		char label[96];
		double at_s, value, usual;
	} peak;
};

/** over_time_track() - one run's line */
void over_time_track(struct over_time *chart, const char *label,
		     const struct track *track);

/** over_time_ceiling() - a line across */
void over_time_ceiling(struct over_time *chart, double value, const char *name);

void over_time_finish(struct over_time *chart);

/**
 * struct latency_source - a log of latencies, in one direction
 * @unit_ns: what its values count: 1 or 1000
 */
struct latency_source {
	const char *label;
	struct log *log;
	enum side side;
	double unit_ns;
};

/**
 * latency_time_add() - one run's panel: p50, p99 and highest over time
 *
 * Of averaged logs: mean and highest.  The log's buckets may be widened.
 */
void latency_time_add(struct over_time *chart,
		      const struct latency_source *source);
void latency_time_finish(struct over_time *chart);

/** latency_heat_add() - one run's panel: time by latency, I/Os as colours */
void latency_heat_add(struct over_time *chart,
		      const struct latency_source *source);
void latency_heat_finish(struct over_time *chart);

/* --- for the files of this room -------------------------------------- */

/** over_time_width() - of buckets, so that @room of them hold all */
uint64_t over_time_width(const struct over_time *chart, uint64_t width_ms,
			 uint64_t window_ms, double to_ms, double room);

#endif
