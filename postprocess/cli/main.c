// SPDX-License-Identifier: GPL-2.0-only
#include "cli/cmd.h"
#include "cli/version.h"

#include <stdio.h>
#include <string.h>

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
	const char *what;
} commands[] = {
	{"topo", cmd_topo, "what the drives hang on, and what that can carry"},
	{"md", cmd_md, "an md array, its members, and where an offset lies"},
	{"plot", cmd_plot, "fio's logs and results as one chart"},
	{"compare", cmd_compare, "results side by side, as a table"},
	{"report", cmd_report, "results as charts and one HTML page"},
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void usage(FILE *to)
{
	size_t i;

	fprintf(to, "usage: lanes COMMAND [OPTION...]\n\n");
	for (i = 0; i < COMMANDS; i++)
		fprintf(to, "  %-8s%s\n", commands[i].name, commands[i].what);
	fprintf(to, "\n`lanes COMMAND --help` tells a command's options; "
		    "`man lanes` all.\n");
}

int main(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		usage(stderr);
		return 2;
	}
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")) {
		usage(stdout);
		return 0;
	}
	if (!strcmp(argv[1], "--version")) {
		printf("lanes %s\n", LANES_VERSION);
		return 0;
	}
	for (i = 0; i < COMMANDS; i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	fprintf(stderr, "lanes: %s: no such command; see lanes --help\n",
		argv[1]);
	return 2;
}
