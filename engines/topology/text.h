// SPDX-License-Identifier: GPL-2.0-only
/*
 * The few texts of sysfs that need a parser: link speeds and PCI addresses.
 * Whatever the input, they stay inside it and answer -EINVAL.
 */
#ifndef LANES_TOPOLOGY_TEXT_H
#define LANES_TOPOLOGY_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct topo_link - speed and width of a link; 0 is unknown in both
 * @gen:   1 to 6: 2.5, 5, 8, 16, 32, 64 GT/s per lane
 * @width: lanes, 1 to 32
 */
struct topo_link {
	uint8_t gen;
	uint8_t width;
};

#define TOPO_GEN_MAX 6

/** topo_link_known() - both speed and width are known */
static inline bool topo_link_known(struct topo_link link)
{
	return link.gen && link.width;
}

/**
 * topo_parse_speed() - generation of "5.0 GT/s PCIe", "2.5 GT/s", "8 GT/s"
 *
 * Return: 1 to 6; 0 for "Unknown", which a port without LnkCap gives; -EINVAL
 * for any other text.
 */
int topo_parse_speed(const char *text);

/** topo_speed_text() - "2.5", "5", ..., "64"; "?" if unknown */
const char *topo_speed_text(uint8_t gen);

/** topo_link_text() - "5 GT/s x4", or "unknown"; Return: @buf */
const char *topo_link_text(struct topo_link link, char *buf, size_t len);

/**
 * struct topo_bdf - a PCI address; a domain above 0xffff is a VMD's
 */
struct topo_bdf {
	uint32_t domain;
	uint8_t bus, dev, func;
};

/** topo_parse_bdf() - "0000:44:00.0" or "44:00.0"; 0 or -EINVAL */
int topo_parse_bdf(struct topo_bdf *bdf, const char *text);

#endif
