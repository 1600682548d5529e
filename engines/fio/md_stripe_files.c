// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "system/namespace.h"

#include <fcntl.h>

/* ---- find -----------------------------------------------------------------
 */

/* block sizes that can't work are refused here, not at the first I/O */
static int check_block_sizes(struct thread_data *td, const struct md_array *md,
			     struct err *err)
{
	char value[64];
	int ddir;

	for (ddir = DDIR_READ; ddir <= DDIR_TRIM; ddir++) {
		unsigned long long bs = td->o.min_bs[ddir];

		if (bs % md->block_bytes == 0)
			continue;
		snprintf(value, sizeof(value), "bs=%llu", bs);
		err_set(err, EINVAL, value,
			"%s has a member with logical blocks of %u bytes, the "
			"least that the array reads or writes",
			md->name, md->block_bytes);
		return err_remedy(err, "use a multiple of %u", md->block_bytes);
	}
	return 0;
}

/* zeros must come back, or the row's parity is wrong: md's own rule */
static int check_trims(struct thread_data *td, const struct md_array *md,
		       struct err *err)
{
	const struct md_stripe_options *options = td->eo;

	if (!td_trim(td) || !md->geo.parities || options->discard_zeroes)
		return 0;
	err_set(err, EOPNOTSUPP, md->name,
		"is a %s, where a trim is right only if the members return "
		"zeroes for what was discarded",
		raid_level_name(md->geo.spec.level));
	return err_remedy(err, "set md_discard_zeroes=1 where they do");
}

static void warn_once(struct thread_data *td, const struct md_array *md)
{
	char key[600];

	if (!md->warning[0])
		return;
	snprintf(key, sizeof(key), "warn %s %s", md->name, md->warning);
	if (md_run_once(md_stripe_run, key))
		log_err("%s: warning: %s: %s\n", td->io_ops->name, md->name,
			md->warning);
}

static int check_array(struct thread_data *td, const struct md_array *md,
		       struct err *err)
{
	const struct md_stripe_options *options = td->eo;
	char key[80];
	int ret;

	ret = check_block_sizes(td, md, err);
	if (!ret)
		ret = check_trims(td, md, err);
	snprintf(key, sizeof(key), "check %s", md->name);
	if (!ret && options->check && md_run_once(md_stripe_run, key))
		ret = md_check(md, err);
	return ret;
}

static int find_array(struct thread_data *td, struct fio_file *f,
		      struct md_stripe_file *file, struct err *err)
{
	const struct md_stripe_options *options = td->eo;
	struct md_wanted wanted = {
		.path = f->file_name,
		.uuid = options->uuid,
		.members = options->members,
		.level = options->level,
		.layout = options->layout,
		.chunk_bytes = options->chunk,
		.offset_bytes = options->offset,
	};
	int ret = md_find(&file->md, "", &wanted, err);

	if (ret)
		return ret;
	warn_once(td, &file->md);
	ret = check_array(td, &file->md, err);
	if (ret || !md_stripe_writes(td))
		return ret;
	ret = md_run_claim(md_stripe_run, &file->md, err);
	if (ret < 0)
		return ret;
	file->claim = ret;
	return 0;
}

static int find_file(struct thread_data *td, struct fio_file *f,
		     struct err *err)
{
	struct md_stripe_file *file = calloc(1, sizeof(*file));
	unsigned int i;
	int ret;

	if (!file)
		return err_set(err, ENOMEM, f->file_name, "out of memory");
	file->claim = -1;
	for (i = 0; i < RAID_MEMBERS_MAX; i++)
		file->fds[i] = file->chars[i] = -1;
	ret = find_array(td, f, file, err);
	if (ret) {
		free(file);
		return ret;
	}
	for (i = 0; i < RAID_MEMBERS_MAX; i++)
		file->data_bytes[i] = file->md.member[i].data_offset << 9;
	file->block_mask = file->md.block_bytes - 1;
	FILE_SET_ENG_DATA(f, file);
	/* no page cache and no BLK ioctls: nothing here is the array's node */
	f->filetype = FIO_TYPE_CHAR;
	f->real_file_size = file->md.sectors << 9;
	fio_file_set_size_known(f);
	return 0;
}

int md_stripe_find_files(struct thread_data *td)
{
	struct fio_file *f;
	struct err err = {0};
	unsigned int i;

	for_each_file (td, f, i) {
		if (!md_stripe_file(f) && find_file(td, f, &err))
			return host_error(td, &err);
	}
	return 0;
}

