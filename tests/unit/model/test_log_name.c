// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "model/log_name.h"

static void names_tell_what_logs_are(void **state)
{
	static const struct {
		const char *path;
		enum log_kind kind;
		const char *run;
		unsigned int job;
		const char *host;
		bool packed;
	} rows[] = {
		{"a/x_bw.1.log", LOG_BW, "a/x", 1, "", false},
		{"x_iops.12.log", LOG_IOPS, "x", 12, "", false},
		{"x_lat.1.log", LOG_LAT, "x", 1, "", false},
		{"x_clat.1.log", LOG_CLAT, "x", 1, "", false},
		{"x_slat.1.log", LOG_SLAT, "x", 1, "", false},
		{"x_clat_hist.3.log", LOG_CLAT_HIST, "x", 3, "", false},
		{"x_hist.3.log", LOG_CLAT_HIST, "x", 3, "", false},
		/* per_job_logs=0; a client's; compressed */
		{"x_bw.log", LOG_BW, "x", 0, "", false},
		{"x_bw.1.log.10.0.0.7", LOG_BW, "x", 1, "10.0.0.7", false},
		{"x_bw.log.host", LOG_BW, "x", 0, "host", false},
		{"x_clat.1.log.fz", LOG_CLAT, "x", 1, "", true},
		{"x_clat.1.log.host.fz", LOG_CLAT, "x", 1, "host", true},
		{"x_clat.1.log.gz", LOG_CLAT, "x", 1, "", true},
		/* the last word that fits is the kind */
		{"d_bw.1.log/a_bw.1.log_iops.2.log", LOG_IOPS,
		 "d_bw.1.log/a_bw.1.log", 2, "", false},
		{"_lat.1.log", LOG_LAT, "", 1, "", false},
		/* none of fio's */
		{"x.log", LOG_UNKNOWN, "x.log", 0, "", false},
		{"bw.1.log", LOG_UNKNOWN, "bw.1.log", 0, "", false},
		{"x_bw.1.logs", LOG_UNKNOWN, "x_bw.1.logs", 0, "", false},
		{"x_bw.one.log", LOG_UNKNOWN, "x_bw.one.log", 0, "", false},
		{"x_bw.1.log/data", LOG_UNKNOWN, "x_bw.1.log/data", 0, "",
		 false},
		{"", LOG_UNKNOWN, "", 0, "", false},
	};
	struct log_name name;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		log_name_parse(&name, rows[i].path);
		assert_int_equal(name.kind, rows[i].kind);
		assert_string_equal(name.run, rows[i].run);
		assert_int_equal(name.job, rows[i].job);
		assert_string_equal(name.host, rows[i].host);
		assert_int_equal(name.packed, rows[i].packed);
	}
}

static void kinds_have_names(void **state)
{
	enum log_kind kind;

	(void)state;
	for (kind = LOG_BW; kind <= LOG_CLAT_HIST; kind++)
		assert_int_equal(log_kind_find(log_kind_name(kind)), kind);
	assert_string_equal(log_kind_name(LOG_UNKNOWN), "");
	assert_int_equal(log_kind_find("x"), LOG_UNKNOWN);
	assert_true(log_kind_latency(LOG_CLAT_HIST));
	assert_false(log_kind_latency(LOG_IOPS));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_tell_what_logs_are),
		cmocka_unit_test(kinds_have_names),
	};

	return unit_run(tests);
}
