// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the name of a log file tells: write_bw_log=X makes X_bw.1.log, .2 for
 * the second job; X_bw.log with per_job_logs=0; a client adds the server's
 * name, X_bw.1.log.HOST; log_store_compressed=1 makes X_bw.1.log.fz.
 */
#ifndef LANES_MODEL_LOG_NAME_H
#define LANES_MODEL_LOG_NAME_H

#include <stdbool.h>

enum log_kind {
	LOG_UNKNOWN,
	LOG_BW,
	LOG_IOPS,
	LOG_LAT,
	LOG_CLAT,
	LOG_SLAT,
	LOG_CLAT_HIST
};

/**
 * struct log_name
 * @run:    path without what this parses: the same for all logs of a run
 * @job:    from 1; 0 where the name has none
 * @host:   "" where it has none
 * @packed: it is compressed
 */
struct log_name {
	enum log_kind kind;
	char run[256];
	unsigned int job;
	char host[64];
	bool packed;
};

/** log_name_parse() - @kind is LOG_UNKNOWN where the name is none of fio's */
void log_name_parse(struct log_name *name, const char *path);

/** log_kind_name() - "bw", "clat", ... as file names have it; "" if unknown */
const char *log_kind_name(enum log_kind kind);

/** log_kind_find() - the kind of that name, or LOG_UNKNOWN */
enum log_kind log_kind_find(const char *name);

/** log_kind_latency() - are its values latencies? */
bool log_kind_latency(enum log_kind kind);

#endif
