// SPDX-License-Identifier: GPL-2.0-only
/* Macros of libpci and fio that cppcheck, which sees no system header, needs.
 */
#define PCI_PRINTF(format, args)
#define for_each_file(td, f, i)                                     \
	for ((i) = 0, (f) = (td)->files[0]; (i) < (td)->o.nr_files; \
	     (i)++, (f) = (td)->files[i])
