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

/**
 * struct bins_text - the object "bins", where it stands in the file
 * @unit_ns: of its values
 * @numbered: 2.2.12 to 2.19 wrote a count for each bin by its number, and the
 *            bins' shape as FIO_IO_U_PLAT_*; since 2.20 fio writes only what is
 *            not empty, by the bin's value
 */
struct bins_text {
	const char *buf;
	size_t len;
	size_t at;
	unsigned long long unit_ns;
	bool numbered;
};

static bool bin_of(const char *key, const struct bins_text *text,
		   unsigned int *index)
{
	char *end;
	unsigned long long value = strtoull(key, &end, 10);

	if (end == key || *end || value > UINT64_MAX / 1000)
		return false;
	if (text->numbered && value >= BINS_COUNT)
		return false;
	if (text->numbered)
		value = (unsigned long long)bins_value((unsigned int)value);
	*index = bins_index(value * text->unit_ns);
	return true;
}

/* Return: whether there were any */
static bool add_bins(uint64_t *bins, struct bins_text *text)
{
	unsigned int index;
	char key[32];
	double count;
	bool any = false;

	while (load_counts(text->buf, text->len, &text->at, key, sizeof(key),
			   &count)) {
		if (!bin_of(key, text, &index) || !(count >= 1 && count < 1e15))
			continue;
		bins[index] += (uint64_t)count;
		any = true;
	}
	return any;
}

/* Return: whether it is in a shape that is known */
static bool find_bins(struct bins_text *text, const struct timing *timing,
		      const struct fio_reader *reader)
{
	double at = load_number(timing->object, "bins", -1), bits = BINS_BITS;
	const char *from, *end;
	struct bins_text look;
	char key[32] = "";

	if (!(at >= 0 && at < (double)reader->len) ||
	    reader->buf[(size_t)at] != '{')
		return false;
	from = reader->buf + (size_t)at;
	end = memchr(from, '}', reader->len - (size_t)at);
	*text = look = (struct bins_text){
		.buf = from,
		.len = end ? (size_t)(end - from) + 1 : 0,
		.unit_ns = (unsigned long long)timing->unit_ns,
	};
	text->numbered = memmem(look.buf, look.len, "FIO_IO_U_PLAT_BITS", 18);
	while (text->numbered && strcmp(key, "FIO_IO_U_PLAT_BITS"))
		if (!load_counts(look.buf, look.len, &look.at, key, sizeof(key),
				 &bits))
			return false;
	return bits == BINS_BITS;
}

static int parse_bins(struct latency *latency, const struct timing *timing,
		      struct fio_reader *reader)
{
	const json_t *bins = json_object_get(timing->object, "bins");
	struct bins_text text;

	/* an empty object is left where it was */
	if (!bins || (json_is_object(bins) && !json_object_size(bins)))
		return 0;
	if (!find_bins(&text, timing, reader)) {
		reader->odd_bins++;
		return 0;
	}
	latency->bins = calloc(BINS_COUNT, sizeof(*latency->bins));
	if (!latency->bins)
		return -ENOMEM;
	if (add_bins(latency->bins, &text))
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
			 struct fio_reader *reader)
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
		reader->clat += latency->count > 0;
	}
	reader->untimed += side->ios > 0 && !(latency->count > 0);
	reader->us += latency->count > 0 && lat.unit_ns > 1;
	/* lat_percentiles=1 moves the percentiles from clat to lat; since 3.18
	 * each has its own */
	latency->of_total = !has_percentiles(&clat) && has_percentiles(&lat);
	if (latency->of_total)
		clat = lat;
	parse_percentiles(latency, &clat);
	return latency->count > 0 ? parse_bins(latency, &clat, reader) : 0;
}

int fio_side_parse(struct fio_side *side, const json_t *object,
		   struct fio_reader *reader)
{
	*side = (struct fio_side){
		.bytes = fio_side_amount(object, "io_bytes"),
		.ios = fio_side_amount(object, "total_ios"),
		.runtime_ms = fio_side_amount(object, "runtime"),
	};
	/* 2.21 made it bytes, and io_kbytes of what it was */
	if (reader->fio2 && side->bytes > 0 &&
	    !json_object_get(object, "io_kbytes")) {
		side->bytes *= 1024;
		reader->kib++;
	}
	if (!json_object_get(object, "total_ios")) {
		side->ios = round(fio_side_amount(object, "iops") *
				  side->runtime_ms / 1000);
		reader->counted += side->ios > 0;
	}
	return parse_latency(side, object, reader);
}
