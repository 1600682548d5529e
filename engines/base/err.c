// SPDX-License-Identifier: GPL-2.0-only
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

int err_set(struct err *err, int code, const char *value, const char *rule, ...)
{
	va_list ap;

	if (!err)
		return -code;
	err->code = code;
	snprintf(err->value, sizeof(err->value), "%s", value ? value : "");
	va_start(ap, rule);
	vsnprintf(err->rule, sizeof(err->rule), rule, ap);
	va_end(ap);
	err->remedy[0] = '\0';
	return -code;
}

int err_remedy(struct err *err, const char *remedy, ...)
{
	va_list ap;

	if (!err)
		return -1;
	va_start(ap, remedy);
	vsnprintf(err->remedy, sizeof(err->remedy), remedy, ap);
	va_end(ap);
	return -err->code;
}

const char *err_format(const struct err *err, char *buf, size_t len)
{
	const char *rule = err->rule[0] ? err->rule : strerror(err->code);

	snprintf(buf, len, "%s%s%s%s%s", err->value, err->value[0] ? ": " : "",
		 rule, err->remedy[0] ? "; " : "", err->remedy);
	return buf;
}
