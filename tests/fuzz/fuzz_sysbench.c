// SPDX-License-Identifier: GPL-2.0-only
/* What sysbench prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(sysbench_knows, sysbench_parse, data, size);
	return 0;
}
