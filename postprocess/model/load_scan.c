// SPDX-License-Identifier: GPL-2.0-only
#include "model/load_scan.h"

#include <ctype.h>
#include <string.h>

/* fio nests seven deep; the limit keeps a hostile file off jansson's stack */
#define DEPTH_MAX 64

#define REPLACEMENT	"\xef\xbf\xbd"
#define BYTE_ORDER_MARK "\xef\xbb\xbf"

/* what a byte may begin; all others stand for themselves */
enum {
	PLAIN,
	WORD,
	STRING,
	OPEN,
	CLOSE,
	WIDE
};

static const unsigned char kinds[256] = {
	['0' ... '9'] = WORD,	['A' ... 'Z'] = WORD, ['a' ... 'z'] = WORD,
	['+'] = WORD,		['-'] = WORD,	      ['.'] = WORD,
	['_'] = WORD,		['"'] = STRING,	      ['{'] = OPEN,
	['['] = OPEN,		['}'] = CLOSE,	      [']'] = CLOSE,
	[0x80 ... 0xff] = WIDE,
};

/**
 * struct cursor - where the scanner stands
 * @copied:  up to where the document is in @out, once something in it changed
 * @changed: something did; else it can be used where it stands
 * @keys:    of the document
 */
struct cursor {
	const char *buf;
	size_t len;
	size_t at;
	size_t copied;
	bool changed;
	size_t keys;
	struct text *out;
	const char *lift;
	struct repairs *repairs;
};

static unsigned char kind_at(const struct cursor *cursor)
{
	return kinds[(unsigned char)cursor->buf[cursor->at]];
}

static size_t skip_space(const char *buf, size_t len, size_t at)
{
	while (at < len && isspace((unsigned char)buf[at]))
		at++;
	return at;
}

/*
 * A document opens with a '{' before a key, before '}' or where the text ends,
 * as the first of a line: text has none there.  fio's own may also stand behind
 * what a terminal left there.
 */
static bool opens_object(const struct cursor *cursor, bool blank)
{
	static const char fio[] = "\"fio version\"";
	size_t next = skip_space(cursor->buf, cursor->len, cursor->at + 1);
	size_t left = cursor->len - next;

	if (!blank)
		return left > sizeof(fio) &&
		       !memcmp(cursor->buf + next, fio, sizeof(fio) - 1);
	return !left || cursor->buf[next] == '"' || cursor->buf[next] == '}';
}

