// SPDX-License-Identifier: GPL-2.0-only
/* What hdparm prints. */
#include "tool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	try_tool(hdparm_knows, hdparm_parse, data, size);
	return 0;
}
