// SPDX-License-Identifier: GPL-2.0-only
/* One repeat of one test: its files into the results. */
#include "model/results.h"

#include "model/load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* start-up, laying out files and reporting take fio this long at most, before
 * a run whose jobs did not start together is suspected */
#define STARTUP_MS 2000

/* the outcomes of all jobs together; what was assumed becomes a warning */
static int take_outcomes(struct results *results, struct sample *sample,
			 const char *name, const struct fio_result *fio)
{
	struct outcomes *outcomes = &sample->outcomes;
	size_t i;
	int ret = 0;

	*outcomes = (struct outcomes){.name = name};
	outcomes_of_fio(outcomes, fio, false);
	for (i = 0; i < outcomes->notes.count; i++)
		ret |= strings_addf(&results->warnings, "%s",
				    outcomes->notes.items[i]);
	outcomes->name = NULL; /* the caller's, and gone with it */
	return outcomes->out_of_memory ? -ENOMEM : ret;
}

/* the side that moved most, where nobody says which one counts */
static enum side guess_direction(const struct fio_result *fio)
{
	struct fio_total read, write;

	fio_sum(fio, SIDE_READ, &read);
	fio_sum(fio, SIDE_WRITE, &write);
	return write.bytes > read.bytes ? SIDE_WRITE : SIDE_READ;
}

/*
 * Older fio does not say when each job started; the process's own life tells
 * whether they can have started together.  Not where time ended them: then it
 * also holds the ramp, and fio's start is long beside a short runtime.
 */
static int warn_interval(struct results *results, const char *name,
			 const struct sample *sample)
{
	double lived_ms =
		(sample->run.end_epoch_ns - sample->run.start_epoch_ns) / 1e6;
	double jobs_ms = sample->total.interval_ms;
	int ret = 0;

	if (sample->total.has_starts)
		return 0;
	if (sample->total.groups > 1)
		ret |= strings_addf(&results->warnings,
				    "%s: holds %u groups of jobs; counted as "
				    "one after the other",
				    name, sample->total.groups);
	if (!sample->total.timed && lived_ms > 1.2 * jobs_ms + STARTUP_MS)
		ret |= strings_addf(&results->warnings,
				    "%s: fio ran for %.1f s and its longest "
				    "job for %.1f s: if the jobs started "
				    "apart, the figure is too high",
				    name, lived_ms / 1e3, jobs_ms / 1e3);
	return ret;
}

static void judge(struct sample *sample, const struct fio_result *fio)
{
	const struct fio_job *bad = fio_error(fio);

	if (bad)
		snprintf(sample->problem, sizeof(sample->problem),
			 "job %.48s ended with error %d (%.64s)", bad->name,
			 bad->error, strerror(bad->error));
	else if (sample->run.exit_status)
		snprintf(sample->problem, sizeof(sample->problem),
			 "fio ended with exit status %d",
			 sample->run.exit_status);
	else if (!(sample->total.rate_Bps > 0))
		snprintf(sample->problem, sizeof(sample->problem),
			 "moved no data in the direction \"%s\"",
			 side_name(sample->run.direction));
}

static int read_run(struct results *results, struct sample *sample,
		    const struct sample_source *source,
		    const struct fio_result *fio, struct err *err)
{
	const struct source *run = &source->run;
	int ret;

	if (run->buf) {
		ret = run_parse(&sample->run, run->name, run->buf, run->len,
				err);
	} else {
		sample->run.direction = SIDE_COUNT;
		ret = strings_addf(&results->warnings,
				   "%s: no run.json beside it; the direction "
				   "is the one that moved more",
				   source->fio.name);
	}
	if (!ret && sample->run.direction == SIDE_COUNT)
		sample->run.direction = guess_direction(fio);
	return ret;
}

/* the run's devices as drives of @machine; Return: how many were found */
static size_t match_drives(const struct run *run, const struct machine *topo,
			   const struct machine *machine, size_t *drives)
{
	size_t i, k, count = 0;

	for (i = 0; i < run->devices.count; i++) {
		long at = machine_find(topo, run->devices.items[i]);

		if (at >= 0 && machine != topo)
			at = machine_find_serial(machine,
						 topo->drives[at].serial);
		for (k = 0; at >= 0 && k < count; k++)
			if (drives[k] == (size_t)at)
				break;
		if (at >= 0 && k == count)
			drives[count++] = (size_t)at;
	}
	return count;
}

/* several names of one drive (its namespaces) are one drive */
static size_t distinct_drives(const struct run *run, const struct machine *topo,
			      size_t *drives)
{
	size_t i, missing = 0;

	for (i = 0; i < run->devices.count; i++)
		missing += machine_find(topo, run->devices.items[i]) < 0;
	return match_drives(run, topo, topo, drives) + missing;
}

static int find_ceiling(struct results *results, const struct machine *model,
			const struct sample_source *source,
			struct sample *sample, struct err *err)
{
	const struct machine *machine;
	struct machine topo;
	size_t *drives, count, wanted;
	int ret;

