// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include <linux/falloc.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

/* ---- flushes ------------------------------------------------------------ */

/* a polled ring takes no flush */
static void flush_at_once(struct md_stripe_request *request)
{
	const struct md_stripe_file *file = request->file;
	unsigned int i;

	for (i = 0; i < file->md.geo.spec.members; i++)
		if (file->fds[i] >= 0 && fdatasync(file->fds[i])) {
			md_stripe_note_failure(request, i, "flush", -errno);
			return;
		}
}

void md_stripe_flush(struct md_stripe_job *job,
		     struct md_stripe_request *request)
{
	const struct md_stripe_file *file = request->file;
	struct raid_at at = {0};

	if (job->ring.iopoll) {
		flush_at_once(request);
		return;
	}
	for (; at.member < file->md.geo.spec.members; at.member++)
		if (file->fds[at.member] >= 0)
			md_stripe_add_io(job, request, MEMBER_FLUSH, at, 0,
					 NULL, MEMBER_NO_BUFFER);
}

/* ---- trims -------------------------------------------------------------- */

static int discard(int fd, bool is_file, uint64_t offset, uint64_t len)
{
	uint64_t range[2] = {offset, len};
	int ret =
		is_file ? fallocate(fd,
				    FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
				    (off_t)offset, (off_t)len)
			: ioctl(fd, BLKDISCARD, range);

	return ret ? errno : 0;
}

/*
 * Members that can't are harmless as long as no other has been trimmed: after
 * that parity or copies are wrong.
 */
static void trim_member(struct md_stripe_request *request, unsigned int member,
			uint64_t sector, uint64_t sectors)
{
	const struct md_stripe_file *file = request->file;
	int error;

	if (request->error)
		return;
	error = discard(file->fds[member], !file->md.member[member].disk[0],
			file->data_bytes[member] + (sector << 9), sectors << 9);
	if (error)
		md_stripe_note_failure(
			request, member,
			error == EOPNOTSUPP && !request->n_trimmed ? NULL
								   : "trim",
			-error);
	else
		request->n_trimmed++;
}

/* what is to be trimmed of a member, as long as it has no gap */
struct extent {
	uint64_t sector;
	uint64_t sectors;
};

static void extend(struct md_stripe_request *request, struct extent extents[],
		   struct raid_at at, uint64_t sectors)
{
	struct extent *extent = &extents[at.member];

	if (extent->sectors && extent->sector + extent->sectors != at.sector) {
		trim_member(request, at.member, extent->sector,
			    extent->sectors);
		extent->sectors = 0;
	}
	if (!extent->sectors)
		extent->sector = at.sector;
	extent->sectors += sectors;
}

/* a member's chunks follow each other, copy by copy */
static void trim_copy(struct md_stripe_request *request, unsigned int copy)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	uint64_t sector = md_stripe_sector(request);
	uint64_t left = md_stripe_sectors(request), run;
	struct extent extents[RAID_MEMBERS_MAX] = {0};
	struct raid_at at[RAID_MEMBERS_MAX];
	unsigned int i;

	for (; left; left -= run, sector += run) {
		run = raid_map_copies(geo, sector, at);
		if (run > left)
			run = left;
		extend(request, extents, at[copy], run);
	}
	for (i = 0; i < geo->spec.members; i++)
		if (extents[i].sectors)
			trim_member(request, i, extents[i].sector,
				    extents[i].sectors);
}

/* Whole rows read zero afterwards, and zeros are their own parity. */
static void trim_rows(struct md_stripe_request *request)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	uint64_t row_sectors = geo->data * geo->chunk_sectors;
	uint64_t first =
		(md_stripe_sector(request) + row_sectors - 1) / row_sectors;
	uint64_t end =
		(md_stripe_sector(request) + md_stripe_sectors(request)) /
		row_sectors;
	unsigned int i;

	for (i = 0; first < end && i < geo->spec.members; i++)
		trim_member(request, i, first * geo->chunk_sectors,
			    (end - first) * geo->chunk_sectors);
}

void md_stripe_trim(struct md_stripe_request *request)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	unsigned int copy;

	if (geo->parities)
		trim_rows(request);
	else
		for (copy = 0; copy < geo->copies; copy++)
			trim_copy(request, copy);
}
