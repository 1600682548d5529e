// SPDX-License-Identifier: GPL-2.0-only
#include "cli/log_runs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const enum log_kind log_runs_latencies[] = {LOG_CLAT_HIST, LOG_CLAT, LOG_LAT,
					    LOG_SLAT};

/* what a run is told apart by: its label, or its logs' common name */
static void name_of(const struct plot_input *input, char name[256])
{
	struct log_name parsed;
	size_t len;

	if (*input->label) {
		snprintf(name, 256, "=%s", input->label);
		return;
	}
	log_name_parse(&parsed, input->path);
	len = strlen(parsed.run);
	if (parsed.kind == LOG_UNKNOWN && len > 5 &&
	    !strcmp(parsed.run + len - 5, ".json"))
		parsed.run[len - 5] = '\0';
	snprintf(name, 256, "%s", parsed.run);
}

static struct log_run *find_run(struct log_run *runs, size_t count,
				const char *name)
{
	size_t i;

	for (i = 0; i < count; i++)
		if (!strcmp(runs[i].name, name))
			return &runs[i];
	return NULL;
}

void log_runs_free(struct log_run *runs, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++)
		free(runs[i].inputs);
	free(runs);
}

/* the last @parts parts of a path */
static const char *tail_of(const char *path, unsigned int parts)
{
	const char *at = path + strlen(path);

	while (at > path && (at[-1] != '/' || --parts))
		at--;
	return at;
}

/* labels as short as they may be: as many parts of the path as differ */
static void label_runs(struct log_run *runs, size_t count)
{
	unsigned int parts = 1;
	size_t i, k;
	bool again = true;

	while (again && parts < 8) {
		again = false;
		for (i = 0; i < count; i++)
			for (k = 0; k < i; k++)
				again |= !strcmp(tail_of(runs[i].name, parts),
						 tail_of(runs[k].name, parts));
		parts += again;
	}
	for (i = 0; i < count; i++)
		snprintf(runs[i].label, sizeof(runs[i].label), "%s",
			 *runs[i].name == '=' ? runs[i].name + 1
					      : tail_of(runs[i].name, parts));
}

static int add_input(struct log_run *run, size_t input)
{
	size_t *inputs = array_grow(run->inputs, run->count, sizeof(*inputs));

	if (!inputs)
		return -ENOMEM;
	run->inputs = inputs;
	inputs[run->count++] = input;
	return 0;
}

/* which of the runs, in the order of their first logs, an input belongs to;
 * Return: 0 or -ENOMEM */
static int sort_input(const struct plot *plot, size_t input,
		      struct log_run *runs, size_t *count)
{
	struct log_run *run;
	char name[256];

	name_of(&plot->inputs[input], name);
	run = find_run(runs, *count, name);
	if (!run) {
		run = &runs[(*count)++];
		memcpy(run->name, name, sizeof(name));
	}
	return add_input(run, input);
}

/* how much a log is preferred: 0 most, @count not at all */
static size_t rank_of(const struct plot *plot, size_t input,
		      const enum log_kind *kinds, size_t count)
{
	struct log_name name;
	size_t i = 0;

	log_name_parse(&name, plot->inputs[input].path);
	/* what it is will be asked when it is read */
	if (name.kind == LOG_UNKNOWN)
		return 0;
	if (plot->log_kind != LOG_UNKNOWN)
		return name.kind == plot->log_kind ? 0 : count;
	while (i < count && kinds[i] != name.kind)
		i++;
	return i;
}

/* of the logs of a run those of one kind: any two tell of the same I/Os */
static void choose_kind(const struct plot *plot, struct log_run *run,
			const enum log_kind *kinds, size_t count)
{
	size_t best = count, i, rank, kept = 0;

	for (i = 0; i < run->count; i++) {
		rank = rank_of(plot, run->inputs[i], kinds, count);
		best = rank < best ? rank : best;
	}
	for (i = 0; i < run->count; i++)
		if (rank_of(plot, run->inputs[i], kinds, count) == best)
			run->inputs[kept++] = run->inputs[i];
	run->count = kept;
}