static bool seek_document(struct cursor *cursor)
{
	bool blank = true;
	size_t from = cursor->at;

	for (; cursor->at < cursor->len; cursor->at++) {
		char c = cursor->buf[cursor->at];

		if (c == '{' && opens_object(cursor, blank))
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

/* what stands from @at on is replaced: the copy catches up to there */
static void change(struct cursor *cursor)
{
	text_addn(cursor->out, cursor->buf + cursor->copied,
		  cursor->at - cursor->copied);
	cursor->changed = true;
}

static void replace(struct cursor *cursor, size_t len, const char *by)
{
	change(cursor);
	text_add(cursor->out, by);
	cursor->at += len;
	cursor->copied = cursor->at;
}

static void skip_wide(struct cursor *cursor)
{
	size_t n =
		utf8_length(cursor->buf + cursor->at, cursor->len - cursor->at);

	if (n) {
		cursor->at += n;
		return;
	}
	cursor->repairs->bad_bytes++;
	replace(cursor, 1, REPLACEMENT);
}

static void skip_string(struct cursor *cursor)
{
	cursor->at++;
	while (cursor->at < cursor->len) {
		char c = cursor->buf[cursor->at];

		if (kind_at(cursor) == WIDE) {
			skip_wide(cursor);
			continue;
		}
		cursor->at++;
		if (c == '"')
			return;
		if (c == '\\' && cursor->at < cursor->len &&
		    kind_at(cursor) != WIDE)
			cursor->at++;
	}
}

bool scan_is_filler(const char *key, size_t len)
{
	return len >= 3 && !strncmp(key, "0.", 2) &&
	       strspn(key + 2, "0") >= len - 2;
}

static size_t flat_word(const char *buf, size_t len, size_t at)
{
	while (at < len && (isalnum((unsigned char)buf[at]) || buf[at] == '_'))
		at++;
	return at;
}

size_t scan_flat(const char *buf, size_t len, size_t at)
{
	size_t end;

	for (at++;; at++) {
		at = skip_space(buf, len, at);
		if (at >= len || buf[at] != '"')
			return 0;
		end = flat_word(buf, len, at + 1);
		if (end == at + 1 || end >= len || buf[end] != '"')
			return 0;
		at = skip_space(buf, len, end + 1);
		if (at >= len || buf[at] != ':')
			return 0;
		at = skip_space(buf, len, at + 1);
		for (end = at; end < len && isdigit((unsigned char)buf[end]);)
			end++;
		if (end == at || end - at > 18)
			return 0;
		at = skip_space(buf, len, end);
		if (at < len && buf[at] == '}')
			return at + 1;
		if (at >= len || buf[at] != ',')
			return 0;
	}
}

/* its place stands for it, and its lines stay, so that errors have theirs */
static void lift(struct cursor *cursor, size_t from, size_t end)
{
	size_t i;

	change(cursor);
	text_addn(cursor->out, cursor->buf + cursor->at, from - cursor->at);
	text_addf(cursor->out, "%zu", from);
	for (i = from; i < end; i++)
		if (cursor->buf[i] == '\n')
			text_add(cursor->out, "\n");
	cursor->at = cursor->copied = end;
}

/* the string that began at @from has been read: is it a key? */
static void note_key(struct cursor *cursor, size_t from)
{
	const char *key = cursor->buf + from + 1;
	size_t len = cursor->at - from - 2;
	size_t next = skip_space(cursor->buf, cursor->len, cursor->at), end;

	if (next >= cursor->len || cursor->buf[next] != ':' ||
	    scan_is_filler(key, len))
		return;
	cursor->keys++;
	if (!cursor->lift || len != strlen(cursor->lift) ||
	    memcmp(key, cursor->lift, len))
		return;
	next = skip_space(cursor->buf, cursor->len, next + 1);
	if (next >= cursor->len || cursor->buf[next] != '{')
		return;
	end = scan_flat(cursor->buf, cursor->len, next);
	if (end)
		lift(cursor, next, end);
}

static bool is_not_number(const char *word, size_t len)
{
	static const char *const names[] = {"nan", "inf", "infinity"};
	size_t i;

	if (*word == '-' || *word == '+') {
		word++;
		len--;
	}
	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (len == strlen(names[i]) &&
		    !strncasecmp(word, names[i], len))
			return true;
	return false;
}

/* numbers, true, false, null; whatever it is, jansson judges it */
static void skip_word(struct cursor *cursor)
{
	const char *word = cursor->buf + cursor->at;
	size_t len = 1;

	while (cursor->at + len < cursor->len &&
	       kinds[(unsigned char)word[len]] == WORD)
		len++;
	if (isdigit((unsigned char)*word) || !is_not_number(word, len)) {
		cursor->at += len;
		return;
	}
	cursor->repairs->not_numbers++;
	replace(cursor, len, "null");
}

/* Return: whether the document came to its end */
static bool skip_document(struct cursor *cursor)
{
	unsigned int depth = 0;

	cursor->keys = 0;
	cursor->changed = false;
	cursor->copied = cursor->at;
	cursor->out->len = 0;
	while (cursor->at < cursor->len && depth <= DEPTH_MAX) {
		size_t from = cursor->at;

		switch (kind_at(cursor)) {
		case STRING:
			skip_string(cursor);
			note_key(cursor, from);
			continue;
		case WORD:
			skip_word(cursor);
			continue;
		case WIDE:
			skip_wide(cursor);
			continue;
		case OPEN:
			depth++;
			break;
		case CLOSE:
			cursor->at++;
			if (!--depth)
				return true;
			continue;
		}
		cursor->at++;
	}
	return false;
}

/* the document that was just read is the one that counts, so far */
static void keep(struct scan *scan, struct cursor *cursor, size_t start)
{
	struct text swap = scan->mended;

	scan->start = start;
	scan->keys = cursor->keys;
	scan->text = cursor->buf + start;
	scan->len = cursor->at - start;
	if (!cursor->changed)
		return;
	change(cursor);
	scan->mended = *cursor->out;
	*cursor->out = swap;
	scan->text = scan->mended.buf;
	scan->len = scan->mended.len;
}

void scan_documents(struct scan *scan, const char *buf, size_t len,
		    const char *lift_key, struct repairs *repairs)
{
	struct text next = {0};
	struct cursor cursor = {.buf = buf,
				.len = len,
				.out = &next,
				.lift = lift_key,
				.repairs = repairs};

	*scan = (struct scan){0};
	*repairs = (struct repairs){0};
	if (len >= 3 && !memcmp(buf, BYTE_ORDER_MARK, 3))
		cursor.at = 3;
	while (seek_document(&cursor)) {
		size_t start = cursor.at;

		if (!skip_document(&cursor)) {
			repairs->truncated = true;
			if (!repairs->documents)
				scan->start = start;
			break;
		}
		repairs->documents++;
		keep(scan, &cursor, start);
	}
	scan->mended.failed |= next.failed;
	text_free(&next);
}
