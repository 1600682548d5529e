// SPDX-License-Identifier: GPL-2.0-only
/*
 * Geometry against a second, slow one that is written from the members' side:
 * a table of what each chunk of each member holds, filled by walking the array
 * chunk by chunk or the rows one after the other, and sizes computed the way
 * the kernel does it.
 */
#include "raid/geometries.h"

#include <errno.h>

#define DEPTH_MAX 256 /* chunks of a member */

struct cell {
	enum raid_use use;
	uint64_t chunk; /* of the array; of P and Q the row's first */
	unsigned int copy;
	unsigned int exponent;
};

static struct cell cells[MEMBERS_MAX][DEPTH_MAX];
static uint64_t size;
/* two chunks in one place, or a copy on no member */
static bool broken;

static void put(unsigned int member, uint64_t depth, struct cell cell)
{
	assert_true(depth < DEPTH_MAX);
	broken |= cells[member][depth].use != RAID_UNUSED;
	cells[member][depth] = cell;
}

static void put_data(unsigned int member, uint64_t depth, uint64_t chunk,
		     unsigned int copy)
{
	put(member, depth, (struct cell){RAID_DATA, chunk, copy, 0});
}

/* --- RAID0: deal the chunks out, depth by depth
 * ---------------------------------- */
static unsigned int members_deeper(const struct raid_spec *spec, uint64_t depth,
				   unsigned int who[])
{
	unsigned int i, count = 0;

	for (i = 0; i < spec->members; i++)
		if (spec->member_sectors[i] / spec->chunk_sectors > depth)
			who[count++] = i;
	return count;
}

static void fill_striped(const struct raid_spec *spec)
{
	uint64_t chunk = 0, zone_chunk = 0, depth = 0;
	unsigned int who[MEMBERS_MAX], count, before = 0, i;

	for (;; depth++, before = count) {
		count = members_deeper(spec, depth, who);
		if (count != before)
			zone_chunk = chunk;
		if (!count)
			break;
		for (i = 0; i < count; i++, chunk++)
			put_data(who[(spec->layout == RAID_0_ORIGINAL
					      ? chunk
					      : chunk - zone_chunk) %
				     count],
				 depth, chunk, 0);
	}
	/* bits below the chunk's highest are lost, as if it were a power */
	for (i = 0; i < spec->members; i++) {
		uint64_t whole = spec->member_sectors[i] / spec->chunk_sectors *
				 spec->chunk_sectors;

		size += whole - (whole & (spec->chunk_sectors - 1));
	}
}

/* --- RAID4/5/6: row by row, what each member has
 * ----------------------------------- */
/* all even numbers do, but DDF has it the other way round for 8 and 9 */
static bool goes_left(const struct raid_spec *spec)
{
	if (spec->layout == 8 || spec->layout == 9)
		return spec->layout == 9;
	return spec->layout % 2 == 0;
}

static bool stands_still(const struct raid_spec *spec)
{
	return spec->level == RAID_4 || spec->layout == 4 ||
	       spec->layout == 5 || spec->layout == 20;
}

/* from one row to the next; @over members take turns */
static unsigned int step(const struct raid_spec *spec, unsigned int p,
			 unsigned int over)
{
	if (stands_still(spec))
		return p;
	if (goes_left(spec))
		return p ? p - 1 : over - 1;
	return p + 1 < over ? p + 1 : 0;
}

static unsigned int first_p(const struct raid_spec *spec, unsigned int over)
{
	bool six = spec->level == RAID_6;

	if (spec->level == RAID_4 || spec->layout == 5)
		return spec->members - (six ? 2 : 1);
	if (spec->layout == 4 || spec->layout == 20)
		return 0;
	if (six && spec->layout == 9)
		return over - 2;
	return goes_left(spec) ? over - 1 : 0;
}

static int q_beside(const struct raid_spec *spec, unsigned int p)
{
	int last = (int)spec->members - 1;

	if (spec->level != RAID_6)
		return -1;
	if (spec->layout >= 16)
		return last;
	if (spec->layout == 10)
		return p ? (int)p - 1 : last;
	return (int)p == last ? 0 : (int)p + 1;
}

