// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "plot/place.h"

#include <math.h>
#include <stdlib.h>

static void apart_stay_where_they_are(void **state)
{
	double at[] = {10, 40, 80};

	(void)state;
	place_spread(at, 3, 14, 0, 100);
	assert_true(at[0] == 10 && at[1] == 40 && at[2] == 80);
}

static void near_ones_share_the_room_about_their_middle(void **state)
{
	double at[] = {48, 50, 52};

	(void)state;
	place_spread(at, 3, 10, 0, 100);
	assert_true(at[0] == 40 && at[1] == 50 && at[2] == 60);
}

/* whatever they want, they end apart, in order, and within the ends */
static void any_are_moved_apart(void **state)
{
	int tries, i;

	(void)state;
	srand(2);
	for (tries = 0; tries < 500; tries++) {
		double at[20];
		int count = 1 + rand() % 20;

		for (i = 0; i < count; i++)
			at[i] = (i ? at[i - 1] : 0) +
				(rand() % 3 ? rand() % 4 : rand() % 60);
		place_spread(at, (size_t)count, 14, 4, 296);
		for (i = 0; i < count; i++) {
			assert_true(at[i] >= 4 - 1e-9 && at[i] <= 296 + 1e-9);
			assert_true(!i || at[i] - at[i - 1] >= 14 - 1e-9);
		}
	}
}

static int overlap(const struct place_box *a, const struct place_box *b)
{
	return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

static void a_name_avoids_what_is_there(void **state)
{
	const struct place_box frame = {0, 0, 200, 200};
	struct place_box dot = {96, 96, 104, 104}, box;
	/* a line through the point, straight up */
	struct place_line line = {100, 200, 100, 0};
	struct place place = {0};

	(void)state;
	assert_int_equal(place_box(&place, &dot), 0);
	assert_true(place_beside(&place, &frame, 100, 100, 40, 12, 3, &box));
	assert_true(box.x0 == 80 && box.y1 < 96);
	assert_int_equal(place_line(&place, &line), 0);
	assert_true(place_beside(&place, &frame, 100, 100, 40, 12, 3, &box));
	assert_false(overlap(&box, &dot));
	assert_true(box.x0 > 100 || box.x1 < 100);
	place_free(&place);
}

static void where_nothing_is_free_that_is_told(void **state)
{
	const struct place_box frame = {0, 0, 200, 200};
	struct place_box all = {0, 0, 200, 200}, box;
	struct place place = {0};

	(void)state;
	assert_int_equal(place_box(&place, &all), 0);
	assert_false(place_beside(&place, &frame, 100, 100, 40, 12, 3, &box));
	assert_true(box.x1 - box.x0 == 40);
	place_free(&place);
}

static void a_name_stays_in_the_picture(void **state)
{
	const struct place_box frame = {0, 0, 200, 200};
	struct place place = {0};
	struct place_box box;

	(void)state;
	assert_true(place_beside(&place, &frame, 199, 1, 60, 12, 3, &box));
	assert_true(box.x0 >= 0 && box.y0 >= 0 && box.x1 <= 200 &&
		    box.y1 <= 200);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(apart_stay_where_they_are),
		cmocka_unit_test(near_ones_share_the_room_about_their_middle),
		cmocka_unit_test(any_are_moved_apart),
		cmocka_unit_test(a_name_avoids_what_is_there),
		cmocka_unit_test(where_nothing_is_free_that_is_told),
		cmocka_unit_test(a_name_stays_in_the_picture),
	};

	return unit_run(tests);
}
