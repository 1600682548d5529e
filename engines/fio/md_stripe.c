// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "nvme/status.h"

struct md_run *md_stripe_run;
static struct ioengine_ops md_stripe_ops;

/* ---- a job's life ------------------------------------------------------- */

/* In the parent before it forks; with create_serialize=0 in the job itself,
 * after init and post_init. */
static int md_stripe_setup(struct thread_data *td)
{
	if (host_check_job(td, &md_stripe_ops) || md_stripe_name_stats(td))
		return 1;
	return md_stripe_find_files(td);
}

static unsigned long long largest_request(const struct thread_data *td)
{
	return max(td->o.max_bs[DDIR_READ], td->o.max_bs[DDIR_WRITE]);
}

static void add_needs(struct raid_needs *sum, const struct raid_needs *needs)
{
	sum->bands = max(sum->bands, needs->bands);
	sum->ios = max(sum->ios, needs->ios);
	sum->scratch_bytes = max(sum->scratch_bytes, needs->scratch_bytes);
}

/* pieces of a request, each on all its copies; a zone may end within one */
static void needs_of_copies(const struct raid_geometry *geo, uint64_t sectors,
			    struct raid_needs *needs)
{
	uint64_t pieces = sectors / geo->chunk_sectors + 2 + geo->n_zones;

	memset(needs, 0, sizeof(*needs));
	needs->ios = pieces * geo->copies;
}

static void needs_of_rows(const struct raid_geometry *geo, uint64_t sectors,
			  bool writes, uint64_t missing,
			  struct raid_needs *needs)
{
	struct raid_needs reads;

	raid_plan_needs(geo, sectors, 0, needs);
	if (!writes)
		needs->scratch_bytes = 0;
	if (missing) {
		raid_plan_needs(geo, sectors, missing, &reads);
		add_needs(needs, &reads);
	}
	/* a request may do a whole row's work for those that are joined */
	needs->ios = max(needs->ios, geo->data + geo->parities);
}

/*
 * A short write of several copies, or of parity too, is copied once to where
 * the kernel knows the pages, as md copies it to its cache: to look the io_u's
 * pages up for each member takes longer.  More than a page is looked up faster
 * than it is copied.
 */
#define SHORT_BYTES 4096

/* may a request be copied? */
static void plan_short_writes(struct thread_data *td, struct md_stripe_job *job)
{
	const struct md_stripe_options *options = td->eo;
	unsigned int i;

	if (!md_stripe_writes(td) || options->fixedbufs ||
	    options->path != MD_STRIPE_BLOCK)
		return;
	for (i = 0; i < job->n_files; i++)
		if (md_stripe_is_redundant(job->files[i]))
			job->short_bytes = SHORT_BYTES;
	job->short_at = job->needs.scratch_bytes;
	job->needs.scratch_bytes += job->short_bytes;
}

/* what the largest request needs on the neediest of its arrays */
static void sum_needs(struct thread_data *td, struct md_stripe_job *job)
{
	uint64_t sectors = largest_request(td) >> 9;
	unsigned int i;

	for (i = 0; i < job->n_files; i++) {
		const struct md_array *md = &job->files[i]->md;
		struct raid_needs needs;

		if (md->geo.parities)
			needs_of_rows(&md->geo, sectors, md_stripe_writes(td),
				      md->missing, &needs);
		else
			needs_of_copies(&md->geo, sectors, &needs);
		/* a flush goes to all */
		needs.ios = max(needs.ios, md->geo.spec.members);
		add_needs(&job->needs, &needs);
	}
	/* memory comes in pages, and registered memory must */
	job->needs.scratch_bytes = (job->needs.scratch_bytes + 4095) & ~4095ull;
	plan_short_writes(td, job);
}

static int allocate_request(struct md_stripe_job *job,
			    struct md_stripe_request *request)
{
	const struct raid_needs *needs = &job->needs;
	unsigned int i;

