// SPDX-License-Identifier: GPL-2.0-only
#include "model/fio_setup.h"

#include "model/load.h"
#include "model/text.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[SETTING_COUNT] = {
	[SETTING_DRIVES] = "drives",   [SETTING_JOBS] = "jobs",
	[SETTING_IODEPTH] = "iodepth", [SETTING_OUTSTANDING] = "outstanding",
	[SETTING_BLOCK] = "bs",	       [SETTING_READS] = "reads",
};

const char *setting_name(enum setting setting)
{
	return names[setting];
}

enum setting setting_find(const char *name)
{
	enum setting i = 0;

	while (i < SETTING_COUNT && strcmp(names[i], name))
		i++;
	return i;
}

const char *setting_text(enum setting setting, double value, char buf[24])
{
	static const char units[] = "kMGT";
	double left = value;
	int unit = -1;

	if (setting == SETTING_READS) {
		snprintf(buf, 24, "%.4g %%", value);
		return buf;
	}
	while (setting == SETTING_BLOCK && left >= 1024 &&
	       fmod(left, 1024) == 0 && unit < 3) {
		left /= 1024;
		unit++;
	}
	snprintf(buf, 24, "%.6g", left);
	if (unit >= 0)
		snprintf(buf, 24, "%.6g%c", left, units[unit]);
	return buf;
}

/* ---- options --------------------------------------------------------- */

struct options {
	const json_t *job, *global;
};

static const char *option(const struct options *options, const char *name,
			  const char *alias, const char *missing)
{
	const json_t *at[] = {options->job, options->global};
	const char *value;
	size_t i;

	for (i = 0; i < 2; i++) {
		value = json_string_value(json_object_get(at[i], name));
		if (!value && alias)
			value = json_string_value(
				json_object_get(at[i], alias));
		if (value)
			return value;
	}
	return missing;
}

/* "4k", "128KiB", "1m" */
static double one_size(const char *text)
{
	static const char units[] = "kmgtp";
	const char *unit;
	char *end;
	double value = strtod(text, &end);

	if (end == text || !(value > 0) || !(value < 1e18))
		return NAN;
	unit = *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
	return unit ? value * pow(1024, (double)(unit - units + 1)) : value;
}

/* of "4k,8k" (reads, writes) neither; of "4k,,4k" that */
static double size_of(const char *text)
{
	double size = one_size(text);

	for (text = strchr(text, ','); text; text = strchr(text + 1, ','))
		if (text[1] && text[1] != ',' && one_size(text + 1) != size)
			return NAN;
	return size;
}

static double number_of(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	return end != text && value >= 0 && value < 1e9 ? value : NAN;
}

static double reads_of(const char *rw, const struct options *options)
{
	if (strstr(rw, "trim"))
		return NAN;
	if (!strcmp(rw, "rw") || !strcmp(rw, "readwrite") ||
	    !strcmp(rw, "randrw"))
		return number_of(option(options, "rwmixread", NULL, "50"));
	return strstr(rw, "read") ? 100 : 0;
}

/* ---- files ----------------------------------------------------------- */

static int add_file(struct strings *files, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < files->count; i++)
		if (strlen(files->items[i]) == len &&
		    !strncmp(files->items[i], name, len))
			return 0;
	/* more drives than that are one array's matter */
	return files->count < 4096 ? strings_addf(files, "%.*s", (int)len, name)
				   : 0;
}

/* "a:b"; a colon of the name itself has a backslash before it */
static int add_files(struct strings *files, const char *list)
{
	const char *start = list, *at;
	int ret = 0;

	for (at = list; !ret; at++) {
		if (*at == '\\' && at[1]) {
			at++;
			continue;
		}
		if (*at && *at != ':')
			continue;
		if (at > start)
			ret = add_file(files, start, (size_t)(at - start));
		if (!*at)
			break;
		start = at + 1;
	}
	return ret;
}

/* ---- jobs ------------------------------------------------------------ */

/* the same in all jobs, or not told at all */
static void agree_number(double *value, double other, bool first)
{
	if (first)
		*value = other;
	else if (*value != other)
		*value = NAN;
}

