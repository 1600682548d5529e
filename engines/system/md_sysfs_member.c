// SPDX-License-Identifier: GPL-2.0-only
/* The members of a running array: /sys/block/mdX/md/dev-*. */
#include "system/guard_text.h"
#include "system/md_parse.h"
#include "system/md_running.h"
#include "system/sysfs.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#define WORDS 4096

static int member_text(const struct md_running *run, const char *folder,
		       const char *name, char *buf, size_t len)
{
	char path[128];

	snprintf(path, sizeof(path), "%.80s/%s", folder, name);
	return md_running_text(run, buf, len, path);
}

static int unreadable(const struct md_running *run, const char *folder,
		      const char *name, const char *text)
{
	return err_set(run->err, EINVAL, run->md->path,
		       "cannot be understood: md/%s/%s in sysfs says '%.64s'",
		       folder, name, text);
}

static int member_number(const struct md_running *run, const char *folder,
			 const char *name, uint64_t max, uint64_t *value)
{
	char text[64];
	int64_t number;

	if (member_text(run, folder, name, text, sizeof(text)) < 0 ||
	    md_parse_number(text, &number) || number < 0 ||
	    (uint64_t)number > max)
		return unreadable(run, folder, name, text);
	*value = number;
	return 0;
}

int md_running_journal(const struct md_running *run)
{
	err_set(run->err, EOPNOTSUPP, run->md->path,
		"has a write journal: what its members hold may be old");
	return err_remedy(run->err, "use an array without a journal");
}

int md_running_recovery(const struct md_running *run)
{
	err_set(run->err, EOPNOTSUPP, run->md->path,
		"is to be recovered: a member is still incomplete");
	return err_remedy(run->err, "wait until /proc/mdstat shows that it is "
				    "complete");
}

static int has_replacement(const struct md_running *run, int slot)
{
	err_set(run->err, EOPNOTSUPP, run->md->path,
		"has a replacement at work in slot %d", slot);
	return err_remedy(run->err, "wait until the member is replaced");
}

static int refuse_bad_blocks(const struct md_running *run, const char *folder)
{
	static const char *const lists[] = {"bad_blocks",
					    "unacknowledged_bad_blocks"};
	char text[WORDS];
	uint64_t sector;
	size_t i;

	for (i = 0; i < 2; i++) {
		/* absent where the metadata has no such list */
		if (member_text(run, folder, lists[i], text, sizeof(text)) <
			    0 ||
		    !md_parse_bad_blocks(text, &sector))
			continue;
		err_set(run->err, EOPNOTSUPP, run->md->path,
			"has bad blocks on its member %s, the first at sector "
			"%llu",
			folder + strlen("dev-"), (unsigned long long)sector);
		return err_remedy(run->err, "replace that member");
	}
	return 0;
}

static void name_node(struct md_member *member, const char *root)
{
	char disk[64], *at;

	memcpy(disk, member->disk, sizeof(disk));
	snprintf(member->path, sizeof(member->path), "%.128s/dev/%s", root,
		 disk);
	for (at = member->path; *at; at++)
		if (*at == '!')
			*at = '/';
}

/* by sysfs alone: whoever may not open a device can still be told of it */
static int describe(const struct md_running *run, const char *folder,
		    struct md_member *member)
{
	const char *root = run->root, *disk = member->disk;
	unsigned int major, minor;
	char text[32];

	if (sysfs_link_name(member->disk, sizeof(member->disk), root,
			    "/sys/class/block/%s/md/%s/block", run->md->disk,
			    folder) < 0)
		return unreadable(run, folder, "block", "");
	if (sysfs_read(text, sizeof(text), root, "/sys/class/block/%s/dev",
		       disk) < 0 ||
	    guard_text_dev(text, &major, &minor) ||
	    sysfs_read_u64(&member->device_sectors, root,
			   "/sys/class/block/%s/size", disk))
		return unreadable(run, folder, "block", disk);
	member->dev = makedev(major, minor);
	name_node(member, root);
	member->block_bytes = md_block_bytes_of(root, disk);
	member->node = md_node_of(root, disk);
	member->present = true;
	return 0;
}

static int read_area(const struct md_running *run, const char *folder,
		     struct md_member *member)
{
	uint64_t now, kib;
	int ret;

