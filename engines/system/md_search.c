// SPDX-License-Identifier: GPL-2.0-only
#include "system/md_search.h"

#include "system/md_parse.h"
#include "system/sysfs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_bad_blocks(struct md_found *found, int fd, struct err *err)
{
	_Alignas(MD_PIECE) unsigned char log[MD_PIECE];
	size_t len = (size_t)found->sb.bad_block_sectors * 512;
	int ret;

	if (!found->sb.bad_blocks)
		return 0;
	/* the kernel keeps it in one page */
	if (!len || len > sizeof(log))
		return err_set(err, EINVAL, found->member.path,
			       "has a bad-block log of %zu bytes", len);
	ret = md_member_read(&found->member, fd, found->sb.bad_block_sector,
			     log, len, err);
	if (!ret)
		found->bad_blocks = raid_bad_blocks(log, len);
	return ret;
}

static int read_bitmap(struct md_found *found, int fd, struct err *err)
{
	_Alignas(MD_PIECE) unsigned char buf[MD_PIECE];
	int ret;

	if (!found->sb.bitmap || !found->sb.bitmap_sector)
		return 0;
	ret = md_member_read(&found->member, fd, found->sb.bitmap_sector, buf,
			     sizeof(buf), err);
	if (!ret)
		found->lockless = md_parse_lockless_bitmap(buf, sizeof(buf));
	return ret;
}

/* Return: 1 if it counts, 0 if it is another array's */
static int look_at(struct md_search *search, struct md_found *found, int fd,
		   struct err *err)
{
	int ret = md_member_superblock(&found->member, fd, &found->sb, err);

	if (ret)
		return ret;
	if (search->uuid && memcmp(search->uuid, found->sb.uuid, 16))
		return 0;
	ret = read_bad_blocks(found, fd, err);
	if (!ret)
		ret = read_bitmap(found, fd, err);
	return ret ? ret : 1;
}

static int keep(struct md_search *search, const struct md_found *found)
{
	struct md_found *grown;

	grown = realloc(search->found,
			(search->count + 1) * sizeof(*search->found));
	if (!grown)
		return err_set(search->err, ENOMEM, found->member.path,
			       "memory is out");
	search->found = grown;
	grown[search->count++] = *found;
	return 0;
}

static int add_named(struct md_search *search, const char *path)
{
	struct md_found found = {0};
	int fd, ret;

	fd = md_member_open(&found.member, search->root, path, search->err);
	if (fd < 0)
		return fd;
	ret = look_at(search, &found, fd, search->err);
	close(fd);
	return ret < 0 ? ret : keep(search, &found);
}

int md_search_named(struct md_search *search, const char *members)
{
	const char *at = members;
	char path[PATH_MAX];
	int ret;

	while ((ret = md_parse_member(&at, path, sizeof(path))) > 0) {
		if (!strcmp(path, "missing"))
			continue;
		ret = add_named(search, path);
		if (ret)
			return ret;
	}
	if (ret)
		return err_set(search->err, EINVAL, members,
			       "is no list of members: an entry is empty or "
			       "too long");
	if (search->count)
		return 0;
	return err_set(search->err, EINVAL, members, "names no member");
}

static int visit_disk(const char *disk, void *arg)
{
	struct md_search *search = arg;
	struct md_found found = {0};
	uint64_t sectors;
	struct err why = {0};
	int fd, ret;

	/* an empty drive, a hidden path */
	if (sysfs_read_u64(&sectors, search->root, "/sys/class/block/%s/size",
			   disk) ||
	    !sectors)
		return 0;
	fd = md_member_open_disk(&found.member, search->root, disk, &why);
	if (fd < 0) {
		search->denied += fd == -EACCES || fd == -EPERM;
		return fd == -ENOMEM ? fd : 0;
	}
	ret = look_at(search, &found, fd, &why);
	close(fd);
	return ret == 1 ? keep(search, &found) : 0;
}

static bool is_below(const struct md_search *search, unsigned int lower,
		     unsigned int upper)
{
	uint64_t start;

	return !sysfs_read_u64(&start, search->root,
			       "/sys/class/block/%s/slaves/%s/size",
			       search->found[upper].member.disk,
			       search->found[lower].member.disk);
}

/* a disk and a dm device (multipath, ...) on it show the same superblock */
static void drop_lower_layers(struct md_search *search)
{
	unsigned int i, k, kept = 0;
	uint64_t lower = 0;

	for (i = 0; i < search->count && i < 64; i++)
		for (k = 0; k < search->count; k++)
			if (i != k && is_below(search, i, k))
				lower |= UINT64_C(1) << i;
	for (i = 0; i < search->count; i++)
		if (i >= 64 || !(lower >> i & 1))
			search->found[kept++] = search->found[i];
	search->count = kept;
}

static int none_found(const struct md_search *search, const char *uuid)
{
	err_set(search->err, ENODEV, uuid,
		"is the UUID of no md superblock on this machine's block "
		"devices");
	if (search->denied)
		return err_remedy(search->err,
				  "run as root: %u of them could not be read",
				  search->denied);
	return err_remedy(search->err,
			  "`mdadm --examine --scan` lists those there are");
}

int md_search_uuid(struct md_search *search, const char *uuid)
{
	int ret = sysfs_list(search->root, "/sys/class/block", visit_disk,
			     search);

	if (ret == -ENOENT)
		ret = 0;
	if (ret)
		return ret;
	drop_lower_layers(search);
	return search->count ? 0 : none_found(search, uuid);
}

bool md_search_are_one(const struct md_search *search)
{
	unsigned int i;

	for (i = 1; i < search->count; i++)
		if (memcmp(search->found[0].sb.uuid, search->found[i].sb.uuid,
			   sizeof(search->found[0].sb.uuid)))
			return false;
	return true;
}
