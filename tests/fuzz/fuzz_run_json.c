// SPDX-License-Identifier: GPL-2.0-only
/* run.json, and topo.json and model.json with every ceiling they can give. */
#include "model/machine.h"
#include "model/run.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void bound(struct machine *machine)
{
	size_t *drives = calloc(machine->drive_count + 1, sizeof(*drives));
	struct ceiling ceiling;
	size_t i;

	if (!drives)
		abort();
	for (i = 0; i < machine->drive_count; i++) {
		drives[i] = i;
		machine_find(machine, machine->drives[i].name);
		machine_find_serial(machine, machine->drives[i].serial);
		machine_ceiling(machine, drives, i + 1, SIDE_READ, &ceiling);
		if (ceiling.kind != CEILING_NONE &&
		    (!isfinite(ceiling.rate.hi_Bps) ||
		     !isfinite(ceiling.rate.lo_Bps)))
			abort();
	}
	free(drives);
	machine_free(machine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	struct machine machine;
	struct run run;

	if (!run_parse(&run, "fuzz", text, size, NULL))
		run_free(&run);
	if (!machine_parse_topo(&machine, "fuzz", text, size, NULL))
		bound(&machine);
	if (!machine_parse_model(&machine, "fuzz", text, size, NULL))
		bound(&machine);
	return 0;
}
