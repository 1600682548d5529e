// SPDX-License-Identifier: GPL-2.0-only
/* fio's log files, of any length, into the model. */
#ifndef LANES_CLI_LOG_FILE_H
#define LANES_CLI_LOG_FILE_H

#include "base/err.h"
#include "model/log.h"
#include "model/log_name.h"

#include <stdbool.h>
#include <stdint.h>

/**
 * struct log_file - a log that was read; log_file_free() it
 * @kind:         what its values are
 * @microseconds: latencies are, for a histogram log's form says so
 */
struct log_file {
	enum log_kind kind;
	bool microseconds;
	struct log log;
};

/**
 * log_file_read() - all of a log
 * @kind:     what it is; LOG_UNKNOWN: what its name says
 * @width_ms: of a bucket to begin with
 * @threads:  at most so many read parts of it at the same time
 *
 * Windows of the file pass through a buffer per thread: memory does not grow
 * with the file.  Lines that cannot be read are counted in the log.
 *
 * Return: 0, or -errno with @err set (value: @path); also where not one line
 * can be read.
 */
int log_file_read(struct log_file *file, const char *path, enum log_kind kind,
		  uint64_t width_ms, unsigned int threads, struct err *err);
void log_file_free(struct log_file *file);

#endif
