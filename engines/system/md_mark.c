// SPDX-License-Identifier: GPL-2.0-only
/* The marks in the members' superblocks: dirty while written, clean after. */
#include "system/md_internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int failed(const struct md_member *member, const char *what,
		  struct err *err)
{
	int code = errno;

	err_set(err, code, member->path, "its superblock cannot be %s: %s",
		what, strerror(code));
	return err_remedy(err, "see the kernel's log for what the device says");
}

static bool has_mark(const struct md_array *md)
{
	return md->geo.spec.level != RAID_LINEAR &&
	       md->geo.spec.level != RAID_0;
}

/*
 * The array was found first and claimed then: md may have had it in between.
 * The kernel leaves members one event apart, and so does a mark that a crash
 * cut short.
 */
static bool is_near(uint64_t events, uint64_t marked)
{
	return events + 2 >= marked && events <= marked + 1;
}

static int read_superblock(const struct md_array *md, unsigned int slot, int fd,
			   uint64_t events, void *buf, struct err *err)
{
	const struct md_member *member = &md->member[slot];
	struct raid_superblock sb;
	struct err why = {0};
	int ret;

	ret = md_member_read(member, fd, member->sb_place.sector, buf,
			     RAID_SB_BYTES, err);
	if (ret)
		return ret;
	ret = raid_superblock_parse(&sb, buf, &member->sb_place,
				    member->device_sectors, member->path, &why);
	if (!ret && !memcmp(sb.uuid, md->uuid, sizeof(sb.uuid)) &&
	    sb.data_offset == member->data_offset && is_near(sb.events, events))
		return 0;
	err_set(err, ESTALE, member->path,
		"its superblock has changed since the array was found");
	return err_remedy(err, "see who else uses it, and start again");
}

static int write_superblock(const struct md_member *member, int fd,
			    const void *buf, struct err *err)
{
	ssize_t n =
		pwrite(fd, buf, RAID_SB_BYTES, member->sb_place.sector * 512);

	if (n == RAID_SB_BYTES)
		return 0;
	if (n >= 0)
		errno = EIO;
	return failed(member, "written", err);
}

/* all are read before the first is written: then a refusal changes nothing */
int md_mark(const struct md_array *md, const int fds[], bool dirty,
	    uint64_t events, struct err *err)
{
	unsigned int i, n = md->geo.spec.members;
	unsigned char *bufs;
	int ret = 0;

	if (!has_mark(md))
		return 0;
	bufs = aligned_alloc(MD_PIECE, (size_t)n * RAID_SB_BYTES);
	if (!bufs)
		return err_set(err, ENOMEM, md->name, "memory is out");
	for (i = 0; !ret && i < n; i++)
		if (md->member[i].has_sb)
			ret = read_superblock(md, i, fds[i], events,
					      bufs + i * RAID_SB_BYTES, err);
	for (i = 0; !ret && i < n; i++) {
		const struct md_member *member = &md->member[i];
		unsigned char *buf = bufs + i * RAID_SB_BYTES;

		if (!member->has_sb)
			continue;
		raid_superblock_mark(buf, member->sb_place.version, dirty,
				     events);
		ret = write_superblock(member, fds[i], buf, err);
	}
	for (i = 0; !ret && i < n; i++)
		if (md->member[i].has_sb && fdatasync(fds[i]))
			ret = failed(&md->member[i], "written", err);
	free(bufs);
	return ret;
}
