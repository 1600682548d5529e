// SPDX-License-Identifier: GPL-2.0-only
#include "report/html.h"

#include "report/style.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* characters that mean something to HTML, and bytes that are no UTF-8 */
void html_text(struct text *html, const char *text)
{
	while (*text) {
		size_t len = utf8_length(text, strnlen(text, 4));

		if (!len) {
			text_add(html, "\ufffd");
			len = 1;
		} else if (strchr("<>&\"'", *text)) {
			text_addf(html, "&#%d;", *text);
		} else if ((unsigned char)*text < 0x20 || *text == 0x7f) {
			/* no control character but these is allowed at all */
			text_add(html, *text == '\n' ? "\n" : " ");
		} else {
			text_addn(html, text, len);
		}
		text += len;
	}
}

static void add_escaped(struct text *html, const char *format, va_list args)
{
	char *plain;

	if (vasprintf(&plain, format, args) < 0) {
		html->failed = true;
		return;
	}
	html_text(html, plain);
	free(plain);
}

void html_textf(struct text *html, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_escaped(html, format, args);
	va_end(args);
}

void html_cell(struct text *html, double sort, const char *format, ...)
{
	va_list args;

	if (sort >= 0)
		text_addf(html, "<td class=\"n\" data-sort=\"%.9g\">", sort);
	else
		text_add(html, "<td>");
	va_start(args, format);
	add_escaped(html, format, args);
	va_end(args);
	text_add(html, "</td>");
}

void html_open(struct text *html, const char *title)
{
	text_add(html,
		 "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		 "<meta charset=\"utf-8\">\n"
		 "<meta http-equiv=\"Content-Security-Policy\" content=\""
		 "default-src 'none'; style-src 'unsafe-inline'; "
		 "script-src 'sha256-" SCRIPT_SHA256 "'; base-uri 'none'; "
		 "form-action 'none'\">\n"
		 "<meta name=\"viewport\" content=\"width=device-width, "
		 "initial-scale=1\">\n"
		 "<meta name=\"color-scheme\" content=\"light dark\">\n"
		 "<title>");
	html_text(html, title);
	text_add(html, "</title>\n<style>\n");
	text_add(html, style_sheet);
	text_add(html, "</style>\n</head>\n<body>\n<main>\n");
}

void html_close(struct text *html)
{
	text_add(html, "</main>\n<script>");
	text_add(html, sort_script);
	text_add(html, "</script>\n</body>\n</html>\n");
}
