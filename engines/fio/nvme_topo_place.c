// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#include "system/affinity.h"
#include "topology/placement.h"

#define NODE_MIXED (-2)

/*
 * The node that all files of the job share: -1 where none has one, NODE_MIXED
 * where they differ.
 */
static int common_node(struct thread_data *td, const struct topo_tree *tree,
		       const struct topo_node **first)
{
	struct fio_file *f;
	unsigned int i;
	int node = -1;

	*first = NULL;
	for_each_file (td, f, i) {
		const struct topo_node *drive =
			topo_find(tree, nvme_topo_file(f)->ns.disk);
		int own = drive ? topo_numa_node(drive) : -1;

		if (i && own != node)
			return NODE_MIXED;
		if (!i)
			*first = drive;
		node = own;
	}
	return node;
}

static void take_rank(struct thread_data *td, struct nvme_topo_job *job)
{
	job->rank_dev = nvme_topo_file(td->files[0])->ns.block_dev;
	job->rank = registry_take_rank(nvme_topo_run, job->rank_dev);
}

/* where the job goes; @note is set where it stays where it is */
static void choose(struct thread_data *td, struct nvme_topo_job *job,
		   const struct topo_tree *tree, struct registry_job *record)
{
	struct placement_wish wish = {0};
	const struct topo_node *drive;
	struct placement place;

	wish.node = common_node(td, tree, &drive);
	if (wish.node == NODE_MIXED) {
		strcpy(record->note, "mixed: its files are on several nodes");
		return;
	}
	take_rank(td, job);
	if (wish.node >= 0)
		affinity_node_cpus(&wish.node_cpus, wish.node);
	affinity_get(&wish.allowed);
	if (drive) {
		wish.queues = drive->disk.queues;
		wish.n_queues = drive->disk.n_queues;
	}
	wish.rank = job->rank < 0 ? 0 : job->rank;
	place = placement_choose(&wish);
	record->cpu = place.cpu;
	record->queue = place.queue;
	record->node = place.cpu < 0 ? -1 : wish.node;
	if (place.why)
		strcpy(record->note, place.why);
}

static void apply(struct registry_job *record)
{
	int ret;

	if (record->cpu < 0)
		return;
	ret = affinity_pin(record->cpu);
	if (ret) {
		snprintf(record->note, sizeof(record->note),
			 "cannot pin to CPU %d: %s", record->cpu,
			 strerror(-ret));
		record->cpu = record->queue = record->node = -1;
		return;
	}
	if (affinity_prefer_memory(record->node)) {
		strcpy(record->note,
		       "no memory policy: the kernel has no NUMA");
		record->node = -1;
	}
}

static void name_files(struct thread_data *td, struct registry_job *record)
{
	struct fio_file *f;
	size_t used = 0;
	unsigned int i;

	for_each_file (td, f, i) {
		if (used < sizeof(record->files))
			used += snprintf(record->files + used,
					 sizeof(record->files) - used, "%s%s",
					 used ? " " : "",
					 nvme_topo_file(f)->ns.disk);
	}
}

void nvme_topo_place(struct thread_data *td, struct nvme_topo_job *job)
{
	struct nvme_topo_options *options = td->eo;
	struct registry_job record = {.number = td->thread_number,
				      .cpu = -1,
				      .node = -1,
				      .queue = -1};
	const char *decided = host_places_job(td);
	struct topo_tree *tree = NULL;

	job->rank = -1;
	snprintf(record.name, sizeof(record.name), "%s", td->o.name);
	name_files(td, &record);
	if (options->place == TOPO_PLACE_NONE)
		strcpy(record.note, "topo_place=none");
	else if (decided)
		strcpy(record.note, decided);
	else if (!(tree = nvme_topo_machine()))
		strcpy(record.note, "the topology could not be read");
	else
		choose(td, job, tree, &record);
	topo_tree_free(tree);
	apply(&record);
	if (tree && record.cpu < 0 &&
	    registry_once(nvme_topo_run, NVME_TOPO_NO_PIN))
		log_err("nvme_topo: note: %s is not pinned: %s\n", td->o.name,
			record.note);
	registry_enter(nvme_topo_run, &record);
	job->entered = true;
}

void nvme_topo_leave(struct thread_data *td, struct nvme_topo_job *job)
{
	if (!job->entered)
		return;
	job->entered = false;
	if (job->rank >= 0)
		registry_drop_rank(nvme_topo_run, job->rank_dev, job->rank);
	if (registry_exit(nvme_topo_run))
		nvme_topo_write_report(td);
}
