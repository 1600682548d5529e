// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

/* ---- RAID0, 1, 10, linear ------------------------------------------------ */

static void write_copies(struct md_stripe_job *job,
			 struct md_stripe_request *request)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	uint64_t sector = md_stripe_sector(request);
	uint64_t left = md_stripe_sectors(request), run;
	char *data = request->data;
	struct raid_at at[RAID_MEMBERS_MAX];
	unsigned int i;

	for (; left; left -= run, sector += run, data += run << 9) {
		run = raid_map_copies(geo, sector, at);
		if (run > left)
			run = left;
		for (i = 0; i < geo->copies; i++)
			md_stripe_add_io(job, request, MEMBER_WRITE, at[i], run,
					 data, request->data_buffer);
	}
}

/* one member I/O is what it is without md, and needs no lock */
static bool is_single(const struct md_stripe_request *request)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	struct raid_at at;

	return !geo->parities && geo->copies == 1 &&
	       raid_map(geo, md_stripe_sector(request), &at) >=
		       md_stripe_sectors(request);
}

/* ---- RAID4, 5, 6 --------------------------------------------------------- */

static bool has_sector(const struct md_stripe_request *request, uint64_t sector)
{
	return sector - md_stripe_sector(request) < md_stripe_sectors(request);
}

/*
 * Where a band's data chunk is: in the request's buffer, or in that of the
 * rider which has it.
 */
static char *data_of(const struct md_stripe_request *request,
		     const struct raid_band *band, unsigned int data,
		     uint16_t *buffer)
{
	uint64_t sector =
		raid_plan_data_sector(&request->file->md.geo, band, data);

	while (request->rider && !has_sector(request, sector))
		request = request->rider;
	*buffer = request->data_buffer;
	return request->data + ((sector - md_stripe_sector(request)) << 9);
}

static void count_band(struct md_counts *counts, const struct raid_band *band)
{
	if (band->method == RAID_FULL)
		counts->full_rows++;
	else if (band->method == RAID_BY_RMW)
		counts->rmw++;
	else
		counts->rcw++;
}

static void gather(struct md_stripe_job *job, struct md_stripe_request *request)
{
	struct md_stripe_file *file = request->file;
	struct raid_io ios[RAID_MEMBERS_MAX];
	unsigned int i, j, count;

	for (i = 0; i < request->n_bands; i++) {
		const struct raid_band *band = &request->bands[i];

		count_band(&file->counts, band);
		count = raid_plan_reads(&file->md.geo, band, 0, ios);
		for (j = 0; j < count; j++)
			md_stripe_add_io(
				job, request, MEMBER_READ, ios[j].at,
				band->sectors,
				md_stripe_slot(request, band, ios[j].slot),
				request->scratch_buffer);
	}
	request->phase = MD_STRIPE_GATHER;
	if (!request->pending)
		md_stripe_write_on(job, request);
}

static int write_band(struct md_stripe_job *job,
		      struct md_stripe_request *request,
		      const struct raid_band *band)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	struct raid_io ios[RAID_MEMBERS_MAX];
	uint16_t buffers[RAID_MEMBERS_MAX];
	void *data[RAID_MEMBERS_MAX];
	unsigned int i, count;
	int ret;

	for (i = 0; i < band->count; i++)
		data[i] = data_of(request, band, i, &buffers[i]);
	ret = raid_plan_compute(geo, band, 0, data,
				request->scratch + band->scratch);
	if (ret)
		return ret;
	count = raid_plan_writes(geo, band, ios);
	for (i = 0; i < count; i++) {
		bool own = ios[i].data >= 0;

		md_stripe_add_io(
			job, request, MEMBER_WRITE, ios[i].at, band->sectors,
			own ? data[ios[i].data]
			    : md_stripe_slot(request, band, ios[i].slot),
			own ? buffers[ios[i].data] : request->scratch_buffer);
	}
	return 0;
}

/* never write what another member could not take any more */
static bool is_stopped(struct md_stripe_request *request)
{
	int member = md_run_failed(md_stripe_run, request->file->claim);

	if (member < 0)
		return false;
	request->error = EIO;
	request->failed_member = member;
	return true;
}

void md_stripe_write_on(struct md_stripe_job *job,
			struct md_stripe_request *request)
{
	unsigned int i;

	request->phase = MD_STRIPE_LAST;
	if (!is_stopped(request))
		for (i = 0; i < request->n_bands; i++)
			if (write_band(job, request, &request->bands[i]))
				request->error = EIO;
	if (!request->pending)
		md_stripe_finish(job, request);
}

/* ---- locks --------------------------------------------------------------- */

/* the request has its range, or needs none */
static void begin(struct md_stripe_job *job, struct md_stripe_request *request)
{
	if (is_stopped(request))
		;
	else if (request->io_u->ddir == DDIR_TRIM)
		md_stripe_trim(request);
	else if (request->file->md.geo.parities)
		return gather(job, request);
	else
		return write_copies(job, request);
	md_stripe_finish(job, request);
}

static void give_up(struct md_stripe_job *job,
		    struct md_stripe_request *request, int code)
{
	request->error = code;
	md_stripe_finish(job, request);
}

