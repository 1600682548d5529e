// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"
#include "model/tool.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * A table's head is two lines of words, as many in one as in the other behind
 * "interval": "i/o MB/sec bytes read resp ..." over "rate 1024**2 i/o pct time
 * ...".  Which columns there are differs by version.
 */
#define COLUMNS_MAX 32
#define WORD_MAX    16

enum column {
	RATE,
	MBPS,
	BYTES,
	READ_PERCENT,
	MEAN,
	READ_MEAN,
	WRITE_MEAN,
	DEVIATION,
	COLUMN_KINDS
};

/* the first column with both words, from the left */
static const char *const words[COLUMN_KINDS][2] = {
	[RATE] = {"i/o", "rate"},	  [MBPS] = {"MB/sec", "1024**2"},
	[BYTES] = {"bytes", "i/o"},	  [READ_PERCENT] = {"read", "pct"},
	[MEAN] = {"resp", "time"},	  [READ_MEAN] = {"read", "resp"},
	[WRITE_MEAN] = {"write", "resp"}, [DEVIATION] = {"resp", "stddev"},
};

struct head {
	char word[2][COLUMNS_MAX][WORD_MAX];
	int at[COLUMN_KINDS];
};

bool vdbench_knows(const char *buf, size_t len)
{
	return lines_has(buf, len, "interval") && lines_has(buf, len, "avg_") &&
	       lines_has(buf, len, "1024**2");
}

/* summary.html has tags around the text */
static void drop_tags(char *text)
{
	char *to = text;

	while (*text) {
		char *end = *text == '<' ? strchr(text, '>') : NULL;

		if (end)
			text = end + 1;
		else
			*to++ = *text++;
	}
	*to = '\0';
}

static int split(const char *text, char word[COLUMNS_MAX][WORD_MAX])
{
	int count = 0;

	while (count < COLUMNS_MAX) {
		size_t len;

		text += strspn(text, " ");
		len = strcspn(text, " ");
		if (!len)
			break;
		snprintf(word[count++], WORD_MAX, "%.*s", (int)len, text);
		text += len;
	}
	return count;
}

/* @upper is the line above @lower */
static void read_head(struct head *head, const char *upper, const char *lower)
{
	int count, column, kind;

	for (kind = 0; kind < COLUMN_KINDS; kind++)
		head->at[kind] = -1;
	count = split(strstr(upper, "interval") + 8, head->word[0]);
	if (split(lower, head->word[1]) != count)
		return;
	for (column = count - 1; column >= 0; column--)
		for (kind = 0; kind < COLUMN_KINDS; kind++)
			if (!strcmp(head->word[0][column], words[kind][0]) &&
			    !strcmp(head->word[1][column], words[kind][1]))
				head->at[kind] = column;
}

/* "Starting RD=rd1; I/O rate: ...; elapsed=5; For loops: threads=2" */
static bool read_start(char *test, size_t size, const char *text)
{
	const char *name = strstr(text, "Starting RD=");
	const char *loops = strstr(text, "For loops: ");

	if (!name)
		return false;
	name += 12;
	snprintf(test, size, "%.*s", (int)strcspn(name, ";"), name);
	if (loops && strcmp(loops + 11, "None"))
		snprintf(test + strlen(test), size - strlen(test), " %s",
			 loops + 11);
	return true;
}

static double cell(const double *row, const struct head *head,
		   enum column column)
{
	return head->at[column] < 0 ? NAN : row[head->at[column]];
}

static struct outcome *add(struct outcomes *outcomes, const char *test,
			   enum side side, double iops, double mean_ms)
{
	struct outcome *outcome = outcomes_add(outcomes, test, side);

	outcome->iops = iops;
	if (mean_ms > 0) {
		/* how long it ran is not told: its rate is its weight */
		outcome->latency.count = iops;
		outcome->latency.mean_ns = mean_ms * 1e6;
	}
	return outcome;
}

static void add_row(struct outcomes *outcomes, const char *test,
		    const struct head *head, const double *row)
{
	double iops = cell(row, head, RATE);
	double reads = cell(row, head, READ_PERCENT) / 100;
	double bytes = cell(row, head, BYTES);
	double deviation = cell(row, head, DEVIATION);
	enum side side = reads >= 1  ? SIDE_READ
			 : reads > 0 ? SIDE_MIXED
				     : SIDE_WRITE;
	struct outcome *outcome;

	if (!(iops > 0))
		return;
	if (isnan(reads))
		side = SIDE_COUNT;
	if (side == SIDE_MIXED) {
		add(outcomes, test, SIDE_READ, iops * reads,
		    cell(row, head, READ_MEAN));
		add(outcomes, test, SIDE_WRITE, iops * (1 - reads),
		    cell(row, head, WRITE_MEAN));
	}
	outcome = add(outcomes, test, side, iops, cell(row, head, MEAN));
	outcome->latency.stddev_ns = deviation > 0 ? deviation * 1e6 : 0;
	/* more digits than MB/sec has */
	outcome->rate_Bps =
		bytes > 0 ? iops * bytes : cell(row, head, MBPS) * 1048576;
}

/* "16:24:36.053     avg_2-5      104.5     0.10 ...", the time not always */
static const char *find_average(const char *text)
{
	const char *at = strstr(text, "avg_");

	return at && (at == text || at[-1] == ' ') ? at : NULL;
}

static void read_average(struct outcomes *outcomes, const char *test,
			 const struct head *head, const char *at)
{
	double row[COLUMNS_MAX];
	int i;

	at += strcspn(at, " ");
	for (i = 0; i < COLUMNS_MAX; i++) {
		row[i] = lines_number(&at);
		/* NaN, and behind the last one */
		if (isnan(row[i])) {
			at += strspn(at, " ");
			at += strcspn(at, " ");
		}
	}
	add_row(outcomes, test, head, row);
}

int vdbench_parse(struct outcomes *outcomes, const char *buf, size_t len,
		  struct err *err)
{
	size_t before = outcomes->count;
	struct lines lines = {.buf = buf, .len = len};
	char upper[sizeof(lines.text)] = "", test[96] = "";
	struct head head = {0};
	bool under_head = false, known = false;
	const char *average;

	snprintf(outcomes->tool, sizeof(outcomes->tool), "vdbench");
	while (lines_next(&lines)) {
		drop_tags(lines.text);
		if (under_head) {
			read_head(&head, upper, lines.text);
			known = head.at[RATE] >= 0;
		}
		under_head = strstr(lines.text, "interval") &&
			     strstr(lines.text, "MB/sec");
		snprintf(upper, sizeof(upper), "%s", lines.text);
		average = find_average(lines.text);
		if (!read_start(test, sizeof(test), lines.text) && known &&
		    average)
			read_average(outcomes, test, &head, average);
	}
	if (outcomes->count > before)
		return 0;
	err_set(err, EINVAL, outcomes->name,
		"is vdbench's output without an average of raw I/O");
	return err_remedy(err, "give summary.html, or totals.html, of a run "
			       "that came to its end");
}
