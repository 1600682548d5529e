// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a machine can carry: its drives, and the links and uplinks that they
 * share, each with a ceiling per direction.  Read from topo.json (a machine as
 * it is) or model.json (a machine that a scale model stands for); formats:
 * postprocess/README.md.
 */
#ifndef LANES_MODEL_MACHINE_H
#define LANES_MODEL_MACHINE_H

#include "base/err.h"
#include "model/fio.h"
#include "model/text.h"

#include <stdbool.h>
#include <stddef.h>

/** struct rate_range - bytes per second; INFINITY where nothing limits */
struct rate_range {
	double lo_Bps;
	double hi_Bps;
};

/**
 * struct machine_drive
 * @name:   kernel name ("nvme0n1"); "" in a model
 * @serial: what ties the two files together
 * @title:  what limits it: in a model the drive, else its link
 * @limit:  its own, by side (read, write)
 */
struct machine_drive {
	char name[32];
	char serial[64];
	char title[96];
	struct rate_range limit[2];
};

/**
 * struct machine_link - a link or uplink, with all drives that cross it
 * @drives: indices into the machine's drives; owned
 */
struct machine_link {
	char name[64];
	char title[96];
	struct rate_range limit[2];
	size_t *drives;
	size_t drive_count;
};

/**
 * struct machine - all arrays are owned; links are sorted by their number of
 * drives, so that an inner link comes before the one it hangs on
 * @title:               "" in topo.json
 * @scale:               a model's, 1:@scale; 0 for a machine as it is
 * @not_modelled:        words of tests or configurations without a claim
 */
struct machine {
	char machine[64];
	char title[160];
	char emulated[160];
	double scale;
	struct strings not_modelled;
	char not_modelled_reason[160];
	struct machine_drive *drives;
	size_t drive_count;
	struct machine_link *links;
	size_t link_count;
};

/** machine_parse_model() - model.json; Return: 0 or -errno with @err set */
int machine_parse_model(struct machine *machine, const char *name,
			const char *buf, size_t len, struct err *err);
/** machine_parse_topo() - topo.json; Return: 0 or -errno with @err set */
int machine_parse_topo(struct machine *machine, const char *name,
		       const char *buf, size_t len, struct err *err);
void machine_free(struct machine *machine);

/**
 * machine_find() - a drive by kernel name
 *
 * A controller, its namespace, a partition and the char sibling name the same
 * drive: nvme0, nvme0n1, nvme0n1p2, ng0n1.
 *
 * Return: its index, or -1.
 */
long machine_find(const struct machine *machine, const char *device);

/** machine_find_serial() - Return: a drive's index by serial, or -1 */
long machine_find_serial(const struct machine *machine, const char *serial);

/**
 * enum ceiling_kind - where a ceiling comes from
 * @CEILING_NONE:     not known
 * @CEILING_MODELLED: a scale model's description
 * @CEILING_LINKS:    the machine's links; what the drives can do is not known
 */
enum ceiling_kind {
	CEILING_NONE,
	CEILING_MODELLED,
	CEILING_LINKS
};

/**
 * struct ceiling - what several drives can move together
 * @rate: of the machine that ran (a model's are not yet scaled)
 * @hop:  what sets it: "4 x 5 GT/s x4", "PEX8632 uplink"
 */
struct ceiling {
	enum ceiling_kind kind;
	struct rate_range rate;
	char hop[128];
};

/**
 * machine_ceiling() - the sum of the drives' own limits, capped at each link
 * by what that link carries for them together
 * @drives: indices; a drive that occurs twice counts once
 * @side:   SIDE_READ or SIDE_WRITE; else there is no ceiling
 */
void machine_ceiling(const struct machine *machine, const size_t *drives,
		     size_t count, enum side side, struct ceiling *ceiling);

#endif
