// SPDX-License-Identifier: GPL-2.0-only
#include "system/file_save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* names that killed writers may have left behind */
#define MAX_STALE 100

static int fail(struct err *err, const char *path)
{
	int code = errno;

	return err_set(err, code, path, "cannot be written: %s",
		       strerror(code));
}

static int find_place(const char *path, char place[PATH_MAX], struct err *err)
{
	struct stat st;

	if (!stat(path, &st) && !S_ISREG(st.st_mode)) {
		errno = EISDIR;
		if (S_ISDIR(st.st_mode))
			return fail(err, path);
		return err_set(err, EINVAL, path,
			       "cannot be written: is no regular file");
	}
	if (!realpath(path, place) && /* not there yet */
	    snprintf(place, PATH_MAX, "%s", path) >= PATH_MAX)
		return err_set(err, ENAMETOOLONG, path, "is too long a path");
	return 0;
}

/* no mkstemp(): its files have mode 0600, and the umask cannot be asked for
 * without setting it, under the other threads' feet */
static int open_temporary(const char *place, char *temporary, size_t len)
{
	int i, fd = -1;

	for (i = 0; i < MAX_STALE && fd < 0; i++) {
		snprintf(temporary, len, "%s.%d-%d.tmp", place, getpid(), i);
		fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
			  0666);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	return fd;
}

static int write_all(int fd, const char *buf, size_t len)
{
	ssize_t n;

	for (; len; buf += n, len -= (size_t)n) {
		n = write(fd, buf, len);
		if (n < 0)
			return -1;
	}
	return 0;
}

int file_can_save(const char *path, struct err *err)
{
	char place[PATH_MAX], temporary[PATH_MAX + 32];
	int fd, ret = find_place(path, place, err);

	if (ret)
		return ret;
	fd = open_temporary(place, temporary, sizeof(temporary));
	if (fd < 0)
		return fail(err, path);
	close(fd);
	unlink(temporary);
	return 0;
}

int file_save(const char *path, const char *buf, size_t len, struct err *err)
{
	char place[PATH_MAX], temporary[PATH_MAX + 32];
	int fd, ret = find_place(path, place, err);

	if (ret)
		return ret;
	fd = open_temporary(place, temporary, sizeof(temporary));
	if (fd < 0)
		return fail(err, path);
	if (write_all(fd, buf, len) || fsync(fd))
		ret = fail(err, path);
	close(fd);
	if (!ret && rename(temporary, place))
		ret = fail(err, path);
	if (ret)
		unlink(temporary);
	return ret;
}
