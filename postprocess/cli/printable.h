// SPDX-License-Identifier: GPL-2.0-only
/* Foreign text on a terminal: no control characters, no turned direction. */
#ifndef LANES_CLI_PRINTABLE_H
#define LANES_CLI_PRINTABLE_H

#include "model/text.h"

/**
 * printable_add() - add a text, each character that is none to be seen as '?'
 *
 * These are control characters, those that turn the direction of writing, and
 * bytes that are no UTF-8.
 */
void printable_add(struct text *text, const char *from);

/** printable_width() - how many characters a text without such has */
size_t printable_width(const char *text);

/** printable_pad() - add so many blanks */
void printable_pad(struct text *text, size_t count);

/** printable_left(), printable_right() - add @what, padded to @width */
void printable_left(struct text *text, const char *what, size_t width);
void printable_right(struct text *text, const char *what, size_t width);

#endif
