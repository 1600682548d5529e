// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "nvme/status.h"

#include <linux/falloc.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

static bool can_resync(const struct md_array *md)
{
	return md->geo.spec.level >= RAID_1 && md->member[0].has_sb;
}

/* @what may have changed the member, and failed; NULL for a read */
static void note_failure(struct md_stripe_request *request, unsigned int member,
			 const char *what, int result)
{
	struct md_stripe_file *file = request->file;

	if (!request->error) {
		request->error = nvme_result_errno(result);
		request->failed_member = member;
		request->failed_status = result;
	}
	if (what && file->claim >= 0 &&
	    md_run_fail(md_stripe_run, file->claim, member))
		log_err("md_stripe: %s: member %s failed a %s: %s; all writing "
			"stops%s\n",
			file->md.name, file->md.member[member].path, what,
			strerror(nvme_result_errno(result)),
			can_resync(&file->md)
				? ", the array is left dirty: assemble it and "
				  "let the kernel resync"
				: "");
}

/* ---- reads -------------------------------------------------------------- */

/* the copy on the idlest member; in turn where several are equally idle */
static struct raid_at idlest(const struct md_stripe_job *job,
			     struct md_stripe_file *file,
			     const struct raid_at copies[], unsigned int count)
{
	unsigned int least = UINT_MAX, best = 0, left, at;

	if (++file->next_copy >= count)
		file->next_copy = 0;
	/* raid_assemble() has made sure that each chunk has a copy left */
	for (at = file->next_copy, left = count; left && least; left--) {
		unsigned int member = copies[at].member;
		unsigned int busy = job->in_flight[file->first_file + member];

		if (busy < least && !(file->md.missing >> member & 1)) {
			least = busy;
			best = at;
		}
		if (++at == count)
			at = 0;
	}
	return copies[best];
}

static void start_rebuild(struct md_stripe_job *job,
			  struct md_stripe_request *request, uint64_t sector,
			  uint64_t sectors)
{
	const struct md_array *md = &request->file->md;
	struct raid_band *band = &request->bands[request->n_bands++];
	struct raid_io ios[RAID_MEMBERS_MAX];
	unsigned int count, i;

	raid_plan_rebuild(&md->geo, sector, sectors, band);
	if (request->n_bands > 1)
		band->scratch = band[-1].scratch + (uint64_t)band[-1].slots *
							   band[-1].sectors *
							   512;
	count = raid_plan_reads(&md->geo, band, md->missing, ios);
	for (i = 0; i < count; i++)
		md_stripe_add_io(job, request, MEMBER_READ, ios[i].at,
				 band->sectors,
				 md_stripe_slot(request, band, ios[i].slot),
				 request->scratch_buffer);
	request->file->counts.rebuilt++;
	request->phase = MD_STRIPE_REBUILD;
}

static uint64_t start_piece(struct md_stripe_job *job,
			    struct md_stripe_request *request, uint64_t sector,
			    uint64_t left, char *data)
{
	struct md_stripe_file *file = request->file;
	struct raid_at at[RAID_MEMBERS_MAX];
	uint64_t run;

	if (file->md.geo.copies > 1) {
		run = raid_map_copies(&file->md.geo, sector, at);
		at[0] = idlest(job, file, at, file->md.geo.copies);
	} else {
		run = raid_map(&file->md.geo, sector, at);
	}
	if (run > left)
		run = left;
	if (file->md.missing >> at[0].member & 1)
		start_rebuild(job, request, sector, run);
	else
		md_stripe_add_io(job, request, MEMBER_READ, at[0], run, data,
				 request->buffer);
	return run;
}

static void start_read(struct md_stripe_job *job,
		       struct md_stripe_request *request)
{
	uint64_t sector = md_stripe_sector(request);
	uint64_t left = md_stripe_sectors(request), run;
	char *data = request->io_u->xfer_buf;

	for (; left; left -= run, sector += run, data += run << 9)
		run = start_piece(job, request, sector, left, data);
}

static int rebuild(struct md_stripe_request *request)
{
	const struct md_array *md = &request->file->md;
	uint64_t start = md_stripe_sector(request);
	unsigned int i;
	int ret = 0;

	for (i = 0; !ret && i < request->n_bands; i++) {
		struct raid_band *band = &request->bands[i];
		void *data = (char *)request->io_u->xfer_buf +
			     ((raid_plan_data_sector(&md->geo, band, 0) - start)
			      << 9);

		ret = raid_plan_compute(&md->geo, band, md->missing, &data,
					request->scratch + band->scratch);
	}
	return ret;
}

