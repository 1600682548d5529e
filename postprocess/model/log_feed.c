// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines of a log, eight bytes at once.  What a line begins with (its time)
 * and ends with (all behind its value) is mostly what the one before had: that
 * is compared, and only the value is read.  A line that is not as fio writes
 * them, and the last ones of a buffer, are read digit by digit.
 */
#include "model/log.h"

#include "model/log_text.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

#define EVERY(byte) (0x0101010101010101u * (byte))

#define HEAD_WORDS 2
#define TAIL_WORDS 4

/* how far from a line's start the short cut may look: head, value, tail */
#define AHEAD 96

/* so many tails are taken for patterns; where they differ, that is in vain */
#define TAILS 16

struct line {
	uint64_t time_ms;
	uint64_t value, high;
	uint64_t side;
	uint64_t block_bytes;
};

/* text that lines have in common; no length: none yet */
struct pattern {
	unsigned int len;
	uint64_t text[TAIL_WORDS], mask[TAIL_WORDS];
};

/**
 * struct reader - state of one log_feed()
 * @from_ms: where the buckets @now begin, those of the last line's time
 * @head:    a line's time, @time_ms, and comma
 * @tail:    what follows its value, up to its newline, but for the direction
 * @block_bytes: that @tail names
 */
struct reader {
	struct log *log;
	const char *end;
	uint64_t from_ms;
	struct log_bucket *now[SIDE_COUNT];
	struct pattern head, tail;
	uint64_t time_ms;
	unsigned int tails;
	double block_bytes;
};

/* ---- into the buckets -------------------------------------------- */

static inline void set_time(struct reader *reader, uint64_t time_ms)
{
	uint64_t since = log_see(reader->log, time_ms);

	if (since - reader->from_ms < reader->log->width_ms &&
	    reader->from_ms != UINT64_MAX)
		return;
	memset(reader->now, 0, sizeof(reader->now));
	reader->from_ms = since - since % reader->log->width_ms;
}

static struct log_bucket *open_bucket(struct reader *reader, unsigned int side)
{
	struct log *log = reader->log;
	uint64_t width = log->width_ms;
	struct log_bucket *bucket =
		log_bucket_at(log, (enum side)side, reader->from_ms);

	/* the buckets moved, and those of the other directions with them */
	if (log->width_ms != width) {
		memset(reader->now, 0, sizeof(reader->now));
		reader->from_ms -= reader->from_ms % log->width_ms;
	}
	return reader->now[side] = bucket;
}

static inline void add(struct reader *reader, unsigned int side, uint64_t value,
		       double block_bytes)
{
	struct log_bucket *bucket = reader->now[side];

	if (!bucket) {
		bucket = open_bucket(reader, side);
		if (!bucket)
			return;
	}
	bucket->min = value < bucket->min ? value : bucket->min;
	bucket->max = value > bucket->max ? value : bucket->max;
	bucket->count++;
	bucket->sum += (double)(int64_t)value;
	bucket->block_bytes += block_bytes;
	bucket->bins[log_bin_coarse(value)]++;
	reader->log->side[side].bins[bins_index(value)]++;
}

/* ---- digit by digit ---------------------------------------------- */

/* The line's newline ends every number, so nothing runs beyond it. */
static bool read_line(const char *at, bool pairs, struct line *line)
{
	const char *rest;

	at = log_column(at, &line->time_ms);
	at = at ? log_column(at, &line->value) : NULL;
	line->high = line->value;
	if (at && pairs)
		at = log_column(at, &line->high);
	at = at ? log_column(at, &line->side) : NULL;
	if (!at || line->side >= SIDE_COUNT)
		return false;
	rest = log_number(at, &line->block_bytes);
	return rest != at && strchr(",\n\r", *rest) && *rest;
}

/* a value that stands for a window: to all buckets in which that lies */
static void spread(struct reader *reader, const struct line *line,
		   uint64_t since_ms)
{
	struct log *log = reader->log;
	uint64_t half = log->form.window_ms / 2;
	uint64_t from = since_ms > half ? since_ms - half : 0;
	uint64_t to = from + log->form.window_ms, next;
	uint64_t width = log->width_ms;
	struct log_bucket *bucket;

	for (; from < to; from = next) {
		bucket = log_bucket_at(log, (enum side)line->side, from);
		if (!bucket)
			return;
		next = from - from % log->width_ms + log->width_ms;
		next = next < to ? next : to;
		bucket->value_ms += (double)line->value * (double)(next - from);
	}
	if (log->width_ms != width)
		reader->from_ms = UINT64_MAX;
}

