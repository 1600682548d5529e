# SPDX-License-Identifier: GPL-2.0-only
# rig: namespaces
# A namespace that two controllers share is in use whichever path is asked for.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
	modprobe ext4
	mkdir -p /tmp/mnt
}

teardown() {
	! mountpoint -q /tmp/mnt || umount /tmp/mnt
	if [ "$(cat /sys/module/nvme_core/parameters/multipath)" = N ]; then
		native_multipath 1
	fi
}

# native_multipath 0|1: the driver anew, with one disk per path or per namespace
native_multipath() {
	modprobe -r nvme && modprobe -r nvme_core &&
		modprobe nvme_core multipath="$1" && modprobe nvme &&
		wait_for 20 dev_of M 2 && wait_for 20 dev_of N0 5
}

# topo NG FIO-OPTION...
topo() {
	local ng=$1
	shift
	fio --name=job --ioengine=external:/tmp/fio-nvme_topo.so --eta=never \
		--filename="$ng" --bs=64k --offset=32m --size=1m "$@"
}

@test "native multipath: one disk, used through either controller" {
	local dev
	dev=/dev/$(dev_of M 1)
	mkfs.ext4 -q -E lazy_itable_init=0 "$dev" 16m
	mount "$dev" /tmp/mnt
	run topo "/dev/$(ng_of M 1)" --rw=write
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"$dev: is mounted on /tmp/mnt; unmount it"* ]]
	umount /tmp/mnt
	run topo "/dev/$(ng_of M 1)" --rw=write
	[ "$status" = 0 ]
}

@test "no native multipath: a disk per path, one of them mounted" {
	local paths path other
	native_multipath 0
	# the two disks of namespace 1 on the controllers with serial M
	paths=()
	for path in /sys/block/nvme*n*; do
		[ "$(tr -d ' ' <"$path/device/serial")" = M ] || continue
		[ "$(cat "$path/nsid")" = 1 ] && paths+=("${path##*/}")
	done
	echo "paths: ${paths[*]}"
	[ ${#paths[@]} = 2 ]
	path=${paths[0]} other=${paths[1]}
	mkfs.ext4 -q -E lazy_itable_init=0 "/dev/$path" 16m
	mount "/dev/$path" /tmp/mnt
	run topo "/dev/ng${other#nvme}" --rw=write
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"/dev/$other: is mounted on /tmp/mnt (by another path to it, $path)"* ]]
	umount /tmp/mnt
	run topo "/dev/ng${other#nvme}" --rw=write
	echo "$output"
	[ "$status" = 0 ]
}
