// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/fixture.h"
#include "topology/render.h"

#include <jansson.h>
#include <stdlib.h>

static const struct topo_node *drives[64];

static struct render whole(const struct topo_tree *tree)
{
	return (struct render){
		.tree = tree,
		.drives = drives,
		.n_drives = topo_drives(tree, drives, 64),
		.block_bytes = TOPO_BLOCK_BYTES,
	};
}

static char *text_of(const struct render *r,
		     size_t (*render)(const struct render *, char *, size_t))
{
	size_t len = render(r, NULL, 0);
	char *text = malloc(len + 1);

	assert_int_equal(render(r, text, len + 1), len);
	assert_int_equal(strlen(text), len);
	return text;
}

static struct topo_tree *machine(void)
{
	struct topo_tree *tree = fixture_switch(4);
	unsigned int i;
	char bdf[16];

	snprintf(tree->host, sizeof(tree->host), "R820");
	for (i = 0; i < 4; i++) {
		snprintf(bdf, sizeof(bdf), "%x:00.0", 0x44 + i);
		fixture_namespace(tree, bdf, i);
	}
	topo_find(tree, "46:00.0")->pci.status = (struct topo_link){2, 2};
	return tree;
}

static void text(void **state)
{
	static const char expected[] =
		"R820  dump  NVMe 4  read ceilings at MPS 256, 128 KiB\n"
		"\n"
		"NUMA node 1\n"
		"└ 40:03.0 root port 0000:0000                5 GT/s x16 "
		"(cap 8 x16)\n"
		"  └ 42:00.0 switch up PLX PEX 8632           5 GT/s x16 "
		"(cap 5 x16)  6.60-7.29 GB/s  0.88:1 ok\n"
		"    ├ 43:04.0 ─ 44:00.0 nvme0n1 Intel P3600  5 x4 (drive 8 "
		"x4)  1.65-1.82 GB/s  ▲\n"
		"    ├ 43:05.0 ─ 45:00.0 nvme1n1 Intel P3600  5 x4 (drive 8 "
		"x4)  1.65-1.82 GB/s  ▲\n"
		"    ├ 43:06.0 ─ 46:00.0 nvme2n1 Intel P3600  5 x2 (drive 8 "
		"x4, port 5 x4)  857-911 MB/s  ▼\n"
		"    └ 43:07.0 ─ 47:00.0 nvme3n1 Intel P3600  5 x4 (drive 8 "
		"x4)  1.65-1.82 GB/s  ▲\n"
		"\n"
		"▲ limited by the port's capability. Not a fault: reseating "
		"will not help.\n"
		"▼ downtrained: both ends can do more. A fault.\n"
		"! link 0000:43:06.0-0000:46:00.0 is downtrained: it runs at "
		"5 GT/s x2, both ends can do 5 GT/s x4; limits nvme2n1; reseat "
		"the device, check slot and cable\n";
	struct topo_tree *tree = machine();
	struct render r = whole(tree);
	char *all = text_of(&r, render_text);

	(void)state;
	assert_string_equal(all, expected);
	free(all);
	topo_tree_free(tree);
}

static void ascii_text_is_ascii(void **state)
{
	struct topo_tree *tree = machine();
	struct render r = whole(tree);
	char *all, *s;

	(void)state;
	r.ascii = true;
	all = text_of(&r, render_text);
	for (s = all; *s; s++)
		assert_in_range(*s, 1, 126);
	assert_non_null(strstr(all, "    `-43:07.0 - 47:00.0 nvme3n1"));
	free(all);
	topo_tree_free(tree);
}

/* a buffer of any size stays whole behind its end */
static void short_buffers(void **state)
{
	struct topo_tree *tree = machine();
	struct render r = whole(tree);
	size_t len = render_text(&r, NULL, 0), n;

	(void)state;
	for (n = 1; n < len; n += 17) {
		char *buf = malloc(n);

		assert_int_equal(render_text(&r, buf, n), len);
		assert_int_equal(strlen(buf), n - 1);
		render_explain(&r, drives[0], buf, n);
		render_json(&r, buf, n);
		free(buf);
	}
	topo_tree_free(tree);
}

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static void json(void **state)
{
	struct topo_tree *tree = machine();
	struct render r = whole(tree);
	char *all = text_of(&r, render_json);
	json_t *root = json_loads(all, 0, NULL), *drive, *uplink;

	(void)state;
	assert_non_null(root);
	assert_int_equal(number(root, "schema"), 1);
	assert_string_equal(string(root, "host"), "R820");
	assert_string_equal(string(root, "source"), "dump");
	assert_int_equal(json_array_size(json_object_get(root, "drives")), 4);
	drive = json_array_get(json_object_get(root, "drives"), 2);
	assert_string_equal(string(drive, "name"), "nvme2n1");
	assert_string_equal(string(drive, "controller"), "nvme2");
	assert_string_equal(string(drive, "bdf"), "0000:46:00.0");
	assert_string_equal(string(drive, "link"), "5 GT/s x2");
	assert_string_equal(string(drive, "link_cap"), "8 GT/s x4");
	assert_string_equal(string(drive, "verdict"), "downtrained");
	assert_string_equal(string(drive, "limited_by"),
			    "0000:43:06.0-0000:46:00.0 5 GT/s x2");
	assert_int_equal(number(drive, "numa_node"), 1);
	assert_int_equal(number(drive, "read_hi_Bps") / 1e6, 910);
	assert_true(number(drive, "write_lo_Bps") > 0);
	assert_int_equal(json_array_size(json_object_get(drive, "path")), 4);
	uplink = json_array_get(json_object_get(root, "uplinks"), 0);
	assert_string_equal(string(uplink, "bdf"), "0000:42:00.0");
	assert_string_equal(string(uplink, "verdict"), "ok");
	assert_int_equal(json_array_size(json_object_get(uplink, "drives")), 4);
	/* root port, switch, four ports, drives, controllers, namespaces */
	assert_int_equal(json_array_size(json_object_get(root, "tree")), 18);
	json_decref(root);
	free(all);
	topo_tree_free(tree);
}

