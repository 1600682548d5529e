// SPDX-License-Identifier: GPL-2.0-only
#include "system/pci_dump.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* libpci reads lines into 256 bytes and wants the newline in the same piece */
#define LINE_MAX_BYTES 254

static size_t hex_digits(const char *s, const char *end)
{
	const char *from = s;

	while (s < end && isxdigit((unsigned char)*s))
		s++;
	return s - from;
}

/* "10: 00 1f ..." : an offset of two or three digits, then bytes */
static bool hex_line_ok(const char *s, const char *end)
{
	size_t digits = hex_digits(s, end);

	if (digits < 2 || digits > 3 || end - s < (ptrdiff_t)digits + 2 ||
	    s[digits] != ':' || s[digits + 1] != ' ')
		return true; /* some other line, which libpci passes over */
	s += digits + 2;
	while (s < end) {
		if (hex_digits(s, end) != 2)
			return false;
		s += 2;
		if (s < end && *s++ != ' ')
			return false;
	}
	return true;
}

unsigned int pci_dump_bad_line(const char *text, size_t len)
{
	const char *end = text + len;
	unsigned int number = 1;

	for (; text < end; number++) {
		const char *eol = memchr(text, '\n', end - text);
		const char *stop = eol;

		if (!eol || eol - text >= LINE_MAX_BYTES)
			return number;
		if (stop > text && stop[-1] == '\r')
			stop--;
		if (!hex_line_ok(text, stop))
			return number;
		text = eol + 1;
	}
	return 0;
}
