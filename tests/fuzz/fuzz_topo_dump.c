// SPDX-License-Identifier: GPL-2.0-only
/* A dump of any content becomes a tree that renders, or an error in words. */
#include "system/machine.h"
#include "topology/render.h"

#include <pci/pci.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* reading pci.ids anew for each input would take all the time */
char *pci_lookup_name(struct pci_access *a, char *buf, int size, int flags, ...)
{
	(void)a, (void)buf, (void)size, (void)flags;
	return NULL;
}

static void render_all(const struct topo_tree *tree)
{
	size_t n = topo_drives(tree, NULL, 0), len;
	const struct topo_node **drives = calloc(n + 1, sizeof(*drives));
	struct render render = {
		.tree = tree,
		.drives = drives,
		.n_drives = topo_drives(tree, drives, n),
		.block_bytes = TOPO_BLOCK_BYTES,
	};
	char *buf;

	len = render_text(&render, NULL, 0);
	buf = malloc(len + 1);
	if (!buf || render_text(&render, buf, len + 1) != len ||
	    strlen(buf) != len)
		abort();
	free(buf);
	len = render_json(&render, NULL, 0);
	buf = malloc(len + 1);
	if (!buf || render_json(&render, buf, len + 1) != len ||
	    strlen(buf) != len)
		abort();
	render_explain(&render, tree->roots, buf, len);
	free(buf);
	free(drives);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("dump", MFD_CLOEXEC);
	struct topo_tree *tree;
	struct err err = {0};
	char path[32];

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (machine_read_dump(&tree, path, &err)) {
		if (!err.code || !err.rule[0])
			abort();
	} else {
		render_all(tree);
		topo_tree_free(tree);
	}
	close(fd);
	return 0;
}
