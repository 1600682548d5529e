# SPDX-License-Identifier: GPL-2.0-only
# rig: r820
# The machine is as its description says, and as slow as its scale model.
load lib

setup() { cd "$BATS_TEST_TMPDIR" || return; }

# rate_of read|write DEVICE: MB/s over two seconds of direct 512 KiB I/O
rate_of() {
	fio --name=a --filename="$2" --rw="$1" --bs=512k --direct=1 --size=64m \
		--ioengine=io_uring --iodepth=8 --time_based --runtime=2 --eta=never \
		--output-format=terse --terse-version=3 |
		awk -F';' -v f="$([ "$1" = read ] && echo 7 || echo 48)" '{ printf "%d", $f * 1024 / 1e6 }'
}

@test "four drives behind one switch on node 1" {
	run lspci -t
	[[ $output == *'[0000:40]---03.0-[41-46]----00.0-[42-46]--+-00.0-[43]----00.0'* ]]
	for serial in S0 S1 S2 S3; do
		[ "$(node_of $serial)" -eq 1 ]
		path=$(readlink -f /sys/class/nvme/"$(controller_of $serial)"/device)
		[[ $path == */0000:40:03.0/0000:41:00.0/0000:42:* ]]
	done
}

@test "a drive is throttled to its link and its writes" {
	device=/dev/$(dev_of S0)
	rate=$(rate_of read "$device")
	echo "read $rate MB/s, link 16.5"
	((rate >= 13 && rate <= 19))
	rate=$(rate_of write "$device")
	echo "write $rate MB/s, drive 5.5"
	((rate >= 4 && rate <= 7))
}

@test "arrays can be made, and blank drives are blank" {
	members=()
	for serial in S0 S1 S2 S3; do members+=("/dev/$(dev_of $serial)"); done
	md_create /dev/md0 5 64 "${members[@]}"
	grep -q 'raid5.*4/4' <(tr -d '\n' </proc/mdstat)
	dd if=/dev/urandom of=/dev/md0 bs=192k count=8 oflag=direct status=none
	[ "$(stat -c %b "$(image_of "${members[0]}")")" -gt 0 ]
	md_stop /dev/md0 "${members[@]}"
	[ ! -e /sys/block/md0/md/level ] || [ "$(<"/sys/block/md0/md/array_state")" = clear ]
	for device in "${members[@]}"; do
		[ "$(stat -c %b "$(image_of "$device")")" -eq 0 ]
		cmp -n 4M "$device" /dev/zero
	done
}

@test "the image holds what the guest wrote" {
	device=/dev/$(dev_of S1)
	head -c 1M /dev/urandom >data
	dd if=data of="$device" bs=256k oflag=direct status=none
	cmp -n 1M data "$(image_of "$device")"
	blank "$device"
}

@test "the model's numbers stand in model.json" {
	grep -q '"scale": 100' "$LANES_MODEL"
	grep -q '"serial": "S3"' "$LANES_MODEL"
	grep -q '"not_modelled": \["4k", "raid5"\]' "$LANES_MODEL"
	[ "$(grep -c '"read_Bps": 16500000' "$LANES_MODEL")" -eq 4 ]
}
