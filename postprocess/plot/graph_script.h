// SPDX-License-Identifier: GPL-2.0-only
/* A placed graph as a gnuplot script. */
#ifndef LANES_PLOT_GRAPH_SCRIPT_H
#define LANES_PLOT_GRAPH_SCRIPT_H

#include "model/text.h"
#include "plot/graph_place.h"

/** enum graph_format - files that gnuplot draws */
enum graph_format {
	GRAPH_SVG,
	GRAPH_PNG,
	GRAPH_PDF,
	GRAPH_FORMATS
};

/** graph_format_name() - "svg", "png", "pdf" */
const char *graph_format_name(enum graph_format format);

/**
 * graph_script() - gnuplot 5.4's commands that draw a graph
 * @stem:   it writes @stem.svg, .png or .pdf into its working directory; none
 *          of foreign text
 * @script: appended to; its first line says which format, and may be edited
 *
 * The data stands in the script.  Foreign text stands in single quotes only.
 */
void graph_script(struct text *script, const struct graph *graph,
		  const struct graph_frame *frame, const char *stem,
		  enum graph_format format);

#endif
