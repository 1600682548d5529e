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
	if (md_stripe_allocate(td, job)) {
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

/* The job runs where it was placed and has its buffers: so will the ring be
 * on its node. */
static int md_stripe_post_init(struct thread_data *td)
{
	return md_stripe_open_ring(td, td->io_ops_data);
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
	md_stripe_free(job);
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
