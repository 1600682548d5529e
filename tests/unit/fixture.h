// SPDX-License-Identifier: GPL-2.0-only
/*
 * A tree of small files in a folder of its own, for code that reads /sys and
 * /proc below a root.  Paths start with '/' and lie below that root.
 */
#ifndef LANES_TESTS_FIXTURE_H
#define LANES_TESTS_FIXTURE_H

#include "unit.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct fixture {
	char root[64];
};

/** fixture_new() - an empty tree; a cmocka set-up that makes *@state of it */
static inline int fixture_new(void **state)
{
	struct fixture *fixture = calloc(1, sizeof(*fixture));

	assert_non_null(fixture);
	strcpy(fixture->root, "/tmp/lanes-fixture-XXXXXX");
	assert_non_null(mkdtemp(fixture->root));
	*state = fixture;
	return 0;
}

static inline int fixture_remove_one(const char *path, const struct stat *st,
				     int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	return remove(path);
}

/** fixture_free() - the tear-down */
static inline int fixture_free(void **state)
{
	struct fixture *fixture = *state;

	nftw(fixture->root, fixture_remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(fixture);
	return 0;
}

/* makes the folders above @path; Return: its full name, in a static buffer */
static inline const char *fixture_path(const struct fixture *fixture,
				       const char *path)
{
	static char full[PATH_MAX];
	char *slash;

	snprintf(full, sizeof(full), "%s%s", fixture->root, path);
	slash = full + strlen(fixture->root);
	while ((slash = strchr(slash + 1, '/'))) {
		*slash = '\0';
		mkdir(full, 0755);
		*slash = '/';
	}
	return full;
}

/** fixture_file() - a file that holds @text */
static inline void fixture_file(const struct fixture *fixture, const char *path,
				const char *text)
{
	FILE *file = fopen(fixture_path(fixture, path), "w");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/** fixture_folder() - an empty folder */
static inline void fixture_folder(const struct fixture *fixture,
				  const char *path)
{
	assert_int_equal(mkdir(fixture_path(fixture, path), 0755), 0);
}

/** fixture_link() - a symbolic link, as it stands */
static inline void fixture_link(const struct fixture *fixture, const char *path,
				const char *target)
{
	assert_int_equal(symlink(target, fixture_path(fixture, path)), 0);
}

#endif