static void disks_without_a_link(void **state)
{
	struct topo_tree *tree = topo_tree_new("live");
	struct topo_node *function, *fabric;
	struct render r;
	json_t *root, *drive;
	char *all;

	(void)state;
	function =
		fixture_function(tree, "0000:00:02.0", TOPO_PORT_NONE,
				 (struct topo_link){0}, (struct topo_link){0});
	function->pci.class_code = 0x010000;
	topo_add(tree, function, TOPO_DISK, "vda");
	fabric = topo_add(tree, NULL, TOPO_CTRL, "nvme9");
	topo_add(tree, fabric, TOPO_DISK, "nvme9n1");
	r = whole(tree);
	all = text_of(&r, render_json);
	root = json_loads(all, 0, NULL);
	assert_non_null(root);
	drive = json_array_get(json_object_get(root, "drives"), 0);
	assert_string_equal(string(drive, "name"), "vda");
	assert_true(json_is_null(json_object_get(drive, "read_hi_Bps")));
	assert_true(json_is_null(json_object_get(drive, "verdict")));
	drive = json_array_get(json_object_get(root, "drives"), 1);
	assert_true(json_is_null(json_object_get(drive, "bdf")));
	assert_int_equal(number(drive, "numa_node"), -1);
	json_decref(root);
	free(all);
	all = text_of(&r, render_text);
	assert_non_null(strstr(all, "├ 00:02.0 vda"));
	assert_non_null(strstr(all, "└ nvme9"));
	assert_non_null(strstr(all, "  └ nvme9n1"));
	free(all);
	topo_tree_free(tree);
}

static void phys_of_an_hba(void **state)
{
	struct topo_tree *tree = fixture_switch(1);
	struct topo_node *hba = topo_find(tree, "44:00.0");
	struct render r;
	char name[16], *all;
	unsigned int i;

	(void)state;
	hba->pci.class_code = 0x010700;
	for (i = 0; i < 8; i++) {
		struct topo_node *phy;

		snprintf(name, sizeof(name), "phy-0:%u", i);
		phy = topo_add(tree, hba, TOPO_PHY, name);
		snprintf(phy->phy.rate, sizeof(phy->phy.rate), "%s",
			 i % 4 ? "6.0 Gbit" : "Unknown");
	}
	topo_add(tree, hba, TOPO_DISK, "sda");
	topo_add(tree, hba, TOPO_DISK, "sdb");
	r = whole(tree);
	all = text_of(&r, render_text);
	assert_non_null(strstr(all, "├ 8 phys: 2 x Unknown 6 x 6.0 Gbit\n"));
	assert_non_null(strstr(all, "├ sda\n"));
	assert_non_null(strstr(all, "└ sdb\n"));
	assert_non_null(strstr(all, "(HBA 8 x4)"));
	free(all);
	topo_tree_free(tree);
}

/* buses nested as deep as their numbers allow */
static void deep_trees(void **state)
{
	struct topo_tree *tree = topo_tree_new("dump");
	struct render r;
	char bdf[16], *all;
	unsigned int bus;

	(void)state;
	for (bus = 0; bus < 255; bus++) {
		snprintf(bdf, sizeof(bdf), "0000:%02x:00.0", bus);
		fixture_bridge(tree, bdf,
			       bus % 2 ? TOPO_SWITCH_UP : TOPO_SWITCH_DOWN,
			       GEN3_X4, GEN3_X4, bus + 1);
	}
	fixture_function(tree, "0000:ff:00.0", TOPO_ENDPOINT, GEN3_X4, GEN3_X4);
	topo_link_pci(tree);
	r = whole(tree);
	assert_int_equal(r.n_drives, 1);
	all = text_of(&r, render_text);
	free(all);
	all = text_of(&r, render_json);
	free(all);
	topo_tree_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(text),
		cmocka_unit_test(ascii_text_is_ascii),
		cmocka_unit_test(short_buffers),
		cmocka_unit_test(json),
		cmocka_unit_test(disks_without_a_link),
		cmocka_unit_test(phys_of_an_hba),
		cmocka_unit_test(deep_trees),
	};

	return unit_run(tests);
}
