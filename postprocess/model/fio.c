// SPDX-License-Identifier: GPL-2.0-only
#include "model/fio.h"

#include "model/fio_side.h"
#include "model/load.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *side_name(enum side side)
{
	static const char *const names[] = {"read", "write", "trim", "",
					    "mixed"};

	return names[side];
}

/* unified_rw_reporting=1 has "mixed" instead of the sides: it then stands for
 * whichever side is asked for */
static int parse_sides(struct fio_job *job, const json_t *entry,
		       struct fio_reader *reader)
{
	const json_t *mixed = json_object_get(entry, "mixed");
	int ret = 0;
	enum side side;

	job->unified = mixed && !json_object_get(entry, "read");
	for (side = 0; side < SIDE_COUNT && !ret; side++) {
		const json_t *own = json_object_get(entry, side_name(side));

		ret = fio_side_parse(&job->side[side], own ? own : mixed,
				     reader);
	}
	return ret;
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

static double all_sides_ms(const struct fio_job *job)
{
	double sum = 0;
	enum side side;

	for (side = 0; side < SIDE_COUNT; side++)
		sum += job->side[side].runtime_ms;
	return job->unified ? job->side[SIDE_READ].runtime_ms : sum;
}

/*
 * Is the entry of several jobs?  An option without a value is left out of the
 * JSON where it stood on the command line; but group_reporting adds up
 * job_runtime over the jobs that it folds into one entry, and takes the longest
 * of each side's runtime (sum_thread_stats).  One job alone runs for as long
 * as its sides, together or (verify) one after the other.
 */
static bool is_grouped(const struct fio_job *job, const json_t *entry,
		       const json_t *global, double runtime,
		       struct fio_reader *reader)
{
	double alone = job_has(entry, global, "verify") ? all_sides_ms(job)
							: longest_side_ms(job);

