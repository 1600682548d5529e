// SPDX-License-Identifier: GPL-2.0-only
#include "base/cpus.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#define WORDS (CPUS_MAX / 64)

/* strtoul() would take signs, white space and overflow */
static int parse_number(const char **text, unsigned int *number)
{
	const char *s = *text;

	if (!isdigit((unsigned char)*s))
		return -EINVAL;
	for (*number = 0; isdigit((unsigned char)*s); s++) {
		*number = *number * 10 + (*s - '0');
		if (*number >= CPUS_MAX)
			return -EINVAL;
	}
	*text = s;
	return 0;
}

static int parse_range(struct cpus *cpus, const char **text)
{
	unsigned int first, last;

	if (parse_number(text, &first))
		return -EINVAL;
	last = first;
	if (**text == '-') {
		(*text)++;
		if (parse_number(text, &last) || last < first)
			return -EINVAL;
	}
	while (first <= last)
		cpus_add(cpus, first++);
	return 0;
}

int cpus_parse(struct cpus *cpus, const char *text)
{
	const char *s = text;

	cpus_clear(cpus);
	if (!*s)
		return 0;
	do {
		while (*s == ' ') /* msi affinity lists: "0, 1, 2" */
			s++;
		if (parse_range(cpus, &s))
			goto bad;
	} while (*s++ == ',');
	if (!s[-1])
		return 0;
bad:
	cpus_clear(cpus);
	return -EINVAL;
}

const char *cpus_format(const struct cpus *cpus, char *buf, size_t len)
{
	unsigned int cpu, last;
	size_t used = 0;

	buf[0] = '\0';
	for (cpu = 0; cpu < CPUS_MAX && used < len; cpu = last + 1) {
		last = cpu;
		if (!cpus_has(cpus, cpu))
			continue;
		while (last + 1 < CPUS_MAX && cpus_has(cpus, last + 1))
			last++;
		used += snprintf(buf + used, len - used,
				 last > cpu ? "%s%u-%u" : "%s%u",
				 used ? "," : "", cpu, last);
	}
	return buf;
}

void cpus_clear(struct cpus *cpus)
{
	memset(cpus, 0, sizeof(*cpus));
}

void cpus_add(struct cpus *cpus, unsigned int cpu)
{
	if (cpu < CPUS_MAX)
		cpus->bits[cpu / 64] |= 1ULL << cpu % 64;
}

bool cpus_has(const struct cpus *cpus, unsigned int cpu)
{
	return cpu < CPUS_MAX && cpus->bits[cpu / 64] >> cpu % 64 & 1;
}

unsigned int cpus_count(const struct cpus *cpus)
{
	unsigned int i, n = 0;

	for (i = 0; i < WORDS; i++)
		n += __builtin_popcountll(cpus->bits[i]);
	return n;
}

void cpus_keep(struct cpus *cpus, const struct cpus *other)
{
	unsigned int i;

	for (i = 0; i < WORDS; i++)
		cpus->bits[i] &= other->bits[i];
}

int cpus_nth(const struct cpus *cpus, unsigned int nth)
{
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS_MAX; cpu++)
		if (cpus_has(cpus, cpu) && !nth--)
			return cpu;
	return -1;
}
