// SPDX-License-Identifier: GPL-2.0-only
/* stat.json: counters, of which differences are what happened. */
#include "model/usage_file.h"

#include "model/load.h"
#include "model/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* columns of /proc/stat */
enum column {
	COLUMN_USER,
	COLUMN_NICE,
	COLUMN_SYSTEM,
	COLUMN_IDLE,
	COLUMN_IOWAIT,
	COLUMN_IRQ,
	COLUMN_SOFTIRQ,
	COLUMN_STEAL,
	COLUMNS /* guests are in user and nice already */
};

/* Return: whether both have all columns, none of which went back by much */
static bool differences(const json_t *before, const json_t *after,
			double delta[COLUMNS], double *total)
{
	size_t i;

	*total = 0;
	for (i = 0; i < COLUMNS; i++) {
		const json_t *a = json_array_get(before, i);
		const json_t *b = json_array_get(after, i);

		if (!json_is_number(a) || !json_is_number(b))
			return false;
		/* iowait and idle may go back by a tick */
		delta[i] = fmax(0, json_number_value(b) - json_number_value(a));
		*total += delta[i];
	}
	return *total > 0 && isfinite(*total);
}

static void fill_parts(struct usage_sample *sample, const double *delta,
		       double total)
{
	double part = 100 / total;

	sample->part[USAGE_USER] =
		(delta[COLUMN_USER] + delta[COLUMN_NICE]) * part;
	sample->part[USAGE_SYSTEM] = delta[COLUMN_SYSTEM] * part;
	sample->part[USAGE_INTERRUPTS] =
		(delta[COLUMN_IRQ] + delta[COLUMN_SOFTIRQ]) * part;
	sample->part[USAGE_IOWAIT] = delta[COLUMN_IOWAIT] * part;
	sample->part[USAGE_STEAL] = delta[COLUMN_STEAL] * part;
}

/* @after: not const, as jansson walks objects */
static void fill_cpus(struct usage_sample *sample, const json_t *before,
		      json_t *after)
{
	double delta[COLUMNS], total, busy;
	const char *name;
	json_t *now;

	json_object_foreach(after, name, now)
	{
		if (!differences(json_object_get(before, name), now, delta,
				 &total))
			continue;
		if (!strcmp(name, "cpu")) {
			fill_parts(sample, delta, total);
			continue;
		}
		busy = 100 *
		       (total - delta[COLUMN_IDLE] - delta[COLUMN_IOWAIT]) /
		       total;
		if (!(sample->busiest >= busy))
			sample->busiest = busy;
	}
}

/* ---- threads --------------------------------------------------------- */

static bool is_thread(const struct usage *usage, size_t i, const char *name,
		      double pid)
{
	return i < usage->thread_count && usage->threads[i].pid == pid &&
	       !strcmp(usage->threads[i].name, name);
}

/* @guess: where it would be if none came or went */
static struct usage_thread *find_thread(struct usage *usage, const char *name,
					double pid, size_t samples,
					size_t guess)
{
	struct usage_thread *threads;
	size_t i;

	if (is_thread(usage, guess, name, pid))
		return &usage->threads[guess];
	for (i = 0; i < usage->thread_count; i++)
		if (is_thread(usage, i, name, pid))
			return &usage->threads[i];
	threads = array_grow(usage->threads, usage->thread_count,
			     sizeof(*threads));
	if (!threads)
		return NULL;
	usage->threads = threads;
	threads += usage->thread_count;
	*threads = (struct usage_thread){.pid = pid};
	snprintf(threads->name, sizeof(threads->name), "%s", name);
	threads->percent = calloc(samples, sizeof(*threads->percent));
	if (!threads->percent)
		return NULL;
	for (i = 0; i < samples; i++)
		threads->percent[i] = NAN;
	usage->thread_count++;
	return threads;
}

static double ticks_of(const json_t *thread)
{
	return load_number(thread, "user_ticks", NAN) +
	       load_number(thread, "system_ticks", NAN);
}

static bool are_same(const json_t *one, const json_t *two)
{
	const char *a = json_string_value(json_object_get(one, "name"));
	const char *b = json_string_value(json_object_get(two, "name"));

	return a && b && !strcmp(a, b) &&
	       load_number(one, "pid", NAN) == load_number(two, "pid", NAN);
}

/* @guess: where it would be if none came or went: there may be thousands */
static const json_t *same_thread(const json_t *list, const json_t *thread,
				 size_t guess)
{
	const json_t *other = json_array_get(list, guess);
	size_t i;

	if (are_same(other, thread))
		return other;
	json_array_foreach(list, i, other)
	{
		if (are_same(other, thread))
			return other;
	}
	return NULL;
}

/*
 * struct span - between two samples
 * @ticks: of one CPU in it
 */
struct span {
	size_t sample, samples;
	double ticks;
};

static int fill_threads(struct usage *usage, const json_t *before,
			const json_t *after, const struct span *span)
{
	const json_t *thread, *earlier;
	struct usage_thread *to;
	char name[32];
	double delta;
	size_t i;

	json_array_foreach(after, i, thread)
	{
		earlier = same_thread(before, thread, i);
		delta = earlier ? ticks_of(thread) - ticks_of(earlier) : NAN;
		if (!(delta >= 0))
			continue;
		load_string(thread, "name", name, sizeof(name));
		to = find_thread(usage, name, load_number(thread, "pid", 0),
				 span->samples, i);
		if (!to)
			return -ENOMEM;
		to->percent[span->sample] = 100 * delta / span->ticks;
	}
	return 0;
}

/* ---- samples --------------------------------------------------------- */

static int add_span(struct usage *usage, const json_t *before,
		    const json_t *after, double ticks_per_s, size_t samples)
{
	double from = load_number(before, "epoch_ns", NAN) / 1e9;
	double to = load_number(after, "epoch_ns", NAN) / 1e9;
	struct span span = {.sample = usage->count, .samples = samples};
	struct usage_sample *sample;

	if (!(to > from))
		return 0; /* a clock that was set back */
	sample = usage_add(usage);
	if (!sample)
		return -ENOMEM;
	sample->epoch_s = to;
	fill_cpus(sample, json_object_get(before, "cpus"),
		  json_object_get(after, "cpus"));
	span.ticks = (to - from) * ticks_per_s;
	return fill_threads(usage, json_object_get(before, "threads"),
			    json_object_get(after, "threads"), &span);
}

int usage_parse_stat(struct usage *usage, const char *name, const char *buf,
		     size_t len, struct err *err)
{
	json_t *root = usage_load(usage, name, buf, len, true, err);
	const json_t *list;
	double ticks;
	size_t i;
	int ret = 0;

	if (!root)
		return err && err->code ? -err->code : -EINVAL;
	list = json_object_get(root, "samples");
	ticks = load_number(root, "ticks_per_s", 100);
	if (!(ticks >= 1))
		ret = err_set(err, EINVAL, name,
			      "has no \"ticks_per_s\", 1 or more");
	for (i = 1; !ret && i < json_array_size(list); i++)
		if (add_span(usage, json_array_get(list, i - 1),
			     json_array_get(list, i), ticks,
			     json_array_size(list)))
			ret = err_set(err, ENOMEM, name, "out of memory");
	if (!ret && !usage->count)
		ret = err_set(err, EINVAL, name,
			      "has fewer than two samples: counters alone do "
			      "not tell what happened");
	json_decref(root);
	if (ret)
		usage_free(usage);
	return ret;
}
