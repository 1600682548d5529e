// SPDX-License-Identifier: GPL-2.0-only
/*
 * md_stripe: the member drives of an md array, driven directly and as the
 * kernel's md would: what the same job costs without md.
 *
 *	md_stripe_options.c  the option table
 *	md_stripe_files.c    arrays: find, check, claim, open
 *	md_stripe_place.c    topo_place: CPU and memory of a job
 *	md_stripe_memory.c   a job's requests, and what they need
 *	md_stripe_ring.c     the way to its members
 *	md_stripe_write.c    writes: locks, bands, joined rows
 *	md_stripe_trim.c     trims and flushes
 *	md_stripe_request.c  reads; completion
 *	md_stripe_stats.c    md_stats
 *	md_stripe.c          a job's life, and the table of hooks
 */
#ifndef LANES_FIO_MD_STRIPE_H
#define LANES_FIO_MD_STRIPE_H

#include "raid/plan.h"
#include "system/md.h"
#include "system/md_run.h"
#include "system/member_ring.h"

#include "host.h"

enum md_stripe_path {
	MD_STRIPE_BLOCK,
	MD_STRIPE_PASSTHROUGH,
};

/** struct md_stripe_options - a job's engine options, as fio parsed them */
struct md_stripe_options {
	struct host_options host;
	unsigned int hipri;
	unsigned int fixedbufs;
	unsigned int registerfiles;
	char *uuid;
	char *members;
	char *level;
	char *layout;
	unsigned long long chunk;
	unsigned long long offset;
	unsigned int rmw;
	unsigned int path;
	unsigned int discard_zeroes;
	unsigned int check;
	unsigned int place;
	char *stats;
};

extern struct fio_option md_stripe_options[];

/**
 * struct md_stripe_file - one array of a job; fio_file.engine_data
 * @claim:       its number in the run, -1 where nothing is claimed
 * @started:     md_run_start() has been called: @fds are the claim's
 * @fds:         the members' open files, -1 where missing
 * @chars, @namespaces: passthrough's nodes, else all -1
 * @first_file:  index of member 0 in the ring's table
 * @data_bytes:  where the data begins on each member
 * @block_mask:  offsets and lengths have none of these bits
 */
struct md_stripe_file {
	struct md_array md;
	struct md_stripe_job *job;
	int claim;
	bool started;
	int fds[RAID_MEMBERS_MAX];
	int chars[RAID_MEMBERS_MAX];
	struct nvme_geometry namespaces[RAID_MEMBERS_MAX];
	unsigned int first_file;
	uint64_t data_bytes[RAID_MEMBERS_MAX];
	unsigned int next_copy;
	uint64_t block_mask;
	struct md_counts counts;
};

/** struct md_stripe_io - one member I/O of a request */
struct md_stripe_io {
	struct member_io io;
	struct md_stripe_request *request;
};

enum md_stripe_phase {
	MD_STRIPE_LAST,	   /* once its I/Os are over, the request is */
	MD_STRIPE_GATHER,  /* then a write computes and goes on writing */
	MD_STRIPE_REBUILD, /* then a read computes what is missing */
};

/**
 * struct md_stripe_request - one io_u on its way; @index is the io_u's
 * @buffer:  the fixed buffer that is the io_u's, or MEMBER_NO_BUFFER
 * @scratch_buffer: the same of @scratch
 * @data, @data_buffer: what it writes: the io_u's, or a copy in @scratch
 * @ios:     its member I/Os, of which @pending are not over; new ones begin
 *           when none is
 * @bands:   what it computes, @n_bands of them, in @scratch
 * @n_trimmed: members of which a trim has trimmed something
 * @lo, @end: the range that it locks (raid/plan.h); @ticket of it, or -1
 * @rider:   the next of the requests that share a full row with it
 * @next:    the next that waits for a lock
 * @error:   a positive errno; @failed_member and @failed_status say more
 */
struct md_stripe_request {
	struct io_u *io_u;
	struct md_stripe_file *file;
	unsigned int index;
	uint16_t buffer;
	uint16_t scratch_buffer;
	uint16_t data_buffer;
	char *data;
	enum md_stripe_phase phase;
	unsigned int pending;
	unsigned int n_bands;
	unsigned int n_trimmed;
	uint64_t lo;
	uint64_t end;
	int ticket;
	int error;
	int failed_member;
	int failed_status;
	struct md_stripe_io *ios;
	struct raid_band *bands;
	char *scratch;
	struct md_stripe_request *rider;
	struct md_stripe_request *next;
};