	if (job_has(entry, global, "group_reporting"))
		return true;
	if (!(alone > 0) || runtime <= 1.2 * alone + 20)
		return false;
	reader->grouped++;
	return true;
}

/* older than 3.8 has no job_runtime, older than 2.3 does not say whether it
 * folded jobs into one entry */
static void parse_times(struct fio_job *job, const json_t *entry,
			const json_t *global, struct fio_reader *reader)
{
	double percent = fio_side_amount(entry, "usr_cpu") +
			 fio_side_amount(entry, "sys_cpu");
	double runtime = fio_side_amount(entry, "job_runtime");
	double longest = longest_side_ms(job);
	bool grouped = is_grouped(job, entry, global, runtime, reader);
	bool told = global || json_object_get(entry, "job options");

	job->runtime_ms = runtime > 0 && !grouped ? runtime : longest;
	if (runtime > 0)
		job->cpu_ms = percent / 100 * runtime;
	else
		job->cpu_ms = told && !grouped ? percent / 100 * longest : NAN;
	if (!json_object_get(entry, "usr_cpu"))
		job->cpu_ms = NAN;
}

static int parse_job(struct fio_job *job, const json_t *entry,
		     const json_t *global, struct fio_reader *reader)
{
	int ret;

	*job = (struct fio_job){
		.group = load_int(entry, "groupid"),
		.error = load_int(entry, "error"),
		.start_ms = load_number(entry, "job_start", 0),
		.timed = job_has(entry, global, "time_based"),
	};
	load_string(entry, "jobname", job->name, sizeof(job->name));
	load_string(entry, "hostname", job->host, sizeof(job->host));
	ret = parse_sides(job, entry, reader);
	parse_times(job, entry, global, reader);
	return ret;
}

/* a client's "global options" are an array, one per host */
static const json_t *global_options(const json_t *root)
{
	const json_t *options = json_object_get(root, "global options");

	return json_is_array(options) ? json_array_get(options, 0) : options;
}

static bool by_fio2(const struct fio_result *result)
{
	return !strncmp(result->version, "fio-2", 5) &&
	       !isdigit((unsigned char)result->version[5]);
}

static int note_assumed(struct fio_result *result,
			const struct fio_reader *reader)
{
	struct strings *notes = &result->notes;
	int ret = 0;

	if (reader->kib || reader->us)
		ret |= strings_addf(notes, "by %s: took %s%s%s",
				    result->version,
				    reader->kib ? "io_bytes as KiB" : "",
				    reader->kib && reader->us ? ", " : "",
				    reader->us ? "latencies as µs" : "");
	if (reader->counted)
		ret |= strings_addf(notes, "does not count I/Os: took IOPS "
					   "times runtime");
	if (reader->grouped)
		ret |= strings_addf(notes, "took entries for several jobs' "
					   "(group_reporting), as their "
					   "runtimes say");
	if (reader->clat)
		ret |= strings_addf(notes, "no whole latency was recorded: "
					   "took that of the completion");
	if (reader->untimed)
		ret |= strings_addf(notes,
				    "no latency was recorded for some I/O");
	if (reader->odd_bins)
		ret |= strings_addf(notes, "left out bins of an unknown shape");
	return ret;
}

static int note_errors(struct fio_result *result, const json_t *entry,
		       const struct fio_job *job)
{
	double errors = load_number(entry, "total_err", 0);
	int first = load_int(entry, "first_error");

	/* continue_on_error */
	if (job->error || !(errors > 0))
		return 0;
	return strings_addf(&result->notes,
			    "%.0f I/Os of job %s failed, the first with error "
			    "%d (%s)",
			    errors, job->name, first, strerror(first));
}

/* fio's own sum over hosts: counting it would double all */
static bool is_sum(const json_t *entry)
{
	const char *host =
		json_string_value(json_object_get(entry, "hostname"));
	const char *name = json_string_value(json_object_get(entry, "jobname"));

	return host && *host && name && !strcmp(name, "All clients");
}

static void free_job(struct fio_job *job)
{
	enum side side;

	for (side = 0; side < SIDE_COUNT; side++)
		latency_free(&job->side[side].latency);
}

static int parse_entries(struct fio_result *result, const json_t *list,
			 const json_t *global, struct fio_reader *reader)
{
	const json_t *entry;
	size_t i;
	int ret = 0;

	json_array_foreach(list, i, entry)
	{
		struct fio_job *job = &result->jobs[result->job_count];

		if (is_sum(entry))
			continue;
		result->job_count++;
		ret |= parse_job(job, entry, global, reader);
		job->entry = i;
		ret |= note_errors(result, entry, job);
	}
	return ret | note_assumed(result, reader);
}

static int parse_jobs(struct fio_result *result, const json_t *root,
		      struct fio_reader *reader, const char *name,
		      struct err *err)
{
	const json_t *list = json_object_get(root, "jobs");

	if (!json_array_size(list))
		list = json_object_get(root, "client_stats");
	result->jobs = calloc(json_array_size(list) + 1, sizeof(*result->jobs));
	if (!result->jobs ||
	    parse_entries(result, list, global_options(root), reader))
		return err_set(err, ENOMEM, name, "out of memory");
	if (!result->job_count)
		return err_set(err, EINVAL, name, "has no jobs");
	fio_sort(result);
	return 0;
}

int fio_parse(struct fio_result *result, const char *name, const char *buf,
	      size_t len, struct repairs *repairs, struct err *err)
{
	json_t *root = load_lifted(name, buf, len, "bins", repairs, err);
	struct fio_reader reader = {.buf = buf, .len = len};
	int ret;

	*result = (struct fio_result){0};
	if (!root)
		return err && err->code ? -err->code : -EINVAL;
	load_string(root, "fio version", result->version,
		    sizeof(result->version));
	reader.fio2 = by_fio2(result);
	if (!*result->version)
		ret = err_set(
			err, EINVAL, name,
			"is no output of fio: \"fio version\" is missing");
	else
		ret = parse_jobs(result, root, &reader, name, err);
	if (ret)
		fio_free(result);
	json_decref(root);
	return ret;
}

void fio_free(struct fio_result *result)
{
	size_t i;

	for (i = 0; i < result->job_count; i++)
		free_job(&result->jobs[i]);
	free(result->jobs);
	strings_free(&result->notes);
	*result = (struct fio_result){0};
}
