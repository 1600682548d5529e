// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#include "nvme/status.h"
#include "system/file_save.h"

#include <limits.h>

struct registry *nvme_topo_run;
static struct ioengine_ops nvme_topo_ops;

/* ---- a job's life ------------------------------------------------------- */

static int name_report(struct thread_data *td)
{
	struct nvme_topo_options *options = td->eo;
	char current[PATH_MAX];
	struct err err;

	if (!options->report)
		return 0;
	if (file_can_save(options->report, &err))
		return host_error(td, &err);
	if (!registry_report(nvme_topo_run, options->report, current))
		return 0;
	err_set(&err, EEXIST, options->report,
		"another job of this run reports to %s", current);
	err_remedy(&err, "one topo_report covers the whole run: set it once, "
			 "in [global]");
	return host_error(td, &err);
}

/* In the parent before it forks; with create_serialize=0 in the job itself,
 * after init and post_init. */
static int nvme_topo_setup(struct thread_data *td)
{
	if (host_check_job(td, &nvme_topo_ops) || name_report(td) ||
	    nvme_topo_find_files(td) || nvme_topo_check(td))
		return 1;
	return nvme_topo_claim_files(td);
}

static int allocate(struct nvme_topo_job *job)
{
	job->requests = calloc(job->depth, sizeof(*job->requests));
	job->queued = calloc(job->depth, sizeof(*job->queued));
	return job->requests && job->queued ? 0 : -ENOMEM;
}

static int nvme_topo_init(struct thread_data *td)
{
	struct nvme_topo_options *options = td->eo;
	struct nvme_topo_job *job;

	if (host_check_job(td, &nvme_topo_ops) || nvme_topo_find_files(td))
		return 1;
	job = calloc(1, sizeof(*job));
	if (!job)
		return 1;
	td->io_ops_data = job;
	job->rank = -1;
	job->depth = td->o.iodepth;
	if (options->sqpoll)
		options->registerfiles = 1;
	if (nvme_topo_open_files(td, job))
		return 1;
	if (allocate(job)) {
		td_verror(td, ENOMEM, "nvme_topo");
		return 1;
	}
	nvme_topo_place(td, job);
	return 0;
}

static int nvme_topo_io_u_init(struct thread_data *td, struct io_u *io_u)
{
	struct nvme_topo_job *job = td->io_ops_data;

	if (host_check_io_u(td, io_u))
		return 1;
	job->requests[io_u->index] = io_u;
	return 0;
}

static unsigned long long largest_transfer(const struct thread_data *td)
{
	return max(td->o.max_bs[DDIR_READ], td->o.max_bs[DDIR_WRITE]);
}

/*
 * All files split where the most limited one must, so that a part's place in
 * its buffer, and the number of parts, do not depend on the file.
 */
static uint32_t agree_on_parts(struct thread_data *td)
{
	struct fio_file *f;
	uint32_t part_bytes = UINT32_MAX;
	unsigned int i;

	for_each_file (td, f, i)
		part_bytes = min(
			part_bytes,
			nvme_topo_file(f)->target.geometry.max_transfer_bytes);
	for_each_file (td, f, i)
		nvme_topo_file(f)->target.geometry.max_transfer_bytes =
			part_bytes;
	return part_bytes;
}

static int fix_buffers(struct thread_data *td, struct nvme_topo_job *job,
		       uint32_t part_bytes, struct err *err)
{
	struct iovec *buffers = calloc(job->depth, sizeof(*buffers));
	unsigned int i;
	int ret;

	if (!buffers)
		return err_set(err, ENOMEM, "fixedbufs", "out of memory");
	for (i = 0; i < job->depth; i++) {
		buffers[i].iov_base = job->requests[i]->buf;
		buffers[i].iov_len = largest_transfer(td);
	}
	ret = nvme_ring_fix_buffers(&job->ring, buffers, part_bytes, err);
	free(buffers);
	return ret;
}

static int fix_files(struct thread_data *td, struct nvme_topo_job *job,
		     struct err *err)
{
	int *fds = calloc(td->o.nr_files, sizeof(*fds));
	struct fio_file *f;
	unsigned int i;
	int ret;

	if (!fds)
		return err_set(err, ENOMEM, "registerfiles", "out of memory");
	for_each_file (td, f, i)
		fds[i] = nvme_topo_file(f)->fd;
	ret = nvme_ring_fix_files(&job->ring, fds, td->o.nr_files, err);
	free(fds);
	if (ret)
		return ret;
	for_each_file (td, f, i) {
		nvme_topo_file(f)->target.fd = i;
		nvme_topo_file(f)->target.fixed = true;
	}
	return 0;
}

