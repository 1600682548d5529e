// SPDX-License-Identifier: GPL-2.0-only
/* Output files: whole, in place, and never in the place of a device. */
#include "unit.h"

#include "system/file_save.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* each test in a folder of its own; how many files it holds at the end */
static int enter(void **state)
{
	char folder[] = "/tmp/lanes-save-XXXXXX";

	*state = mkdtemp(folder) ? strdup(folder) : NULL;
	return !*state || chdir(*state);
}

static int leave(void **state)
{
	char command[64];

	snprintf(command, sizeof(command), "rm -r %s", (char *)*state);
	free(*state);
	return chdir("/") || system(command);
}

static unsigned int files(void)
{
	DIR *dir = opendir(".");
	unsigned int n = 0;

	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2;
}

static void holds(const char *path, const char *text)
{
	char buf[64] = "";
	FILE *file = fopen(path, "r");

	assert_non_null(file);
	assert_int_equal(fread(buf, 1, sizeof(buf) - 1, file), strlen(text));
	fclose(file);
	assert_string_equal(buf, text);
}

static void a_file_is_made_as_the_umask_says_and_replaced(void **state)
{
	mode_t mask = umask(027);
	struct stat st;

	(void)state;
	assert_int_equal(file_save("f", "first", 5, NULL), 0);
	umask(mask);
	holds("f", "first");
	assert_int_equal(stat("f", &st), 0);
	assert_int_equal(st.st_mode & 0777, 0640);
	assert_int_equal(file_save("f", "2", 1, NULL), 0);
	holds("f", "2");
	assert_int_equal(files(), 1);
}

static void a_link_stays_a_link(void **state)
{
	struct stat st;

	(void)state;
	assert_int_equal(file_save("f", "old", 3, NULL), 0);
	assert_int_equal(symlink("f", "link"), 0);
	assert_int_equal(file_save("link", "new", 3, NULL), 0);
	assert_int_equal(lstat("link", &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	holds("f", "new");
}

static void no_regular_file_is_replaced(void **state)
{
	struct err err = {0};
	struct stat st;

	(void)state;
	assert_int_equal(mkfifo("fifo", 0600), 0);
	assert_int_equal(symlink("fifo", "link"), 0);
	assert_int_equal(file_save("fifo", "x", 1, &err), -EINVAL);
	assert_string_equal(err.value, "fifo");
	assert_string_equal(err.rule, "cannot be written: is no regular file");
	assert_int_equal(file_save("link", "x", 1, &err), -EINVAL);
	assert_int_equal(file_can_save("link", &err), -EINVAL);
	assert_int_equal(file_save(".", "x", 1, &err), -EISDIR);
	assert_int_equal(lstat("fifo", &st), 0);
	assert_true(S_ISFIFO(st.st_mode));
	assert_int_equal(files(), 2);
}

static void what_cannot_be_written_says_why(void **state)
{
	char name[300];
	struct err err = {0};

	(void)state;
	assert_int_equal(file_save("none/f", "x", 1, &err), -ENOENT);
	assert_string_equal(err.rule,
			    "cannot be written: No such file or directory");
	assert_int_equal(file_can_save("none/f", &err), -ENOENT);
	assert_int_equal(file_can_save("f", &err), 0);
	assert_int_equal(file_save("", "x", 1, &err), -ENOENT);
	memset(name, 'n', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	assert_int_equal(file_save(name, "x", 1, &err), -ENAMETOOLONG);
	assert_int_equal(files(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(
			a_file_is_made_as_the_umask_says_and_replaced, enter,
			leave),
		cmocka_unit_test_setup_teardown(a_link_stays_a_link, enter,
						leave),
		cmocka_unit_test_setup_teardown(no_regular_file_is_replaced,
						enter, leave),
		cmocka_unit_test_setup_teardown(what_cannot_be_written_says_why,
						enter, leave),
	};

	return unit_run(tests);
}
