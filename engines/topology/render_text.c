// SPDX-License-Identifier: GPL-2.0-only
#include "topology/render.h"

#include "base/units.h"
#include "topology/render_line.h"
#include "topology/verdict.h"

#include <string.h>

#define LEFT_MAX     64 /* the left column grows no wider than this */
#define FINDINGS_MAX 8

static const struct glyphs unicode = {"├ ", "└ ", "│ ", "  ", "─", "▲", "▼"};
static const struct glyphs ascii = {"|-", "`-", "| ", "  ", "-", "^", "v"};

/* columns on a terminal: bytes that do not continue a UTF-8 sequence */
static size_t columns(const char *s)
{
	size_t n = 0;

	for (; *s; s++)
		n += (*s & 0xc0) != 0x80;
	return n;
}

static void put_line(struct text *t, const char *branch,
		     const struct line *line)
{
	size_t used =
		columns(t->indent) + columns(branch) + columns(line->left);
	int pad;

	if (!t->out) {
		if (line->right[0] && used > t->width)
			t->width = used < LEFT_MAX ? used : LEFT_MAX;
		return;
	}
	pad = used < t->width ? t->width - used : 0;
	out_print(t->out, "%s%s%s", t->indent, branch, line->left);
	if (line->right[0])
		out_print(t->out, "%*s  %s", pad, "", line->right);
	out_print(t->out, "\n");
}

static bool leads_to_drive(const struct render *render,
			   const struct topo_node *node)
{
	size_t i;

	for (i = 0; i < render->n_drives; i++)
		if (topo_is_below(render->drives[i], node))
			return true;
	return false;
}

/* an HBA without disks is worth a line, unless a target is asked for */
static bool leads_to_hba(const struct topo_node *node)
{
	const struct topo_node *child;

	if (topo_is_storage(node))
		return true;
	for (child = node->child; child; child = child->next)
		if (leads_to_hba(child))
			return true;
	return false;
}

static bool is_shown(const struct text *t, const struct topo_node *node)
{
	return node->kind != TOPO_PHY &&
	       (leads_to_drive(t->render, node) ||
		(!t->render->stack && leads_to_hba(node)));
}

static const struct topo_node *next_shown(const struct text *t,
					  const struct topo_node *node)
{
	while (node && !is_shown(t, node))
		node = node->next;
	return node;
}

static bool has_phys(const struct topo_node *node)
{
	const struct topo_node *child = node->child;

	while (child && child->kind != TOPO_PHY)
		child = child->next;
	return child;
}

/* what stands below a line: nothing where the line tells it all */
static const struct topo_node *first_below(const struct text *t,
					   const struct topo_node *node)
{
	if (node->kind == TOPO_PCI && line_is_whole(node))
		return NULL;
	return next_shown(t, node->child);
}

static void put_phys(struct text *t, const struct topo_node *hba, bool last)
{
	struct line line;

	line_phys(&line, hba);
	put_line(t, last ? t->glyphs->corner : t->glyphs->tee, &line);
}

/* Return: the node whose children stand below: @node or the one folded in */
static const struct topo_node *put_one(struct text *t,
				       const struct topo_node *node, bool last)
{
	const struct topo_node *inner =
		node->kind == TOPO_PCI ? line_folded(node) : NULL;
	struct line line;

	if (node->kind != TOPO_PCI)
		line_disk(&line, node);
	else if (inner)
		line_function(t, &line, node, inner);
	else if (node->pci.is_bridge)
		line_bridge(t, &line, node);
	else
		line_function(t, &line, NULL, node);
	put_line(t, last ? t->glyphs->corner : t->glyphs->tee, &line);
	return inner ? inner : node;
}

static void put_node(struct text *t, const struct topo_node *node, bool last)
{
	const struct topo_node *inner = put_one(t, node, last), *child, *next;
	size_t indent = strlen(t->indent);

	/* a tree that nests deeper than any machine stays whole, but flat */
	if (indent + 8 < sizeof(t->indent))
		strcat(t->indent, last ? t->glyphs->gap : t->glyphs->bar);
	child = first_below(t, inner);
	if (has_phys(inner))
		put_phys(t, inner, !child);
	for (; child; child = next) {
		next = next_shown(t, child->next);
		put_node(t, child, !next);
	}
	t->indent[indent] = '\0';
}

static const struct topo_node *next_root(const struct text *t,
					 const struct topo_node *node, int numa)
{
	while (node && (!is_shown(t, node) || topo_numa_node(node) != numa))
		node = node->next;
	return node;
}

