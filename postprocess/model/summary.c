// SPDX-License-Identifier: GPL-2.0-only
#include "model/results.h"

#include "base/json.h"

#include <math.h>

static void rate_or_null(struct json *json, const char *key, double rate_Bps)
{
	json_double(json, key, rate_Bps > 0 ? rate_Bps : NAN);
}

static void write_published(struct json *json, const struct figure *figure)
{
	const struct published_row *row = figure->published;

	rate_or_null(json, "published_lo_Bps", row ? row->lo_Bps : 0);
	rate_or_null(json, "published_hi_Bps", row ? row->hi_Bps : 0);
	json_string(json, "published_certainty", row ? row->certainty : NULL);
	rate_or_null(json, "of_published", figure_of_published(figure));
}

static void write_ceiling(struct json *json, const struct figure *figure)
{
	static const char *const kinds[] = {NULL, "modelled", "links"};
	const struct ceiling *ceiling = &figure->ceiling;

	json_string(json, "ceiling", kinds[ceiling->kind]);
	json_string(json, "ceiling_hop", ceiling->kind ? ceiling->hop : NULL);
	rate_or_null(json, "ceiling_lo_Bps", ceiling->rate.lo_Bps);
	rate_or_null(json, "ceiling_hi_Bps", ceiling->rate.hi_Bps);
	rate_or_null(json, "of_ceiling", figure_of_ceiling(figure));
	json_bool(json, "exceeds_ceiling", figure_exceeds(figure));
}

static void write_figure(struct json *json, const struct results *results,
			 const struct figure *figure)
{
	const struct test *test = &results->tests[figure->test];

	json_object(json, NULL);
	json_string(json, "suite", results->suites[figure->suite].name);
	json_string(json, "config", results->configs[figure->config].label);
	json_string(json, "test", test->name);
	json_string(json, "direction", side_name(test->direction));
	json_uint(json, "block_size_bytes", (uint64_t)test->block_size_bytes);
	json_uint(json, "repeats", figure->valid);
	json_uint(json, "failed", figure->sample_count - figure->valid);
	rate_or_null(json, "measured_Bps", figure->median_Bps);
	rate_or_null(json, "measured_min_Bps", figure->min_Bps);
	rate_or_null(json, "measured_max_Bps", figure->max_Bps);
	json_double(json, "scale", figure->scale);
	json_bool(json, "claimed", figure->claimed);
	write_published(json, figure);
	write_ceiling(json, figure);
	json_end(json);
}

static void write_lines(struct json *json, const char *key,
			const struct strings *lines)
{
	size_t i;

	json_array(json, key);
	for (i = 0; i < lines->count; i++)
		json_string(json, NULL, lines->items[i]);
	json_end(json);
}

size_t results_summary(const struct results *results, char *buf, size_t len)
{
	struct json json;
	size_t i;

	json_init(&json, buf, len);
	json_object(&json, NULL);
	json_uint(&json, "schema", 1);
	json_array(&json, "figures");
	for (i = 0; i < results->figure_count; i++)
		write_figure(&json, results, &results->figures[i]);
	json_end(&json);
	write_lines(&json, "warnings", &results->warnings);
	write_lines(&json, "problems", &results->problems);
	json_end(&json);
	return json_finish(&json);
}
