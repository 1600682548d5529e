// SPDX-License-Identifier: GPL-2.0-only
/* Numbers and commas of a log's line, for the two files that read logs. */
#ifndef LANES_MODEL_LOG_TEXT_H
#define LANES_MODEL_LOG_TEXT_H

#include <stddef.h>
#include <stdint.h>

/**
 * log_number() - the digits at @at, which something else must end
 *
 * 18 fit, and fio writes no more; others wrap, and stay below 2^63.
 *
 * Return: behind them; @at if there are none.
 */
static inline const char *log_number(const char *at, uint64_t *value)
{
	unsigned int digit = (unsigned char)*at - '0';
	uint64_t sum = 0;

	while (digit <= 9) {
		sum = sum * 10 + digit;
		digit = (unsigned char)*++at - '0';
	}
	*value = sum & INT64_MAX;
	return at;
}

/** log_column() - Return: behind a number and its ", ", or NULL */
static inline const char *log_column(const char *at, uint64_t *value)
{
	const char *end = log_number(at, value);

	if (end == at || *end++ != ',')
		return NULL;
	return *end == ' ' ? end + 1 : end;
}

#endif
