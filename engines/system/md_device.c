// SPDX-License-Identifier: GPL-2.0-only
/* One device or file that is, or may be, a member. */
#include "system/guard_text.h"
#include "system/md_internal.h"
#include "system/md_parse.h"
#include "system/sysfs.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int cannot_open(const char *path, int code, struct err *err)
{
	err_set(err, code, path, "cannot be opened for reading: %s",
		strerror(code));
	if (code == EACCES || code == EPERM)
		return err_remedy(err, "run as root, or as a user who may read "
				       "the block device (group disk)");
	return -code;
}

/* nothing waits for a fifo's writer or a drive's medium */
static int open_path(const char *path)
{
	int flags = O_RDONLY | O_NONBLOCK | O_CLOEXEC;
	int fd = open(path, flags | O_DIRECT);

	if (fd < 0 && errno == EINVAL)
		fd = open(path, flags); /* a file of tmpfs */
	return fd < 0 ? -errno : fd;
}

static bool is_disk(const char *root, const char *name, dev_t *dev)
{
	unsigned int major, minor;
	char text[32];

	if (!name[0] || name[0] == '.' ||
	    sysfs_read(text, sizeof(text), root, "/sys/class/block/%s/dev",
		       name) < 0 ||
	    guard_text_dev(text, &major, &minor))
		return false;
	*dev = makedev(major, minor);
	return true;
}

/* in a copy of another machine a file stands for the device of its name */
static void name_copy(struct md_member *member, const char *root)
{
	const char *slash = strrchr(member->path, '/');
	const char *name = slash ? slash + 1 : member->path;

	if (root[0] && strlen(name) < sizeof(member->disk) &&
	    is_disk(root, name, &member->dev))
		strcpy(member->disk, name);
}

static int name_device(struct md_member *member, const struct stat *st,
		       struct err *err)
{
	int ret = sysfs_link_name(member->disk, sizeof(member->disk), "",
				  "/sys/dev/block/%u:%u", major(st->st_rdev),
				  minor(st->st_rdev));

	member->dev = st->st_rdev;
	if (ret >= 0)
		return 0;
	return err_set(err, ENODEV, member->path,
		       "is a node of block device %u:%u, which is not there",
		       major(st->st_rdev), minor(st->st_rdev));
}

static int name_member(struct md_member *member, const char *root, int fd,
		       struct err *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return cannot_open(member->path, errno, err);
	if (S_ISBLK(st.st_mode))
		return name_device(member, &st, err);
	if (S_ISREG(st.st_mode)) {
		name_copy(member, root);
		return 0;
	}
	err_set(err, ENOTBLK, member->path,
		"is neither a block device nor a regular file");
	return err_remedy(err, "name a member by its block device");
}

static int describe(struct md_member *member, const char *root, int fd,
		    struct err *err)
{
	int ret = name_member(member, root, fd, err);
	off_t end;

	if (ret)
		return ret;
	end = lseek(fd, 0, SEEK_END);
	if (end < 0)
		return cannot_open(member->path, errno, err);
	member->device_sectors = end / 512;
	member->block_bytes = md_block_bytes_of(root, member->disk);
	member->node = md_node_of(root, member->disk);
	member->present = true;
	return 0;
}

int md_member_open(struct md_member *member, const char *root, const char *path,
		   struct err *err)
{
	int fd, ret;

	memset(member, 0, sizeof(*member));
	if (snprintf(member->path, sizeof(member->path), "%s%s", root, path) >=
	    (int)sizeof(member->path))
		return err_set(err, ENAMETOOLONG, path,
			       "is longer than %zu bytes",
			       sizeof(member->path) - 1);
	fd = open_path(member->path);
	if (fd < 0)
		return cannot_open(member->path, -fd, err);
	ret = describe(member, root, fd, err);
	if (!ret)
		return fd;
	close(fd);
	return ret;
}

/* a name's '/' is '!' in sysfs */
int md_member_open_disk(struct md_member *member, const char *root,
			const char *disk, struct err *err)
{
	char path[80], *at;

	snprintf(path, sizeof(path), "/dev/%.64s", disk);
	for (at = path; *at; at++)
		if (*at == '!')
			*at = '/';
	return md_member_open(member, root, path, err);
}

int md_member_read(const struct md_member *member, int fd, uint64_t sector,
		   void *buf, size_t len, struct err *err)
{
	ssize_t n = -1;

	if (sector <= INT64_MAX / 512)
		n = pread(fd, buf, len, sector * 512);
	else
		errno = EINVAL;
	if (n == (ssize_t)len)
		return 0;
	return err_set(err, n < 0 ? errno : EIO, member->path,
		       "cannot be read at sector %llu: %s",
		       (unsigned long long)sector,
		       n < 0 ? strerror(errno) : "it ends before");
}

static void take_superblock(struct md_member *member,
			    const struct raid_sb_place *place,
			    const struct raid_superblock *sb)
{
	member->has_sb = true;
	member->sb_place = *place;
	member->data_offset = sb->data_offset;
	member->data_sectors = sb->data_sectors;
	member->write_mostly = sb->write_mostly;
}

static int no_superblock(const struct md_member *member, int fd,
			 struct err *err)
{
	_Alignas(MD_PIECE) unsigned char end[2 * MD_PIECE];
	const char *kind = NULL;
	uint64_t tail = sizeof(end) / 512;

	if (member->device_sectors >= tail &&
	    !md_member_read(member, fd, member->device_sectors - tail, end,
			    sizeof(end), NULL))
		kind = md_parse_foreign(end, sizeof(end));
	if (kind) {
		err_set(err, ENOENT, member->path,
			"has %s metadata, which are read of a running array "
			"only",
			kind);
		return err_remedy(err, "assemble the array and name it, "
				       "/dev/md/NAME");
	}
	err_set(err, ENOENT, member->path, "has no md superblock");
	return err_remedy(err, "name the array's members; one without metadata "
			       "is described by md_level=, md_layout=, "
			       "md_chunk=, md_offset=");
}

int md_member_superblock(struct md_member *member, int fd,
			 struct raid_superblock *sb, struct err *err)
{
	_Alignas(MD_PIECE) unsigned char buf[RAID_SB_BYTES];
	struct raid_sb_place places[RAID_SB_PLACES];
	unsigned int i, n;
	int ret = 0, broken = 0;
	struct err first = {0};

	n = raid_superblock_places(member->device_sectors, places);
	for (i = 0; i < n; i++) {
		struct err words = {0};

		ret = md_member_read(member, fd, places[i].sector, buf,
				     sizeof(buf), &words);
		if (!ret)
			ret = raid_superblock_parse(sb, buf, &places[i],
						    member->device_sectors,
						    member->path, &words);
		if (!ret) {
			take_superblock(member, &places[i], sb);
			return 0;
		}
		/* a good one elsewhere outweighs a broken one */
		if (ret != -ENOENT && !broken) {
			broken = ret;
			first = words;
		}
	}
	if (!broken)
		return no_superblock(member, fd, err);
	if (err)
		*err = first;
	return broken;
}
