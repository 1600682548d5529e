// SPDX-License-Identifier: GPL-2.0-only
#include "cli/collect.h"

#include "cli/io.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* root, suite, configuration, and one more: links may loop */
#define DEPTH_MAX 4

/* problems are collected; only memory ends the work */
static int note(struct results *results, struct err *err)
{
	char line[1200];
	int ret = strings_addf(&results->problems, "%s",
			       err_format(err, line, sizeof(line)));

	return ret ? err_set(err, ENOMEM, "results", "out of memory") : 0;
}

static int join(char *path, const char *folder, const char *name,
		struct err *err)
{
	if (snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX)
		return 0;
	return err_set(err, ENAMETOOLONG, name, "makes too long a path");
}

/* a file that may be missing: then @source->buf is NULL */
static int read_optional(struct source *source, char *path, struct err *err)
{
	char *buf = NULL;
	size_t len = 0;
	int ret = 0;

	if (!access(path, F_OK))
		ret = io_read(path, &buf, &len, err);
	*source = (struct source){.name = path, .buf = buf, .len = len};
	return ret;
}

/* "randread-4k.2.json" is test randread-4k, repeat 2; Return: its length up
 * to ".json", or 0 for any other name */
static size_t result_name(const char *name, size_t *test_len, int *repeat)
{
	size_t len = strlen(name), digits = 0;

	if (len < 8 || strcmp(name + len - 5, ".json"))
		return 0;
	len -= 5;
	while (digits < len && isdigit((unsigned char)name[len - digits - 1]))
		digits++;
	if (!digits || digits > 6 || digits + 1 >= len ||
	    name[len - digits - 1] != '.')
		return 0;
	*test_len = len - digits - 1;
	*repeat = atoi(name + len - digits);
	return len;
}

static int read_sample(struct results *results, size_t config,
		       const char *folder, const char *name, struct err *err)
{
	char fio[PATH_MAX], run[PATH_MAX], topo[PATH_MAX], md[PATH_MAX];
	char beside[300], test[256];
	struct sample_source source = {.test = test};
	size_t test_len, stem = result_name(name, &test_len, &source.repeat);
	int ret;

	snprintf(test, sizeof(test), "%.*s", (int)test_len, name);
	ret = join(fio, folder, name, err);
	snprintf(beside, sizeof(beside), "%.*s.run.json", (int)stem, name);
	ret = ret ? ret : join(run, folder, beside, err);
	snprintf(beside, sizeof(beside), "%.*s.topo.json", (int)stem, name);
	ret = ret ? ret : join(topo, folder, beside, err);
	snprintf(beside, sizeof(beside), "%.*s.md.json", (int)stem, name);
	ret = ret ? ret : join(md, folder, beside, err);
	ret = ret ? ret : read_optional(&source.fio, fio, err);
	ret = ret ? ret : read_optional(&source.run, run, err);
	ret = ret ? ret : read_optional(&source.topo, topo, err);
	ret = ret ? ret : read_optional(&source.md, md, err);
	if (!ret && source.fio.buf)
		ret = results_sample(results, config, &source, err);
	free((char *)source.fio.buf);
	free((char *)source.run.buf);
	free((char *)source.topo.buf);
	free((char *)source.md.buf);
	return ret;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static long open_suite(struct results *results, const char *parent,
		       struct err *err)
{
	char path[PATH_MAX];
	struct source published;
	long suite;

	if (join(path, parent, "published.csv", err))
		return -ENAMETOOLONG;
	if (read_optional(&published, path, err) && note(results, err))
		return -ENOMEM;
	suite = results_suite(results, base_name(parent), &published, err);
	free((char *)published.buf);
	return suite;
}

/* @folder holds results: its suite and itself; Return: its index or -errno */
static long open_config(struct results *results, const char *folder,
			struct err *err)
{
	char real[PATH_MAX], parent[PATH_MAX], path[PATH_MAX], *slash;
	struct source model;
	long suite, config = -EINVAL;

	if (!realpath(folder, real))
		return err_set(err, errno, folder, "%s", "");
	snprintf(parent, sizeof(parent), "%s", real);
	slash = strrchr(parent, '/');
	*slash = '\0';
	suite = open_suite(results, parent, err);
	if (suite < 0)
		return suite;
	if (join(path, folder, "model.json", err))
		return -ENAMETOOLONG;
	if (!read_optional(&model, path, err))
		config = results_config(results, (size_t)suite, slash + 1, real,
					&model, err);
	free((char *)model.buf);
	return config;
}

static int not_hidden(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int walk(struct results *results, const char *folder, int depth,
		struct err *err);

static int visit(struct results *results, const char *folder, const char *name,
		 long *config, int depth, struct err *err)
{
	char path[PATH_MAX];
	struct stat st;
	size_t test_len;
	int repeat, ret = join(path, folder, name, err);

	if (ret || stat(path, &st))
		return 0;
	if (S_ISDIR(st.st_mode))
		return depth < DEPTH_MAX ? walk(results, path, depth + 1, err)
					 : 0;
	if (!result_name(name, &test_len, &repeat))
		return 0;
	if (*config == LONG_MAX)
		*config = open_config(results, folder, err);
	else if (*config < 0)
		return 0; /* said already */
	ret = *config < 0 ? (int)*config
			  : read_sample(results, (size_t)*config, folder, name,
					err);
	if (ret && ret != -ENOMEM)
		ret = note(results, err);
	return ret;
}

static int walk(struct results *results, const char *folder, int depth,
		struct err *err)
{
	struct dirent **entries;
	int count = scandir(folder, &entries, not_hidden, alphasort);
	long config = LONG_MAX; /* not looked at yet */
	int i, ret = 0;

	if (count < 0) {
		err_set(err, errno, folder, "cannot be read: %s",
			strerror(errno));
		return note(results, err);
	}
	for (i = 0; i < count; i++) {
		if (!ret)
			ret = visit(results, folder, entries[i]->d_name,
				    &config, depth, err);
		free(entries[i]);
	}
	free(entries);
	return ret;
}

int collect(struct results *results, const char *path, struct err *err)
{
	size_t figures = results->figure_count;
	size_t problems = results->problems.count;
	int ret = walk(results, path, 0, err);

	if (ret || results->figure_count > figures ||
	    results->problems.count > problems)
		return ret;
	err_set(err, ENOENT, path, "holds no results");
	err_remedy(err, "give a folder that jobs/run wrote: <suite>/<config>/"
			"<test>.<n>.json");
	return note(results, err);
}