/* ---- open -----------------------------------------------------------------
 */

static int open_member(const struct md_member *member, struct err *err)
{
	int fd = open(member->path, O_RDONLY | O_DIRECT | O_CLOEXEC);

	if (fd < 0 && errno == EINVAL) /* no O_DIRECT on this filesystem */
		fd = open(member->path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0)
		return fd;
	err_set(err, errno, member->path, "cannot be opened: %s",
		strerror(errno));
	if (err->code == EACCES || err->code == EPERM)
		return err_remedy(err, "run as root, or as a user who may "
				       "read it (group disk)");
	return -err->code;
}

static int open_for_reading(struct md_stripe_file *file, struct err *err)
{
	unsigned int i;

	for (i = 0; i < file->md.geo.spec.members; i++) {
		if (file->md.missing >> i & 1)
			continue;
		file->fds[i] = open_member(&file->md.member[i], err);
		if (file->fds[i] < 0)
			return file->fds[i];
	}
	return 0;
}

static int open_namespaces(struct md_stripe_file *file, bool writes,
			   struct err *err)
{
	struct nvme_namespace ns;
	unsigned int i;
	int ret;

	for (i = 0; i < file->md.geo.spec.members; i++) {
		if (file->md.missing >> i & 1)
			continue;
		ret = nvme_namespace_find(&ns, file->md.member[i].path, err);
		if (!ret)
			ret = nvme_namespace_identify(&ns, err);
		if (ret)
			return ret;
		ns.geometry.max_transfer_bytes = nvme_transfer_limit(
			ns.hw_bytes, ns.segments, sysconf(_SC_PAGESIZE), false,
			ns.geometry.lba_shift);
		file->namespaces[i] = ns.geometry;
		file->chars[i] = nvme_namespace_open(&ns, writes, err);
		if (file->chars[i] < 0)
			return file->chars[i];
	}
	return 0;
}

static int open_file(struct thread_data *td, struct md_stripe_file *file)
{
	const struct md_stripe_options *options = td->eo;
	bool writes = file->claim >= 0;
	struct err err = {0};
	int ret;

	if (writes)
		ret = md_run_start(md_stripe_run, file->claim, &file->md,
				   file->fds, &err);
	else
		ret = open_for_reading(file, &err);
	file->started = writes && !ret;
	if (!ret && options->path == MD_STRIPE_PASSTHROUGH)
		ret = open_namespaces(file, writes, &err);
	return ret ? host_error(td, &err) : 0;
}

/* all of them before the first is opened: whatever fails, none is lost */
static int keep_files(struct thread_data *td, struct md_stripe_job *job)
{
	struct fio_file *f;
	unsigned int i, members = 0;

	job->files = calloc(td->o.nr_files, sizeof(struct md_stripe_file *));
	if (!job->files)
		return -ENOMEM;
	for_each_file (td, f, i) {
		struct md_stripe_file *file = md_stripe_file(f);

		file->job = job;
		file->first_file = members;
		members += file->md.geo.spec.members;
		job->files[job->n_files++] = file;
	}
	return 0;
}

int md_stripe_open_files(struct thread_data *td, struct md_stripe_job *job)
{
	unsigned int i;

	if (keep_files(td, job)) {
		td_verror(td, ENOMEM, "md_stripe");
		return 1;
	}
	for (i = 0; i < job->n_files; i++)
		if (open_file(td, job->files[i]))
			return 1;
	return 0;
}

static void stop_writing(struct thread_data *td, struct md_stripe_file *file)
{
	struct err err = {0};
	char line[1200];

	if (md_run_stop(md_stripe_run, file->claim, &file->md, file->fds, &err))
		log_err("%s: the array stays dirty: %s\n", td->io_ops->name,
			err_format(&err, line, sizeof(line)));
}

static void close_file(struct thread_data *td, struct md_stripe_file *file)
{
	unsigned int i;

	if (file->started)
		stop_writing(td, file);
	for (i = 0; i < RAID_MEMBERS_MAX; i++) {
		if (file->fds[i] >= 0)
			close(file->fds[i]);
		if (file->chars[i] >= 0)
			close(file->chars[i]);
	}
	if (file->claim >= 0)
		md_run_release(md_stripe_run, file->claim);
	free(file);
}

void md_stripe_close_files(struct thread_data *td, struct md_stripe_job *job)
{
	unsigned int i;

	for (i = 0; i < job->n_files; i++)
		close_file(td, job->files[i]);
	free(job->files);
}
