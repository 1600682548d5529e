// SPDX-License-Identifier: GPL-2.0-only
/* Lines of mountinfo and swaps, device numbers, dm names. */
#include "system/guard_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1), *vg = malloc(size + 1),
	     *lv = malloc(size + 1), path[16];
	struct guard_mount mount;
	unsigned int major, minor;

	if (!text || !vg || !lv)
		abort();
	if (size)
		memcpy(text, data, size);
	text[size] = '\0';
	guard_text_dev(text, &major, &minor);
	if (!guard_text_mount(text, &mount))
		guard_text_printable(mount.point);
	guard_text_swap(text, path, sizeof(path));
	guard_text_lvm(text, vg, lv);
	free(lv);
	free(vg);
	free(text);
	return 0;
}
