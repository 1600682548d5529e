// SPDX-License-Identifier: GPL-2.0-only
#include "model/outcome.h"

#include "model/load.h"
#include "model/terse.h"
#include "model/tool.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* no output has as many; each is looked for among all */
#define OUTCOMES_MAX 10000

struct outcome *outcomes_add(struct outcomes *outcomes, const char *test,
			     enum side side)
{
	struct outcome *items = NULL;
	struct outcome *item = &outcomes->spare;
	unsigned int i;

	if (outcomes->count < OUTCOMES_MAX)
		items = array_grow(outcomes->items, outcomes->count,
				   sizeof(*items));
	if (items) {
		outcomes->items = items;
		item = &items[outcomes->count++];
	} else {
		outcomes->out_of_memory = true;
	}
	*item = (struct outcome){
		.side = side,
		.bytes = NAN,
		.ios = NAN,
		.interval_ms = NAN,
		.rate_Bps = NAN,
		.iops = NAN,
		.cpu_percent = NAN,
	};
	for (i = 0; i < PERCENTILES; i++)
		item->latency.p_ns[i] = NAN;
	snprintf(item->test, sizeof(item->test), "%s", test);
	return item;
}

void outcomes_note(struct outcomes *outcomes, const char *format, ...)
{
	char note[512];
	va_list args;

	va_start(args, format);
	vsnprintf(note, sizeof(note), format, args);
	va_end(args);
	if (strings_addf(&outcomes->notes, "%s: %s", outcomes->name, note))
		outcomes->out_of_memory = true;
}

void outcomes_free(struct outcomes *outcomes)
{
	size_t i;

	for (i = 0; i < outcomes->count; i++)
		latency_free(&outcomes->items[i].latency);
	free(outcomes->items);
	strings_free(&outcomes->notes);
	*outcomes = (struct outcomes){0};
}

static int parse_json(struct outcomes *outcomes, const char *buf, size_t len,
		      struct err *err)
{
	struct repairs repairs;
	struct fio_result fio;
	int ret = fio_parse(&fio, outcomes->name, buf, len, &repairs, err);

	if (ret)
		return ret;
	if (repairs_tell(&repairs, outcomes->name, &outcomes->notes))
		outcomes->out_of_memory = true;
	outcomes_of_fio(outcomes, &fio, true);
	fio_free(&fio);
	return 0;
}

static int parse_terse(struct outcomes *outcomes, const char *buf, size_t len,
		       struct err *err)
{
	struct fio_result fio;
	int ret = terse_parse(&fio, outcomes->name, buf, len, err);

	if (ret)
		return ret;
	outcomes_of_fio(outcomes, &fio, true);
	fio_free(&fio);
	return 0;
}

static bool is_json(const char *buf, size_t len)
{
	return memmem(buf, len, "\"fio version\"", 13);
}

/* what fio prints without --output-format */
static bool is_normal(const char *buf, size_t len)
{
	return memmem(buf, len, "groupid=", 8) && memmem(buf, len, "err=", 4);
}

static int refuse(const char *name, const char *buf, size_t len,
		  struct err *err)
{
	if (!len)
		return err_set(err, EINVAL, name, "is empty");
	if (is_normal(buf, len)) {
		err_set(err, EINVAL, name,
			"is fio's normal output, which "
			"rounds its figures");
		return err_remedy(err, "repeat with --output-format=json+");
	}
	err_set(err, EINVAL, name, "is the output of no tool that lanes knows");
	return err_remedy(err, "it reads fio's JSON and terse output, dd, "
			       "hdparm, ioping, iozone, sysbench fileio, "
			       "vdbench");
}

static const struct {
	bool (*knows)(const char *buf, size_t len);
	int (*parse)(struct outcomes *outcomes, const char *buf, size_t len,
		     struct err *err);
} tools[] = {
	{dd_knows, dd_parse},
	{hdparm_knows, hdparm_parse},
	{ioping_knows, ioping_parse},
	{iozone_knows, iozone_parse},
	{iozone_bif_knows, iozone_bif_parse},
	{sysbench_knows, sysbench_parse},
	{vdbench_knows, vdbench_parse},
};

#define TOOLS (sizeof(tools) / sizeof(tools[0]))

static bool has_repeats(const struct outcomes *outcomes)
{
	size_t i, k;

	for (i = 0; i < outcomes->count; i++)
		for (k = 0; k < i; k++)
			if (outcomes->items[i].side ==
				    outcomes->items[k].side &&
			    !strcmp(outcomes->items[i].test,
				    outcomes->items[k].test))
				return true;
	return false;
}

/* a terminal's text may hold the output of several; @outcomes->tool is theirs
 */
static int parse_tools(struct outcomes *outcomes, const char *buf, size_t len,
		       struct err *err)
{
	struct text names = {0};
	bool known = false;
	int ret = 0;
	size_t i;

	for (i = 0; i < TOOLS; i++) {
		if (!tools[i].knows(buf, len))
			continue;
		known = true;
		if (tools[i].parse(outcomes, buf, len, err)) {
			ret = -EINVAL;
			continue;
		}
		text_addf(&names, "%s%s", names.len ? ", " : "",
			  outcomes->tool);
	}
	outcomes->out_of_memory |= names.failed;
	snprintf(outcomes->tool, sizeof(outcomes->tool), "%s",
		 names.buf ? names.buf : "");
	text_free(&names);
	if (!known)
		return refuse(outcomes->name, buf, len, err);
	if (has_repeats(outcomes))
		outcomes_note(outcomes, "several runs of the same test are "
					"taken as its repeats");
	return outcomes->count ? 0 : ret;
}

/* JSON that does not say whose it is, or UTF-16: fio_parse() tells */
static bool looks_like_json(const char *buf, size_t len)
{
	size_t i = 0;

	while (i < len && isspace((unsigned char)buf[i]))
		i++;
	return i < len && (buf[i] == '{' || (unsigned char)buf[i] >= 0xfe);
}

static int parse(struct outcomes *outcomes, const char *buf, size_t len,
		 struct err *err)
{
	if (is_json(buf, len) || looks_like_json(buf, len))
		return parse_json(outcomes, buf, len, err);
	if (terse_knows(buf, len))
		return parse_terse(outcomes, buf, len, err);
	return parse_tools(outcomes, buf, len, err);
}

int outcomes_parse(struct outcomes *outcomes, const char *name, const char *buf,
		   size_t len, struct err *err)
{
	int ret;

	*outcomes = (struct outcomes){.name = name};
	ret = parse(outcomes, buf, len, err);
	if (!ret && outcomes->count == OUTCOMES_MAX)
		ret = err_set(err, EFBIG, name, "holds %d figures or more",
			      OUTCOMES_MAX);
	if (!ret && outcomes->out_of_memory)
		ret = err_set(err, ENOMEM, name, "out of memory");
	if (!ret && !outcomes->count && !*outcomes->problem)
		snprintf(outcomes->problem, sizeof(outcomes->problem),
			 "moved no data");
	if (ret)
		outcomes_free(outcomes);
	return ret;
}