static void agree_text(char *text, size_t len, const char *other, bool first)
{
	if (first)
		snprintf(text, len, "%s", other);
	else if (strncmp(text, other, len - 1))
		*text = '\0';
}

static void take_job(struct fio_setup *setup, const struct options *options,
		     bool first)
{
	const char *rw = option(options, "rw", "readwrite", "read");
	const char *bs = option(options, "bs", "blocksize", "4k");
	char plain[24];

	/* "randread:8": what follows the colon is not what it does */
	snprintf(plain, sizeof(plain), "%.*s", (int)strcspn(rw, ":"), rw);
	agree_text(setup->rw, sizeof(setup->rw), plain, first);
	agree_text(setup->engine, sizeof(setup->engine),
		   option(options, "ioengine", NULL, ""), first);
	if (option(options, "bssplit", NULL, NULL) ||
	    option(options, "bsrange", "blocksize_range", NULL))
		bs = "";
	agree_number(&setup->value[SETTING_BLOCK], size_of(bs), first);
	agree_number(&setup->value[SETTING_IODEPTH],
		     number_of(option(options, "iodepth", NULL, "1")), first);
	agree_number(&setup->value[SETTING_READS], reads_of(plain, options),
		     first);
}

/*
 * How many of a job there were: as many entries as have its name and group, or
 * numjobs where group_reporting folded them into one, which older versions do
 * not tell.  Counted at the first of them.
 */
static double count_job(const json_t *list, size_t index, double numjobs)
{
	const json_t *entry = json_array_get(list, index), *other;
	const char *name = json_string_value(json_object_get(entry, "jobname"));
	double entries = 0;
	size_t i;

	json_array_foreach(list, i, other)
	{
		const char *its =
			json_string_value(json_object_get(other, "jobname"));
		bool same = name && its && !strcmp(name, its) &&
			    load_int(entry, "groupid") ==
				    load_int(other, "groupid");

		if (same && i < index)
			return 0;
		entries += same;
	}
	return fmax(fmax(entries, numjobs), 1);
}

static bool is_sum(const json_t *entry)
{
	const char *name = json_string_value(json_object_get(entry, "jobname"));

	return json_object_get(entry, "hostname") && name &&
	       !strcmp(name, "All clients");
}

static int take_jobs(struct fio_setup *setup, const json_t *root)
{
	const json_t *global = json_object_get(root, "global options");
	const json_t *list = json_object_get(root, "jobs"), *entry;
	struct strings files = {0};
	double jobs = 0;
	bool first = true;
	size_t i;
	int ret = 0;

	if (json_is_array(global)) /* a client's: one per host */
		global = json_array_get(global, 0);
	if (!json_array_size(list))
		list = json_object_get(root, "client_stats");
	json_array_foreach(list, i, entry)
	{
		struct options options = {json_object_get(entry, "job options"),
					  global};
		const char *name;

		if (is_sum(entry) || (!options.job && !global))
			continue;
		take_job(setup, &options, first);
		first = false;
		jobs += count_job(
			list, i,
			number_of(option(&options, "numjobs", NULL, "1")));
		name = option(&options, "filename", NULL, NULL);
		ret |= name ? add_files(&files, name) : 0;
	}
	setup->value[SETTING_JOBS] = jobs > 0 ? jobs : NAN;
	if (files.count)
		setup->value[SETTING_DRIVES] = (double)files.count;
	setup->value[SETTING_OUTSTANDING] =
		jobs > 0 ? jobs * setup->value[SETTING_IODEPTH] : NAN;
	strings_free(&files);
	return ret;
}

int fio_setup_parse(struct fio_setup *setup, const char *name, const char *buf,
		    size_t len, struct err *err)
{
	json_t *root = load_document(name, buf, len, NULL, err);
	size_t i;
	int ret;

	*setup = (struct fio_setup){0};
	for (i = 0; i < SETTING_COUNT; i++)
		setup->value[i] = NAN;
	if (!root)
		return err && err->code ? -err->code : -EINVAL;
	ret = take_jobs(setup, root);
	json_decref(root);
	return ret ? err_set(err, ENOMEM, name, "out of memory") : 0;
}
