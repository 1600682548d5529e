// SPDX-License-Identifier: GPL-2.0-only
/* What the kinds of charts make of their data: nothing lost, nothing added. */
#include "unit.h"

#include "plot/cpu.h"
#include "plot/over_time.h"
#include "plot/percentiles.h"
#include "plot/ratio.h"
#include "plot/sweep_chart.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void read_log(struct log *log, const char *text)
{
	struct log_form form = log_sniff(text, strlen(text));

	log_init(log, &form, LOG_WIDTH_MS);
	assert_int_equal(log_feed(log, text, strlen(text), true), strlen(text));
}

static void begin(struct graph *graph)
{
	graph_init(graph, theme_light(), "test");
}

static void each_percentile_is_where_it_belongs(void **state)
{
	uint64_t bins[BINS_COUNT] = {0};
	struct percentile_source source = {
		.label = "a", .bins = bins, .unit_ns = 1000};
	struct graph graph;
	struct percentiles chart = {.graph = &graph};

	(void)state;
	bins[10] = 900;
	bins[20] = 90;
	bins[30] = 9;
	bins[40] = 1;
	begin(&graph);
	percentiles_add(&chart, &source);
	percentiles_finish(&chart);
	assert_int_equal(graph.series_count, 2);
	/* 90 of 100 take up to 10 µs; ten remain above 99 */
	assert_int_equal(graph.series[0].count, 2);
	assert_true(graph.series[0].points[0].x == 10);
	assert_true(graph.series[0].points[0].y == 10000);
	assert_true(graph.series[0].points[1].x == 100);
	assert_true(graph.series[0].points[1].y == 20000);
	/* the thin part begins there */
	assert_true(graph.series[1].points[0].x == 100);
	assert_true(graph.series[1].points[1].x == 1000);
	assert_true(graph.series[1].points[1].y == 30000);
	assert_true(graph.series[1].points[2].y == 40000);
	assert_true(graph.series[1].width < graph.series[0].width);
	assert_string_equal(graph.title, "a: p99 20.0 µs, p99.9 30.0 µs");
	graph_free(&graph);
}

static void cells_hold_all_ios(void **state)
{
	char text[200 * 40];
	struct graph graph;
	struct over_time chart = {.graph = &graph};
	struct latency_source source = {.label = "a", .unit_ns = 1};
	struct log log;
	size_t i, len = 0;
	double sum = 0;

	(void)state;
	for (i = 0; i < 200; i++)
		len += (size_t)sprintf(text + len, "%zu, %zu, 1, 4096\n", i * i,
				       i * i * i);
	read_log(&log, text);
	source.log = &log;
	source.side = SIDE_WRITE;
	begin(&graph);
	latency_heat_add(&chart, &source);
	latency_heat_finish(&chart);
	for (i = 0; i < graph.cell_count; i++) {
		const struct graph_cell *cell = &graph.cells[i];

		sum += cell->value;
		assert_true(cell->part >= 0 && cell->part <= 1);
		assert_true(cell->y1 > cell->y0 && cell->y0 > 0);
		assert_true(cell->y1 <= graph.panels[0].y.hi);
		assert_true(cell->y0 >= graph.panels[0].y.lo);
	}
	assert_true(sum == 200);
	log_free(&log);
	graph_free(&graph);
}

static void a_line_ends_where_its_run_does(void **state)
{
	static const char text[] = "1000, 100, 0, 0\n2000, 300, 0, 0\n";
	struct graph graph;
	struct over_time chart = {
		.graph = &graph, .what = QUANTITY_RATE, .bucket_ms = 1000};
	struct track track;
	struct log log;

	(void)state;
	read_log(&log, text);
	assert_true(track_log(&track, &log, SIDE_READ, LOG_BW, TRACK_BYTES));
	begin(&graph);
	over_time_track(&chart, "a", &track);
	over_time_ceiling(&chart, 1e6, "limit");
	over_time_finish(&chart);
	assert_int_equal(graph.series_count, 2);
	assert_int_equal(graph.series[0].count, 2);
	assert_true(graph.series[0].points[0].x == 0.5);
	assert_true(fabs(graph.series[0].points[0].y - 102400) < 1);
	assert_true(fabs(graph.series[0].points[1].y - 307200) < 1);
	assert_true(graph.series[1].points[1].y == 1e6);
	assert_string_equal(graph.series[1].label, "limit 1.00 MB/s");
	assert_string_equal(graph.title,
			    "a: 205 kB/s in the mean, 102–307 kB/s over time");
	log_free(&log);
	graph_free(&graph);
}

/* a gap in the log is one in the line, a last bucket of 10 ms is left out */
static void latency_has_gaps(void **state)
{
	static const char text[] = "0, 1000, 0, 4096\n100, 3000, 0, 4096\n"
				   "700, 5000, 0, 4096\n1010, 9, 0, 4096\n";
	struct graph graph;
	struct over_time chart = {.graph = &graph, .bucket_ms = 250};
	struct latency_source source = {.label = "a", .unit_ns = 1};
	struct log log;

	(void)state;
	read_log(&log, text);
	source.log = &log;
	begin(&graph);
	latency_time_add(&chart, &source);
	latency_time_finish(&chart);
	/* band, highest, p99, p50 */
	assert_int_equal(graph.series_count, 4);
	assert_string_equal(graph.series[1].label, "highest");
	assert_true(graph.series[1].points[0].y == 3000);
	assert_true(isnan(graph.series[1].points[1].y));
	assert_true(graph.series[1].points[2].y == 5000);
	assert_true(isnan(graph.series[1].points[4].y));
	assert_true(fabs(graph.series[3].points[0].y - 1000) <= 1000 / 32.);
	log_free(&log);
	graph_free(&graph);
}

