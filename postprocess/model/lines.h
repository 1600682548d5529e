// SPDX-License-Identifier: GPL-2.0-only
/* What tools print for people: line by line, and the numbers in it. */
#ifndef LANES_MODEL_LINES_H
#define LANES_MODEL_LINES_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct lines - where a reader stands; set @buf and @len, zero the rest
 * @text:   the line read last, without its end and the blanks around it, cut
 *          where it does not fit; what is no printable character is a blank
 * @number: its number, from 1
 */
struct lines {
	const char *buf;
	size_t len;
	size_t at;
	unsigned int number;
	char text[512];
};

/** lines_next() - read one; a carriage return ends one too */
bool lines_next(struct lines *lines);

/** lines_has() - does a text hold a word anywhere? */
bool lines_has(const char *buf, size_t len, const char *word);

/**
 * lines_number() - a number and its multiplier
 * @at: where it stands, behind blanks; moves behind it
 *
 * "101.1 k" is 101100; a decimal comma is a point.  Multipliers are k, M, G, T,
 * with a blank before them or not, but only where no further letter follows.
 *
 * Return: it, or NAN where no number stands that is 0 or from 1e-12 to 1e24.
 */
double lines_number(const char **at);

/**
 * lines_unit() - what a unit of time or size is in ns or bytes
 * @at: where it stands, behind blanks; moves behind it
 *
 * "us", "ms", "s", "min"; "B", "kB", "KiB", "MB", "MiB", ...: k is 1000, and Ki
 * 1024.
 *
 * Return: it, or NAN for any other word.
 */
double lines_unit(const char **at);

/** lines_skip() - move @at behind @word; Return: whether it stood there */
bool lines_skip(const char **at, const char *word);

#endif
