// SPDX-License-Identifier: GPL-2.0-only
#include "cli/plot_runs.h"

#include "cli/io.h"

#include "model/bins.h"
#include "model/load.h"
#include "model/run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* run.json knows the drives below an array; fio knows the array alone */
static int read_drives(struct fio_setup *setup, const char *path,
		       struct err *err)
{
	char beside[PATH_MAX];
	size_t stem = strlen(path), len;
	struct run run;
	char *buf;
	int ret;

	if (stem < 5 || strcmp(path + stem - 5, ".json"))
		return 0;
	if (snprintf(beside, sizeof(beside), "%.*s.run.json", (int)stem - 5,
		     path) >= PATH_MAX ||
	    access(beside, F_OK))
		return 0;
	ret = io_read(beside, &buf, &len, err);
	if (!ret)
		ret = run_parse(&run, beside, buf, len, err);
	free(buf);
	if (ret)
		return ret;
	if (run.devices.count)
		setup->value[SETTING_DRIVES] = (double)run.devices.count;
	run_free(&run);
	return 0;
}

/* its machine is a model of one that is faster */
static bool is_scaled(const char *path)
{
	const char *slash = strrchr(path, '/');
	char model[PATH_MAX];
	int len = slash ? (int)(slash - path) + 1 : 0;

	return snprintf(model, sizeof(model), "%.*smodel.json", len, path) <
		       PATH_MAX &&
	       !access(model, F_OK);
}

static int warn(struct plot *plot, const char *path,
		const struct repairs *repairs, const struct fio_result *fio)
{
	size_t i;
	int ret = repairs_tell(repairs, path, &plot->warnings);

	for (i = 0; i < fio->notes.count; i++)
		ret |= strings_addf(&plot->warnings, "%s: %s", path,
				    fio->notes.items[i]);
	return ret;
}

static int check_error(const struct fio_result *fio, const char *path,
		       struct err *err)
{
	const struct fio_job *job = fio_error(fio);

	if (!job)
		return 0;
	return err_set(err, EINVAL, path,
		       "does not count: job %s ended with error %d (%s)",
		       job->name, job->error, strerror(job->error));
}

static int parse(struct plot *plot, struct plot_result *result,
		 const char *path, struct err *err)
{
	struct repairs repairs;
	char *buf;
	size_t len;
	int ret = io_read(path, &buf, &len, err);

	if (!ret)
		ret = fio_parse(&result->fio, path, buf, len, &repairs, err);
	if (ret) {
		free(buf);
		return ret;
	}
	ret = check_error(&result->fio, path, err);
	ret = ret ? ret : fio_setup_parse(&result->setup, path, buf, len, err);
	ret = ret ? ret : read_drives(&result->setup, path, err);
	if (!ret && warn(plot, path, &repairs, &result->fio))
		ret = err_set(err, ENOMEM, path, "out of memory");
	free(buf);
	if (ret)
		plot_result_free(result);
	return ret;
}

int plot_result_read(struct plot *plot, size_t input,
		     struct plot_result *result)
{
	struct err err = {0};
	int ret;

	*result = (struct plot_result){0};
	ret = parse(plot, result, plot->inputs[input].path, &err);
	plot->scaled |= !ret && is_scaled(plot->inputs[input].path);
	if (!ret || ret == -ENOMEM)
		return ret;
	return plot_problem(plot, &err) ? -ENOMEM : 1;
}

void plot_result_free(struct plot_result *result)
{
	fio_free(&result->fio);
}

double plot_latency_at(const struct latency *latency, double percentile)
{
	uint64_t total = 0;
	unsigned int i;

	if (!(latency->count > 0))
		return NAN;
	if (percentile < 0)
		return latency->mean_ns;
	for (i = 0; latency->bins && i < BINS_COUNT; i++)
		total += latency->bins[i];
	if (total)
		return bins_percentile(latency->bins, total, percentile / 100);
	for (i = 0; i < PERCENTILES; i++)
		if (percentile_percent(i) == percentile)
			return latency->p_ns[i];
	return NAN;
}
