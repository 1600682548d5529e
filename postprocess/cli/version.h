// SPDX-License-Identifier: GPL-2.0-only
#ifndef LANES_CLI_VERSION_H
#define LANES_CLI_VERSION_H

#define LANES_VERSION "0.1"

#endif