/* @at: a line that ends in a newline; Return: the next one */
static const char *take_line(struct reader *reader, const char *at)
{
	struct log *log = reader->log;
	struct line line = {0};

	log->lines++;
	if (read_line(at, log->form.pairs, &line)) {
		struct log_bucket *bucket;

		set_time(reader, line.time_ms);
		add(reader, (unsigned int)line.side, line.value,
		    (double)line.block_bytes);
		bucket = reader->now[line.side];
		if (bucket && line.high > bucket->max)
			bucket->max = line.high;
		if (log->form.averaged)
			spread(reader, &line, log_see(log, line.time_ms));
	} else if (*at != '\n' && !log->bad_lines++) {
		log->first_bad = log->lines;
	}
	return (char *)rawmemchr(at, '\n') + 1;
}

/* ---- eight bytes at once ----------------------------------------- */

static inline uint64_t load(const char *at)
{
	uint64_t word;

	memcpy(&word, at, sizeof(word));
	return le64toh(word);
}

static inline bool matches(const struct pattern *pattern, const char *at)
{
	uint64_t differs = (load(at) ^ pattern->text[0]) & pattern->mask[0];
	unsigned int i;

	/* short ones are as long as the last one: a branch that is foreseen */
	for (i = 1; 8 * i < pattern->len; i++)
		differs |= (load(at + 8 * i) ^ pattern->text[i]) &
			   pattern->mask[i];
	return !differs && pattern->len;
}

static void learn(struct pattern *pattern, const char *at, size_t len,
		  unsigned int words)
{
	size_t left = len, part;
	unsigned int i;

	pattern->len = len <= 8 * words ? (unsigned int)len : 0;
	for (i = 0; i < words; i++, left -= part) {
		part = left < 8 ? left : 8;
		pattern->mask[i] = part ? UINT64_MAX >> (64 - 8 * part) : 0;
		pattern->text[i] = load(at + 8 * i) & pattern->mask[i];
	}
}

/*
 * Up to eight digits: neighbours become numbers of two digits, these of four,
 * these of eight, all at the same time.
 *
 * Return: how many there were.
 */
static inline unsigned int digits(const char *at, uint64_t *value)
{
	uint64_t word = load(at) ^ EVERY('0');
	uint64_t others = ((word + EVERY(0x76)) | word) & EVERY(0x80);
	unsigned int count =
		others ? (unsigned int)__builtin_ctzll(others) / 8 : 8;

	/* the last one into the highest byte, zeros before the first */
	word = count ? word << (64 - 8 * count) : 0;
	word = (word * 10 + (word >> 8)) & 0x00ff00ff00ff00ff;
	word = (word * 100 + (word >> 16)) & 0x0000ffff0000ffff;
	*value = (word * 10000 + (word >> 32)) & 0xffffffff;
	return count;
}

/* up to 15 digits; Return: how many, or 0 for none or more */
static inline unsigned int long_digits(const char *at, uint64_t *value)
{
	static const uint32_t powers[] = {
		1, 10, 100, 1000, 10000, 100000, 1000000, 10000000,
	};
	unsigned int count = digits(at, value), more;
	uint64_t low;

	if (count < 8)
		return count;
	more = digits(at + 8, &low);
	*value = more < 8 ? *value * powers[more] + low : 0;
	return more < 8 ? count + more : 0;
}

static inline const char *newline(const char *at, const char *end)
{
	uint64_t word, found;

	for (; end - at >= 8; at += 8) {
		word = load(at) ^ EVERY('\n');
		found = (word - EVERY(1)) & ~word & EVERY(0x80);
		if (found)
			return at + __builtin_ctzll(found) / 8;
	}
	return rawmemchr(at, '\n');
}

/* a time that is not the last line's; Return: whether there is one */
static bool read_head(struct reader *reader, const char *at)
{
	unsigned int count = long_digits(at, &reader->time_ms);

	reader->head.len = 0;
	if (count && at[count] == ',' && at[count + 1] == ' ')
		learn(&reader->head, at, count + 2, HEAD_WORDS);
	return reader->head.len;
}