	request->ticket = -1;
	request->buffer = request->scratch_buffer = MEMBER_NO_BUFFER;
	request->ios = calloc(needs->ios, sizeof(*request->ios));
	request->bands = calloc(needs->bands + 1, sizeof(*request->bands));
	if (!request->ios || !request->bands)
		return -ENOMEM;
	for (i = 0; i < needs->ios; i++) {
		request->ios[i].request = request;
		request->ios[i].io.id = request->index * needs->ios + i;
	}
	if (!needs->scratch_bytes)
		return 0;
	request->scratch = aligned_alloc(4096, needs->scratch_bytes);
	if (!request->scratch)
		return -ENOMEM;
	/* its pages come now, from the node that the job prefers */
	memset(request->scratch, 0, needs->scratch_bytes);
	return 0;
}

static unsigned int n_ring_files(const struct md_stripe_job *job)
{
	const struct md_stripe_file *last = job->files[job->n_files - 1];

	return last->first_file + last->md.geo.spec.members;
}

static int allocate(struct md_stripe_job *job)
{
	unsigned int n_ready = 1, i;

	while (n_ready < job->depth)
		n_ready *= 2;
	job->ready_mask = n_ready - 1;
	job->requests = calloc(job->depth, sizeof(*job->requests));
	job->batch = calloc(job->depth, sizeof(struct md_stripe_request *));
	job->writes = calloc(job->depth, sizeof(struct md_stripe_request *));
	job->parts = calloc(job->depth, sizeof(*job->parts));
	job->heads =
		calloc(raid_plan_join_heads(job->depth), sizeof(*job->heads));
	job->ready = calloc(n_ready, sizeof(struct md_stripe_request *));
	job->in_flight = calloc(n_ring_files(job), sizeof(*job->in_flight));
	if (!job->requests || !job->batch || !job->writes || !job->parts ||
	    !job->heads || !job->ready || !job->in_flight)
		return -ENOMEM;
	for (i = 0; i < job->depth; i++) {
		job->requests[i].index = i;
		if (allocate_request(job, &job->requests[i]))
			return -ENOMEM;
	}
	return 0;
}

static int md_stripe_init(struct thread_data *td)
{
	const struct md_stripe_options *options = td->eo;
	struct md_stripe_job *job;

	if (host_check_job(td, &md_stripe_ops) || md_stripe_find_files(td))
		return 1;
	job = calloc(1, sizeof(*job));
	if (!job)
		return 1;
	td->io_ops_data = job;
	job->depth = td->o.iodepth;
	job->rmw = options->rmw;
	job->waiting_end = &job->waiting;
	job->owner = md_run_join(md_stripe_run);
	if (job->owner < 0) {
		td_verror(td, -job->owner, "md_stripe: too many jobs");
		return 1;
	}
	if (md_stripe_open_files(td, job))
		return 1;
	md_stripe_place(td, job);
	sum_needs(td, job);
	if (allocate(job)) {
		td_verror(td, ENOMEM, "md_stripe");
		return 1;
	}
	md_run_enter(md_stripe_run);
	job->entered = true;
	return 0;
}

static int md_stripe_io_u_init(struct thread_data *td, struct io_u *io_u)
{
	struct md_stripe_job *job = td->io_ops_data;

	if (host_check_io_u(td, io_u))
		return 1;
	job->requests[io_u->index].io_u = io_u;
	return 0;
}

/*
 * Buffers that the ring is to know: the io_us' with fixedbufs, and in any case
 * the scratch memory, which is the engine's own: md need not look its cache up
 * for each I/O either.
 */
static int fix_buffers(struct thread_data *td, struct md_stripe_job *job,
		       bool io_us, struct err *err)
{
	struct iovec *buffers = calloc(2 * job->depth, sizeof(*buffers));
	unsigned int count = 0, i;
	int ret = 0;

	if (!buffers)
		return err_set(err, ENOMEM, "fixedbufs", "out of memory");
	for (i = 0; i < job->depth; i++) {
		struct md_stripe_request *request = &job->requests[i];

		if (io_us) {
			request->buffer = count;
			buffers[count].iov_base = request->io_u->buf;
			buffers[count++].iov_len = largest_request(td);
		}
		if (request->scratch) {
			request->scratch_buffer = count;
			buffers[count].iov_base = request->scratch;
			buffers[count++].iov_len = job->needs.scratch_bytes;
		}
	}
	if (count)
		ret = member_ring_fix_buffers(&job->ring, buffers, count, err);
	free(buffers);
	return ret;
}

