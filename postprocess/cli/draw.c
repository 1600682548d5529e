// SPDX-License-Identifier: GPL-2.0-only
#include "cli/draw.h"

#include "cli/io.h"

#include "plot/chart.h"
#include "plot/script.h"
#include "plot/svg.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const kinds[] = {"svg", "png"};

static int write_script(const struct drawing *drawing,
			const struct charts *charts, struct err *err)
{
	struct text script = {0};
	char path[PATH_MAX + 16];
	struct layout layout;
	size_t i;
	int ret = 0;

	for (i = 0; i < charts->count && !ret; i++) {
		ret = layout_place(&layout, &charts->items[i]);
		if (ret)
			break;
		script_write(&script, &charts->items[i], &layout, i + 1);
		layout_free(&layout);
	}
	snprintf(path, sizeof(path), "%s/charts.gp", drawing->folder);
	if (ret || script.failed)
		ret = err_set(err, ENOMEM, "charts", "out of memory");
	else
		ret = io_write(path, script.buf, script.len, err);
	text_free(&script);
	return ret;
}

static int read_svg(struct drawing *drawing, const struct chart *chart,
		    size_t i, struct err *err)
{
	char path[PATH_MAX + 32], label[320];
	char *buf;
	size_t len;
	int ret;

	snprintf(path, sizeof(path), "%s/chart-%zu.svg", drawing->folder,
		 i + 1);
	ret = io_read(path, &buf, &len, err);
	if (ret)
		return ret;
	snprintf(label, sizeof(label), "Bar chart. %s. Figures in the table.",
		 chart->title);
	ret = svg_inline(&drawing->svgs[i], buf, len, i + 1, label, err);
	drawing->suites[i] = chart->suite;
	free(buf);
	if (!ret && drawing->svgs[i].failed)
		ret = err_set(err, ENOMEM, path, "out of memory");
	return ret;
}

static int draw_charts(struct drawing *drawing, const struct charts *charts,
		       struct err *err)
{
	char *argv[] = {"gnuplot", "-d", "charts.gp", NULL};
	char said[2048];
	size_t i;
	int ret = write_script(drawing, charts, err);

	ret = ret ? ret
		  : io_spawn(argv, drawing->folder, said, sizeof(said), err);
	drawing->svgs = calloc(charts->count + 1, sizeof(*drawing->svgs));
	drawing->suites = calloc(charts->count + 1, sizeof(*drawing->suites));
	if (!drawing->svgs || !drawing->suites)
		return err_set(err, ENOMEM, "charts", "out of memory");
	drawing->count = charts->count;
	for (i = 0; i < charts->count && !ret; i++)
		ret = read_svg(drawing, &charts->items[i], i, err);
	return ret;
}

int draw(struct drawing *drawing, const struct results *results,
	 const char *near, struct err *err)
{
	struct charts charts;
	int ret;

	*drawing = (struct drawing){0};
	if (charts_build(&charts, results))
		return err_set(err, ENOMEM, "charts", "out of memory");
	ret = io_temp_folder(near, drawing->folder, err);
	if (!ret)
		ret = draw_charts(drawing, &charts, err);
	charts_free(&charts);
	if (ret)
		draw_free(drawing);
	return ret;
}

/* "out/report.html" and "assets" give "assets/report" */
static int stem_of(const char *report, const char *assets, char *stem,
		   size_t len, struct err *err)
{
	const char *slash = strrchr(report, '/');
	const char *name = slash ? slash + 1 : report;
	const char *dot = strrchr(name, '.');
	char folder[PATH_MAX];
	int ret = io_folder_of(report, folder, err);

	if (assets) {
		ret = io_folder(assets, err);
		if (ret)
			return ret;
	}
	if (ret)
		return ret;
	if ((size_t)snprintf(stem, len, "%s/%.*s", assets ? assets : folder,
			     dot > name ? (int)(dot - name) : (int)strlen(name),
			     name) >= len)
		return err_set(err, ENAMETOOLONG, report, "is too long a path");
	return 0;
}

int draw_keep(const struct drawing *drawing, const char *report,
	      const char *assets, bool script, struct err *err)
{
	char stem[PATH_MAX - 32], from[PATH_MAX + 32], to[PATH_MAX];
	size_t i, k;
	int ret = stem_of(report, assets, stem, sizeof(stem), err);

	for (i = 0; i < 2 * drawing->count && !ret; i++) {
		k = i % 2;
		snprintf(from, sizeof(from), "%s/chart-%zu.%s", drawing->folder,
			 i / 2 + 1, kinds[k]);
		snprintf(to, sizeof(to), "%s-%zu.%s", stem, i / 2 + 1,
			 kinds[k]);
		ret = io_copy(from, to, err);
	}
	if (ret || !script)
		return ret;
	snprintf(from, sizeof(from), "%s/charts.gp", drawing->folder);
	snprintf(to, sizeof(to), "%s.gp", stem);
	return io_copy(from, to, err);
}

void draw_free(struct drawing *drawing)
{
	char path[PATH_MAX + 32];
	size_t i;

	/* also what a gnuplot that failed may have left */
	for (i = 0; *drawing->folder; i++) {
		size_t missing = 0, k;

		for (k = 0; k < 2; k++) {
			snprintf(path, sizeof(path), "%s/chart-%zu.%s",
				 drawing->folder, i + 1, kinds[k]);
			missing += unlink(path) != 0;
		}
		if (missing == 2)
			break;
	}
	snprintf(path, sizeof(path), "%s/charts.gp", drawing->folder);
	if (*drawing->folder && (unlink(path), rmdir(drawing->folder)))
		perror(drawing->folder);
	for (i = 0; i < drawing->count; i++)
		text_free(&drawing->svgs[i]);
	free(drawing->svgs);
	free(drawing->suites);
	*drawing = (struct drawing){0};
}
