// SPDX-License-Identifier: GPL-2.0-only
/* The members' ring, on files and pipes: whole or failed, and nothing lost. */
#include "unit.h"

#include "fixture.h"
#include "system/member_ring.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#define FILES 3
#define BYTES 65536u
#define PIECE 4096u

/* seconds after which something hangs */
#define PATIENCE 120

/* struct ring_fixture - a ring on three files of BYTES each */
struct ring_fixture {
	struct fixture files;
	struct member_ring ring;
	bool open;
	int fds[FILES];
};

static int set_up(void **state)
{
	struct ring_fixture *fixture = calloc(1, sizeof(*fixture));
	char path[16];
	void *files;
	int i;

	assert_non_null(fixture);
	fixture_new(&files);
	memcpy(&fixture->files, files, sizeof(fixture->files));
	free(files);
	for (i = 0; i < FILES; i++) {
		snprintf(path, sizeof(path), "/%d", i);
		fixture->fds[i] = open(fixture_path(&fixture->files, path),
				       O_RDWR | O_CREAT | O_CLOEXEC, 0644);
		assert_true(fixture->fds[i] >= 0);
		assert_int_equal(ftruncate(fixture->fds[i], BYTES), 0);
	}
	*state = fixture;
	alarm(PATIENCE);
	return 0;
}

