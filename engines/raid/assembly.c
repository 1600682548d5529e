// SPDX-License-Identifier: GPL-2.0-only
#include "raid/assembly.h"

#include "raid/assembly_internal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define RESTART "assemble the array by mdadm, let that end, stop it"
#define BY_MD	"drive the array by md itself"

/**
 * struct hunt - an assembly under way
 * @fresh: the candidate with the highest count of those that have a slot; its
 *         word counts
 */
struct hunt {
	struct raid_assembly *array;
	const struct raid_candidate *candidates;
	unsigned int count;
	const struct raid_candidate *fresh;
	struct err *err;
};

static bool is_slot(unsigned int role)
{
	return role < RAID_MEMBERS_MAX;
}

/* a spare's count means nothing: it may have been another array's yesterday */
static int find_freshest(struct hunt *hunt)
{
	unsigned int i;
	int ret;

	for (i = 0; i < hunt->count; i++) {
		const struct raid_candidate *c = &hunt->candidates[i];

		if (!is_slot(c->sb->role) && c->sb->role != RAID_ROLE_JOURNAL)
			continue;
		if (!hunt->fresh || c->sb->events > hunt->fresh->sb->events)
			hunt->fresh = c;
	}
	if (hunt->fresh)
		return 0;
	ret = err_set(hunt->err, ENODEV,
		      hunt->count ? hunt->candidates[0].path : "",
		      hunt->count ? "is a spare, and so are all others"
				  : "no member was found");
	err_remedy(hunt->err, "name the array's members: mdadm --examine tells "
			      "whose a device is");
	return ret;
}

static int check_uuids(const struct hunt *hunt)
{
	const struct raid_candidate *fresh = hunt->fresh;
	char own[40], other[40];
	unsigned int i;
	int ret;

	for (i = 0; i < hunt->count; i++) {
		const struct raid_candidate *c = &hunt->candidates[i];

		if (!memcmp(c->sb->uuid, fresh->sb->uuid, 16))
			continue;
		ret = err_set(
			hunt->err, EINVAL, c->path,
			"belongs to the array %s, but %s to %s",
			raid_uuid_text(c->sb->uuid, own, sizeof(own)),
			fresh->path,
			raid_uuid_text(fresh->sb->uuid, other, sizeof(other)));
		err_remedy(hunt->err, "name the members of one array only");
		return ret;
	}
	return 0;
}

/* --- what nobody may drive --- */

static int check_mode(const struct hunt *hunt, const struct raid_candidate *c)
{
	const struct raid_superblock *sb = c->sb;
	const struct {
		bool is_so;
		const char *rule;
		const char *remedy;
	} rows[] = {
		{sb->level == RAID_MULTIPATH, "belongs to a multipath array",
		 "use dm-multipath, or one of the paths"},
		{sb->level == RAID_FAULTY, "belongs to a faulty array",
		 "name the device itself: that level only plays errors"},
		{sb->reshape || sb->new_offset,
		 "belongs to an array that is being reshaped", RESTART},
		{sb->replacement, "is just replacing another member", RESTART},
		{sb->recovering, "has not been rebuilt whole yet", RESTART},
		{sb->journal || sb->role == RAID_ROLE_JOURNAL,
		 "belongs to an array with a journal, which may hold newer "
		 "data "
		 "than its members",
		 BY_MD},
		{sb->clustered, "belongs to an array that a cluster shares",
		 BY_MD},
	};
	size_t i;
	int ret;

	for (i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		if (!rows[i].is_so)
			continue;
		ret = err_set(hunt->err, EOPNOTSUPP, c->path, "%s",
			      rows[i].rule);
		err_remedy(hunt->err, "%s", rows[i].remedy);
		return ret;
	}
	return 0;
}

static int check_likeness(const struct hunt *hunt,
			  const struct raid_candidate *c)
{
	const struct raid_superblock *a = c->sb, *b = hunt->fresh->sb;
	int ret;

	if (a->version == b->version && a->level == b->level &&
	    a->layout == b->layout && a->chunk_sectors == b->chunk_sectors &&
	    a->members == b->members &&
	    a->component_sectors == b->component_sectors)
		return 0;
	ret = err_set(hunt->err, EINVAL, c->path,
		      "describes the array otherwise than %s does",
		      hunt->fresh->path);
	err_remedy(hunt->err,
		   "compare mdadm --examine of both, and leave out the one "
		   "that is wrong");
	return ret;
}

static int check_size(const struct hunt *hunt, const struct raid_candidate *c)
{
	uint64_t need = hunt->fresh->sb->component_sectors;
	int ret;

	if (c->sb->data_sectors >= need)
		return 0;
	ret = err_set(hunt->err, EINVAL, c->path,
		      "has room for %" PRIu64 " sectors of data, the array "
		      "needs %" PRIu64 " of each member",
		      c->sb->data_sectors, need);
	err_remedy(hunt->err, "leave it out, and put a larger device in its "
			      "place with mdadm --add");
	return ret;
}

