// SPDX-License-Identifier: GPL-2.0-only
/* What the readers of sar.json and stat.json share. */
#ifndef LANES_MODEL_USAGE_FILE_H
#define LANES_MODEL_USAGE_FILE_H

#include "model/usage.h"

#include <jansson.h>

/** usage_load() - the closed file; sets @usage->closed; NULL with @err set */
json_t *usage_load(struct usage *usage, const char *name, const char *buf,
		   size_t len, bool needs_schema, struct err *err);

/** usage_add() - one more sample, or NULL */
struct usage_sample *usage_add(struct usage *usage);

#endif
