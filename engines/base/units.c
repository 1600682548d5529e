// SPDX-License-Identifier: GPL-2.0-only
#include "base/units.h"

#include <stdio.h>

struct unit {
	double factor;
	const char *name;
};

static const struct unit decimal[] = {
	{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}, {1, "B"},
};

static const struct unit *pick_decimal(double value)
{
	const struct unit *unit = decimal;

	/* 999.5 kB/s prints as "1000 kB/s": promote what would round up */
	while (unit->factor > 1 && value < 0.9995 * unit->factor)
		unit++;
	return unit;
}

/* three significant digits, as the data sheets have them */
static int digits_after(double scaled)
{
	return scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0;
}

const char *units_rate(double rate_Bps, char *buf, size_t len)
{
	const struct unit *unit = pick_decimal(rate_Bps);
	double scaled = rate_Bps / unit->factor;

	snprintf(buf, len, "%.*f %s/s", digits_after(scaled), scaled,
		 unit->name);
	return buf;
}

const char *units_rate_range(double lo_Bps, double hi_Bps, char *buf,
			     size_t len)
{
	const struct unit *unit = pick_decimal(hi_Bps);
	int digits = digits_after(hi_Bps / unit->factor);

	snprintf(buf, len, "%.*f-%.*f %s/s", digits, lo_Bps / unit->factor,
		 digits, hi_Bps / unit->factor, unit->name);
	return buf;
}

const char *units_size(uint64_t size_bytes, char *buf, size_t len)
{
	static const char *const binary[] = {"B",   "KiB", "MiB",
					     "GiB", "TiB", "PiB"};
	const struct unit *unit;
	uint64_t left = size_bytes;
	unsigned int step = 0;

	while (left && left % 1024 == 0 && step < 5) {
		left /= 1024;
		step++;
	}
	if (left < 10240) {
		snprintf(buf, len, "%llu %s", (unsigned long long)left,
			 binary[step]);
		return buf;
	}
	unit = pick_decimal((double)size_bytes);
	snprintf(buf, len, "%.*f %s",
		 digits_after((double)size_bytes / unit->factor),
		 (double)size_bytes / unit->factor, unit->name);
	return buf;
}
