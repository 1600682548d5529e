// SPDX-License-Identifier: GPL-2.0-only
/*
 * `lanes plot timeline` on fio's logs beside wc -l, which does nothing but look
 * for newlines, and mawk: a latency log of single I/Os, and a histogram log,
 * both written here.  CPU seconds of the whole program, by turns, medians.
 * Prints one line per figure, as tests/bench/run has it.
 *
 * LOGS_MB: size of the latency log; the histogram log has 3/10 of it.  The bars
 * are stated for 1000, and hold for less.
 */
#include "spawned.h"

#include <math.h>
#include <stdint.h>

#define WC_BAR	    5.0
#define RSS_BAR_MB  64.0
#define THREADS_BAR 1.1
#define MAWK_BAR    20.0
#define BINS	    1856
#define IOS_PER_MS  400
#define WINDOW_MS   100
#define DEFAULT_MB  200

/* what is written: taken away again however this ends */
static char folder[] = "/tmp/lanes-bench-XXXXXX";
static char latencies[64], histograms[64], table[64];

static void clean(void)
{
	unlink(latencies);
	unlink(histograms);
	unlink(table);
	rmdir(folder);
}

/* ---- the logs --------------------------------------------------------------
 */

/* the same numbers on every machine */
static uint64_t next(void)
{
	static uint64_t seed = 1;

	seed ^= seed << 13;
	seed ^= seed >> 7;
	return seed ^= seed << 17;
}

static double uniform(void)
{
	return ((double)(next() >> 11) + 0.5) * 0x1p-53;
}

/* 90 µs in the median, as an SSD has it, with a long tail */
static unsigned long latency_ns(void)
{
	double normal = sqrt(-2 * log(uniform())) * cos(2 * M_PI * uniform());

	return (unsigned long)(90000 * exp(0.5 * normal));
}

static void write_latencies(const char *path, size_t bytes)
{
	FILE *file = fopen(path, "w");
	size_t done = 0, ios = 0;
	int len;

	if (!file)
		die(path);
	for (; done < bytes; done += (size_t)len, ios++) {
		len = fprintf(file, "%zu, %lu, 0, 4096, 0\n", ios / IOS_PER_MS,
			      latency_ns());
		if (len < 0)
			die(path);
	}
	if (fclose(file))
		die(path);
}

static void write_histograms(const char *path, size_t bytes)
{
	FILE *file = fopen(path, "w");
	unsigned int time_ms = 0, i;

	if (!file)
		die(path);
	while (ftell(file) < (long)bytes) {
		fprintf(file, "%u, 0, 4096", time_ms += WINDOW_MS);
		for (i = 0; i < BINS; i++) {
			double apart = ((double)i - 760) / 80;
			double count = 400 * exp(-apart * apart) * uniform();

			fprintf(file, ", %u", (unsigned int)count);
		}
		fputc('\n', file);
	}
	if (ferror(file) || fclose(file))
		die(path);
}

/* ---- figures ---------------------------------------------------------------
 */

static void measure_latencies(char *lanes, char *log)
{
	char *wc[] = {"wc", "-l", log, NULL};
	char *one[] = {lanes, "plot",	   "timeline", log, "-o",
		       table, "--threads", "1",	       NULL};
	char *two[] = {lanes, "plot",	   "timeline", log, "-o",
		       table, "--threads", "2",	       NULL};
	struct cost peer[TURNS], alone[TURNS], both[TURNS];
	double ours, twice, rss;
	size_t i;

	run(wc); /* the file into the page cache */
	for (i = 0; i < TURNS; i++) {
		peer[i] = run(wc);
		alone[i] = run(one);
		both[i] = run(two);
	}
	ours = MEDIAN(alone, cpu_s);
	twice = MEDIAN(both, cpu_s);
	rss = fmax(MEDIAN(alone, rss_mb), MEDIAN(both, rss_mb));
	figure("lanes plot, latency log, one thread", ours, MEDIAN(peer, cpu_s),
	       "wc -l", "CPU s", "<= 5 x peer",
	       ours <= WC_BAR * MEDIAN(peer, cpu_s));
	figure("lanes plot, latency log, two threads", twice, ours,
	       "one thread", "CPU s", "<= 1.1 x peer",
	       twice <= THREADS_BAR * ours);
	figure("lanes plot, latency log, two threads, until it ends",
	       MEDIAN(both, wall_s), MEDIAN(alone, wall_s), "one thread", "s",
	       "none", true);
	figure("lanes plot, latency log, memory", rss, RSS_BAR_MB, "the bar",
	       "MB", "<= 64 MB", rss <= RSS_BAR_MB);
}

static void measure_histograms(char *lanes, char *log)
{
	char *mawk[] = {"mawk",
			"-F",
			", ",
			"{ for (i = 4; i <= NF; i++) b[i] += $i } "
			"END { for (i = 4; i in b; i++) n += b[i]; print n }",
			log,
			NULL};
	char *ours[] = {lanes, "plot",	    "timeline", log, "-o",
			table, "--threads", "1",	NULL};
	struct cost peer[TURNS], cost[TURNS];
	size_t i;

	if (!is_there("mawk")) {
		fprintf(stderr, "logs: skipped the histogram log: there is no "
				"mawk\n");
		return;
	}
	for (i = 0; i < TURNS; i++) {
		/* one of its runs takes as long as all of ours */
		peer[i] = i < 3 ? run(mawk) : peer[i % 3];
		cost[i] = run(ours);
	}
	figure("lanes plot, histogram log", MEDIAN(cost, cpu_s),
	       MEDIAN(peer, cpu_s), "mawk's sums", "CPU s", "<= peer / 20",
	       MEDIAN(cost, cpu_s) * MAWK_BAR <= MEDIAN(peer, cpu_s));
}

int main(void)
{
	const char *build = getenv("BUILD"), *mb = getenv("LOGS_MB");
	size_t bytes = (mb ? strtoul(mb, NULL, 10) : DEFAULT_MB) * 1000000;
	char lanes[512];

	snprintf(lanes, sizeof(lanes), "%s/lanes",
		 build ? build : "build/release");
	if (access(lanes, X_OK))
		die(lanes);
	if (!mkdtemp(folder))
		die(folder);
	atexit(clean);
	snprintf(latencies, sizeof(latencies), "%s/x_clat.1.log", folder);
	snprintf(histograms, sizeof(histograms), "%s/x_clat_hist.1.log",
		 folder);
	snprintf(table, sizeof(table), "%s/x.csv", folder);
	write_latencies(latencies, bytes);
	measure_latencies(lanes, latencies);
	unlink(latencies);
	write_histograms(histograms, bytes / 10 * 3);
	measure_histograms(lanes, histograms);
	return 0;
}
