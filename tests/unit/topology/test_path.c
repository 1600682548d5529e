// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "topology/fixture.h"
#include "topology/verdict.h"

#include <math.h>

#define KIB128 (128 * 1024)

static void near(double value, double expected, double tolerance)
{
	if (fabs(value - expected) > tolerance)
		fail_msg("%.6g is not %.6g +- %.2g", value, expected,
			 tolerance);
}

static size_t all(const struct topo_tree *tree, const struct topo_node **drives)
{
	return topo_drives(tree, drives, 64);
}

static void verdicts(void **state)
{
	static const struct {
		struct topo_link status, device, port;
		enum link_verdict verdict;
	} rows[] = {
		{{3, 4}, {3, 4}, {3, 4}, LINK_OK},
		{{3, 4}, {3, 4}, {4, 16}, LINK_OK},
		{{2, 4}, {3, 4}, {2, 4}, LINK_LIMITED},
		{{3, 2}, {3, 4}, {3, 2}, LINK_LIMITED},
		{{2, 2}, {3, 4}, {2, 4}, LINK_DOWNTRAINED},
		{{2, 4}, {3, 4}, {3, 4}, LINK_DOWNTRAINED},
		{{3, 1}, {3, 4}, {3, 4}, LINK_DOWNTRAINED},
		/* an emulated root port that could do far more */
		{{1, 1}, {1, 1}, {4, 32}, LINK_OK},
		/* a port whose LnkCap is 0 bounds nothing */
		{{1, 1}, {1, 1}, {0, 0}, LINK_OK},
		{{1, 1}, {0, 0}, {1, 1}, LINK_OK},
		{{2, 4}, {3, 4}, {0, 0}, LINK_DOWNTRAINED},
		{{0, 0}, {3, 4}, {3, 4}, LINK_UNKNOWN},
		{{3, 0}, {3, 4}, {3, 4}, LINK_UNKNOWN},
		{{3, 4}, {0, 0}, {0, 0}, LINK_UNKNOWN},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(verdict_link(rows[i].status, rows[i].device,
					      rows[i].port),
				 rows[i].verdict);
}

static void a_path_is_its_narrowest_link(void **state)
{
	struct topo_tree *tree = fixture_switch(4);
	struct topo_node *drive = topo_find(tree, "44:00.0");
	struct topo_ceiling path = path_ceiling(drive, KIB128);

	(void)state;
	near(path.read.lo_Bps / 1e9, 1.65, 0.006);
	near(path.read.hi_Bps / 1e9, 1.82, 0.006);
	assert_ptr_equal(path.limit, drive);
	topo_find(tree, "42:00.0")->pci.status = (struct topo_link){1, 1};
	path = path_ceiling(drive, KIB128);
	assert_string_equal(path.limit->name, "0000:42:00.0");
	near(path.read.hi_Bps / 1e9, 0.228, 0.001);
	topo_tree_free(tree);
}

/* one small payload size on the way is everyone's */
static void payload_is_the_least_on_the_way(void **state)
{
	struct topo_tree *tree = fixture_switch(4);
	struct topo_node *drive = topo_find(tree, "44:00.0");
	struct ceiling_io io;

	(void)state;
	drive->pci.mrrs_bytes = 128;
	io = path_io(drive, KIB128);
	assert_int_equal(io.mps_bytes, 256);
	assert_int_equal(io.cpl_min_bytes, 64);
	assert_int_equal(io.cpl_max_bytes, 128);
	topo_find(tree, "40:03.0")->pci.mps_bytes = 128;
	topo_find(tree, "40:03.0")->pci.rcb_bytes = 128;
	io = path_io(drive, KIB128);
	assert_int_equal(io.mps_bytes, 128);
	assert_int_equal(io.cpl_min_bytes, 128);
	topo_tree_free(tree);
}

static void a_virtual_function_asks_its_port(void **state)
{
	struct topo_tree *tree = fixture_switch(1);
	struct topo_node *drive = topo_find(tree, "44:00.0");

	(void)state;
	drive->pci.status = (struct topo_link){0};
	near(path_ceiling(drive, KIB128).read.hi_Bps / 1e9, 1.82, 0.006);
	topo_tree_free(tree);
}

static void other_drives_have_no_ceiling(void **state)
{
	struct topo_tree *tree = fixture_switch(2);
	struct topo_node *hba = topo_find(tree, "44:00.0");

	(void)state;
	hba->pci.class_code = 0x010700;
	assert_false(ceiling_known(path_ceiling(hba, KIB128).read));
	assert_true(ceiling_known(path_link(hba, KIB128).read));
	assert_false(ceiling_known(
		path_ceiling(topo_add(tree, NULL, TOPO_DISK, "nvme9n1"), KIB128)
			.read));
	topo_tree_free(tree);
}

static void uplinks_of(unsigned int n_drives, double ratio, bool over)
{
	struct topo_tree *tree = fixture_switch(n_drives);
	const struct topo_node *drives[64];
	struct topo_uplink uplink;
	size_t n = all(tree, drives);

	assert_int_equal(path_uplinks(tree, drives, n, KIB128, &uplink, 1), 1);
	assert_string_equal(uplink.device->name, "0000:42:00.0");
	assert_int_equal(uplink.drives, n_drives);
	near(uplink.ratio, ratio, 1e-9);
	near(uplink.ceiling.read.lo_Bps / 1e9, 6.60, 0.006);
	assert_int_equal(verdict_oversubscribed(uplink.ratio), over);
	topo_tree_free(tree);
}

static void ratios(void **state)
{
	(void)state;
	uplinks_of(2, 0.5, false);
	uplinks_of(4, 1, false);
	uplinks_of(5, 1.25, true);
	uplinks_of(24, 6, true);
}

/* only the drives that are meant count */
static void one_drive_shares_nothing(void **state)
{
	struct topo_tree *tree = fixture_switch(24);
	const struct topo_node *drives[64];

	(void)state;
	all(tree, drives);
	assert_int_equal(path_uplinks(tree, drives, 1, KIB128, NULL, 0), 0);
	assert_int_equal(path_uplinks(tree, drives, 2, KIB128, NULL, 0), 1);
	topo_tree_free(tree);
}

static void namespaces_count_once(void **state)
{
	struct topo_tree *tree = fixture_switch(4);
	const struct topo_node *drives[64];
	struct topo_node *first = fixture_namespace(tree, "44:00.0", 0);

	(void)state;
	drives[0] = first;
	drives[1] = topo_add(tree, first->parent, TOPO_DISK, "nvme0n2");
	assert_int_equal(path_uplinks(tree, drives, 2, KIB128, NULL, 0), 0);
	topo_tree_free(tree);
}

/* two controllers of one card share its only link */
static void functions_of_a_device_share_its_link(void **state)
{
	struct topo_tree *tree = fixture_switch(1);
	const struct topo_node *drives[64];
	struct topo_uplink uplinks[4];
	size_t n;

	(void)state;
	fixture_function(tree, "0000:44:00.1", TOPO_ENDPOINT, GEN2_X4, GEN3_X4);
	topo_link_pci(tree);
	n = all(tree, drives);
	assert_int_equal(path_uplinks(tree, drives, n, KIB128, uplinks, 4), 2);
	assert_string_equal(uplinks[0].device->name, "0000:42:00.0");
	near(uplinks[0].ratio, 0.25, 1e-9);
	assert_string_equal(uplinks[1].device->name, "0000:44:00.0");
	near(uplinks[1].ratio, 2, 1e-9);
	topo_tree_free(tree);
}

/* what an inner switch holds back does not press on the outer uplink */
static void inner_uplinks_limit_outer_ones(void **state)
{
	struct topo_tree *tree = fixture_switch(8);
	const struct topo_node *drives[64];
	struct topo_uplink uplinks[2];
	struct topo_node *root = topo_find(tree, "40:03.0");
	size_t n;

	(void)state;
	/* a switch above: its own root port, uplink of x8, downstream port */
	root->pci.port = TOPO_SWITCH_DOWN;
	fixture_bridge(tree, "0000:20:00.0", TOPO_ROOT_PORT,
		       (struct topo_link){2, 8}, GEN2_X16, 0x21);
	fixture_bridge(tree, "0000:21:00.0", TOPO_SWITCH_UP,
		       (struct topo_link){2, 8}, GEN2_X16, 0x40);
	topo_link_pci(tree);
	n = all(tree, drives);
	assert_int_equal(path_uplinks(tree, drives, n, KIB128, uplinks, 2), 2);
	assert_string_equal(uplinks[0].device->name, "0000:21:00.0");
	near(uplinks[0].ratio, 2, 1e-9);
	near(uplinks[1].ratio, 2, 1e-9);
	topo_tree_free(tree);
}

static void findings_name_the_hop(void **state)
{
	struct topo_tree *tree = fixture_switch(24);
	const struct topo_node *drives[64];
	struct topo_finding findings[4];
	size_t n = all(tree, drives);

	(void)state;
	topo_find(tree, "46:00.0")->pci.status = (struct topo_link){2, 2};
	topo_find(tree, "43:06.0")->pci.status = (struct topo_link){2, 2};
	assert_int_equal(verdict_findings(tree, drives, n, KIB128, findings, 4),
			 2);
	assert_int_equal(findings[0].kind, FINDING_DOWNTRAINED);
	assert_non_null(strstr(findings[0].text,
			       "link 0000:43:06.0-0000:46:00.0 is downtrained: "
			       "it runs at 5 GT/s x2, both ends can do 5 GT/s "
			       "x4; limits 0000:46:00.0"));
	assert_int_equal(findings[1].kind, FINDING_OVERSUBSCRIBED);
	assert_non_null(strstr(findings[1].text, "uplink 0000:42:00.0 (5 GT/s "
						 "x16) is oversubscribed 5.88"
						 ":1"));
	assert_non_null(strstr(findings[1].text, " and 18 more together"));
	/* counted beyond the room given; not those of other drives */
	assert_int_equal(verdict_findings(tree, drives, n, KIB128, findings, 0),
			 2);
	assert_int_equal(verdict_findings(tree, drives, 1, KIB128, findings, 4),
			 0);
	topo_tree_free(tree);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(verdicts),
		cmocka_unit_test(a_path_is_its_narrowest_link),
		cmocka_unit_test(payload_is_the_least_on_the_way),
		cmocka_unit_test(a_virtual_function_asks_its_port),
		cmocka_unit_test(other_drives_have_no_ceiling),
		cmocka_unit_test(ratios),
		cmocka_unit_test(one_drive_shares_nothing),
		cmocka_unit_test(namespaces_count_once),
		cmocka_unit_test(functions_of_a_device_share_its_link),
		cmocka_unit_test(inner_uplinks_limit_outer_ones),
		cmocka_unit_test(findings_name_the_hop),
	};

	return unit_run(tests);
}
