// SPDX-License-Identifier: GPL-2.0-only
#include "model/load.h"

#include "model/text.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* fio nests seven deep; the limit keeps a hostile file off jansson's stack */
#define DEPTH_MAX 64

/* far above every count, rate and time */
#define NUMBER_MAX 1e24

#define REPLACEMENT "\xef\xbf\xbd"

struct scan {
	const char *buf;
	size_t len;
	size_t at;
	struct repairs *repairs;
};

/* a document opens with the first '{' of a line; text has none there */
static bool seek_document(struct scan *scan)
{
	bool blank = true;
	size_t from = scan->at;

	for (; scan->at < scan->len; scan->at++) {
		char c = scan->buf[scan->at];

		if (c == '{' && blank)
			break;
		if (c == '\n')
			blank = true;
		else if (!isspace((unsigned char)c))
			blank = false;
	}
	for (; from < scan->at; from++)
		if (!isspace((unsigned char)scan->buf[from]))
			scan->repairs->skipped_bytes++;
	return scan->at < scan->len;
}

static void copy_char(struct scan *scan, struct text *out)
{
	size_t n = utf8_length(scan->buf + scan->at, scan->len - scan->at);

	if (n) {
		text_addn(out, scan->buf + scan->at, n);
		scan->at += n;
	} else {
		text_add(out, REPLACEMENT);
		scan->repairs->bad_bytes++;
		scan->at++;
	}
}

static void copy_string(struct scan *scan, struct text *out)
{
	copy_char(scan, out);
	while (scan->at < scan->len) {
		char c = scan->buf[scan->at];

		copy_char(scan, out);
		if (c == '"')
			return;
		if (c == '\\' && scan->at < scan->len)
			copy_char(scan, out);
	}
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
static void copy_word(struct scan *scan, struct text *out)
{
	const char *word = scan->buf + scan->at;
	size_t len = 0;

	while (scan->at + len < scan->len && in_word(word[len]))
		len++;
	if (is_not_number(word, len)) {
		text_add(out, "null");
		scan->repairs->not_numbers++;
	} else {
		text_addn(out, word, len);
	}
	scan->at += len;
}

/* Return: whether the document came to its end */
static bool copy_document(struct scan *scan, struct text *out)
{
	unsigned int depth = 0;

	while (scan->at < scan->len && depth <= DEPTH_MAX) {
		char c = scan->buf[scan->at];

		if (c == '"') {
			copy_string(scan, out);
			continue;
		}
		if (in_word(c)) {
			copy_word(scan, out);
			continue;
		}
		copy_char(scan, out);
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && !--depth)
			return true;
	}
	return false;
}

static unsigned int line_of(const char *buf, size_t at)
{
	unsigned int line = 1;

	while (at--)
		line += buf[at] == '\n';
	return line;
}

static int place(struct err *err, const char *name, unsigned int line,
		 const char *rule)
{
	char where[sizeof(err->value)];

	snprintf(where, sizeof(where), "%s:%u", name, line);
	return err_set(err, EINVAL, where, "%s", rule);
}

/* Return: where the last whole document starts; it is in @out */
static size_t last_document(struct scan *scan, struct text *out)
{
	struct text next = {0}, swap;
	size_t start = 0;

	while (seek_document(scan)) {
		size_t here = scan->at;

		next.len = 0;
		if (!copy_document(scan, &next)) {
			scan->repairs->truncated = true;
			if (!scan->repairs->documents)
				start = here;
			break;
		}
		scan->repairs->documents++;
		start = here;
		swap = *out;
		*out = next;
		next = swap;
	}
	out->failed |= next.failed;
	text_free(&next);
	return start;
}

static json_t *parse(const char *name, const struct text *text,
		     unsigned int line, struct err *err)
{
	json_error_t bad;
	json_t *root =
		json_loadb(text->buf, text->len,
			   JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &bad);

	if (!root)
		place(err, name, line + (unsigned int)bad.line - 1, bad.text);
	return root;
}

json_t *load_document(const char *name, const char *buf, size_t len,
		      struct repairs *repairs, struct err *err)
{
	struct repairs unasked = {0};
	struct scan scan = {.buf = buf,
			    .len = len,
			    .repairs = repairs ? repairs : &unasked};
	struct text text = {0};
	json_t *root = NULL;
	size_t start;

	*scan.repairs = (struct repairs){0};
	start = last_document(&scan, &text);
	if (text.failed)
		err_set(err, ENOMEM, name, "out of memory");
	else if (scan.repairs->documents)
		root = parse(name, &text, line_of(buf, start), err);
	else if (scan.repairs->truncated)
		place(err, name, line_of(buf, start),
		      "the JSON object that starts here never ends");
	else
		place(err, name, 1, len ? "holds no JSON object" : "is empty");
	text_free(&text);
	return root;
}

json_t *load_schema(const char *name, const char *buf, size_t len,
		    struct err *err)
{
	json_t *root = load_document(name, buf, len, NULL, err);
	double schema;

	if (!root)
		return NULL;
	schema = load_number(root, "schema", 0);
	if (schema >= 1 && schema < 2)
		return root;
	if (schema >= 2) {
		err_set(err, EINVAL, name, "has schema %g, this lanes reads 1",
			schema);
		err_remedy(err, "use a newer lanes");
	} else {
		err_set(err, EINVAL, name, "has no \"schema\": 1");
	}
	json_decref(root);
	return NULL;
}

void load_string(const json_t *object, const char *key, char *buf, size_t len)
{
	const char *value = json_string_value(json_object_get(object, key));
	size_t used = 0, n;

	/* cut between characters, never within one */
	while (value && value[used]) {
		n = utf8_length(value + used, strnlen(value + used, 4));
		if (!n || used + n >= len)
			break;
		memcpy(buf + used, value + used, n);
		used += n;
	}
	buf[used] = '\0';
}

double load_number(const json_t *object, const char *key, double missing)
{
	const json_t *value = json_object_get(object, key);

	if (!json_is_number(value) ||
	    !(fabs(json_number_value(value)) < NUMBER_MAX))
		return missing;
	return json_number_value(value);
}

int load_int(const json_t *object, const char *key)
{
	double value = load_number(object, key, 0);

	return fabs(value) < INT_MAX ? (int)value : 0;
}
