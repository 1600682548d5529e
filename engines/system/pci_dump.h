// SPDX-License-Identifier: GPL-2.0-only
/*
 * libpci says that a dump is malformed, not where; this does.
 */
#ifndef LANES_SYSTEM_PCI_DUMP_H
#define LANES_SYSTEM_PCI_DUMP_H

#include <stddef.h>

/**
 * pci_dump_bad_line() - first line that libpci refuses
 * @text: a dump; needs no NUL at its end
 *
 * Return: its number from 1, or 0 if there is none.
 */
unsigned int pci_dump_bad_line(const char *text, size_t len);

#endif
