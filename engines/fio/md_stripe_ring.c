// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

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
			buffers[count++].iov_len = md_stripe_largest(td);
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

	list->count = md_stripe_ring_files(job);
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

int md_stripe_open_ring(struct thread_data *td, struct md_stripe_job *job)
{
	const struct md_stripe_options *options = td->eo;
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
		.max_bytes = md_stripe_largest(td),
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
