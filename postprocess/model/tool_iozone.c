// SPDX-License-Identifier: GPL-2.0-only
#include "model/tool_iozone.h"
#include "model/lines.h"
#include "model/tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* where the parent saw less than this of its children's sum, it is told */
#define PARENT_SHARE 0.9

#define TABLE_COLUMNS 64

bool iozone_knows(const char *buf, size_t len)
{
	/* in the spreadsheet the words are there too, between binary zeros */
	if (memchr(buf, '\0', len < 4 ? len : 4))
		return false;
	return lines_has(buf, len, "Children see throughput for") ||
	       lines_has(buf, len, "Throughput report Y-axis") ||
	       lines_has(buf, len, "Iozone: Performance Test");
}

static void trim_end(char *text)
{
	size_t len = strlen(text);

	while (len && text[len - 1] == ' ')
		text[--len] = '\0';
}

/* a line "Children see throughput for 32 initial writers 	= 550 kB/sec" */
struct figure {
	unsigned int processes;
	char what[64];
	double rate;
};

static bool read_line(struct figure *figure, const char *text, const char *who)
{
	const char *at = text, *equals = strchr(text, '=');
	double count;

	if (!equals || !lines_skip(&at, who) ||
	    !lines_skip(&at, "throughput for"))
		return false;
	count = lines_number(&at);
	if (!(count > 0 && count < 1e6) || at > equals)
		return false;
	at += strspn(at, " ");
	snprintf(figure->what, sizeof(figure->what), "%.*s", (int)(equals - at),
		 at);
	trim_end(figure->what);
	figure->processes = (unsigned int)count;
	equals++;
	figure->rate = lines_number(&equals);
	return true;
}

static void read_children(struct outcomes *outcomes, const char *buf,
			  size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	struct iozone iozone = {.record_bytes = NAN};
	struct figure children = {.rate = NAN}, parent, worst = {0};
	unsigned int first = 0;
	double most = 1 / PARENT_SHARE;
	char of[32];

	while (lines_next(&lines)) {
		iozone_take(&iozone, lines.text);
		if (read_line(&children, lines.text, "Children see")) {
			first = first ? first : children.processes;
			*of = '\0';
			if (children.processes != first)
				snprintf(of, sizeof(of), " x %u",
					 children.processes);
			iozone_add(outcomes, &iozone, children.what, of,
				   children.rate);
		} else if (read_line(&parent, lines.text, "Parent sees") &&
			   children.rate / parent.rate > most) {
			most = children.rate / parent.rate;
			worst = parent;
		}
	}
	if (*worst.what)
		outcomes_note(outcomes,
			      "iozone's rates are sums of its children's own: "
			      "up to %.3g times what their parent saw (%s)",
			      most, worst.what);
}

/* "  Initial write " 3369115.25   864661.75 */
static void read_row(struct outcomes *outcomes, const struct iozone *iozone,
		     const char *text)
{
	const char *at = text + 1, *end = *text ? strchr(at, '"') : NULL;
	unsigned int column;
	char what[64], of[32] = "";

	if (*text != '"' || !end)
		return;
	at += strspn(at, " ");
	snprintf(what, sizeof(what), "%.*s", (int)(end - at), at);
	trim_end(what);
	at = end + 1;
	for (column = 1; column <= TABLE_COLUMNS; column++) {
		double figure = lines_number(&at);

		if (column > 1)
			snprintf(of, sizeof(of), " (column %u)", column);
		if (isnan(figure) ||
		    !iozone_add(outcomes, iozone, what, of, figure))
			break;
	}
}

static void read_table(struct outcomes *outcomes, const char *buf, size_t len)
{
	struct lines lines = {.buf = buf, .len = len};
	struct iozone iozone = {.record_bytes = NAN};
	bool in_table = false;

	while (lines_next(&lines)) {
		in_table |=
			strstr(lines.text, "Throughput report Y-axis") != NULL;
		iozone_take(&iozone, lines.text);
		if (in_table)
			read_row(outcomes, &iozone, lines.text);
	}
}

int iozone_parse(struct outcomes *outcomes, const char *buf, size_t len,
		 struct err *err)
{
	size_t before = outcomes->count;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "iozone");
	/* with -R the table repeats the lines */
	read_children(outcomes, buf, len);
	if (outcomes->count == before)
		read_table(outcomes, buf, len);
	if (outcomes->count == before) {
		err_set(err, EINVAL, outcomes->name,
			"is iozone's output without figures of throughput mode "
			"in kB/sec or ops/sec");
		return err_remedy(err, "run iozone with -t");
	}
	if (!lines_has(buf, len, "iozone test complete") &&
	    lines_has(buf, len, "Iozone: Performance Test"))
		outcomes_note(outcomes, "iozone did not come to its end: its "
					"later tests are missing");
	return 0;
}
