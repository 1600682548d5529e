// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "nvme/command.h"
#include "nvme/status.h"

#include <errno.h>

#define KiB 1024u
#define MiB (1024u * KiB)

static const struct nvme_geometry disk_4k = {
	.nsid = 1,
	.lba_shift = 12,
	.blocks = 256,
	.max_transfer_bytes = 128 * KiB,
};

static void requests_are_whole_blocks_inside(void **state)
{
	static const struct {
		uint64_t offset, len;
		int ret;
	} rows[] = {
		{0, 4096, 0},
		{0, 1 * MiB, 0},
		{1 * MiB - 4096, 4096, 0},
		{0, 0, -EINVAL},
		{512, 4096, -EINVAL},
		{0, 512, -EINVAL},
		{1 * MiB, 4096, -EINVAL},
		{4096, 1 * MiB, -EINVAL},
		{~4095ULL, 4096, -EINVAL},
		{4096, ~4095ULL, -EINVAL},
	};
	struct err err;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(nvme_check_request(&disk_4k, rows[i].offset,
						    rows[i].len, &err),
				 rows[i].ret);
	nvme_check_request(&disk_4k, 512, 512, &err);
	assert_string_equal(err.value, "512+512");
	assert_non_null(strstr(err.rule, "4096 bytes"));
}

static void transfer_limits(void **state)
{
	static const struct {
		uint64_t hw;
		unsigned int segments;
		bool contiguous;
		unsigned int lba_shift;
		uint32_t limit;
	} rows[] = {
		/* mdts=5 with 4 KiB pages: 128 KiB, as the drive says */
		{128 * KiB, 33, false, 9, 128 * KiB},
		{128 * KiB, 127, false, 9, 128 * KiB},
		/* mdts=7: 512 KiB, but 127 segments map only 504 KiB */
		{512 * KiB, 127, false, 9, 256 * KiB},
		{512 * KiB, 127, true, 9, 512 * KiB},
		{2 * MiB, 127, true, 12, 2 * MiB},
		/* fabrics and drives without a limit; 65,536 blocks are most */
		{64ULL * MiB, 1024, true, 9, 32 * MiB},
		/* no power of two */
		{1280 * KiB, 1025, false, 9, 1 * MiB},
		/* a queue that reports nothing useful still moves one block */
		{0, 0, false, 12, 4096},
		{4096, 1, false, 9, 4096},
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(nvme_transfer_limit(
					 rows[i].hw, rows[i].segments, 4096,
					 rows[i].contiguous, rows[i].lba_shift),
				 rows[i].limit);
}

static void parts_cover_the_request(void **state)
{
	(void)state;
	assert_int_equal(nvme_parts(&disk_4k, 4096), 1);
	assert_int_equal(nvme_parts(&disk_4k, 128 * KiB), 1);
	assert_int_equal(nvme_parts(&disk_4k, 132 * KiB), 2);
	assert_int_equal(nvme_parts(&disk_4k, 1 * MiB), 8);
}

static void dwords(void **state)
{
	struct nvme_uring_cmd cmd = {.nsid = 3};
	struct nvme_range range;
	char data[1] = {0};

	(void)state;
	nvme_set_rw(&cmd, NVME_OP_WRITE, 0x123456789aULL, 8, data, 4096);
	assert_int_equal(cmd.opcode, 1);
	assert_int_equal(cmd.nsid, 3);
	assert_int_equal(cmd.cdw10, 0x3456789a);
	assert_int_equal(cmd.cdw11, 0x12);
	assert_int_equal(cmd.cdw12, 7);
	assert_int_equal(cmd.data_len, 4096);
	assert_true(cmd.addr == (uintptr_t)data);

	nvme_set_deallocate(&cmd, &range, 5, 16);
	assert_int_equal(cmd.opcode, 9);
	assert_int_equal(cmd.cdw10, 0);
	assert_int_equal(cmd.cdw11, 4);
	assert_int_equal(cmd.data_len, 16);
	assert_int_equal(range.slba, 5);
	assert_int_equal(range.blocks, 16);

	nvme_set_flush(&cmd);
	assert_int_equal(cmd.opcode, 0);
	assert_int_equal(cmd.data_len, 0);
	assert_int_equal(cmd.cdw10 | cmd.cdw11 | cmd.cdw12, 0);
}

static void results(void **state)
{
	static const struct {
		int result, code;
	} rows[] = {
		{0, 0},
		{-EAGAIN, EAGAIN},
		{0x4080, EREMOTEIO},
		{0x4002, EOPNOTSUPP},
		{0x281, ENODATA},
		{0x282, EILSEQ},
		{0x182, ENODATA},
		{0x81, ENOSPC},
		{0x6, EIO},
	};
	char buf[160];
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_int_equal(nvme_result_errno(rows[i].result),
				 rows[i].code);
	assert_string_equal(nvme_result_text(-EIO, buf, sizeof(buf)), "");
	nvme_result_text(0x4080, buf, sizeof(buf));
	assert_non_null(strstr(buf, "NVMe status 0/80 (LBA Out of Range"));
	assert_non_null(strstr(buf, ", do not retry"));
	nvme_result_text(0x281, buf, sizeof(buf));
	assert_non_null(strstr(buf, "2/81 (Unrecovered Read Error"));
	assert_null(strstr(buf, "retry"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(requests_are_whole_blocks_inside),
		cmocka_unit_test(transfer_limits),
		cmocka_unit_test(parts_cover_the_request),
		cmocka_unit_test(dwords),
		cmocka_unit_test(results),
	};

	return unit_run(tests);
}
