# SPDX-License-Identifier: GPL-2.0-only
# rig: formats
load lib

# format_of SERIAL: block and metadata bytes
format_of() {
	nvme id-ns "/dev/$(ng_of "$1")" |
		sed -n 's/^lbaf.*ms:\([0-9]*\) *lbads:\([0-9]*\).*in use.*/\2 \1/p'
}

mdts_of() { nvme id-ctrl "/dev/$(controller_of "$1")" | sed -n 's/^mdts *: *//p'; }

@test "block sizes and metadata" {
	[ "$(format_of F512)" = '9 0' ]
	[ "$(format_of F4K)" = '12 0' ]
	[ "$(format_of META)" = '9 8' ]
	[ "$(format_of PI)" = '9 8' ]
	nvme id-ns "/dev/$(ng_of PI)" | grep -q '^dps *: 0x1'
	[ "$(<"/sys/block/$(dev_of F4K)/queue/logical_block_size")" -eq 4096 ]
}

@test "the zoned drive" {
	[ "$(<"/sys/block/$(dev_of ZONED)/queue/zoned")" = host-managed ]
	[ "$(<"/sys/block/$(dev_of ZONED)/queue/nr_zones")" -eq 16 ]
}

@test "transfer limits" {
	[ "$(mdts_of SMALL)" -eq 5 ]
	[ "$(mdts_of F512)" -eq 7 ]
	[ "$(mdts_of LARGE)" -eq 9 ]
	[ "$(<"/sys/block/$(dev_of SMALL)/queue/max_hw_sectors_kb")" -eq 128 ]
}

@test "a discard makes a hole in the image" {
	device=/dev/$(dev_of F512)
	dd if=/dev/urandom of="$device" bs=256k count=4 oflag=direct status=none
	[ "$(stat -c %b "$(image_of "$device")")" -ge 2048 ]
	blkdiscard -f -l 1M "$device"
	[ "$(stat -c %b "$(image_of "$device")")" -eq 0 ]
	cmp -n 1M "$device" /dev/zero
}
