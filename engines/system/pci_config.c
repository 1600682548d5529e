// SPDX-License-Identifier: GPL-2.0-only
#include "system/pci_config.h"

#include "system/sysfs.h"

#include <stdio.h>
#include <string.h>

bool pci_config_reg(struct pci_dev *dev, int pos, int len, uint32_t *value)
{
	u8 raw[4] = {0};

	if (!pci_read_block(dev, pos, raw, len))
		return false;
	*value = raw[0] | raw[1] << 8 | raw[2] << 16 | (uint32_t)raw[3] << 24;
	return true;
}

static struct topo_link link_of(uint32_t gen, uint32_t width)
{
	return (struct topo_link){
		.gen = gen <= TOPO_GEN_MAX ? gen : 0,
		.width = width <= 32 ? width : 0,
	};
}

/* sizes are coded as powers of two from 128 on; 6 and 7 are reserved */
static uint32_t payload(uint32_t code)
{
	return code <= 5 ? 128U << code : 0;
}

static void read_express(struct topo_pci *pci, struct pci_dev *dev)
{
	struct pci_cap *cap = pci_find_cap(dev, PCI_CAP_ID_EXP, PCI_CAP_NORMAL);
	uint32_t value;

	if (!cap)
		return;
	if (pci_config_reg(dev, cap->addr + PCI_EXP_FLAGS, 2, &value))
		pci->port = (value & PCI_EXP_FLAGS_TYPE) >> 4;
	if (pci_config_reg(dev, cap->addr + PCI_EXP_DEVCAP, 4, &value))
		pci->mps_cap_bytes = payload(value & PCI_EXP_DEVCAP_PAYLOAD);
	if (pci_config_reg(dev, cap->addr + PCI_EXP_DEVCTL, 2, &value)) {
		pci->mps_bytes = payload(value >> 5 & 7);
		pci->mrrs_bytes = payload(value >> 12 & 7);
	}
	if (pci_config_reg(dev, cap->addr + PCI_EXP_LNKCAP, 4, &value))
		pci->cap = link_of(value & 0xf, value >> 4 & 0x3f);
	if (pci_config_reg(dev, cap->addr + PCI_EXP_LNKCTL, 2, &value))
		pci->rcb_bytes = value & PCI_EXP_LNKCTL_RCB ? 128 : 64;
	if (pci_config_reg(dev, cap->addr + PCI_EXP_LNKSTA, 2, &value))
		pci->status = link_of(value & 0xf, value >> 4 & 0x3f);
}

static void read_bridge(struct topo_pci *pci, struct pci_dev *dev)
{
	uint32_t header, buses;

	if (!pci_config_reg(dev, PCI_HEADER_TYPE, 1, &header) ||
	    (header & 0x7f) != PCI_HEADER_TYPE_BRIDGE ||
	    !pci_config_reg(dev, PCI_PRIMARY_BUS, 4, &buses))
		return;
	pci->is_bridge = true;
	pci->secondary = buses >> 8;
	pci->subordinate = buses >> 16;
}

static struct topo_link sysfs_link(const char *root, const char *name,
				   const char *which)
{
	char text[64];
	uint64_t width;
	int gen;

	if (sysfs_read(text, sizeof(text), root,
		       "/sys/bus/pci/devices/%s/%s_link_speed", name,
		       which) < 0 ||
	    sysfs_read_u64(&width, root,
			   "/sys/bus/pci/devices/%s/%s_link_width", name,
			   which))
		return (struct topo_link){0};
	gen = topo_parse_speed(text);
	/* the kernel writes an unknown width as 255 */
	return link_of(gen > 0 ? gen : 0, width <= 32 ? width : 0);
}

/* what config space did not tell, as far as sysfs does */
static void fill_from_sysfs(struct topo_pci *pci, const char *root,
			    const char *name)
{
	uint64_t secondary, subordinate;

	if (pci->port == TOPO_PORT_NONE) {
		pci->status = sysfs_link(root, name, "current");
		pci->cap = sysfs_link(root, name, "max");
	}
	if (pci->is_bridge || pci->class_code >> 8 != PCI_CLASS_BRIDGE_PCI ||
	    sysfs_read_u64(&secondary, root,
			   "/sys/bus/pci/devices/%s/secondary_bus_number",
			   name) ||
	    sysfs_read_u64(&subordinate, root,
			   "/sys/bus/pci/devices/%s/subordinate_bus_number",
			   name))
		return;
	pci->is_bridge = true;
	pci->secondary = secondary;
	pci->subordinate = subordinate;
}

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

void pci_config_name(struct topo_node *node, struct pci_dev *dev)
{
	const int flags = PCI_LOOKUP_NO_NUMBERS | PCI_LOOKUP_NO_HWDB;
	char vendor[128], device[128];
	const char *who =
		pci_lookup_name(dev->access, vendor, sizeof(vendor),
				PCI_LOOKUP_VENDOR | flags, dev->vendor_id);
	const char *what = pci_lookup_name(dev->access, device, sizeof(device),
					   PCI_LOOKUP_DEVICE | flags,
					   dev->vendor_id, dev->device_id);

	if (who && what)
		snprintf(node->title, sizeof(node->title), "%.*s %s",
			 name_len(who), who, what);
}

void pci_config_read(struct topo_node *node, struct pci_dev *dev,
		     const char *root)
{
	struct topo_pci *pci = &node->pci;
	const char *driver;

	pci->domain = dev->domain;
	pci->bus = dev->bus;
	pci->dev = dev->dev;
	pci->func = dev->func;
	pci->vendor = dev->vendor_id;
	pci->device = dev->device_id;
	pci->class_code = dev->device_class << 8 | dev->prog_if;
	read_bridge(pci, dev);
	read_express(pci, dev);
	if (!root)
		return;
	fill_from_sysfs(pci, root, node->name);
	node->numa_node = dev->numa_node;
	driver = pci_get_string_property(dev, PCI_FILL_DRIVER);
	snprintf(pci->driver, sizeof(pci->driver), "%s", driver ? driver : "");
	snprintf(pci->slot, sizeof(pci->slot), "%s",
		 dev->phy_slot ? dev->phy_slot : "");
}
