// SPDX-License-Identifier: GPL-2.0-only
#include "cli/plot.h"

#include "cli/io.h"
#include "plot/graph_script.h"

#include "system/file_save.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* behind the last dot of the file's name; "" */
static const char *extension(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');

	return dot ? dot + 1 : "";
}

static bool is_table(const char *path)
{
	return !strcasecmp(extension(path), "csv");
}

static enum graph_format format_of(const char *path)
{
	enum graph_format i = 0;

	while (i < GRAPH_FORMATS &&
	       strcasecmp(extension(path), graph_format_name(i)))
		i++;
	return i;
}

int plot_check_output(const char *path, struct err *err)
{
	if (!is_table(path) && format_of(path) == GRAPH_FORMATS) {
		err_set(err, EINVAL, path, "is of no format that I write");
		return err_remedy(err, "name it .svg, .png, .pdf, or .csv for "
				       "the figures alone");
	}
	return file_can_save(path, err);
}

static int write_table(const struct graph *graph, const char *path,
		       struct err *err)
{
	struct text csv = {0};
	int ret;

	graph_csv(graph, &csv);
	if (csv.failed)
		ret = err_set(err, ENOMEM, path, "out of memory");
	else
		ret = io_write(path, csv.buf, csv.len, err);
	text_free(&csv);
	return ret;
}

static int write_script(const struct graph *graph, const char *path,
			enum graph_format format, struct err *err)
{
	struct graph_frame frame;
	struct text script = {0};
	int ret = graph_place(&frame, graph);

	if (!ret) {
		graph_script(&script, graph, &frame, "chart", format);
		graph_frame_free(&frame);
	}
	if (ret || script.failed)
		ret = err_set(err, ENOMEM, "chart", "out of memory");
	else
		ret = io_write(path, script.buf, script.len, err);
	text_free(&script);
	return ret;
}

/* "a/b.svg" and "gp" give "a/b.gp" */
static int beside(const char *path, const char *other, char *to, size_t len,
		  struct err *err)
{
	int stem = (int)(extension(path) - path);

	if ((size_t)snprintf(to, len, "%.*s%s", stem, path, other) < len)
		return 0;
	return err_set(err, ENAMETOOLONG, path, "is too long a path");
}

static int keep(const struct graph *graph, const char *script, const char *path,
		struct err *err)
{
	char to[PATH_MAX];
	int ret = beside(path, "gp", to, sizeof(to), err);

	ret = ret ? ret : io_copy(script, to, err);
	ret = ret ? ret : beside(path, "csv", to, sizeof(to), err);
	return ret ? ret : write_table(graph, to, err);
}

static int draw(const struct graph *graph, const char *folder, const char *path,
		bool keep_script, struct err *err)
{
	char *argv[] = {"gnuplot", "-d", "chart.gp", NULL};
	char script[PATH_MAX + 16], picture[PATH_MAX + 16], said[2048];
	enum graph_format format = format_of(path);
	int ret;

	snprintf(script, sizeof(script), "%s/chart.gp", folder);
	snprintf(picture, sizeof(picture), "%s/chart.%s", folder,
		 graph_format_name(format));
	ret = write_script(graph, script, format, err);
	ret = ret ? ret : io_spawn(argv, folder, said, sizeof(said), err);
	/* the picture last: where it is, all is there */
	if (!ret && keep_script)
		ret = keep(graph, script, path, err);
	ret = ret ? ret : io_copy(picture, path, err);
	unlink(script);
	unlink(picture);
	return ret;
}

int plot_write(const struct graph *graph, const char *path, bool keep_script,
	       struct err *err)
{
	char folder[PATH_MAX];
	int ret;

	if (graph->failed)
		return err_set(err, ENOMEM, path, "out of memory");
	if (is_table(path))
		return write_table(graph, path, err);
	ret = io_temp_folder(path, folder, err);
	if (ret)
		return ret;
	ret = draw(graph, folder, path, keep_script, err);
	if (rmdir(folder))
		perror(folder);
	return ret;
}