/* ---- flushes and trims -------------------------------------------------- */

/* a polled ring takes no flush */
static void flush_at_once(struct md_stripe_request *request)
{
	const struct md_stripe_file *file = request->file;
	unsigned int i;

	for (i = 0; i < file->md.geo.spec.members; i++)
		if (file->fds[i] >= 0 && fdatasync(file->fds[i])) {
			note_failure(request, i, "flush", -errno);
			return;
		}
}

static void start_flush(struct md_stripe_job *job,
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
		note_failure(request, member,
			     error == EOPNOTSUPP && !request->n_trimmed
				     ? NULL
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

/* ---- a request's way ---------------------------------------------------- */

void md_stripe_start(struct md_stripe_job *job,
		     struct md_stripe_request *request)
{
	if (request->io_u->ddir == DDIR_READ)
		start_read(job, request);
	else
		start_flush(job, request);
	if (!request->pending)
		md_stripe_finish(job, request);
}

static inline void push_ready(struct md_stripe_job *job,
			      struct md_stripe_request *request)
{
	unsigned int behind = job->first_ready + job->n_ready++;

	job->ready[behind & job->ready_mask] = request;
}

/* those that share its fate */
static __attribute__((noinline)) void
finish_riders(struct md_stripe_job *job, struct md_stripe_request *request)
{
	struct md_stripe_request *rider = request->rider, *next;

	request->rider = NULL;
	for (; rider; rider = next) {
		next = rider->rider;
		rider->rider = NULL;
		rider->error = request->error;
		rider->failed_member = request->failed_member;
		rider->failed_status = request->failed_status;
		push_ready(job, rider);
	}
}

void md_stripe_finish(struct md_stripe_job *job,
		      struct md_stripe_request *request)
{
	if (request->ticket >= 0) {
		md_run_unlock(md_stripe_run, request->file->claim, job->owner,
			      request->ticket);
		request->ticket = -1;
	}
	push_ready(job, request);
	if (request->rider)
		finish_riders(job, request);
}

static void go_on(struct md_stripe_job *job, struct md_stripe_request *request)
{
	enum md_stripe_phase phase = request->phase;

	request->phase = MD_STRIPE_LAST;
	if (phase == MD_STRIPE_GATHER && !request->error) {
		md_stripe_write_on(job, request);
		return;
	}
	if (phase == MD_STRIPE_REBUILD && !request->error && rebuild(request))
		request->error = EIO;
	md_stripe_finish(job, request);
}

static __attribute__((cold)) void note_result(struct md_stripe_request *request,
					      const struct member_io *io)
{
	static const char *const words[] = {
		[MEMBER_WRITE] = "write",
		[MEMBER_FLUSH] = "flush",
	};

	note_failure(request, io->file - request->file->first_file,
		     words[io->op], io->result);
}

static inline void settle(struct md_stripe_job *job, struct member_io *io)
{
	struct md_stripe_io *own = container_of(io, struct md_stripe_io, io);
	struct md_stripe_request *request = own->request;

	job->in_flight[io->file]--;
	if (io->result)
		note_result(request, io);
	if (--request->pending)
		return;
	if (request->phase == MD_STRIPE_LAST)
		md_stripe_finish(job, request);
	else
		go_on(job, request);
}

static void settle_all(struct md_stripe_job *job)
{
	struct member_io *io;

	while ((io = member_ring_next(&job->ring)))
		settle(job, io);
	if (job->waiting)
		md_stripe_retry(job);
}

int md_stripe_collect(struct md_stripe_job *job, unsigned int min)
{
	int ret;

	settle_all(job);
	while (!job->n_ready || job->n_ready < min) {
		if (member_ring_in_flight(&job->ring)) {
			ret = member_ring_wait(&job->ring, min ? 1 : 0);
			if (ret)
				return ret;
		} else if (min && job->waiting) {
			md_run_sleep();
		} else {
			break;
		}
		settle_all(job);
		if (!min)
			break;
	}
	/* the second half of a write may be queued */
	return member_ring_submit(&job->ring);
}
