// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/io.h"

#include "system/machine.h"
#include "topology/render.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"usage: lanes topo [OPTION...]\n"
	"\n"
	"The tree from root ports through switches and HBAs to drives: each\n"
	"link's status against both ends' capability, what it can carry, and\n"
	"which uplinks are shared by more drives than they can serve.\n"
	"\n"
	"  --json            the same for programs (topo.json)\n"
	"  --from FILE|DIR   a saved lspci -xxx, or a folder with a copy of "
	"/sys,\n"
	"                    instead of this machine\n"
	"  --for TARGET      only what a device, directory or file rests on:\n"
	"                    filesystem, partition, dm, md, down to the "
	"drives\n"
	"  --explain NODE    one device and every link above it, in "
	"sentences;\n"
	"                    NODE is 0000:44:00.0, nvme0n1, nvme0\n"
	"  --ascii           no characters beyond ASCII in the tree\n"
	"  --help            this text\n"
	"\n"
	"As another user than root, payload sizes are unreadable and "
	"assumed.\n";

/**
 * struct job - one call
 * @root: to resolve @target with
 */
struct job {
	const char *from, *target, *explain;
	bool json, ascii, help;
	char root[PATH_MAX];
	struct topo_tree *tree;
	struct topo_stack *stack;
	const struct topo_node **drives;
	size_t n_drives;
};

static int parse(struct job *job, int argc, char **argv)
{
	static const struct option options[] = {
		{"json", no_argument, NULL, 'j'},
		{"from", required_argument, NULL, 'f'},
		{"for", required_argument, NULL, 't'},
		{"explain", required_argument, NULL, 'e'},
		{"ascii", no_argument, NULL, 'a'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case 'j':
			job->json = true;
			break;
		case 'f':
			job->from = optarg;
			break;
		case 't':
			job->target = optarg;
			break;
		case 'e':
			job->explain = optarg;
			break;
		case 'a':
			job->ascii = true;
			break;
		case 'h':
			job->help = true;
			return 0;
		default:
			fputs("see lanes topo --help\n", stderr);
			return -EINVAL;
		}
	}
	if (optind < argc) {
		fprintf(stderr,
			"lanes topo: %s: is no option; a target goes after "
			"--for, a device after --explain, a dump after "
			"--from\n",
			argv[optind]);
		return -EINVAL;
	}
	if (job->explain && job->json) {
		fputs("lanes topo: --explain: is text; it cannot go with "
		      "--json\n",
		      stderr);
		return -EINVAL;
	}
	return 0;
}

static int all_drives(struct job *job, struct err *err)
{
	job->n_drives = topo_drives(job->tree, NULL, 0);
	job->drives = calloc(job->n_drives + 1, sizeof(*job->drives));
	if (!job->drives)
		return err_set(err, ENOMEM, "drives", "memory is out");
	topo_drives(job->tree, job->drives, job->n_drives);
	return 0;
}

/* of a dump's drives a target is one by its address */
static int target_of_dump(struct job *job, struct err *err)
{
	err_set(err, EINVAL, job->target,
		"cannot be looked for in a dump, which knows no block devices");
	return err_remedy(err, "use --explain with a PCI address of %s",
			  job->from);
}

static int target_drives(struct job *job, struct err *err)
{
	int ret;

	if (!strcmp(job->tree->source, "dump"))
		return target_of_dump(job, err);
	job->stack = calloc(1, sizeof(*job->stack));
	job->drives = calloc(STACK_MAX, sizeof(*job->drives));
	if (!job->stack || !job->drives)
		return err_set(err, ENOMEM, job->target, "memory is out");
	ret = machine_stack(job->stack, job->root, job->target, err);
	if (!ret)
		job->n_drives = machine_stack_drives(job->stack, job->tree,
						     job->drives, STACK_MAX);
	return ret;
}

static size_t render(const struct job *job, const struct topo_node *node,
		     char *buf, size_t len)
{
	struct render r = {
		.tree = job->tree,
		.drives = job->drives,
		.n_drives = job->n_drives,
		.stack = job->stack,
		.block_bytes = TOPO_BLOCK_BYTES,
		.ascii = job->ascii,
	};

	if (node)
		return render_explain(&r, node, buf, len);
	return job->json ? render_json(&r, buf, len)
			 : render_text(&r, buf, len);
}

/* measure, allocate, write whole */
static int print(const struct job *job, const struct topo_node *node,
		 struct err *err)
{
	size_t len = render(job, node, NULL, 0);
	char *text = malloc(len + 1);
	int ret;

	if (!text)
		return err_set(err, ENOMEM, "output", "memory is out");
	render(job, node, text, len + 1);
	ret = io_write("-", text, len, err);
	free(text);
	return ret;
}

static int run(struct job *job, struct err *err)
{
	const struct topo_node *node = NULL;
	int ret = machine_open(&job->tree, job->from, job->root, err);

	if (!ret)
		ret = job->target ? target_drives(job, err)
				  : all_drives(job, err);
	if (ret)
		return ret;
	if (job->explain) {
		node = topo_find(job->tree, job->explain);
		if (!node) {
			err_set(err, ENODEV, job->explain,
				"is not in the tree");
			return err_remedy(err, "lanes topo --json lists every "
					       "name under \"tree\"");
		}
	}
	return print(job, node, err);
}

int cmd_topo(int argc, char **argv)
{
	struct job job = {0};
	struct err err = {0};
	char line[1200];
	int ret;

	if (parse(&job, argc, argv))
		return 2;
	if (job.help) {
		fputs(usage, stdout);
		return 0;
	}
	ret = run(&job, &err);
	if (ret)
		fprintf(stderr, "lanes topo: %s\n",
			err_format(&err, line, sizeof(line)));
	free(job.drives);
	free(job.stack);
	topo_tree_free(job.tree);
	return ret ? 1 : 0;
}
