// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_run_internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a */
static uint64_t hash(const char *text)
{
	uint64_t sum = 0xcbf29ce484222325;

	for (; *text; text++)
		sum = (sum ^ (uint8_t)*text) * 0x100000001b3;
	return sum;
}

bool md_run_once(struct md_run *run, const char *text)
{
	uint64_t sum = hash(text);
	bool first = true;
	unsigned int i;

	md_run_enter_lock(&run->lock, &run->lost);
	for (i = 0; i < run->n_said; i++)
		if (run->said[i] == sum)
			first = false;
	if (first && run->n_said < MD_RUN_SAID)
		run->said[run->n_said++] = sum;
	pthread_mutex_unlock(&run->lock);
	return first;
}

int md_run_report(struct md_run *run, const char *path, char current[PATH_MAX])
{
	int ret = 0;

	md_run_enter_lock(&run->lock, &run->lost);
	if (path && !run->report[0])
		snprintf(run->report, sizeof(run->report), "%s", path);
	else if (path && strcmp(path, run->report))
		ret = -EEXIST;
	memcpy(current, run->report, PATH_MAX);
	pthread_mutex_unlock(&run->lock);
	return ret;
}

void md_run_enter(struct md_run *run)
{
	md_run_enter_lock(&run->lock, &run->lost);
	run->running++;
	pthread_mutex_unlock(&run->lock);
}

bool md_run_exit(struct md_run *run)
{
	bool last;

	md_run_enter_lock(&run->lock, &run->lost);
	last = !--run->running;
	pthread_mutex_unlock(&run->lock);
	return last;
}

static struct md_run_counted *find(struct md_run *run,
				   const struct md_array *md)
{
	unsigned int i;

	for (i = 0; i < run->n_counted; i++)
		if (!strcmp(run->counted[i].md.name, md->name))
			return &run->counted[i];
	if (i == MD_RUN_ARRAYS)
		return NULL;
	run->n_counted++;
	run->counted[i].md = *md;
	return &run->counted[i];
}

static void add(struct md_counts *sum, const struct md_counts *counts)
{
	unsigned int i;

	sum->reads += counts->reads;
	sum->writes += counts->writes;
	sum->read_bytes += counts->read_bytes;
	sum->write_bytes += counts->write_bytes;
	sum->full_rows += counts->full_rows;
	sum->rmw += counts->rmw;
	sum->rcw += counts->rcw;
	sum->rebuilt += counts->rebuilt;
	sum->joined += counts->joined;
	sum->lock_waits += counts->lock_waits;
	for (i = 0; i < RAID_MEMBERS_MAX; i++) {
		sum->member[i].reads += counts->member[i].reads;
		sum->member[i].writes += counts->member[i].writes;
		sum->member[i].read_bytes += counts->member[i].read_bytes;
		sum->member[i].write_bytes += counts->member[i].write_bytes;
	}
}

void md_run_add(struct md_run *run, const struct md_array *md,
		const struct md_counts *counts)
{
	struct md_run_counted *counted;

	md_run_enter_lock(&run->lock, &run->lost);
	counted = find(run, md);
	if (counted)
		add(&counted->counts, counts);
	pthread_mutex_unlock(&run->lock);
}

const struct md_counts *md_run_counts(const struct md_run *run,
				      unsigned int index,
				      const struct md_array **md)
{
	if (index >= run->n_counted)
		return NULL;
	*md = &run->counted[index].md;
	return &run->counted[index].counts;
}
