// SPDX-License-Identifier: GPL-2.0-only
/*
 * P and Q of a row of 64 KiB chunks, raid_parity_generate() beside ISA-L called
 * directly and beside memcpy(), on the same buffers, by turns: the median of
 * each.  GB/s of data.  Prints one line per figure, as tests/bench/run has it.
 */
#include "raid/parity.h"

#include <isa-l/raid.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNK_BYTES 65536
#define MEMBERS_MAX 24
#define TURNS	    1001
#define TURN_BYTES  (4 << 20) /* of data: some tens of microseconds */
#define BAR	    0.95

struct work {
	unsigned int data;
	bool q;
	struct raid_row row;
	void *array[MEMBERS_MAX]; /* data, P, Q: as ISA-L takes it */
	void *copy;
};

static void ours(struct work *work)
{
	const void *data[MEMBERS_MAX];
	unsigned int i;

	for (i = 0; i < work->data; i++)
		data[i] = work->array[i];
	raid_parity_generate(&work->row, work->data, CHUNK_BYTES, data,
			     work->array[work->data],
			     work->q ? work->array[work->data + 1] : NULL);
}

static void isal(struct work *work)
{
	int failed =
		work->q ? pq_gen(work->data + 2, CHUNK_BYTES, work->array)
			: xor_gen(work->data + 1, CHUNK_BYTES, work->array);

	if (failed)
		abort();
}

static void copy(struct work *work)
{
	unsigned int i;

	for (i = 0; i < work->data; i++)
		memcpy((char *)work->copy + i * CHUNK_BYTES, work->array[i],
		       CHUNK_BYTES);
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + t.tv_nsec * 1e-9;
}

static double GBps(void (*run)(struct work *work), struct work *work)
{
	unsigned int i, n = TURN_BYTES / CHUNK_BYTES / work->data;
	double start;

	run(work); /* into the cache, as far as it fits */
	start = seconds();
	for (i = 0; i < n; i++)
		run(work);
	return (double)n * work->data * CHUNK_BYTES / (seconds() - start) / 1e9;
}

static int compare(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static double median(double *values)
{
	qsort(values, TURNS, sizeof(*values), compare);
	return values[TURNS / 2];
}

static void measure(struct work *work)
{
	static void (*const run[3])(struct work * work) = {ours, isal, copy};
	static double values[3][TURNS];
	const char *level = work->q ? "RAID6" : "RAID5";
	unsigned int members = work->data + (work->q ? 2 : 1), turn, i;
	double of[3];

	for (turn = 0; turn < TURNS; turn++)
		for (i = 0; i < 3; i++)
			values[i][turn] = GBps(run[i], work);
	for (i = 0; i < 3; i++)
		of[i] = median(values[i]);
	printf("parity %s %u members\t%.2f\t%.2f\t%s\tGB/s\t>= %.2f x "
	       "peer\t%s\n",
	       level, members, of[0], of[1], work->q ? "pq_gen" : "xor_gen",
	       BAR, of[0] >= BAR * of[1] ? "true" : "false");
	printf("parity %s %u members, to compare\t%.2f\t%.2f\tmemcpy\tGB/s\t"
	       "none\ttrue\n",
	       level, members, of[0], of[2]);
	fflush(stdout);
}

static void *chunks(unsigned int n)
{
	void *bytes = aligned_alloc(4096, (size_t)n * CHUNK_BYTES);

	if (!bytes)
		abort();
	memset(bytes, 0x5a, (size_t)n * CHUNK_BYTES);
	return bytes;
}

int main(void)
{
	static const unsigned int members[] = {4, 5, 6, 8, 12, 16, 20, 24};
	char *row = chunks(MEMBERS_MAX);
	struct work work = {.copy = chunks(MEMBERS_MAX)};
	unsigned int parities, i;

	for (i = 0; i < MEMBERS_MAX; i++) {
		work.array[i] = row + i * CHUNK_BYTES;
		work.row.exponent[i] = i;
	}
	for (parities = 1; parities <= 2; parities++)
		for (i = 0; i < sizeof(members) / sizeof(members[0]); i++) {
			work.q = parities == 2;
			work.data = members[i] - parities;
			measure(&work);
		}
	free(work.copy);
	free(row);
	return 0;
}