/* @claims: of passthrough, the files that hold the members */
struct ring_files {
	int *fds;
	int *claims;
	struct nvme_geometry *namespaces;
	unsigned int count;
	unsigned int n_claims;
};

static int list_files(const struct md_stripe_job *job, bool passthrough,
		      struct ring_files *list)
{
	unsigned int i, m;

	list->count = n_ring_files(job);
	list->fds = calloc(list->count, sizeof(*list->fds));
	list->claims = calloc(list->count, sizeof(*list->claims));
	list->namespaces = calloc(list->count, sizeof(*list->namespaces));
	if (!list->fds || !list->claims || !list->namespaces)
		return -ENOMEM;
	for (i = 0; i < job->n_files; i++) {
		const struct md_stripe_file *file = job->files[i];

		for (m = 0; m < file->md.geo.spec.members; m++) {
			unsigned int at = file->first_file + m;

			list->fds[at] =
				passthrough ? file->chars[m] : file->fds[m];
			list->namespaces[at] = file->namespaces[m];
			if (passthrough && file->started)
				list->claims[list->n_claims++] = file->fds[m];
		}
	}
	return 0;
}

/* what parity is computed from; O_DIRECT asks for more, files may not */
static int check_alignment(const struct md_stripe_job *job, struct err *err)
{
	unsigned int i;

	for (i = 0; i < job->depth; i++)
		if ((uintptr_t)job->requests[i].io_u->buf % 32) {
			err_set(err, EINVAL, "iomem_align",
				"leaves buffers that are not aligned to 32 "
				"bytes");
			return err_remedy(err, "use a multiple of 512");
		}
	return 0;
}

/* The job runs where it was placed and has its buffers: so will the ring be
 * on its node. */
static int md_stripe_post_init(struct thread_data *td)
{
	const struct md_stripe_options *options = td->eo;
	struct md_stripe_job *job = td->io_ops_data;
	bool passthrough = options->path == MD_STRIPE_PASSTHROUGH;
	struct ring_files list = {0};
	struct err err = {0};
	int ret = list_files(job, passthrough, &list);
	struct member_ring_config config = {
		.depth = job->depth * job->needs.ios,
		.files = list.fds,
		.n_files = list.count,
		.namespaces = passthrough ? list.namespaces : NULL,
		.keep = list.claims,
		.n_keep = list.n_claims,
		.max_bytes = largest_request(td),
		.iopoll = options->hipri,
		.register_files = options->registerfiles,
	};

	if (ret)
		err_set(&err, -ret, "md_stripe", "out of memory");
	else
		ret = check_alignment(job, &err);
	if (!ret)
		ret = member_ring_init(&job->ring, &config, &err);
	job->has_ring = !ret;
	if (!ret && options->fixedbufs)
		ret = fix_buffers(td, job, true, &err);
	else if (!ret && !passthrough && fix_buffers(td, job, false, NULL))
		/* nobody has asked for it: it may fail */
		job->short_bytes = 0;
	free(list.fds);
	free(list.claims);
	free(list.namespaces);
	return ret ? host_error(td, &err) : 0;
}

static void free_requests(struct md_stripe_job *job)
{
	unsigned int i;

	for (i = 0; job->requests && i < job->depth; i++) {
		free(job->requests[i].ios);
		free(job->requests[i].bands);
		free(job->requests[i].scratch);
	}
	free(job->requests);
	free(job->batch);
	free(job->writes);
	free(job->parts);
	free(job->heads);
	free(job->ready);
	free(job->in_flight);
}

static bool is_idle(const struct md_stripe_job *job)
{
	return !job->has_ring ||
	       (!member_ring_in_flight(&job->ring) && !job->waiting);
}

/*
 * A job that ends in an error may leave requests behind.  They end before fio
 * frees what they write from.
 */
static void md_stripe_io_u_free(struct thread_data *td,
				struct io_u *io_u fio_unused)
{
	struct md_stripe_job *job = td->io_ops_data;

	while (job && !is_idle(job)) {
		job->n_ready = 0;
		if (md_stripe_collect(job, 1))
			return;
	}
}

