// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/fixture.h"

static void functions_hang_on_their_bridge(void **state)
{
	struct topo_tree *tree = fixture_switch(4);
	struct topo_node *drive = topo_find(tree, "0000:46:00.0");

	(void)state;
	assert_non_null(drive);
	assert_string_equal(drive->parent->name, "0000:43:06.0");
	assert_string_equal(drive->parent->parent->name, "0000:42:00.0");
	assert_null(tree->roots->next);
	assert_ptr_equal(topo_find(tree, "46:00.0"), drive);
	assert_null(topo_find(tree, "46:00.1"));
	assert_int_equal(topo_numa_node(drive), 1);
	assert_true(topo_is_below(drive, tree->roots));
	assert_false(topo_is_below(tree->roots, drive));
	topo_tree_free(tree);
}

/* a dump may hold any bus number */
static void bus_numbers_cannot_make_a_cycle(void **state)
{
	struct topo_tree *tree = topo_tree_new("dump");
	struct topo_node *node = NULL;
	unsigned int n = 0;

	(void)state;
	fixture_bridge(tree, "0000:01:00.0", TOPO_SWITCH_UP, GEN3_X4, GEN3_X4,
		       1);
	fixture_bridge(tree, "0000:02:00.0", TOPO_SWITCH_UP, GEN3_X4, GEN3_X4,
		       3);
	fixture_bridge(tree, "0000:03:00.0", TOPO_SWITCH_UP, GEN3_X4, GEN3_X4,
		       2);
	topo_link_pci(tree);
	while ((node = topo_next(tree, node)) && n < 10)
		n++;
	assert_int_equal(n, 3);
	topo_tree_free(tree);
}

/* more functions than a bus has numbers for go to the next bus */
static void virtual_functions_hang_by_bus_range(void **state)
{
	struct topo_tree *tree = topo_tree_new("dump");
	struct topo_node *port, *function;

	(void)state;
	port = fixture_bridge(tree, "0000:00:01.0", TOPO_ROOT_PORT, GEN3_X4,
			      GEN3_X4, 1);
	port->pci.subordinate = 2;
	function =
		fixture_function(tree, "0000:02:00.0", TOPO_ENDPOINT,
				 (struct topo_link){0}, (struct topo_link){0});
	fixture_function(tree, "0000:03:00.0", TOPO_ENDPOINT, GEN3_X4, GEN3_X4);
	topo_link_pci(tree);
	assert_ptr_equal(function->parent, port);
	assert_int_equal(topo_link_status(function).gen, 3);
	assert_string_equal(port->next->name, "0000:03:00.0");
	topo_tree_free(tree);
}

static void other_domains_are_other_machines(void **state)
{
	struct topo_tree *tree = topo_tree_new("dump");
	struct topo_node *drive;

	(void)state;
	fixture_bridge(tree, "0000:00:01.0", TOPO_ROOT_PORT, GEN3_X4, GEN3_X4,
		       1);
	drive = fixture_function(tree, "10000:01:00.0", TOPO_ENDPOINT, GEN3_X4,
				 GEN3_X4);
	topo_link_pci(tree);
	assert_null(drive->parent);
	assert_null(topo_port_above(drive));
	assert_true(topo_device_end(drive));
	topo_tree_free(tree);
}

static void names_of_a_namespace(void **state)
{
	struct topo_tree *tree = fixture_switch(2);
	struct topo_node *disk = fixture_namespace(tree, "44:00.0", 0);

	(void)state;
	assert_ptr_equal(topo_find(tree, "nvme0n1"), disk);
	assert_ptr_equal(topo_find(tree, "/dev/nvme0n1"), disk);
	assert_ptr_equal(topo_find(tree, "ng0n1"), disk);
	assert_ptr_equal(topo_find(tree, "/dev/ng0n1"), disk);
	assert_ptr_equal(topo_find(tree, "nvme0"), disk->parent);
	assert_null(topo_find(tree, "nvme0n2"));
	assert_null(topo_find(tree, "ng"));
	assert_null(topo_find(tree, ""));
	assert_ptr_equal(topo_function(disk), topo_find(tree, "44:00.0"));
	topo_tree_free(tree);
}

/* a drive without a namespace is a drive; a shared namespace is one */
static void drives_of_a_machine(void **state)
{
	const struct topo_node *drives[8];
	struct topo_tree *tree = fixture_switch(3);
	struct topo_node *shared = fixture_namespace(tree, "44:00.0", 0);

	(void)state;
	topo_add(tree, topo_find(tree, "45:00.0"), TOPO_DISK, shared->name);
	assert_int_equal(topo_drives(tree, NULL, 0), 2);
	assert_int_equal(topo_drives(tree, drives, 8), 2);
	assert_ptr_equal(drives[0], shared);
	assert_string_equal(drives[1]->name, "0000:46:00.0");
	topo_tree_free(tree);
}

/* without config space, sysfs' link attributes and the place must do */
static void port_types_are_inferred(void **state)
{
	struct topo_tree *tree = fixture_switch(1);
	struct topo_node *node = NULL;
	const enum topo_port expected[] = {TOPO_ROOT_PORT, TOPO_SWITCH_UP,
					   TOPO_SWITCH_DOWN, TOPO_ENDPOINT};
	unsigned int i = 0;

	(void)state;
	while ((node = topo_next(tree, node)))
		node->pci.port = TOPO_PORT_NONE;
	topo_link_pci(tree);
	while ((node = topo_next(tree, node)))
		assert_int_equal(node->pci.port, expected[i++]);
	assert_int_equal(i, 4);
	topo_tree_free(tree);
}

static void conventional_functions_have_no_link(void **state)
{
	struct topo_tree *tree = topo_tree_new("live");
	struct topo_node *node =
		fixture_function(tree, "0000:00:02.0", TOPO_PORT_NONE,
				 (struct topo_link){0}, (struct topo_link){0});

	(void)state;
	topo_link_pci(tree);
	assert_int_equal(node->pci.port, TOPO_PORT_NONE);
	assert_false(topo_device_end(node));
	topo_tree_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_hang_on_their_bridge),
		cmocka_unit_test(bus_numbers_cannot_make_a_cycle),
		cmocka_unit_test(virtual_functions_hang_by_bus_range),
		cmocka_unit_test(other_domains_are_other_machines),
		cmocka_unit_test(names_of_a_namespace),
		cmocka_unit_test(drives_of_a_machine),
		cmocka_unit_test(port_types_are_inferred),
		cmocka_unit_test(conventional_functions_have_no_link),
	};

	return unit_run(tests);
}
