// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#include "system/machine.h"
#include "topology/verdict.h"

#define MAX_DRIVES   REGISTRY_DRIVES
#define MAX_FINDINGS 16

struct topo_tree *nvme_topo_machine(void)
{
	struct topo_tree *tree = NULL;
	struct err err = {0};
	char line[1200];

	if (machine_read(&tree, "", false, &err) &&
	    registry_once(nvme_topo_run, NVME_TOPO_NO_MACHINE))
		log_err("nvme_topo: warning: no topology: %s\n",
			err_format(&err, line, sizeof(line)));
	return tree;
}

static size_t add_drive(const struct topo_tree *tree, const char *path,
			const struct topo_node **drives, size_t n)
{
	struct nvme_namespace ns;
	const struct topo_node *drive;
	size_t i;

	if (n == MAX_DRIVES || nvme_namespace_find(&ns, path, NULL))
		return n;
	drive = topo_find(tree, ns.disk);
	for (i = 0; i < n; i++)
		if (drives[i] == drive)
			return n;
	if (drive)
		drives[n++] = drive;
	return n;
}

/* drives of all jobs that run beside @td: fio numbers the groups */
static size_t group_drives(const struct thread_data *td,
			   const struct topo_tree *tree,
			   const struct topo_node **drives)
{
	struct thread_data *other;
	struct fio_file *f;
	unsigned int i, j;
	size_t n = 0;

	for (i = 0; (other = host_job(i)); i++) {
		if (other->groupid != td->groupid || !other->io_ops ||
		    strcmp(other->io_ops->name, td->io_ops->name))
			continue;
		for_each_file (other, f, j)
			n = add_drive(tree, f->file_name, drives, n);
	}
	return n;
}

int nvme_topo_check(struct thread_data *td)
{
	struct nvme_topo_options *options = td->eo;
	const struct topo_node *drives[MAX_DRIVES];
	struct topo_finding findings[MAX_FINDINGS];
	struct topo_tree *tree;
	size_t i, n;
	bool say;

	if (options->check == TOPO_CHECK_IGNORE)
		return 0;
	say = registry_once(nvme_topo_run,
			    NVME_TOPO_FINDINGS + td->groupid % 32);
	if (!say && options->check == TOPO_CHECK_WARN)
		return 0;
	tree = nvme_topo_machine();
	if (!tree)
		return 0;
	n = group_drives(td, tree, drives);
	n = verdict_findings(tree, drives, n, td_max_bs(td), findings,
			     MAX_FINDINGS);
	for (i = 0; say && i < n && i < MAX_FINDINGS; i++)
		log_err("nvme_topo: %s: %s\n",
			options->check == TOPO_CHECK_FAIL ? "topo_check=fail"
							  : "warning",
			findings[i].text);
	topo_tree_free(tree);
	if (!n || options->check == TOPO_CHECK_WARN)
		return 0;
	td_verror(td, EINVAL, "topo_check=fail");
	return 1;
}