/* what its requests have done is not known: nobody may rely on it */
static void abandon(struct md_stripe_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_files; i++)
		if (job->files[i]->claim >= 0)
			md_run_abandon(md_stripe_run, job->files[i]->claim,
				       job->owner);
}

static void md_stripe_cleanup(struct thread_data *td)
{
	struct md_stripe_job *job = td->io_ops_data;

	if (!job)
		return;
	if (!is_idle(job))
		abandon(job);
	if (job->has_ring)
		member_ring_fini(&job->ring);
	md_stripe_leave(job);
	md_stripe_close_files(td, job);
	if (job->owner >= 0)
		md_run_quit(md_stripe_run, job->owner);
	free_requests(job);
	free(job);
	td->io_ops_data = NULL;
}

/* ---- requests ----------------------------------------------------------- */

static bool fits(const struct md_stripe_file *file, const struct io_u *io_u)
{
	return !((io_u->offset | io_u->xfer_buflen) & file->block_mask) &&
	       io_u->offset + io_u->xfer_buflen <= file->md.sectors << 9;
}

static enum fio_q_status refuse(struct thread_data *td, struct io_u *io_u)
{
	const struct md_array *md = &md_stripe_file(io_u->file)->md;

	log_err("md_stripe: %s: offset %llu, length %llu: the array has %llu "
		"bytes and moves multiples of %u\n",
		md->name, (unsigned long long)io_u->offset,
		(unsigned long long)io_u->xfer_buflen,
		(unsigned long long)md->sectors << 9, md->block_bytes);
	io_u->error = EINVAL;
	td_verror(td, EINVAL, "md_stripe");
	return FIO_Q_COMPLETED;
}

static void count(struct md_counts *counts, const struct io_u *io_u)
{
	if (io_u->ddir == DDIR_READ) {
		counts->reads++;
		counts->read_bytes += io_u->xfer_buflen;
	} else if (io_u->ddir == DDIR_WRITE) {
		counts->writes++;
		counts->write_bytes += io_u->xfer_buflen;
	}
}

static enum fio_q_status md_stripe_queue(struct thread_data *td,
					 struct io_u *io_u)
{
	struct md_stripe_job *job = td->io_ops_data;
	struct md_stripe_request *request = &job->requests[io_u->index];

	fio_ro_check(td, io_u);
	request->file = md_stripe_file(io_u->file);
	if (!ddir_sync(io_u->ddir) && !fits(request->file, io_u))
		return refuse(td, io_u);
	count(&request->file->counts, io_u);
	request->phase = MD_STRIPE_LAST;
	request->n_bands = request->n_trimmed = 0;
	request->error = request->failed_status = 0;
	request->failed_member = -1;
	job->batch[job->n_batch++] = request;
	/* writes may be joined: they wait for the rest of the batch */
	if (md_stripe_is_write(request)) {
		md_stripe_plan(job, request);
		job->n_writes++;
	} else {
		md_stripe_start(job, request);
	}
	return FIO_Q_QUEUED;
}

static void note_issue_time(struct thread_data *td, struct md_stripe_job *job)
{
	struct timespec now;
	unsigned int i;

	if (!fio_fill_issue_time(td))
		return;
	fio_gettime(&now, NULL);
	for (i = 0; i < job->n_batch; i++) {
		job->batch[i]->io_u->issue_time = now;
		io_u_queued(td, job->batch[i]->io_u);
	}
	/* only used for iologs */
	if (td->o.read_iolog_file)
		td->last_issue = now;
}

static int md_stripe_commit(struct thread_data *td)
{
	struct md_stripe_job *job = td->io_ops_data;
	int ret;

	if (!job->n_batch)
		return 0;
	if (job->n_writes)
		md_stripe_start_writes(job);
	ret = member_ring_submit(&job->ring);
	if (ret) {
		td_verror(td, -ret, "io_uring_enter");
	} else {
		note_issue_time(td, job);
		io_u_mark_submit(td, job->n_batch);
	}
	job->n_batch = 0;
	return ret;
}

static int md_stripe_getevents(struct thread_data *td, unsigned int min_events,
			       unsigned int max_events,
			       const struct timespec *t fio_unused)
{
	struct md_stripe_job *job = td->io_ops_data;
	unsigned int count;
	int ret = md_stripe_collect(job, min_events);

	if (ret)
		return ret;
	count = min(job->n_ready, max_events);
	job->first_event = job->first_ready;
	job->first_ready += count;
	job->n_ready -= count;
	return count;
}

