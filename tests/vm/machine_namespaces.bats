# SPDX-License-Identifier: GPL-2.0-only
# rig: namespaces
load lib

@test "three namespaces on one controller" {
	[ "$(blockdev --getsize64 "/dev/$(dev_of N0 1)")" -eq $((64 << 20)) ]
	[ "$(blockdev --getsize64 "/dev/$(dev_of N0 2)")" -eq $((32 << 20)) ]
	[ "$(<"/sys/block/$(dev_of N0 5)/queue/logical_block_size")" -eq 4096 ]
	run dev_of N0 3
	[ "$status" -ne 0 ]
	[[ $output == *"no namespace 3"* ]]
}

@test "a namespace is reached through two controllers, another through one" {
	shared=$(dev_of M 1)
	private=$(dev_of M 2)
	paths() {
		set -- /sys/block/"${1%n*}"c[0-9]*n"${1##*n}"
		echo $#
	}
	[ "$(paths "$shared")" -eq 2 ]
	[ "$(paths "$private")" -eq 1 ]
	[ -c "/dev/$(ng_of M 1)" ]
}
