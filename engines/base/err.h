// SPDX-License-Identifier: GPL-2.0-only
/*
 * One error idiom for every room: functions return 0 or -errno, and where
 * words help, fill a caller-owned struct err that names the offending value,
 * the rule it broke and the remedy.  Nothing below engines/fio and
 * postprocess/cli prints; the top translates once, with err_format().
 */
#ifndef LANES_BASE_ERR_H
#define LANES_BASE_ERR_H

#include <stddef.h>

/**
 * struct err - what went wrong, in words
 * @code:   positive errno; 0 while nothing has been reported
 * @value:  the offending value as the user knows it ("/dev/ng0n1")
 * @rule:   what it breaks ("is mounted on /srv")
 * @remedy: what to do ("unmount it, or choose another namespace"); may be ""
 *
 * Over-long texts are cut, never overrun.
 */
struct err {
	int code;
	char value[256];
	char rule[512];
	char remedy[384];
};

/**
 * err_set() - record an error
 * @err:   where to, or NULL when the caller wants no words
 * @code:  positive errno
 * @value: the offending value; copied
 * @rule:  printf format of the rule
 *
 * Clears any remedy of an earlier error.
 *
 * Return: -@code, so that a caller can write `return err_set(...)`.
 */
int err_set(struct err *err, int code, const char *value, const char *rule, ...)
	__attribute__((format(printf, 4, 5)));

/**
 * err_remedy() - add what to do about it to an error just set
 *
 * Return: -@err->code (or -1 for a NULL @err), so that it can end a function.
 */
int err_remedy(struct err *err, const char *remedy, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * err_format() - one line: "value: rule; remedy"
 *
 * Falls back to strerror() where no rule was given.  No trailing newline.
 *
 * Return: @buf.
 */
const char *err_format(const struct err *err, char *buf, size_t len);

#endif