/* The job runs where it was placed and has its buffers: so will the ring be
 * on its node. */
static int nvme_topo_post_init(struct thread_data *td)
{
	struct nvme_topo_options *options = td->eo;
	struct nvme_topo_job *job = td->io_ops_data;
	uint32_t part_bytes = agree_on_parts(td);
	struct nvme_ring_config config = {
		.depth = job->depth,
		.parts = (largest_transfer(td) + part_bytes - 1) / part_bytes,
		.iopoll = options->hipri,
		.sqpoll = options->sqpoll,
		.sqpoll_cpu = options->sqpoll_cpu,
		.force_async = options->force_async,
	};
	struct err err = {0};
	int ret;

	ret = nvme_ring_init(&job->ring, &config, &err);
	job->has_ring = !ret;
	if (!ret && options->fixedbufs)
		ret = fix_buffers(td, job, part_bytes, &err);
	if (!ret && options->registerfiles)
		ret = fix_files(td, job, &err);
	return ret ? host_error(td, &err) : 0;
}

static void nvme_topo_cleanup(struct thread_data *td)
{
	struct nvme_topo_job *job = td->io_ops_data;

	if (!job)
		return;
	if (job->has_ring)
		nvme_ring_fini(&job->ring);
	nvme_topo_close_files(job);
	nvme_topo_leave(td, job);
	free(job->requests);
	free(job->queued);
	free(job);
	td->io_ops_data = NULL;
}

/* ---- requests ----------------------------------------------------------- */

static int prepare(struct nvme_topo_job *job, struct io_u *io_u,
		   struct err *err)
{
	struct nvme_topo_file *file = nvme_topo_file(io_u->file);
	const struct nvme_ring_file *target = &file->target;
	unsigned int slot = io_u->index;

	switch (io_u->ddir) {
	case DDIR_READ:
	case DDIR_WRITE:
		if (!nvme_request_fits(&target->geometry, io_u->offset,
				       io_u->xfer_buflen))
			return nvme_check_request(&target->geometry,
						  io_u->offset,
						  io_u->xfer_buflen, err);
		return nvme_ring_rw(
			&job->ring, slot, target,
			io_u->ddir == DDIR_READ ? NVME_OP_READ : NVME_OP_WRITE,
			io_u->offset, io_u->xfer_buflen, io_u->xfer_buf);
	case DDIR_TRIM:
		if (!file->ns.has_dsm)
			return err_set(err, EOPNOTSUPP, io_u->file->file_name,
				       "its controller has no Dataset "
				       "Management, so it can't trim");
		if (!nvme_request_fits(&target->geometry, io_u->offset,
				       io_u->xfer_buflen))
			return nvme_check_request(&target->geometry,
						  io_u->offset,
						  io_u->xfer_buflen, err);
		return nvme_ring_deallocate(&job->ring, slot, target,
					    io_u->offset, io_u->xfer_buflen);
	case DDIR_SYNC:
	case DDIR_DATASYNC:
		nvme_ring_flush(&job->ring, slot, target);
		return 0;
	default:
		return err_set(err, EOPNOTSUPP, io_u->file->file_name,
			       "no NVMe command stands for this kind of "
			       "request (sync_file_range?)");
	}
}

static enum fio_q_status refuse(struct thread_data *td, struct io_u *io_u,
				int code, const struct err *err)
{
	char line[1200];

	if (err->code)
		log_err("nvme_topo: %s: %s\n", io_u->file->file_name,
			err_format(err, line, sizeof(line)));
	io_u->error = code;
	td_verror(td, code, "nvme_topo");
	return FIO_Q_COMPLETED;
}

static enum fio_q_status nvme_topo_queue(struct thread_data *td,
					 struct io_u *io_u)
{
	struct nvme_topo_job *job = td->io_ops_data;
	struct err err;
	int ret;

	fio_ro_check(td, io_u);
	err.code = 0;
	ret = prepare(job, io_u, &err);
	if (ret)
		return refuse(td, io_u, -ret, &err);
	nvme_ring_queue(&job->ring, io_u->index);
	job->queued[job->n_queued++] = io_u;
	return FIO_Q_QUEUED;
}

static void note_issue_time(struct thread_data *td, struct nvme_topo_job *job)
{
	struct timespec now;
	unsigned int i;

	if (!fio_fill_issue_time(td))
		return;
	fio_gettime(&now, NULL);
	for (i = 0; i < job->n_queued; i++) {
		job->queued[i]->issue_time = now;
		io_u_queued(td, job->queued[i]);
	}
	/* only used for iologs */
	if (td->o.read_iolog_file)
		td->last_issue = now;
}

