// SPDX-License-Identifier: GPL-2.0-only
/* A stopped array, assembled from its members' superblocks. */
#include "raid/assembly.h"
#include "system/md_search.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int refuse_bad_blocks(const struct md_found *found, struct err *err)
{
	err_set(err, EOPNOTSUPP, found->member.path,
		"has %u ranges of bad blocks in its superblock's log",
		found->bad_blocks);
	return err_remedy(err, "replace that member");
}

static int take_member(struct md_array *md, const struct md_search *search,
		       const struct raid_assembly *assembly, unsigned int slot)
{
	struct md_member *member = &md->member[slot];
	const struct md_found *found;

	if (assembly->member[slot] < 0) {
		snprintf(member->path, sizeof(member->path), "missing");
		member->node = -1;
		return 0;
	}
	found = &search->found[assembly->member[slot]];
	if (found->bad_blocks)
		return refuse_bad_blocks(found, search->err);
	*member = found->member;
	md->bitmap |= found->sb.bitmap;
	md->ppl |= found->sb.ppl;
	if (found->lockless)
		err_set(&md->unwritable, EOPNOTSUPP, md->name,
			"has a lockless bitmap, which only the kernel keeps "
			"up to date");
	return 0;
}

static void take_array(struct md_array *md, const struct md_found *any,
		       const struct raid_assembly *assembly)
{
	snprintf(md->state, sizeof(md->state), "stopped");
	snprintf(md->metadata, sizeof(md->metadata), "%s",
		 raid_sb_version_name(any->sb.version));
	if (!strcmp(md->name, "array") && any->sb.name[0])
		snprintf(md->name, sizeof(md->name), "%s", any->sb.name);
	memcpy(md->uuid, any->sb.uuid, sizeof(md->uuid));
	md->has_uuid = true;
	md->missing = assembly->missing;
	md->dirty = assembly->dirty;
	md->events = assembly->events;
	if (assembly->why[0])
		md_warn(md, "%s", assembly->why);
}

/* why a stopped array that can be read must not be written */
static void forbid_writing(struct md_array *md)
{
	struct err *no = &md->unwritable;

	md_degraded(md);
	if (no->code)
		return;
	if (md->dirty) {
		err_set(no, EROFS, md->name, "is dirty: a resync is due");
		err_remedy(no, "assemble it (mdadm --assemble), let it resync, "
			       "stop it (mdadm --stop)");
	} else if (md->ppl) {
		err_set(no, EOPNOTSUPP, md->name,
			"has a partial parity log: after a crash the kernel "
			"would replay that log instead of resyncing what was "
			"written here");
		err_remedy(no, "assemble it and take the log away (mdadm "
			       "--grow --consistency-policy=resync)");
	}
}

static int assemble(struct md_array *md, struct md_search *search)
{
	struct raid_candidate *candidates;
	struct raid_assembly *assembly;
	unsigned int i;
	int ret;

	candidates = calloc(search->count, sizeof(*candidates));
	assembly = calloc(1, sizeof(*assembly));
	ret = candidates && assembly
		      ? 0
		      : err_set(search->err, ENOMEM, md->name, "memory is out");
	for (i = 0; !ret && i < search->count; i++) {
		candidates[i].path = search->found[i].member.path;
		candidates[i].sb = &search->found[i].sb;
	}
	if (!ret)
		ret = raid_assemble(assembly, candidates, search->count,
				    search->err);
	if (!ret)
		take_array(md, search->found, assembly);
	for (i = 0; !ret && i < assembly->spec.members; i++)
		ret = take_member(md, search, assembly, i);
	if (!ret)
		ret = md_settle(md, &assembly->spec, search->err);
	if (!ret)
		forbid_writing(md);
	free(assembly);
	free(candidates);
	return ret;
}

/* what members say of a running array may be old: ask the kernel */
static int find_found(struct md_array *md, struct md_search *search)
{
	char running[64];
	unsigned int i;

	for (i = 0; i < search->count && md_search_are_one(search); i++)
		if (md_running_above(search->root, search->found[i].member.disk,
				     running, sizeof(running)))
			return md_find_running(md, search->root, running,
					       search->err);
	return assemble(md, search);
}

int md_find_members(struct md_array *md, const char *root, const char *members,
		    struct err *err)
{
	struct md_search search = {.root = root, .err = err};
	int ret = md_search_named(&search, members);

	if (!ret)
		ret = find_found(md, &search);
	free(search.found);
	return ret;
}

int md_find_uuid(struct md_array *md, const char *root, const char *uuid,
		 struct err *err)
{
	struct md_search search = {.root = root, .err = err};
	uint8_t bytes[16];
	int ret;

	if (raid_uuid_parse(bytes, uuid)) {
		err_set(err, EINVAL, uuid, "is no UUID of an md array");
		return err_remedy(err, "give it as mdadm prints it; ':' may be "
				       "'-'");
	}
	search.uuid = bytes;
	ret = md_search_uuid(&search, uuid);
	if (!ret)
		ret = find_found(md, &search);
	free(search.found);
	return ret;
}
