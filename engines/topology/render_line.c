// SPDX-License-Identifier: GPL-2.0-only
#include "topology/render_line.h"

#include "base/units.h"
#include "topology/verdict.h"

#include <string.h>

#define TITLE_MAX 36
#define NAMES_MAX 4 /* namespaces named on a drive's line */

/* domain 0 goes without saying */
static const char *short_name(const struct topo_node *node)
{
	return node->kind == TOPO_PCI && !node->pci.domain &&
			       strlen(node->name) > 5
		       ? node->name + 5
		       : node->name;
}

static const struct topo_uplink *uplink_at(const struct text *t,
					   const struct topo_node *device)
{
	size_t i;

	for (i = 0; i < t->n_uplinks && i < RENDER_UPLINKS_MAX; i++)
		if (t->uplinks[i].device == device)
			return &t->uplinks[i];
	return NULL;
}

/* marks a verdict and remembers that its footnote is due */
static const char *mark(struct text *t, const struct topo_node *device)
{
	switch (verdict_node(device)) {
	case LINK_LIMITED:
		t->limited = true;
		return t->glyphs->limited;
	case LINK_DOWNTRAINED:
		t->downtrained = true;
		return t->glyphs->downtrained;
	default:
		return "";
	}
}

static void put_capabilities(struct out *out, const struct topo_node *device,
			     const char *what)
{
	const struct topo_node *port = topo_port_above(device);
	struct topo_link cap = device->pci.cap;

	if (!topo_link_known(cap))
		return;
	out_print(out, " (%s %s x%u", what, topo_speed_text(cap.gen),
		  cap.width);
	if (verdict_node(device) == LINK_DOWNTRAINED && port &&
	    topo_link_known(port->pci.cap))
		out_print(out, ", port %s x%u",
			  topo_speed_text(port->pci.cap.gen),
			  port->pci.cap.width);
	out_print(out, ")");
}

static void put_range(struct out *out, struct ceiling c)
{
	char text[40];

	if (ceiling_known(c))
		out_print(out, "  %s",
			  units_rate_range(c.lo_Bps, c.hi_Bps, text,
					   sizeof(text)));
}

/* "5 x4 (drive 8 x4)  1.65-1.82 GB/s  ▲" */
static void describe_drive_link(struct text *t, struct out *out,
				const struct topo_node *function)
{
	struct topo_link link = topo_link_status(function);
	const char *sign;

	if (!topo_device_end(function) || !topo_link_known(link))
		return;
	out_print(out, "%s x%u", topo_speed_text(link.gen), link.width);
	put_capabilities(out, function,
			 topo_is_nvme(function) ? "drive" : "HBA");
	put_range(out,
		  topo_is_nvme(function)
			  ? path_ceiling(function, t->render->block_bytes).read
			  : path_link(function, t->render->block_bytes).read);
	sign = mark(t, function);
	if (sign[0])
		out_print(out, "  %s", sign);
}

/* "5 GT/s x16 (cap 8 x16)  6.60-7.29 GB/s  1.00:1 ok" */
static void describe_port_link(struct text *t, struct out *out,
			       const struct topo_node *node)
{
	const struct topo_uplink *uplink = uplink_at(t, node);
	struct topo_link link = node->pci.status;
	const char *sign;
	char text[24];

	if (!topo_link_known(link))
		return;
	out_print(out, "%s", topo_link_text(link, text, sizeof(text)));
	put_capabilities(out, node, "cap");
	if (!topo_device_end(node))
		return;
	if (uplink) {
		bool over = verdict_oversubscribed(uplink->ratio);

		put_range(out, uplink->ceiling.read);
		out_print(out, "  %.2f:1 %s", uplink->ratio,
			  over ? "oversubscribed" : "ok");
		t->oversubscribed |= over;
	}
	sign = mark(t, node);
	if (sign[0])
		out_print(out, "  %s", sign);
}

static void put_names(const struct render *render, struct out *out,
		      const struct topo_node *function)
{
	size_t i, n = 0, more = 0;

	for (i = 0; i < render->n_drives; i++) {
		const struct topo_node *drive = render->drives[i];

		if (drive == function || topo_function(drive) != function)
			continue;
		if (n < NAMES_MAX)
			out_print(out, "%s%s", n++ ? "," : " ", drive->name);
		else
			more++;
	}
	if (more)
		out_print(out, " and %zu more", more);
}

