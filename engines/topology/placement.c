// SPDX-License-Identifier: GPL-2.0-only
#include "topology/placement.h"

/* CPUs that a queue serves and the job may use on the node */
static struct cpus usable(const struct topo_queue *queue,
			  const struct cpus *local)
{
	struct cpus cpus = queue->cpus;

	cpus_keep(&cpus, local);
	return cpus;
}

static size_t count_usable(const struct placement_wish *wish,
			   const struct cpus *local)
{
	size_t i, n = 0;

	for (i = 0; i < wish->n_queues; i++) {
		struct cpus cpus = usable(&wish->queues[i], local);

		n += cpus_count(&cpus) > 0;
	}
	return n;
}

/* the @turn-th usable queue; there is one */
static const struct topo_queue *nth_usable(const struct placement_wish *wish,
					   const struct cpus *local,
					   size_t turn)
{
	size_t i;

	for (i = 0; i < wish->n_queues; i++) {
		struct cpus cpus = usable(&wish->queues[i], local);

		if (cpus_count(&cpus) && !turn--)
			return &wish->queues[i];
	}
	return NULL;
}

struct placement placement_choose(const struct placement_wish *wish)
{
	struct placement place = {.cpu = -1, .queue = -1};
	const struct topo_queue *queue;
	struct cpus local = wish->node_cpus;
	size_t n_queues;

	if (wish->node < 0) {
		place.why = "the drive has no NUMA node";
		return place;
	}
	cpus_keep(&local, &wish->allowed);
	if (!cpus_count(&local)) {
		place.why = "the job's affinity has no CPU of the drive's node";
		return place;
	}
	n_queues = count_usable(wish, &local);
	if (!n_queues) {
		place.cpu = cpus_nth(&local, wish->rank % cpus_count(&local));
		return place;
	}
	queue = nth_usable(wish, &local, wish->rank % n_queues);
	local = usable(queue, &local);
	place.queue = queue->hctx;
	place.cpu =
		cpus_nth(&local, wish->rank / n_queues % cpus_count(&local));
	return place;
}
