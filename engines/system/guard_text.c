// SPDX-License-Identifier: GPL-2.0-only
#include "system/guard_text.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_octal(char c)
{
	return c >= '0' && c <= '7';
}

/* the kernel writes space, tab, newline, backslash as \ooo */
static char unescape(const char **at)
{
	const char *s = *at;

	if (s[0] == '\\' && is_octal(s[1]) && is_octal(s[2]) &&
	    is_octal(s[3])) {
		*at += 4;
		return (s[1] - '0') << 6 | (s[2] - '0') << 3 | (s[3] - '0');
	}
	*at += 1;
	return s[0];
}

static bool ends_field(char c)
{
	return !c || strchr(" \t\n", c);
}

static const char *skip_field(const char *at)
{
	while (!ends_field(*at))
		at++;
	while (*at && ends_field(*at))
		at++;
	return at;
}

/* copies the field at @at, unescaped, cut to @len; Return: the next field */
static const char *take_field(const char *at, char *buf, size_t len)
{
	size_t used = 0;

	while (!ends_field(*at)) {
		char c = unescape(&at);

		if (used + 1 < len)
			buf[used++] = c;
	}
	buf[used] = '\0';
	return skip_field(at);
}

static bool take_number(const char **at, unsigned int *value)
{
	unsigned long number;
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	errno = 0;
	number = strtoul(*at, &end, 10);
	if (errno || number > UINT_MAX)
		return false;
	*value = number;
	*at = end;
	return true;
}

static bool take_dev(const char **at, unsigned int *major, unsigned int *minor)
{
	if (!take_number(at, major) || **at != ':')
		return false;
	++*at;
	return take_number(at, minor);
}

int guard_text_dev(const char *text, unsigned int *major, unsigned int *minor)
{
	return take_dev(&text, major, minor) && !*text ? 0 : -EINVAL;
}

/*
 * 36 35 98:0 /root /point rw,noatime master:1 shared:2 - ext3 /dev/sda1 rw
 * The optional fields before the lone '-' vary in number.
 */
int guard_text_mount(const char *line, struct guard_mount *mount)
{
	const char *at = skip_field(skip_field(line));

	if (!take_dev(&at, &mount->major, &mount->minor) || !ends_field(*at))
		return -EINVAL;
	at = skip_field(skip_field(at)); /* to the mount's root, past it */
	at = take_field(at, mount->point, sizeof(mount->point));
	while (*at && !(at[0] == '-' && ends_field(at[1])))
		at = skip_field(at);
	if (!*at || !mount->point[0])
		return -EINVAL;
	at = take_field(skip_field(at), mount->type, sizeof(mount->type));
	take_field(at, mount->source, sizeof(mount->source));
	return mount->type[0] ? 0 : -EINVAL;
}

int guard_text_swap(const char *line, char *path, size_t len)
{
	if (line[0] != '/' || strlen(line) >= len)
		return -EINVAL;
	take_field(line, path, len);
	return 0;
}

/* one half of "vg-lv": up to a '-' that is not doubled */
static const char *take_lvm_name(const char *at, char *name)
{
	while (*at && (at[0] != '-' || at[1] == '-')) {
		if (at[0] == '-')
			at++;
		*name++ = *at++;
	}
	*name = '\0';
	return at;
}

int guard_text_lvm(const char *name, char *vg, char *lv)
{
	const char *at = take_lvm_name(name, vg);

	if (*at != '-')
		return -EINVAL;
	take_lvm_name(at + 1, lv);
	return vg[0] && lv[0] ? 0 : -EINVAL;
}

char *guard_text_printable(char *text)
{
	unsigned char *s;

	for (s = (unsigned char *)text; *s; s++)
		if (*s < 0x20 || *s == 0x7f)
			*s = '?';
	return text;
}
