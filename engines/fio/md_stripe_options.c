// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#define COMMON .category = FIO_OPT_C_ENGINE, .group = FIO_OPT_G_INVALID

#define AT(member) .off1 = offsetof(struct md_stripe_options, member)

#define SWITCH(option, label, member, text)                              \
	{                                                                \
		.name = option, .lname = label, .type = FIO_OPT_STR_SET, \
		AT(member), .help = text, COMMON                         \
	}

#define TEXT(option, label, member, text)                                  \
	{                                                                  \
		.name = option, .lname = label, .type = FIO_OPT_STR_STORE, \
		AT(member), .help = text, COMMON                           \
	}

#define BYTES(option, label, member, text)                               \
	{                                                                \
		.name = option, .lname = label, .type = FIO_OPT_STR_VAL, \
		AT(member), .def = "0", .help = text, COMMON             \
	}

struct fio_option md_stripe_options[] = {
	HOST_CANARY_OPTION("md_stripe", struct md_stripe_options),
	SWITCH("hipri", "Polled", hipri,
	       "Poll for completions (needs poll queues)"),
	SWITCH("fixedbufs", "Fixed (pre-mapped) IO buffers", fixedbufs,
	       "Map the buffers once"),
	SWITCH("registerfiles", "Register file set", registerfiles,
	       "Register the members with the ring"),
	TEXT("md_uuid", "UUID of the array", uuid,
	     "A stopped array, found by its UUID ('-' instead of ':')"),
	TEXT("md_members", "Members of the array", members,
	     "Devices or files, comma separated; 'missing' for a gap"),
	TEXT("md_level", "Level", level,
	     "Of an array without metadata: linear, 0, 1, 4, 5, 6, 10"),
	BYTES("md_chunk", "Chunk size", chunk,
	      "Of an array without metadata, in bytes"),
	TEXT("md_layout", "Layout", layout,
	     "Of an array without metadata, as mdadm names it"),
	BYTES("md_offset", "Data offset", offset,
	      "Of an array without metadata: where each member's data begins"),
	{
		.name = "md_rmw",
		.lname = "Partial row writes",
		.type = FIO_OPT_STR,
		AT(rmw),
		.posval = {{.ival = "auto",
			    .oval = RAID_RMW_AUTO,
			    .help = "Whichever reads less"},
			   {.ival = "rmw",
			    .oval = RAID_RMW_RMW,
			    .help = "Read-modify-write"},
			   {.ival = "rcw",
			    .oval = RAID_RMW_RCW,
			    .help = "Reconstruct-write"}},
		.def = "auto",
		.help = "How RAID4/5/6 write less than a row",
		COMMON,
	},
	{
		.name = "md_path",
		.lname = "Way to the members",
		.type = FIO_OPT_STR,
		AT(path),
		.posval = {{.ival = "block",
			    .oval = MD_STRIPE_BLOCK,
			    .help = "Their block devices"},
			   {.ival = "passthrough",
			    .oval = MD_STRIPE_PASSTHROUGH,
			    .help = "NVMe passthrough; whole namespaces only"}},
		.def = "block",
		.help = "How the members are driven",
		COMMON,
	},
	{
		.name = "md_discard_zeroes",
		.lname = "Discarded blocks read zero",
		.type = FIO_OPT_BOOL,
		AT(discard_zeroes),
		.def = "0",
		.help = "Allow trims of RAID4/5/6: the members return zeroes "
			"for what was discarded",
		COMMON,
	},
	{
		.name = "md_check",
		.lname = "Self-check",
		.type = FIO_OPT_BOOL,
		AT(check),
		.def = "1",
		.help = "Compare size and some chunks of a running array with "
			"its members before the run",
		COMMON,
	},
	{
		.name = "topo_place",
		.lname = "Place the job beside its drives",
		.type = FIO_OPT_STR,
		AT(place),
		.posval = {{.ival = "none",
			    .oval = 0,
			    .help = "Leave the job where it is"},
			   {.ival = "local",
			    .oval = 1,
			    .help = "CPUs and memory of the members' node"}},
		.def = "local",
		.help = "Where the job runs; cpus_allowed, the numa options "
			"and an inherited affinity mask win",
		COMMON,
	},
	TEXT("md_stats", "Statistics", stats,
	     "File for what was done to the members (JSON)"),
	{.name = NULL},
};
