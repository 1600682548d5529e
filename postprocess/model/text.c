// SPDX-License-Identifier: GPL-2.0-only
#include "model/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool text_reserve(struct text *text, size_t more)
{
	size_t cap = text->cap ? text->cap : 256;
	char *buf;

	if (text->failed)
		return false;
	while (cap - text->len <= more)
		cap *= 2;
	if (cap == text->cap)
		return true;
	buf = realloc(text->buf, cap);
	if (!buf) {
		text->failed = true;
		return false;
	}
	text->buf = buf;
	text->cap = cap;
	return true;
}

void text_addn(struct text *text, const char *more, size_t len)
{
	if (!text_reserve(text, len))
		return;
	memcpy(text->buf + text->len, more, len);
	text->len += len;
	text->buf[text->len] = '\0';
}

void text_add(struct text *text, const char *more)
{
	text_addn(text, more, strlen(more));
}

void text_addf(struct text *text, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	if (len < 0 || !text_reserve(text, (size_t)len))
		return;
	va_start(args, format);
	vsnprintf(text->buf + text->len, (size_t)len + 1, format, args);
	va_end(args);
	text->len += (size_t)len;
}

void text_free(struct text *text)
{
	free(text->buf);
	*text = (struct text){0};
}

int strings_addf(struct strings *list, const char *format, ...)
{
	char **items = array_grow(list->items, list->count, sizeof(*items));
	va_list args;
	int len;

	if (!items)
		return -ENOMEM;
	list->items = items;
	va_start(args, format);
	len = vasprintf(&items[list->count], format, args);
	va_end(args);
	if (len < 0)
		return -ENOMEM;
	list->count++;
	return 0;
}

void strings_free(struct strings *list)
{
	size_t i;

	for (i = 0; i < list->count; i++)
		free(list->items[i]);
	free(list->items);
	*list = (struct strings){0};
}

void *array_grow(void *items, size_t count, size_t item_size)
{
	/* capacities are the powers of two: @count tells when one is full */
	if (count & (count - 1) || (count && count < 4))
		return items;
	return reallocarray(items, count < 4 ? 4 : count * 2, item_size);
}

size_t utf8_length(const char *s, size_t left)
{
	/* first byte's range, length, and the range of the second byte, which
	 * is where overlong forms, surrogates and > U+10FFFF show */
	static const struct {
		unsigned char lo, hi, length, lo2, hi2;
	} rows[] = {
		{0x00, 0x7f, 1, 0, 0},	     {0xc2, 0xdf, 2, 0x80, 0xbf},
		{0xe0, 0xe0, 3, 0xa0, 0xbf}, {0xe1, 0xec, 3, 0x80, 0xbf},
		{0xed, 0xed, 3, 0x80, 0x9f}, {0xee, 0xef, 3, 0x80, 0xbf},
		{0xf0, 0xf0, 4, 0x90, 0xbf}, {0xf1, 0xf3, 4, 0x80, 0xbf},
		{0xf4, 0xf4, 4, 0x80, 0x8f},
	};
	const unsigned char *u = (const unsigned char *)s;
	size_t i, k;

	for (i = 0; left && i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (u[0] < rows[i].lo || u[0] > rows[i].hi)
			continue;
		if (rows[i].length > left)
			return 0;
		if (rows[i].length > 1 &&
		    (u[1] < rows[i].lo2 || u[1] > rows[i].hi2))
			return 0;
		for (k = 2; k < rows[i].length; k++)
			if ((u[k] & 0xc0) != 0x80)
				return 0;
		return rows[i].length;
	}
	return 0;
}
