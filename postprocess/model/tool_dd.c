// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"
#include "model/tool.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* "100+0 records in", in any language; Return: how many, or -1 */
static double records_of(const char *text)
{
	unsigned long long whole, part;
	int used = 0;

	if (!isdigit((unsigned char)*text) ||
	    sscanf(text, "%llu+%llu %n", &whole, &part, &used) != 2 || !used ||
	    whole > 1e15 || part > 1e15)
		return -1;
	return (double)whole + (double)part;
}

bool dd_knows(const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	unsigned int in_a_row = 0;

	while (lines_next(&lines)) {
		in_a_row = records_of(lines.text) < 0 ? 0 : in_a_row + 1;
		if (in_a_row == 2)
			return true;
	}
	return false;
}

/* the command, where the text shows it: to /dev/null it read, from a device of
 * zeros or noise it wrote */
static enum side direction_of(const char *text, enum side otherwise)
{
	static const char *const sources[] = {"if=/dev/zero", "if=/dev/urandom",
					      "if=/dev/random"};
	size_t i;

	if (!strstr(text, "dd ") || !strstr(text, "if="))
		return otherwise;
	if (strstr(text, "of=/dev/null"))
		return SIDE_READ;
	for (i = 0; i < sizeof(sources) / sizeof(sources[0]); i++)
		if (strstr(text, sources[i]))
			return SIDE_WRITE;
	return SIDE_COUNT;
}

/*
 * GNU's: "6553600 bytes (6.6 MB, 6.2 MiB) copied, 0.154294 s, 42.5 MB/s", in
 * other languages with other words and a decimal comma; BSD's: "6553600 bytes
 * transferred in 0.154294 secs (42474756 bytes/sec)".
 */
static bool read_total(const char *text, double *bytes, double *seconds)
{
	const char *at = text, *behind;

	*bytes = lines_number(&at);
	if (!(*bytes >= 0))
		return false;
	behind = strstr(at, " in ");
	if (behind && strstr(behind, " secs")) {
		behind += 4;
		*seconds = lines_number(&behind);
		return *seconds > 0;
	}
	behind = strchr(at, ')');
	behind = strstr(behind ? behind : at, ", ");
	if (!behind)
		return false;
	behind += 2;
	*seconds = lines_number(&behind);
	return *seconds > 0 && lines_unit(&behind) == 1e9;
}

static void add(struct outcomes *outcomes, enum side side, double records,
		double bytes, double seconds)
{
	struct outcome *outcome = outcomes_add(outcomes, "dd", side);

	outcome->bytes = bytes;
	outcome->ios = records;
	outcome->interval_ms = seconds * 1e3;
	outcome->rate_Bps = bytes / seconds;
	outcome->iops = records / seconds;
}

int dd_parse(struct outcomes *outcomes, const char *buf, size_t len,
	     struct err *err)
{
	size_t before = outcomes->count;
	struct lines lines = {.buf = buf, .len = len};
	enum side side = SIDE_COUNT;
	double in = -1, out = -1, records, bytes, seconds;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "dd");
	while (lines_next(&lines)) {
		side = direction_of(lines.text, side);
		records = records_of(lines.text);
		if (records >= 0 && in < 0) {
			in = records;
		} else if (records >= 0) {
			out = records;
		} else if (out >= 0 &&
			   read_total(lines.text, &bytes, &seconds)) {
			add(outcomes, side, side == SIDE_READ ? in : out, bytes,
			    seconds);
			in = out = -1;
		}
	}
	if (outcomes->count > before)
		return 0;
	err_set(err, EINVAL, outcomes->name,
		"is dd's output without a line of bytes and seconds");
	return err_remedy(err, "run dd without status=noxfer or status=none");
}
