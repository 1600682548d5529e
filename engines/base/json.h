// SPDX-License-Identifier: GPL-2.0-only
/*
 * A JSON writer into the caller's buffer: no allocation, no I/O, so that the
 * pure rooms and an engine inside fio can use it alike.
 *
 *	struct json json;
 *
 *	json_init(&json, buf, sizeof(buf));
 *	json_open_object(&json, NULL);
 *	json_put_uint(&json, "schema", 1);
 *	json_open_array(&json, "drives");
 *	json_put_string(&json, NULL, "nvme0n1");
 *	json_close(&json);
 *	json_close(&json);
 *	len = json_finish(&json);
 *
 * Keys are NULL inside arrays and for the outermost value.  As with
 * snprintf(), json_finish() tells the length that the whole text needs, so a
 * caller can measure with a zero-length buffer, allocate, and write again.
 */
#ifndef LANES_BASE_JSON_H
#define LANES_BASE_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JSON_MAX_DEPTH 32

/**
 * struct json - state of one document; all members are private
 * @buf: the caller's buffer, NUL-terminated whenever @cap is not 0
 * @cap: its size in bytes
 * @len: bytes the text needs so far, without the NUL; may exceed @cap
 */
struct json {
	char *buf;
	size_t cap;
	size_t len;
	unsigned int depth;
	char closer[JSON_MAX_DEPTH];
	bool has_items[JSON_MAX_DEPTH];
};

void json_init(struct json *json, char *buf, size_t cap);

void json_open_object(struct json *json, const char *key);
void json_open_array(struct json *json, const char *key);
/** json_close() - close the innermost object or array */
void json_close(struct json *json);

/**
 * json_put_string() - a string, escaped; bytes that are no UTF-8 become U+FFFD
 * @value: NULL writes null
 */
void json_put_string(struct json *json, const char *key, const char *value);
void json_put_uint(struct json *json, const char *key, uint64_t value);
void json_put_int(struct json *json, const char *key, int64_t value);
/** json_put_double() - NaN and infinities, which JSON lacks, become null */
void json_put_double(struct json *json, const char *key, double value);
void json_put_bool(struct json *json, const char *key, bool value);
void json_put_null(struct json *json, const char *key);

/**
 * json_finish() - end the document with a newline
 *
 * Return: its length without the NUL; the text is whole if that is < cap.
 */
size_t json_finish(struct json *json);

#endif
