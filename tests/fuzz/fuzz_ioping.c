// SPDX-License-Identifier: GPL-2.0-only
/* What ioping prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(ioping_knows, ioping_parse, data, size);
	return 0;
}