	ret = member_number(run, folder, "offset", INT64_MAX / 512,
			    &member->data_offset);
	if (!ret)
		ret = member_number(run, folder, "size", INT64_MAX / 1024,
				    &kib);
	if (ret)
		return ret;
	member->data_sectors = kib * 2;
	if (!member_number(run, folder, "new_offset", INT64_MAX, &now) &&
	    now != member->data_offset)
		return md_running_reshape(run);
	return 0;
}

/* Return: 1 if it has a slot and works, 0 if it is to be passed over */
static int read_slot(const struct md_running *run, const char *folder,
		     int *slot, struct md_member_state *state)
{
	char text[256];

	if (member_text(run, folder, "state", text, sizeof(text)) < 0)
		return unreadable(run, folder, "state", "");
	md_parse_state(text, state);
	if (member_text(run, folder, "slot", text, sizeof(text)) < 0 ||
	    md_parse_slot(text, slot))
		return unreadable(run, folder, "slot", text);
	if (*slot == MD_SLOT_JOURNAL || state->journal)
		return md_running_journal(run);
	if (*slot == MD_SLOT_NONE || state->faulty)
		return 0;
	if ((unsigned int)*slot >= run->spec.members)
		return unreadable(run, folder, "slot", text);
	if (state->replacement || run->md->member[*slot].present)
		return has_replacement(run, *slot);
	return state->in_sync ? 1 : md_running_recovery(run);
}

static int visit_member(const char *folder, void *arg)
{
	const struct md_running *run = arg;
	struct md_member_state state;
	struct md_member *member;
	int slot, ret;

	if (strncmp(folder, "dev-", 4))
		return 0;
	ret = read_slot(run, folder, &slot, &state);
	if (ret <= 0)
		return ret;
	member = &run->md->member[slot];
	member->write_mostly = state.write_mostly;
	ret = describe(run, folder, member);
	if (!ret)
		ret = read_area(run, folder, member);
	return ret ? ret : refuse_bad_blocks(run, folder);
}

/* a superblock knows odd sectors and RAID0's layout */
static void take_superblock(struct md_running *run, unsigned int slot,
			    const struct raid_superblock *sb)
{
	struct raid_spec *spec = &run->spec;

	memcpy(run->md->uuid, sb->uuid, sizeof(run->md->uuid));
	run->md->has_uuid = true;
	if (spec->level == RAID_0)
		spec->layout = sb->layout;
	if (spec->level == RAID_0 || spec->level == RAID_LINEAR)
		run->md->member[slot].data_sectors = sb->data_sectors;
	else if (sb->component_sectors / 2 == spec->component_sectors / 2)
		spec->component_sectors = sb->component_sectors;
}

static int read_superblock(struct md_running *run, unsigned int slot)
{
	struct md_member *member = &run->md->member[slot], opened;
	struct raid_superblock sb;
	int ret, fd;

	fd = md_member_open_disk(&opened, run->root, member->disk,
				 &run->unread);
	if (fd < 0)
		return fd;
	ret = md_member_superblock(&opened, fd, &sb, &run->unread);
	close(fd);
	if (ret || sb.data_offset != member->data_offset)
		return ret;
	member->has_sb = true;
	member->sb_place = opened.sb_place;
	take_superblock(run, slot, &sb);
	return 0;
}

static bool is_native(const char *metadata)
{
	return metadata[0] == '0' || metadata[0] == '1';
}

int md_running_members(struct md_running *run)
{
	struct md_array *md = run->md;
	char path[96];
	unsigned int i;
	int ret;

	snprintf(path, sizeof(path), "/sys/class/block/%s/md", md->disk);
	ret = sysfs_list(run->root, path, visit_member, run);
	if (ret)
		return ret;
	for (i = 0; i < run->spec.members; i++) {
		struct md_member *member = &md->member[i];

		if (!member->present) {
			md->missing |= UINT64_C(1) << i;
			snprintf(member->path, sizeof(member->path), "missing");
			continue;
		}
		if (is_native(md->metadata))
			read_superblock(run, i);
		run->spec.member_sectors[i] = member->data_sectors;
	}
	return 0;
}
