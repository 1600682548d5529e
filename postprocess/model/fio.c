// SPDX-License-Identifier: GPL-2.0-only
#include "model/fio.h"

#include "model/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *side_name(enum side side)
{
	static const char *const names[] = {"read", "write", "trim", "",
					    "mixed"};

	return names[side];
}

static double percentile_99(const json_t *lat)
{
	return load_number(json_object_get(lat, "percentile"), "99.000000", 0);
}

static void parse_side(struct fio_side *side, const json_t *object)
{
	/* lat_percentiles=1 moves the percentiles from clat to lat; since 3.18
	 * each has its own */
	const json_t *lat = json_object_get(object, "lat_ns");
	const json_t *clat = json_object_get(object, "clat_ns");
	double p99 = percentile_99(clat);

	side->bytes = load_number(object, "io_bytes", 0);
	side->ios = load_number(object, "total_ios", 0);
	side->runtime_ms = load_number(object, "runtime", 0);
	side->lat_mean_ns = load_number(lat, "mean", 0);
	side->p99_ns = p99 > 0 ? p99 : percentile_99(lat);
}

/* unified_rw_reporting=1 has "mixed" instead of the sides: it then stands for
 * whichever side is asked for */
static void parse_sides(struct fio_job *job, const json_t *entry)
{
	const json_t *mixed = json_object_get(entry, "mixed");
	enum side side;

	job->unified = mixed && !json_object_get(entry, "read");
	for (side = 0; side < SIDE_COUNT; side++) {
		const json_t *own = json_object_get(entry, side_name(side));

		parse_side(&job->side[side], own ? own : mixed);
	}
}

static bool has_option(const json_t *options, const char *key)
{
	const char *value = json_string_value(json_object_get(options, key));

	return value && strcmp(value, "0");
}

static double longest_side_ms(const struct fio_job *job)
{
	double longest = 0;
	enum side side;

	for (side = 0; side < SIDE_COUNT; side++)
		if (job->side[side].runtime_ms > longest)
			longest = job->side[side].runtime_ms;
	return longest;
}

/* an option of the job's own or of [global] */
static bool job_has(const json_t *entry, const json_t *global, const char *key)
{
	return has_option(json_object_get(entry, "job options"), key) ||
	       has_option(global, key);
}

static void parse_job(struct fio_job *job, const json_t *entry,
		      const json_t *global)
{
	bool grouped = job_has(entry, global, "group_reporting");
	double runtime = load_number(entry, "job_runtime", 0);

	*job = (struct fio_job){
		.group = load_int(entry, "groupid"),
		.error = load_int(entry, "error"),
		.start_ms = load_number(entry, "job_start", 0),
		.timed = job_has(entry, global, "time_based"),
	};
	load_string(entry, "jobname", job->name, sizeof(job->name));
	load_string(entry, "hostname", job->host, sizeof(job->host));
	parse_sides(job, entry);
	/* group_reporting sums job_runtime over the jobs it folds into one
	 * entry, but takes the longest of each side's (sum_thread_stats) */
	job->runtime_ms =
		runtime > 0 && !grouped ? runtime : longest_side_ms(job);
}

/* a client's "global options" are an array, one per host */
static const json_t *global_options(const json_t *root)
{
	const json_t *options = json_object_get(root, "global options");

	return json_is_array(options) ? json_array_get(options, 0) : options;
}

/* older ones count in KiB and µs, without a word in the file that says so */
static int check_version(const struct fio_result *result, const char *name,
			 struct err *err)
{
	unsigned int major;

	if (!*result->version)
		return err_set(
			err, EINVAL, name,
			"is no output of fio: \"fio version\" is missing");
	if (sscanf(result->version, "fio-%u", &major) == 1 && major < 3) {
		err_set(err, EINVAL, name,
			"was written by %s, whose units differ",
			result->version);
		return err_remedy(err, "repeat the run with fio 3.0 or newer");
	}
	return 0;
}

