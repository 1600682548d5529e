// SPDX-License-Identifier: GPL-2.0-only
#include "model/load_scan.h"

#include <ctype.h>
#include <string.h>

/* fio nests seven deep; the limit keeps a hostile file off jansson's stack */
#define DEPTH_MAX 64

#define REPLACEMENT	"\xef\xbf\xbd"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* where the scanner stands; @keys: of the document that was copied last */
struct cursor {
	const char *buf;
	size_t len;
	size_t at;
	size_t keys;
	struct repairs *repairs;
};

static size_t skip_space(const struct cursor *cursor, size_t at)
{
	while (at < cursor->len && isspace((unsigned char)cursor->buf[at]))
		at++;
	return at;
}

/* a '{' before a key, before '}' or where the text ends */
static bool opens_object(const struct cursor *cursor)
{
	size_t next = skip_space(cursor, cursor->at + 1);

	return next == cursor->len || cursor->buf[next] == '"' ||
	       cursor->buf[next] == '}';
}

/* a document opens with the first '{' of a line; text has none there */
static bool seek_document(struct cursor *cursor)
{
	bool blank = true;
	size_t from = cursor->at;

	for (; cursor->at < cursor->len; cursor->at++) {
		char c = cursor->buf[cursor->at];

		if (c == '{' && blank && opens_object(cursor))
			break;
		if (c == '\n')
			blank = true;
		else if (!isspace((unsigned char)c))
			blank = false;
	}
	for (; from < cursor->at; from++)
		if (!isspace((unsigned char)cursor->buf[from]))
			cursor->repairs->skipped_bytes++;
	return cursor->at < cursor->len;
}

static void copy_char(struct cursor *cursor, struct text *out)
{
	size_t n =
		utf8_length(cursor->buf + cursor->at, cursor->len - cursor->at);

	if (n) {
		text_addn(out, cursor->buf + cursor->at, n);
		cursor->at += n;
	} else {
		text_add(out, REPLACEMENT);
		cursor->repairs->bad_bytes++;
		cursor->at++;
	}
}

static void copy_string(struct cursor *cursor, struct text *out)
{
	copy_char(cursor, out);
	while (cursor->at < cursor->len) {
		char c = cursor->buf[cursor->at];

		copy_char(cursor, out);
		if (c == '"')
			return;
		if (c == '\\' && cursor->at < cursor->len)
			copy_char(cursor, out);
	}
}

bool scan_is_filler(const char *key, size_t len)
{
	return len >= 3 && !strncmp(key, "0.", 2) &&
	       strspn(key + 2, "0") >= len - 2;
}

static void note_key(struct cursor *cursor, size_t from)
{
	size_t next = skip_space(cursor, cursor->at);

	if (next < cursor->len && cursor->buf[next] == ':' &&
	    !scan_is_filler(cursor->buf + from + 1, cursor->at - from - 2))
		cursor->keys++;
}

static bool is_not_number(const char *word, size_t len)
{
	static const char *const names[] = {"nan", "inf", "infinity"};
	size_t i;

	if (len && (*word == '-' || *word == '+')) {
		word++;
		len--;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (len == strlen(names[i]) &&
		    !strncasecmp(word, names[i], len))
			return true;
	return false;
}

static bool in_word(char c)
{
	return c && (isalnum((unsigned char)c) || strchr("+-._", c));
}

/* numbers, true, false, null; whatever it is, jansson judges it */
static void copy_word(struct cursor *cursor, struct text *out)
{
	const char *word = cursor->buf + cursor->at;
	size_t len = 0;

	while (cursor->at + len < cursor->len && in_word(word[len]))
		len++;
	if (is_not_number(word, len)) {
		text_add(out, "null");
		cursor->repairs->not_numbers++;
	} else {
		text_addn(out, word, len);
	}
	cursor->at += len;
}

/* Return: whether the document came to its end */
static bool copy_document(struct cursor *cursor, struct text *out)
{
	unsigned int depth = 0;

	cursor->keys = 0;
	while (cursor->at < cursor->len && depth <= DEPTH_MAX) {
		size_t from = cursor->at;
		char c = cursor->buf[from];

		if (c == '"') {
			copy_string(cursor, out);
			note_key(cursor, from);
			continue;
		}
		if (in_word(c)) {
			copy_word(cursor, out);
			continue;
		}
		copy_char(cursor, out);
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && !--depth)
			return true;
	}
	return false;
}

void scan_documents(struct scan *scan, const char *buf, size_t len,
		    struct repairs *repairs)
{
	struct cursor cursor = {.buf = buf, .len = len, .repairs = repairs};
	struct text next = {0}, swap;

	*scan = (struct scan){0};
	*repairs = (struct repairs){0};
	if (len >= 3 && !memcmp(buf, BYTE_ORDER_MARK, 3))
		cursor.at = 3;
	while (seek_document(&cursor)) {
		size_t here = cursor.at;

		next.len = 0;
		if (!copy_document(&cursor, &next)) {
			repairs->truncated = true;
			if (!repairs->documents)
				scan->start = here;
			break;
		}
		repairs->documents++;
		scan->keys = cursor.keys;
		scan->start = here;
		swap = scan->text;
		scan->text = next;
		next = swap;
	}
	scan->text.failed |= next.failed;
	text_free(&next);
}