/* a tail that is not the last line's; Return: behind its newline, or NULL */
static const char *read_tail(struct reader *reader, const char *at,
			     uint64_t *block_bytes)
{
	/* ", 0, " but for the digit */
	uint64_t commas = load(at) & 0xffff00ffff;
	unsigned int count = long_digits(at + 5, block_bytes);
	const char *rest = at + 5 + count, *next;

	if (commas != 0x202c00202c || !count ||
	    (*rest != ',' && *rest != '\n' && *rest != '\r'))
		return NULL;
	next = newline(rest, reader->end) + 1;
	if (reader->tails++ < TAILS && reader->end - at >= 8 * TAIL_WORDS) {
		learn(&reader->tail, at, (size_t)(next - at), TAIL_WORDS);
		/* lines of a mixed workload differ in their direction alone */
		reader->tail.text[0] &= ~((uint64_t)0xff << 16);
		reader->tail.mask[0] &= ~((uint64_t)0xff << 16);
		reader->block_bytes = (double)*block_bytes;
	}
	return next;
}

/*
 * The rest of a line, behind its time.
 *
 * Return: the next line, or NULL (and nothing was added).
 */
static inline const char *read_rest(struct reader *reader, const char *at,
				    bool new_time)
{
	uint64_t value, block_bytes;
	unsigned int count = long_digits(at, &value), side;
	double bytes = reader->block_bytes;
	const char *next;

	at += count;
	side = (unsigned int)at[2] - '0';
	if (!count || side >= SIDE_COUNT)
		return NULL;
	if (matches(&reader->tail, at)) {
		next = at + reader->tail.len;
	} else {
		next = read_tail(reader, at, &block_bytes);
		bytes = (double)block_bytes;
	}
	if (!next)
		return NULL;
	if (new_time)
		set_time(reader, reader->time_ms);
	add(reader, side, value, bytes);
	return next;
}

/*
 * @at: a line with AHEAD bytes behind its start, and a newline among all
 *
 * Return: the next line, or NULL (and nothing was added).
 */
static inline const char *short_cut(struct reader *reader, const char *at)
{
	bool new_time = !matches(&reader->head, at);
	const char *next = NULL;

	if (!new_time || read_head(reader, at))
		next = read_rest(reader, at + reader->head.len, new_time);
	if (!next)
		reader->head.len = 0;
	return next;
}

/* ---- all lines --------------------------------------------------- */

/* a last line without its newline */
static void take_tail(struct reader *reader, const char *buf, size_t len)
{
	char line[256];

	if (len >= sizeof(line))
		len = sizeof(line) - 1;
	memcpy(line, buf, len);
	line[len] = '\n';
	take_line(reader, line);
}

size_t log_feed(struct log *log, const char *buf, size_t len, bool last)
{
	struct reader reader = {.log = log, .from_ms = UINT64_MAX};
	bool by_digit = log->form.averaged || log->form.pairs;
	const char *at = buf, *next;

	reader.end = memrchr(buf, '\n', len);
	reader.end = reader.end ? reader.end + 1 : buf;
	while (reader.end - at >= AHEAD && !by_digit) {
		next = short_cut(&reader, at);
		if (next)
			log->lines++;
		at = next ? next : take_line(&reader, at);
	}
	while (at < reader.end)
		at = take_line(&reader, at);
	if (last && at < buf + len) {
		take_tail(&reader, at, (size_t)(buf + len - at));
		at = buf + len;
	}
	return (size_t)(at - buf);
}

/* ---- the form ---------------------------------------------------- */

/* a direction where it would not be without a second value, and none there */
static bool has_pairs(const char *buf, const char *end)
{
	struct line line;

	for (; buf <= end; buf = (char *)rawmemchr(buf, '\n') + 1)
		if (read_line(buf, true, &line) &&
		    !read_line(buf, false, &line))
			return true;
	return false;
}

struct log_form log_sniff(const char *buf, size_t len)
{
	const char *end = memrchr(buf, '\n', len);
	struct log_form form = {.averaged = true};
	struct log_times times = {0};
	struct line line;

	form.pairs = end && has_pairs(buf, end);
	for (; end && buf <= end; buf = (char *)rawmemchr(buf, '\n') + 1) {
		if (!read_line(buf, form.pairs, &line))
			continue;
		form.averaged &= !line.block_bytes;
		log_times_add(&times, line.side, line.time_ms);
	}
	form.averaged &= times.count > 0;
	log_times_end(&times, &form);
	return form;
}
