// SPDX-License-Identifier: GPL-2.0-only
/* libnvme 1.x brings its own linux/nvme_ioctl.h and must come before it */
#include <libnvme.h>

#include "system/namespace.h"

#include "system/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int not_a_namespace(const char *path, struct err *err)
{
	err_set(err, EINVAL, path, "is not an NVMe namespace");
	return err_remedy(err, "name a generic char device (/dev/ng0n1) or its "
			       "block device (/dev/nvme0n1); `nvme list` shows "
			       "them");
}

/* "ng0n1" and "nvme0n1" are two names of one namespace */
static int parse_numbers(const char *name, const char *prefix, int *instance,
			 int *head)
{
	size_t len = strlen(prefix);
	int used = 0;

	if (strncmp(name, prefix, len) ||
	    sscanf(name + len, "%dn%d%n", instance, head, &used) != 2 ||
	    name[len + used])
		return -EINVAL;
	return 0;
}

static int refuse_partition(const char *path, dev_t dev, uint64_t start_sector,
			    struct err *err)
{
	uint64_t sectors = 0;
	int instance, head;
	char disk[64];

	if (sysfs_link_parent(disk, sizeof(disk), "", "/sys/dev/block/%u:%u",
			      major(dev), minor(dev)) < 0 ||
	    parse_numbers(disk, "nvme", &instance, &head) ||
	    sysfs_read_u64(&sectors, "", "/sys/dev/block/%u:%u/size",
			   major(dev), minor(dev)))
		return not_a_namespace(path, err);
	err_set(err, EINVAL, path,
		"is a partition, and passthrough commands address the whole "
		"namespace");
	return err_remedy(err, "use filename=/dev/%s offset=%llu size=%llu",
			  disk, (unsigned long long)start_sector * 512,
			  (unsigned long long)sectors * 512);
}

static int find_names(struct nvme_namespace *ns, const char *path,
		      const struct stat *st, struct err *err)
{
	bool is_block = S_ISBLK(st->st_mode);
	const char *kind = is_block ? "block" : "char";
	int instance, head;
	uint64_t start;
	char name[64];

	if (sysfs_link_name(name, sizeof(name), "", "/sys/dev/%s/%u:%u", kind,
			    major(st->st_rdev), minor(st->st_rdev)) < 0)
		return not_a_namespace(path, err);
	if (is_block &&
	    !sysfs_read_u64(&start, "", "/sys/dev/block/%u:%u/start",
			    major(st->st_rdev), minor(st->st_rdev)))
		return refuse_partition(path, st->st_rdev, start, err);
	if (parse_numbers(name, is_block ? "nvme" : "ng", &instance, &head))
		return not_a_namespace(path, err);
	snprintf(ns->disk, sizeof(ns->disk), "nvme%dn%d", instance, head);
	snprintf(ns->char_path, sizeof(ns->char_path), "/dev/ng%dn%d", instance,
		 head);
	return 0;
}

static int find_block_dev(struct nvme_namespace *ns, struct err *err)
{
	unsigned int major_no, minor_no;
	char text[32];

	if (sysfs_read(text, sizeof(text), "", "/sys/block/%s/dev", ns->disk) <
		    0 ||
	    sscanf(text, "%u:%u", &major_no, &minor_no) != 2)
		return err_set(err, ENODEV, ns->disk,
			       "has no block device, so nothing can tell "
			       "whether it is in use");
	ns->block_dev = makedev(major_no, minor_no);
	return 0;
}

static void read_queue(struct nvme_namespace *ns)
{
	uint64_t kib = 0, segments = 0;

	/* of a multipath head the limits are those of all its paths */
	sysfs_read_u64(&kib, "", "/sys/block/%s/queue/max_hw_sectors_kb",
		       ns->disk);
	sysfs_read_u64(&segments, "", "/sys/block/%s/queue/max_segments",
		       ns->disk);
	ns->hw_bytes = kib * 1024;
	ns->segments = segments;
}

