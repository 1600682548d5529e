// SPDX-License-Identifier: GPL-2.0-only
/* What dd prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(dd_knows, dd_parse, data, size);
	return 0;
}
