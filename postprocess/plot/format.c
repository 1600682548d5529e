// SPDX-License-Identifier: GPL-2.0-only
#include "plot/format.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct unit {
	double factor;
	const char *name;
};

static const struct unit rates[] = {
	{1e12, " TB/s"}, {1e9, " GB/s"}, {1e6, " MB/s"},
	{1e3, " kB/s"},	 {1, " B/s"},	 {0, NULL},
};

static const struct unit counts[] = {
	{1e9, "G"}, {1e6, "M"}, {1e3, "k"}, {1, ""}, {0, NULL},
};

static const struct unit latencies[] = {
	{1e9, " s"}, {1e6, " ms"}, {1e3, " \u00b5s"}, {1, " ns"}, {0, NULL},
};

static const struct unit plain[] = {{1, ""}, {0, NULL}};
static const struct unit percents[] = {{1, " %"}, {0, NULL}};
static const struct unit ratios[] = {{1, "\u00d7"}, {0, NULL}};

static const struct unit *units_of(enum quantity what)
{
	static const struct unit *const tables[] = {
		[QUANTITY_RATE] = rates,	[QUANTITY_IOPS] = counts,
		[QUANTITY_LATENCY] = latencies, [QUANTITY_NUMBER] = plain,
		[QUANTITY_PERCENT] = percents,	[QUANTITY_RATIO] = ratios,
	};

	return tables[what];
}

/* 999.5 kB/s would be "1000 kB/s": the next unit, then */
static const struct unit *pick(enum quantity what, double value)
{
	const struct unit *unit = units_of(what);

	while (unit[1].name && fabs(value) < 0.9995 * unit->factor)
		unit++;
	return unit;
}

/* three digits; nothing behind the point where the unit has no parts */
static int digits_of(enum quantity what, const struct unit *unit, double scaled)
{
	double size = fabs(scaled);

	if (what == QUANTITY_PERCENT)
		return size < 9.95 ? 1 : 0;
	if (unit->factor == 1 && what != QUANTITY_RATIO &&
	    what != QUANTITY_NUMBER && size >= 9.995)
		return 0;
	return size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
}

const char *format_value(enum quantity what, double value, char buf[FORMAT_LEN])
{
	const struct unit *unit = pick(what, value);
	double scaled = value / unit->factor;

	if (scaled == 0)
		snprintf(buf, FORMAT_LEN, "0%s", unit->name);
	else
		snprintf(buf, FORMAT_LEN, "%.*f%s",
			 digits_of(what, unit, scaled), scaled, unit->name);
	return buf;
}

const char *format_tick(enum quantity what, double value, char buf[FORMAT_LEN])
{
	const struct unit *unit = pick(what, value);

	snprintf(buf, FORMAT_LEN, "%.4g%s", value / unit->factor, unit->name);
	return buf;
}

const char *format_unit(enum quantity what)
{
	static const char *const names[] = {
		[QUANTITY_RATE] = "",	 [QUANTITY_IOPS] = "IOPS",
		[QUANTITY_LATENCY] = "", [QUANTITY_NUMBER] = "",
		[QUANTITY_PERCENT] = "", [QUANTITY_RATIO] = "",
	};

	return names[what];
}

const char *format_seconds(double seconds, char buf[FORMAT_LEN])
{
	if (seconds < 120)
		snprintf(buf, FORMAT_LEN, "%.3g s", seconds);
	else if (seconds < 7200)
		snprintf(buf, FORMAT_LEN, "%.3g min", seconds / 60);
	else
		snprintf(buf, FORMAT_LEN, "%.3g h", seconds / 3600);
	return buf;
}

const char *format_range(enum quantity what, double lo, double hi,
			 char buf[FORMAT_RANGE])
{
	const struct unit *unit = pick(what, hi);
	int digits = digits_of(what, unit, hi / unit->factor);
	char low[FORMAT_LEN], high[FORMAT_LEN];

	snprintf(low, sizeof(low), "%.*f", digits, lo / unit->factor);
	snprintf(high, sizeof(high), "%.*f", digits, hi / unit->factor);
	if (strcmp(low, high))
		snprintf(buf, FORMAT_RANGE, "%s\u2013%s%s", low, high,
			 unit->name);
	else
		snprintf(buf, FORMAT_RANGE, "%s%s", high, unit->name);
	return buf;
}
