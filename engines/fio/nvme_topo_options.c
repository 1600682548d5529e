// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#define COMMON .category = FIO_OPT_C_ENGINE, .group = FIO_OPT_G_INVALID

#define AT(member) .off1 = offsetof(struct nvme_topo_options, member)

#define SWITCH(option, label, member, text)                              \
	{                                                                \
		.name = option, .lname = label, .type = FIO_OPT_STR_SET, \
		AT(member), .help = text, COMMON                         \
	}

/* io_uring_cmd takes them, and they have no effect on passthrough there */
#define IGNORED(option, label, index)                                \
	{                                                            \
		.name = option, .lname = label, .type = FIO_OPT_INT, \
		AT(ignored[index]),                                  \
		.help = "Accepted for io_uring_cmd's jobs; has "     \
			"no effect on passthrough",                  \
		COMMON                                               \
	}

#define IGNORED_PAIR(option, label, index)                                    \
	{                                                                     \
		.name = option, .lname = label, .type = FIO_OPT_INT,          \
		AT(ignored[index]),                                           \
		.off2 = offsetof(struct nvme_topo_options,                    \
				 ignored[(index) + 1]),                       \
		.help = "Accepted for io_uring_cmd's jobs; has no effect on " \
			"passthrough",                                        \
		COMMON                                                        \
	}

struct fio_option nvme_topo_options[] = {
	HOST_CANARY_OPTION("nvme_topo", struct nvme_topo_options),
	SWITCH("hipri", "Polled", hipri,
	       "Poll for completions (needs poll queues: nvme.poll_queues=)"),
	SWITCH("fixedbufs", "Fixed (pre-mapped) IO buffers", fixedbufs,
	       "Map the buffers once"),
	SWITCH("registerfiles", "Register file set", registerfiles,
	       "Register the files with the ring"),
	SWITCH("sqthread_poll", "Kernel SQ thread polling", sqpoll,
	       "Let a kernel thread submit; sets registerfiles"),
	{
		.name = "sqthread_poll_cpu",
		.lname = "SQ Thread Poll CPU",
		.type = FIO_OPT_INT,
		AT(sqpoll_cpu),
		.def = "-1",
		.help = "CPU of the kernel's submission thread",
		COMMON,
	},
	{
		.name = "force_async",
		.lname = "Force async",
		.type = FIO_OPT_INT,
		AT(force_async),
		.help = "Punt every that-many-th request to a kernel worker",
		COMMON,
	},
	{
		.name = "cmd_type",
		.lname = "Uring cmd type",
		.type = FIO_OPT_STR,
		AT(cmd_type),
		.posval = {{.ival = "nvme",
			    .oval = 1,
			    .help = "NVMe passthrough"}},
		.def = "nvme",
		.help = "Kind of command; nvme is the only one",
		COMMON,
	},
	IGNORED("nonvectored", "Non-vectored", 0),
	IGNORED("uncached", "Uncached", 1),
	IGNORED("nowait", "RWF_NOWAIT", 2),
	IGNORED_PAIR("cmdprio_percentage", "high priority percentage", 3),
	IGNORED_PAIR("cmdprio_class", "Asynchronous I/O priority class", 5),
	IGNORED("cmdprio", "Asynchronous I/O priority level", 7),
	{
		.name = "cmdprio_bssplit",
		.lname = "Priority percentage block size split",
		.type = FIO_OPT_STR_STORE,
		AT(ignored_text),
		.help = "Accepted for io_uring_cmd's jobs; has no effect on "
			"passthrough",
		COMMON,
	},
	{
		.name = "topo_place",
		.lname = "Place the job beside its drive",
		.type = FIO_OPT_STR,
		AT(place),
		.posval = {{.ival = "none",
			    .oval = TOPO_PLACE_NONE,
			    .help = "Leave the job where it is"},
			   {.ival = "local",
			    .oval = TOPO_PLACE_LOCAL,
			    .help = "CPU and memory of the drive's node, a "
				    "hardware queue of its own"}},
		.def = "local",
		.help = "Where the job runs; cpus_allowed, the numa options "
			"and an inherited affinity win",
		COMMON,
	},
	{
		.name = "topo_check",
		.lname = "Check the links",
		.type = FIO_OPT_STR,
		AT(check),
		.posval = {{.ival = "ignore",
			    .oval = TOPO_CHECK_IGNORE,
			    .help = "Don't look"},
			   {.ival = "warn",
			    .oval = TOPO_CHECK_WARN,
			    .help = "Say it once"},
			   {.ival = "fail",
			    .oval = TOPO_CHECK_FAIL,
			    .help = "Stop before any I/O"}},
		.def = "warn",
		.help = "A downtrained link, or an uplink that the run's own "
			"files oversubscribe",
		COMMON,
	},
	{
		.name = "topo_report",
		.lname = "Topology report",
		.type = FIO_OPT_STR_STORE,
		AT(report),
		.help = "File for path, ceilings and placement (JSON)",
		COMMON,
	},
	{
		.name = "topo_write_in_use",
		.lname = "Write to namespaces in use",
		.type = FIO_OPT_BOOL,
		AT(write_in_use),
		.def = "0",
		.help = "Write although somebody uses the namespace: destroys "
			"what is on it",
		COMMON,
	},
	{.name = NULL},
};
