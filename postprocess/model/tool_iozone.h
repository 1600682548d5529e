// SPDX-License-Identifier: GPL-2.0-only
/* What iozone's text and its spreadsheet have in common. */
#ifndef LANES_MODEL_TOOL_IOZONE_H
#define LANES_MODEL_TOOL_IOZONE_H

#include "model/outcome.h"

/**
 * struct iozone - what was said before the figures
 * @record_bytes: size of a record; NAN where not told
 * @in_ops:       -O: figures are operations per second
 * @odd_unit:     -N: they are times; none is taken
 */
struct iozone {
	double record_bytes;
	bool in_ops;
	bool odd_unit;
};

/** iozone_take() - "Record Size 16 kB", "Output is in ops/sec", or neither */
void iozone_take(struct iozone *iozone, const char *text);

/**
 * iozone_add() - one figure
 * @what:  the test in the words of any of iozone's tables
 * @of:    of several figures of a test, which: " x 32", " (column 2)"; else ""
 *
 * Return: whether that is a test of iozone's.
 */
bool iozone_add(struct outcomes *outcomes, const struct iozone *iozone,
		const char *what, const char *of, double figure);

#endif
