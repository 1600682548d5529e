# SPDX-License-Identifier: GPL-2.0-only
# rig: two-node
load lib

@test "eight CPUs on two nodes" {
	[ "$(nproc)" -eq 8 ]
	[ "$(</sys/devices/system/node/node0/cpulist)" = 0-3 ]
	[ "$(</sys/devices/system/node/node1/cpulist)" = 4-7 ]
	run grep -c topology_sane <(dmesg)
	[ "$output" = 0 ]
}

@test "two drives behind a switch on each node" {
	for serial in A0 A1; do [ "$(node_of $serial)" -eq 0 ]; done
	for serial in B0 B1; do [ "$(node_of $serial)" -eq 1 ]; done
	[ "$(lspci -d ::0604 | grep -c 'XIO3130 .*Upstream')" -eq 2 ]
}

@test "a drive has eight queues of one CPU each" {
	for serial in A0 A1 B0 B1; do
		queues=(/sys/block/"$(dev_of $serial)"/mq/*)
		[ ${#queues[@]} -eq 8 ]
		run cat /sys/block/"$(dev_of $serial)"/mq/*/cpu_list
		[ "$(sort -n <<<"$output" | xargs)" = '0 1 2 3 4 5 6 7' ]
	done
}
