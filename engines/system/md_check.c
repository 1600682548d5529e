// SPDX-License-Identifier: GPL-2.0-only
/* A running array against its own members: what md reads, they must hold. */
#include "system/md_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* a sample; how many are spread over the array, besides its seams */
#define SAMPLE_SECTORS (MD_PIECE / 512)
#define SPREAD	       16
/* somebody may write meanwhile */
#define TRIES 5

/**
 * struct check - a check under way
 * @fd:   of the array
 * @fds:  of its members, -1 where there is none
 * @ours, @theirs: a sample by the member, and by md
 */
struct check {
	const struct md_array *md;
	int fd;
	int fds[RAID_MEMBERS_MAX];
	unsigned char *ours, *theirs;
	struct err *err;
};

static int open_for(const char *path, struct err *err)
{
	int fd = open(path, O_RDONLY | O_DIRECT | O_CLOEXEC);

	if (fd < 0 && errno == EINVAL)
		fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	return err_set(err, errno, path,
		       "cannot be opened to check the array: %s",
		       strerror(errno));
}

static int open_all(struct check *check)
{
	const struct md_array *md = check->md;
	unsigned int i;

	check->fd = open_for(md->path, check->err);
	if (check->fd < 0)
		return check->fd;
	for (i = 0; i < md->geo.spec.members; i++) {
		if (!md->member[i].present)
			continue;
		check->fds[i] = open_for(md->member[i].path, check->err);
		if (check->fds[i] < 0)
			return check->fds[i];
	}
	check->ours = aligned_alloc(MD_PIECE, MD_PIECE);
	check->theirs = aligned_alloc(MD_PIECE, MD_PIECE);
	if (check->ours && check->theirs)
		return 0;
	return err_set(check->err, ENOMEM, md->path, "memory is out");
}

static void close_all(struct check *check)
{
	unsigned int i;

	for (i = 0; i < RAID_MEMBERS_MAX; i++)
		if (check->fds[i] >= 0)
			close(check->fds[i]);
	if (check->fd >= 0)
		close(check->fd);
	free(check->ours);
	free(check->theirs);
}

static int check_size(const struct check *check)
{
	const struct md_array *md = check->md;
	off_t end = lseek(check->fd, 0, SEEK_END);
	uint64_t sectors;

	if (end < 0)
		return err_set(check->err, errno, md->path, "%s",
			       strerror(errno));
	sectors = end / 512;
	/* IMSM and an administrator may make less of an array */
	if (sectors >= md->start + md->sectors &&
	    sectors <= md->geo.array_sectors)
		return 0;
	return err_set(check->err, EIO, md->path,
		       "has %llu sectors now, its geometry makes %llu",
		       (unsigned long long)sectors,
		       (unsigned long long)md->geo.array_sectors);
}

static int read_array(const struct check *check, uint64_t sector, void *buf)
{
	ssize_t n = pread(check->fd, buf, MD_PIECE, sector * 512);

	if (n == MD_PIECE)
		return 0;
	return err_set(check->err, n < 0 ? errno : EIO, check->md->path,
		       "cannot be read at sector %llu: %s",
		       (unsigned long long)sector,
		       n < 0 ? strerror(errno) : "it ends before");
}

/* Return: 1 if a copy holds what md read, 0 if none does, or -errno */
static int compare(const struct check *check, const struct raid_at at[],
		   unsigned int copies)
{
	unsigned int i;
	int ret;

	for (i = 0; i < copies; i++) {
		const struct md_member *member =
			&check->md->member[at[i].member];

		if (!member->present)
			continue;
		ret = md_member_read(member, check->fds[at[i].member],
				     member->data_offset + at[i].sector,
				     check->ours, MD_PIECE, check->err);
		if (ret)
			return ret;
		if (!memcmp(check->ours, check->theirs, MD_PIECE))
			return 1;
	}
	return 0;
}

static bool can_be_read(const struct check *check, const struct raid_at at[],
			unsigned int copies)
{
	bool any = false;
	unsigned int i;

	for (i = 0; i < copies; i++) {
		const struct md_member *member =
			&check->md->member[at[i].member];

		if (!member->present)
			continue;
		any = true;
		if ((member->data_offset + at[i].sector) * 512 %
		    member->block_bytes)
			return false;
	}
	return any;
}

static int differs(const struct check *check, uint64_t sector,
		   const struct raid_at *at)
{
	err_set(check->err, EIO, check->md->path,
		"reads otherwise than its members at sector %llu, which "
		"should be sector %llu of the data of %s",
		(unsigned long long)sector, (unsigned long long)at->sector,
		check->md->member[at->member].path);
	return err_remedy(check->err,
			  "this array's geometry is not what it seems; do not "
			  "use it");
}

/* the place of a sample at or before @sector */
static int check_at(const struct check *check, uint64_t sector)
{
	const struct raid_geometry *geo = &check->md->geo;
	uint64_t block = check->md->block_bytes / 512;
	struct raid_at at[RAID_MEMBERS_MAX];
	unsigned int i;
	int ret = 0;

	sector -= sector % block;
	if (check->md->block_bytes > MD_PIECE ||
	    sector + SAMPLE_SECTORS > check->md->start + check->md->sectors ||
	    raid_map_copies(geo, sector, at) < SAMPLE_SECTORS ||
	    !can_be_read(check, at, geo->copies))
		return 0;
	for (i = 0; !ret && i < TRIES; i++) {
		ret = read_array(check, sector, check->theirs);
		if (!ret)
			ret = compare(check, at, geo->copies);
	}
	if (ret)
		return ret < 0 ? ret : 0;
	return differs(check, sector, at);
}

/* the first and the last sample of what lies between */
static int check_ends(const struct check *check, uint64_t start, uint64_t end)
{
	int ret = check_at(check, start);

	if (!ret && end >= start + SAMPLE_SECTORS)
		ret = check_at(check, end - SAMPLE_SECTORS);
	return ret;
}

/*
 * The first chunks, as they are rarely empty and show the pattern; both ends
 * of each zone; some more, spread over the array.
 */
static int check_samples(const struct check *check)
{
	const struct raid_geometry *geo = &check->md->geo;
	uint64_t chunk = geo->chunk_sectors, end = geo->array_sectors;
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < 2 * geo->spec.members && i * chunk < end; i++)
		ret = check_ends(check, i * chunk, (i + 1) * chunk);
	for (i = 0; !ret && i < geo->n_zones; i++)
		ret = check_ends(check, geo->zones[i].start, geo->zones[i].end);
	for (i = 0; !ret && i < SPREAD; i++)
		ret = check_at(check, end / SPREAD * i);
	return ret;
}

int md_check(const struct md_array *md, struct err *err)
{
	struct check check = {.md = md, .fd = -1, .err = err};
	struct err unread;
	int ret;

	if (!err)
		check.err = &unread;
	if (!md->disk[0])
		return 0;
	memset(check.fds, -1, sizeof(check.fds));
	ret = open_all(&check);
	if (!ret)
		ret = check_size(&check);
	if (!ret)
		ret = check_samples(&check);
	close_all(&check);
	return ret;
}
