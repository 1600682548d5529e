// SPDX-License-Identifier: GPL-2.0-only
#include "model/machine.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the part of a kernel name that tells the drive: "nvme0" of nvme0n1p2 and
 * ng0n1, "sda" of sda1 */
static void drive_key(const char *device, char *key, size_t len)
{
	const char *base = strrchr(device, '/');
	unsigned int controller;
	size_t end;

	base = base ? base + 1 : device;
	if (sscanf(base, "nvme%u", &controller) == 1 ||
	    sscanf(base, "ng%u", &controller) == 1) {
		snprintf(key, len, "nvme%u", controller);
		return;
	}
	end = strlen(base);
	if (!strncmp(base, "sd", 2))
		while (end > 2 && isdigit((unsigned char)base[end - 1]))
			end--;
	snprintf(key, len, "%.*s", (int)end, base);
}

long machine_find(const struct machine *machine, const char *device)
{
	char wanted[64], key[64];
	size_t i;

	for (i = 0; i < machine->drive_count; i++)
		if (!strcmp(machine->drives[i].name, device))
			return (long)i;
	drive_key(device, wanted, sizeof(wanted));
	for (i = 0; i < machine->drive_count; i++) {
		drive_key(machine->drives[i].name, key, sizeof(key));
		if (*key && !strcmp(key, wanted))
			return (long)i;
	}
	return -1;
}

long machine_find_serial(const struct machine *machine, const char *serial)
{
	size_t i;

	for (i = 0; *serial && i < machine->drive_count; i++)
		if (!strcmp(machine->drives[i].serial, serial))
			return (long)i;
	return -1;
}

static double *end_of(struct rate_range *range, bool high)
{
	return high ? &range->hi_Bps : &range->lo_Bps;
}

/*
 * One end of the range.  @flow[d] is what drive d may still carry, 0 for those
 * that do not run.  Links come with the inner ones first; one that cannot
 * carry its drives' sum slows each of them alike, which leaves the sum right
 * for every link further out.
 */
static const struct machine_link *
cap_flow(const struct machine *machine, double *flow, enum side side, bool high)
{
	const struct machine_link *last = NULL;
	size_t i, d;

	for (i = 0; i < machine->link_count; i++) {
		const struct machine_link *link = &machine->links[i];
		struct rate_range limit = link->limit[side];
		double cap = *end_of(&limit, high), sum = 0;
		size_t running = 0;

		for (d = 0; d < link->drive_count; d++) {
			sum += flow[link->drives[d]];
			running += flow[link->drives[d]] > 0;
		}
		if (!(sum > cap))
			continue;
		for (d = 0; d < link->drive_count; d++) {
			double *one = &flow[link->drives[d]];

			/* infinite shares have no ratio: split evenly */
			if (*one > 0)
				*one = isinf(sum) ? cap / (double)running
						  : *one * (cap / sum);
		}
		last = link;
	}
	return last;
}

/* "4 x 5 GT/s x4" where each drive has such a link of its own */
static void name_hop(struct ceiling *ceiling, const struct machine_link *link,
		     const struct machine_drive *drive, size_t running)
{
	const char *title = drive->title;
	char times[24] = "";

	if (link)
		title = *link->title ? link->title : link->name;
	if (running > 1 && (!link || link->drive_count == 1))
		snprintf(times, sizeof(times), "%zu \u00d7 ", running);
	snprintf(ceiling->hop, sizeof(ceiling->hop), "%s%s", times,
		 *title ? title : "drive");
}

void machine_ceiling(const struct machine *machine, const size_t *drives,
		     size_t count, enum side side, struct ceiling *ceiling)
{
	double *flow = calloc(machine->drive_count + 1, sizeof(*flow));
	const struct machine_link *link = NULL;
	size_t i, running = 0;
	int high;

	*ceiling = (struct ceiling){.kind = CEILING_NONE};
	if (!flow || !count || (side != SIDE_READ && side != SIDE_WRITE))
		goto out;
	for (high = 0; high < 2; high++) {
		double sum = 0;

		memset(flow, 0, machine->drive_count * sizeof(*flow));
		for (i = 0; i < count; i++) {
			struct rate_range limit =
				machine->drives[drives[i]].limit[side];

			flow[drives[i]] = *end_of(&limit, high);
		}
		link = cap_flow(machine, flow, side, high);
		for (running = 0, i = 0; i < machine->drive_count; i++) {
			sum += flow[i];
			running += flow[i] > 0;
		}
		*end_of(&ceiling->rate, high) = sum;
	}
	if (isfinite(ceiling->rate.hi_Bps)) {
		ceiling->kind =
			machine->scale > 0 ? CEILING_MODELLED : CEILING_LINKS;
		name_hop(ceiling, link, &machine->drives[drives[0]], running);
	}
out:
	free(flow);
}
