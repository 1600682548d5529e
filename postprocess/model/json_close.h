// SPDX-License-Identifier: GPL-2.0-only
/*
 * JSON whose writer was killed: what was open is closed behind the last value
 * that was whole.  For recordings, of which the beginning is as good as all;
 * never for results.
 */
#ifndef LANES_MODEL_JSON_CLOSE_H
#define LANES_MODEL_JSON_CLOSE_H

#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/**
 * json_close_text() - copy a text, closed
 * @out: the copy; its @failed is to be checked
 *
 * Return: whether anything was open.
 */
bool json_close_text(struct text *out, const char *buf, size_t len);

#endif
