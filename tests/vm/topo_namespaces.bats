# SPDX-License-Identifier: GPL-2.0-only
# rig: namespaces
# lanes topo where a controller has several namespaces, and one is shared.

load lib
load topo

setup_file() {
	cp "$BUILD/lanes" /tmp/lanes
	/tmp/lanes topo --json >/tmp/topo.json
}

@test "every function, disk, controller and queue as lspci and sysfs say" {
	functions_agree /tmp/topo.json
	controllers_agree /tmp/topo.json
	queues_agree /tmp/topo.json
}

@test "each namespace is a drive, the shared one once" {
	[ "$(jq '.drives | length' /tmp/topo.json)" = 5 ]
	[ "$(jq '[.drives[].name] | unique | length' /tmp/topo.json)" = 5 ]
	run /tmp/lanes topo
	echo "$output"
	[ "$status" = 0 ]
	[ "$(jq '[.tree[] | select(.kind == "disk")] | length' /tmp/topo.json)" = 6 ]
	jq -e '.uplinks == []' /tmp/topo.json
}