/**
 * struct md_stripe_job - a running job; td->io_ops_data
 * @requests: by io_u index, @depth of them
 * @batch:    queued and not handed to the kernel yet, @n_writes of them writes
 * @writes, @parts, @heads: those to one array
 * @waiting:  first and last of those that wait for a lock
 * @ready:    a ring of @ready_mask + 1: @n_ready from @first_ready on are
 *            complete, but not returned to fio yet
 * @first_event: of the ring's: the first that the last getevents returned
 * @in_flight: I/Os of this job at each of its ring's files
 * @needs:    the most that a request of this job may need
 * @short_bytes: writes up to there are copied to scratch, at @short_at
 * @owner:    its number in the run, or -1
 */
struct md_stripe_job {
	struct member_ring ring;
	bool has_ring;
	bool entered;
	unsigned int depth;
	struct md_stripe_request *requests;
	struct md_stripe_request **batch;
	unsigned int n_batch;
	unsigned int n_writes;
	struct md_stripe_request *waiting;
	struct md_stripe_request **waiting_end;
	struct md_stripe_request **ready;
	unsigned int ready_mask;
	unsigned int first_ready;
	unsigned int n_ready;
	unsigned int first_event;
	unsigned int *in_flight;
	struct raid_needs needs;
	size_t short_bytes;
	size_t short_at;
	struct md_stripe_request **writes;
	struct raid_part *parts;
	unsigned int *heads;
	struct md_stripe_file **files;
	unsigned int n_files;
	enum raid_rmw rmw;
	int owner;
};

/* the run: made in get_ioengine, before fio forks */
extern struct md_run *md_stripe_run;

static inline struct md_stripe_file *md_stripe_file(const struct fio_file *f)
{
	return FILE_ENG_DATA(f);
}

static inline bool md_stripe_is_redundant(const struct md_stripe_file *file)
{
	return file->md.geo.parities || file->md.geo.copies > 1;
}

static inline bool md_stripe_writes(const struct thread_data *td)
{
	return td_write(td) || td_trim(td);
}

/* ---- files -------------------------------------------------------------- */

/**
 * md_stripe_find_files() - find each file's array, check it, claim it where
 * the job writes
 *
 * For setup and init, whichever fio calls first; does nothing the second time.
 *
 * Return: 0, or 1 with td->error set.
 */
int md_stripe_find_files(struct thread_data *td);

/** md_stripe_open_files() - members open, and marked dirty where it writes */
int md_stripe_open_files(struct thread_data *td, struct md_stripe_job *job);
/** md_stripe_close_files() - and marked clean, and given back */
void md_stripe_close_files(struct thread_data *td, struct md_stripe_job *job);

/** md_stripe_place() - topo_place: pin the job, prefer its node's memory */
void md_stripe_place(struct thread_data *td, const struct md_stripe_job *job);

/* ---- memory, ring ------------------------------------------------------- */

/** md_stripe_largest() - bytes of the job's longest request */
static inline unsigned long long md_stripe_largest(const struct thread_data *td)
{
	return max(td->o.max_bs[DDIR_READ], td->o.max_bs[DDIR_WRITE]);
}

/** md_stripe_ring_files() - members of all the job's arrays */
static inline unsigned int md_stripe_ring_files(const struct md_stripe_job *job)
{
	const struct md_stripe_file *last = job->files[job->n_files - 1];

	return last->first_file + last->md.geo.spec.members;
}

/** md_stripe_allocate() - the requests and all that they may need
 *
 * Return: 0 or -ENOMEM; md_stripe_free() in either case.
 */
int md_stripe_allocate(struct thread_data *td, struct md_stripe_job *job);
void md_stripe_free(struct md_stripe_job *job);

/** md_stripe_open_ring() - once all io_us are there; 0, or 1 with td->error */
int md_stripe_open_ring(struct thread_data *td, struct md_stripe_job *job);

/* ---- requests ----------------------------------------------------------- */

