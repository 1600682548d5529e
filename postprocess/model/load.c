// SPDX-License-Identifier: GPL-2.0-only
#include "model/load.h"

#include "model/load_scan.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* far above every count, rate and time */
#define NUMBER_MAX 1e24

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

static json_t *parse(const char *name, const struct scan *scan,
		     unsigned int line, struct err *err)
{
	json_error_t bad;
	json_t *root =
		json_loadb(scan->text, scan->len,
			   JSON_DECODE_INT_AS_REAL | JSON_ALLOW_NUL, &bad);

	if (!root)
		place(err, name, line + (unsigned int)bad.line - 1, bad.text);
	return root;
}

/* jansson keeps the last of two equal keys: what is missing, stood twice */
static size_t count_keys(const json_t *value)
{
	const json_t *item;
	const char *key;
	size_t i, count = 0;

	json_array_foreach(value, i, item) count += count_keys(item);
	/* the macro wants a non-const object, and only reads it */
	json_object_foreach((json_t *)value, key, item) count +=
		!scan_is_filler(key, strlen(key)) + count_keys(item);
	return count;
}

/* what a Windows console redirects is UTF-16 */
static bool is_utf16(const char *buf, size_t len)
{
	return len >= 2 &&
	       (!memcmp(buf, "\xff\xfe", 2) || !memcmp(buf, "\xfe\xff", 2));
}

static int no_document(const char *name, const char *buf, size_t len,
		       size_t start, bool truncated, struct err *err)
{
	if (truncated)
		return place(err, name, line_of(buf, start),
			     "the JSON object that starts here never ends");
	if (!is_utf16(buf, len))
		return place(err, name, 1,
			     len ? "holds no JSON object" : "is empty");
	place(err, name, 1, "is UTF-16");
	return err_remedy(err, "convert it: iconv -f UTF-16 -t UTF-8");
}

json_t *load_lifted(const char *name, const char *buf, size_t len,
		    const char *key, struct repairs *repairs, struct err *err)
{
	struct repairs unasked;
	struct scan scan;
	json_t *root = NULL;

	if (!repairs)
		repairs = &unasked;
	scan_documents(&scan, buf, len, key, repairs);
	if (scan.mended.failed)
		err_set(err, ENOMEM, name, "out of memory");
	else if (repairs->documents)
		root = parse(name, &scan, line_of(buf, scan.start), err);
	else
		no_document(name, buf, len, scan.start, repairs->truncated,
			    err);
	text_free(&scan.mended);
	if (root)
		repairs->twice = scan.keys - count_keys(root);
	return root;
}

json_t *load_document(const char *name, const char *buf, size_t len,
		      struct repairs *repairs, struct err *err)
{
	return load_lifted(name, buf, len, NULL, repairs, err);
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

int repairs_tell(const struct repairs *repairs, const char *name,
		 struct strings *warnings)
{
	int ret = 0;

	if (repairs->skipped_bytes)
		ret |= strings_addf(warnings,
				    "%s: skipped %zu bytes of text around the "
				    "JSON",
				    name, repairs->skipped_bytes);
	if (repairs->documents > 1)
		ret |= strings_addf(warnings,
				    "%s: holds %u documents; took the last",
				    name, repairs->documents);
	if (repairs->not_numbers)
		ret |= strings_addf(warnings, "%s: read %u nan or inf as null",
				    name, repairs->not_numbers);
	if (repairs->bad_bytes)
		ret |= strings_addf(warnings,
				    "%s: replaced %u bytes that are no UTF-8",
				    name, repairs->bad_bytes);
	if (repairs->twice)
		ret |= strings_addf(warnings,
				    "%s: %zu keys stand twice in their object; "
				    "took the last",
				    name, repairs->twice);
	if (repairs->truncated)
		ret |= strings_addf(warnings,
				    "%s: ends within a document; took the one "
				    "before it",
				    name);
	return ret;
}

bool load_counts(const char *buf, size_t len, size_t *at, char *word,
		 size_t size, double *count)
{
	size_t i = *at, used = 0;

	/* the scanner has seen that it is such an object */
	while (i < len && buf[i] != '"' && buf[i] != '}')
		i++;
	if (i >= len || buf[i] == '}')
		return false;
	for (i++; i < len && buf[i] != '"'; i++)
		if (used + 1 < size)
			word[used++] = buf[i];
	word[used] = '\0';
	while (i < len && !isdigit((unsigned char)buf[i]))
		i++;
	for (*count = 0; i < len && isdigit((unsigned char)buf[i]); i++)
		*count = *count * 10 + (buf[i] - '0');
	*at = i;
	return true;
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
