// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "system/affinity.h"
#include "topology/placement.h"

#define NODE_MIXED (-2)

/* the node that all members share: -1 if they have none */
static int common_node(struct thread_data *td)
{
	struct fio_file *f;
	unsigned int i, m;
	bool first = true;
	int node = -1;

	for_each_file (td, f, i) {
		const struct md_array *md = &md_stripe_file(f)->md;

		for (m = 0; m < md->geo.spec.members; m++) {
			if (md->missing >> m & 1)
				continue;
			if (!first && md->member[m].node != node)
				return NODE_MIXED;
			node = md->member[m].node;
			first = false;
		}
	}
	return node;
}

static const char *pin(int node, int rank)
{
	struct placement_wish wish = {.node = node, .rank = rank};
	struct placement place;

	affinity_node_cpus(&wish.node_cpus, node);
	affinity_get(&wish.allowed);
	place = placement_choose(&wish);
	if (place.cpu < 0)
		return place.why;
	if (affinity_pin(place.cpu))
		return "its CPU cannot be had";
	/* without NUMA in the kernel there is no memory to prefer */
	affinity_prefer_memory(node);
	return NULL;
}

void md_stripe_place(struct thread_data *td, const struct md_stripe_job *job)
{
	const struct md_stripe_options *options = td->eo;
	const char *why;
	int node;

	if (!options->place || host_places_job(td))
		return;
	node = common_node(td);
	if (node == NODE_MIXED)
		why = "its members are on several nodes";
	else if (node < 0)
		return; /* a machine of one node, or files */
	else
		why = pin(node, job->owner);
	if (why && md_run_once(md_stripe_run, "not pinned"))
		log_err("md_stripe: note: %s is not pinned: %s\n", td->o.name,
			why);
}
