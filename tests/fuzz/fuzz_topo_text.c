// SPDX-License-Identifier: GPL-2.0-only
/* Link speeds, PCI addresses, and where a dump is malformed. */
#include "system/pci_dump.h"
#include "topology/text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1);
	struct topo_bdf bdf;
	unsigned int lines = 1;
	size_t i;

	if (!text)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	if (topo_parse_speed(text) > TOPO_GEN_MAX)
		abort();
	if (!topo_parse_bdf(&bdf, text) && (bdf.dev > 31 || bdf.func > 7))
		abort();
	for (i = 0; i < size; i++)
		lines += data[i] == '\n';
	free(text);
	if (pci_dump_bad_line((const char *)data, size) > lines)
		abort();
	return 0;
}
