// SPDX-License-Identifier: GPL-2.0-only
/*
 * The subcommands of lanes.  argv[0] is the subcommand's name; the value is the
 * exit status: 0, 1 where it failed, 2 for a call that makes no sense.
 */
#ifndef LANES_CLI_CMD_H
#define LANES_CLI_CMD_H

int cmd_compare(int argc, char **argv);
int cmd_md(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_topo(int argc, char **argv);

#endif
