// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"
#include "model/tool.h"

#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --batch: requests, ns within them, IOPS, bytes per second; least, mean, most
 * and deviation in ns; then requests and ns with the pauses between */
#define RAW_FIELDS 10
enum {
	REQUESTS,
	WITHIN,
	IOPS,
	RATE,
	LEAST,
	MEAN,
	MOST,
	DEVIATION
};

static bool read_raw(const char *text, double raw[RAW_FIELDS])
{
	unsigned int i;
	double iops;

	for (i = 0; i < RAW_FIELDS; i++) {
		raw[i] = *text && isdigit((unsigned char)*text)
				 ? lines_number(&text)
				 : NAN;
		if (isnan(raw[i]))
			return false;
		text += strspn(text, " ");
	}
	/* ten numbers alone could be anybody's */
	iops = raw[REQUESTS] / raw[WITHIN] * 1e9;
	return !*text && fabs(raw[IOPS] - iops) <= 1 + iops / 100;
}

static bool has_summary(const char *buf, size_t len)
{
	return lines_has(buf, len, " ioping statistics ---");
}

bool ioping_knows(const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	double raw[RAW_FIELDS];

	if (has_summary(buf, len))
		return true;
	while (lines_next(&lines))
		if (read_raw(lines.text, raw))
			return true;
	return false;
}

static void add_raw(struct outcomes *outcomes, const double raw[RAW_FIELDS])
{
	struct outcome *outcome = outcomes_add(outcomes, "ioping", SIDE_COUNT);

	outcome->ios = raw[REQUESTS];
	outcome->interval_ms = raw[WITHIN] / 1e6;
	outcome->iops = raw[IOPS];
	outcome->rate_Bps = raw[RATE];
	outcome->bytes = raw[RATE] * raw[WITHIN] / 1e9;
	outcome->latency.count = raw[REQUESTS];
	outcome->latency.mean_ns = raw[MEAN];
	outcome->latency.stddev_ns = raw[DEVIATION];
}

/* request lines show where data goes, in all versions */
static enum side direction_of(const char *text, enum side otherwise)
{
	if (!strstr(text, "request=") && !strstr(text, "request "))
		return otherwise;
	if (strstr(text, " >>> ") || strstr(text, " to "))
		return SIDE_WRITE;
	if (strstr(text, " <<< ") || strstr(text, " from "))
		return SIDE_READ;
	return otherwise;
}

static double rate_unit(const char **at)
{
	static const char *const old[] = {"b/s", "kb/s", "mb/s", "gb/s"};
	double factor = lines_unit(at);
	unsigned int i;

	for (i = 0; i < 4 && isnan(factor); i++)
		if (lines_skip(at, old[i]))
			factor = pow(1024, i);
	return factor;
}

/*
 * "7.45 k requests completed in 978.1 ms, 29.1 MiB read, 7.61 k iops, 29.7
 * MiB/s"; before 0.9 without what was moved.
 */
static bool read_completed(struct outcome *outcome, const char *text)
{
	const char *at = text, *iops = strstr(text, " iops, ");
	const char *from = iops;

	outcome->ios = lines_number(&at);
	if (!iops || !lines_skip(&at, "requests completed in"))
		return false;
	outcome->interval_ms = lines_number(&at);
	outcome->interval_ms *= lines_unit(&at) / 1e6;
	if (strstr(at, " read,"))
		outcome->side = SIDE_READ;
	if (strstr(at, " written,"))
		outcome->side =
			outcome->side == SIDE_READ ? SIDE_MIXED : SIDE_WRITE;
	while (from > text && from[-1] != ',')
		from--;
	outcome->iops = lines_number(&from);
	iops += 7;
	outcome->rate_Bps = lines_number(&iops);
	outcome->rate_Bps *= rate_unit(&iops);
	outcome->bytes = outcome->rate_Bps * outcome->interval_ms / 1e3;
	return outcome->iops > 0;
}

