// SPDX-License-Identifier: GPL-2.0-only
/*
 * Colours: Okabe and Ito's palette, told apart by colour-blind eyes too, and
 * a few sentinels, each used for one purpose only, so that svg_inline() can
 * give them back to the page's own theme.
 */
#ifndef LANES_PLOT_PALETTE_H
#define LANES_PLOT_PALETTE_H

#define PALETTE_MEASURED   "#0072B2"
#define PALETTE_UNMODELLED "#8FB8D0"
#define PALETTE_PUBLISHED  "#B8B8B8"
#define PALETTE_CEILING	   "#D55E00"
#define PALETTE_ON_DARK	   "#FFFFFF"
#define PALETTE_ON_LIGHT   "#1A1A1A"

/* sentinels */
#define PALETTE_INK	     "#2B2B2B"
#define PALETTE_MUTED	     "#6B6B6B"
#define PALETTE_GRID	     "#DDDDDD"
#define PALETTE_CEILING_TEXT "#B34F00"
#define PALETTE_PAPER	     "#FFFFFE"

#endif
