// SPDX-License-Identifier: GPL-2.0-only
#include "system/pci_tree.h"

#include "system/pci_config.h"
#include "system/pci_dump.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/**
 * struct reader - one reading; outlives a jump out of libpci
 * @root: of sysfs; NULL for a dump
 * @path: the dump, or sysfs' bus/pci
 * @ret:  of a body that came to its end
 */
struct reader {
	struct topo_tree *tree;
	struct pci_access *access;
	struct pci_dev **devs;
	const char *root;
	bool named;
	char *path;
	struct err *err;
	int ret;
};

/*
 * libpci's error callback gets no context and must not return.  Each thread
 * has its own place to jump to.
 */
static _Thread_local struct trap {
	jmp_buf back;
	char text[256];
} * trap;

static void PCI_NONRET PCI_PRINTF(1, 2) on_error(char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(trap->text, sizeof(trap->text), format, ap);
	va_end(ap);
	longjmp(trap->back, 1);
}

static void PCI_PRINTF(1, 2) on_warning(char *format, ...)
{
	(void)format;
}

/* Return: true if @body came to its end, else @here->text tells why not */
static bool guarded(void (*body)(struct reader *), struct reader *reader,
		    struct trap *here)
{
	bool whole = false;

	trap = here;
	if (!setjmp(here->back)) {
		body(reader);
		whole = true;
	}
	trap = NULL;
	return whole;
}

static int by_address(const void *a, const void *b)
{
	const struct pci_dev *x = *(struct pci_dev *const *)a;
	const struct pci_dev *y = *(struct pci_dev *const *)b;
	const int keys[][2] = {{x->domain, y->domain},
			       {x->bus, y->bus},
			       {x->dev, y->dev},
			       {x->func, y->func}};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (keys[i][0] != keys[i][1])
			return keys[i][0] < keys[i][1] ? -1 : 1;
	return 0;
}

static int add_function(struct reader *reader, struct pci_dev *dev)
{
	struct topo_node *node;
	char name[32];

	snprintf(name, sizeof(name), "%04x:%02x:%02x.%d", dev->domain, dev->bus,
		 dev->dev, dev->func);
	node = topo_add(reader->tree, NULL, TOPO_PCI, name);
	if (!node)
		return err_set(reader->err, ENOMEM, name, "memory is out");
	pci_fill_info(dev, PCI_FILL_IDENT | PCI_FILL_CLASS |
				   PCI_FILL_CLASS_EXT | PCI_FILL_CAPS |
				   PCI_FILL_NUMA_NODE | PCI_FILL_PHYS_SLOT |
				   PCI_FILL_DRIVER);
	pci_config_read(node, dev, reader->root);
	if (reader->named)
		pci_config_name(node, dev);
	if (topo_is_nvme(node) && !node->pci.mps_bytes &&
	    (topo_link_known(node->pci.status)))
		reader->tree->mps_unknown = true;
	return 0;
}

/* only a dump can hold one twice, or one without its registers */
static int check_function(struct reader *reader, size_t i)
{
	struct pci_dev *dev = reader->devs[i];
	uint32_t id;

	if (reader->root)
		return 0;
	if (i && !by_address(&reader->devs[i - 1], &reader->devs[i])) {
		err_set(reader->err, EINVAL, reader->path,
			"has %04x:%02x:%02x.%d twice", dev->domain, dev->bus,
			dev->dev, dev->func);
		return err_remedy(reader->err,
				  "give one machine's dump at a time");
	}
	if (!pci_config_reg(dev, PCI_VENDOR_ID, 4, &id)) {
		err_set(reader->err, EINVAL, reader->path,
			"has no config space of %04x:%02x:%02x.%d", dev->domain,
			dev->bus, dev->dev, dev->func);
		return err_remedy(reader->err, "save it with lspci -xxx, not "
					       "as -v or -vv text");
	}
	return 0;
}