/* "43.2 us / 131.4 us / 16.7 ms / 552.4 us"; of old "0.1/2.6/20.0/2.7 ms" */
static bool read_latency(struct latency *latency, const char *text)
{
	const char *at = strchr(text, '='), *unit;
	double values[4], factor[4], last = NAN;
	int i;

	if (strncmp(text, "min/avg/max/mdev", 16) || !at)
		return false;
	at++;
	for (i = 0; i < 4; i++) {
		values[i] = lines_number(&at);
		unit = at;
		factor[i] = lines_unit(&unit);
		if (!isnan(factor[i]))
			at = unit;
		if (i < 3 && !lines_skip(&at, "/"))
			return false;
	}
	for (i = 3; i >= 0; i--) {
		last = isnan(factor[i]) ? last : factor[i];
		values[i] *= last;
	}
	latency->mean_ns = values[1];
	latency->stddev_ns = isnan(values[3]) ? 0 : values[3];
	return latency->mean_ns > 0;
}

/* "--- /dev/sda (block device 1.82 TiB) ioping statistics ---" */
static bool read_target(const char *text, char *target, size_t size)
{
	const char *end = strstr(text, " (");

	if (strncmp(text, "--- ", 4) != 0 || !end ||
	    !strstr(end, " ioping statistics ---"))
		return false;
	snprintf(target, size, "%.*s", (int)(end - text - 4), text + 4);
	return true;
}

static bool has_several_targets(const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	char first[64] = "", next[64];

	while (lines_next(&lines)) {
		if (!read_target(lines.text, next, sizeof(next)))
			continue;
		if (*first && strcmp(first, next))
			return true;
		memcpy(first, next, sizeof(first));
	}
	return false;
}

/* runs with other request sizes are other tests: 797.5 MiB/s at 3.19 k iops
 * are 256 KiB each */
static void name_test(struct outcome *outcome, const char *target)
{
	double each = outcome->rate_Bps / outcome->iops;
	double size = pow(2, round(log(each) / log(2)));
	char text[32];

	if (size >= 1 && size <= 1e12)
		snprintf(outcome->test, sizeof(outcome->test), "ioping %s%s%s",
			 units_size((uint64_t)size, text, sizeof(text)),
			 *target ? " " : "", target);
}

static struct outcome *add(struct outcomes *outcomes,
			   const struct outcome *read, const char *target)
{
	struct outcome *outcome = outcomes_add(outcomes, "ioping", read->side);

	outcome->ios = read->ios;
	outcome->bytes = read->bytes;
	outcome->interval_ms = read->interval_ms;
	outcome->iops = read->iops;
	outcome->rate_Bps = read->rate_Bps;
	name_test(outcome, target);
	return outcome;
}

static void read_summary(struct outcomes *outcomes, const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	bool several = has_several_targets(buf, len);
	struct outcome *outcome = NULL, next;
	enum side side = SIDE_COUNT;
	struct latency latency;
	char target[64] = "";

	while (lines_next(&lines)) {
		side = direction_of(lines.text, side);
		next = (struct outcome){.side = side};
		if (several)
			read_target(lines.text, target, sizeof(target));
		if (read_completed(&next, lines.text)) {
			outcome = add(outcomes, &next, target);
		} else if (outcome && read_latency(&latency, lines.text)) {
			outcome->latency.count = outcome->ios;
			outcome->latency.mean_ns = latency.mean_ns;
			outcome->latency.stddev_ns = latency.stddev_ns;
			side = SIDE_COUNT;
			outcome = NULL;
		}
	}
}

/* old ones and --batch do not tell */
static void assume_reads(struct outcomes *outcomes, size_t from)
{
	bool assumed = false;
	size_t i;

	for (i = from; i < outcomes->count; i++)
		if (outcomes->items[i].side == SIDE_COUNT) {
			outcomes->items[i].side = SIDE_READ;
			assumed = true;
		}
	if (assumed)
		outcomes_note(outcomes, "ioping does not tell the direction: "
					"took reads, which it does unless "
					"asked to write");
}

int ioping_parse(struct outcomes *outcomes, const char *buf, size_t len,
		 struct err *err)
{
	size_t before = outcomes->count;
	struct lines lines = {.buf = buf, .len = len};
	double raw[RAW_FIELDS];

	snprintf(outcomes->tool, sizeof(outcomes->tool), "ioping");
	/* beside a summary, raw lines are of parts of the run */
	if (has_summary(buf, len))
		read_summary(outcomes, buf, len);
	else
		while (lines_next(&lines))
			if (read_raw(lines.text, raw))
				add_raw(outcomes, raw);
	if (outcomes->count == before)
		return err_set(err, EINVAL, outcomes->name,
			       "is ioping's output without a figure");
	assume_reads(outcomes, before);
	outcomes_note(outcomes, "ioping's rates count the time within requests "
				"only");
	return 0;
}
