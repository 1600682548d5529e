// SPDX-License-Identifier: GPL-2.0-only
/* What is constant in the page: its style sheet and its one script. */
#ifndef LANES_REPORT_STYLE_H
#define LANES_REPORT_STYLE_H

extern const char style_sheet[];
extern const char sort_script[];

/* base64 of the SHA-256 of sort_script; tests/cli/report.bats checks it */
#define SCRIPT_SHA256 "7NKAias6NGf6YapplCNn7nfZKorwoUgycJE0jDpI/bU="

#endif
