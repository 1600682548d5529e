// SPDX-License-Identifier: GPL-2.0-only
/* What both readers share, and sar.json. */
#include "model/usage.h"

#include "model/json_close.h"
#include "model/load.h"
#include "model/usage_file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void usage_free(struct usage *usage)
{
	size_t i;

	for (i = 0; i < usage->thread_count; i++)
		free(usage->threads[i].percent);
	free(usage->threads);
	free(usage->samples);
	*usage = (struct usage){0};
}

double usage_busy(const struct usage_sample *sample)
{
	return sample->part[USAGE_USER] + sample->part[USAGE_SYSTEM] +
	       sample->part[USAGE_INTERRUPTS] + sample->part[USAGE_STEAL];
}

/* md0_raid5, md127_raid10, md_d0_raid1, md0_resync */
bool usage_is_md(const char *name)
{
	static const char *const ends[] = {"_raid", "_resync", "_reshape",
					   "_recover"};
	size_t i;

	for (i = 0; i < sizeof(ends) / sizeof(ends[0]); i++)
		if (!strncmp(name, "md", 2) && strstr(name, ends[i]))
			return true;
	return false;
}

json_t *usage_load(struct usage *usage, const char *name, const char *buf,
		   size_t len, bool needs_schema, struct err *err)
{
	struct text text = {0};
	json_t *root = NULL;

	*usage = (struct usage){0};
	usage->closed = json_close_text(&text, buf, len);
	if (text.failed)
		err_set(err, ENOMEM, name, "out of memory");
	else if (needs_schema)
		root = load_schema(name, text.buf ? text.buf : "", text.len,
				   err);
	else
		root = load_document(name, text.buf ? text.buf : "", text.len,
				     NULL, err);
	text_free(&text);
	return root;
}

struct usage_sample *usage_add(struct usage *usage)
{
	struct usage_sample *samples =
		array_grow(usage->samples, usage->count, sizeof(*samples));

	if (!samples)
		return NULL;
	usage->samples = samples;
	samples[usage->count] = (struct usage_sample){.busiest = NAN};
	return &samples[usage->count++];
}

/* ---- sar.json -------------------------------------------------------- */

/* "2026-12-01", "13:22:04"; Return: NAN where they are no such */
static double epoch_of(const json_t *stamp)
{
	char date[32], clock[32];
	struct tm tm = {0};

	load_string(stamp, "date", date, sizeof(date));
	load_string(stamp, "time", clock, sizeof(clock));
	if (sscanf(date, "%4d-%2d-%2d", &tm.tm_year, &tm.tm_mon, &tm.tm_mday) !=
		    3 ||
	    sscanf(clock, "%2d:%2d:%2d", &tm.tm_hour, &tm.tm_min, &tm.tm_sec) !=
		    3)
		return NAN;
	tm.tm_year -= 1900;
	tm.tm_mon -= 1;
	return (double)timegm(&tm);
}

/* a member by the name that -u ALL gives it, or that of plain -u */
static double member(const json_t *load, const char *all, const char *plain)
{
	double value = load_number(load, all, NAN);

	if (isnan(value))
		value = plain ? load_number(load, plain, 0) : 0;
	return fmin(fmax(value, 0), 100);
}

static void fill_parts(struct usage_sample *sample, const json_t *load)
{
	sample->part[USAGE_USER] =
		member(load, "usr", "user") + member(load, "nice", NULL) +
		member(load, "guest", NULL) + member(load, "gnice", NULL);
	sample->part[USAGE_SYSTEM] = member(load, "sys", "system");
	sample->part[USAGE_INTERRUPTS] =
		member(load, "irq", NULL) + member(load, "soft", NULL);
	sample->part[USAGE_IOWAIT] = member(load, "iowait", NULL);
	sample->part[USAGE_STEAL] = member(load, "steal", NULL);
}

static int add_statistic(struct usage *usage, const json_t *entry)
{
	const json_t *loads = json_object_get(entry, "cpu-load"), *load;
	double epoch = epoch_of(json_object_get(entry, "timestamp"));
	struct usage_sample *sample;
	char cpu[16];
	size_t i;

	if (isnan(epoch) || !json_array_size(loads))
		return 0;
	sample = usage_add(usage);
	if (!sample)
		return -ENOMEM;
	sample->epoch_s = epoch;
	json_array_foreach(loads, i, load)
	{
		double busy = 100 - member(load, "idle", NULL) -
			      member(load, "iowait", NULL);

		load_string(load, "cpu", cpu, sizeof(cpu));
		if (!strcmp(cpu, "all") || !strcmp(cpu, "-1"))
			fill_parts(sample, load);
		else if (!(sample->busiest >= busy))
			sample->busiest = busy;
	}
	return 0;
}

int usage_parse_sar(struct usage *usage, const char *name, const char *buf,
		    size_t len, struct err *err)
{
	json_t *root = usage_load(usage, name, buf, len, false, err);
	const json_t *hosts, *list, *entry;
	double schema;
	size_t i;
	int ret = 0;

	if (!root)
		return err && err->code ? -err->code : -EINVAL;
	schema = load_number(root, "schema", 1);
	hosts = json_object_get(json_object_get(root, "sysstat"), "hosts");
	list = json_object_get(json_array_get(hosts, 0), "statistics");
	if (schema >= 2)
		ret = err_set(err, EINVAL, name,
			      "has schema %g, this lanes reads 1", schema);
	json_array_foreach(list, i, entry)
	{
		if (!ret && add_statistic(usage, entry))
			ret = err_set(err, ENOMEM, name, "out of memory");
	}
	if (!ret && !usage->count)
		ret = err_set(err, EINVAL, name,
			      "has no CPU load by time, as sadf -j prints it");
	json_decref(root);
	if (ret)
		usage_free(usage);
	return ret;
}
