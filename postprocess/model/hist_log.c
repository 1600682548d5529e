// SPDX-License-Identifier: GPL-2.0-only
#include "model/hist_log.h"

#include "model/log_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* most counts are zero: so many of them are skipped at once */
static const char zeros[] = "0, 0, 0, 0, 0, 0, 0, 0, ";
#define ZEROS	    8
#define ZEROS_BYTES 24

struct row {
	uint64_t time_ms, side, block_bytes;
};

/* Return: where the counts begin, or NULL */
static const char *read_row(const char *at, struct row *row)
{
	at = log_column(at, &row->time_ms);
	at = at ? log_column(at, &row->side) : NULL;
	at = at ? log_column(at, &row->block_bytes) : NULL;
	return at && row->side < SIDE_COUNT ? at : NULL;
}

/* ---- its form ---------------------------------------------------- */

static unsigned int count_columns(const char *at, const char *end)
{
	unsigned int columns = 1;

	for (; at < end; at++)
		columns += *at == ',';
	return columns;
}

static bool recognise(struct hist_form *form, unsigned int bins)
{
	unsigned int c, i;

	form->bins = bins;
	for (c = 0; c <= BINS_COARSENESS_MAX; c++) {
		form->microseconds = bins == (unsigned int)BINS_COUNT_US >> c;
		if (form->microseconds || bins == (unsigned int)BINS_COUNT >> c)
			break;
	}
	form->coarseness = c;
	for (i = 0; c <= BINS_COARSENESS_MAX && i < bins; i++)
		form->middle[i] = bins_middle(i << c, 1u << c);
	return c <= BINS_COARSENESS_MAX;
}

int hist_sniff(struct hist_form *form, const char *name, const char *buf,
	       size_t len, struct err *err)
{
	const char *end = memrchr(buf, '\n', len), *next, *counts;
	struct log_times times = {0};
	struct row row;

	*form = (struct hist_form){.log.hist = true};
	for (; end && buf <= end; buf = next + 1) {
		next = rawmemchr(buf, '\n');
		counts = read_row(buf, &row);
		if (!counts)
			continue;
		if (!times.count &&
		    !recognise(form, count_columns(counts, next)))
			return err_set(err, EINVAL, name,
				       "has %u counts in a line: a histogram "
				       "log has 1856 or 1216, or a half, a "
				       "quarter, ... of that",
				       form->bins);
		log_times_add(&times, row.side, row.time_ms);
	}
	if (!times.count)
		return err_set(err, EINVAL, name,
			       "has no line of a histogram log");
	log_times_end(&times, &form->log);
	return 0;
}

void hist_init(struct log *log, const struct hist_form *form, uint64_t width_ms)
{
	log_init(log, &form->log, width_ms);
	log->coarseness = form->coarseness;
}

/* ---- lines ------------------------------------------------------- */

/* a column whose count is not 0 */
struct cell {
	unsigned int column;
	uint64_t count;
};

/*
 * @buf_end: of the buffer; the line's newline comes before it
 *
 * Return: how many @cells, or -1 where there are not as many counts as there
 * should be.
 */
static int read_counts(const char *at, const char *buf_end, unsigned int bins,
		       struct cell *cells)
{
	unsigned int column, used = 0;
	uint64_t count;
	const char *end;

	for (column = 0; column < bins; column++) {
		while (bins - column > ZEROS && buf_end - at >= ZEROS_BYTES &&
		       !memcmp(at, zeros, ZEROS_BYTES)) {
			at += ZEROS_BYTES;
			column += ZEROS;
		}
		end = log_number(at, &count);
		if (end == at || end - at > 18)
			return -1;
		cells[used] = (struct cell){column, count};
		used += count > 0;
		if (column + 1 < bins && *end++ != ',')
			return -1;
		at = *end == ' ' ? end + 1 : end;
	}
	return *at == '\n' || *at == '\r' ? (int)used : -1;
}

/* the ends of what was seen, as far as bins can tell */
static void note_range(struct log_bucket *bucket, unsigned int coarseness,
		       unsigned int lowest, unsigned int highest)
{
	uint64_t low = (uint64_t)bins_low(lowest << coarseness, BINS_BITS);
	uint64_t next =
		(uint64_t)bins_low((highest + 1) << coarseness, BINS_BITS);

	if (low < bucket->min)
		bucket->min = low;
	if (next - 1 > bucket->max)
		bucket->max = next - 1;
}

static void add_cells(struct log_bucket *bucket, struct log_series *series,
		      const struct hist_form *form, const struct cell *cells,
		      unsigned int used, double block_bytes)
{
	uint64_t count = 0;
	double sum = 0;
	unsigned int i;

	if (!used)
		return;
	for (i = 0; i < used; i++) {
		double value = form->middle[cells[i].column];

		count += cells[i].count;
		sum += (double)(int64_t)cells[i].count * value;
		bucket->bins[log_bin_coarse((uint64_t)(int64_t)value)] +=
			(uint32_t)cells[i].count;
		series->bins[cells[i].column << form->coarseness] +=
			cells[i].count;
	}
	bucket->count += count;
	bucket->sum += sum;
	bucket->block_bytes += (double)count * block_bytes;
	note_range(bucket, form->coarseness, cells[0].column,
		   cells[used - 1].column);
}

/* @at: a line that ends in a newline */
static void take_line(struct log *log, const struct hist_form *form,
		      const char *at, const char *buf_end)
{
	struct cell cells[BINS_COUNT];
	struct log_bucket *bucket;
	struct row row;
	const char *counts = read_row(at, &row);
	int used =
		counts ? read_counts(counts, buf_end, form->bins, cells) : -1;

	log->lines++;
	if (used < 0) {
		if (*at != '\n' && !log->bad_lines++)
			log->first_bad = log->lines;
		return;
	}
	bucket = log_bucket_at(log, (enum side)row.side,
			       log_see(log, row.time_ms));
	if (bucket)
		add_cells(bucket, &log->side[row.side], form, cells,
			  (unsigned int)used, (double)row.block_bytes);
}

size_t hist_feed(struct log *log, const struct hist_form *form, const char *buf,
		 size_t len, bool last)
{
	const char *at = buf, *next;
	size_t left = len;

	while ((next = memchr(at, '\n', left))) {
		take_line(log, form, at, buf + len);
		left -= (size_t)(next + 1 - at);
		at = next + 1;
	}
	/* a last line without its newline lacks what nobody can tell */
	if (last && left) {
		log->lines++;
		if (!log->bad_lines++)
			log->first_bad = log->lines;
		left = 0;
	}
	return len - left;
}