/* a drive's own model says more than the controller chip's name */
static const char *title_of(const struct topo_node *function)
{
	const struct topo_node *child;

	for (child = function->child; child; child = child->next)
		if (child->kind == TOPO_CTRL && child->title[0])
			return child->title;
	return function->title;
}

/* as many whole words as the column has room for, one at least */
static int cut_at_word(const char *title)
{
	int n = strnlen(title, TITLE_MAX);

	if (title[n])
		while (n > 1 && title[n] != ' ')
			n--;
	return n > 1 ? n : TITLE_MAX;
}

static void put_title(struct out *out, const struct topo_node *function)
{
	const char *title = title_of(function);

	if (title[0])
		out_print(out, " %.*s", cut_at_word(title), title);
	else
		out_print(out, " %04x:%04x", function->pci.vendor,
			  function->pci.device);
}

/* a port with nothing but one drive behind it shares the drive's line */
const struct topo_node *line_folded(const struct topo_node *port)
{
	const struct topo_node *child = port->child;

	return child && !child->next && !child->pci.is_bridge &&
			       topo_device_end(child) && topo_port_above(child)
		       ? child
		       : NULL;
}

bool line_is_whole(const struct topo_node *function)
{
	const struct topo_node *child = function->child;

	return topo_is_nvme(function) ||
	       (child && child->kind == TOPO_DISK && !child->next);
}

static void open_line(struct line *line, struct out *left, struct out *right)
{
	line->left[0] = line->right[0] = '\0';
	*left = (struct out){line->left, sizeof(line->left), 0};
	*right = (struct out){line->right, sizeof(line->right), 0};
}

void line_function(struct text *t, struct line *line,
		   const struct topo_node *port,
		   const struct topo_node *function)
{
	struct out left, right;

	open_line(line, &left, &right);
	if (port)
		out_print(&left, "%s %s ", short_name(port), t->glyphs->dash);
	out_print(&left, "%s", short_name(function));
	if (line_is_whole(function))
		put_names(t->render, &left, function);
	put_title(&left, function);
	describe_drive_link(t, &right, function);
}

void line_bridge(struct text *t, struct line *line,
		 const struct topo_node *node)
{
	struct out left, right;

	open_line(line, &left, &right);
	out_print(&left, "%s %s", short_name(node),
		  topo_port_name(node->pci.port));
	put_title(&left, node);
	describe_port_link(t, &right, node);
}

void line_disk(struct line *line, const struct topo_node *node)
{
	const struct topo_disk *disk = &node->disk;
	struct out left, right;
	char size[24];

	open_line(line, &left, &right);
	out_print(&left, "%s", node->name);
	if (disk->transport[0])
		out_print(&left, " %s", disk->transport);
	if (node->title[0])
		out_print(&left, " %.40s", node->title);
	if (disk->size_bytes)
		out_print(&left, " %s",
			  units_size(disk->size_bytes, size, sizeof(size)));
	if (node->kind == TOPO_CTRL && disk->address[0])
		out_print(&left, " %.48s", disk->address);
}

static const struct topo_node *next_phy(const struct topo_node *node)
{
	while (node && node->kind != TOPO_PHY)
		node = node->next;
	return node;
}

/* how many phys run at @phy's rate; 0 if one before it was of that rate */
static unsigned int count_rate(const struct topo_node *hba,
			       const struct topo_node *phy)
{
	const struct topo_node *other = next_phy(hba->child);
	unsigned int n = 0;

	for (; other; other = next_phy(other->next)) {
		if (strcmp(other->phy.rate, phy->phy.rate))
			continue;
		if (!n && other != phy)
			return 0;
		n++;
	}
	return n;
}

void line_phys(struct line *line, const struct topo_node *hba)
{
	const struct topo_node *phy;
	struct out left, right;
	unsigned int n = 0;

	open_line(line, &left, &right);
	for (phy = next_phy(hba->child); phy; phy = next_phy(phy->next))
		n++;
	out_print(&left, "%u phys:", n);
	for (phy = next_phy(hba->child); phy; phy = next_phy(phy->next))
		if (count_rate(hba, phy))
			out_print(&left, " %u x %s", count_rate(hba, phy),
				  phy->phy.rate[0] ? phy->phy.rate : "unknown");
}
