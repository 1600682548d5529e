// SPDX-License-Identifier: GPL-2.0-only
#include "system/machine.h"

#include <pci/pci.h>
#include <stdio.h>
#include <string.h>

/* "PLX Technology, Inc.", "Intel Corporation": the name is what comes first */
static int name_len(const char *vendor)
{
	static const char *const tails[] = {
		",",	" Corporation", " Corp", " Technology", " Electronics",
		" Inc", " Co ",
	};
	size_t i, n = strlen(vendor);

	for (i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
		const char *tail = strstr(vendor, tails[i]);

		if (tail && tail > vendor && (size_t)(tail - vendor) < n)
			n = tail - vendor;
	}
	return n;
}

static void set_title(struct topo_node *node, struct pci_access *access)
{
	const int flags = PCI_LOOKUP_NO_NUMBERS | PCI_LOOKUP_NO_HWDB;
	char vendor[128], device[128];
	const char *who =
		pci_lookup_name(access, vendor, sizeof(vendor),
				PCI_LOOKUP_VENDOR | flags, node->pci.vendor);
	const char *what = pci_lookup_name(access, device, sizeof(device),
					   PCI_LOOKUP_DEVICE | flags,
					   node->pci.vendor, node->pci.device);

	if (who && what)
		snprintf(node->title, sizeof(node->title), "%.*s %s",
			 name_len(who), who, what);
}

void machine_name(struct topo_tree *tree)
{
	struct pci_access *access = pci_alloc();
	struct topo_node *node = NULL;

	while ((node = topo_next(tree, node)))
		if (node->kind == TOPO_PCI)
			set_title(node, access);
	pci_cleanup(access);
}