static int nvme_topo_commit(struct thread_data *td)
{
	struct nvme_topo_job *job = td->io_ops_data;
	int ret;

	if (!job->n_queued)
		return 0;
	ret = nvme_ring_submit(&job->ring);
	if (ret) {
		td_verror(td, -ret, "io_uring_enter");
		return ret;
	}
	note_issue_time(td, job);
	io_u_mark_submit(td, job->n_queued);
	job->n_queued = 0;
	return 0;
}

static int nvme_topo_getevents(struct thread_data *td, unsigned int min_events,
			       unsigned int max_events,
			       const struct timespec *t fio_unused)
{
	struct nvme_topo_job *job = td->io_ops_data;

	return nvme_ring_wait(&job->ring, min_events, max_events);
}

static struct io_u *nvme_topo_event(struct thread_data *td, int event)
{
	struct nvme_topo_job *job = td->io_ops_data;
	struct io_u *io_u = job->requests[job->ring.done[event]];
	const struct nvme_slot *slot = &job->ring.slots[io_u->index];

	io_u->error = 0;
	if (slot->result) {
		uint64_t done = (uint64_t)slot->failed_part *
				nvme_topo_file(io_u->file)
					->target.geometry.max_transfer_bytes;

		io_u->error = nvme_result_errno(slot->result);
		io_u->resid = io_u->xfer_buflen - done;
	}
	return io_u;
}

/* fio prints it behind its own line about the failed io_u, and frees it */
static char *details(const struct io_u *io_u)
{
	const struct nvme_topo_file *file = nvme_topo_file(io_u->file);
	char text[256] = "";

	if (file && file->job)
		nvme_result_text(file->job->ring.slots[io_u->index].result,
				 text, sizeof(text));
	return strdup(text[0] ? text : "the command did not reach the drive");
}

#if FIO_IOOPS_VERSION >= 36
static char *nvme_topo_errdetails(struct thread_data *td fio_unused,
				  struct io_u *io_u)
{
	return details(io_u);
}
#else
static char *nvme_topo_errdetails(struct io_u *io_u)
{
	return details(io_u);
}
#endif

/* ---- files -------------------------------------------------------------- */

static int nvme_topo_open_file(struct thread_data *td fio_unused,
			       struct fio_file *f)
{
	struct nvme_topo_file *file = nvme_topo_file(f);

	/* while fio lays files out nothing is open yet, and nothing is done */
	f->fd = file ? file->fd : -1;
	return 0;
}

static int nvme_topo_close_file(struct thread_data *td fio_unused,
				struct fio_file *f)
{
	f->fd = -1;
	return 0;
}

static int nvme_topo_get_file_size(struct thread_data *td,
				   struct fio_file *f fio_unused)
{
	return nvme_topo_find_files(td);
}

static struct ioengine_ops nvme_topo_ops = {
	.name = "nvme_topo",
	.version = FIO_IOOPS_VERSION,
	.flags = FIO_RAWIO | FIO_MEMALIGN | FIO_NODISKUTIL | FIO_NO_OFFLOAD |
		 FIO_NOEXTEND | FIO_ASYNCIO_SETS_ISSUE_TIME,
	.setup = nvme_topo_setup,
	.init = nvme_topo_init,
	.post_init = nvme_topo_post_init,
	.cleanup = nvme_topo_cleanup,
	.io_u_init = nvme_topo_io_u_init,
	.queue = nvme_topo_queue,
	.commit = nvme_topo_commit,
	.getevents = nvme_topo_getevents,
	.event = nvme_topo_event,
	.errdetails = nvme_topo_errdetails,
	.open_file = nvme_topo_open_file,
	.close_file = nvme_topo_close_file,
	.get_file_size = nvme_topo_get_file_size,
	.options = nvme_topo_options,
	.option_struct_size = sizeof(struct nvme_topo_options),
};

/* fio calls it for every job, always in the parent */
void __attribute__((visibility("default")))
get_ioengine(struct ioengine_ops **ops)
{
	*ops = NULL;
	if (!host_is_ours("nvme_topo"))
		return;
	if (!nvme_topo_run)
		nvme_topo_run = registry_new();
	if (!nvme_topo_run) {
		log_err("nvme_topo: not loaded: no shared memory for the "
			"run's jobs\n");
		return;
	}
	*ops = &nvme_topo_ops;
}