static int tear_down(void **state)
{
	struct ring_fixture *fixture = *state;
	int i;

	alarm(0);
	if (fixture->open)
		member_ring_fini(&fixture->ring);
	for (i = 0; i < FILES; i++)
		close(fixture->fds[i]);
	nftw(fixture->files.root, fixture_remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(fixture);
	return 0;
}

static struct member_ring *open_ring(struct ring_fixture *fixture,
				     unsigned int depth, bool register_files)
{
	const struct member_ring_config config = {
		.depth = depth,
		.files = fixture->fds,
		.n_files = FILES,
		.max_bytes = BYTES,
		.register_files = register_files,
	};
	struct err err = {0};
	char text[1200];
	int ret = member_ring_init(&fixture->ring, &config, &err);

	if (ret == -EPERM || ret == -ENOSYS)
		skip(); /* a machine that forbids io_uring */
	if (ret)
		fail_msg("%s", err_format(&err, text, sizeof(text)));
	fixture->open = true;
	return &fixture->ring;
}

static void fill(struct member_io *io, enum member_op op, unsigned int file,
		 uint64_t offset, void *data, uint32_t len)
{
	*io = (struct member_io){
		.op = op,
		.file = file,
		.buffer = op == MEMBER_FLUSH ? MEMBER_NO_BUFFER : 0,
		.offset_bytes = offset,
		.data = data,
		.len_bytes = len,
		.result = 1234,
	};
}

/* Return: the number of those that are over, @max at most */
static int collect(struct member_ring *ring, unsigned int min,
		   struct member_io *done[], unsigned int max)
{
	unsigned int count = 0;

	do {
		assert_int_equal(member_ring_wait(ring, min - count), 0);
		while (count < max && (done[count] = member_ring_next(ring)))
			count++;
	} while (count < min && member_ring_in_flight(ring));
	return count;
}

/* queue them all, and collect them all, each once */
static void do_all(struct member_ring *ring, struct member_io ios[],
		   unsigned int count, unsigned int at_once)
{
	struct member_io **done = calloc(at_once, sizeof(struct member_io *));
	bool *seen = calloc(count, sizeof(*seen));
	unsigned int i, left = count;

	assert_non_null(done);
	assert_non_null(seen);
	for (i = 0; i < count; i++)
		member_ring_queue(ring, &ios[i]);
	assert_int_equal(member_ring_submit(ring), 0);
	while (left) {
		int n = collect(ring, 1, done, at_once);

		assert_in_range(n, 1, left < at_once ? left : at_once);
		for (i = 0; i < (unsigned int)n; i++) {
			assert_false(seen[done[i] - ios]);
			seen[done[i] - ios] = true;
		}
		left -= n;
	}
	assert_int_equal(member_ring_in_flight(ring), 0);
	assert_int_equal(ring->queued, 0);
	/* nothing is left to wait for, and that does not take forever */
	assert_int_equal(collect(ring, 1, done, at_once), 0);
	free(done);
	free(seen);
}

static void do_one(struct member_ring *ring, struct member_io *io, int result)
{
	do_all(ring, io, 1, 4);
	assert_int_equal(io->result, result);
}

/* --- data
 * --------------------------------------------------------------------- */

static unsigned char byte_of(unsigned int file, unsigned int at)
{
	return (unsigned char)(file * 89 + at / PIECE * 31 + at);
}

/* every piece of every file, written, flushed, read back by another way */
static void write_and_read(struct ring_fixture *fixture, unsigned char *data)
{
	struct member_ring *ring = &fixture->ring;
	struct member_io ios[FILES * (BYTES / PIECE)];
	struct member_io flush;
	static unsigned char back[BYTES];
	unsigned int i, f, count = FILES * (BYTES / PIECE);

	for (i = 0; i < FILES * BYTES; i++)
		data[i] = byte_of(i / BYTES, i % BYTES);
	for (i = 0; i < count; i++)
		fill(&ios[i], MEMBER_WRITE, i * PIECE / BYTES,
		     i * PIECE % BYTES, data + i * PIECE, PIECE);
	do_all(ring, ios, count, 16);
	for (i = 0; i < count; i++)
		assert_int_equal(ios[i].result, 0);
	for (f = 0; f < FILES; f++) {
		fill(&flush, MEMBER_FLUSH, f, 0, NULL, 0);
		do_one(ring, &flush, 0);
		assert_int_equal(pread(fixture->fds[f], back, BYTES, 0), BYTES);
		assert_memory_equal(back, data + f * BYTES, BYTES);
	}
	memset(data, 0, FILES * BYTES);
	for (i = 0; i < count; i++)
		fill(&ios[i], MEMBER_READ, i * PIECE / BYTES, i * PIECE % BYTES,
		     data + i * PIECE, PIECE);
	do_all(ring, ios, count, 64);
	for (i = 0; i < FILES * BYTES; i++)
		assert_int_equal(data[i], byte_of(i / BYTES, i % BYTES));
}

static unsigned char *buffer_new(void)
{
	unsigned char *data = aligned_alloc(PIECE, FILES * BYTES);

	assert_non_null(data);
	return data;
}

static void what_is_written_is_read(void **state)
{
	struct ring_fixture *fixture = *state;
	unsigned char *data = buffer_new();

	open_ring(fixture, FILES * (BYTES / PIECE), false);
	write_and_read(fixture, data);
	free(data);
}

/* it is closed as soon as the ring is, not when the kernel gets round to it */
static void registered_files_are_given_back(void **state)
{
	struct ring_fixture *fixture = *state;
	char data = 0;
	int pipes[2], i;

	for (i = 0; i < 100; i++) {
		assert_int_equal(pipe2(pipes, O_NONBLOCK), 0);
		close(fixture->fds[1]);
		fixture->fds[1] = pipes[1];
		open_ring(fixture, 8, true);
		member_ring_fini(&fixture->ring);
		fixture->open = false;
		close(pipes[1]);
		fixture->fds[1] = dup(fixture->fds[0]);
		/* no writer is left, or this would be -1, EAGAIN */
		assert_int_equal(read(pipes[0], &data, 1), 0);
		close(pipes[0]);
	}
}

static void with_registered_files(void **state)
{
	struct ring_fixture *fixture = *state;
	unsigned char *data = buffer_new();
	struct member_ring *ring =
		open_ring(fixture, FILES * (BYTES / PIECE), true);

	assert_int_equal(ring->sqe_flags, IOSQE_FIXED_FILE);
	write_and_read(fixture, data);
	free(data);
}

static void fix_buffer(struct member_ring *ring, unsigned char *data)
{
	const struct iovec buffer = {data, FILES * BYTES};
	struct err err = {0};
	char text[1200];
	int ret = member_ring_fix_buffers(ring, &buffer, 1, &err);

	if (ret == -ENOMEM)
		skip(); /* the limit of locked memory is that low */
	if (ret)
		fail_msg("%s", err_format(&err, text, sizeof(text)));
}

static void with_fixed_buffers(void **state)
{
	struct ring_fixture *fixture = *state;
	unsigned char *data = buffer_new();

	fix_buffer(open_ring(fixture, FILES * (BYTES / PIECE), false), data);
	write_and_read(fixture, data);
	free(data);
}

static void with_both(void **state)
{
	struct ring_fixture *fixture = *state;
	unsigned char *data = buffer_new();

	fix_buffer(open_ring(fixture, FILES * (BYTES / PIECE), true), data);
	write_and_read(fixture, data);
	free(data);
}

/* --- many
 * ------------------------------------------------------------------------ */

#define MANY 10000u /* the ring takes 4096 at once */

static void more_than_the_queue_holds(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_io *ios = calloc(MANY, sizeof(*ios));
	unsigned char *data = calloc(MANY, 1);
	unsigned char byte;
	unsigned int i;

	assert_non_null(ios);
	assert_non_null(data);
	open_ring(fixture, MANY, false);
	for (i = 0; i < MANY; i++) {
		data[i] = (unsigned char)(i * 7);
		fill(&ios[i], MEMBER_WRITE, i % FILES, i, data + i, 1);
	}
	do_all(&fixture->ring, ios, MANY, 100);
	for (i = 0; i < MANY; i++) {
		assert_int_equal(ios[i].result, 0);
		assert_int_equal(pread(fixture->fds[i % FILES], &byte, 1, i),
				 1);
		assert_int_equal(byte, data[i]);
	}
	free(data);
	free(ios);
}

static void to_look_does_not_wait(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring *ring = open_ring(fixture, 8, false);
	struct member_io *done[8], io;
	int pipes[2];
	char byte;

	assert_int_equal(pipe(pipes), 0);
	close(fixture->fds[0]);
	fixture->fds[0] = pipes[0];
	member_ring_fini(ring);
	open_ring(fixture, 8, false);
	assert_int_equal(collect(ring, 0, done, 8), 0);
	fill(&io, MEMBER_READ, 0, 0, &byte, 1);
	member_ring_queue(ring, &io);
	assert_int_equal(collect(ring, 0, done, 8), 0);
	assert_int_equal(collect(ring, 0, done, 8), 0);
	assert_int_equal(member_ring_in_flight(ring), 1);
	assert_int_equal(write(pipes[1], "x", 1), 1);
	assert_int_equal(collect(ring, 8, done, 8), 1);
	assert_ptr_equal(done[0], &io);
	assert_int_equal(io.result, 0);
	assert_int_equal(byte, 'x');
	close(pipes[1]);
}

/* --- short transfers, failures
 * ------------------------------------------------------ */

/* a pipe gives what it has */
static void a_short_read_is_carried_on(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring *ring = &fixture->ring;
	static const char text[] = "in three pieces";
	char buf[sizeof(text)] = "";
	struct member_io *done[4], io;
	int pipes[2];

	assert_int_equal(pipe(pipes), 0);
	close(fixture->fds[1]);
	fixture->fds[1] = pipes[0];
	open_ring(fixture, 4, false);
	fill(&io, MEMBER_READ, 1, 0, buf, sizeof(buf));
	assert_int_equal(write(pipes[1], text, 3), 3);
	member_ring_queue(ring, &io);
	assert_int_equal(collect(ring, 0, done, 4), 0);
	assert_int_equal(write(pipes[1], text + 3, 5), 5);
	while (io.len_bytes == sizeof(buf))
		assert_int_equal(collect(ring, 0, done, 4), 0);
	assert_int_equal(write(pipes[1], text + 8, sizeof(text) - 8),
			 sizeof(text) - 8);
	assert_int_equal(collect(ring, 1, done, 4), 1);
	assert_ptr_equal(done[0], &io);
	assert_int_equal(io.result, 0);
	assert_string_equal(buf, text);
	close(pipes[1]);
}

static void the_devices_end_is_an_error(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring *ring = open_ring(fixture, 4, false);
	static char buf[2 * PIECE];
	struct member_io io;

	/* half of it is there */
	fill(&io, MEMBER_READ, 2, BYTES - PIECE, buf, 2 * PIECE);
	do_one(ring, &io, -EIO);
	assert_int_equal(io.len_bytes, PIECE);
	fill(&io, MEMBER_READ, 2, BYTES, buf, PIECE);
	do_one(ring, &io, -EIO);
}

/* half of it is taken, and the rest refused */
static void a_short_write_is_carried_on(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring *ring = open_ring(fixture, 4, false);
	struct rlimit before, limit;
	static char buf[2 * PIECE], back[PIECE];
	struct member_io io;

	memset(buf, 'x', sizeof(buf));
	signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = BYTES + PIECE;
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	fill(&io, MEMBER_WRITE, 0, BYTES, buf, 2 * PIECE);
	do_one(ring, &io, -EFBIG);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	assert_int_equal(io.len_bytes, PIECE);
	assert_int_equal(pread(fixture->fds[0], back, PIECE, BYTES), PIECE);
	assert_memory_equal(back, buf, PIECE);
}

static void a_failure_is_that_ios_alone(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring *ring = &fixture->ring;
	struct member_io ios[FILES * 2];
	static char buf[FILES * 2][PIECE];
	unsigned int i;

	/* the second can only be read */
	close(fixture->fds[1]);
	fixture->fds[1] =
		open(fixture_path(&fixture->files, "/1"), O_RDONLY | O_CLOEXEC);
	assert_true(fixture->fds[1] >= 0);
	open_ring(fixture, FILES * 2, false);
	for (i = 0; i < FILES * 2; i++)
		fill(&ios[i], i < FILES ? MEMBER_WRITE : MEMBER_READ, i % FILES,
		     0, buf[i], PIECE);
	do_all(ring, ios, FILES * 2, 8);
	for (i = 0; i < FILES * 2; i++)
		assert_int_equal(ios[i].result, i == 1 ? -EBADF : 0);
}

static void a_flush_can_fail(void **state)
{
	struct ring_fixture *fixture = *state;
	int pipes[2];
	struct member_io io;

	assert_int_equal(pipe(pipes), 0);
	close(fixture->fds[0]);
	fixture->fds[0] = pipes[1];
	open_ring(fixture, 4, false);
	fill(&io, MEMBER_FLUSH, 0, 0, NULL, 0);
	do_one(&fixture->ring, &io, -EINVAL);
	close(pipes[0]);
}

/* --- what it cannot be
 * ---------------------------------------------------------------- */

static void refusals_have_words(void **state)
{
	struct ring_fixture *fixture = *state;
	struct member_ring_config config = {
		.depth = 4,
		.files = fixture->fds,
		.n_files = FILES,
		.max_bytes = BYTES,
		.register_files = true,
	};
	struct member_ring *ring = open_ring(fixture, 4, false);
	const struct iovec nowhere = {(void *)8, PIECE};
	struct member_ring other;
	struct err err = {0};
	char text[1200];

	close(fixture->fds[2]);
	assert_int_equal(member_ring_init(&other, &config, &err), -EBADF);
	assert_string_equal(err_format(&err, text, sizeof(text)),
			    "registerfiles: cannot register 3 files: Bad file "
			    "descriptor");
	assert_int_equal(member_ring_fix_buffers(ring, &nowhere, 1, &err),
			 -EFAULT);
	assert_non_null(strstr(err_format(&err, text, sizeof(text)),
			       "fixedbufs: cannot register 1 buffers: Bad "
			       "address; the kernel takes"));
	/* it goes on without */
	assert_int_equal(ring->n_fixed, 0);
	fixture->fds[2] = open("/dev/null", O_RDWR | O_CLOEXEC);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_written_is_read),
		TEST(with_registered_files),
		TEST(registered_files_are_given_back),
		TEST(with_fixed_buffers),
		TEST(with_both),
		TEST(more_than_the_queue_holds),
		TEST(to_look_does_not_wait),
		TEST(a_short_read_is_carried_on),
		TEST(the_devices_end_is_an_error),
		TEST(a_short_write_is_carried_on),
		TEST(a_failure_is_that_ios_alone),
		TEST(a_flush_can_fail),
		TEST(refusals_have_words),
	};

	return unit_run(tests);
}
