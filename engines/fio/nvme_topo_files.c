// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#include "nvme/command.h"

/* fixed buffers count page by page, huge or not */
static bool is_contiguous(const struct thread_data *td)
{
	const struct nvme_topo_options *options = td->eo;

	return !options->fixedbufs && (td->o.mem_type == MEM_SHMHUGE ||
				       td->o.mem_type == MEM_MMAPHUGE);
}

/* block sizes that can't work are refused here, not at the first I/O */
static int check_block_sizes(struct thread_data *td, const char *path,
			     const struct nvme_geometry *geo, struct err *err)
{
	unsigned int block = 1u << geo->lba_shift;
	char value[64];
	int ddir;

	for (ddir = DDIR_READ; ddir <= DDIR_TRIM; ddir++) {
		unsigned long long bs = td->o.min_bs[ddir];

		if (bs % block == 0)
			continue;
		snprintf(value, sizeof(value), "bs=%llu", bs);
		err_set(err, EINVAL, value,
			"%s has logical blocks of %u bytes, and passthrough "
			"moves whole ones",
			path, block);
		return err_remedy(err, "use a multiple of %u", block);
	}
	return 0;
}

static int find_file(struct thread_data *td, struct fio_file *f,
		     struct err *err)
{
	struct nvme_topo_file *file = calloc(1, sizeof(*file));
	struct nvme_geometry *geo;
	int ret;

	if (!file)
		return err_set(err, ENOMEM, f->file_name, "out of memory");
	file->fd = file->shown = -1;
	ret = nvme_namespace_find(&file->ns, f->file_name, err);
	if (!ret)
		ret = nvme_namespace_identify(&file->ns, err);
	if (ret) {
		free(file);
		return ret;
	}
	geo = &file->ns.geometry;
	geo->max_transfer_bytes = nvme_transfer_limit(
		file->ns.hw_bytes, file->ns.segments, sysconf(_SC_PAGESIZE),
		is_contiguous(td), geo->lba_shift);
	FILE_SET_ENG_DATA(f, file);
	/* a block node is only another name: no page cache, no BLK ioctls */
	f->filetype = FIO_TYPE_CHAR;
	f->real_file_size = geo->blocks << geo->lba_shift;
	fio_file_set_size_known(f);
	return check_block_sizes(td, f->file_name, geo, err);
}

int nvme_topo_find_files(struct thread_data *td)
{
	struct fio_file *f;
	struct err err = {0};
	unsigned int i;

	for_each_file (td, f, i) {
		if (!nvme_topo_file(f) && find_file(td, f, &err))
			return host_error(td, &err);
	}
	return 0;
}

static int claim_file(struct thread_data *td, struct nvme_topo_file *file)
{
	struct nvme_topo_options *options = td->eo;
	struct err err = {0};
	int ret;

	ret = registry_claim(nvme_topo_run, file->ns.block_dev, file->ns.disk,
			     &err);
	file->claimed = !ret;
	if (!ret)
		return 0;
	if (options->write_in_use) {
		char line[1200];

		log_err("nvme_topo: warning: topo_write_in_use=1: writing to "
			"%s\n",
			err_format(&err, line, sizeof(line)));
		return 0;
	}
	return host_error(td, &err);
}

/* the descriptor tells others who has the drive; without it all works too */
static void show_claim(struct nvme_topo_file *file)
{
	if (file->claimed && file->shown < 0)
		file->shown =
			registry_show_claim(nvme_topo_run, file->ns.block_dev);
}

int nvme_topo_claim_files(struct thread_data *td)
{
	struct fio_file *f;
	unsigned int i;

	if (!nvme_topo_writes(td))
		return 0;
	for_each_file (td, f, i) {
		struct nvme_topo_file *file = nvme_topo_file(f);

		if (!file->claimed && claim_file(td, file))
			return 1;
		if (td->io_ops_data) /* create_serialize=0: already running */
			show_claim(file);
	}
	return 0;
}

static int open_file(struct thread_data *td, struct nvme_topo_file *file)
{
	struct err err = {0};

	file->fd = nvme_namespace_open(&file->ns, nvme_topo_writes(td), &err);
	if (file->fd < 0)
		return host_error(td, &err);
	file->target.fd = file->fd;
	file->target.geometry = file->ns.geometry;
	show_claim(file);
	return 0;
}

/* all of them before the first is opened: whatever fails, none is lost */
static int keep_files(struct thread_data *td, struct nvme_topo_job *job)
{
	struct fio_file *f;
	unsigned int i;

	job->files = calloc(td->o.nr_files, sizeof(*job->files));
	if (!job->files)
		return -ENOMEM;
	for_each_file (td, f, i) {
		nvme_topo_file(f)->job = job;
		job->files[job->n_files++] = nvme_topo_file(f);
	}
	return 0;
}

int nvme_topo_open_files(struct thread_data *td, struct nvme_topo_job *job)
{
	unsigned int i;

	if (keep_files(td, job)) {
		td_verror(td, ENOMEM, "nvme_topo");
		return 1;
	}
	for (i = 0; i < job->n_files; i++)
		if (open_file(td, job->files[i]))
			return 1;
	return 0;
}

static void free_file(struct nvme_topo_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->shown >= 0)
		close(file->shown);
	if (file->claimed)
		registry_release(nvme_topo_run, file->ns.block_dev);
	free(file);
}

void nvme_topo_close_files(struct nvme_topo_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_files; i++)
		free_file(job->files[i]);
	free(job->files);
}
