// SPDX-License-Identifier: GPL-2.0-only
#include "cli/log_file.h"

#include "model/hist_log.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* fits a CPU's own cache, and is far longer than any line */
#define WINDOW_BYTES (256u << 10)

/* a thread for less costs more than it saves */
#define PART_BYTES (16 << 20)
#define PARTS	   16

/**
 * struct part - some lines of a file, and who reads them
 * @from, @to: offsets of a line's start
 * @hist:      the form of a histogram log, or NULL
 */
struct part {
	int fd;
	off_t from, to;
	const struct hist_form *hist;
	bool last;
	struct log log;
	int code;
	const char *rule;
	pthread_t thread;
	bool started;
};

static ssize_t read_at(int fd, char *buf, size_t len, off_t at)
{
	ssize_t n;

	do
		n = pread(fd, buf, len, at);
	while (n < 0 && errno == EINTR);
	return n;
}

static size_t feed(struct part *part, const char *buf, size_t len, bool last)
{
	return part->hist ? hist_feed(&part->log, part->hist, buf, len, last)
			  : log_feed(&part->log, buf, len, last);
}

static void read_windows(struct part *part, char *buf)
{
	off_t at = part->from;
	size_t have = 0, taken, want;
	ssize_t n;

	while (at < part->to || have) {
		want = WINDOW_BYTES - have;
		if ((off_t)want > part->to - at)
			want = (size_t)(part->to - at);
		n = read_at(part->fd, buf + have, want, at);
		if (n < 0) {
			part->code = errno;
			part->rule = "cannot be read";
			return;
		}
		at += n;
		have += (size_t)n;
		/* nothing comes where somebody has cut the file since */
		taken = feed(part, buf, have, at >= part->to || !n);
		if (!taken && have == WINDOW_BYTES) {
			part->code = EINVAL;
			part->rule = "has a line of more than 256 KiB: it is "
				     "no log of fio's";
			return;
		}
		have -= taken;
		memmove(buf, buf + taken, have);
		if (!n)
			return;
	}
}

static void *run_part(void *arg)
{
	struct part *part = arg;
	char *buf = malloc(WINDOW_BYTES);

	if (buf) {
		read_windows(part, buf);
	} else {
		part->code = ENOMEM;
		part->rule = "out of memory";
	}
	if (part->log.out_of_memory) {
		part->code = ENOMEM;
		part->rule = "out of memory";
	}
	free(buf);
	return NULL;
}

/* ---- where parts begin ----------------------------------------------- */

/* the first line's start at or behind an offset; @size if there is none */
static off_t line_start(int fd, off_t at, off_t size)
{
	char buf[4096];
	const char *end;
	ssize_t n;

	/* from the byte before: that is where a line may have ended */
	for (at--; at < size; at += n) {
		n = read_at(fd, buf, sizeof(buf), at);
		if (n <= 0)
			return size;
		end = memchr(buf, '\n', (size_t)n);
		if (end)
			return at + (end + 1 - buf);
	}
	return size;
}

static unsigned int cut(struct part *parts, int fd, off_t size,
			unsigned int threads)
{
	unsigned int count = (unsigned int)(size / PART_BYTES) + 1, i;
	off_t from = 0;

	count = count < threads ? count : threads;
	count = count < PARTS ? count : PARTS;
	for (i = 0; i < count; i++) {
		parts[i].fd = fd;
		parts[i].from = from;
		parts[i].to =
			i + 1 < count
				? line_start(fd, size / count * (i + 1), size)
				: size;
		if (parts[i].to < from)
			parts[i].to = from;
		from = parts[i].to;
	}
	return count;
}

static void run_all(struct part *parts, unsigned int count)
{
	unsigned int i;

	for (i = 1; i < count; i++)
		parts[i].started = !pthread_create(&parts[i].thread, NULL,
						   run_part, &parts[i]);
	run_part(&parts[0]);
	for (i = 1; i < count; i++)
		if (parts[i].started)
			pthread_join(parts[i].thread, NULL);
		else
			run_part(&parts[i]);
}

/* the first one's log becomes that of all */
static int gather(struct log_file *file, struct part *parts, unsigned int count,
		  const char *path, struct err *err)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < count; i++) {
		if (!ret && parts[i].code)
			ret = err_set(err, parts[i].code, path, "%s",
				      parts[i].rule);
		if (i)
			log_merge(&parts[0].log, &parts[i].log);
		if (i)
			log_free(&parts[i].log);
	}
	file->log = parts[0].log;
	if (!ret && file->log.out_of_memory)
		ret = err_set(err, ENOMEM, path, "out of memory");
	return ret;
}

/* ---- what it is ------------------------------------------------------ */

