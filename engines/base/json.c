// SPDX-License-Identifier: GPL-2.0-only
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void put(struct json *json, const char *text, size_t len)
{
	/* the last byte of the buffer is kept for the NUL */
	if (json->len + 1 < json->cap) {
		size_t room = json->cap - 1 - json->len;
		size_t n = len < room ? len : room;

		memcpy(json->buf + json->len, text, n);
		json->buf[json->len + n] = '\0';
	}
	json->len += len;
}

static void put_text(struct json *json, const char *text)
{
	put(json, text, strlen(text));
}

/*
 * Length of the UTF-8 sequence at @s, 0 if it is none: overlong forms,
 * surrogates and values above U+10FFFF are none (RFC 3629).  Reading stops at
 * the NUL, which is no continuation byte.
 */
static unsigned int utf8_len(const unsigned char *s)
{
	unsigned int n, i;

	if (s[0] < 0x80)
		return 1;
	n = s[0] >= 0xc2 && s[0] <= 0xdf   ? 2
	    : (s[0] & 0xf0) == 0xe0	   ? 3
	    : s[0] >= 0xf0 && s[0] <= 0xf4 ? 4
					   : 0;
	for (i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
	    (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
		return 0;
	return n;
}

static void put_quoted(struct json *json, const char *value)
{
	const unsigned char *s = (const unsigned char *)value;
	char escape[8];

	put(json, "\"", 1);
	while (*s) {
		unsigned int n = utf8_len(s);

		if (!n) {
			put_text(json, "\\ufffd");
			n = 1;
		} else if (*s == '"' || *s == '\\') {
			snprintf(escape, sizeof(escape), "\\%c", *s);
			put_text(json, escape);
		} else if (*s < 0x20 || *s == 0x7f) {
			snprintf(escape, sizeof(escape), "\\u%04x", *s);
			put_text(json, escape);
		} else {
			put(json, (const char *)s, n);
		}
		s += n;
	}
	put(json, "\"", 1);
}

/* what stands before every value: comma, line, indentation, key */
static void lead(struct json *json, const char *key)
{
	unsigned int i;

	if (json->depth) {
		put_text(json, json->has_items[json->depth - 1] ? ",\n" : "\n");
		json->has_items[json->depth - 1] = true;
	}
	for (i = 0; i < json->depth; i++)
		put(json, "  ", 2);
	if (key) {
		put_quoted(json, key);
		put(json, ": ", 2);
	}
}

static void open_level(struct json *json, const char *key, char opener,
		       char closer)
{
	lead(json, key);
	put(json, &opener, 1);
	assert(json->depth < JSON_MAX_DEPTH);
	json->closer[json->depth] = closer;
	json->has_items[json->depth] = false;
	json->depth++;
}

void json_init(struct json *json, char *buf, size_t cap)
{
	memset(json, 0, sizeof(*json));
	json->buf = buf;
	json->cap = cap;
	if (cap)
		buf[0] = '\0';
}

void json_open_object(struct json *json, const char *key)
{
	open_level(json, key, '{', '}');
}

void json_open_array(struct json *json, const char *key)
{
	open_level(json, key, '[', ']');
}

void json_close(struct json *json)
{
	unsigned int i;

	assert(json->depth);
	json->depth--;
	if (json->has_items[json->depth]) {
		put(json, "\n", 1);
		for (i = 0; i < json->depth; i++)
			put(json, "  ", 2);
	}
	put(json, &json->closer[json->depth], 1);
}

void json_put_string(struct json *json, const char *key, const char *value)
{
	lead(json, key);
	if (value)
		put_quoted(json, value);
	else
		put_text(json, "null");
}

void json_put_uint(struct json *json, const char *key, uint64_t value)
{
	char text[24];

	lead(json, key);
	snprintf(text, sizeof(text), "%llu", (unsigned long long)value);
	put_text(json, text);
}

void json_put_int(struct json *json, const char *key, int64_t value)
{
	char text[24];

	lead(json, key);
	snprintf(text, sizeof(text), "%lld", (long long)value);
	put_text(json, text);
}

void json_put_double(struct json *json, const char *key, double value)
{
	char text[40];

	if (!isfinite(value)) {
		json_put_null(json, key);
		return;
	}
	lead(json, key);
	snprintf(text, sizeof(text), "%.10g", value);
	put_text(json, text);
}

void json_put_bool(struct json *json, const char *key, bool value)
{
	lead(json, key);
	put_text(json, value ? "true" : "false");
}

void json_put_null(struct json *json, const char *key)
{
	lead(json, key);
	put_text(json, "null");
}

size_t json_finish(struct json *json)
{
	assert(!json->depth);
	put(json, "\n", 1);
	return json->len;
}
