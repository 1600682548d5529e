// SPDX-License-Identifier: GPL-2.0-only
#include "system/guard.h"

#include "system/blockset.h"
#include "system/holders.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* most telling first: a mounted filesystem is also one known to sysfs */
static int (*const lookups[])(const struct blockset *set, struct err *err) = {
	holder_mount,	  holder_swap, holder_stacked,
	holder_pinned_fs, holder_loop, holder_export,
};

static int find_holder(const struct blockset *set, struct err *err)
{
	size_t i;
	int ret = 0;

	for (i = 0; !ret && i < sizeof(lookups) / sizeof(lookups[0]); i++)
		ret = lookups[i](set, err);
	return ret;
}

static int look_up(const char *root, const char *name, struct err *err,
		   int (*find)(const struct blockset *set, struct err *err))
{
	struct blockset set;
	struct err unread;
	int ret;

	if (!err)
		err = &unread;
	ret = blockset_load(&set, root, name, err);
	if (!ret)
		ret = find(&set, err);
	blockset_free(&set);
	return ret;
}

int guard_holder(const char *root, const char *name, struct err *err)
{
	return look_up(root, name, err, find_holder);
}

int guard_suspect(const char *root, const char *name, struct err *err)
{
	return look_up(root, name, err, holder_process);
}

static int cannot_open(const struct blockset *set, int code, struct err *err)
{
	err_set(err, code, set->node,
		"cannot be opened to see whether it is in use: %s",
		strerror(code));
	if (code == EACCES || code == EPERM)
		return err_remedy(err, "run as root, or as a user who may read "
				       "the block device (group disk)");
	return err_remedy(err, "make the block device's node visible here");
}

/* a node of that name may be another device: a container's /dev, a stale one */
static int check_node(int fd, const struct blockset *set, struct err *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return cannot_open(set, errno, err);
	if (S_ISBLK(st.st_mode) && blockset_find(set, major(st.st_rdev),
						 minor(st.st_rdev)) == set->dev)
		return 0;
	err_set(err, ENODEV, set->node, "is not block device %u:%u",
		set->dev->major, set->dev->minor);
	return err_remedy(err, "make the block device's node visible here");
}

static int open_exclusively(const struct blockset *set, int flags,
			    struct err *err)
{
	int fd = open(set->node, flags | O_EXCL | O_CLOEXEC);
	int code = errno, ret;

	if (fd < 0) {
		/* whatever the reason, a user's name says more */
		ret = find_holder(set, err);
		if (ret)
			return ret;
		return code == EBUSY ? holder_process(set, err)
				     : cannot_open(set, code, err);
	}
	ret = check_node(fd, set, err);
	if (!ret)
		ret = find_holder(set, err);
	if (!ret)
		return fd;
	close(fd);
	return ret;
}

/*
 * Read-only suffices for the claim, and closing a node that was open for
 * writing would make udev read the partition table again.
 */
static int open_to_hold(const struct blockset *set, struct err *err)
{
	return open_exclusively(set, O_RDONLY, err);
}

static int open_for_io(const struct blockset *set, struct err *err)
{
	return open_exclusively(set, O_RDWR | O_DIRECT, err);
}

static int claim_by(struct guard_claim *claim, const char *name,
		    struct err *err,
		    int (*open_it)(const struct blockset *set, struct err *err))
{
	int ret = look_up("", name, err, open_it);

	claim->fd = -1;
	if (ret < 0)
		return ret;
	claim->fd = ret;
	return 0;
}

int guard_claim(struct guard_claim *claim, const char *name, struct err *err)
{
	return claim_by(claim, name, err, open_to_hold);
}

int guard_claim_for_io(struct guard_claim *claim, const char *name,
		       struct err *err)
{
	return claim_by(claim, name, err, open_for_io);
}

void guard_release(struct guard_claim *claim)
{
	if (claim->fd >= 0)
		close(claim->fd);
	claim->fd = -1;
}
