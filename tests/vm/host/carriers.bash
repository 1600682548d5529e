# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# The carriers are the rig's processes that read QEMU's ports from fifos.

# release_carriers WORK: those whose port QEMU never opened, which still wait
# for a writer
release_carriers() {
	local name
	for name in stdout stderr console; do
		[ ! -p "$1/$name" ] || : <>"$1/$name"
	done
}
