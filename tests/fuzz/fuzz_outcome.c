// SPDX-License-Identifier: GPL-2.0-only
/* Any tool's output, known by what it says, into a comparison with itself. */
#include "tool.h"

#include "model/comparison.h"

static void check_rows(const struct comparison *comparison)
{
	size_t i;

	for (i = 0; i < comparison->row_count; i++) {
		const struct cell *cells = comparison->rows[i].cells;

		check_figure(cells[0].median);
		check_figure(cells[1].pooled);
		if (cells[0].repeats != cells[1].repeats ||
		    cells[1].difference == DIFFERENCE_BEYOND)
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct comparison comparison = {0};
	struct outcomes outcomes;
	size_t i, column;

	if (outcomes_parse(&outcomes, "fuzz", (const char *)data, size, NULL))
		return 0;
	check_outcomes(&outcomes);
	for (column = 0; column < 2; column++) {
		comparison_column(&comparison, "fuzz");
		for (i = 0; i < outcomes.count; i++)
			if (comparison_add(&comparison, column,
					   outcomes.items[i].test,
					   &outcomes.items[i]))
				abort();
	}
	if (comparison_finish(&comparison))
		abort();
	check_rows(&comparison);
	comparison_free(&comparison);
	outcomes_free(&outcomes);
	return 0;
}
