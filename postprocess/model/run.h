// SPDX-License-Identifier: GPL-2.0-only
/* <test>.<n>.run.json: how a result was made.  Format: postprocess/README.md */
#ifndef LANES_MODEL_RUN_H
#define LANES_MODEL_RUN_H

#include "base/err.h"
#include "model/fio.h"
#include "model/text.h"

#include <stddef.h>

/**
 * struct run - members of run.json, by their names there
 * @title:       "" where the file has none
 * @devices:     kernel names of the drives below the target
 * @direction:   SIDE_COUNT where the file does not say
 * @command:     one line, words that need it in single quotes
 * @environment: NAME=VALUE, one an item
 *
 * Texts are cut to their arrays.
 */
struct run {
	char published_config[64];
	char title[160];
	char engine[64];
	char preset[32];
	char target[160];
	char target_shape[32];
	struct strings devices;
	enum side direction;
	double block_size_bytes;
	double jobs;
	struct text command;
	struct strings environment;
	char job_file[160];
	char job_sha256[72];
	char fio_version[64];
	char engine_version[64];
	char kernel[160];
	char host[64];
	double start_epoch_ns;
	double end_epoch_ns;
	int exit_status;
};

/** run_parse() - Return: 0 (then run_free() it), or -errno with @err set */
int run_parse(struct run *run, const char *name, const char *buf, size_t len,
	      struct err *err);
void run_free(struct run *run);

#endif