static int parse_jobs(struct fio_result *result, const json_t *root,
		      const char *name, struct err *err)
{
	const json_t *list = json_object_get(root, "jobs");
	const json_t *global = global_options(root);
	const json_t *entry;
	size_t i;

	if (!list)
		list = json_object_get(root, "client_stats");
	result->jobs = calloc(json_array_size(list) + 1, sizeof(*result->jobs));
	if (!result->jobs)
		return err_set(err, ENOMEM, name, "out of memory");
	json_array_foreach(list, i, entry)
	{
		struct fio_job *job = &result->jobs[result->job_count];

		parse_job(job, entry, global);
		/* fio's own sum over hosts: counting it would double all */
		if (*job->host && !strcmp(job->name, "All clients"))
			continue;
		result->job_count++;
	}
	if (!result->job_count)
		return err_set(err, EINVAL, name, "has no jobs");
	return 0;
}

int fio_parse(struct fio_result *result, const char *name, const char *buf,
	      size_t len, struct repairs *repairs, struct err *err)
{
	json_t *root = load_document(name, buf, len, repairs, err);
	int ret;

	*result = (struct fio_result){0};
	if (!root)
		return err && err->code ? -err->code : -EINVAL;
	load_string(root, "fio version", result->version,
		    sizeof(result->version));
	ret = check_version(result, name, err);
	if (!ret)
		ret = parse_jobs(result, root, name, err);
	if (ret)
		fio_free(result);
	json_decref(root);
	return ret;
}

void fio_free(struct fio_result *result)
{
	free(result->jobs);
	*result = (struct fio_result){0};
}

/* jobs of one group run together, groups one after the other (stonewall) */
static double interval_by_groups(const struct fio_result *result,
				 unsigned int *groups)
{
	double sum = 0;
	size_t i, k;

	for (i = 0; i < result->job_count; i++) {
		const struct fio_job *job = &result->jobs[i];
		double longest = job->runtime_ms;
		bool seen = false;

		for (k = 0; k < result->job_count; k++) {
			if (result->jobs[k].group != job->group)
				continue;
			seen |= k < i;
			if (result->jobs[k].runtime_ms > longest)
				longest = result->jobs[k].runtime_ms;
		}
		if (!seen) {
			sum += longest;
			++*groups;
		}
	}
	return sum;
}

static double interval_by_starts(const struct fio_result *result)
{
	double first = result->jobs[0].start_ms, last = 0;
	size_t i;

	for (i = 0; i < result->job_count; i++) {
		const struct fio_job *job = &result->jobs[i];

		if (job->start_ms < first)
			first = job->start_ms;
		if (job->start_ms + job->runtime_ms > last)
			last = job->start_ms + job->runtime_ms;
	}
	return last - first;
}

/* @total->lat_mean_ns is a sum until all are added */
static void add_side(struct fio_total *total, const struct fio_side *one)
{
	total->bytes += one->bytes;
	total->ios += one->ios;
	total->lat_mean_ns += one->ios * one->lat_mean_ns;
	if (one->p99_ns > total->p99_ns)
		total->p99_ns = one->p99_ns;
}

static void add_job(struct fio_total *total, const struct fio_job *job,
		    enum side side)
{
	add_side(total, &job->side[side == SIDE_MIXED ? SIDE_READ : side]);
	if (side == SIDE_MIXED && !job->unified)
		add_side(total, &job->side[SIDE_WRITE]);
	total->has_starts &= job->start_ms > 0;
	total->timed &= job->timed;
}

void fio_sum(const struct fio_result *result, enum side side,
	     struct fio_total *total)
{
	size_t i;

	*total = (struct fio_total){.has_starts = true, .timed = true};
	for (i = 0; i < result->job_count; i++)
		add_job(total, &result->jobs[i], side);
	total->interval_ms = interval_by_groups(result, &total->groups);
	if (total->has_starts)
		total->interval_ms = interval_by_starts(result);
	if (total->ios > 0)
		total->lat_mean_ns /= total->ios;
	if (total->interval_ms > 0)
		total->rate_Bps = total->bytes / (total->interval_ms / 1e3);
}

const struct fio_job *fio_error(const struct fio_result *result)
{
	size_t i;

	for (i = 0; i < result->job_count; i++)
		if (result->jobs[i].error)
			return &result->jobs[i];
	return NULL;
}