static void put_group(struct text *t, int numa)
{
	const struct topo_node *node =
		next_root(t, t->render->tree->roots, numa);
	struct line title = {.left = "NUMA node unknown"};

	if (!node)
		return;
	if (numa >= 0)
		snprintf(title.left, sizeof(title.left), "NUMA node %d", numa);
	put_line(t, "", &title);
	while (node) {
		const struct topo_node *next = next_root(t, node->next, numa);

		put_node(t, node, !next);
		node = next;
	}
}

/* nodes that are known in rising order, then what has none */
static void put_groups(struct text *t)
{
	const struct topo_node *node;
	int numa = -1, next;

	do {
		next = -1;
		for (node = t->render->tree->roots; node; node = node->next)
			if (topo_numa_node(node) > numa &&
			    (next < 0 || topo_numa_node(node) < next))
				next = topo_numa_node(node);
		if (next >= 0)
			put_group(t, next);
		numa = next;
	} while (next >= 0);
	put_group(t, -1);
}

static void put_payload(struct text *t)
{
	const struct render *r = t->render;
	uint32_t lo = 0, hi = 0;
	char size[24];
	size_t i;

	for (i = 0; i < r->n_drives; i++) {
		uint32_t mps = path_io(r->drives[i], r->block_bytes).mps_bytes;

		if (!ceiling_known(
			    path_ceiling(r->drives[i], r->block_bytes).read))
			continue;
		lo = !lo || mps < lo ? mps : lo;
		hi = mps > hi ? mps : hi;
	}
	if (!lo)
		return;
	out_print(t->out, "  read ceilings at MPS %u", lo);
	if (hi != lo)
		out_print(t->out, "-%u", hi);
	out_print(t->out, ", %s",
		  units_size(r->block_bytes, size, sizeof(size)));
}

static void put_head(struct text *t)
{
	const struct topo_tree *tree = t->render->tree;
	size_t i, nvme = 0, n = t->render->n_drives;

	for (i = 0; i < n; i++) {
		const struct topo_node *drive = t->render->drives[i];

		nvme += topo_is_nvme(drive) ||
			(drive->parent && drive->parent->kind == TOPO_CTRL);
	}
	out_print(t->out, "%s%s%s  NVMe %zu", tree->host,
		  tree->host[0] ? "  " : "", tree->source, nvme);
	if (n > nvme)
		out_print(t->out, "  other disks %zu", n - nvme);
	put_payload(t);
	out_print(t->out, "\n\n");
}

static void put_stack(struct text *t)
{
	const struct topo_stack *stack = t->render->stack;
	size_t i;

	for (i = 0; stack && i < stack->n_layers; i++) {
		const struct topo_layer *layer = &stack->layers[i];

		out_print(t->out, "%*s%s%s  %s", 2 * (int)layer->depth, "",
			  layer->depth ? t->glyphs->corner : "", layer->name,
			  layer->kind);
		if (layer->detail[0])
			out_print(t->out, " %s", layer->detail);
		out_print(t->out, "\n");
	}
	if (stack)
		out_print(t->out, "\n");
}

static void put_footnotes(struct text *t)
{
	const struct render *r = t->render;
	struct topo_finding findings[FINDINGS_MAX];
	size_t i, n;

	if (t->limited || t->downtrained || t->oversubscribed ||
	    r->tree->mps_unknown)
		out_print(t->out, "\n");
	if (t->limited)
		out_print(t->out,
			  "%s limited by the port's capability. Not a fault: "
			  "reseating will not help.\n",
			  t->glyphs->limited);
	if (t->downtrained)
		out_print(t->out,
			  "%s downtrained: both ends can do more. A fault.\n",
			  t->glyphs->downtrained);
	n = verdict_findings(r->tree, r->drives, r->n_drives, r->block_bytes,
			     findings, FINDINGS_MAX);
	for (i = 0; i < n && i < FINDINGS_MAX; i++)
		out_print(t->out, "! %s\n", findings[i].text);
	if (n > FINDINGS_MAX)
		out_print(t->out, "! and %zu more\n", n - FINDINGS_MAX);
	if (r->tree->mps_unknown)
		out_print(t->out,
			  "Payload sizes are readable by root only: %d bytes "
			  "are assumed, the ceilings may be higher.\n",
			  TOPO_MPS_ASSUMED);
	if (!r->n_drives)
		out_print(t->out, "No drive was found.\n");
}

size_t render_text(const struct render *render, char *buf, size_t len)
{
	struct out out = {buf, len, 0};
	struct text t = {
		.render = render,
		.glyphs = render->ascii ? &ascii : &unicode,
	};

	if (len)
		buf[0] = '\0';
	t.n_uplinks = path_uplinks(render->tree, render->drives,
				   render->n_drives, render->block_bytes,
				   t.uplinks, RENDER_UPLINKS_MAX);
	put_groups(&t);
	t.out = &out;
	put_head(&t);
	put_stack(&t);
	put_groups(&t);
	put_footnotes(&t);
	return out.len;
}