/* how many members one comes to from @a on before @b, around the end */
static unsigned int distance(unsigned int a, unsigned int b, unsigned int over)
{
	return (b + over - a) % over;
}

static bool symmetric(const struct raid_spec *spec)
{
	static const uint32_t layouts[] = {2, 3, 10, 18, 19};
	size_t i;

	for (i = 0; i < N(layouts); i++)
		if (spec->level != RAID_4 && spec->layout == layouts[i])
			return true;
	return false;
}

/* which data chunk of its row a member has that has neither P nor Q */
static unsigned int place_of(const struct raid_spec *spec, unsigned int member,
			     unsigned int p, int q, unsigned int over)
{
	if (symmetric(spec))
		return distance(p, member, over) - 1 -
		       (q == (int)(p + 1) % (int)over);
	return member - (p < member) - (q >= 0 && q < (int)member);
}

static unsigned int exponent_of(const struct raid_spec *spec,
				unsigned int member, unsigned int p, int q)
{
	unsigned int n = spec->members, behind_q = (unsigned int)(q + 1) % n;
	unsigned int far = distance(behind_q, member, n);

	if (q < 0)
		return 0;
	if (spec->layout >= 8 && spec->layout <= 10)
		return member;
	return far - (distance(behind_q, p, n) < far);
}

static void fill_row(const struct raid_spec *spec, uint64_t row, unsigned int p,
		     unsigned int over)
{
	unsigned int n = spec->members, data = n - (spec->level == RAID_6) - 1;
	int q = q_beside(spec, p);
	unsigned int i;

	put(p, row, (struct cell){RAID_P, row * data, 0, 0});
	if (q >= 0)
		put((unsigned int)q, row,
		    (struct cell){RAID_Q, row * data, 0, 0});
	for (i = 0; i < n; i++)
		if (i != p && (int)i != q)
			put(i, row,
			    (struct cell){RAID_DATA,
					  row * data +
						  place_of(spec, i, p, q, over),
					  0, exponent_of(spec, i, p, q)});
}

static void fill_rows(const struct raid_spec *spec)
{
	uint64_t row, rows = spec->component_sectors / spec->chunk_sectors;
	unsigned int n = spec->members, p;
	unsigned int over =
		spec->level == RAID_6 && spec->layout >= 16 ? n - 1 : n;

	p = first_p(spec, over);
	for (row = 0; row < rows; row++) {
		fill_row(spec, row, p, over);
		p = step(spec, p, over);
	}
	size = (spec->component_sectors -
		spec->component_sectors % spec->chunk_sectors) *
	       (n - (spec->level == RAID_6) - 1);
}

/* --- RAID10: walk the array's chunks
 * ------------------------------------------------ */
struct copies {
	unsigned int near, far, set;
	bool offset;
	uint64_t stride; /* chunks */
};

static unsigned int neighbour(const struct raid_spec *spec,
			      const struct copies *c, unsigned int member)
{
	unsigned int rest = spec->members % c->set;
	unsigned int last = spec->members - rest - c->set;
	unsigned int own = member - member % c->set;

	member += c->near;
	if (rest && member > last)
		return last + (member - last) % (c->set + rest);
	return own + member % c->set;
}

/* the kernel's: chunks, then rows used, then how far the copies are apart */
static uint64_t settle_sizes(const struct raid_spec *spec, struct copies *c)
{
	uint64_t used = spec->component_sectors / spec->chunk_sectors / c->far *
			spec->members / c->near;

	used = (used * c->near * c->far + spec->members - 1) / spec->members;
	c->stride = c->offset ? 1 : used / c->far;
	return used / c->far * spec->members / c->near;
}

static void fill_copies(const struct raid_spec *spec)
{
	struct copies c = {spec->layout & 255, spec->layout >> 8 & 255, 0,
			   spec->layout >> 16 & 1, 0};
	uint64_t chunk, chunks, row = 0, at;
	unsigned int member = 0, n, f, who;

	c.set = spec->layout >> 17 == 0	  ? spec->members
		: spec->layout >> 17 == 1 ? spec->members / c.far
					  : c.near * c.far;
	chunks = settle_sizes(spec, &c);
	size = chunks * spec->chunk_sectors;
	for (chunk = 0; chunk < chunks; chunk++) {
		uint64_t start = c.offset ? row * c.far : row;

		for (n = 0; n < c.near; n++) {
			who = member;
			at = start;
			for (f = 0; f < c.far; f++) {
				put_data(who, at, chunk, n * c.far + f);
				who = neighbour(spec, &c, who);
				at += c.stride;
			}
			if (++member == spec->members) {
				member = 0;
				row++;
				start++;
			}
		}
	}
}

