// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "base/json.h"

#include <math.h>

static const char *quoted(const char *value)
{
	static char buf[256];
	struct json json;

	json_init(&json, buf, sizeof(buf));
	json_put_string(&json, NULL, value);
	assert_true(json_finish(&json) < sizeof(buf));
	buf[strlen(buf) - 1] = '\0';
	return buf;
}

static void strings_are_escaped(void **state)
{
	(void)state;
	assert_string_equal(quoted("plain"), "\"plain\"");
	assert_string_equal(quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
	assert_string_equal(quoted("tab\tnl\n\x7f"),
			    "\"tab\\u0009nl\\u000a\\u007f\"");
	assert_string_equal(quoted("µ €"), "\"µ €\"");
	assert_string_equal(quoted(NULL), "null");
}

static void bad_utf8_becomes_replacement(void **state)
{
	(void)state;
	assert_string_equal(quoted("\xff"), "\"\\ufffd\"");
	/* overlong slash, lone surrogate, beyond U+10FFFF, cut short */
	assert_string_equal(quoted("\xc0\xaf"), "\"\\ufffd\\ufffd\"");
	assert_string_equal(quoted("\xed\xa0\x80"),
			    "\"\\ufffd\\ufffd\\ufffd\"");
	assert_string_equal(quoted("\xf4\x90\x80\x80"),
			    "\"\\ufffd\\ufffd\\ufffd\\ufffd\"");
	assert_string_equal(quoted("\xe2\x82"), "\"\\ufffd\\ufffd\"");
}

static void write_sample(struct json *json, char *buf, size_t cap)
{
	json_init(json, buf, cap);
	json_open_object(json, NULL);
	json_put_uint(json, "schema", 1);
	json_open_array(json, "list");
	json_put_int(json, NULL, -5);
	json_put_double(json, NULL, 0.5);
	json_put_double(json, NULL, NAN);
	json_put_bool(json, NULL, true);
	json_close(json);
	json_open_object(json, "empty");
	json_close(json);
	json_close(json);
}

static void structure(void **state)
{
	char buf[256];
	struct json json;

	(void)state;
	write_sample(&json, buf, sizeof(buf));
	json_finish(&json);
	assert_string_equal(buf,
			    "{\n  \"schema\": 1,\n  \"list\": [\n"
			    "    -5,\n    0.5,\n    null,\n    true\n  ],\n"
			    "  \"empty\": {}\n}\n");
}

static void length_is_told_for_any_buffer(void **state)
{
	char whole[256], part[256];
	struct json json;
	size_t cap, need;

	(void)state;
	write_sample(&json, whole, sizeof(whole));
	need = json_finish(&json);
	assert_int_equal(need, strlen(whole));
	for (cap = 0; cap <= need + 1; cap++) {
		memset(part, 'x', sizeof(part));
		write_sample(&json, part, cap);
		assert_int_equal(json_finish(&json), need);
		assert_int_equal(part[cap], 'x');
		if (cap) {
			assert_int_equal(strlen(part), cap - 1);
			assert_memory_equal(part, whole, cap - 1);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings_are_escaped),
		cmocka_unit_test(bad_utf8_becomes_replacement),
		cmocka_unit_test(structure),
		cmocka_unit_test(length_is_told_for_any_buffer),
	};

	return unit_run(tests);
}
