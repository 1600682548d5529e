// SPDX-License-Identifier: GPL-2.0-only
#include "system/fd_pot.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* control messages are aligned as their header is */
union control {
	struct cmsghdr header;
	char bytes[CMSG_SPACE(FD_POT_MAX * sizeof(int))];
};

int fd_pot_init(struct fd_pot *pot)
{
	/* a stream: datagram sockets bound the number of messages */
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0,
		       pot->ends))
		return -errno;
	return 0;
}

static int put(struct fd_pot *pot, const int *fds, unsigned int count)
{
	union control control = {0};
	struct iovec byte = {.iov_base = "", .iov_len = 1};
	struct msghdr msg = {
		.msg_iov = &byte,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = CMSG_SPACE(count * sizeof(int)),
	};

	if (!count)
		return 0;
	control.header.cmsg_level = SOL_SOCKET;
	control.header.cmsg_type = SCM_RIGHTS;
	control.header.cmsg_len = CMSG_LEN(count * sizeof(int));
	memcpy(CMSG_DATA(&control.header), fds, count * sizeof(int));
	return sendmsg(pot->ends[0], &msg, MSG_NOSIGNAL) < 0 ? -errno : 0;
}

/* @flags: MSG_PEEK leaves the message in the pot */
static int take(struct fd_pot *pot, int *fds, unsigned int count, int flags)
{
	union control control = {0};
	char data;
	struct iovec byte = {.iov_base = &data, .iov_len = 1};
	struct msghdr msg = {
		.msg_iov = &byte,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};

	if (!count)
		return 0;
	if (recvmsg(pot->ends[1], &msg, flags | MSG_CMSG_CLOEXEC) < 0)
		return -errno;
	if (control.header.cmsg_len != CMSG_LEN(count * sizeof(int)))
		return -EPROTO;
	memcpy(fds, CMSG_DATA(&control.header), count * sizeof(int));
	return 0;
}

static void close_all(const int *fds, unsigned int count)
{
	while (count)
		close(fds[--count]);
}

int fd_pot_swap(struct fd_pot *pot, unsigned int count, int drop, int add)
{
	int fds[FD_POT_MAX];
	int ret = take(pot, fds, count, 0);

	if (ret)
		return ret;
	if (drop >= 0) {
		close(fds[drop]);
		memmove(&fds[drop], &fds[drop + 1],
			(--count - drop) * sizeof(int));
	}
	if (add >= 0) {
		fds[count] = fcntl(add, F_DUPFD_CLOEXEC, 0);
		if (fds[count] < 0)
			ret = -errno;
		else
			count++;
	}
	if (!ret)
		ret = put(pot, fds, count);
	close_all(fds, count);
	return ret;
}

int fd_pot_dup(struct fd_pot *pot, unsigned int count, unsigned int index)
{
	int fds[FD_POT_MAX];
	int ret = take(pot, fds, count, MSG_PEEK);
	unsigned int i;

	if (ret)
		return ret;
	for (i = 0; i < count; i++)
		if (i != index)
			close(fds[i]);
	return fds[index];
}
