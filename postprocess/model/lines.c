// SPDX-License-Identifier: GPL-2.0-only
#include "model/lines.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* far above and below every count, rate and time */
#define NUMBER_MAX 1e24
#define NUMBER_MIN 1e-12

static bool is_end(char c)
{
	return c == '\n' || c == '\r';
}

static void copy_line(struct lines *lines, const char *from, size_t len)
{
	size_t i, used = 0;

	while (len && isspace((unsigned char)*from)) {
		from++;
		len--;
	}
	for (i = 0; i < len && used < sizeof(lines->text) - 1; i++)
		lines->text[used++] =
			(unsigned char)from[i] < ' ' ? ' ' : from[i];
	while (used && lines->text[used - 1] == ' ')
		used--;
	lines->text[used] = '\0';
}

bool lines_next(struct lines *lines)
{
	size_t from = lines->at;

	if (from >= lines->len)
		return false;
	while (lines->at < lines->len && !is_end(lines->buf[lines->at]))
		lines->at++;
	copy_line(lines, lines->buf + from, lines->at - from);
	lines->number++;
	/* "\r\n" is one end */
	if (lines->at + 1 < lines->len && lines->buf[lines->at] == '\r' &&
	    lines->buf[lines->at + 1] == '\n')
		lines->at++;
	lines->at++;
	return true;
}

bool lines_has(const char *buf, size_t len, const char *word)
{
	return memmem(buf, len, word, strlen(word));
}

bool lines_skip(const char **at, const char *word)
{
	const char *from = *at + strspn(*at, " \t");

	if (strncmp(from, word, strlen(word)) != 0)
		return false;
	*at = from + strlen(word);
	return true;
}

static double multiplier(const char **at)
{
	static const char letters[] = "kMGT";
	const char *from = *at + strspn(*at, " ");
	const char *found = *from ? strchr(letters, *from) : NULL;

	if (!found || isalpha((unsigned char)from[1]))
		return 1;
	*at = from + 1;
	return pow(1000, (double)(found - letters + 1));
}

double lines_number(const char **at)
{
	char copy[64];
	const char *from = *at + strspn(*at, " \t");
	size_t len = strspn(from, "+-0123456789.,eE"), i;
	char *end;
	double value;

	if (!len || len >= sizeof(copy))
		return NAN;
	for (i = 0; i < len; i++)
		copy[i] = from[i] == ',' ? '.' : from[i];
	copy[len] = '\0';
	value = strtod(copy, &end);
	if (end == copy || !(value >= 0 && value < NUMBER_MAX) ||
	    (value > 0 && value < NUMBER_MIN))
		return NAN;
	*at = from + (end - copy);
	return value * multiplier(at);
}

static const struct {
	const char *name;
	double factor;
} units[] = {
	{"ns", 1},
	{"us", 1e3},
	{"µs", 1e3},
	{"ms", 1e6},
	{"s", 1e9},
	{"sec", 1e9},
	{"min", 60e9},
	{"B", 1},
	{"kB", 1e3},
	{"KB", 1e3},
	{"MB", 1e6},
	{"GB", 1e9},
	{"TB", 1e12},
	{"KiB", 1024},
	{"MiB", 1048576.0},
	{"GiB", 1073741824.0},
	{"TiB", 1099511627776.0},
};

#define UNITS (sizeof(units) / sizeof(units[0]))

double lines_unit(const char **at)
{
	const char *from = *at + strspn(*at, " \t");
	size_t len = strcspn(from, " \t/,;)");
	size_t i;

	for (i = 0; i < UNITS; i++)
		if (strlen(units[i].name) == len &&
		    !strncmp(from, units[i].name, len)) {
			*at = from + len;
			return units[i].factor;
		}
	return NAN;
}
