// SPDX-License-Identifier: GPL-2.0-only
/* The spreadsheet of `iozone -b`. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(iozone_bif_knows, iozone_bif_parse, data, size);
	return 0;
}
