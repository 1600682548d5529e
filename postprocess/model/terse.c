// SPDX-License-Identifier: GPL-2.0-only
#include "model/terse.h"

#include "model/terse_line.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* between two reports of --status-interval lies more, between jobs that
 * started together mostly less */
#define REPORT_GAP_MS 100

/* where the next line is */
struct cursor {
	const char *at, *end;
	unsigned int number;
};

static bool next_line(struct cursor *cursor, const char **line, size_t *len)
{
	const char *stop;

	if (cursor->at >= cursor->end)
		return false;
	stop = memchr(cursor->at, '\n', (size_t)(cursor->end - cursor->at));
	if (!stop)
		stop = cursor->end;
	*line = cursor->at;
	*len = (size_t)(stop - cursor->at);
	while (*len && ((*line)[*len - 1] == '\r'))
		--*len;
	cursor->at = stop + 1;
	cursor->number++;
	return true;
}

bool terse_knows(const char *buf, size_t len)
{
	struct cursor cursor = {.at = buf, .end = buf + len};
	const char *line;
	size_t used;

	while (next_line(&cursor, &line, &used))
		if (terse_version(line, used))
			return true;
	return false;
}

static int bad_line(const char *name, unsigned int number, const char *rule,
		    struct err *err)
{
	char where[sizeof(err->value)];

	snprintf(where, sizeof(where), "%s:%u", name, number);
	return err_set(err, EINVAL, where, "%s", rule);
}

static int add_line(struct fio_result *result, const char *line, size_t len,
		    const char *name, unsigned int number, struct err *err)
{
	struct fio_job *jobs =
		array_grow(result->jobs, result->job_count, sizeof(*jobs));
	const char *wrong;

	if (!jobs)
		return err_set(err, ENOMEM, name, "out of memory");
	result->jobs = jobs;
	if (terse_version(line, len) == 2) {
		bad_line(name, number, "is terse version 2", err);
		return err_remedy(err, "repeat with --output-format=json+");
	}
	wrong = terse_line_parse(&jobs[result->job_count], result->version,
				 line, len);
	if (wrong)
		return bad_line(name, number, wrong, err);
	jobs[result->job_count].entry = result->job_count;
	result->job_count++;
	return 0;
}

static bool same_job(const struct fio_job *a, const struct fio_job *b)
{
	return a->group == b->group && !strcmp(a->name, b->name);
}

static double moved(const struct fio_job *job)
{
	return job->side[SIDE_READ].bytes + job->side[SIDE_WRITE].bytes +
	       job->side[SIDE_TRIM].bytes;
}

/* could @jobs[@at] to @jobs[@at + @period] be the report after the one before
 * them?  Nothing shrank, and something went on for @gap_ms */
static bool is_next_report(const struct fio_job *jobs, size_t at, size_t period,
			   double gap_ms)
{
	bool went_on = false;
	size_t i;

	for (i = at; i < at + period; i++) {
		const struct fio_job *then = &jobs[i - period], *now = &jobs[i];

		if (!same_job(then, now) ||
		    now->runtime_ms < then->runtime_ms ||
		    moved(now) < moved(then))
			return false;
		went_on |= now->runtime_ms >= then->runtime_ms + gap_ms &&
			   moved(now) > moved(then);
	}
	return went_on;
}

/* the last report comes as soon as the jobs end */
static bool are_reports(const struct fio_job *jobs, size_t count, size_t period)
{
	size_t at;

	for (at = period; at < count; at += period)
		if (!is_next_report(jobs, at, period,
				    at > period && at + period == count
					    ? 0
					    : REPORT_GAP_MS))
			return false;
	return true;
}

/* Return: how many lines make one report; all of them where there is one */
static size_t find_period(const struct fio_job *jobs, size_t count)
{
	size_t period;

	for (period = 1; period <= count / 2; period++)
		if (count % period == 0 && are_reports(jobs, count, period))
			return period;
	return count;
}

static size_t namesakes(const struct fio_result *result)
{
	size_t i, count = 0;

	for (i = 1; i < result->job_count; i++)
		count += same_job(&result->jobs[i - 1], &result->jobs[i]);
	return count;
}

/* --status-interval reports all jobs again and again, from their start on */
static int keep_last_report(struct fio_result *result)
{
	size_t period = find_period(result->jobs, result->job_count);
	size_t reports = result->job_count / period;

	if (reports > 1) {
		memmove(result->jobs, result->jobs + result->job_count - period,
			period * sizeof(*result->jobs));
		result->job_count = period;
		return strings_addf(&result->notes,
				    "holds %zu reports of the same jobs "
				    "(--status-interval): took the last",
				    reports);
	}
	if (!namesakes(result))
		return 0;
	return strings_addf(&result->notes,
			    "lines of the same name are each taken as a job "
			    "(numjobs)");
}

/* a client's run ends in fio's own sum over hosts */
static void drop_sums(struct fio_result *result)
{
	size_t i, kept = 0, count = result->job_count;

	for (i = 0; i < count; i++)
		if (count == 1 || strcmp(result->jobs[i].name, "All clients"))
			result->jobs[kept++] = result->jobs[i];
	if (kept)
		result->job_count = kept;
}

int terse_parse(struct fio_result *result, const char *name, const char *buf,
		size_t len, struct err *err)
{
	struct cursor cursor = {.at = buf, .end = buf + len};
	const char *line;
	size_t used;
	int ret = 0;

	*result = (struct fio_result){0};
	while (!ret && next_line(&cursor, &line, &used))
		if (terse_version(line, used))
			ret = add_line(result, line, used, name, cursor.number,
				       err);
	if (!ret && !result->job_count)
		ret = err_set(err, EINVAL, name, "holds no terse output");
	if (!ret) {
		drop_sums(result);
		if (keep_last_report(result) ||
		    strings_addf(&result->notes,
				 "terse output: I/Os are IOPS times runtime, "
				 "latencies whole µs, CPU time is not told"))
			ret = err_set(err, ENOMEM, name, "out of memory");
	}
	if (ret) {
		fio_free(result);
		return ret;
	}
	fio_sort(result);
	return 0;
}