int nvme_namespace_find(struct nvme_namespace *ns, const char *path,
			struct err *err)
{
	struct stat st;
	int ret;

	memset(ns, 0, sizeof(*ns));
	if (stat(path, &st)) {
		ret = errno;
		err_set(err, ret, path, "%s", strerror(ret));
		return err_remedy(err, "filename= names a namespace; `nvme "
				       "list` shows them");
	}
	if (!S_ISBLK(st.st_mode) && !S_ISCHR(st.st_mode))
		return not_a_namespace(path, err);
	ret = find_names(ns, path, &st, err);
	if (!ret)
		ret = find_block_dev(ns, err);
	if (!ret)
		read_queue(ns);
	return ret;
}

static int open_failed(const struct nvme_namespace *ns, int code,
		       struct err *err)
{
	err_set(err, code, ns->char_path, "%s", strerror(code));
	switch (code) {
	case EACCES:
	case EPERM:
		return err_remedy(err, "passthrough is root's by default; run "
				       "fio as root, or give yourself the node "
				       "(chown, a udev rule)");
	case ENOENT:
		return err_remedy(err,
				  "the kernel has no generic node for "
				  "%s: it needs Linux 5.13 or newer",
				  ns->disk);
	default:
		return -code;
	}
}

/* more than 16 formats: the index's upper bits lie apart (FLBAS 6:5) */
static unsigned int format_index(const struct nvme_id_ns *id)
{
	return (id->flbas & 0xf) |
	       (id->nlbaf > 15 ? (id->flbas & 0x60) >> 1 : 0);
}

static int take_format(struct nvme_namespace *ns, const struct nvme_id_ns *id,
		       struct err *err)
{
	const struct nvme_lbaf *format = &id->lbaf[format_index(id)];

	if (format->ms) {
		err_set(err, EOPNOTSUPP, ns->char_path,
			"its format carries %u bytes of metadata with each "
			"block",
			le16toh(format->ms));
		return err_remedy(err, "choose a format without metadata: "
				       "nvme id-ns -H, nvme format");
	}
	if (format->ds < 9 || format->ds > 16)
		return err_set(err, EOPNOTSUPP, ns->char_path,
			       "reports a logical block of 2^%u bytes",
			       format->ds);
	ns->geometry.lba_shift = format->ds;
	ns->geometry.blocks = le64toh(id->nsze);
	return 0;
}

static int identify(struct nvme_namespace *ns, int fd, struct err *err)
{
	struct nvme_id_ctrl ctrl;
	struct nvme_id_ns id;
	int ret;

	if (nvme_get_nsid(fd, &ns->geometry.nsid))
		return not_a_namespace(ns->char_path, err);
	ret = nvme_identify_ns(fd, ns->geometry.nsid, &id);
	if (!ret)
		ret = nvme_identify_ctrl(fd, &ctrl);
	if (ret) {
		int code = ret < 0 ? errno : EIO;

		return err_set(err, code, ns->char_path, "Identify failed: %s",
			       ret < 0 ? strerror(code)
				       : nvme_status_to_string(ret, false));
	}
	ns->has_dsm = le16toh(ctrl.oncs) & NVME_CTRL_ONCS_DSM;
	return take_format(ns, &id, err);
}

int nvme_namespace_open(const struct nvme_namespace *ns, bool writable,
			struct err *err)
{
	int fd =
		open(ns->char_path, (writable ? O_RDWR : O_RDONLY) | O_CLOEXEC);

	return fd < 0 ? open_failed(ns, errno, err) : fd;
}

int nvme_namespace_identify(struct nvme_namespace *ns, struct err *err)
{
	int ret, fd = nvme_namespace_open(ns, false, err);

	if (fd < 0)
		return fd;
	ret = identify(ns, fd, err);
	close(fd);
	return ret;
}
