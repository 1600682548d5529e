// SPDX-License-Identifier: GPL-2.0-only
#include "plot/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void axis_add(struct axis *axis, double at, const char *label)
{
	if (axis->count == AXIS_TICKS)
		return;
	axis->ticks[axis->count].at = at;
	snprintf(axis->ticks[axis->count].label, AXIS_LABEL, "%s", label);
	axis->count++;
}

static int by_place(const void *a, const void *b)
{
	const struct axis_tick *one = a, *two = b;

	return (one->at > two->at) - (one->at < two->at);
}

void axis_sort(struct axis *axis)
{
	qsort(axis->ticks, axis->count, sizeof(axis->ticks[0]), by_place);
}

double axis_part(const struct axis *axis, double value)
{
	if (!axis->log)
		return (value - axis->lo) / (axis->hi - axis->lo);
	if (value <= 0)
		return -INFINITY;
	return log(value / axis->lo) / log(axis->hi / axis->lo);
}

/* 1, 2 or 5 times a power of ten: four to nine of them fit */
static double round_step(double length)
{
	double power = pow(10, floor(log10(length / 4)));
	double part = length / 4 / power;

	return (part < 2 ? 1 : part < 5 ? 2 : 5) * power;
}

void axis_linear(struct axis *axis, double lo, double hi, enum quantity what)
{
	char label[FORMAT_LEN];
	double step, at;
	long i;

	if (!(hi > lo))
		hi = lo + 1;
	step = round_step(hi - lo);
	*axis = (struct axis){.lo = lo, .hi = hi + 0.04 * (hi - lo)};
	for (i = (long)ceil(lo / step - 1e-9);; i++) {
		at = (double)i * step;
		if (at > axis->hi)
			break;
		axis_add(axis, at,
			 what == QUANTITY_NUMBER || at != 0
				 ? format_tick(what, at, label)
				 : "0");
	}
}

/* few decades also have lines at 2 and 5 */
static void add_decades(struct axis *axis, enum quantity what)
{
	double decades = log10(axis->hi / axis->lo);
	char label[FORMAT_LEN];
	int power, last = (int)ceil(log10(axis->hi)) + 1;
	int skip = decades > 9 ? 2 : 1;
	size_t k;

	for (power = (int)floor(log10(axis->lo)) - 1; power <= last; power++) {
		static const double parts[] = {1, 2, 5};

		for (k = 0; k < (decades < 2.2 ? 3 : 1); k++) {
			double at = parts[k] * pow(10, power);

			if (at < axis->lo * 0.999 || at > axis->hi * 1.001 ||
			    power % skip)
				continue;
			axis_add(axis, at, format_tick(what, at, label));
		}
	}
}

/* less than a decade: round numbers as on a linear axis */
static void add_steps(struct axis *axis, enum quantity what)
{
	double step = round_step(axis->hi - axis->lo);
	char label[FORMAT_LEN];
	long i;

	for (i = (long)ceil(axis->lo / step - 1e-9);
	     (double)i * step <= axis->hi * 1.0001; i++)
		axis_add(axis, (double)i * step,
			 format_tick(what, (double)i * step, label));
}

void axis_log(struct axis *axis, double lo, double hi, enum quantity what)
{
	double room;

	lo = lo > 0 ? lo : 1;
	hi = hi > lo ? hi : lo;
	room = fmax(pow(hi / lo, 0.04), 1.1);
	*axis = (struct axis){.lo = lo / room, .hi = hi * room, .log = true};
	add_decades(axis, what);
	if (axis->count > 2)
		return;
	axis->count = 0;
	add_steps(axis, what);
}

/* all ticks of an axis in one unit */
static const char *time_text(double seconds, double step, double hi,
			     char label[FORMAT_LEN])
{
	if (seconds == 0)
		snprintf(label, FORMAT_LEN, "0");
	else if (step >= 3600)
		snprintf(label, FORMAT_LEN, "%.4g h", seconds / 3600);
	else if (hi >= 120 && step >= 15)
		snprintf(label, FORMAT_LEN, "%.4g min", seconds / 60);
	else
		snprintf(label, FORMAT_LEN, "%.4g s", seconds);
	return label;
}

void axis_time(struct axis *axis, double lo, double hi)
{
	static const double steps[] = {
		0.01, 0.02, 0.05, 0.1,	0.2,   0.5,   1,     2,
		5,    10,   20,	  30,	60,    120,   300,   600,
		1200, 1800, 3600, 7200, 10800, 21600, 43200, 86400,
	};
	size_t i = 0, last = sizeof(steps) / sizeof(steps[0]) - 1;
	char label[FORMAT_LEN];
	double step;
	long k;

	if (!(hi > lo))
		hi = lo + 1;
	while (i < last && (hi - lo) / steps[i] > 8)
		i++;
	step = i == last ? 86400 * ceil((hi - lo) / 86400 / 8) : steps[i];
	*axis = (struct axis){.lo = lo, .hi = hi};
	for (k = (long)ceil(lo / step - 1e-9); (double)k * step <= hi * 1.0001;
	     k++)
		axis_add(axis, (double)k * step,
			 time_text((double)k * step, step, hi, label));
}

void axis_percentiles(struct axis *axis, double hi)
{
	static const char *const names[] = {
		"0",	    "50",	 "90",	       "99",
		"99.9",	    "99.99",	 "99.999",     "99.9999",
		"99.99999", "99.999999", "99.9999999",
	};
	static const double at[] = {1,	 2,   10,  100, 1e3, 1e4,
				    1e5, 1e6, 1e7, 1e8, 1e9};
	size_t i;

	*axis = (struct axis){.lo = 1, .hi = fmax(hi, 100), .log = true};
	for (i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		if (at[i] <= axis->hi * 1.001)
			axis_add(axis, at[i], names[i]);
}

void axis_powers(struct axis *axis, double lo, double hi)
{
	char label[FORMAT_LEN];
	double at;

	lo = lo > 0 ? lo : 1;
	*axis = (struct axis){
		.lo = lo / 1.15, .hi = fmax(hi, 2 * lo) * 1.15, .log = true};
	for (at = pow(2, ceil(log(lo) / log(2) - 1e-9)); at <= axis->hi;
	     at *= 2)
		axis_add(axis, at, format_tick(QUANTITY_IOPS, at, label));
}
