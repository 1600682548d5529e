// SPDX-License-Identifier: GPL-2.0-only
#include "md_stripe.h"

#include "base/json.h"
#include "system/file_save.h"

#include <limits.h>

int md_stripe_name_stats(struct thread_data *td)
{
	const struct md_stripe_options *options = td->eo;
	char current[PATH_MAX];
	struct err err;

	if (!options->stats)
		return 0;
	if (file_can_save(options->stats, &err))
		return host_error(td, &err);
	if (!md_run_report(md_stripe_run, options->stats, current))
		return 0;
	err_set(&err, EEXIST, options->stats,
		"another job of this run writes its statistics to %s", current);
	err_remedy(&err, "one md_stats covers the whole run: set it once, in "
			 "[global]");
	return host_error(td, &err);
}

static void write_members(struct json *json, const struct md_array *md,
			  const struct md_counts *counts)
{
	unsigned int i;

	json_open_array(json, "members");
	for (i = 0; i < md->geo.spec.members; i++) {
		json_open_object(json, NULL);
		json_put_uint(json, "slot", i);
		json_put_string(json, "path", md->member[i].path);
		json_put_uint(json, "reads", counts->member[i].reads);
		json_put_uint(json, "read_bytes", counts->member[i].read_bytes);
		json_put_uint(json, "writes", counts->member[i].writes);
		json_put_uint(json, "write_bytes",
			      counts->member[i].write_bytes);
		json_close(json);
	}
	json_close(json);
}

static void write_array(struct json *json, const struct md_array *md,
			const struct md_counts *counts)
{
	char layout[64];

	json_open_object(json, NULL);
	json_put_string(json, "name", md->name);
	json_put_string(json, "level", raid_level_name(md->geo.spec.level));
	json_put_string(json, "layout",
			raid_layout_name(md->geo.spec.level,
					 md->geo.spec.layout, layout,
					 sizeof(layout)));
	json_put_uint(json, "chunk_bytes",
		      (uint64_t)md->geo.spec.chunk_sectors << 9);
	json_put_uint(json, "reads", counts->reads);
	json_put_uint(json, "read_bytes", counts->read_bytes);
	json_put_uint(json, "writes", counts->writes);
	json_put_uint(json, "write_bytes", counts->write_bytes);
	json_put_uint(json, "full_rows", counts->full_rows);
	json_put_uint(json, "rmw", counts->rmw);
	json_put_uint(json, "rcw", counts->rcw);
	json_put_uint(json, "rebuilt", counts->rebuilt);
	json_put_uint(json, "joined", counts->joined);
	json_put_uint(json, "lock_waits", counts->lock_waits);
	write_members(json, md, counts);
	json_close(json);
}

static size_t write_document(char *buf, size_t len)
{
	const struct md_counts *counts;
	const struct md_array *md;
	struct json json;
	unsigned int i;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	json_put_string(&json, "engine", "md_stripe");
	json_put_string(&json, "fio_version", fio_version_string);
	json_open_array(&json, "arrays");
	for (i = 0; (counts = md_run_counts(md_stripe_run, i, &md)); i++)
		write_array(&json, md, counts);
	json_close(&json);
	json_close(&json);
	return json_finish(&json);
}

static void write_stats(void)
{
	char path[PATH_MAX], line[1200], *text;
	struct err err = {0};
	size_t len;
	int ret;

	md_run_report(md_stripe_run, NULL, path);
	if (!path[0])
		return;
	len = write_document(NULL, 0);
	text = malloc(len + 1);
	if (text)
		write_document(text, len + 1);
	ret = text ? file_save(path, text, len, &err)
		   : err_set(&err, ENOMEM, path, "out of memory");
	if (ret)
		log_err("md_stripe: md_stats=%s\n",
			err_format(&err, line, sizeof(line)));
	free(text);
}

void md_stripe_leave(struct md_stripe_job *job)
{
	unsigned int i;

	if (!job->entered)
		return;
	job->entered = false;
	for (i = 0; i < job->n_files; i++)
		md_run_add(md_stripe_run, &job->files[i]->md,
			   &job->files[i]->counts);
	if (md_run_exit(md_stripe_run))
		write_stats();
}
