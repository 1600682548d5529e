// SPDX-License-Identifier: GPL-2.0-only
/*
 * nvme_topo: NVMe passthrough over io_uring that knows what its drives hang
 * on.  A drop-in for io_uring_cmd.
 *
 *	nvme_topo_options.c  the option table
 *	nvme_topo_files.c    namespaces: find, open, claim
 *	nvme_topo_check.c    topo_check: are the links as they should be?
 *	nvme_topo_place.c    topo_place: CPU, queue and memory of a job
 *	nvme_topo_report.c   topo_report
 *	nvme_topo.c          requests, and the table of hooks
 */
#ifndef LANES_FIO_NVME_TOPO_H
#define LANES_FIO_NVME_TOPO_H

#include "system/namespace.h"
#include "system/nvme_ring.h"
#include "system/registry.h"
#include "topology/tree.h"

#include "host.h"

enum topo_place {
	TOPO_PLACE_NONE,
	TOPO_PLACE_LOCAL
};
enum topo_check {
	TOPO_CHECK_IGNORE,
	TOPO_CHECK_WARN,
	TOPO_CHECK_FAIL
};

/** struct nvme_topo_options - a job's engine options, as fio parsed them */
struct nvme_topo_options {
	struct host_options host;
	/* io_uring_cmd's */
	unsigned int hipri;
	unsigned int fixedbufs;
	unsigned int registerfiles;
	unsigned int sqpoll;
	int sqpoll_cpu;
	unsigned int force_async;
	unsigned int ignored[8];
	char *ignored_text;
	unsigned int cmd_type;
	/* its own */
	unsigned int place;
	unsigned int check;
	char *report;
	unsigned int write_in_use;
};

extern struct fio_option nvme_topo_options[];

/**
 * struct nvme_topo_file - one file of a job; fio_file.engine_data
 * @claimed: the run's claim on the drive counts this job
 * @shown:   descriptor of that claim, so that others see who holds it, or -1
 */
struct nvme_topo_file {
	struct nvme_namespace ns;
	struct nvme_ring_file target;
	struct nvme_topo_job *job;
	int fd;
	bool claimed;
	int shown;
};

/**
 * struct nvme_topo_job - a running job; td->io_ops_data
 * @requests: by index, @depth of them
 * @queued:   those not handed to the kernel yet, @n_queued of them
 * @files:    its own list, since fio forgets its files before it lets the
 * engine clean up
 * @rank:     on the drive @rank_dev, or -1
 */
struct nvme_topo_job {
	struct nvme_ring ring;
	unsigned int depth;
	struct io_u **requests;
	struct io_u **queued;
	unsigned int n_queued;
	struct nvme_topo_file **files;
	unsigned int n_files;
	bool has_ring;
	bool entered;
	int rank;
	dev_t rank_dev;
};

/* the run's registry: made in get_ioengine, before fio forks */
extern struct registry *nvme_topo_run;

static inline struct nvme_topo_file *nvme_topo_file(const struct fio_file *f)
{
	return FILE_ENG_DATA(f);
}

static inline bool nvme_topo_writes(const struct thread_data *td)
{
	return td_write(td) || td_trim(td);
}

/**
 * nvme_topo_find_files() - give each file of the job its namespace and size
 *
 * For setup and init, whichever fio calls first; does nothing the second time.
 *
 * Return: 0, or 1 with td->error set.
 */
int nvme_topo_find_files(struct thread_data *td);

/** nvme_topo_claim_files() - what the job writes must be in nobody's use */
int nvme_topo_claim_files(struct thread_data *td);
int nvme_topo_open_files(struct thread_data *td, struct nvme_topo_job *job);
/** nvme_topo_close_files() - and give the claims back */
void nvme_topo_close_files(struct nvme_topo_job *job);

/** nvme_topo_check() - topo_check: the links of all files used together */
int nvme_topo_check(struct thread_data *td);

/* registry_once() bits: what is said once per run */
enum {
	NVME_TOPO_FINDINGS = 0, /* and the 31 behind it: one per group */
	NVME_TOPO_NO_MACHINE = 32,
	NVME_TOPO_NO_PIN = 33,
};

/** nvme_topo_machine() - this machine's tree; NULL, said once, if unreadable */
struct topo_tree *nvme_topo_machine(void);

/** nvme_topo_place() - topo_place: pin the job, prefer its node's memory */
void nvme_topo_place(struct thread_data *td, struct nvme_topo_job *job);

/** nvme_topo_leave() - give up rank and place; the last job reports */
void nvme_topo_leave(struct thread_data *td, struct nvme_topo_job *job);

/** nvme_topo_write_report() - write topo_report, where a job has named one */
void nvme_topo_write_report(struct thread_data *td);

#endif