/** md_stripe_start() - member I/Os of a read or flush into the ring */
void md_stripe_start(struct md_stripe_job *job,
		     struct md_stripe_request *request);

/** md_stripe_plan() - what a write or trim does and locks */
void md_stripe_plan(struct md_stripe_job *job,
		    struct md_stripe_request *request);

/** md_stripe_start_writes() - the batch's; those that fill a row are joined */
void md_stripe_start_writes(struct md_stripe_job *job);

/** md_stripe_write_on() - the second half of a write, once it has read */
void md_stripe_write_on(struct md_stripe_job *job,
			struct md_stripe_request *request);

/** md_stripe_retry() - see whether those who wait for a lock have got it */
void md_stripe_retry(struct md_stripe_job *job);

/** md_stripe_collect() - completions into job->ready: at least @min there
 *
 * Return: 0 or -errno.
 */
int md_stripe_collect(struct md_stripe_job *job, unsigned int min);

/** md_stripe_finish() - it is over, and its riders are */
void md_stripe_finish(struct md_stripe_job *job,
		      struct md_stripe_request *request);

/** md_stripe_flush() - of all members */
void md_stripe_flush(struct md_stripe_job *job,
		     struct md_stripe_request *request);

/**
 * md_stripe_note_failure() - a member failed a request
 * @what: what may have changed the member; NULL for a read
 * @result: -errno, or an NVMe status
 *
 * After a first failed write nothing is written any more.
 */
void md_stripe_note_failure(struct md_stripe_request *request,
			    unsigned int member, const char *what, int result);

/** md_stripe_trim() - by the members' block nodes, at once; sets ->error */
void md_stripe_trim(struct md_stripe_request *request);

/* a slot of a band's scratch memory */
static inline char *md_stripe_slot(const struct md_stripe_request *request,
				   const struct raid_band *band,
				   unsigned int slot)
{
	return request->scratch + band->scratch +
	       (uint64_t)slot * band->sectors * 512;
}

static inline bool md_stripe_is_write(const struct md_stripe_request *request)
{
	return request->io_u->ddir == DDIR_WRITE ||
	       request->io_u->ddir == DDIR_TRIM;
}

/* first sector and length of a request, in the array's sectors */
static inline uint64_t md_stripe_sector(const struct md_stripe_request *request)
{
	return request->file->md.start + (request->io_u->offset >> 9);
}

static inline uint64_t
md_stripe_sectors(const struct md_stripe_request *request)
{
	return request->io_u->xfer_buflen >> 9;
}

static inline void md_stripe_count(struct md_member_counts *counts,
				   enum member_op op, uint32_t bytes)
{
	if (op == MEMBER_READ) {
		counts->reads++;
		counts->read_bytes += bytes;
	} else if (op == MEMBER_WRITE) {
		counts->writes++;
		counts->write_bytes += bytes;
	}
}

/**
 * md_stripe_add_io() - one more member I/O of a request
 * @buffer: the fixed buffer that @data lies in, or MEMBER_NO_BUFFER
 *
 * Inline, since each member I/O comes through it, of a known kind mostly.
 */
static inline void md_stripe_add_io(struct md_stripe_job *job,
				    struct md_stripe_request *request,
				    enum member_op op, struct raid_at at,
				    uint32_t sectors, void *data,
				    uint16_t buffer)
{
	struct md_stripe_file *file = request->file;
	struct md_stripe_io *io = &request->ios[request->pending++];
	unsigned int file_number = file->first_file + at.member;

	job->in_flight[file_number]++;
	md_stripe_count(&file->counts.member[at.member], op, sectors << 9);
	io->io.op = op;
	io->io.file = file_number;
	io->io.buffer = buffer;
	io->io.len_bytes = sectors << 9;
	io->io.offset_bytes = file->data_bytes[at.member] + (at.sector << 9);
	io->io.data = data;
	member_ring_queue(&job->ring, &io->io);
}

/* ---- statistics ---------------------------------------------------------- */

/** md_stripe_name_stats() - md_stats: can the file be written? 0 or 1 */
int md_stripe_name_stats(struct thread_data *td);

/** md_stripe_leave() - add the job's counts; the last job writes the file */
void md_stripe_leave(struct md_stripe_job *job);

#endif
