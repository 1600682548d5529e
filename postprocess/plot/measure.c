// SPDX-License-Identifier: GPL-2.0-only
#include "plot/measure.h"

#include "model/text.h"

#include <stdbool.h>
#include <string.h>

#define ELLIPSIS "\u2026"

/* DejaVu Sans 2.37, U+0020 to U+007E, in thousandths of the font size */
static const short ascii_widths[] = {
	318, 401, 460, 838, 636,  950, 780, 275, 390, 390, 500, 838, 318, 361,
	318, 337, 636, 636, 636,  636, 636, 636, 636, 636, 636, 636, 337, 337,
	838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
	295, 656, 557, 863, 748,  787, 603, 787, 695, 635, 611, 732, 684, 989,
	685, 611, 685, 390, 337,  390, 838, 500, 500, 613, 635, 550, 635, 615,
	352, 635, 634, 278, 278,  579, 278, 974, 634, 612, 635, 635, 411, 521,
	392, 634, 592, 818, 592,  592, 525, 636, 337, 636, 838,
};

/* rather too wide than too narrow: most signs are 838 */
static double char_width(const char *s, size_t len)
{
	unsigned char c = (unsigned char)*s;

	if (len == 1)
		return c >= 0x20 && c < 0x7f ? ascii_widths[c - 0x20] / 1e3 : 1;
	return len == 2 ? 0.7 : len == 3 && c == 0xe2 ? 0.84 : 1;
}

double measure_text(const char *text, double size_px)
{
	size_t left = strlen(text), len;
	double width = 0;

	for (; left; text += len, left -= len) {
		len = utf8_length(text, left);
		len = len ? len : 1;
		width += char_width(text, len);
	}
	return width * size_px;
}

/* What DejaVu Sans surely has: for a character that no font has, pango draws
 * a box as large as the picture.  The tables of a page show all characters. */
static bool is_drawable(unsigned int c)
{
	static const struct {
		unsigned int first, last;
	} ranges[] = {
		{0x20, 0x7e},	  /* ASCII */
		{0xa0, 0x52f},	  /* Latin, Greek, Cyrillic */
		{0x1e00, 0x1eff}, /* more Latin */
		{0x2010, 0x2027}, /* dashes, quotes, the ellipsis */
		{0x2190, 0x22ff}, /* arrows, signs of mathematics */
	};
	size_t i;

	for (i = 0; i < sizeof(ranges) / sizeof(ranges[0]); i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

static unsigned int code_point(const char *s, size_t len)
{
	unsigned int c = (unsigned char)*s;
	size_t i;

	if (len > 1)
		c &= 0x7fu >> len;
	for (i = 1; i < len; i++)
		c = c << 6 | ((unsigned char)s[i] & 0x3f);
	return c;
}

/* one character of @text, made harmless; Return: bytes it had there */
static size_t clean_char(const char *text, char out[5])
{
	size_t len = utf8_length(text, strnlen(text, 4));
	unsigned int c = len ? code_point(text, len) : 0xfffd;

	memset(out, 0, 5);
	if (is_drawable(c))
		memcpy(out, text, len);
	else
		out[0] = c < 0x20 ? ' ' : '?';
	return len ? len : 1;
}

void measure_fit(const char *text, double size_px, double width_px,
		 char fit[MEASURE_LINE])
{
	double ellipsis = measure_text(ELLIPSIS, size_px), width = 0;
	size_t used = 0, keep = 0, n;
	char one[5];

	for (; *text; used += strlen(one)) {
		n = clean_char(text, one);
		width += measure_text(one, size_px);
		if (width > width_px ||
		    used + strlen(one) + sizeof(ELLIPSIS) > MEASURE_LINE)
			break;
		memcpy(fit + used, one, strlen(one));
		text += n;
		/* what may stay if the ellipsis has to follow */
		if (width + ellipsis <= width_px)
			keep = used + strlen(one);
	}
	fit[used] = '\0';
	if (*text)
		memcpy(fit + keep, ELLIPSIS, sizeof(ELLIPSIS));
}

/* bytes of the longest beginning that fits and ends where a break may be */
static size_t break_at(const char *text, double size_px, double width_px)
{
	double width = 0;
	size_t at = 0, best = 0, len;

	while (text[at]) {
		len = utf8_length(text + at, strnlen(text + at, 4));
		len = len ? len : 1;
		if (text[at] == ' ')
			best = at;
		width += char_width(text + at, len) * size_px;
		if (width > width_px)
			return best;
		at += len;
		if (strchr("-_/.,", text[at - 1]))
			best = at;
	}
	return at;
}

size_t measure_wrap(const char *text, double size_px, double width_px,
		    char (*lines)[MEASURE_LINE], size_t max)
{
	size_t count = 0, len;
	char part[MEASURE_LINE];

	while (*text && count < max) {
		len = break_at(text, size_px, width_px);
		if (!len || len >= sizeof(part) || count + 1 == max) {
			/* no place to break, or no line left: cut */
			measure_fit(text, size_px, width_px, lines[count++]);
			break;
		}
		memcpy(part, text, len);
		part[len] = '\0';
		measure_fit(part, size_px, width_px, lines[count++]);
		text += len;
		text += strspn(text, " ");
	}
	return count;
}
