// SPDX-License-Identifier: GPL-2.0-only
#include "system/sysfs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int full_path(char *full, const char *root, const char *path, va_list ap)
{
	int head = snprintf(full, PATH_MAX, "%s", root);
	int tail;

	if (head >= PATH_MAX)
		return -ENAMETOOLONG;
	tail = vsnprintf(full + head, PATH_MAX - head, path, ap);
	return tail < PATH_MAX - head ? 0 : -ENAMETOOLONG;
}

static int read_text(char *buf, size_t len, const char *full)
{
	size_t used = 0;
	ssize_t n = 0;
	int fd = open(full, O_RDONLY | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	while (used + 1 < len) {
		n = read(fd, buf + used, len - 1 - used);
		if (n <= 0)
			break;
		used += n;
	}
	if (n < 0)
		n = -errno;
	close(fd);
	if (n < 0)
		return n;
	while (used && strchr(" \t\r\n", buf[used - 1]))
		used--;
	buf[used] = '\0';
	return used;
}

static int read_value(char *buf, size_t len, const char *root, const char *path,
		      va_list ap)
{
	char full[PATH_MAX];
	int ret = full_path(full, root, path, ap);

	buf[0] = '\0';
	return ret ? ret : read_text(buf, len, full);
}

int sysfs_read(char *buf, size_t len, const char *root, const char *path, ...)
{
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_value(buf, len, root, path, ap);
	va_end(ap);
	return ret;
}

int sysfs_read_u64(uint64_t *value, const char *root, const char *path, ...)
{
	char text[64], *end;
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_value(text, sizeof(text), root, path, ap);
	va_end(ap);
	if (ret < 0)
		return ret;
	errno = 0;
	*value = strtoull(text, &end, 0);
	return end == text || *end || errno || text[0] == '-' ? -EINVAL : 0;
}

int sysfs_read_int(int *value, const char *root, const char *path, ...)
{
	char text[64], *end;
	va_list ap;
	long number;
	int ret;

	va_start(ap, path);
	ret = read_value(text, sizeof(text), root, path, ap);
	va_end(ap);
	if (ret < 0)
		return ret;
	errno = 0;
	number = strtol(text, &end, 0);
	if (end == text || *end || errno || number < INT_MIN ||
	    number > INT_MAX)
		return -EINVAL;
	*value = number;
	return 0;
}

static int read_link(char target[PATH_MAX], const char *root, const char *path,
		     va_list ap)
{
	char full[PATH_MAX];
	int ret = full_path(full, root, path, ap);
	ssize_t n;

	if (ret)
		return ret;
	n = readlink(full, target, PATH_MAX - 1);
	if (n < 0)
		return -errno;
	target[n] = '\0';
	return 0;
}

static int last_name(char *buf, size_t len, const char *path)
{
	const char *slash = strrchr(path, '/');
	int ret = snprintf(buf, len, "%s", slash ? slash + 1 : path);

	return (size_t)ret < len ? ret : -ENAMETOOLONG;
}

int sysfs_link_name(char *buf, size_t len, const char *root, const char *path,
		    ...)
{
	char target[PATH_MAX];
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_link(target, root, path, ap);
	va_end(ap);
	return ret ? ret : last_name(buf, len, target);
}

int sysfs_link_parent(char *buf, size_t len, const char *root, const char *path,
		      ...)
{
	char target[PATH_MAX], *slash;
	va_list ap;
	int ret;

	va_start(ap, path);
	ret = read_link(target, root, path, ap);
	va_end(ap);
	if (ret)
		return ret;
	slash = strrchr(target, '/');
	if (!slash)
		return -EINVAL;
	*slash = '\0';
	return last_name(buf, len, target);
}

int sysfs_list(const char *root, const char *path,
	       int (*visit)(const char *name, void *arg), void *arg)
{
	struct dirent **entries;
	char full[PATH_MAX];
	int i, n, ret = 0;

	if (snprintf(full, sizeof(full), "%s%s", root, path) >=
	    (int)sizeof(full))
		return -ENAMETOOLONG;
	n = scandir(full, &entries, NULL, versionsort);
	if (n < 0)
		return -errno;
	for (i = 0; i < n; i++) {
		const char *name = entries[i]->d_name;

		if (!ret && strcmp(name, ".") && strcmp(name, ".."))
			ret = visit(name, arg);
		free(entries[i]);
	}
	free(entries);
	return ret;
}
