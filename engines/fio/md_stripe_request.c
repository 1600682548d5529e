// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "nvme/status.h"

static bool can_resync(const struct md_array *md)
{
	return md->geo.spec.level >= RAID_1 && md->member[0].has_sb;
}

void md_stripe_note_failure(struct md_stripe_request *request,
			    unsigned int member, const char *what, int result)
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

/* ---- a request's way ---------------------------------------------------- */

void md_stripe_start(struct md_stripe_job *job,
		     struct md_stripe_request *request)
{
	if (request->io_u->ddir == DDIR_READ)
		start_read(job, request);
	else
		md_stripe_flush(job, request);
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

	md_stripe_note_failure(request, io->file - request->file->first_file,
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