	/* of a mix, a link carries each direction by itself: no one ceiling */
	if (!sample->run.devices.count || sample->run.direction == SIDE_MIXED)
		return 0;
	if (!source->topo.buf)
		return strings_addf(&results->warnings,
				    "%s: no ceiling: no topo.json beside it",
				    source->fio.name);
	ret = machine_parse_topo(&topo, source->topo.name, source->topo.buf,
				 source->topo.len, err);
	if (ret)
		return ret;
	machine = model->scale > 0 ? model : &topo;
	drives = calloc(sample->run.devices.count, sizeof(*drives));
	if (drives) {
		wanted = distinct_drives(&sample->run, &topo, drives);
		count = match_drives(&sample->run, &topo, machine, drives);
		if (count == wanted)
			machine_ceiling(machine, drives, count,
					sample->run.direction,
					&sample->ceiling);
		else
			ret = strings_addf(
				&results->warnings,
				"%s: no ceiling: %zu of its %zu "
				"drives are not in the %s",
				source->topo.name, wanted - count, wanted,
				machine == model ? "scale model" : "topology");
	}
	free(drives);
	machine_free(&topo);
	return drives ? ret : err_set(err, ENOMEM, source->topo.name, "%s", "");
}

static struct test *get_test(struct results *results, size_t suite,
			     const char *name)
{
	struct test *tests;
	size_t i;

	for (i = 0; i < results->test_count; i++)
		if (results->tests[i].suite == suite &&
		    !strcmp(results->tests[i].name, name))
			return &results->tests[i];
	tests = array_grow(results->tests, i, sizeof(*tests));
	if (!tests)
		return NULL;
	results->tests = tests;
	results->test_count++;
	tests[i] = (struct test){.suite = suite, .direction = SIDE_COUNT};
	snprintf(tests[i].name, sizeof(tests[i].name), "%s", name);
	return &tests[i];
}

static struct figure *get_figure(struct results *results, size_t config,
				 size_t test)
{
	struct figure *figures;
	size_t i;

	for (i = 0; i < results->figure_count; i++)
		if (results->figures[i].config == config &&
		    results->figures[i].test == test)
			return &results->figures[i];
	figures = array_grow(results->figures, i, sizeof(*figures));
	if (!figures)
		return NULL;
	results->figures = figures;
	results->figure_count++;
	figures[i] = (struct figure){.suite = results->configs[config].suite,
				     .config = config,
				     .test = test};
	return &figures[i];
}

static void describe_test(struct test *test, const struct run *run)
{
	if (!*test->title)
		snprintf(test->title, sizeof(test->title), "%s", run->title);
	if (test->direction == SIDE_COUNT)
		test->direction = run->direction;
	if (!(test->block_size_bytes > 0))
		test->block_size_bytes = run->block_size_bytes;
}

static int store(struct results *results, size_t config, const char *name,
		 const struct sample *sample)
{
	struct test *test =
		get_test(results, results->configs[config].suite, name);
	struct figure *figure;
	struct sample *samples;

	if (!test)
		return -ENOMEM;
	describe_test(test, &sample->run);
	figure = get_figure(results, config, (size_t)(test - results->tests));
	if (!figure)
		return -ENOMEM;
	samples = array_grow(figure->samples, figure->sample_count,
			     sizeof(*samples));
	if (!samples)
		return -ENOMEM;
	figure->samples = samples;
	samples[figure->sample_count++] = *sample;
	return 0;
}

void sample_free(struct sample *sample)
{
	run_free(&sample->run);
	outcomes_free(&sample->outcomes);
	md_stats_free(&sample->md);
}

int results_sample(struct results *results, size_t config,
		   const struct sample_source *source, struct err *err)
{
	struct sample sample = {.repeat = source->repeat};
	struct repairs repairs;
	struct fio_result fio;
	int ret = fio_parse(&fio, source->fio.name, source->fio.buf,
			    source->fio.len, &repairs, err);

	if (ret)
		return ret;
	snprintf(sample.fio_version, sizeof(sample.fio_version), "%s",
		 fio.version);
	ret = read_run(results, &sample, source, &fio, err);
	if (!ret && source->md.buf)
		ret = md_stats_parse(&sample.md, source->md.name,
				     source->md.buf, source->md.len, err);
	if (ret)
		goto out;
	fio_sum(&fio, sample.run.direction, &sample.total);
	judge(&sample, &fio);
	ret = find_ceiling(results, &results->configs[config].model, source,
			   &sample, err);
	if (!ret)
		ret = repairs_tell(&repairs, source->fio.name,
				   &results->warnings) |
		      take_outcomes(results, &sample, source->fio.name, &fio) |
		      warn_interval(results, source->fio.name, &sample);
	if (!ret)
		ret = store(results, config, source->test, &sample);
out:
	if (ret)
		sample_free(&sample);
	fio_free(&fio);
	return ret;
}
