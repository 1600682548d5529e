// SPDX-License-Identifier: GPL-2.0-only
/*
 * `lanes compare` on fio's JSON+ beside jq, which counts its bins: 87 MB of
 * jobs as fio 3.33 writes them, written here.  CPU seconds of the whole
 * program, by turns, medians.  Prints one line per figure, as tests/bench/run
 * has it.
 *
 * JSONPLUS_MB: size of the file.
 */
#include "spawned.h"

#define DEFAULT_MB 87
#define BINS	   290

static char path[] = "/tmp/lanes-bench-XXXXXX";

static void clean(void)
{
	unlink(path);
}

static void write_latency(FILE *file, const char *name, bool with_bins)
{
	unsigned int i;

	fprintf(file,
		"        \"%s\" : {\n          \"min\" : 481,\n"
		"          \"max\" : 2640649,\n          \"mean\" : "
		"57202.883065,\n          \"stddev\" : 156529.741195,\n"
		"          \"N\" : %d",
		name, BINS * (BINS + 1) / 2);
	if (with_bins) {
		fprintf(file, ",\n          \"percentile\" : {\n"
			      "            \"50.000000\" : 1704,\n"
			      "            \"99.000000\" : 602112\n"
			      "          },\n          \"bins\" : {\n");
		for (i = 1; i <= BINS; i++)
			fprintf(file, "            \"%u\" : %u%s\n",
				740 + 8 * i, i,
				i < BINS ? "," : "\n          }");
	}
	fprintf(file, "\n        },\n");
}

static void write_side(FILE *file, const char *name)
{
	fprintf(file,
		"      \"%s\" : {\n        \"io_bytes\" : 172810240,\n"
		"        \"io_kbytes\" : 168760,\n        \"bw_bytes\" : "
		"58046171,\n        \"bw\" : 56685,\n        \"iops\" : "
		"14171.428571,\n        \"runtime\" : 2977,\n"
		"        \"total_ios\" : %d,\n",
		name, BINS * (BINS + 1) / 2);
	write_latency(file, "slat_ns", false);
	write_latency(file, "clat_ns", true);
	write_latency(file, "lat_ns", false);
	fprintf(file, "        \"bw_min\" : 0,\n        \"bw_max\" : 0,\n"
		      "        \"bw_mean\" : 0.000000,\n"
		      "        \"iops_samples\" : 0\n      },\n");
}

static void write_jobs(FILE *file, size_t bytes)
{
	unsigned int job = 0;

	fprintf(file, "{\n  \"fio version\" : \"fio-3.33\",\n  \"jobs\" : [");
	while (ftell(file) < (long)bytes) {
		fprintf(file,
			"%s\n    {\n      \"jobname\" : \"a%u\",\n"
			"      \"groupid\" : 0,\n      \"error\" : 0,\n"
			"      \"job options\" : {\n        \"rw\" : "
			"\"randrw\"\n      },\n",
			job ? "," : "", job);
		write_side(file, "read");
		write_side(file, "write");
		fprintf(file, "      \"job_runtime\" : 2977,\n"
			      "      \"usr_cpu\" : 1.500000,\n"
			      "      \"sys_cpu\" : 2.500000\n    }");
		job++;
	}
	fprintf(file, "\n  ]\n}\n");
}

static void measure(char *lanes)
{
	char *jq[] = {"jq", "[.jobs[].read.clat_ns.bins | add] | add", path,
		      NULL};
	char *ours[] = {lanes, "compare", path, NULL};
	struct cost peer[TURNS], cost[TURNS];
	double cpu_s, peer_s;
	size_t i;

	for (i = 0; i < TURNS; i++) {
		peer[i] = run(jq);
		cost[i] = run(ours);
	}
	cpu_s = MEDIAN(cost, cpu_s);
	peer_s = MEDIAN(peer, cpu_s);
	figure("lanes compare, JSON+", cpu_s, peer_s, "jq", "CPU s", "<= peer",
	       cpu_s <= peer_s);
	figure("lanes compare, JSON+, memory", MEDIAN(cost, rss_mb),
	       MEDIAN(peer, rss_mb), "jq", "MB", "none", true);
}

int main(void)
{
	const char *build = getenv("BUILD"), *mb = getenv("JSONPLUS_MB");
	size_t bytes = (mb ? strtoul(mb, NULL, 10) : DEFAULT_MB) * 1000000;
	char lanes[512];
	FILE *file;
	int fd;

	snprintf(lanes, sizeof(lanes), "%s/lanes",
		 build ? build : "build/release");
	if (access(lanes, X_OK))
		die(lanes);
	if (!is_there("jq")) {
		fprintf(stderr, "jsonplus: skipped: there is no jq\n");
		return 0;
	}
	fd = mkstemp(path);
	file = fd < 0 ? NULL : fdopen(fd, "w");
	if (!file)
		die(path);
	atexit(clean);
	write_jobs(file, bytes);
	if (ferror(file) || fclose(file))
		die(path);
	measure(lanes);
	return 0;
}
