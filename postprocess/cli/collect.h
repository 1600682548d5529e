// SPDX-License-Identifier: GPL-2.0-only
/* Results folders into the model. */
#ifndef LANES_CLI_COLLECT_H
#define LANES_CLI_COLLECT_H

#include "base/err.h"
#include "model/results.h"

/**
 * collect() - add all results at or below a folder
 * @path: a folder of suites, a suite or a configuration
 *
 * A configuration is a folder that holds <test>.<n>.json; its name and its
 * parent's are what the configuration and the suite are called.  What cannot
 * be read becomes a problem of the results, and the rest is still read.
 *
 * Return: 0, or -ENOMEM with @err set.
 */
int collect(struct results *results, const char *path, struct err *err);

#endif
