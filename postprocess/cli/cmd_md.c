// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/io.h"
#include "cli/md_show.h"

#include "system/guard.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
	"usage: lanes md [ARRAY] [OPTION...]\n"
	"\n"
	"An md array as the engine md_stripe sees it: its geometry, its "
	"members,\n"
	"whether it may be written, and where on them an offset lies.\n"
	"\n"
	"  ARRAY             a running one: /dev/mdX, /dev/md/NAME, a "
	"partition\n"
	"  --uuid UUID       a stopped one, whose members are looked for\n"
	"  --members A,B,... a stopped one, by its members: devices or files\n"
	"  --map OFFSET      which member and LBA a byte of the array lands "
	"on\n"
	"  --json            the same for programs\n"
	"  --from DIR        a folder with copies of /sys and /dev, instead "
	"of\n"
	"                    this machine\n"
	"  --help            this text\n"
	"\n"
	"An array without metadata is described by --members, in its order "
	"and\n"
	"with the word missing where one is, and\n"
	"\n"
	"  --level LEVEL     linear, raid0, raid1, raid4, raid5, raid6, "
	"raid10\n"
	"  --chunk SIZE      64k\n"
	"  --layout LAYOUT   mdadm's words: left-symmetric, near=2\n"
	"  --offset SIZE     where each member's data begins; 0 if not given\n"
	"\n"
	"Sizes are bytes, or with k, m, g, t times 1024 each.\n";

/** struct job - one call */
struct job {
	struct md_wanted wanted;
	const char *from;
	bool json, help, has_map;
	struct md_place place;
	struct md_array md;
};

static int size_of(const char *text, uint64_t *bytes)
{
	static const char suffixes[] = "kmgt";
	unsigned long long value;
	const char *suffix;
	unsigned int shift = 0;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 0);
	if (errno || text[0] < '0' || text[0] > '9')
		return -EINVAL;
	if (*end) {
		suffix = strchr(suffixes, *end | 0x20);
		if (!suffix || end[1])
			return -EINVAL;
		shift = 10 * (suffix - suffixes + 1);
	}
	if (value > UINT64_MAX >> shift)
		return -EINVAL;
	*bytes = value << shift;
	return 0;
}

static int take_size(const char *option, uint64_t *bytes)
{
	if (!size_of(optarg, bytes))
		return 0;
	fprintf(stderr,
		"lanes md: %s: is no size for --%s: bytes, or with k, m, g, "
		"t\n",
		optarg, option);
	return -EINVAL;
}

static int take_option(struct job *job, int c)
{
	switch (c) {
	case 'u':
		job->wanted.uuid = optarg;
		return 0;
	case 'm':
		job->wanted.members = optarg;
		return 0;
	case 'l':
		job->wanted.level = optarg;
		return 0;
	case 'y':
		job->wanted.layout = optarg;
		return 0;
	case 'c':
		return take_size("chunk", &job->wanted.chunk_bytes);
	case 'o':
		return take_size("offset", &job->wanted.offset_bytes);
	case 'p':
		job->has_map = true;
		return take_size("map", &job->place.offset);
	case 'f':
		job->from = optarg;
		return 0;
	case 'j':
		job->json = true;
		return 0;
	case 'h':
		job->help = true;
		return 0;
	default:
		fputs("see lanes md --help\n", stderr);
		return -EINVAL;
	}
}

static int take_array(struct job *job, int argc, char **argv)
{
	if (optind < argc)
		job->wanted.path = argv[optind++];
	if (optind < argc) {
		fprintf(stderr,
			"lanes md: %s: is a second array; members go "
			"after --members, separated by commas\n",
			argv[optind]);
		return -EINVAL;
	}
	if (job->help || job->wanted.path || job->wanted.uuid ||
	    job->wanted.members)
		return 0;
	fputs("lanes md: no array is named; see lanes md --help\n", stderr);
	return -EINVAL;
}

