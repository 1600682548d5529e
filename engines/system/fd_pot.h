// SPDX-License-Identifier: GPL-2.0-only
/*
 * A pot of open files that belongs to a family of processes rather than to one
 * of them.
 *
 * An exclusively opened device stays claimed while its open file lives.  A job
 * that claims it may end before its siblings do, and descriptors can't be left
 * behind; but a message with SCM_RIGHTS that nobody has received yet holds its
 * files open, and the socket that it waits in is inherited by every process
 * forked since.  So the pot is a socket pair with one message in it: all files
 * of the pot.  When the last process of the family has gone, the kernel
 * empties it.
 *
 * Callers serialise: no two processes may use a pot at once.
 */
#ifndef LANES_SYSTEM_FD_POT_H
#define LANES_SYSTEM_FD_POT_H

#define FD_POT_MAX 128

/** struct fd_pot - @ends: of the socket pair; the message travels 0 to 1 */
struct fd_pot {
	int ends[2];
};

/** fd_pot_init() - an empty pot; 0 or -errno */
int fd_pot_init(struct fd_pot *pot);

/**
 * fd_pot_swap() - take all files out, change the set, put it back
 * @count: how many are in it
 * @drop:  index of the one to take out and close, or -1
 * @add:   a descriptor to put in last (it stays open here too), or -1
 *
 * Return: 0 or -errno.  On an error the pot may have lost its files.
 */
int fd_pot_swap(struct fd_pot *pot, unsigned int count, int drop, int add);

/**
 * fd_pot_dup() - a descriptor of this process for one of the files
 *
 * Return: it, or -errno.
 */
int fd_pot_dup(struct fd_pot *pot, unsigned int count, unsigned int index);

#endif
