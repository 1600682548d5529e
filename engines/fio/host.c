// SPDX-License-Identifier: GPL-2.0-only
#include "host.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

extern struct fio_option fio_options[];

#define OPTION(option, member)                                  \
	{                                                       \
		option, offsetof(struct thread_options, member) \
	}

/*
 * Options from the head to the tail of struct thread_options: a member that
 * was added, removed or resized anywhere shifts one of them.
 */
static const struct {
	const char *name;
	unsigned int offset;
} landmarks[] = {
	OPTION("description", description),
	OPTION("name", name),
	OPTION("filename", filename),
	OPTION("ioengine", ioengine),
	OPTION("iodepth", iodepth),
	OPTION("size", size),
	OPTION("nrfiles", nr_files),
	OPTION("direct", odirect),
	OPTION("thread", use_thread),
	OPTION("verify_fatal", verify_fatal),
	OPTION("norandommap", norandommap),
	OPTION("runtime", timeout),
	OPTION("loops", loops),
	OPTION("zonesize", zone_size),
	OPTION("iomem_align", mem_align),
	OPTION("numjobs", numjobs),
	OPTION("cpus_allowed_policy", cpus_allowed_policy),
	OPTION("disable_lat", disable_lat),
	OPTION("clocksource", clocksource),
	OPTION("thinktime", thinktime),
	OPTION("rate_iops", rate_iops),
	OPTION("number_ios", number_ios),
	OPTION("allow_mounted_write", allow_mounted_write),
	OPTION("log_entries", log_entries),
};

#define N_LANDMARKS (sizeof(landmarks) / sizeof(landmarks[0]))

/* one line, whichever stage finds it: what differs, and the way out */
#define REFUSE(engine, fmt, ...)                                              \
	log_err("%s: not loaded: built for " LANES_FIO_VERSION                \
		", running in %s: " fmt                                       \
		"; rebuild it for this fio: make FIO_SRC=/path/to/its/source" \
		", or plain `make` for the distribution's own\n",             \
		engine, fio_version_string ? fio_version_string : "?",        \
		##__VA_ARGS__)

/* size of a symbol of the host's, as its symbol table has it */
static size_t symbol_size(void *address)
{
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	if (!dladdr1(address, &info, (void **)&symbol, RTLD_DL_SYMENT) ||
	    !symbol || info.dli_saddr != address)
		return 0;
	return symbol->st_size;
}

/* "fio-3.33" is also "fio-3.33-3-dirty": git's tail says nothing of layouts */
static bool same_version(const char *running)
{
	size_t len = strlen(LANES_FIO_VERSION);

	return !strncmp(running, LANES_FIO_VERSION, len) &&
	       (!running[len] || running[len] == '-');
}

static const struct fio_option *running_option(const char *name, unsigned int n)
{
	unsigned int i;

	for (i = 0; i < n && fio_options[i].name; i++)
		if (!strcmp(fio_options[i].name, name))
			return &fio_options[i];
	return NULL;
}

static bool check_landmarks(const char *engine, unsigned int n_options)
{
	size_t i;

	for (i = 0; i < N_LANDMARKS; i++) {
		const struct fio_option *option =
			running_option(landmarks[i].name, n_options);

		if (!option || option->off1 != landmarks[i].offset) {
			REFUSE(engine,
			       "its struct thread_options has %s at %d, not "
			       "at %u",
			       landmarks[i].name,
			       option ? (int)option->off1 : -1,
			       landmarks[i].offset);
			return false;
		}
	}
	return true;
}

bool host_is_ours(const char *engine)
{
	size_t size;

	if (!fio_version_string || !fio_options || !segments ||
	    !&thread_number) {
		REFUSE(engine, "it exports no symbols to check (was it linked "
			       "without -rdynamic?)");
		return false;
	}
	if (!same_version(fio_version_string)) {
		REFUSE(engine, "the versions differ");
		return false;
	}
	/* the stride must be right before the table may be indexed */
	size = symbol_size(fio_options);
	if (size != FIO_MAX_OPTS * sizeof(struct fio_option)) {
		REFUSE(engine, "its option table has %zu bytes, not %zu", size,
		       FIO_MAX_OPTS * sizeof(struct fio_option));
		return false;
	}
	size = symbol_size(segments);
	if (!size || size % sizeof(struct thread_segment)) {
		REFUSE(engine,
		       "its job segments have %zu bytes in all, no "
		       "multiple of %zu",
		       size, sizeof(struct thread_segment));
		return false;
	}
	return check_landmarks(engine, FIO_MAX_OPTS);
}

/* The debug words lie right behind the first segment's jobs. */
static size_t running_sizeof_thread_data(void)
{
	if (!fio_debug_jobp)
		return sizeof(struct thread_data);
	return ((char *)fio_debug_jobp - (char *)segments[0].threads) /
	       JOBS_PER_SEG;
}

static bool owns_options(const struct thread_data *td)
{
	const struct host_options *options = td->eo;

	return options && !options->td && options->canary == HOST_CANARY;
}

int host_check_job(struct thread_data *td, const struct ioengine_ops *ops)
{
	size_t size = running_sizeof_thread_data();

	if (size != sizeof(*td))
		REFUSE(ops->name,
		       "its struct thread_data has %zu bytes, not "
		       "%zu",
		       size, sizeof(*td));
	else if (td->o.magic != OPT_MAGIC)
		REFUSE(ops->name, "td->o.magic is %x", td->o.magic);
	else if (td->io_ops != ops)
		REFUSE(ops->name, "td->io_ops is not this engine's");
	else if (!owns_options(td))
		REFUSE(ops->name, "td->eo is not this engine's");
	else
		return 0;
	td_verror(td, EPROTO, "engine built for another fio");
	return 1;
}

int host_check_io_u(struct thread_data *td, const struct io_u *io_u)
{
	if (io_u->flags == IO_U_F_FREE && !io_u->xfer_buflen && !io_u->file &&
	    io_u->index < td->o.iodepth)
		return 0;
	REFUSE(td->io_ops->name, "its struct io_u has flags %x where ours are",
	       io_u->flags);
	td_verror(td, EPROTO, "engine built for another fio");
	return 1;
}

int host_error(struct thread_data *td, const struct err *err)
{
	char line[1200];

	log_err("%s: %s\n", td->io_ops->name,
		err_format(err, line, sizeof(line)));
	td_verror(td, err->code, td->io_ops->name);
	return 1;
}

const char *host_places_job(struct thread_data *td)
{
	if (fio_option_is_set(&td->o, cpumask))
		return "cpus_allowed is set";
	if (td->o.numa_cpunodes || td->o.numa_memnodes || td->o.numa_mem_mode)
		return "a numa option is set";
	return NULL;
}

struct thread_data *host_job(unsigned int index)
{
	return index < (unsigned int)thread_number ? tnumber_to_td(index)
						   : NULL;
}
