// SPDX-License-Identifier: GPL-2.0-only
#include "model/terse_line.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* version, fio's, name, group, error; then one block per direction; behind
 * them the CPU, depths, latencies, and nine for each disk */
#define HEAD	   5
#define NAME	   2
#define BLOCK	   41
#define BLOCK_V5   47
#define PERCENTILE 12
#define PERCENTS   20
#define BLOCKS_MAX 4
#define FIELDS_MAX 512
#define NUMBER_MAX 1e24

/* fields of a block */
enum {
	KIB,
	BANDWIDTH,
	IOPS,
	RUNTIME,
	CLAT = 8,
	LAT = 32
};
/* and of a latency */
enum {
	LEAST,
	MOST,
	MEAN,
	DEVIATION
};

struct field {
	const char *at;
	size_t len;
};

/* @extra: ';' within the job's name */
struct row {
	struct field fields[FIELDS_MAX];
	size_t count;
	size_t extra;
	size_t width;
	unsigned int blocks;
};

int terse_version(const char *line, size_t len)
{
	if (len < 6 || line[0] < '2' || line[0] > '5' || line[1] != ';')
		return 0;
	if (line[0] != '2' && memcmp(line + 2, "fio-", 4) != 0)
		return 0;
	/* any list of numbers may begin with "2;" */
	if (line[0] == '2' && !memmem(line, len, "%=", 2))
		return 0;
	return line[0] - '0';
}

static void split(struct row *row, const char *line, size_t len)
{
	const char *end = line + len, *stop;

	row->count = 0;
	while (row->count < FIELDS_MAX && line <= end) {
		stop = memchr(line, ';', (size_t)(end - line));
		if (!stop)
			stop = end;
		row->fields[row->count++] =
			(struct field){line, (size_t)(stop - line)};
		line = stop + 1;
	}
}

static double number(const struct field *field)
{
	char copy[64], *end;
	double value;

	if (!field->len || field->len >= sizeof(copy))
		return 0;
	memcpy(copy, field->at, field->len);
	copy[field->len] = '\0';
	value = strtod(copy, &end);
	return value > 1e-9 && value < NUMBER_MAX ? value : 0;
}

/* "99.000000%=634" */
static bool is_percentile(const struct field *field)
{
	size_t i = 0;

	while (i < field->len &&
	       (isdigit((unsigned char)field->at[i]) || field->at[i] == '.'))
		i++;
	return i && i + 2 < field->len && field->at[i] == '%' &&
	       field->at[i + 1] == '=';
}

static bool is_block(const struct row *row, size_t start)
{
	size_t i;

	if (start + row->width > row->count)
		return false;
	for (i = 0; i < PERCENTS; i++)
		if (!is_percentile(&row->fields[start + PERCENTILE + i]))
			return false;
	return true;
}

/* a name with ';' in it moves all behind it: the percentiles tell how far */
static bool find_blocks(struct row *row)
{
	row->blocks = 0;
	for (row->extra = 0; row->extra + HEAD < row->count; row->extra++)
		if (is_block(row, HEAD + row->extra))
			break;
	while (row->blocks < BLOCKS_MAX &&
	       is_block(row, HEAD + row->extra + row->blocks * row->width))
		row->blocks++;
	return row->blocks;
}

static bool ends_in_percent(const struct row *row, size_t at)
{
	return at < row->count && row->fields[at].len &&
	       row->fields[at].at[row->fields[at].len - 1] == '%';
}

/* a line that was cut within its blocks lacks the CPU's share behind them */
static bool is_whole(const struct row *row)
{
	size_t behind = HEAD + row->extra + row->blocks * row->width;

	return ends_in_percent(row, behind) && ends_in_percent(row, behind + 1);
}

static void parse_percentile(struct latency *latency, const struct field *field)
{
	double percent = number(field), us;
	const char *equals = memchr(field->at, '=', field->len);
	struct field value = {equals + 1,
			      (size_t)(field->at + field->len - equals - 1)};
	unsigned int i;

	us = number(&value);
	for (i = 0; i < PERCENTILES; i++)
		if (fabs(percent - percentile_percent(i)) < 1e-6 && us > 0)
			latency->p_ns[i] = us * 1000;
}

static void parse_side(struct fio_side *side, const struct field *block)
{
	struct latency *latency = &side->latency;
	const struct field *lat = block + LAT;
	unsigned int i;

	*side = (struct fio_side){
		.bytes = 1024 * number(&block[KIB]),
		.runtime_ms = number(&block[RUNTIME]),
	};
	side->ios = round(number(&block[IOPS]) * side->runtime_ms / 1000);
	for (i = 0; i < PERCENTILES; i++)
		latency->p_ns[i] = NAN;
	for (i = 0; i < PERCENTS; i++)
		parse_percentile(latency, &block[PERCENTILE + i]);
	if (!(number(&lat[MEAN]) > 0))
		lat = block + CLAT;
	latency->mean_ns = 1000 * number(&lat[MEAN]);
	latency->stddev_ns = 1000 * number(&lat[DEVIATION]);
	latency->count = latency->mean_ns > 0 ? side->ios : 0;
}

/* version 3 has no trims; unified_rw_reporting has one block for all, or
 * (=both) a further one, which is left out */
static const char *parse_sides(struct fio_job *job, const struct row *row,
			       int version)
{
	unsigned int sides = version == 3 ? 2 : 3, i;

	job->unified = row->blocks == 1;
	if (!job->unified && row->blocks != sides && row->blocks != sides + 1)
		return "is cut short, or of another version than it says";
	for (i = 0; i < (job->unified ? SIDE_COUNT : sides); i++) {
		size_t block = job->unified ? 0 : i;

		parse_side(
			&job->side[i],
			&row->fields[HEAD + row->extra + block * row->width]);
		if (job->side[i].runtime_ms > job->runtime_ms)
			job->runtime_ms = job->side[i].runtime_ms;
	}
	return NULL;
}

static void copy_text(char *text, size_t size, const char *from, size_t len)
{
	size_t used = len < size ? len : size - 1;

	memcpy(text, from, used);
	text[used] = '\0';
}

static int integer(const struct field *field)
{
	double value = number(field);

	return value < INT_MAX ? (int)value : 0;
}

const char *terse_line_parse(struct fio_job *job, char *fio_version,
			     const char *line, size_t len)
{
	int version = terse_version(line, len);
	struct row row = {.width = version == 5 ? BLOCK_V5 : BLOCK};
	const struct field *group;

	*job = (struct fio_job){.cpu_ms = NAN};
	split(&row, line, len);
	if (!find_blocks(&row) || !is_whole(&row))
		return "is cut short";
	group = &row.fields[NAME + row.extra + 1];
	copy_text(fio_version, 64, row.fields[1].at, row.fields[1].len);
	copy_text(job->name, sizeof(job->name), row.fields[NAME].at,
		  (size_t)(group->at - row.fields[NAME].at - 1));
	job->group = integer(group);
	job->error = integer(group + 1);
	return parse_sides(job, &row, version);
}
