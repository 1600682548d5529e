# SPDX-License-Identifier: GPL-2.0-only
# rig: r820
# jobs/run on real block devices, arrays and NVMe generic devices: what it
# refuses, what it destroys, and what it measures on a machine whose speed is
# known.

load lib

setup() {
	OUT=$BATS_TEST_TMPDIR/results
	drives=()
	for serial in S0 S1 S2 S3; do drives+=("$(dev_of $serial)"); done
	D=/dev/${drives[0]}
	export LANES=$PWD/$BUILD/lanes LANES_LIB=$PWD/$BUILD
}

teardown() {
	umount /mnt/jobs 2>/dev/null || true
	[ ! -b /dev/md0 ] || mdadm --stop --quiet /dev/md0
	blank "${drives[@]/#//dev/}"
}

tiny() {
	jobs/run r820-nvme --preset tiny --config here --out "$OUT" "$@"
}

# a run as short as can be: every byte once
short() {
	tiny --set TIME_BASED=0 --set RUNTIME=0 --set RAMP=0 --set FIO_OPTIONS= --set JOBS_1M=2 \
		--set SIZE=1m --test seqwrite-1m --test seqread-1m "$@"
}

# refused WORD...: said each, wrote nothing to the drives or to --out
refused() {
	local word
	echo "$output"
	[ "$status" -ne 0 ]
	for word in "$@"; do
		[[ $output == *"$word"* ]] || { echo "not said: $word"; return 1; }
	done
	[ ! -e "$OUT" ]
}

# untouched: the mark that `mark` left on the first drive is still there
mark() { printf 'a mark' | dd of="$D" bs=1M seek=1 oflag=sync status=none; }
untouched() { [ "$(dd if="$D" bs=6 skip=1048576 iflag=skip_bytes count=1 status=none)" = 'a mark' ]; }

named() { # DEVICE...
	printf -- '--destroy\n/dev/%s\n' "$@"
}

# rate TEST: bytes per second
rate() {
	. jobs/lib/cell.bash
	throughput "$OUT/r820-nvme/here/$1.1.json" "$2"
}

@test "a drive that was not named is not written, and is described" {
	mark
	run tiny --target "$D"
	refused "add --destroy $D" 'serial S0' 'QEMU NVMe Ctrl' '268.4 MB' 'held by: nothing'
	run tiny --target "$D" --destroy "/dev/${drives[1]}"
	refused "add --destroy $D"
	run tiny --target "$D" --destroy /dev/nonesuch
	# once this went on after the error
	refused '--destroy /dev/nonesuch' 'no such block device'
	untouched
}

@test "a drive that was named is written, within a tenth of the model's limits" {
	local write read
	run tiny --target "$D" --destroy "$D" --test seqwrite-1m --test seqread-1m
	echo "$output"
	[ "$status" -eq 0 ]
	jq -e --arg d "${drives[0]}" '.devices == [$d] and .target_shape == "device" and
		.direction == "write"' "$OUT/r820-nvme/here/seqwrite-1m.1.run.json"
	jq -e '.scale == 100' "$OUT/r820-nvme/here/model.json"
	jq -e '.drives[].serial == "S0"' "$OUT/r820-nvme/here/seqread-1m.1.topo.json"
	write=$(rate seqwrite-1m write) read=$(rate seqread-1m read)
	echo "write $write read $read"
	# a slow host may fall short of them; nothing may exceed them
	[ "$write" -le 6050000 ]
	[ "$read" -le 18150000 ]
	[ "$write" -ge 2750000 ]
	[ "$read" -ge 8250000 ]
}

@test "--dry-run needs no --destroy and writes nothing" {
	mark
	run tiny --target "$D" --dry-run
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == "# destroys what is on: $D"* ]]
	[ "$(grep -c "TARGET=$D .* fio " <<<"$output")" -eq 8 ]
	[ ! -e "$OUT" ]
	untouched
}

@test "an array is written only when it and each member were named" {
	md_create /dev/md0 0 512 "${drives[@]/#//dev/}"
	run short --target /dev/md0 --destroy /dev/md0
	refused 'raid0' "--destroy /dev/${drives[3]}" 'held by: md0'
	mapfile -t words < <(named "${drives[@]:0:3}")
	run short --target /dev/md0 --destroy /dev/md0 "${words[@]}"
	refused "add --destroy /dev/${drives[3]}"
	mapfile -t words < <(named md0 "${drives[@]}")
	run short --target /dev/md0 "${words[@]}"
	echo "$output"
	[ "$status" -eq 0 ]
	jq -e '.devices | length == 4' "$OUT/r820-nvme/here/seqread-1m.1.run.json"
}