static struct io_u *md_stripe_event(struct thread_data *td, int event)
{
	struct md_stripe_job *job = td->io_ops_data;
	const struct md_stripe_request *request =
		job->ready[(job->first_event + event) & job->ready_mask];

	request->io_u->error = request->error;
	if (request->error)
		request->io_u->resid = request->io_u->xfer_buflen;
	return request->io_u;
}

/* fio prints it behind its own line about the failed io_u, and frees it */
static char *details(const struct io_u *io_u)
{
	const struct md_stripe_file *file = md_stripe_file(io_u->file);
	const struct md_stripe_request *request;
	char text[600], status[256] = "";

	if (!file || !file->job || !file->job->requests)
		return strdup("the request did not reach the members");
	request = &file->job->requests[io_u->index];
	if (request->error != EOWNERDEAD && request->failed_member < 0)
		return strdup("the request did not reach the members");
	if (request->error == EOWNERDEAD)
		return strdup("a job of this run was killed while it wrote "
			      "here: the range stays closed until the kernel "
			      "has resynced the array");
	if (request->failed_status > 0)
		nvme_result_text(request->failed_status, status,
				 sizeof(status));
	snprintf(text, sizeof(text), "member %s failed%s%s",
		 file->md.member[request->failed_member].path,
		 status[0] ? ": " : "", status);
	return strdup(text);
}

#if FIO_IOOPS_VERSION >= 36
static char *md_stripe_errdetails(struct thread_data *td fio_unused,
				  struct io_u *io_u)
{
	return details(io_u);
}
#else
static char *md_stripe_errdetails(struct io_u *io_u)
{
	return details(io_u);
}
#endif

/* ---- files -------------------------------------------------------------- */

static int md_stripe_open_file(struct thread_data *td fio_unused,
			       struct fio_file *f)
{
	struct md_stripe_file *file = md_stripe_file(f);
	unsigned int i;

	/* fio wants a descriptor of something; its I/O comes to us */
	f->fd = -1;
	for (i = 0; file && f->fd < 0 && i < RAID_MEMBERS_MAX; i++)
		f->fd = file->fds[i];
	return 0;
}

static int md_stripe_close_file(struct thread_data *td fio_unused,
				struct fio_file *f)
{
	f->fd = -1;
	return 0;
}

static int md_stripe_get_file_size(struct thread_data *td,
				   struct fio_file *f fio_unused)
{
	return md_stripe_find_files(td);
}

static struct ioengine_ops md_stripe_ops = {
	.name = "md_stripe",
	.version = FIO_IOOPS_VERSION,
	.flags = FIO_RAWIO | FIO_MEMALIGN | FIO_NODISKUTIL | FIO_NO_OFFLOAD |
		 FIO_NOEXTEND | FIO_ASYNCIO_SETS_ISSUE_TIME,
	.setup = md_stripe_setup,
	.init = md_stripe_init,
	.post_init = md_stripe_post_init,
	.cleanup = md_stripe_cleanup,
	.io_u_init = md_stripe_io_u_init,
	.io_u_free = md_stripe_io_u_free,
	.queue = md_stripe_queue,
	.commit = md_stripe_commit,
	.getevents = md_stripe_getevents,
	.event = md_stripe_event,
	.errdetails = md_stripe_errdetails,
	.open_file = md_stripe_open_file,
	.close_file = md_stripe_close_file,
	.get_file_size = md_stripe_get_file_size,
	.options = md_stripe_options,
	.option_struct_size = sizeof(struct md_stripe_options),
};

/* fio calls it for every job, always in the parent */
void __attribute__((visibility("default")))
get_ioengine(struct ioengine_ops **ops)
{
	*ops = NULL;
	if (!host_is_ours("md_stripe"))
		return;
	if (!md_stripe_run)
		md_stripe_run = md_run_new();
	if (!md_stripe_run) {
		log_err("md_stripe: not loaded: no shared memory for the run's "
			"jobs\n");
		return;
	}
	*ops = &md_stripe_ops;
}
