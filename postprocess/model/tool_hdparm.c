// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"
#include "model/tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

bool hdparm_knows(const char *buf, size_t len)
{
	return lines_has(buf, len, "Timing ") && lines_has(buf, len, " reads:");
}

/* "/dev/sda:" */
static bool is_device(const char *text)
{
	size_t len = strlen(text);

	return len > 2 && *text == '/' && text[len - 1] == ':' &&
	       !strchr(text, ' ');
}

static bool has_several_devices(const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	char first[sizeof(lines.text)] = "";

	while (lines_next(&lines)) {
		if (!is_device(lines.text))
			continue;
		if (*first && strcmp(first, lines.text))
			return true;
		snprintf(first, sizeof(first), "%s", lines.text);
	}
	return false;
}

/* hdparm's MB is 2^20 bytes, and its kB 2^10 */
static double unit_bytes(const char **at)
{
	if (lines_skip(at, "MB"))
		return 1048576;
	return lines_skip(at, "kB") ? 1024 : NAN;
}

/* behind the colon: "352 MB in  3.01 seconds = 117.02 MB/sec" */
static bool read_figures(struct outcome *outcome, const char *at)
{
	double amount = lines_number(&at), seconds;

	outcome->bytes = amount * unit_bytes(&at);
	if (!lines_skip(&at, "in"))
		return false;
	seconds = lines_number(&at);
	if (!lines_skip(&at, "seconds") || !lines_skip(&at, "="))
		return false;
	outcome->interval_ms = seconds * 1e3;
	outcome->rate_Bps = lines_number(&at);
	outcome->rate_Bps *= unit_bytes(&at);
	return outcome->rate_Bps > 0;
}

static void read_line(struct outcomes *outcomes, const char *device,
		      const char *text)
{
	const char *what = strstr(text, "Timing "), *colon;
	struct outcome *outcome;
	char test[96];

	colon = what ? strchr(what, ':') : NULL;
	if (!colon)
		return;
	what += 7;
	snprintf(test, sizeof(test), "%.40s%s%.*s", device, *device ? " " : "",
		 (int)(colon - what), what);
	outcome = outcomes_add(outcomes, test, SIDE_READ);
	if (!read_figures(outcome, colon + 1) && outcomes->count)
		outcomes->count--;
}

int hdparm_parse(struct outcomes *outcomes, const char *buf, size_t len,
		 struct err *err)
{
	size_t before = outcomes->count;
	struct lines lines = {.buf = buf, .len = len};
	bool several = has_several_devices(buf, len);
	char device[sizeof(lines.text)] = "";

	snprintf(outcomes->tool, sizeof(outcomes->tool), "hdparm");
	while (lines_next(&lines)) {
		if (several && is_device(lines.text))
			snprintf(device, sizeof(device), "%.*s",
				 (int)strlen(lines.text) - 1, lines.text);
		read_line(outcomes, device, lines.text);
	}
	if (outcomes->count > before)
		return 0;
	return err_set(err, EINVAL, outcomes->name,
		       "is hdparm's output without a figure");
}
