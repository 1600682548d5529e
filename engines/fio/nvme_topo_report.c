// SPDX-License-Identifier: GPL-2.0-only
#include "nvme_topo.h"

#include "base/json.h"
#include "system/file_save.h"
#include "topology/render.h"

#include <limits.h>

static void write_job(struct json *json, const struct registry_job *job)
{
	char files[sizeof(job->files)], *name, *rest;

	json_open_object(json, NULL);
	json_put_uint(json, "number", job->number);
	json_put_string(json, "name", job->name);
	json_open_array(json, "files");
	strcpy(files, job->files);
	for (name = strtok_r(files, " ", &rest); name;
	     name = strtok_r(NULL, " ", &rest))
		json_put_string(json, NULL, name);
	json_close(json);
	json_put_int(json, "cpu", job->cpu);
	json_put_int(json, "numa_node", job->node);
	json_put_int(json, "queue", job->queue);
	json_put_string(json, "note", job->note[0] ? job->note : NULL);
	json_close(json);
}

/* drives of every job that ran, each once */
static size_t run_drives(const struct topo_tree *tree,
			 const struct topo_node **drives)
{
	const struct registry_job *job;
	unsigned int i;
	size_t j, n = 0;

	for (i = 0; (job = registry_job(nvme_topo_run, i)); i++) {
		char files[sizeof(job->files)], *name, *rest;

		strcpy(files, job->files);
		for (name = strtok_r(files, " ", &rest); name;
		     name = strtok_r(NULL, " ", &rest)) {
			const struct topo_node *drive = topo_find(tree, name);

			for (j = 0; j < n && drives[j] != drive; j++)
				;
			if (drive && j == n && n < REGISTRY_DRIVES)
				drives[n++] = drive;
		}
	}
	return n;
}

static void write_drives(struct json *json, const struct topo_tree *tree,
			 uint32_t block_bytes)
{
	const struct topo_node *drives[REGISTRY_DRIVES];
	struct render render = {.tree = tree,
				.drives = drives,
				.n_drives = run_drives(tree, drives),
				.block_bytes = block_bytes};
	size_t i;

	json_open_array(json, "drives");
	for (i = 0; i < render.n_drives; i++)
		render_json_drive(json, NULL, drives[i], block_bytes);
	json_close(json);
	render_json_uplinks(json, "uplinks", &render);
}

static size_t write_document(const struct topo_tree *tree, uint32_t block_bytes,
			     char *buf, size_t len)
{
	const struct registry_job *job;
	struct json json;
	unsigned int i;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	json_put_string(&json, "engine", "nvme_topo");
	json_put_string(&json, "fio_version", fio_version_string);
	if (tree)
		write_drives(&json, tree, block_bytes);
	json_open_array(&json, "jobs");
	for (i = 0; (job = registry_job(nvme_topo_run, i)); i++)
		write_job(&json, job);
	json_close(&json);
	json_close(&json);
	return json_finish(&json);
}

void nvme_topo_write_report(struct thread_data *td)
{
	char path[PATH_MAX], line[1200], *text;
	struct err err = {0};
	struct topo_tree *tree;
	size_t len;
	int ret;

	registry_report(nvme_topo_run, NULL, path);
	if (!path[0])
		return;
	tree = nvme_topo_machine();
	len = write_document(tree, td_max_bs(td), NULL, 0);
	text = malloc(len + 1);
	if (text)
		write_document(tree, td_max_bs(td), text, len + 1);
	ret = text ? file_save(path, text, len, &err)
		   : err_set(&err, ENOMEM, path, "out of memory");
	if (ret)
		log_err("nvme_topo: topo_report=%s\n",
			err_format(&err, line, sizeof(line)));
	free(text);
	topo_tree_free(tree);
}
