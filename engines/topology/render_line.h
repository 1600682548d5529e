// SPDX-License-Identifier: GPL-2.0-only
/*
 * The lines of a rendered tree: what stands left (who) and right (its link).
 * Between render_line.c and render_text.c only.
 */
#ifndef LANES_TOPOLOGY_RENDER_LINE_H
#define LANES_TOPOLOGY_RENDER_LINE_H

#include "topology/out.h"
#include "topology/render.h"

#define RENDER_UPLINKS_MAX 256

struct glyphs {
	const char *tee, *corner, *bar, *gap, *dash;
	const char *limited, *downtrained;
};

/**
 * struct text - one rendering
 * @out:    NULL during the first pass, which finds @width
 * @width:  of the left column
 * @indent: what stands before the branch of the current line
 * @limited, @downtrained, @oversubscribed: a footnote is due
 */
struct text {
	const struct render *render;
	const struct glyphs *glyphs;
	struct out *out;
	struct topo_uplink uplinks[RENDER_UPLINKS_MAX];
	size_t n_uplinks;
	size_t width;
	char indent[256];
	bool limited, downtrained, oversubscribed;
};

/** struct line - both columns; filled by the line_...() below */
struct line {
	char left[256];
	char right[192];
};

/** line_folded() - the drive that shares @port's line, or NULL */
const struct topo_node *line_folded(const struct topo_node *port);

/** line_is_whole() - does a function's line tell all that is below it? */
bool line_is_whole(const struct topo_node *function);

/** line_function() - a drive or HBA; @port: folded into its line, or NULL */
void line_function(struct text *t, struct line *line,
		   const struct topo_node *port,
		   const struct topo_node *function);
/** line_bridge() - a port, with what its link is asked for if it is shared */
void line_bridge(struct text *t, struct line *line,
		 const struct topo_node *node);
/** line_disk() - a disk of an HBA, a controller of a fabric */
void line_disk(struct line *line, const struct topo_node *node);
/** line_phys() - "8 phys: 4 x 6.0 Gbit 4 x Unknown" of an HBA */
void line_phys(struct line *line, const struct topo_node *hba);

#endif
