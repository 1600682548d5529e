// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

/* ---- how much ----------------------------------------------------------- */

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
	uint64_t sectors = md_stripe_largest(td) >> 9;
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

/* ---- here it is --------------------------------------------------------- */

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

int md_stripe_allocate(struct thread_data *td, struct md_stripe_job *job)
{
	unsigned int n_ready = 1, i;

	sum_needs(td, job);
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
	job->in_flight =
		calloc(md_stripe_ring_files(job), sizeof(*job->in_flight));
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

void md_stripe_free(struct md_stripe_job *job)
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
