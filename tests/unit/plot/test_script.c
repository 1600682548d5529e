// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "plot/script.h"
#include "plot/svg.h"

#include <stdlib.h>

/* gnuplot expands nothing in single quotes, and '' is the only escape there */
static void foreign_text_is_inert(void **state)
{
	struct text script = {0};

	(void)state;
	script_quote(&script, "a'b`id`$(id)\"\\\n@c\r%d");
	assert_string_equal(script.buf, "'a''b`id`$(id)\"\\ @c %d'");
	text_free(&script);
}

static void every_line_of_a_script_is_whole(void **state)
{
	struct chart_group group = {
		.label = "'x\n`id`", .measured_Bps = 1e9, .claimed = true};
	struct chart_section section = {"t'\nquit", 0, 1, 0};
	struct chart chart = {.title = "it's\n!id",
			      .unit_Bps = 1e9,
			      .groups = &group,
			      .group_count = 1,
			      .sections = &section,
			      .section_count = 1,
			      .row_count = 1};
	struct text script = {0};
	struct layout layout;

	(void)state;
	assert_int_equal(layout_place(&layout, &chart), 0);
	script_write(&script, &chart, &layout, 7);
	assert_non_null(strstr(script.buf, "'it''s !id'"));
	assert_non_null(strstr(script.buf, "'t'' quit'"));
	assert_non_null(strstr(script.buf, "set output 'chart-7.'.T\n"));
	assert_null(strstr(script.buf, "\nquit"));
	assert_null(strstr(script.buf, "\n!"));
	layout_free(&layout);
	text_free(&script);
}

static const char svg[] =
	"<?xml version=\"1.0\"?>\n<svg\n viewBox=\"0 0 1 1\">\n"
	"<title>gnuplot</title>\n<desc>Produced by GNUPLOT</desc>\n"
	"<rect fill=\"#fffffe\"/><path id='gpPt0'/>"
	"<use xlink:href='#gpPt0' stroke='rgb( 43,  43,  43)'/>"
	"<g fill=\"rgb(107,107,107)\" font-family=\"DejaVu Sans\">"
	"<text>id='x' rgb(43,43,43) #2b2b2b</text></g>"
	"<g fill=\"rgb(0,114,178)\" filter=\"url(#box)\"/></svg>\n";

static void svg_fits_the_page(void **state)
{
	struct text html = {0};

	(void)state;
	assert_int_equal(
		svg_inline(&html, svg, sizeof(svg) - 1, 3, "a \"b\" <c>", NULL),
		0);
	assert_string_equal(
		html.buf,
		"<svg role=\"img\" aria-label=\"a &#34;b&#34; &#60;c&#62;\"\n"
		" viewBox=\"0 0 1 1\">\n\n\n"
		"<rect fill=\"none\"/><path id='c3-gpPt0'/>"
		"<use xlink:href='#c3-gpPt0' stroke='var(--ink,#2B2B2B)'/>"
		"<g fill=\"var(--muted,#6B6B6B)\" "
		"font-family=\"DejaVu Sans, Verdana, sans-serif\">"
		"<text>id='x' rgb(43,43,43) #2b2b2b</text></g>"
		"<g fill=\"rgb(0,114,178)\" filter=\"url(#c3-box)\"/></svg>\n");
	text_free(&html);
}

static void svg_with_a_script_is_refused(void **state)
{
	static const char *const bad[] = {
		"", "<svg>", "<svg><script>x</script></svg>",
		"<svg><SCRIPT href='x'/></svg>", "plain"};
	size_t i;

	(void)state;
	for (i = 0; i < 5; i++) {
		struct text html = {0};
		struct err err = {0};

		assert_true(svg_inline(&html, bad[i], strlen(bad[i]), 1, "x",
				       &err) < 0);
		assert_string_equal(err.value, "gnuplot");
		text_free(&html);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(foreign_text_is_inert),
		cmocka_unit_test(every_line_of_a_script_is_whole),
		cmocka_unit_test(svg_fits_the_page),
		cmocka_unit_test(svg_with_a_script_is_refused),
	};

	return unit_run(tests);
}