static int check_slot(const struct hunt *hunt, const struct raid_candidate *c,
		      unsigned int slot)
{
	int other = hunt->array->member[slot], ret;

	if (other < 0)
		return 0;
	ret = err_set(hunt->err, EINVAL, c->path,
		      "claims slot %u, and so does %s", slot,
		      hunt->candidates[other].path);
	err_remedy(hunt->err, "name each member once; of two copies leave out "
			      "the one that is not to be used");
	return ret;
}

/* --- who is in --- */

static unsigned int role_in(const struct raid_superblock *sb,
			    unsigned int number)
{
	return number < sb->n_roles ? sb->roles[number] : RAID_ROLE_SPARE;
}

/*
 * A crash between two superblocks' writes leaves some a count of one behind;
 * who is further behind has missed writes.  Within that one a member may still
 * have been thrown out: the freshest knows.  And who has thrown out the
 * freshest went on without it.
 *
 * Return: NULL if the candidate holds a slot.
 */
static const char *why_out(const struct hunt *hunt,
			   const struct raid_superblock *sb)
{
	const struct raid_superblock *fresh = hunt->fresh->sb;

	if (fresh->events - sb->events > 1)
		return "is stale";
	if (role_in(fresh, sb->number) != sb->role)
		return "is no member any more";
	if (!is_slot(role_in(sb, fresh->number)))
		return "went on alone";
	return NULL;
}

static void leave_out(struct hunt *hunt, unsigned int i, const char *why)
{
	const struct raid_candidate *c = &hunt->candidates[i];
	struct raid_assembly *array = hunt->array;

	if (i < 64)
		array->left_out |= 1ULL << i;
	if (why && !array->why[0])
		snprintf(array->why, sizeof(array->why),
			 "%s %s: slot %u at event %" PRIu64 ", while %s is at "
			 "event %" PRIu64,
			 c->path, why, c->sb->role, c->sb->events,
			 hunt->fresh->path, array->events);
}

static int take_in(struct hunt *hunt, unsigned int i)
{
	const struct raid_candidate *c = &hunt->candidates[i];
	struct raid_assembly *array = hunt->array;
	int ret = check_mode(hunt, c);

	if (!ret)
		ret = check_likeness(hunt, c);
	if (!ret)
		ret = check_size(hunt, c);
	if (!ret)
		ret = check_slot(hunt, c, c->sb->role);
	if (ret)
		return ret;
	array->member[c->sb->role] = (int)i;
	array->missing &= ~(1ULL << c->sb->role);
	if (array->spec.level < RAID_1)
		array->spec.member_sectors[c->sb->role] = c->sb->data_sectors;
	return 0;
}

static int settle(struct hunt *hunt)
{
	unsigned int i;
	int ret;

	for (i = 0; i < hunt->count; i++) {
		const struct raid_superblock *sb = hunt->candidates[i].sb;
		const char *why = is_slot(sb->role) ? why_out(hunt, sb) : NULL;

		if (why || !is_slot(sb->role)) {
			leave_out(hunt, i, why);
			continue;
		}
		ret = take_in(hunt, i);
		if (ret)
			return ret;
	}
	return 0;
}

static void begin(struct hunt *hunt)
{
	const struct raid_superblock *sb = hunt->fresh->sb;
	struct raid_assembly *array = hunt->array;

	array->spec.level = sb->level;
	array->spec.layout = sb->layout;
	array->spec.chunk_sectors = sb->chunk_sectors;
	array->spec.members = sb->members;
	array->spec.component_sectors = sb->component_sectors;
	array->missing = UINT64_MAX >> (64 - sb->members);
	array->events = sb->events;
	array->dirty =
		sb->level >= RAID_1 && sb->resync_offset != RAID_SB_CLEAN;
}

int raid_assemble(struct raid_assembly *array,
		  const struct raid_candidate *candidates, unsigned int count,
		  struct err *err)
{
	struct hunt hunt = {.array = array,
			    .candidates = candidates,
			    .count = count,
			    .err = err};
	unsigned int i;
	int ret;

	memset(array, 0, sizeof(*array));
	for (i = 0; i < RAID_MEMBERS_MAX; i++)
		array->member[i] = -1;
	ret = find_freshest(&hunt);
	if (!ret)
		ret = check_uuids(&hunt);
	if (!ret)
		ret = check_mode(&hunt, hunt.fresh);
	if (ret)
		return ret;
	begin(&hunt);
	ret = settle(&hunt);
	return ret ? ret
		   : raid_assembly_check_whole(array, hunt.fresh->path, err);
}
