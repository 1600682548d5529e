# SPDX-License-Identifier: GPL-2.0-only
# rig: plain
# nvme_topo writes to no namespace that somebody uses: each kind of user is
# named, the data stays, a read works; when the user is gone a write does, too.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
	modprobe -a ext4 loop dm-mod raid0
	mkdir -p /tmp/mnt
}

setup() {
	cd /tmp || return
	name=$(dev_of S0)
	dev=/dev/$name
	ng=/dev/$(ng_of S0)
	blank "$dev"
}

teardown() {
	[ -z "${holder:-}" ] || kill "$holder" 2>/dev/null || true
	wait
	delpart "$dev" 1 2>/dev/null || true
	delpart "$dev" 2 2>/dev/null || true
}

# topo FIO-OPTION...: 1 MiB at 64 MiB, where no filesystem below puts anything
topo() {
	fio --name=job --ioengine=external:/tmp/fio-nvme_topo.so --eta=never \
		--filename="$ng" --bs=64k --iodepth=4 --offset=64m --size=1m "$@"
}

checksum() {
	dd if="$dev" bs=1M skip=64 count=1 iflag=direct status=none | sha256sum
}

# partition: 128 MiB of the disk, which covers where topo writes
partition() { addpart "$dev" 1 2048 262144; }

make_ext4() { mkfs.ext4 -q -E lazy_itable_init=0,nodiscard "$1" 16m; }

# refused_for TEXT [RW...]: no write and no trim, for that reason
refused_for() {
	local text=$1 before rw
	shift
	before=$(checksum)
	for rw in "${@:-write}"; do
		run topo --rw="$rw"
		echo "$output"
		[ "$status" != 0 ] || return 1
		[[ $output == *"$text"* ]] || { echo "expected: $text"; return 1; }
	done
	run topo --rw=read
	[ "$status" = 0 ] || { echo "a read was refused: $output"; return 1; }
	[ "$(checksum)" = "$before" ] || { echo "the data has changed"; return 1; }
}

# allowed: a write works and can be seen, so the checksums above mean something
allowed() {
	local before
	before=$(checksum)
	run topo --rw=write
	echo "$output"
	[ "$status" = 0 ] && [ "$(checksum)" != "$before" ]
}

@test "mounted, under the name of a symbolic link" {
	make_ext4 "$dev"
	ln -sf "$dev" /tmp/link
	mount /tmp/link /tmp/mnt
	refused_for "$dev: is mounted on /tmp/mnt; unmount it" write trim randrw
	umount /tmp/mnt
	allowed
}

@test "mounted by partition" {
	partition
	make_ext4 "${dev}p1"
	mount "${dev}p1" /tmp/mnt
	refused_for "$dev: is mounted on /tmp/mnt (by its partition ${name}p1)" write trim
	umount /tmp/mnt
	allowed
}

@test "mounted in another mount namespace" {
	make_ext4 "$dev"
	unshare -m bash -c "mount $dev /tmp/mnt && exec sleep 60" &
	holder=$!
	wait_for 5 grep -q "$dev" "/proc/$holder/mountinfo"
	run grep "$dev" /proc/self/mountinfo
	[ "$status" != 0 ]
	refused_for "$dev: is mounted on /tmp/mnt, in the mount namespace of sleep (pid $holder)"
	kill $holder
	wait_for 5 test ! -e "/sys/fs/ext4/$name"
	allowed
}

@test "unmounted lazily, with a file still open" {
	make_ext4 "$dev"
	mount "$dev" /tmp/mnt
	(cd /tmp/mnt && exec sleep 60) &
	holder=$!
	wait_for 5 test "/proc/$holder/cwd" -ef /tmp/mnt
	umount -l /tmp/mnt
	refused_for "$dev: holds a filesystem (ext4) that is still in use, though mounted nowhere"
	kill $holder
	wait_for 5 test ! -e "/sys/fs/ext4/$name"
	allowed
}

