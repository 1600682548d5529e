// SPDX-License-Identifier: GPL-2.0-only
/*
 * The in-use guard.  A write through an NVMe char device meets none of the
 * checks that the block layer makes, so whoever is about to write, trim or
 * format asks here first.
 *
 * Two looks complete each other.  Opening the block node with O_EXCL fails
 * while a filesystem, swap, md, dm or another careful program holds the disk
 * or one of its partitions, whatever name or mount namespace it used; but the
 * kernel does not say who.  /proc and /sys tell the name, and also the users
 * that O_EXCL does not meet: loop devices, nvmet and LIO exports, a mount
 * through another path to the same namespace.
 *
 * While a claim is held, mounts, swapon, md and dm fail with EBUSY in turn; a
 * loop device or an export made later is not kept out.
 */
#ifndef LANES_SYSTEM_GUARD_H
#define LANES_SYSTEM_GUARD_H

#include "base/err.h"

/**
 * struct guard_claim - a block device held exclusively
 * @fd: its open node, close-on-exec; -1 when nothing is held
 *
 * The claim belongs to the open file: a process that was forked while it was
 * held shares it, and it ends when the last of them has released it or
 * exited.  A second claim of the same disk fails, even in the same process.
 */
struct guard_claim {
	int fd;
};

/**
 * guard_claim() - take a disk for writing, or say who has it
 * @claim: filled in; to be given to guard_release()
 * @name:  kernel name of a block device ("nvme0n1").  A partition may be
 *         claimed too: then its own users and those of the whole disk count
 * @err:   "/dev/nvme0n1", who uses it, what to do; or NULL
 *
 * Return: 0; -EBUSY if it is in use; -ENODEV if there is no such block device;
 * -EACCES, -EPERM, -ENOENT if its node cannot be opened, so that nobody can
 * tell.
 */
int guard_claim(struct guard_claim *claim, const char *name, struct err *err);

/**
 * guard_claim_for_io() - the same, and the claim is what I/O goes through
 *
 * Open for reading and writing with O_DIRECT: I/O that is still in flight when
 * its process is killed keeps the claim until it has ended.
 */
int guard_claim_for_io(struct guard_claim *claim, const char *name,
		       struct err *err);

/** guard_release() - give it back; harmless where nothing is held */
void guard_release(struct guard_claim *claim);

/**
 * guard_holder() - look up who uses a disk, without opening it
 * @root: "", or a folder with copies of /proc and /sys.  A device node below
 *        it is a text file that holds "major:minor"
 * @name: as for guard_claim()
 * @err:  as for guard_claim()
 *
 * Finds mounts (in every mount namespace that a visible process has), swap,
 * filesystems that a lazy unmount left behind, md, dm and their kin, loop
 * devices, nvmet and LIO exports; for the partitions and for other paths to
 * the same namespace too.
 *
 * Return: 0 if no user is to be seen, -EBUSY if there is one, -ENODEV if there
 * is no such block device.
 */
int guard_holder(const char *root, const char *name, struct err *err);

/**
 * guard_suspect() - words for a disk that is held exclusively by no known user
 *
 * Names the processes that have it open: one of them is the holder, the
 * kernel does not say which (O_EXCL is cleared from an open file's flags).
 *
 * Return: -EBUSY, or -ENODEV as above.
 */
int guard_suspect(const char *root, const char *name, struct err *err);

#endif
