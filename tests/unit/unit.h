// SPDX-License-Identifier: GPL-2.0-only
/* What every unit test includes: cmocka's headers in their order, TAP out. */
#ifndef LANES_TESTS_UNIT_H
#define LANES_TESTS_UNIT_H

// clang-format off
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
// clang-format on
#include <string.h>

#define unit_run(tests)                            \
	(cmocka_set_message_output(CM_OUTPUT_TAP), \
	 cmocka_run_group_tests(tests, NULL, NULL))

#endif
