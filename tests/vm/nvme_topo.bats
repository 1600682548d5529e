# SPDX-License-Identifier: GPL-2.0-only
# rig: formats
# nvme_topo on real NVMe controllers: what it moves is what the kernel sees.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
	cd /tmp || return
}

setup() {
	cd /tmp || return
	engine=external:/tmp/fio-nvme_topo.so
}

# topo FIO-OPTION...: one job by the engine
topo() {
	fio --name=job --ioengine="$engine" --eta=never "$@"
}

# clean: the last run ended well and without an I/O error
clean() {
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"err= 0"* ]]
}

# matrix OPTIONS...: a section for each mode, depth and block size, one after
# the other in one run (fio takes seconds to start here)
matrix() {
	local mode qd bs
	printf '%s\n' "[global]" "ioengine=$engine" stonewall group_reporting "$@"
	for mode in 0 1; do
		for qd in 1 32 256; do
			for bs in $sizes; do
				printf '%s\n' "[thread$mode-qd$qd-$bs]" thread=$mode iodepth=$qd "bs=$bs"
			done
		done
	done
}

@test "512 B to 64 KiB, QD 1 to 256, processes and threads, two drives at once" {
	sizes="512 4k 64k" matrix "filename=/dev/$(ng_of F512):/dev/$(ng_of SMALL)" \
		rw=randread size=32m number_ios=260 numjobs=2 >matrix.fio
	run fio --eta=never matrix.fio
	clean
	[ "$(grep -c 'err= 0' <<<"$output")" = 18 ]
}

@test "blocks up to 1 MiB, above the controller's limit (mdts=5), with verification" {
	local dev
	dev=/dev/$(ng_of SMALL)
	[ "$(cat "/sys/block/$(dev_of SMALL)/queue/max_hw_sectors_kb")" = 128 ]
	sizes="256k 1m" matrix "filename=$dev" rw=randwrite size=8m verify=crc32c >matrix.fio
	run fio --eta=never matrix.fio
	clean
	[ "$(grep -c 'err= 0' <<<"$output")" = 12 ]
	run topo --filename="$dev" --rw=randwrite --bsrange=512-1m --blockalign=512 --iodepth=32 \
		--size=16m --verify=crc32c --verify_backlog=64
	clean
	run topo --filename="$dev" --rw=randrw --bs=1m --iodepth=256 --size=64m --io_size=48m \
		--verify=crc32c --fixedbufs --registerfiles
	clean
}

@test "1 MiB in one command where the controller allows it, huge buffers too" {
	local dev
	dev=/dev/$(ng_of LARGE)
	run topo --filename="$dev" --rw=write --bs=1m --iodepth=4 --size=32m --verify=md5
	clean
	echo 16 >/proc/sys/vm/nr_hugepages
	run topo --filename="$dev" --rw=write --bs=1m --iodepth=4 --size=32m \
		--iomem=shmhuge --verify=md5
	clean
}

@test "4Kn: whole blocks only, and said so" {
	local dev
	dev=/dev/$(ng_of F4K)
	run topo --filename="$dev" --rw=randwrite --bs=4k --iodepth=32 --size=2m --verify=crc32c
	clean
	run topo --filename="$dev" --rw=randread --bs=512 --size=1m
	[ "$status" != 0 ]
	[[ $output == *"bs=512: $dev has logical blocks of 4096 bytes"*"use a multiple of 4096"* ]]
}

@test "what it wrote, the block layer reads; and the reverse" {
	local disk bs size
	disk=$(dev_of F512)
	for bs in 4k 1m; do
		size=$([ $bs = 4k ] && echo 1m || echo 16m)
		run topo --filename="/dev/ng${disk#nvme}" --rw=write --bs=$bs --iodepth=16 \
			--size=$size --verify=crc32c --do_verify=0 --verify_state_save=0
		clean
		run fio --name=job --ioengine=io_uring --direct=1 --filename="/dev/$disk" --rw=write \
			--bs=$bs --size=$size --verify=crc32c --verify_only --eta=never
		clean
		run fio --name=job --ioengine=io_uring --direct=1 --filename="/dev/$disk" --rw=randwrite \
			--bs=$bs --size=$size --verify=crc32c --do_verify=0 --verify_state_save=0 --eta=never
		clean
		run topo --filename="/dev/$disk" --rw=randwrite --bs=$bs --size=$size \
			--verify=crc32c --verify_only
		clean
	done
}

@test "the drive's image on the host holds the same bytes" {
	local disk
	disk=$(dev_of LARGE)
	run topo --filename="/dev/ng${disk#nvme}" --rw=randwrite --bs=64k --iodepth=8 --size=48m \
		--refill_buffers --end_fsync=1
	clean
	[ "$(sha256sum <"$RIG_IMAGES/LARGE.img")" = "$(sha256sum <"/dev/$disk")" ]
	[ "$(head -c 48M "/dev/$disk" | tr -d '\0' | wc -c)" -gt 40000000 ]
}

@test "buffered readers see it too, whatever the page cache held" {
	local disk before
	disk=$(dev_of F512)
	before=$(head -c 1M "/dev/$disk" | sha256sum)
	run topo --filename="/dev/ng${disk#nvme}" --rw=write --bs=64k --size=1m --refill_buffers
	clean
	[ "$(head -c 1M "/dev/$disk" | sha256sum)" != "$before" ]
}

