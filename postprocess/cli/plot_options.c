// SPDX-License-Identifier: GPL-2.0-only
#include "cli/plot.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int bad(const char *option, const char *value, const char *allowed)
{
	fprintf(stderr, "lanes plot: --%s %s: allowed is %s\n", option, value,
		allowed);
	return -EINVAL;
}

static int parse_metric(struct plot *plot, const char *value)
{
	static const char *const names[] = {"", "bandwidth", "iops", "latency"};
	size_t i;

	for (i = 1; i < 4; i++)
		if (!strcmp(value, names[i])) {
			plot->metric = (enum plot_metric)i;
			return 0;
		}
	return bad("metric", value, "bandwidth, iops or latency");
}

static int parse_side(struct plot *plot, const char *value)
{
	enum side side;

	for (side = 0; side <= SIDE_MIXED; side++)
		if (side != SIDE_COUNT && !strcmp(value, side_name(side))) {
			plot->side = side;
			return 0;
		}
	return bad("side", value, "read, write, trim or mixed");
}

static int parse_percentile(struct plot *plot, const char *value)
{
	char *end;

	if (!strcmp(value, "mean")) {
		plot->percentile = -1;
		return 0;
	}
	plot->percentile = strtod(value, &end);
	if (end == value || *end || !(plot->percentile > 0) ||
	    !(plot->percentile < 100))
		return bad("percentile", value,
			   "a number between 0 and 100, or mean");
	return 0;
}

static int parse_whole(const char *option, const char *value, unsigned long max,
		       unsigned long *number)
{
	char allowed[48], *end;

	errno = 0;
	*number = strtoul(value, &end, 10);
	if (!errno && end != value && !*end && *value != '-' && *number &&
	    *number <= max)
		return 0;
	snprintf(allowed, sizeof(allowed), "a whole number, 1 to %lu", max);
	return bad(option, value, allowed);
}

static int parse_log(struct plot *plot, const char *value)
{
	plot->log_kind = log_kind_find(value);
	if (plot->log_kind != LOG_UNKNOWN)
		return 0;
	return bad("log", value, "bw, iops, lat, clat, slat or clat_hist");
}

static int parse_unit(struct plot *plot, const char *value)
{
	plot->microseconds = !strcmp(value, "us");
	if (plot->microseconds || !strcmp(value, "ns"))
		return 0;
	return bad("lat-unit", value, "ns or us");
}

static int parse_setting(enum setting *setting, const char *option,
			 const char *value)
{
	*setting = setting_find(value);
	if (*setting != SETTING_COUNT)
		return 0;
	return bad(option, value,
		   "drives, jobs, iodepth, outstanding, bs or reads");
}

/* "7.88GB/s=the uplink", "500k" */
static int parse_ceiling(struct plot *plot, const char *value)
{
	static const struct {
		const char *name;
		double factor;
	} units[] = {
		{"", 1},
		{"k", 1e3},
		{"M", 1e6},
		{"G", 1e9},
		{"B/s", 1},
		{"kB/s", 1e3},
		{"MB/s", 1e6},
		{"GB/s", 1e9},
		{"TB/s", 1e12},
		{"KiB/s", 1024},
		{"MiB/s", 1048576},
		{"GiB/s", 1073741824.},
		{"TiB/s", 1099511627776.},
	};
	const char *name = strchr(value, '=');
	size_t i, len;
	char *end;

	plot->ceiling = strtod(value, &end);
	len = name ? (size_t)(name - end) : strlen(end);
	for (i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (strlen(units[i].name) == len &&
		    !strncmp(units[i].name, end, len))
			break;
	if (end == value || (name && end > name) ||
	    i == sizeof(units) / sizeof(units[0]) || !(plot->ceiling > 0) ||
	    !(plot->ceiling < 1e18))
		return bad("ceiling", value,
			   "a rate as 7.88GB/s, 500MiB/s or, for IOPS, 500k");
	plot->ceiling *= units[i].factor;
	snprintf(plot->ceiling_name, sizeof(plot->ceiling_name), "%s",
		 name ? name + 1 : "");
	return 0;
}

enum {
	OPT_HELP = 'h',
	OPT_OUTPUT = 'o',
	OPT_METRIC = 256,
	OPT_SIDE,
	OPT_PERCENTILE,
	OPT_BUCKET,
	OPT_LOG,
	OPT_UNIT,
	OPT_CEILING,
	OPT_X,
	OPT_Y,
	OPT_TITLE,
	OPT_DARK,
	OPT_KEEP,
	OPT_THREADS
};

static int take_option(struct plot *plot, int c, const char *value)
{
	unsigned long number = 0;
	int ret = 0;

	switch (c) {
	case OPT_OUTPUT:
		plot->output = value;
		break;
	case OPT_METRIC:
		return parse_metric(plot, value);
	case OPT_SIDE:
		return parse_side(plot, value);
	case OPT_PERCENTILE:
		return parse_percentile(plot, value);
	case OPT_BUCKET:
		ret = parse_whole("bucket", value, 86400000, &number);
		plot->bucket_ms = number;
		break;
	case OPT_LOG:
		return parse_log(plot, value);
	case OPT_UNIT:
		return parse_unit(plot, value);
	case OPT_CEILING:
		return parse_ceiling(plot, value);
	case OPT_X:
		return parse_setting(&plot->x, "x", value);
	case OPT_Y:
		return parse_setting(&plot->y, "y", value);
	case OPT_TITLE:
		plot->title = value;
		break;
	case OPT_DARK:
		plot->dark = true;
		break;
	case OPT_KEEP:
		plot->keep_script = true;
		break;
	case OPT_THREADS:
		ret = parse_whole("threads", value, 64, &number);
		plot->threads = (unsigned int)number;
		break;
	default:
		ret = -EINVAL;
	}
	return ret;
}

int plot_options(struct plot *plot, int argc, char **argv, bool *help)
{
	static const struct option options[] = {
		{"output", required_argument, NULL, OPT_OUTPUT},
		{"metric", required_argument, NULL, OPT_METRIC},
		{"side", required_argument, NULL, OPT_SIDE},
		{"percentile", required_argument, NULL, OPT_PERCENTILE},
		{"bucket", required_argument, NULL, OPT_BUCKET},
		{"log", required_argument, NULL, OPT_LOG},
		{"lat-unit", required_argument, NULL, OPT_UNIT},
		{"ceiling", required_argument, NULL, OPT_CEILING},
		{"x", required_argument, NULL, OPT_X},
		{"y", required_argument, NULL, OPT_Y},
		{"title", required_argument, NULL, OPT_TITLE},
		{"dark", no_argument, NULL, OPT_DARK},
		{"keep-script", no_argument, NULL, OPT_KEEP},
		{"threads", required_argument, NULL, OPT_THREADS},
		{"help", no_argument, NULL, OPT_HELP},
		{NULL, 0, NULL, 0},
	};
	int c, ret = 0;

	while (!ret && !*help &&
	       (c = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
		*help = c == OPT_HELP;
		ret = *help ? 0 : take_option(plot, c, optarg);
	}
	return ret;
}
