// SPDX-License-Identifier: GPL-2.0-only
#include "model/tool_iozone.h"

#include "model/lines.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* how the lines of figures and the table (-R) call the tests */
static const struct {
	const char *line, *table;
	const char *name;
	enum side side;
} tests[] = {
	{"initial writers", "initial write", "initial write", SIDE_WRITE},
	{"rewriters", "rewrite", "rewrite", SIDE_WRITE},
	{"readers", "read", "read", SIDE_READ},
	{"re-readers", "re-read", "re-read", SIDE_READ},
	{"reverse readers", "reverse read", "reverse read", SIDE_READ},
	{"stride readers", "stride read", "stride read", SIDE_READ},
	{"random readers", "random read", "random read", SIDE_READ},
	{"mixed workload", "mixed workload", "mixed workload", SIDE_MIXED},
	{"random writers", "random write", "random write", SIDE_WRITE},
	{"pwrite writers", "pwrite", "pwrite", SIDE_WRITE},
	{"pread readers", "pread", "pread", SIDE_READ},
	{"fwriters", "fwrite", "fwrite", SIDE_WRITE},
	{"freaders", "fread", "fread", SIDE_READ},
};

#define TESTS (sizeof(tests) / sizeof(tests[0]))

/* iozone's kB, kByte and KB are 1024 bytes */
static void take_record(struct iozone *iozone, const char *text)
{
	const char *at = text;

	if (!lines_skip(&at, "Record Size") &&
	    !lines_skip(&at, "\"Record size =") &&
	    !lines_skip(&at, "Record size ="))
		return;
	iozone->record_bytes = lines_number(&at) * 1024;
	if (!(iozone->record_bytes > 0))
		iozone->record_bytes = NAN;
}

void iozone_take(struct iozone *iozone, const char *text)
{
	take_record(iozone, text);
	iozone->in_ops |= strstr(text, "ops/sec") != NULL;
	iozone->odd_unit |= strstr(text, "microseconds per operation") != NULL;
}

bool iozone_add(struct outcomes *outcomes, const struct iozone *iozone,
		const char *what, const char *of, double figure)
{
	struct outcome *outcome;
	char name[96];
	size_t i;

	for (i = 0; i < TESTS; i++)
		if (!strcasecmp(what, tests[i].line) ||
		    !strcasecmp(what, tests[i].table))
			break;
	if (i == TESTS)
		return false;
	if (!(figure > 0) || iozone->odd_unit)
		return true;
	snprintf(name, sizeof(name), "%s%s", tests[i].name, of);
	outcome = outcomes_add(outcomes, name, tests[i].side);
	if (iozone->in_ops) {
		outcome->iops = figure;
		outcome->rate_Bps = figure * iozone->record_bytes;
	} else {
		outcome->rate_Bps = figure * 1024;
		outcome->iops = outcome->rate_Bps / iozone->record_bytes;
	}
	return true;
}
