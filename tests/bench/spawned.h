// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whole programs, timed: what benchmarks of `lanes` beside other programs have
 * in common.  A program's @turns runs take turns with those of the others.
 */
#ifndef LANES_TESTS_BENCH_SPAWNED_H
#define LANES_TESTS_BENCH_SPAWNED_H

#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define TURNS 7

extern char **environ;

/** struct cost - of a program's run */
struct cost {
	double cpu_s, wall_s, rss_mb;
};

static inline void die(const char *what)
{
	fprintf(stderr, "bench: %s: %s\n", what, strerror(errno));
	exit(1);
}

static inline double seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static inline double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/** run() - with its output thrown away; ends the benchmark if it fails */
static inline struct cost run(char *const argv[])
{
	posix_spawn_file_actions_t actions;
	double start = seconds();
	struct rusage usage;
	struct cost cost;
	int status, code;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null",
					 1, 0);
	code = posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (code) {
		errno = code;
		die(argv[0]);
	}
	if (wait4(pid, &status, 0, &usage) != pid || status) {
		fprintf(stderr, "bench: %s failed\n", argv[0]);
		exit(1);
	}
	cost.wall_s = seconds() - start;
	cost.cpu_s = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
	cost.rss_mb = (double)usage.ru_maxrss / 1024;
	return cost;
}

/** is_there() - is a program in PATH? */
static inline bool is_there(const char *program)
{
	char *argv[] = {"sh", "-c", NULL, NULL};
	char command[64];
	int status;
	pid_t pid;

	snprintf(command, sizeof(command), "command -v %s >/dev/null", program);
	argv[2] = command;
	return !posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ) &&
	       waitpid(pid, &status, 0) == pid && !status;
}

static inline int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline double median(const struct cost *costs, size_t offset)
{
	double values[TURNS];
	size_t i;

	for (i = 0; i < TURNS; i++)
		memcpy(&values[i], (const char *)&costs[i] + offset,
		       sizeof(double));
	qsort(values, TURNS, sizeof(*values), by_size);
	return values[TURNS / 2];
}

#define MEDIAN(costs, member) median(costs, offsetof(struct cost, member))

/** figure() - a line as tests/bench/run has it */
static inline void figure(const char *name, double ours, double peer,
			  const char *peer_name, const char *unit,
			  const char *bar, bool ok)
{
	printf("%s\t%.6g\t%.6g\t%s\t%s\t%s\t%s\n", name, ours, peer, peer_name,
	       unit, bar, ok ? "true" : "false");
	fflush(stdout);
}

#endif
