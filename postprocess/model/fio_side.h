// SPDX-License-Identifier: GPL-2.0-only
/* One direction of one entry in fio's JSON, in the units of any version. */
#ifndef LANES_MODEL_FIO_SIDE_H
#define LANES_MODEL_FIO_SIDE_H

#include "model/fio.h"
#include "model/load.h"

/**
 * struct fio_reader - what is being read, and how often something had to be
 * assumed
 * @fio2:      by fio 2: it and what follows is set by the caller
 * @buf, @len: the file, from which load_lifted() took the bins
 * @kib:       "io_bytes" is in KiB (before fio 2.21)
 * @us:        latencies are in µs (before 2.99)
 * @counted:   no "total_ios" (before 2.2): IOPS x runtime
 * @clat:      no whole latency was recorded: the completion's
 * @untimed:   I/Os, but no latency at all
 * @grouped:   an entry of several jobs, which no option says
 * @odd_bins:  bins of another shape than any fio's
 */
struct fio_reader {
	bool fio2;
	const char *buf;
	size_t len;
	unsigned int kib;
	unsigned int us;
	unsigned int counted;
	unsigned int clat;
	unsigned int untimed;
	unsigned int grouped;
	unsigned int odd_bins;
};

/**
 * fio_side_amount() - member @key, or 0 if it is no number or below nothing
 *
 * Nor is anything as little as 1e-9: a rate of it could end in infinity.
 */
double fio_side_amount(const json_t *object, const char *key);

/**
 * fio_side_parse() - read "read", "write", "trim" or "mixed"
 * @object: may be NULL: then nothing was moved
 *
 * Return: 0 or -ENOMEM.
 */
int fio_side_parse(struct fio_side *side, const json_t *object,
		   struct fio_reader *reader);

#endif
