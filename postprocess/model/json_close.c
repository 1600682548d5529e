// SPDX-License-Identifier: GPL-2.0-only
#include "model/json_close.h"

#include <string.h>

/* deeper than any recording; what is deeper is left as it is */
#define DEPTH_MAX 32

/**
 * struct scan
 * @open:  what closes each that is open
 * @whole: behind the last '}' or ']' so far; @then: what was open there
 */
struct scan {
	char open[DEPTH_MAX];
	unsigned int depth;
	size_t whole;
	char then[DEPTH_MAX];
	unsigned int then_depth;
};

/* Return: behind the string that begins at @at, or @len where it never ends */
static size_t skip_string(const char *buf, size_t len, size_t at)
{
	for (at++; at < len; at++) {
		if (buf[at] == '\\')
			at++;
		else if (buf[at] == '"')
			return at + 1;
	}
	return len;
}

static void close_one(struct scan *scan, size_t at)
{
	if (scan->depth)
		scan->depth--;
	scan->whole = at + 1;
	memcpy(scan->then, scan->open, scan->depth);
	scan->then_depth = scan->depth;
}

/* Return: whether it was too deep to follow */
static bool run(struct scan *scan, const char *buf, size_t len)
{
	size_t at = 0;

	while (at < len) {
		char c = buf[at];

		if (c == '"') {
			at = skip_string(buf, len, at);
			continue;
		}
		if (c == '{' || c == '[') {
			if (scan->depth == DEPTH_MAX)
				return true;
			scan->open[scan->depth++] = c == '{' ? '}' : ']';
		} else if (c == '}' || c == ']') {
			close_one(scan, at);
		}
		at++;
	}
	return false;
}

bool json_close_text(struct text *out, const char *buf, size_t len)
{
	struct scan scan = {0};

	if (run(&scan, buf, len) || !scan.depth || !scan.whole) {
		text_addn(out, buf, len);
		return false;
	}
	text_addn(out, buf, scan.whole);
	while (scan.then_depth)
		text_addn(out, &scan.then[--scan.then_depth], 1);
	return true;
}
