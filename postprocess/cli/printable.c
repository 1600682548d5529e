// SPDX-License-Identifier: GPL-2.0-only
#include "cli/printable.h"

#include <stdint.h>
#include <string.h>

static uint32_t decode(const char *from, size_t len)
{
	const unsigned char *u = (const unsigned char *)from;
	uint32_t code = len == 1 ? u[0] : u[0] & (0xff >> (len + 1));
	size_t i;

	for (i = 1; i < len; i++)
		code = code << 6 | (u[i] & 0x3f);
	return code;
}

static bool is_printable(uint32_t code)
{
	static const struct {
		uint32_t lo, hi;
	} rows[] = {
		{0x00, 0x1f},	  {0x7f, 0x9f},	    {0x200b, 0x200f},
		{0x2028, 0x202e}, {0x2060, 0x206f}, {0xfeff, 0xfeff},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (code >= rows[i].lo && code <= rows[i].hi)
			return false;
	return true;
}

void printable_add(struct text *text, const char *from)
{
	while (*from) {
		size_t len = utf8_length(from, strnlen(from, 4));

		if (len && is_printable(decode(from, len)))
			text_addn(text, from, len);
		else
			text_add(text, "?");
		from += len ? len : 1;
	}
}

size_t printable_width(const char *text)
{
	size_t width = 0;

	for (; *text; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}

void printable_pad(struct text *text, size_t count)
{
	while (count--)
		text_add(text, " ");
}

void printable_left(struct text *text, const char *what, size_t width)
{
	size_t used = printable_width(what);

	text_add(text, what);
	if (used < width)
		printable_pad(text, width - used);
}

void printable_right(struct text *text, const char *what, size_t width)
{
	size_t used = printable_width(what);

	if (used < width)
		printable_pad(text, width - used);
	text_add(text, what);
}
