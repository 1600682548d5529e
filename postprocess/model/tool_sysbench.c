// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"
#include "model/tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* what stands in the text, NAN where it does not; 0.4 counts operations and
 * bytes, 1.0 prints them per second */
struct figures {
	char test[96];
	double iops[2];
	double rate_Bps[2];
	double ios[2];
	double bytes[2];
	double seconds;
	double events;
	double mean_ms;
};

bool sysbench_knows(const char *buf, size_t len)
{
	return lines_has(buf, len, "File operations:") ||
	       lines_has(buf, len, "Operations performed:") ||
	       (lines_has(buf, len, "sysbench ") &&
		lines_has(buf, len, "IOPS="));
}

static void take(const char *text, const char *label, double *value)
{
	if (lines_skip(&text, label))
		*value = lines_number(&text);
}

/* sysbench's Mb is 2^20 bytes */
static double size_bytes(const char **at)
{
	static const char *const names[] = {"b", "Kb", "Mb", "Gb", "Tb"};
	double value = lines_number(at);
	unsigned int i;

	for (i = 0; i < 5; i++)
		if (lines_skip(at, names[i]))
			return value * pow(1024, i);
	return NAN;
}

/* "28800 Read, 19200 Write, 61361 Other" and "Read 450Mb Written 300Mb" */
static void take_0_4(struct figures *figures, const char *text)
{
	const char *at = text;

	if (lines_skip(&at, "Operations performed:")) {
		figures->ios[SIDE_READ] = lines_number(&at);
		if (lines_skip(&at, "Read,") || lines_skip(&at, "reads,"))
			figures->ios[SIDE_WRITE] = lines_number(&at);
	} else if (lines_skip(&at, "Read ")) {
		figures->bytes[SIDE_READ] = size_bytes(&at);
		if (lines_skip(&at, "Written "))
			figures->bytes[SIDE_WRITE] = size_bytes(&at);
	}
}

/* master: "read:  IOPS=1234.56 19.29 MiB/s (20.23 MB/s)" */
static void take_master(struct figures *figures, const char *text)
{
	static const char *const labels[] = {"read:", "write:"};
	unsigned int i;

	for (i = 0; i < 2; i++) {
		const char *at = text;

		if (!lines_skip(&at, labels[i]) || !lines_skip(&at, "IOPS="))
			continue;
		figures->iops[i] = lines_number(&at);
		figures->rate_Bps[i] = lines_number(&at) * 1048576;
	}
}

static void take_line(struct figures *figures, const char *text)
{
	double mib[2] = {NAN, NAN};
	const char *at = text;

	take(text, "reads/s:", &figures->iops[SIDE_READ]);
	take(text, "writes/s:", &figures->iops[SIDE_WRITE]);
	take(text, "read, MiB/s:", &mib[0]);
	take(text, "written, MiB/s:", &mib[1]);
	take(text, "total time:", &figures->seconds);
	take(text, "total number of events:", &figures->events);
	take(text, "avg:", &figures->mean_ms);
	if (!isnan(mib[0]))
		figures->rate_Bps[SIDE_READ] = mib[0] * 1048576;
	if (!isnan(mib[1]))
		figures->rate_Bps[SIDE_WRITE] = mib[1] * 1048576;
	take_0_4(figures, text);
	take_master(figures, text);
	/* "Doing random r/w test" */
	if (lines_skip(&at, "Doing ") && strlen(at) > 5 &&
	    !strcmp(at + strlen(at) - 5, " test"))
		snprintf(figures->test, sizeof(figures->test), "%.*s",
			 (int)strlen(at) - 5, at);
}

static void per_second(struct figures *figures)
{
	unsigned int i;

	if (!(figures->seconds > 0))
		figures->seconds = NAN;
	for (i = 0; i < 2; i++) {
		if (isnan(figures->iops[i]))
			figures->iops[i] = figures->ios[i] / figures->seconds;
		if (isnan(figures->rate_Bps[i]))
			figures->rate_Bps[i] =
				figures->bytes[i] / figures->seconds;
		figures->ios[i] = figures->iops[i] * figures->seconds;
		figures->bytes[i] = figures->rate_Bps[i] * figures->seconds;
	}
}

static struct outcome *add(struct outcomes *outcomes,
			   const struct figures *figures, enum side side)
{
	struct outcome *outcome = outcomes_add(outcomes, figures->test, side);
	unsigned int from = side == SIDE_WRITE, to = side != SIDE_READ, i;

	outcome->interval_ms = figures->seconds * 1e3;
	outcome->ios = outcome->bytes = outcome->iops = outcome->rate_Bps = 0;
	for (i = from; i <= to; i++) {
		outcome->ios += figures->ios[i];
		outcome->bytes += figures->bytes[i];
		outcome->iops += figures->iops[i];
		outcome->rate_Bps += figures->rate_Bps[i];
	}
	return outcome;
}

/* where fsyncs are events too (1.0), the mean is of other things than I/O */
static void add_latency(struct outcomes *outcomes, struct outcome *outcome,
			const struct figures *figures)
{
	if (!(figures->mean_ms > 0))
		return;
	if (!(fabs(figures->events - outcome->ios) <= 1 + outcome->ios / 1e3)) {
		outcomes_note(outcomes, "sysbench's latency is of its fsyncs "
					"too: left out");
		return;
	}
	outcome->latency.count = outcome->ios;
	outcome->latency.mean_ns = figures->mean_ms * 1e6;
}

static void add_all(struct outcomes *outcomes, const struct figures *figures)
{
	bool reads = figures->iops[SIDE_READ] > 0;
	bool writes = figures->iops[SIDE_WRITE] > 0;
	struct outcome *outcome = NULL;

	if (reads)
		outcome = add(outcomes, figures, SIDE_READ);
	if (writes)
		outcome = add(outcomes, figures, SIDE_WRITE);
	if (reads && writes)
		outcome = add(outcomes, figures, SIDE_MIXED);
	if (outcome)
		add_latency(outcomes, outcome, figures);
}

/* a run begins where it says which test it does */
int sysbench_parse(struct outcomes *outcomes, const char *buf, size_t len,
		   struct err *err)
{
	static const struct figures none = {
		.iops = {NAN, NAN},
		.rate_Bps = {NAN, NAN},
		.ios = {NAN, NAN},
		.bytes = {NAN, NAN},
		.seconds = NAN,
		.events = NAN,
		.mean_ms = NAN,
	};
	size_t before = outcomes->count;
	struct lines lines = {.buf = buf, .len = len};
	struct figures figures = none;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "sysbench");
	while (lines_next(&lines)) {
		const char *at = lines.text;

		if (lines_skip(&at, "Doing ") && !isnan(figures.seconds)) {
			per_second(&figures);
			add_all(outcomes, &figures);
			figures = none;
		}
		take_line(&figures, lines.text);
	}
	per_second(&figures);
	add_all(outcomes, &figures);
	if (outcomes->count > before)
		return 0;
	return err_set(err, EINVAL, outcomes->name,
		       "is sysbench's output without the figures of fileio");
}
