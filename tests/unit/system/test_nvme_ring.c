// SPDX-License-Identifier: GPL-2.0-only
/*
 * The ring on devices that every machine has: /dev/null takes any passthrough
 * command and answers success, /dev/zero takes none.
 */
#include "unit.h"

#include "system/nvme_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#define DEPTH 8
#define PARTS 3
#define STEP  4096u

static struct nvme_ring ring;

static struct nvme_ring_file file_on(const char *path)
{
	return (struct nvme_ring_file){
		.fd = open(path, O_RDWR | O_CLOEXEC),
		.geometry = {.nsid = 1,
			     .lba_shift = 9,
			     .blocks = 1 << 20,
			     .max_transfer_bytes = STEP},
	};
}

static void open_ring(unsigned int parts)
{
	const struct nvme_ring_config config = {
		.depth = DEPTH, .parts = parts, .sqpoll_cpu = -1};
	struct err err;
	int ret = nvme_ring_init(&ring, &config, &err);

	if (ret == -EOPNOTSUPP || ret == -EPERM)
		skip(); /* an old kernel, or one that forbids io_uring */
	assert_int_equal(ret, 0);
}

/* does this kernel's /dev/null take commands? (6.3 and newer) */
static void need_uring_cmd_on_null(const struct nvme_ring_file *file)
{
	nvme_ring_flush(&ring, 0, file);
	nvme_ring_queue(&ring, 0);
	assert_int_equal(nvme_ring_submit(&ring), 0);
	assert_int_equal(nvme_ring_wait(&ring, 1, DEPTH), 1);
	if (ring.slots[0].result) {
		nvme_ring_fini(&ring);
		skip();
	}
}

static void a_request_completes_once_when_all_its_parts_have(void **state)
{
	struct nvme_ring_file file = file_on("/dev/null");
	bool seen[DEPTH] = {false};
	static char data[PARTS * STEP];
	unsigned int slot;
	int i, n;

	(void)state;
	open_ring(PARTS);
	need_uring_cmd_on_null(&file);
	for (slot = 0; slot < DEPTH; slot++) {
		assert_int_equal(nvme_ring_rw(&ring, slot, &file, NVME_OP_READ,
					      slot * 512,
					      (slot % PARTS + 1) * STEP, data),
				 0);
		nvme_ring_queue(&ring, slot);
	}
	assert_int_equal(nvme_ring_submit(&ring), 0);
	n = nvme_ring_wait(&ring, DEPTH, DEPTH);
	assert_int_equal(n, DEPTH);
	for (i = 0; i < n; i++) {
		assert_false(seen[ring.done[i]]);
		seen[ring.done[i]] = true;
		assert_int_equal(ring.slots[ring.done[i]].result, 0);
	}
	assert_int_equal(nvme_ring_wait(&ring, 0, DEPTH), 0);
	nvme_ring_fini(&ring);
	close(file.fd);
}

static void parts_are_cut_where_the_limit_is(void **state)
{
	struct nvme_ring_file file = file_on("/dev/null");
	static char data[PARTS * STEP];
	unsigned int part;

	(void)state;
	open_ring(PARTS);
	assert_int_equal(nvme_ring_rw(&ring, 5, &file, NVME_OP_WRITE, 8 * 512,
				      2 * STEP + 512, data),
			 0);
	for (part = 0; part < PARTS; part++) {
		const struct io_uring_sqe *sqe =
			&ring.uring.sq.sqes[(5 * PARTS + part) * 2];
		const struct nvme_uring_cmd *cmd = (const void *)sqe->cmd;

		assert_int_equal(cmd->opcode, NVME_OP_WRITE);
		assert_int_equal(cmd->cdw10, 8 + part * STEP / 512);
		assert_true(cmd->addr == (uintptr_t)data + part * STEP);
		assert_int_equal(cmd->data_len, part < 2 ? STEP : 512);
		assert_int_equal(cmd->cdw12, part < 2 ? STEP / 512 - 1 : 0);
	}
	/* what takes more parts than a slot has is refused */
	assert_int_equal(nvme_ring_rw(&ring, 0, &file, NVME_OP_READ, 0,
				      PARTS * STEP + 512, data),
			 -E2BIG);
	nvme_ring_fini(&ring);
	close(file.fd);
}

static void the_first_failed_part_gives_the_error(void **state)
{
	struct nvme_ring_file file = file_on("/dev/zero");
	static char data[PARTS * STEP];

	(void)state;
	open_ring(PARTS);
	nvme_ring_rw(&ring, 3, &file, NVME_OP_READ, 0, PARTS * STEP, data);
	nvme_ring_queue(&ring, 3);
	assert_int_equal(nvme_ring_submit(&ring), 0);
	assert_int_equal(nvme_ring_wait(&ring, 1, DEPTH), 1);
	assert_int_equal(ring.done[0], 3);
	assert_int_equal(ring.slots[3].result, -EOPNOTSUPP);
	assert_int_equal(ring.slots[3].failed_part, 0);
	assert_int_equal(ring.slots[3].pending, 0);
	nvme_ring_fini(&ring);
	close(file.fd);
}

static void buffers_are_registered_part_by_part(void **state)
{
	struct nvme_ring_file file = file_on("/dev/null");
	struct iovec buffers[DEPTH];
	static char memory[DEPTH][2 * STEP + 512];
	struct err err;
	unsigned int i;

	(void)state;
	open_ring(PARTS);
	for (i = 0; i < DEPTH; i++)
		buffers[i] = (struct iovec){memory[i], sizeof(memory[i])};
	assert_int_equal(nvme_ring_fix_buffers(&ring, buffers, STEP, &err), 0);
	nvme_ring_rw(&ring, 2, &file, NVME_OP_READ, 0, sizeof(memory[2]),
		     memory[2]);
	for (i = 0; i < PARTS; i++) {
		const struct io_uring_sqe *sqe =
			&ring.uring.sq.sqes[(2 * PARTS + i) * 2];

		assert_int_equal(sqe->buf_index, 2 * PARTS + i);
		assert_true(sqe->uring_cmd_flags & 1);
	}
	/* a range list is no registered buffer */
	nvme_ring_deallocate(&ring, 2, &file, 0, 4096);
	assert_int_equal(ring.uring.sq.sqes[2 * PARTS * 2].uring_cmd_flags, 0);
	nvme_ring_fini(&ring);
	close(file.fd);
}

static void a_ring_that_no_kernel_has_is_no_old_kernel(void **state)
{
	struct nvme_ring_config config = {
		.depth = 8192, .parts = 5, .sqpoll_cpu = -1};
	struct err err = {0};

	(void)state;
	assert_int_equal(nvme_ring_init(&ring, &config, &err), -E2BIG);
	assert_string_equal(err.value, "iodepth=8192");
	assert_string_equal(err.remedy, "lower iodepth or bs");
	config.depth = UINT32_MAX;
	assert_int_equal(nvme_ring_init(&ring, &config, &err), -E2BIG);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(
			a_request_completes_once_when_all_its_parts_have),
		cmocka_unit_test(parts_are_cut_where_the_limit_is),
		cmocka_unit_test(the_first_failed_part_gives_the_error),
		cmocka_unit_test(buffers_are_registered_part_by_part),
		cmocka_unit_test(a_ring_that_no_kernel_has_is_no_old_kernel),
	};

	return unit_run(tests);
}
