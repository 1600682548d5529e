// SPDX-License-Identifier: GPL-2.0-only
#include "cli/io.h"

#include "system/file_save.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* far above any JSON+ of fio's, far below what would exhaust a machine */
#define FILE_MAX_BYTES (512u << 20)

extern char **environ;

static int fail(struct err *err, const char *path, const char *what)
{
	int code = errno;

	return err_set(err, code, path, "%s: %s", what, strerror(code));
}

static int read_all(int fd, const char *path, char *buf, size_t size,
		    size_t *len, struct err *err)
{
	ssize_t n = 1;

	for (*len = 0; *len < size && n; *len += (size_t)n) {
		n = read(fd, buf + *len, size - *len);
		if (n < 0)
			return fail(err, path, "cannot be read");
	}
	buf[*len] = '\0';
	return 0;
}

int io_read(const char *path, char **buf, size_t *len, struct err *err)
{
	/* a FIFO must not hold us up: it is refused below */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int ret;

	*buf = NULL;
	if (fd < 0)
		return fail(err, path, "cannot be read");
	if (fstat(fd, &st))
		ret = fail(err, path, "cannot be read");
	else if (!S_ISREG(st.st_mode))
		ret = err_set(err, EINVAL, path, "is no regular file");
	else if ((size_t)st.st_size > FILE_MAX_BYTES)
		ret = err_set(err, EFBIG, path, "is larger than 512 MiB");
	else if (!(*buf = malloc((size_t)st.st_size + 1)))
		ret = err_set(err, ENOMEM, path, "does not fit in memory");
	else
		ret = read_all(fd, path, *buf, (size_t)st.st_size, len, err);
	close(fd);
	if (ret) {
		free(*buf);
		*buf = NULL;
	}
	return ret;
}

int io_write(const char *path, const char *buf, size_t len, struct err *err)
{
	if (strcmp(path, "-"))
		return file_save(path, buf, len, err);
	if (fwrite(buf, 1, len, stdout) != len || fflush(stdout))
		return fail(err, "standard output", "cannot be written");
	return 0;
}

int io_copy(const char *from, const char *to, struct err *err)
{
	char *buf;
	size_t len;
	int ret = io_read(from, &buf, &len, err);

	if (!ret)
		ret = io_write(to, buf, len, err);
	free(buf);
	return ret;
}

int io_folder(const char *path, struct err *err)
{
	char part[PATH_MAX];
	char *slash;
	struct stat st;

	if ((size_t)snprintf(part, sizeof(part), "%s/", path) >= sizeof(part))
		return err_set(err, ENAMETOOLONG, path, "is too long a path");
	for (slash = strchr(part + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, 0777) && errno != EEXIST)
			return fail(err, part, "cannot be made");
		*slash = '/';
	}
	if (stat(path, &st))
		return fail(err, path, "cannot be read");
	if (!S_ISDIR(st.st_mode))
		return err_set(err, ENOTDIR, path, "is no folder");
	return 0;
}

int io_folder_of(const char *path, char folder[PATH_MAX], struct err *err)
{
	const char *slash = strrchr(path, '/');
	int n;

	if (!slash)
		n = snprintf(folder, PATH_MAX, ".");
	else
		n = snprintf(folder, PATH_MAX, "%.*s",
			     slash > path ? (int)(slash - path) : 1, path);
	return n < PATH_MAX
		       ? 0
		       : err_set(err, ENAMETOOLONG, path, "is too long a path");
}

int io_temp_folder(const char *near, char folder[PATH_MAX], struct err *err)
{
	static const char name[] = "/.lanes-XXXXXX";
	int ret = io_folder_of(near, folder, err);

	/* and room for what will lie in it */
	if (!ret && strlen(folder) + sizeof(name) + 16 > PATH_MAX)
		ret = err_set(err, ENAMETOOLONG, near, "is too long a path");
	if (!ret) {
		strcat(folder, name);
		if (mkdtemp(folder))
			return 0;
		ret = fail(err, near, "cannot be written");
	}
	*folder = '\0';
	return ret;
}

/* all that comes, so that the program never blocks; keeps the beginning */
static void drain(int fd, char *said, size_t len)
{
	char more[512];
	size_t used = 0, keep;
	ssize_t n;

	while ((n = read(fd, more, sizeof(more))) > 0) {
		keep = (size_t)n < len - 1 - used ? (size_t)n : len - 1 - used;
		memcpy(said + used, more, keep);
		used += keep;
	}
	said[used] = '\0';
}

static const char *last_line(char *said)
{
	char *end = said + strlen(said);
	char *line;

	while (end > said && (end[-1] == '\n' || end[-1] == ' '))
		*--end = '\0';
	line = strrchr(said, '\n');
	return line ? line + 1 : said;
}

static int start(pid_t *pid, char *const argv[], const char *folder, int out)
{
	posix_spawn_file_actions_t actions;
	int code = posix_spawn_file_actions_init(&actions);

	if (code)
		return code;
	code = posix_spawn_file_actions_addchdir_np(&actions, folder);
	code = code ? code
		    : posix_spawn_file_actions_addopen(
			      &actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	code = code ? code
		    : posix_spawn_file_actions_adddup2(&actions, out,
						       STDOUT_FILENO);
	code = code ? code
		    : posix_spawn_file_actions_adddup2(&actions, out,
						       STDERR_FILENO);
	code = code ? code
		    : posix_spawnp(pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	return code;
}

int io_spawn(char *const argv[], const char *folder, char *said, size_t len,
	     struct err *err)
{
	int ends[2], status, code;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return fail(err, argv[0], "cannot be started");
	code = start(&pid, argv, folder, ends[1]);
	close(ends[1]);
	if (code) {
		close(ends[0]);
		err_set(err, code, argv[0], "cannot be started: %s",
			strerror(code));
		return err_remedy(err, "install it (apt install %s)", argv[0]);
	}
	drain(ends[0], said, len);
	close(ends[0]);
	while (waitpid(pid, &status, 0) < 0)
		if (errno != EINTR)
			return fail(err, argv[0], "cannot be waited for");
	if (WIFEXITED(status) && !WEXITSTATUS(status))
		return 0;
	return err_set(err, EIO, argv[0], "ended with status %d: %s",
		       WIFEXITED(status) ? WEXITSTATUS(status)
					 : 128 + WTERMSIG(status),
		       last_line(said));
}