static void scan(struct reader *reader)
{
	struct pci_dev *dev;
	size_t n = 0, i;

	if (reader->root) {
		reader->access->method = PCI_ACCESS_SYS_BUS_PCI;
		pci_set_param(reader->access, "sysfs.path", reader->path);
	} else {
		reader->access->method = PCI_ACCESS_DUMP;
		pci_set_param(reader->access, "dump.name", reader->path);
	}
	pci_init(reader->access);
	pci_scan_bus(reader->access);
	for (dev = reader->access->devices; dev; dev = dev->next)
		n++;
	reader->devs = calloc(n + 1, sizeof(dev));
	if (!reader->devs) {
		reader->ret = err_set(reader->err, ENOMEM, "PCI functions",
				      "memory is out");
		return;
	}
	n = 0;
	for (dev = reader->access->devices; dev; dev = dev->next)
		reader->devs[n++] = dev;
	qsort(reader->devs, n, sizeof(dev), by_address);
	for (i = 0; i < n && !reader->ret; i++) {
		reader->ret = check_function(reader, i);
		if (!reader->ret)
			reader->ret = add_function(reader, reader->devs[i]);
	}
	topo_link_pci(reader->tree);
}

static void close_access(struct reader *reader)
{
	pci_cleanup(reader->access);
}

/* Return: 0, -errno of the reading, or -EIO with libpci's words in @here */
static int run(struct reader *reader, struct trap *here)
{
	struct trap at_cleanup;

	reader->access = pci_alloc();
	reader->access->error = on_error;
	reader->access->warning = on_warning;
	here->text[0] = '\0';
	if (!guarded(scan, reader, here))
		reader->ret = -EIO;
	free(reader->devs);
	guarded(close_access, reader, &at_cleanup);
	return reader->ret;
}

int pci_tree_read(struct topo_tree *tree, const char *root, bool named,
		  struct err *err)
{
	char path[PATH_MAX];
	struct reader reader = {.tree = tree,
				.root = root,
				.named = named,
				.path = path,
				.err = err};
	struct trap here;
	int ret;

	if (snprintf(path, sizeof(path), "%s/sys/bus/pci", root) >=
	    (int)sizeof(path))
		return err_set(err, ENAMETOOLONG, root, "is too long a path");
	ret = run(&reader, &here);
	if (here.text[0])
		return err_set(err, EIO, path, "cannot be read: %s", here.text);
	return ret;
}

/* number of the line that libpci refused, 0 if that is not the trouble */
static unsigned int find_bad_line(const char *file)
{
	FILE *stream = fopen(file, "r");
	unsigned int line = 0;
	char *text = NULL;
	struct stat st;

	if (stream && !fstat(fileno(stream), &st) && st.st_size > 0)
		text = malloc(st.st_size);
	if (text)
		line = pci_dump_bad_line(text,
					 fread(text, 1, st.st_size, stream));
	if (stream)
		fclose(stream);
	free(text);
	return line;
}

static int explain_dump(const char *file, const char *words, struct err *err)
{
	unsigned int line = find_bad_line(file);

	if (line)
		err_set(err, EINVAL, file, "line %u: %s", line, words);
	else
		err_set(err, EINVAL, file, "%s", words);
	return err_remedy(err, "expected is what lspci -xxx prints, unchanged");
}

int pci_tree_read_dump(struct topo_tree *tree, const char *file,
		       struct err *err)
{
	struct reader reader = {
		.tree = tree, .named = true, .path = (char *)file, .err = err};
	struct trap here;
	FILE *stream = fopen(file, "r");
	int ret;

	if (!stream)
		return err_set(err, errno, file, "%s", strerror(errno));
	fclose(stream);
	ret = run(&reader, &here);
	if (here.text[0])
		return explain_dump(file, here.text, err);
	if (!ret && !tree->roots) {
		err_set(err, EINVAL, file,
			"holds no PCI function: a line must begin with its "
			"address, as in 0000:44:00.0");
		return err_remedy(err, "save it with lspci -xxx; if it was "
				       "pasted, remove the indentation");
	}
	return ret;
}
