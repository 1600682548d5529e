// SPDX-License-Identifier: GPL-2.0-only
#include "plot/svg.h"

#include "plot/palette.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* presentation attributes are CSS, so var() works in them; currentColor would
 * be the colour that gnuplot gives each group */
static const struct {
	const char *sentinel;
	const char *theme;
} colours[] = {
	{PALETTE_INK, "var(--ink," PALETTE_INK ")"},
	{PALETTE_MUTED, "var(--muted," PALETTE_MUTED ")"},
	{PALETTE_GRID, "var(--grid," PALETTE_GRID ")"},
	{PALETTE_CEILING_TEXT, "var(--ceiling," PALETTE_CEILING_TEXT ")"},
	{PALETTE_PAPER, "none"},
};

static const char *theme_of(unsigned int r, unsigned int g, unsigned int b)
{
	char hex[8];
	size_t i;

	snprintf(hex, sizeof(hex), "#%02X%02X%02X", r & 255, g & 255, b & 255);
	for (i = 0; i < sizeof(colours) / sizeof(colours[0]); i++)
		if (!strcmp(hex, colours[i].sentinel))
			return colours[i].theme;
	return NULL;
}

/* "rgb( 43,  43,  43)" or "#2b2b2b"; Return: its length if it is a sentinel */
static size_t take_colour(struct text *html, const char *at)
{
	unsigned int r, g, b;
	const char *theme;
	int len = 0;

	if (sscanf(at, "rgb(%3u ,%3u ,%3u )%n", &r, &g, &b, &len) != 3 || !len)
		if (sscanf(at, "#%2x%2x%2x%n", &r, &g, &b, &len) != 3 ||
		    len != 7 || isxdigit((unsigned char)at[7]))
			return 0;
	theme = theme_of(r, g, b);
	if (!theme)
		return 0;
	text_add(html, theme);
	return (size_t)len;
}

/* what an id follows; Return: length of that, or 0 */
static size_t take_reference(struct text *html, const char *at, size_t number)
{
	static const char *const before[] = {"id='", "id=\"", "href='#",
					     "href=\"#", "url(#"};
	size_t i;

	for (i = 0; i < sizeof(before) / sizeof(before[0]); i++) {
		size_t len = strlen(before[i]);

		if (strncmp(at, before[i], len))
			continue;
		text_addn(html, at, len);
		text_addf(html, "c%zu-", number);
		return len;
	}
	return 0;
}

static size_t take_font(struct text *html, const char *at)
{
	static const char font[] = "font-family=\"DejaVu Sans\"";

	if (strncmp(at, font, sizeof(font) - 1))
		return 0;
	text_add(html, "font-family=\"DejaVu Sans, Verdana, sans-serif\"");
	return sizeof(font) - 1;
}

/* gnuplot's own title would pop up as a tooltip, and its name is not ours */
static size_t skip_title(const char *at)
{
	const char *end = NULL;

	if (!strncmp(at, "<title>", 7))
		end = strstr(at, "</title>");
	if (!strncmp(at, "<desc>", 6))
		end = strstr(at, "</desc>");
	return end ? (size_t)(strchr(end, '>') + 1 - at) : 0;
}

static void add_attribute(struct text *html, const char *text)
{
	for (; *text; text++)
		if (strchr("<>&\"", *text))
			text_addf(html, "&#%d;", *text);
		else
			text_addn(html, text, 1);
}

/* within a tag: attributes; Return: bytes taken from @at */
static size_t take_markup(struct text *html, const char *at, size_t number)
{
	size_t n = take_reference(html, at, number);

	n = n ? n : take_colour(html, at);
	n = n ? n : take_font(html, at);
	if (!n) {
		text_addn(html, at, 1);
		n = 1;
	}
	return n;
}

static void copy_body(struct text *html, const char *at, size_t number)
{
	bool in_tag = true;
	size_t n;

	while (*at) {
		n = skip_title(at);
		if (n) {
			at += n;
			continue;
		}
		if (*at == '<')
			in_tag = true;
		else if (*at == '>')
			in_tag = false;
		if (in_tag) {
			at += take_markup(html, at, number);
		} else {
			text_addn(html, at, 1);
			at++;
		}
	}
}

int svg_inline(struct text *html, const char *svg, size_t len, size_t number,
	       const char *label, struct err *err)
{
	char *copy = strndup(svg, len);
	const char *start = copy ? strstr(copy, "<svg") : NULL;
	int ret = 0;

	if (!copy)
		return err_set(err, ENOMEM, "chart", "out of memory");
	if (!start || !strstr(start, "</svg>"))
		ret = err_set(err, EINVAL, "gnuplot",
			      "wrote no whole SVG for chart %zu", number);
	else if (strcasestr(start, "<script"))
		ret = err_set(err, EINVAL, "gnuplot",
			      "wrote a script into chart %zu", number);
	if (!ret) {
		text_add(html, "<svg role=\"img\" aria-label=\"");
		add_attribute(html, label);
		text_add(html, "\"");
		copy_body(html, start + strlen("<svg"), number);
	}
	free(copy);
	return ret;
}
