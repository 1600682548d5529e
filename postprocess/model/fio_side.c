// SPDX-License-Identifier: GPL-2.0-only
#include "model/fio_side.h"

#include "model/bins.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double fio_side_amount(const json_t *object, const char *key)
{
	double value = load_number(object, key, 0);

	return value > 1e-9 ? value : 0;
}

/* a latency object and its unit, which its name tells: "clat_ns", or "clat"
 * before 2.99 */
struct timing {
	const json_t *object;
	double unit_ns;
};

static struct timing find_timing(const json_t *side, const char *ns,
				 const char *us)
{
	struct timing timing = {json_object_get(side, ns), 1};

	if (!timing.object)
		timing = (struct timing){json_object_get(side, us), 1000};
	return timing;
}

/* since 3.18 it says how many it timed; before, all of them or (disable_lat)
 * none */
static double timed(const struct timing *timing, double ios)
{
	double count = load_number(timing->object, "N", -1);

	if (count >= 0)
		return count;
	return load_number(timing->object, "mean", 0) > 0 ? ios : 0;
}

static void parse_moments(struct latency *latency, const struct timing *timing)
{
	latency->mean_ns =
		timing->unit_ns * fio_side_amount(timing->object, "mean");
	latency->stddev_ns =
		timing->unit_ns * fio_side_amount(timing->object, "stddev");
}

/* keys are "99.900000", or "99.90" in 2.0 to 2.2 */
static void parse_percentiles(struct latency *latency,
			      const struct timing *timing)
{
	json_t *list = json_object_get(timing->object, "percentile");
	const json_t *value;
	const char *key;
	unsigned int i;

	json_object_foreach(list, key, value)
	{
		double percent = strtod(key, NULL);

		for (i = 0; i < PERCENTILES; i++)
			if (fabs(percent - percentile_percent(i)) < 1e-6)
				latency->p_ns[i] = timing->unit_ns *
						   load_number(list, key, NAN);
	}
}

/*
 * 2.2.12 to 2.19 wrote a count for each bin by its number, and the bins' shape
 * as FIO_IO_U_PLAT_*; since 2.20 only what is not empty, by the bin's value.
 */
static bool bin_of(const char *key, bool numbered, double unit_ns,
		   unsigned int *index)
{
	char *end;
	unsigned long long value = strtoull(key, &end, 10);

	if (end == key || *end || value > UINT64_MAX / 1000)
		return false;
	if (numbered && value >= BINS_COUNT)
		return false;
	if (numbered)
		value = (unsigned long long)bins_value((unsigned int)value);
	*index = bins_index(value * (unsigned long long)unit_ns);
	return true;
}

static double add_bins(uint64_t *bins, json_t *list, bool numbered,
		       double unit_ns)
{
	const json_t *value;
	const char *key;
	unsigned int index;
	double sum = 0;

	json_object_foreach(list, key, value)
	{
		double count = json_number_value(value);

		if (!bin_of(key, numbered, unit_ns, &index) ||
		    !(count >= 1 && count < 1e15))
			continue;
		bins[index] += (uint64_t)count;
		sum += count;
	}
	return sum;
}

static int parse_bins(struct latency *latency, const struct timing *timing,
		      struct fio_assumed *assumed)
{
	json_t *list = json_object_get(timing->object, "bins");
	double bits = load_number(list, "FIO_IO_U_PLAT_BITS", BINS_BITS);
	bool numbered = json_object_get(list, "FIO_IO_U_PLAT_BITS");

	if (!json_object_size(list))
		return 0;
	if (bits != BINS_BITS) {
		assumed->odd_bins++;
		return 0;
	}
	latency->bins = calloc(BINS_COUNT, sizeof(*latency->bins));
	if (!latency->bins)
		return -ENOMEM;
	if (add_bins(latency->bins, list, numbered, timing->unit_ns) > 0)
		return 0;
	free(latency->bins);
	latency->bins = NULL;
	return 0;
}

static bool has_percentiles(const struct timing *timing)
{
	return json_object_size(json_object_get(timing->object, "percentile"));
}

static int parse_latency(struct fio_side *side, const json_t *object,
			 struct fio_assumed *assumed)
{
	struct timing lat = find_timing(object, "lat_ns", "lat");
	struct timing clat = find_timing(object, "clat_ns", "clat");
	struct latency *latency = &side->latency;
	unsigned int i;

	for (i = 0; i < PERCENTILES; i++)
		latency->p_ns[i] = NAN;
	latency->count = timed(&lat, side->ios);
	if (latency->count > 0) {
		parse_moments(latency, &lat);
	} else {
		latency->count = timed(&clat, side->ios);
		parse_moments(latency, &clat);
		assumed->clat += latency->count > 0;
	}
	assumed->untimed += side->ios > 0 && !(latency->count > 0);
	assumed->us += latency->count > 0 && lat.unit_ns > 1;
	/* lat_percentiles=1 moves the percentiles from clat to lat; since 3.18
	 * each has its own */
	latency->of_total = !has_percentiles(&clat) && has_percentiles(&lat);
	if (latency->of_total)
		clat = lat;
	parse_percentiles(latency, &clat);
	return latency->count > 0 ? parse_bins(latency, &clat, assumed) : 0;
}

int fio_side_parse(struct fio_side *side, const json_t *object,
		   struct fio_assumed *assumed)
{
	*side = (struct fio_side){
		.bytes = fio_side_amount(object, "io_bytes"),
		.ios = fio_side_amount(object, "total_ios"),
		.runtime_ms = fio_side_amount(object, "runtime"),
	};
	/* 2.21 made it bytes, and io_kbytes of what it was */
	if (assumed->fio2 && side->bytes > 0 &&
	    !json_object_get(object, "io_kbytes")) {
		side->bytes *= 1024;
		assumed->kib++;
	}
	if (!json_object_get(object, "total_ios")) {
		side->ios = round(fio_side_amount(object, "iops") *
				  side->runtime_ms / 1000);
		assumed->counted += side->ios > 0;
	}
	return parse_latency(side, object, assumed);
}