static void add_run(struct sweep *sweep, double drives, double rate)
{
	struct sweep_run run = {.value = {rate, NAN, NAN}};
	size_t i;

	for (i = 0; i < SETTING_COUNT; i++)
		run.setup.value[i] = NAN;
	run.setup.value[SETTING_DRIVES] = drives;
	assert_int_equal(sweep_add(sweep, &run), 0);
}

static void scaling_says_how_far_it_is_from_linear(void **state)
{
	struct sweep_words words = {.metric = SWEEP_RATE};
	struct sweep_ceiling ceiling = {0, ""};
	struct sweep sweep = {0};
	struct graph graph;

	(void)state;
	add_run(&sweep, 1, 1e9);
	add_run(&sweep, 4, 3e9);
	begin(&graph);
	assert_int_equal(
		scaling_build(&graph, &sweep, SETTING_DRIVES, &words, &ceiling),
		0);
	assert_string_equal(graph.title,
			    "3.00 GB/s with 4 drives, 3 times that with 1 "
			    "drive (linear: 4)");
	/* linear, dots, line */
	assert_int_equal(graph.series_count, 3);
	assert_string_equal(graph.series[0].label, "linear");
	assert_int_equal(graph.x.count, 2);
	graph_free(&graph);
	ceiling = (struct sweep_ceiling){4e9, "uplink"};
	begin(&graph);
	assert_int_equal(
		scaling_build(&graph, &sweep, SETTING_DRIVES, &words, &ceiling),
		0);
	assert_string_equal(graph.title,
			    "3.00 GB/s with 4 drives, 75 % of uplink");
	assert_string_equal(graph.series[1].label, "uplink 4.00 GB/s");
	graph_free(&graph);
	begin(&graph);
	words.metric = SWEEP_LATENCY;
	assert_true(scaling_build(&graph, &sweep, SETTING_DRIVES, &words,
				  &ceiling) < 0);
	graph_free(&graph);
	sweep_free(&sweep);
}

static struct cell cell_of(double median, double min, double max,
			   size_t repeats)
{
	return (struct cell){
		.repeats = repeats, .median = median, .min = min, .max = max};
}

static void ratios_have_their_bounds(void **state)
{
	struct cell cells[2] = {cell_of(100, 90, 110, 3),
				cell_of(200, 180, 220, 3)};
	struct comparison_row row = {
		.side = SIDE_READ, .metric = METRIC_RATE, .cells = cells};
	struct comparison comparison = {.rows = &row, .row_count = 1};
	struct graph graph;
	size_t i;

	(void)state;
	cells[1].ratio = 2;
	cells[1].difference = DIFFERENCE_BEYOND;
	assert_int_equal(strings_addf(&comparison.columns, "before"), 0);
	assert_int_equal(strings_addf(&comparison.columns, "after"), 0);
	assert_int_equal(strings_addf(&comparison.tests, "seqread"), 0);
	begin(&graph);
	assert_int_equal(ratio_build(&graph, &comparison, METRIC_RATE), 0);
	assert_string_equal(graph.title,
			    "after: 2 times the bandwidth of before");
	/* the line at 1, and the dots of what is better */
	assert_int_equal(graph.series_count, 2);
	assert_true(graph.series[1].points[0].x == 2);
	assert_true(fabs(graph.series[1].points[0].lo - 180 / 110.0) < 1e-9);
	assert_true(fabs(graph.series[1].points[0].hi - 220 / 90.0) < 1e-9);
	assert_string_equal(graph.series[1].names[0], "2.00×");
	for (i = 0; i < graph.notes.count; i++)
		if (strstr(graph.notes.items[i], "with 56 %"))
			break;
	assert_true(i < graph.notes.count);
	graph_free(&graph);
	begin(&graph);
	assert_true(ratio_build(&graph, &comparison, METRIC_P99) < 0);
	graph_free(&graph);
	strings_free(&comparison.columns);
	strings_free(&comparison.tests);
}

static void a_busy_thread_is_named(void **state)
{
	struct usage_sample samples[3] = {
		{1, {10, 20, 5, 0, 0}, 99},
		{2, {10, 20, 5, 0, 0}, 99},
		{3, {10, 20, 5, 0, 0}, 99},
	};
	double percent[3] = {97, NAN, 98};
	struct usage_thread threads[2] = {{"md0_raid5", 1, percent},
					  {"fio", 2, percent}};
	struct usage stat = {.samples = samples,
			     .count = 3,
			     .threads = threads,
			     .thread_count = 2};
	struct graph graph;
	struct cpu_chart chart = {.graph = &graph};

	(void)state;
	begin(&graph);
	cpu_add(&chart, "a", NULL, &stat);
	cpu_finish(&chart);
	assert_string_equal(graph.title, "a: md0_raid5 takes 98 % of one CPU, "
					 "while all are 35 % busy");
	/* user, system, interrupts, busiest, the thread: not fio's */
	assert_int_equal(graph.series_count, 5);
	assert_true(graph.series[1].points[0].lo == 10);
	assert_true(graph.series[1].points[0].hi == 30);
	assert_true(isnan(graph.series[4].points[1].y));
	graph_free(&graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_percentile_is_where_it_belongs),
		cmocka_unit_test(cells_hold_all_ios),
		cmocka_unit_test(a_line_ends_where_its_run_does),
		cmocka_unit_test(latency_has_gaps),
		cmocka_unit_test(scaling_says_how_far_it_is_from_linear),
		cmocka_unit_test(ratios_have_their_bounds),
		cmocka_unit_test(a_busy_thread_is_named),
	};

	return unit_run(tests);
}
