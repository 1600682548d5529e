// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/placement.h"

#include <stdio.h>

#define MAX_QUEUES 16

struct machine {
	struct topo_queue queues[MAX_QUEUES];
	struct placement_wish wish;
};

/* @queues: cpu lists separated by spaces, one per hardware queue */
static void setup(struct machine *m, int node, const char *node_cpus,
		  const char *allowed, const char *queues)
{
	char list[32];
	int used;

	memset(m, 0, sizeof(*m));
	m->wish.node = node;
	m->wish.queues = m->queues;
	assert_int_equal(cpus_parse(&m->wish.node_cpus, node_cpus), 0);
	assert_int_equal(cpus_parse(&m->wish.allowed, allowed), 0);
	for (; sscanf(queues, " %31s%n", list, &used) == 1; queues += used) {
		struct topo_queue *queue = &m->queues[m->wish.n_queues];

		queue->hctx = m->wish.n_queues++;
		assert_int_equal(cpus_parse(&queue->cpus, list), 0);
	}
}

static struct placement place(struct machine *m, unsigned int rank)
{
	m->wish.rank = rank;
	return placement_choose(&m->wish);
}

static void each_job_has_a_local_queue_while_there_are_enough(void **state)
{
	struct machine m;
	unsigned int rank;

	(void)state;
	setup(&m, 1, "4-7", "0-7", "0 1 2 3 4 5 6 7");
	for (rank = 0; rank < 4; rank++) {
		struct placement p = place(&m, rank);

		assert_int_equal(p.cpu, 4 + rank);
		assert_int_equal(p.queue, 4 + rank);
		assert_null(p.why);
	}
	/* the fifth shares the first one's */
	assert_int_equal(place(&m, 4).cpu, 4);
}

static void queues_before_cpus(void **state)
{
	struct machine m;

	(void)state;
	/* two queues with two local CPUs each, one that spans the nodes */
	setup(&m, 0, "0-3", "0-7", "0,4 1,2,5 3,6-7");
	assert_int_equal(place(&m, 0).cpu, 0);
	assert_int_equal(place(&m, 1).cpu, 1);
	assert_int_equal(place(&m, 2).cpu, 3);
	/* second round: the queue that has another local CPU gives it */
	assert_int_equal(place(&m, 3).cpu, 0);
	assert_int_equal(place(&m, 4).cpu, 2);
	assert_int_equal(place(&m, 4).queue, 1);
}

static void inherited_affinity_wins(void **state)
{
	struct machine m;
	struct placement p;

	(void)state;
	setup(&m, 1, "4-7", "0-1,6", "0 1 2 3 4 5 6 7");
	assert_int_equal(place(&m, 0).cpu, 6);
	assert_int_equal(place(&m, 1).cpu, 6);
	setup(&m, 1, "4-7", "0-3", "0 1 2 3 4 5 6 7");
	p = place(&m, 0);
	assert_int_equal(p.cpu, -1);
	assert_non_null(strstr(p.why, "affinity"));
}

static void no_node_no_pin(void **state)
{
	struct machine m;
	struct placement p;

	(void)state;
	setup(&m, -1, "", "0-7", "0-7");
	p = place(&m, 0);
	assert_int_equal(p.cpu, -1);
	assert_int_equal(p.queue, -1);
	assert_non_null(strstr(p.why, "no NUMA node"));
}

static void unknown_queues_go_round_the_node(void **state)
{
	struct machine m;

	(void)state;
	setup(&m, 1, "4-5", "0-7", "");
	assert_int_equal(place(&m, 0).cpu, 4);
	assert_int_equal(place(&m, 1).cpu, 5);
	assert_int_equal(place(&m, 2).cpu, 4);
	assert_int_equal(place(&m, 2).queue, -1);
}

/* For any queues, masks and ranks: local, allowed, of its queue, and no queue
 * is used twice before all are used. */
static void properties(void **state)
{
	unsigned int seed = 1, trial;

	(void)state;
	for (trial = 0; trial < 2000; trial++) {
		bool used[MAX_QUEUES] = {false};
		struct machine m = {.wish.node = 0};
		unsigned int cpu, rank, q, n = 1 + trial % MAX_QUEUES;
		unsigned int distinct = 0;

		m.wish.queues = m.queues;
		m.wish.n_queues = n;
		for (q = 0; q < n; q++)
			m.queues[q].hctx = q;
		for (cpu = 0; cpu < 64; cpu++) {
			seed = seed * 1103515245 + 12345;
			if (seed >> 16 & 1)
				cpus_add(&m.wish.node_cpus, cpu);
			if (seed >> 17 & 3)
				cpus_add(&m.wish.allowed, cpu);
			cpus_add(&m.queues[(seed >> 20) % n].cpus, cpu);
		}
		for (q = 0; q < n; q++) {
			struct cpus c = m.queues[q].cpus;

			cpus_keep(&c, &m.wish.node_cpus);
			cpus_keep(&c, &m.wish.allowed);
			distinct += cpus_count(&c) > 0;
		}
		for (rank = 0; rank < distinct; rank++) {
			struct placement p = place(&m, rank);

			assert_true(cpus_has(&m.wish.node_cpus, p.cpu));
			assert_true(cpus_has(&m.wish.allowed, p.cpu));
			assert_true(cpus_has(&m.queues[p.queue].cpus, p.cpu));
			assert_false(used[p.queue]);
			used[p.queue] = true;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			each_job_has_a_local_queue_while_there_are_enough),
		cmocka_unit_test(queues_before_cpus),
		cmocka_unit_test(inherited_affinity_wins),
		cmocka_unit_test(no_node_no_pin),
		cmocka_unit_test(unknown_queues_go_round_the_node),
		cmocka_unit_test(properties),
	};

	return unit_run(tests);
}
