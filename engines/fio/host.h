// SPDX-License-Identifier: GPL-2.0-only
/*
 * The host: the only includer of fio's headers, and what every engine here
 * needs from fio.
 *
 * fio checks one number (FIO_IOOPS_VERSION) of an ABI whose layouts move under
 * that number, so an engine proves before its first I/O that the running fio
 * is the one it was compiled for, in two stages: when it is loaded, from what
 * the binary exports; and at a job's first hook, from the live structures.
 */
#ifndef LANES_FIO_HOST_H
#define LANES_FIO_HOST_H

#include "fio.h"
#include "optgroup.h"

#include "base/err.h"

/*
 * fio's data that the engines read.  Where fio is linked without -rdynamic, or
 * lacks a symbol, they are NULL, and host_is_ours() says so; one that is not
 * weak would keep the library from being loaded at all.
 */
#pragma weak fio_version_string
#pragma weak fio_options
#pragma weak fio_debug_jobp
#pragma weak segments
#pragma weak thread_number

#define HOST_CANARY	 109029
#define HOST_CANARY_TEXT "109029"

/**
 * struct host_options - first member of every engine's option struct
 * @td:     fio stores the job here while it parses, and clears it
 * @canary: an option with a default, which proves that td->eo is ours
 */
struct host_options {
	void *td;
	unsigned int canary;
};

/* goes into every engine's option table; @prefix keeps its name apart */
#define HOST_CANARY_OPTION(prefix, options)                               \
	{                                                                 \
		.name = prefix "_abi", .lname = "ABI canary",             \
		.type = FIO_OPT_INT,                                      \
		.off1 = offsetof(options, host) +                         \
			offsetof(struct host_options, canary),            \
		.def = HOST_CANARY_TEXT, .help = "Internal: do not set",  \
		.category = FIO_OPT_C_ENGINE, .group = FIO_OPT_G_INVALID, \
	}

/**
 * host_is_ours() - stage 1, for get_ioengine()
 * @engine: its name, for the message
 *
 * Reads exported symbols only and touches no struct of fio's.
 *
 * Return: true, or false after saying on stderr what does not match and how to
 * rebuild.
 */
bool host_is_ours(const char *engine);

/**
 * host_check_job() - stage 2, for the first hook that has a job
 * @ops: the engine's own
 *
 * Return: 0, or 1 with td->error set.
 */
int host_check_job(struct thread_data *td, const struct ioengine_ops *ops);

/** host_check_io_u() - the same for a fresh io_u; 0 or 1 */
int host_check_io_u(struct thread_data *td, const struct io_u *io_u);

/**
 * host_error() - give an error to fio: td->error, and one line on stderr
 *
 * Return: 1, what fio's hooks return.
 */
int host_error(struct thread_data *td, const struct err *err);

/** host_places_job() - what the user has decided about the job's CPUs or
 * memory, or NULL */
const char *host_places_job(struct thread_data *td);

/** host_job() - the @index-th job of the run, or NULL */
struct thread_data *host_job(unsigned int index);

#endif
