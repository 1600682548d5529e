// SPDX-License-Identifier: GPL-2.0-only
/* What vdbench prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(vdbench_knows, vdbench_parse, data, size);
	return 0;
}
