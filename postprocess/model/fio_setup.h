// SPDX-License-Identifier: GPL-2.0-only
/*
 * With which settings a run of fio was made: what charts of several runs have
 * on their axes.  Source: "global options" and "job options" of its JSON (fio
 * 2.3 and newer; older ones do not tell).
 */
#ifndef LANES_MODEL_FIO_SETUP_H
#define LANES_MODEL_FIO_SETUP_H

#include "base/err.h"

#include <stddef.h>

/** enum setting - numbers among the settings */
enum setting {
	SETTING_DRIVES,	     /* different files or devices */
	SETTING_JOBS,	     /* processes or threads */
	SETTING_IODEPTH,     /* of each job */
	SETTING_OUTSTANDING, /* jobs x iodepth */
	SETTING_BLOCK,	     /* bytes */
	SETTING_READS,	     /* per cent of the I/Os that read */
	SETTING_COUNT
};

/** setting_name() - "drives", "jobs", "iodepth", ... as options have it */
const char *setting_name(enum setting setting);

/** setting_find() - Return: the setting of that name, or SETTING_COUNT */
enum setting setting_find(const char *name);

/**
 * struct fio_setup
 * @value: by setting; NAN where it is not told, or the jobs differ
 * @rw, @engine: "randread", "io_uring"; "" where not told, or they differ
 */
struct fio_setup {
	double value[SETTING_COUNT];
	char rw[24];
	char engine[24];
};

/**
 * fio_setup_parse() - read them from fio's JSON
 *
 * Return: 0 or -errno with @err set (value: @name).
 */
int fio_setup_parse(struct fio_setup *setup, const char *name, const char *buf,
		    size_t len, struct err *err);

/** setting_text() - a value as its option has it: "4k", "32", "70 %" */
const char *setting_text(enum setting setting, double value, char buf[24]);

#endif
