// SPDX-License-Identifier: GPL-2.0-only
/* What iozone prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(iozone_knows, iozone_parse, data, size);
	return 0;
}