@test "trimmed blocks read zero" {
	local disk
	disk=$(dev_of F512)
	run topo --filename="/dev/ng${disk#nvme}" --rw=write --bs=1m --size=16m --refill_buffers
	clean
	run topo --filename="/dev/ng${disk#nvme}" --rw=trim --bs=1m --size=8m --iodepth=4
	clean
	[ "$(dd "if=/dev/$disk" iflag=direct bs=1M count=8 status=none | tr -d '\0' | wc -c)" = 0 ]
	[ "$(dd "if=/dev/$disk" iflag=direct bs=1M skip=8 count=8 status=none | tr -d '\0' | wc -c)" -gt 8000000 ]
}

@test "flush: fsync and fdatasync reach the drive" {
	local dev
	dev=/dev/$(ng_of F512)
	run topo --filename="$dev" --rw=write --bs=4k --size=1m --fsync=16 --fdatasync=0 --output-format=normal
	clean
	[[ $output == *"fsync/fdatasync/sync_file_range"* ]]
	run topo --filename="$dev" --rw=write --bs=4k --size=256k --fdatasync=8 --end_fsync=1
	clean
	run topo --filename="$dev" --rw=write --bs=4k --size=64k --sync_file_range=write:4
	[ "$status" != 0 ]
	[[ $output == *"no NVMe command stands for"* ]]
}

@test "a failed command: the drive's own words, a positive errno, nothing hidden" {
	local dev
	dev=/dev/$(ng_of ZONED)
	# a write away from the zone's write pointer
	run topo --filename="$dev" --rw=write --bs=4k --size=64k --offset=1m
	[ "$status" != 0 ]
	[[ $output == *"NVMe status 1/bc ("*"one Invalid Write"* ]]
	[[ $output == *"io_u error on file $dev: Input/output error: write offset=1048576"* ]]
	# continue_on_error counts them
	run topo --filename="$dev" --rw=write --bs=4k --size=64k --offset=1m --continue_on_error=all
	[[ $output == *"err= 5 "* ]]
	[[ $output == *"total_err=16"* || $output == *"errors"* ]]
}

@test "options of io_uring_cmd's jobs, all of them" {
	local dev
	dev=/dev/$(ng_of F512)
	cat >job.fio <<-EOF
		[global]
		ioengine=$engine
		cmd_type=nvme
		filename=$dev
		rw=randread
		bs=4k
		size=4m
		direct=1
		iodepth=8
		nonvectored=1
		uncached=0
		nowait=0
		cmdprio_percentage=10
		cmdprio_class=1
		cmdprio=0
		[plain]
		[fixed]
		fixedbufs=1
		registerfiles=1
		[async]
		force_async=4
		[sqpoll]
		sqthread_poll=1
		sqthread_poll_cpu=1
	EOF
	run fio --eta=never job.fio
	clean
	[ "$(grep -c 'err= 0' <<<"$output")" = 4 ]
}

@test "forty jobs, processes and threads" {
	local dev
	dev=/dev/$(ng_of F512)
	local mode
	for mode in 0 1; do
		run topo --filename="$dev" --rw=randread --bs=4k --number_ios=10 --size=1m \
			--numjobs=40 --thread=$mode --group_reporting
		clean
		[[ $output == *"jobs=40"* ]]
	done
}

@test "the JSON on standard output is JSON alone" {
	local dev
	dev=/dev/$(ng_of F512)
	topo --filename="$dev" --rw=read --bs=4k --size=64k --output-format=json >out.json 2>err.txt
	[ "$(head -c 1 out.json)" = "{" ]
	[ "$(tail -n 1 out.json)" = "}" ]
	! grep -q nvme_topo: out.json
}

# refuses PATTERN FIO-OPTION...
refuses() {
	local words=$1
	shift
	run topo --rw=read --size=1m "$@"
	echo "$output"
	[ "$status" != 0 ]
	# shellcheck disable=SC2053 # a pattern
	[[ $output == *$words* ]]
}

@test "what is no namespace, or not one it can drive" {
	local disk
	disk=$(dev_of F512)
	refuses "/dev/ng99n1: No such file or directory" --filename=/dev/ng99n1
	echo x >regular
	refuses "regular: is not an NVMe namespace" --filename=regular
	[ "$(cat regular)" = x ]
	refuses "/dev/null: is not an NVMe namespace" --filename=/dev/null
	refuses "/dev/nvme0: is not an NVMe namespace" --filename=/dev/nvme0
	refuses "carries 8 bytes of metadata" --filename="/dev/$(ng_of META)"
	refuses "carries 8 bytes of metadata" --filename="/dev/$(ng_of PI)"
	addpart "/dev/$disk" 1 2048 20480
	refuses "is a partition"*"filename=/dev/$disk offset=1048576 size=10485760" \
		--filename="/dev/${disk}p1"
	delpart "/dev/$disk" 1
}

@test "without permission" {
	local dev
	dev=/dev/$(ng_of F512)
	chmod 600 "$dev"
	run setpriv --reuid=65534 --regid=65534 --clear-groups fio --name=job --ioengine="$engine" \
		--filename="$dev" --rw=read --size=64k
	[ "$status" != 0 ]
	[[ $output == *"$dev: Permission denied; passthrough is root's by default"* ]]
}

@test "a link to the block device, by whatever name" {
	local disk
	disk=$(dev_of F512)
	ln -sf "/dev/$disk" link
	run topo --filename="$PWD/link" --rw=randread --bs=4k --size=1m
	clean
}

@test "--readonly refuses to write, and reads" {
	local dev
	dev=/dev/$(ng_of F512)
	run topo --readonly --filename="$dev" --rw=write --bs=4k --size=64k
	[ "$status" != 0 ]
	run topo --readonly --filename="$dev" --rw=read --bs=4k --size=64k
	clean
}