@test "a member of an md array, by partition" {
	partition
	addpart "$dev" 2 264192 65536
	md_create /dev/md9 0 64 "${dev}p1" "${dev}p2"
	refused_for "$dev: is a member of md array md9, raid0 (by its partition ${name}p1); stop the array (mdadm --stop /dev/md9)"
	mdadm --stop --quiet /dev/md9
	allowed
}

@test "used by device mapper" {
	dmsetup create encrypted --table "0 262144 linear $dev 0"
	refused_for "$dev: is used by device mapper's encrypted; remove it (dmsetup remove encrypted)"
	dmsetup remove --retry encrypted
	allowed
}

@test "in an active volume group of LVM" {
	dmsetup create my--vg-lv0 --uuid LVM-0123456789 --table "0 262144 linear $dev 0"
	refused_for "$dev: belongs to LVM volume group my-vg (active: lv0); deactivate it (vgchange -an my-vg)"
	dmsetup remove --retry my--vg-lv0
	allowed
}

@test "swapped on" {
	partition
	mkswap -q "${dev}p1"
	swapon "${dev}p1"
	refused_for "$dev: is used as swap (by its partition ${name}p1); swapoff ${dev}p1"
	swapoff "${dev}p1"
	allowed
}

@test "behind a loop device, which the kernel does not count as a holder" {
	losetup /dev/loop5 "$dev"
	refused_for "$dev: backs loop device loop5; detach it (losetup -d /dev/loop5)" write trim
	losetup -d /dev/loop5
	wait_for 5 test ! -e /sys/block/loop5/loop
	allowed
}

@test "exported by nvmet, which the kernel does not count as a holder" {
	nvmet_export nqn.exported "$dev"
	refused_for "$dev: is exported by nvmet, subsystem nqn.exported, namespace 1; disable that export" write trim
	# without configfs it cannot be seen, and that is said
	umount /sys/kernel/config
	refused_for "$dev: may be exported (nvmet or LIO is loaded): configfs, which would tell, is not mounted"
	mount -t configfs none /sys/kernel/config
	nvmet_unexport nqn.exported
	allowed
}

# another_run: one that writes to the disk, which was blank, for a minute
another_run() {
	blank_sum=$(checksum)
	topo --rw=write --time_based --runtime=60 >/tmp/other.log 2>&1 &
	holder=$!
	wait_for 20 written || { cat /tmp/other.log; return 1; }
}

written() { [ "$(checksum)" != "$blank_sum" ]; }

@test "written by another run" {
	another_run
	run topo --rw=write
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"$dev: is held exclusively; open in fio (pid "* ]]
	run topo --rw=read
	[ "$status" = 0 ]
	kill -INT $holder
	wait $holder || true
	allowed
}

@test "held by something that is not visible here" {
	another_run
	run unshare --pid --fork --mount-proc fio --name=job \
		--ioengine=external:/tmp/fio-nvme_topo.so --filename="$ng" \
		--bs=64k --size=1m --rw=write
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"$dev: is held exclusively by something not visible here"* ]]
	kill -INT $holder
	wait $holder || true
	allowed
}

@test "a node that is another device does not vouch for this one" {
	local before
	before=$(checksum)
	run unshare -m bash -c "mount --bind /dev/null $dev && fio --name=job \
		--ioengine=external:/tmp/fio-nvme_topo.so --filename=$ng \
		--bs=64k --size=1m --rw=write"
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"$dev: is not block device 259:"* ]]
	[ "$(checksum)" = "$before" ]
}

@test "topo_write_in_use=1 writes nevertheless" {
	make_ext4 "$dev"
	mount "$dev" /tmp/mnt
	refused_for "$dev: is mounted on /tmp/mnt"
	before=$(checksum)
	run topo --rw=write --topo_write_in_use=1
	echo "$output"
	[ "$status" = 0 ]
	[ "$(checksum)" != "$before" ]
	umount /tmp/mnt
}
