// SPDX-License-Identifier: GPL-2.0-only
/* For assembly*.c only. */
#ifndef LANES_RAID_ASSEMBLY_INTERNAL_H
#define LANES_RAID_ASSEMBLY_INTERNAL_H

#include "raid/assembly.h"

/*
 * raid_assembly_check_whole() - is there enough to read every sector?
 * @array: settled
 * @path:  the member that words are about
 */
int raid_assembly_check_whole(const struct raid_assembly *array,
			      const char *path, struct err *err);

#endif
