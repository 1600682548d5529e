// SPDX-License-Identifier: GPL-2.0-only
#include "topology/render.h"

#include "base/json.h"
#include "topology/verdict.h"

#include <stdio.h>
#include <string.h>

#define UPLINKS_MAX    256
#define PATH_MAX_NODES 64

/* a rate is whole bytes; what is not known is null */
static void put_rate(struct json *json, const char *key, double rate_Bps)
{
	if (rate_Bps > 0)
		json_put_uint(json, key, (uint64_t)(rate_Bps + 0.5));
	else
		json_put_null(json, key);
}

static void put_ceiling(struct json *json, const struct topo_ceiling *ceiling)
{
	put_rate(json, "read_lo_Bps", ceiling->read.lo_Bps);
	put_rate(json, "read_hi_Bps", ceiling->read.hi_Bps);
	put_rate(json, "write_lo_Bps", ceiling->write.lo_Bps);
	put_rate(json, "write_hi_Bps", ceiling->write.hi_Bps);
}

static void put_text(struct json *json, const char *key, const char *text)
{
	json_put_string(json, key, text[0] ? text : NULL);
}

static void put_known(struct json *json, const char *key, uint64_t value)
{
	if (value)
		json_put_uint(json, key, value);
	else
		json_put_null(json, key);
}

static void put_link(struct json *json, const char *key, struct topo_link link)
{
	char text[24];

	json_put_string(json, key,
			topo_link_known(link)
				? topo_link_text(link, text, sizeof(text))
				: NULL);
}

/* the narrowest hop: "0000:43:04.0-0000:44:00.0 5 GT/s x4" */
static void put_limit(struct json *json, const char *key,
		      const struct topo_node *device)
{
	char hop[72], link[24], text[104];

	if (!device) {
		json_put_null(json, key);
		return;
	}
	snprintf(text, sizeof(text), "%s %s",
		 verdict_hop(device, hop, sizeof(hop)),
		 topo_link_text(topo_link_status(device), link, sizeof(link)));
	json_put_string(json, key, text);
}

static void put_path(struct json *json, const char *key,
		     const struct topo_node *function)
{
	const struct topo_node *path[PATH_MAX_NODES];
	size_t n = 0;

	for (; function && n < PATH_MAX_NODES; function = function->parent)
		path[n++] = function;
	json_open_array(json, key);
	while (n)
		json_put_string(json, NULL, path[--n]->name);
	json_close(json);
}

static const char *controller_of(const struct topo_node *drive)
{
	const struct topo_node *above = drive->parent;

	return above && above->kind == TOPO_CTRL ? above->name : NULL;
}

static void put_drive_link(struct json *json, const struct topo_node *function)
{
	const struct topo_node *device =
		function && topo_device_end(function) ? function : NULL;

	if (!device) {
		json_put_null(json, "link");
		json_put_null(json, "link_cap");
		json_put_null(json, "verdict");
		return;
	}
	put_link(json, "link", topo_link_status(device));
	put_link(json, "link_cap", device->pci.cap);
	json_put_string(json, "verdict", verdict_name(verdict_node(device)));
}

void render_json_drive(struct json *json, const char *key,
		       const struct topo_node *drive, uint32_t block_bytes)
{
	const struct topo_node *function = topo_function(drive);
	struct topo_ceiling ceiling = path_ceiling(drive, block_bytes);
	const struct topo_disk *disk = &drive->disk;

	json_open_object(json, key);
	json_put_string(json, "name", drive->name);
	json_put_string(json, "controller", controller_of(drive));
	json_put_string(json, "bdf", function ? function->name : NULL);
	put_text(json, "serial", disk->serial);
	put_text(json, "model", disk->model[0] ? disk->model : drive->title);
	put_text(json, "transport", disk->transport);
	json_put_int(json, "numa_node", topo_numa_node(drive));
	put_known(json, "size_bytes", disk->size_bytes);
	put_ceiling(json, &ceiling);
	put_drive_link(json, function);
	put_limit(json, "limited_by", ceiling.limit);
	put_path(json, "path", function);
	json_close(json);
}

static void put_names_below(struct json *json, const char *key,
			    const struct render *render,
			    const struct topo_node *device)
{
	const struct topo_node *port = topo_port_above(device);
	size_t i;

	json_open_array(json, key);
	for (i = 0; i < render->n_drives; i++)
		if (topo_is_below(render->drives[i], port ? port : device))
			json_put_string(json, NULL, render->drives[i]->name);
	json_close(json);
}

static void put_uplink(struct json *json, const struct render *render,
		       const struct topo_uplink *uplink)
{
	const struct topo_node *device = uplink->device;
	char hop[72];

	json_open_object(json, NULL);
	json_put_string(json, "name", verdict_hop(device, hop, sizeof(hop)));
	json_put_string(json, "bdf", device->name);
	put_text(json, "title", device->title);
	put_link(json, "link", topo_link_status(device));
	json_put_string(json, "link_verdict",
			verdict_name(verdict_node(device)));
	put_ceiling(json, &uplink->ceiling);
	put_names_below(json, "drives", render, device);
	json_put_double(json, "ratio", uplink->ratio);
	json_put_string(json, "verdict",
			verdict_oversubscribed(uplink->ratio) ? "oversubscribed"
							      : "ok");
	json_close(json);
}