/* --- the comparison
 * ------------------------------------------------------------------ */
static void fill(const struct raid_spec *spec)
{
	memset(cells, 0, sizeof(cells));
	size = 0;
	broken = false;
	if (spec->level == RAID_0)
		fill_striped(spec);
	else if (spec->level == RAID_10)
		fill_copies(spec);
	else
		fill_rows(spec);
}

static void compare_exponent(const struct raid_geometry *geo, uint64_t depth,
			     unsigned int place, const struct cell *cell)
{
	const struct raid_row *row = raid_row_of(geo, depth);

	if (geo->parities == 2)
		assert_int_equal(row->exponent[place], cell->exponent);
}

static void compare_cell(const struct raid_geometry *geo, unsigned int member,
			 uint64_t depth, uint64_t in)
{
	const struct cell *cell = &cells[member][depth];
	uint64_t chunk = geo->spec.chunk_sectors, sector = 0;
	uint64_t expected = cell->chunk * chunk + in;
	struct raid_at at = {member, depth * chunk + in};
	unsigned int copy;
	enum raid_use use = raid_unmap(geo, at, &sector, &copy);

	/* RAID0's array may end before its chunks do */
	if (cell->use == RAID_UNUSED || expected >= size) {
		assert_int_equal(use, RAID_UNUSED);
		return;
	}
	assert_int_equal(use, cell->use);
	assert_int_equal(sector, expected);
	assert_int_equal(copy, cell->copy);
	if (use == RAID_DATA && geo->parities)
		compare_exponent(geo, depth,
				 (unsigned int)(cell->chunk % geo->data), cell);
}

static unsigned int compared, refused;

static void compare(const struct raid_spec *spec)
{
	static struct raid_geometry geo;
	unsigned int member;
	uint64_t depth;
	int ret = raid_geometry_init(&geo, spec, NULL);

	if (spec->level == RAID_10 &&
	    (spec->layout & 255) * (spec->layout >> 8 & 255) > spec->members) {
		assert_int_equal(ret, -EINVAL);
		return;
	}
	if (spec->level == RAID_10 && (spec->layout & 0xffff) == 0x101) {
		assert_int_equal(ret, -EOPNOTSUPP);
		return;
	}
	fill(spec);
	if (ret != (broken ? -EOPNOTSUPP : 0))
		fail_msg("%s: init says %d, but it is %s", spec_name(spec), ret,
			 broken ? "broken" : "sound");
	refused += broken;
	if (broken)
		return;
	compared++;
	assert_int_equal(geo.array_sectors, size);
	for (member = 0; member < spec->members; member++)
		for (depth = 0; depth < DEPTH_MAX; depth++) {
			compare_cell(&geo, member, depth, 0);
			compare_cell(&geo, member, depth,
				     geo.spec.chunk_sectors - 1);
		}
}

static void striped(void **state)
{
	unsigned int kind;

	(void)state;
	for (kind = 0; kind < 5; kind++) {
		visit_zones_of(compare, RAID_0, RAID_0_ORIGINAL, 8, kind);
		visit_zones_of(compare, RAID_0, RAID_0_ALTERNATE, 8, kind);
		visit_zones_of(compare, RAID_0, RAID_0_ORIGINAL, 40, kind);
		visit_zones_of(compare, RAID_0, RAID_0_ALTERNATE, 24, kind);
	}
}

static void rows(void **state)
{
	(void)state;
	visit_rows(compare);
}

/* md's own mistakes must be found, and nothing else taken for one */
static void raid10(void **state)
{
	(void)state;
	compared = refused = 0;
	visit_raid10(compare);
	assert_true(compared > 500);
	assert_true(refused > 50);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(striped),
		cmocka_unit_test(rows),
		cmocka_unit_test(raid10),
	};

	return unit_run(tests);
}
