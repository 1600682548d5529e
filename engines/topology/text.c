// SPDX-License-Identifier: GPL-2.0-only
#include "topology/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

static const char *const speeds[TOPO_GEN_MAX + 1] = {"?",  "2.5", "5", "8",
						     "16", "32",  "64"};

/* the tail after the number, in every spelling that kernels have used */
static bool is_speed_unit(const char *tail)
{
	return !strcmp(tail, " GT/s") || !strcmp(tail, " GT/s PCIe");
}

int topo_parse_speed(const char *text)
{
	int gen;

	if (!strncmp(text, "Unknown", strlen("Unknown")))
		return 0;
	for (gen = TOPO_GEN_MAX; gen; gen--) {
		size_t len = strlen(speeds[gen]);
		const char *tail = text + len;

		if (strncmp(text, speeds[gen], len))
			continue;
		if (!strncmp(tail, ".0", 2) && !strchr(speeds[gen], '.'))
			tail += 2;
		if (is_speed_unit(tail))
			return gen;
	}
	return -EINVAL;
}

const char *topo_speed_text(uint8_t gen)
{
	return speeds[gen <= TOPO_GEN_MAX ? gen : 0];
}

const char *topo_link_text(struct topo_link link, char *buf, size_t len)
{
	if (topo_link_known(link))
		snprintf(buf, len, "%s GT/s x%u", topo_speed_text(link.gen),
			 link.width);
	else
		snprintf(buf, len, "unknown");
	return buf;
}

/*
 * Up to @max_digits of hex, at least one, no more than @max.
 * Return: what follows, or NULL.
 */
static const char *hex(const char *text, unsigned int max_digits, uint32_t max,
		       uint32_t *value)
{
	unsigned int n;

	*value = 0;
	for (n = 0; n < max_digits && isxdigit((unsigned char)text[n]); n++) {
		char c = tolower((unsigned char)text[n]);

		*value = *value << 4 | (isdigit(c) ? c - '0' : c - 'a' + 10);
	}
	return n && *value <= max ? text + n : NULL;
}

static const char *expect(const char *text, char c)
{
	return text && *text == c ? text + 1 : NULL;
}

int topo_parse_bdf(struct topo_bdf *bdf, const char *text)
{
	uint32_t domain = 0, bus, dev, func;
	const char *s = strchr(text, ':');

	if (s && strchr(s + 1, ':')) {
		text = expect(hex(text, 8, UINT32_MAX, &domain), ':');
		if (!text)
			return -EINVAL;
	}
	s = expect(hex(text, 2, 0xff, &bus), ':');
	if (s)
		s = expect(hex(s, 2, 0x1f, &dev), '.');
	if (s)
		s = hex(s, 1, 7, &func);
	if (!s || *s)
		return -EINVAL;
	bdf->domain = domain;
	bdf->bus = bus;
	bdf->dev = dev;
	bdf->func = func;
	return 0;
}
