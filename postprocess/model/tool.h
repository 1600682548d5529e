// SPDX-License-Identifier: GPL-2.0-only
/*
 * Readers of what other benchmarks print, one per tool.  Each knows its tool's
 * output by what it says, takes the figures that the tool itself prints, and
 * notes what these leave out.
 *
 * tool_parse() adds to @outcomes and sets their @tool.  Return: 0, or -errno
 * with @err set where the output holds no figure.
 */
#ifndef LANES_MODEL_TOOL_H
#define LANES_MODEL_TOOL_H

#include "model/outcome.h"

#define TOOL(tool)                                                   \
	bool tool##_knows(const char *buf, size_t len);              \
	int tool##_parse(struct outcomes *outcomes, const char *buf, \
			 size_t len, struct err *err)

/* GNU's and BSD's; each run in the text is a repeat */
TOOL(dd);
/* -T, -t, --direct; each run is a repeat */
TOOL(hdparm);
/* 0.8 to 1.3, also --batch */
TOOL(ioping);
/* throughput mode (-t), with or without -R */
TOOL(iozone);
/* the spreadsheet that -b writes of it */
TOOL(iozone_bif);
/* fileio of 0.4.12 and 1.0 */
TOOL(sysbench);
/* summary.html, totals.html or the console's text, of raw I/O */
TOOL(vdbench);

#undef TOOL

#endif
