// SPDX-License-Identifier: GPL-2.0-only
#include "plot/theme.h"

#include <math.h>
#include <stdio.h>

static const struct theme light = {
	.paper = PALETTE_PAPER,
	.ink = PALETTE_INK,
	.muted = PALETTE_MUTED,
	.grid = PALETTE_GRID,
	.reference = "#9A9A9A",
	.ceiling = PALETTE_CEILING,
	.ceiling_text = PALETTE_CEILING_TEXT,
	.line = {"#0072B2", "#009E73", "#E69F00", "#CC79A7", "#56B4E9",
		 "#D55E00"},
	.text = {"#00629A", "#00795A", "#8A5F00", "#9C4177", "#1E74A8",
		 "#B04C00"},
};

static const struct theme dark = {
	.paper = "#16181C",
	.ink = "#E8E8E8",
	.muted = "#A6A6A6",
	.grid = "#363A40",
	.reference = "#8A8A8A",
	.ceiling = PALETTE_CEILING,
	.ceiling_text = "#FF9A57",
	.line = {"#0072B2", "#009E73", "#E69F00", "#CC79A7", "#56B4E9",
		 "#D55E00"},
	.text = {"#58AEE6", "#3DCBA2", "#F2BE4E", "#E3A6C7", "#8ACBF2",
		 "#FF9A57"},
	.dark = true,
};

const struct theme *theme_light(void)
{
	return &light;
}

const struct theme *theme_dark(void)
{
	return &dark;
}

/* viridis at nine places: even steps of lightness, for all eyes alike.
 * Source: matplotlib, van der Walt and Smith, CC0. */
static const unsigned char viridis[][3] = {
	{0x44, 0x01, 0x54}, {0x47, 0x2d, 0x7b}, {0x3b, 0x52, 0x8b},
	{0x2c, 0x72, 0x8e}, {0x21, 0x91, 0x8c}, {0x28, 0xae, 0x80},
	{0x5e, 0xc9, 0x62}, {0xad, 0xdc, 0x30}, {0xfd, 0xe7, 0x25},
};

/* above this luminance dark text has more contrast than white (WCAG 2) */
#define LIGHT 0.18

static double luminance(const double rgb[3])
{
	static const double weights[] = {0.2126, 0.7152, 0.0722};
	double sum = 0;
	size_t i;

	for (i = 0; i < 3; i++)
		sum += weights[i] * pow(rgb[i] / 255, 2.2);
	return sum;
}

#define STEPS (sizeof(viridis) / sizeof(viridis[0]) - 1)

bool theme_ramp(const struct theme *theme, double part, char colour[8])
{
	double at, share, rgb[3];
	size_t step, i;

	part = fmin(fmax(part, 0), 1);
	/* the last ninth is as light as light paper, the first as dark as dark
	 * paper: leave them out */
	at = theme->dark ? 1.2 + part * (STEPS - 1.2)
			 : (1 - part) * (STEPS - 0.8);
	step = (size_t)at < STEPS ? (size_t)at : STEPS - 1;
	share = at - (double)step;
	for (i = 0; i < 3; i++)
		rgb[i] = viridis[step][i] +
			 share * (viridis[step + 1][i] - viridis[step][i]);
	snprintf(colour, 8, "#%02X%02X%02X", (unsigned int)rgb[0] & 255,
		 (unsigned int)rgb[1] & 255, (unsigned int)rgb[2] & 255);
	return luminance(rgb) > LIGHT;
}