static int check_packed(const struct log_name *name, const char *path,
			const char *buf, size_t len, struct err *err)
{
	static const struct {
		const char *magic;
		size_t len;
		const char *how;
	} rows[] = {
		{"\x1f\x8b", 2, "gunzip it"},
		{"\x28\xb5\x2f\xfd", 4, "unzstd it"},
		{"\xfd"
		 "7zXZ",
		 5, "unxz it"},
		{"BZh", 3, "bunzip2 it"},
	};
	size_t i;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (len >= rows[i].len &&
		    !memcmp(buf, rows[i].magic, rows[i].len)) {
			err_set(err, EINVAL, path, "is compressed");
			return err_remedy(err, "%s first", rows[i].how);
		}
	if (name->packed) {
		err_set(err, EINVAL, path, "is compressed by fio");
		return err_remedy(err, "fio --inflate-log=FILE prints what it "
				       "holds: put that into a file first");
	}
	return 0;
}

static int find_kind(struct log_file *file, const struct log_name *name,
		     enum log_kind kind, const char *path, struct err *err)
{
	file->kind = kind == LOG_UNKNOWN ? name->kind : kind;
	if (file->kind != LOG_UNKNOWN)
		return 0;
	err_set(err, EINVAL, path,
		"does not tell by its name what it is a log "
		"of");
	return err_remedy(err, "give --log bw, iops, lat, clat, slat or "
			       "clat_hist, or a name like fio's: X_clat.1.log");
}

/* forms of all parts, from the first lines */
static int sniff(struct log_file *file, struct part *parts, unsigned int count,
		 struct hist_form *hist, const char *path, const char *buf,
		 size_t len, uint64_t width_ms, struct err *err)
{
	struct log_form form = {0};
	unsigned int i;
	int ret;

	if (file->kind == LOG_CLAT_HIST) {
		ret = hist_sniff(hist, path, buf, len, err);
		if (ret)
			return ret;
		file->microseconds = hist->microseconds;
	} else {
		form = log_sniff(buf, len);
	}
	for (i = 0; i < count; i++) {
		if (file->kind != LOG_CLAT_HIST) {
			log_init(&parts[i].log, &form, width_ms);
			continue;
		}
		parts[i].hist = hist;
		hist_init(&parts[i].log, hist, width_ms);
	}
	return 0;
}

static int check_lines(const struct log_file *file, const char *path,
		       struct err *err)
{
	const struct log *log = &file->log;

	if (log->lines > log->bad_lines && log->first_ms <= log->last_ms)
		return 0;
	if (!log->lines)
		return err_set(err, EINVAL, path, "is empty");
	return err_set(err, EINVAL, path,
		       "has no line of a log: the first that cannot be read "
		       "is %llu",
		       (unsigned long long)log->first_bad);
}

/* ---- the whole ------------------------------------------------------- */

static int read_fd(struct log_file *file, const char *path, int fd, off_t size,
		   enum log_kind kind, uint64_t width_ms, unsigned int threads,
		   struct err *err)
{
	struct part *parts = calloc(PARTS, sizeof(*parts));
	struct hist_form *hist = malloc(sizeof(*hist));
	char *buf = malloc(HIST_SNIFF_BYTES);
	struct log_name name;
	unsigned int count;
	ssize_t len = buf ? read_at(fd, buf, HIST_SNIFF_BYTES, 0) : 0;
	int ret = 0;

	log_name_parse(&name, path);
	if (!parts || !hist || !buf)
		ret = err_set(err, ENOMEM, path, "out of memory");
	else if (len < 0)
		ret = err_set(err, errno, path, "cannot be read: %s",
			      strerror(errno));
	else
		ret = check_packed(&name, path, buf, (size_t)len, err);
	ret = ret ? ret : find_kind(file, &name, kind, path, err);
	if (!ret) {
		count = cut(parts, fd, size, threads ? threads : 1);
		ret = sniff(file, parts, count, hist, path, buf, (size_t)len,
			    width_ms, err);
	}
	if (!ret) {
		run_all(parts, count);
		ret = gather(file, parts, count, path, err);
	}
	free(parts);
	free(hist);
	free(buf);
	return ret ? ret : check_lines(file, path, err);
}

int log_file_read(struct log_file *file, const char *path, enum log_kind kind,
		  uint64_t width_ms, unsigned int threads, struct err *err)
{
	/* a FIFO must not hold us up: it is refused below */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	int ret;

	memset(file, 0, sizeof(*file));
	if (fd < 0 || fstat(fd, &st))
		ret = err_set(err, errno, path, "cannot be read: %s",
			      strerror(errno));
	else if (!S_ISREG(st.st_mode))
		ret = err_set(err, EINVAL, path, "is no regular file");
	else if (!st.st_size)
		ret = err_set(err, EINVAL, path, "is empty");
	else
		ret = read_fd(file, path, fd, st.st_size, kind, width_ms,
			      threads, err);
	if (fd >= 0)
		close(fd);
	if (ret)
		log_file_free(file);
	return ret;
}

void log_file_free(struct log_file *file)
{
	log_free(&file->log);
}
