// SPDX-License-Identifier: GPL-2.0-only
/*
 * Growing text and arrays.  Allocation failure is sticky: a struct text that
 * failed ignores what follows, and its owner checks @failed once, at the end.
 */
#ifndef LANES_MODEL_TEXT_H
#define LANES_MODEL_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct text - a text under construction; zero-initialised is empty
 * @buf:    NUL-terminated, or NULL while empty; owned
 * @len:    bytes without the NUL
 * @failed: memory ran out; the text is incomplete
 */
struct text {
	char *buf;
	size_t len;
	size_t cap;
	bool failed;
};

void text_add(struct text *text, const char *more);
void text_addn(struct text *text, const char *more, size_t len);
void text_addf(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void text_free(struct text *text);

/** struct strings - a list of owned strings; zero-initialised is empty */
struct strings {
	char **items;
	size_t count;
};

/** strings_addf() - Return: 0 or -ENOMEM */
int strings_addf(struct strings *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
void strings_free(struct strings *list);

/**
 * array_grow() - room for one more item behind @count of them
 * @items: what an earlier call returned, or NULL with @count 0
 *
 * Return: the array, which may have moved, or NULL (the old one still stands).
 */
void *array_grow(void *items, size_t count, size_t item_size);

/**
 * utf8_length() - bytes of the character that starts at @s
 * @left: bytes that may be read
 *
 * Return: 1 to 4, or 0 where no valid UTF-8 starts.
 */
size_t utf8_length(const char *s, size_t left);

#endif