static void wait_for_lock(struct md_stripe_job *job,
			  struct md_stripe_request *request)
{
	request->next = NULL;
	*job->waiting_end = request;
	job->waiting_end = &request->next;
	request->file->counts.lock_waits++;
}

/* Return: as of md_run_lock_state() */
static int ask(struct md_stripe_job *job, struct md_stripe_request *request)
{
	int state, ticket = md_run_lock(md_stripe_run, request->file->claim,
					job->owner, request->lo, request->end,
					&state);

	if (ticket >= 0) {
		request->ticket = ticket;
		return state;
	}
	/* there will be room again once others give theirs back */
	return ticket == -ENOSPC ? -EAGAIN : ticket;
}

static void lock(struct md_stripe_job *job, struct md_stripe_request *request)
{
	int state = ask(job, request);

	if (state == -EAGAIN)
		wait_for_lock(job, request);
	else if (state)
		give_up(job, request, -state);
	else
		begin(job, request);
}

void md_stripe_retry(struct md_stripe_job *job)
{
	struct md_stripe_request **at = &job->waiting, *request;

	while ((request = *at)) {
		int state;

		if (request->ticket < 0)
			state = ask(job, request);
		else
			state = md_run_lock_state(md_stripe_run,
						  request->file->claim,
						  job->owner, request->ticket);
		if (state == -EAGAIN) {
			at = &request->next;
			continue;
		}
		*at = request->next;
		if (state)
			give_up(job, request, -state);
		else
			begin(job, request);
	}
	job->waiting_end = at;
}

/* ---- batches --------------------------------------------------------------
 */

static void find_data(const struct md_stripe_job *job,
		      struct md_stripe_request *request)
{
	const struct io_u *io_u = request->io_u;

	request->data = io_u->xfer_buf;
	request->data_buffer = request->buffer;
	if (io_u->ddir != DDIR_WRITE || io_u->xfer_buflen > job->short_bytes ||
	    !md_stripe_is_redundant(request->file))
		return;
	request->data = request->scratch + job->short_at;
	request->data_buffer = request->scratch_buffer;
	memcpy(request->data, io_u->xfer_buf, io_u->xfer_buflen);
}

void md_stripe_plan(struct md_stripe_job *job,
		    struct md_stripe_request *request)
{
	const struct raid_geometry *geo = &request->file->md.geo;
	uint64_t sector = md_stripe_sector(request);
	uint64_t sectors = md_stripe_sectors(request);

	if (geo->parities && request->io_u->ddir == DDIR_WRITE)
		request->n_bands = raid_plan_write(geo, sector, sectors,
						   job->rmw, request->bands);
	if (request->n_bands == 1)
		raid_plan_band_range(geo, request->bands, &request->lo,
				     &request->end);
	else
		raid_plan_range(geo, sector, sectors, &request->lo,
				&request->end);
	find_data(job, request);
}

static struct raid_part part_of(const struct md_stripe_request *request)
{
	bool one = request->n_bands == 1;

	return (struct raid_part){
		.lo = request->lo,
		.end = request->end,
		.first = one ? request->bands[0].first : 0,
		.count = one ? request->bands[0].count : 0,
	};
}

static void start_alone(struct md_stripe_job *job,
			struct md_stripe_request *request)
{
	if (is_single(request))
		begin(job, request);
	else
		lock(job, request);
}

/* the first of a ring does the work, the others ride along */
static void start_joined(struct md_stripe_job *job, unsigned int first)
{
	struct md_stripe_request *leader = job->writes[first];
	struct raid_part *parts = job->parts;
	unsigned int i = parts[first].next, next;

	raid_plan_joined(&leader->file->md.geo, &parts[first], leader->bands);
	leader->n_bands = 1;
	leader->file->counts.joined++;
	for (; i != first; i = next) {
		next = parts[i].next;
		job->writes[i]->rider = leader->rider;
		leader->rider = job->writes[i];
		leader->file->counts.joined++;
		job->writes[i] = NULL;
	}
	lock(job, leader);
}

static void start_writes(struct md_stripe_job *job,
			 const struct md_stripe_file *file)
{
	unsigned int i, count = 0;
	bool joins;

	for (i = 0; i < job->n_batch; i++) {
		struct md_stripe_request *request = job->batch[i];

		if (request->file != file || !md_stripe_is_write(request))
			continue;
		job->parts[count] = part_of(request);
		job->writes[count++] = request;
	}
	joins = file->md.geo.parities && count > 1 &&
		raid_plan_join(&file->md.geo, job->parts, count, job->heads);
	for (i = 0; i < count; i++) {
		if (!job->writes[i]) /* rides along */
			continue;
		if (joins && job->parts[i].next != i)
			start_joined(job, i);
		else
			start_alone(job, job->writes[i]);
	}
}

void md_stripe_start_writes(struct md_stripe_job *job)
{
	unsigned int i;

	if (job->n_batch == 1)
		start_alone(job, job->batch[0]);
	else
		for (i = 0; i < job->n_files; i++)
			start_writes(job, job->files[i]);
	job->n_writes = 0;
}