void render_json_uplinks(struct json *json, const char *key,
			 const struct render *render)
{
	struct topo_uplink uplinks[UPLINKS_MAX];
	size_t i,
		n = path_uplinks(render->tree, render->drives, render->n_drives,
				 render->block_bytes, uplinks, UPLINKS_MAX);

	json_open_array(json, key);
	for (i = 0; i < n && i < UPLINKS_MAX; i++)
		put_uplink(json, render, &uplinks[i]);
	json_close(json);
}

static void put_stack(struct json *json, const struct topo_stack *stack)
{
	size_t i;

	json_put_string(json, "target", stack->target);
	json_open_array(json, "stack");
	for (i = 0; i < stack->n_layers; i++) {
		const struct topo_layer *layer = &stack->layers[i];

		json_open_object(json, NULL);
		json_put_string(json, "kind", layer->kind);
		json_put_string(json, "name", layer->name);
		put_text(json, "detail", layer->detail);
		json_put_uint(json, "depth", layer->depth);
		json_close(json);
	}
	json_close(json);
}

static void put_pci(struct json *json, const struct topo_node *node)
{
	const struct topo_pci *pci = &node->pci;
	char text[16];

	snprintf(text, sizeof(text), "0x%06x", pci->class_code);
	json_put_string(json, "class", text);
	snprintf(text, sizeof(text), "0x%04x", pci->vendor);
	json_put_string(json, "vendor", text);
	snprintf(text, sizeof(text), "0x%04x", pci->device);
	json_put_string(json, "device", text);
	json_put_string(json, "type", topo_port_name(pci->port));
	put_text(json, "driver", pci->driver);
	put_text(json, "slot", pci->slot);
	put_link(json, "link", pci->status);
	put_link(json, "link_cap", pci->cap);
	put_known(json, "mps_bytes", pci->mps_bytes);
	put_known(json, "mps_cap_bytes", pci->mps_cap_bytes);
	put_known(json, "mrrs_bytes", pci->mrrs_bytes);
	if (topo_device_end(node))
		json_put_string(json, "verdict",
				verdict_name(verdict_node(node)));
	if (!pci->is_bridge)
		return;
	json_put_uint(json, "secondary_bus", pci->secondary);
	json_put_uint(json, "subordinate_bus", pci->subordinate);
}

static void put_queues(struct json *json, const struct topo_disk *disk)
{
	char cpus[256];
	size_t i;

	json_open_array(json, "queues");
	for (i = 0; i < disk->n_queues; i++) {
		json_open_object(json, NULL);
		json_put_uint(json, "hctx", disk->queues[i].hctx);
		json_put_string(
			json, "cpus",
			cpus_format(&disk->queues[i].cpus, cpus, sizeof(cpus)));
		json_close(json);
	}
	json_close(json);
}

static void put_disk(struct json *json, const struct topo_node *node)
{
	const struct topo_disk *disk = &node->disk;

	put_text(json, "model", disk->model);
	put_text(json, "serial", disk->serial);
	put_text(json, "transport", disk->transport);
	put_text(json, "address", disk->address);
	if (node->kind == TOPO_CTRL)
		return;
	put_text(json, "path_name", disk->path_name);
	put_known(json, "size_bytes", disk->size_bytes);
	put_known(json, "block_size_bytes", disk->block_bytes);
	put_queues(json, disk);
}

static void put_node(struct json *json, const struct topo_node *node)
{
	static const char *const kinds[] = {
		[TOPO_PCI] = "pci",
		[TOPO_CTRL] = "controller",
		[TOPO_DISK] = "disk",
		[TOPO_PHY] = "phy",
	};

	json_open_object(json, NULL);
	json_put_string(json, "kind", kinds[node->kind]);
	json_put_string(json, "name", node->name);
	json_put_string(json, "parent",
			node->parent ? node->parent->name : NULL);
	put_text(json, "title", node->title);
	json_put_int(json, "numa_node", topo_numa_node(node));
	if (node->kind == TOPO_PCI)
		put_pci(json, node);
	else if (node->kind == TOPO_PHY)
		put_text(json, "negotiated_rate", node->phy.rate);
	else
		put_disk(json, node);
	json_close(json);
}

size_t render_json(const struct render *render, char *buf, size_t len)
{
	const struct topo_tree *tree = render->tree;
	const struct topo_node *node = NULL;
	struct json json;
	size_t i;

	json_init(&json, buf, len);
	json_open_object(&json, NULL);
	json_put_uint(&json, "schema", 1);
	json_put_string(&json, "source", tree->source);
	put_text(&json, "host", tree->host);
	json_put_uint(&json, "block_size_bytes", render->block_bytes);
	json_put_bool(&json, "mps_assumed", tree->mps_unknown);
	if (render->stack)
		put_stack(&json, render->stack);
	json_open_array(&json, "drives");
	for (i = 0; i < render->n_drives; i++)
		render_json_drive(&json, NULL, render->drives[i],
				  render->block_bytes);
	json_close(&json);
	render_json_uplinks(&json, "uplinks", render);
	json_open_array(&json, "tree");
	while ((node = topo_next(tree, node)))
		put_node(&json, node);
	json_close(&json);
	json_close(&json);
	return json_finish(&json);
}