static int parse(struct job *job, int argc, char **argv)
{
	static const struct option options[] = {
		{"uuid", required_argument, NULL, 'u'},
		{"members", required_argument, NULL, 'm'},
		{"level", required_argument, NULL, 'l'},
		{"layout", required_argument, NULL, 'y'},
		{"chunk", required_argument, NULL, 'c'},
		{"offset", required_argument, NULL, 'o'},
		{"map", required_argument, NULL, 'p'},
		{"from", required_argument, NULL, 'f'},
		{"json", no_argument, NULL, 'j'},
		{"help", no_argument, NULL, 'h'},
		{NULL, 0, NULL, 0},
	};
	int c;

	optind = 0;
	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1)
		if (take_option(job, c))
			return -EINVAL;
	return take_array(job, argc, argv);
}

static int place(struct job *job, struct err *err)
{
	char text[32];

	if (job->place.offset / 512 < job->md.sectors) {
		md_place_find(&job->place, &job->md);
		return 0;
	}
	snprintf(text, sizeof(text), "%llu",
		 (unsigned long long)job->place.offset);
	return err_set(err, EINVAL, text,
		       "is beyond the end of %s, which has %llu bytes",
		       job->md.name, (unsigned long long)job->md.sectors * 512);
}

/* a stopped array's members may have found another use */
static void find_users(const struct job *job, struct err *no)
{
	const struct md_array *md = &job->md;
	const char *root = job->from ? job->from : "";
	unsigned int i;

	*no = md->unwritable;
	for (i = 0; !no->code && i < md->geo.spec.members; i++)
		if (md->member[i].disk[0] &&
		    guard_holder(root, md->member[i].disk, no) != -EBUSY)
			no->code = 0;
}

static int check(const struct job *job, struct md_show *show, struct err *err)
{
	int ret;

	show->checked = -1;
	/* a copy of a machine has not its data */
	if (!job->md.disk[0] || job->from)
		return 0;
	ret = md_check(&job->md, err);
	show->checked = -ret;
	/* whoever may not read it is told what sysfs tells */
	return ret == -EACCES || ret == -EPERM ? 0 : ret;
}

static int print_json(const struct md_show *show, struct err *err)
{
	size_t len = md_show_json(show, NULL, 0);
	char *text = malloc(len + 1);
	int ret;

	if (!text)
		return err_set(err, ENOMEM, "output", "memory is out");
	md_show_json(show, text, len + 1);
	ret = io_write("-", text, len, err);
	free(text);
	return ret;
}

static int print_text(const struct md_show *show, struct err *err)
{
	char *text = NULL;
	size_t len = 0;
	FILE *to = open_memstream(&text, &len);
	int ret;

	if (!to)
		return err_set(err, ENOMEM, "output", "memory is out");
	md_show_text(show, to);
	if (fclose(to))
		ret = err_set(err, ENOMEM, "output", "memory is out");
	else
		ret = io_write("-", text, len, err);
	free(text);
	return ret;
}

static int run(struct job *job, struct err *err)
{
	struct md_show show = {.md = &job->md};
	int ret;

	ret = md_find(&job->md, job->from ? job->from : "", &job->wanted, err);
	if (!ret && job->has_map)
		ret = place(job, err);
	if (!ret)
		ret = check(job, &show, err);
	if (ret)
		return ret;
	if (job->has_map)
		show.place = &job->place;
	find_users(job, &show.no);
	return job->json ? print_json(&show, err) : print_text(&show, err);
}

int cmd_md(int argc, char **argv)
{
	struct job *job = calloc(1, sizeof(*job));
	struct err err = {0};
	char line[1200];
	int ret = 0;

	if (!job) {
		fputs("lanes md: memory is out\n", stderr);
		return 1;
	}
	if (parse(job, argc, argv)) {
		free(job);
		return 2;
	}
	if (job->help)
		fputs(usage, stdout);
	else
		ret = run(job, &err);
	if (ret)
		fprintf(stderr, "lanes md: %s\n",
			err_format(&err, line, sizeof(line)));
	free(job);
	return ret ? 1 : 0;
}