long log_runs_find(const struct plot *plot, const enum log_kind *kinds,
		   size_t kind_count, struct log_run **runs)
{
	struct log_run *all = calloc(plot->input_count + 1, sizeof(*all));
	size_t i, count = 0;

	if (!all)
		return -ENOMEM;
	for (i = 0; i < plot->input_count; i++)
		if (sort_input(plot, i, all, &count)) {
			log_runs_free(all, count);
			return -ENOMEM;
		}
	for (i = 0; i < count; i++)
		choose_kind(plot, &all[i], kinds, kind_count);
	label_runs(all, count);
	*runs = all;
	return (long)count;
}

bool log_runs_wants(const struct plot *plot, enum side side)
{
	if (plot->side == SIDE_MIXED)
		return side == SIDE_READ;
	return plot->side == SIDE_COUNT || plot->side == side;
}

int log_runs_read(struct plot *plot, size_t input, struct log_file *file)
{
	const char *path = plot->inputs[input].path;
	uint64_t width = plot->bucket_ms ? plot->bucket_ms : LOG_WIDTH_MS;
	struct err err = {0};
	const struct log *log = &file->log;

	if (log_file_read(file, path, plot->log_kind, width, plot->threads,
			  &err))
		return plot_problem(plot, &err) ? -ENOMEM : 1;
	if (log->bad_lines &&
	    strings_addf(&plot->warnings,
			 "%s:%llu: cannot be read as a line of a log%s", path,
			 (unsigned long long)log->first_bad,
			 log->bad_lines > 1 ? ", nor can others" : "")) {
		log_file_free(file);
		return -ENOMEM;
	}
	if (plot->side == SIDE_MIXED)
		log_unify(&file->log);
	return 0;
}

const char *log_runs_words(enum log_kind kind)
{
	switch (kind) {
	case LOG_SLAT:
		return "submission latency";
	case LOG_LAT:
		return "whole latency";
	default:
		return "completion latency";
	}
}

/* ---- latency ----------------------------------------------------------- */

static double unit_of(const struct plot *plot, const struct log_file *file)
{
	return plot->microseconds || file->microseconds ? 1000 : 1;
}

static int merge_log(struct plot *plot, struct log_merged *merged, size_t input,
		     enum log_kind *kind)
{
	const char *path = plot->inputs[input].path;
	struct log_file file;
	struct err err = {0};
	int ret = log_runs_read(plot, input, &file);

	if (ret)
		return ret < 0 ? ret : 0;
	if (!log_kind_latency(file.kind))
		err_set(&err, EINVAL, path, "is a log of %s, not of latencies",
			log_kind_name(file.kind));
	else if (*kind != LOG_UNKNOWN && *kind != file.kind)
		err_set(&err, EINVAL, path,
			"is a log of %s, the others are of %s",
			log_kind_name(file.kind), log_kind_name(*kind));
	if (err.code) {
		log_file_free(&file);
		return plot_problem(plot, &err);
	}
	*kind = file.kind;
	merged->unit_ns = unit_of(plot, &file);
	if (merged->any) {
		log_merge(&merged->log, &file.log);
		log_file_free(&file);
	} else {
		merged->log = file.log;
	}
	merged->any = true;
	return 0;
}

int log_runs_latency(struct plot *plot, const struct log_run *run,
		     bool needs_ios, enum log_kind *kind,
		     struct log_merged *merged)
{
	struct err err = {0};
	size_t i;
	int ret = 0;

	*merged = (struct log_merged){0};
	for (i = 0; i < run->count && !ret; i++)
		ret = merge_log(plot, merged, run->inputs[i], kind);
	if (!ret && merged->any && needs_ios && merged->log.form.averaged) {
		err_set(&err, EINVAL, plot->inputs[run->inputs[0]].path,
			"holds the means of windows (log_avg_msec), which do "
			"not tell how long single I/Os took");
		err_remedy(&err, "log each I/O, or histograms: write_hist_log "
				 "and log_hist_msec");
		ret = plot_problem(plot, &err);
		log_merged_free(merged);
	}
	return ret;
}

void log_merged_free(struct log_merged *merged)
{
	if (merged->any)
		log_free(&merged->log);
	merged->any = false;
}
