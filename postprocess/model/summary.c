// SPDX-License-Identifier: GPL-2.0-only
#include "model/results.h"

#include "base/json.h"

#include <math.h>

static void rate_or_null(struct json *json, const char *key, double rate_Bps)
{
	json_put_double(json, key, rate_Bps > 0 ? rate_Bps : NAN);
}

static void write_published(struct json *json, const struct figure *figure)
{
	const struct published_row *row = figure->published;

	rate_or_null(json, "published_lo_Bps", row ? row->lo_Bps : 0);
	rate_or_null(json, "published_hi_Bps", row ? row->hi_Bps : 0);
	json_put_string(json, "published_certainty",
			row ? row->certainty : NULL);
	rate_or_null(json, "of_published", figure_of_published(figure));
}

static void write_ceiling(struct json *json, const struct figure *figure)
{
	static const char *const kinds[] = {NULL, "modelled", "links"};
	const struct ceiling *ceiling = &figure->ceiling;

	json_put_string(json, "ceiling", kinds[ceiling->kind]);
	json_put_string(json, "ceiling_hop",
			ceiling->kind ? ceiling->hop : NULL);
	rate_or_null(json, "ceiling_lo_Bps", ceiling->rate.lo_Bps);
	rate_or_null(json, "ceiling_hi_Bps", ceiling->rate.hi_Bps);
	rate_or_null(json, "of_ceiling", figure_of_ceiling(figure));
	json_put_bool(json, "exceeds_ceiling", figure_exceeds(figure));
}

static void write_figure(struct json *json, const struct results *results,
			 const struct figure *figure)
{
	const struct test *test = &results->tests[figure->test];

	json_open_object(json, NULL);
	json_put_string(json, "suite", results->suites[figure->suite].name);
	json_put_string(json, "config", results->configs[figure->config].label);
	json_put_string(json, "test", test->name);
	json_put_string(json, "direction", side_name(test->direction));
	json_put_uint(json, "block_size_bytes",
		      (uint64_t)test->block_size_bytes);
	json_put_uint(json, "repeats", figure->valid);
	json_put_uint(json, "failed", figure->sample_count - figure->valid);
	rate_or_null(json, "measured_Bps", figure->median_Bps);
	rate_or_null(json, "measured_min_Bps", figure->min_Bps);
	rate_or_null(json, "measured_max_Bps", figure->max_Bps);
	json_put_double(json, "scale", figure->scale);
	json_put_bool(json, "claimed", figure->claimed);
	write_published(json, figure);
	write_ceiling(json, figure);
	json_close(json);
}

static void write_lines(struct json *json, const char *key,
			const struct strings *lines)
{
	size_t i;

	json_open_array(json, key);
	for (i = 0; i < lines->count; i++)
		json_put_string(json, NULL, lines->items[i]);
	json_close(json);
}

size_t results_summary(const struct results *results, char *buf, size_t len)
{
	struct json json;
	size_t i;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	json_open_array(&json, "figures");
	for (i = 0; i < results->figure_count; i++)
		write_figure(&json, results, &results->figures[i]);
	json_close(&json);
	write_lines(&json, "warnings", &results->warnings);
	write_lines(&json, "problems", &results->problems);
	json_close(&json);
	return json_finish(&json);
}