@test "an array takes the array's sizes" {
	md_create /dev/md0 0 512 "${drives[@]/#//dev/}"
	run jobs/run r820-nvme --config here --out "$OUT" --target /dev/md0 --dry-run
	refused '34359738368'
}

@test "refused: a member of an array, a mounted drive, a read-only one" {
	md_create /dev/md0 0 512 "$D" "/dev/${drives[1]}"
	run short --target "$D" --destroy "$D"
	refused "$D is held by md0"
	mdadm --stop --quiet /dev/md0
	blank "$D"
	mkfs.ext4 -q "$D"
	mkdir -p /mnt/jobs
	mount "$D" /mnt/jobs
	run short --target "$D" --destroy "$D"
	refused "$D is mounted on /mnt/jobs"
	umount /mnt/jobs
	blockdev --setro "$D"
	run short --target "$D" --destroy "$D"
	blockdev --setrw "$D"
	refused 'is read-only'
}

@test "refused: a drive in swap, a loop device over it, a partition of a mounted one" {
	mkswap "$D" >/dev/null
	swapon "$D"
	run short --target "$D" --destroy "$D"
	swapoff "$D"
	refused "$D is swapped on"
	modprobe loop
	loop=$(losetup -f --show "$D")
	run short --target "$D" --destroy "$D"
	losetup -d "$loop"
	refused "$D is exported by loop"
}

@test "refused: too small, with the size needed" {
	run tiny --target "$D" --destroy "$D" --set SIZE=1g
	refused 'has 268435456 bytes' 'need 8589934592'
}

@test "reads alone need no --destroy, and are warned about" {
	mark
	run tiny --set TIME_BASED=0 --set RUNTIME=0 --set RAMP=0 --set FIO_OPTIONS= --set SIZE=1m \
		--target "$D" --test seqread-1m
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *'has not written'* ]]
	untouched
}

@test "a file system on a drive: files, then none" {
	mkfs.ext4 -q "$D"
	mkdir -p /mnt/jobs
	mount "$D" /mnt/jobs
	run short --target /mnt/jobs
	echo "$output"
	[ "$status" -eq 0 ]
	[ "$(ls /mnt/jobs)" = lost+found ]
	jq -e --arg d "${drives[0]}" '.devices == [$d] and .target_shape == "filesystem"' \
		"$OUT/r820-nvme/here/seqread-1m.1.run.json"
}

@test "a full disk under --out fails the test, and keeps no half record" {
	mkdir -p "$BATS_TEST_TMPDIR/small"
	mount -t tmpfs -o size=64k none "$BATS_TEST_TMPDIR/small"
	OUT=$BATS_TEST_TMPDIR/small/results
	run short --target "$D" --destroy "$D"
	echo "$output"
	local half=0 f
	for f in "$OUT"/r820-nvme/here/*.json; do
		jq -e . "$f" >/dev/null || half=1
	done
	[ "$(find "$OUT" -name '*-1m.1.json' | wc -l)" = "$(find "$OUT" -name '*.run.json' | wc -l)" ] || half=1
	umount "$BATS_TEST_TMPDIR/small"
	[ "$status" -ne 0 ]
	[[ $output == *'is there room under'* ]]
	[ "$half" = 0 ]
}

@test "passthrough: on the generic device and on its block sibling" {
	local ng
	[ -e "$LANES_LIB/fio-nvme_topo.so" ] || skip "nvme_topo is not built"
	ng=/dev/$(ng_of S0)
	run short --target "$ng" --destroy "$D"
	refused 'only passthrough drives this device' '--engine nvme_topo'
	run short --target "$ng" --engine nvme_topo
	refused "add --destroy $D"
	run short --target "$ng" --engine nvme_topo --destroy "$D" --published single
	echo "$output"
	[ "$status" -eq 0 ]
	jq -e --arg d "${drives[0]}" '.engine == "nvme_topo" and .devices == [$d] and
		.published_config == "single" and
		(.engine_version | startswith("sha256:"))' \
		"$OUT/r820-nvme/here/seqread-1m.1.run.json"
	rm -r "$OUT"
	run short --target "$D" --engine nvme_topo --destroy "$ng"
	echo "$output"
	[ "$status" -eq 0 ]
}

@test "passthrough refuses a partition and leaves dd out" {
	addpart "$D" 1 2048 200000
	wait_for 5 test -b "${D}p1"
	run short --target "${D}p1" --engine nvme_topo
	delpart "$D" 1
	refused 'no whole NVMe namespace'
	run tiny --target "$D" --engine nvme_topo --dry-run --set TESTS=all
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *'dd-write is left out'* ]]
	run tiny --target "$D" --engine nvme_topo --dry-run --test dd-read
	refused 'has its own engine'
}
