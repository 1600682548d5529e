// SPDX-License-Identifier: GPL-2.0-only
/*
 * Overlapping writes: is what they left behind what some order of them, one
 * after the other, would have left?
 *
 *	serial_order DEVICE OFFSET LENGTH BS...
 *
 * fio's jobs, of which the n-th wrote requests of the n-th BS at multiples of
 * it from OFFSET on, have put a header with the job's number and the request's
 *random seed into each sector (verify=crc32c, verify_interval=512).  So each
 *sector names the request that wrote it last, and its job says how far that
 *reached.
 *
 * A request may come last in an order if all its sectors are its own.  Taken
 * away, it leaves another one to come last before it, whose sectors are all its
 * own or those of requests taken away already; and so on.  Where some are left
 * and none of them can come last, each has lost a sector to another: there is
 * no order.
 *
 * Prints how many requests there are to be seen, and how many have lost sectors
 * to others: those that a wrong order would show in.  Exit status 1 where no
 * order explains them, 2 where the data are not such jobs'.
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECTOR	 512
#define MAGIC	 0xacca
#define NOBODY	 -1
#define JOBS_MAX 64

/* fio's verify_header, what of it counts */
struct header {
	uint16_t magic;
	uint16_t type;
	uint32_t len;
	uint64_t seed;
	uint64_t offset;
	uint32_t time_sec;
	uint32_t time_nsec;
	uint16_t job;
	uint16_t number;
	uint32_t crc;
};

/* @lo, @end: sectors of the region */
struct request {
	uint64_t seed;
	uint64_t lo;
	uint64_t end;
	unsigned int job;
	bool taken;
};

/* @owner: of each sector, a request's number or NOBODY */
struct region {
	const char *path;
	uint64_t offset;
	uint64_t sectors;
	unsigned char *data;
	unsigned int jobs;
	uint64_t block[JOBS_MAX];
	struct request *requests;
	int count;
	int *owner;
};

static uint64_t number(const char *text)
{
	char *end;
	uint64_t value = strtoull(text, &end, 10);

	if (*end || end == text || value % SECTOR)
		errx(2, "%s: is no number of bytes that makes whole sectors",
		     text);
	return value;
}

static void read_region(struct region *region)
{
	uint64_t bytes = region->sectors * SECTOR, done = 0;
	int fd = open(region->path, O_RDONLY | O_DIRECT);
	ssize_t n;

	if (fd < 0)
		err(2, "%s", region->path);
	for (; done < bytes; done += n) {
		n = pread(fd, region->data + done, bytes - done,
			  (off_t)(region->offset + done));
		if (n <= 0)
			err(2, "%s", region->path);
	}
	close(fd);
}

static bool is_blank(const unsigned char *sector)
{
	return !sector[0] && !memcmp(sector, sector + 1, SECTOR - 1);
}

static void read_header(const struct region *region, uint64_t sector,
			struct header *header)
{
	uint64_t place = region->offset + sector * SECTOR;

	memcpy(header, region->data + sector * SECTOR, sizeof(*header));
	if (header->magic != MAGIC || header->offset != place ||
	    header->len != SECTOR || !header->job || header->job > region->jobs)
		errx(2, "%s: the sector at %llu is none of these jobs'",
		     region->path, (unsigned long long)place);
}

/* the request that the header belongs to, a new one where it is the first */
static int find_request(struct region *region, uint64_t sector)
{
	struct request found = {0};
	struct header header;
	uint64_t block;
	int i;

	read_header(region, sector, &header);
	block = region->block[header.job - 1];
	found.job = header.job;
	found.seed = header.seed;
	found.lo = sector / block * block;
	found.end = found.lo + block;
	if (found.end > region->sectors)
		errx(2, "a request reaches beyond the region");
	for (i = region->count - 1; i >= 0; i--) {
		const struct request *old = &region->requests[i];

		if (old->seed == found.seed && old->job == found.job &&
		    old->lo == found.lo)
			return i;
	}
	region->requests[region->count] = found;
	return region->count++;
}

static void find_owners(struct region *region)
{
	uint64_t i;

	for (i = 0; i < region->sectors; i++)
		region->owner[i] = is_blank(region->data + i * SECTOR)
					   ? NOBODY
					   : find_request(region, i);
}

/* has it lost a sector to one that is not taken away? */
static bool has_lost(const struct region *region, int number_)
{
	const struct request *request = &region->requests[number_];
	uint64_t i;

	for (i = request->lo; i < request->end; i++) {
		int owner = region->owner[i];

		if (owner == number_)
			continue;
		if (owner == NOBODY || !region->requests[owner].taken)
			return true;
	}
	return false;
}

static int count_losers(const struct region *region)
{
	int i, count = 0;

	for (i = 0; i < region->count; i++)
		count += has_lost(region, i);
	return count;
}

/* Return: how many are left that can't be put in order */
static int take_away(struct region *region)
{
	int left = region->count, before, i;

	do {
		before = left;
		for (i = 0; i < region->count; i++) {
			struct request *request = &region->requests[i];

			if (request->taken || has_lost(region, i))
				continue;
			request->taken = true;
			left--;
		}
	} while (left && left < before);
	return left;
}

static void print_left(const struct region *region)
{
	int i;

	for (i = 0; i < region->count; i++) {
		const struct request *request = &region->requests[i];
		uint64_t lo = region->offset + request->lo * SECTOR;

		if (!request->taken)
			printf("job %u: %llu+%llu has lost sectors to one that "
			       "has lost some to it, or to others such\n",
			       request->job, (unsigned long long)lo,
			       (unsigned long long)(request->end -
						    request->lo) *
				       SECTOR);
	}
}

static void allocate(struct region *region)
{
	region->data = aligned_alloc(4096, region->sectors * SECTOR);
	region->requests = calloc(region->sectors, sizeof(struct request));
	region->owner = calloc(region->sectors, sizeof(*region->owner));
	if (!region->data || !region->requests || !region->owner)
		errx(2, "out of memory");
}

int main(int argc, char *argv[])
{
	struct region region = {0};
	int i, losers, left;

	if (argc < 5 || argc - 4 > JOBS_MAX)
		errx(2, "serial_order DEVICE OFFSET LENGTH BS...");
	region.path = argv[1];
	region.offset = number(argv[2]);
	region.sectors = number(argv[3]) / SECTOR;
	for (i = 4; i < argc; i++)
		region.block[region.jobs++] = number(argv[i]) / SECTOR;
	allocate(&region);
	read_region(&region);
	find_owners(&region);
	losers = count_losers(&region);
	left = take_away(&region);
	print_left(&region);
	printf("%d requests, %d lost sectors, %d in no order\n", region.count,
	       losers, left);
	return left != 0;
}
