# SPDX-License-Identifier: GPL-2.0-only
# md_stripe's marks in superblocks that mdadm wrote, on regular files: dirty
# before the first write, clean after the last one, dirty for good where one
# failed or was lost.  What the kernel makes of it: tests/vm/md_faults.bats.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	engine=external:$PWD/${BUILD:-build/release}/fio-md_stripe.so
	lanes=$PWD/${BUILD:-build/release}/lanes
	golden=$PWD/tests/golden/md-superblocks
	cd "$BATS_TEST_TMPDIR" || return
	fio=''
}

teardown() { end_fio; }

end_fio() {
	# shellcheck disable=SC2046 # a list
	[ -z "$fio" ] || kill -KILL "$fio" $(jobs_of_fio) 2>/dev/null || true
	fio=''
}

jobs_of_fio() { cat "/proc/$fio/task/$fio/children"; }

# array NAME: that array's members as files f0, f1, ...
array() {
	local i sectors at
	rm -f f?
	list=''
	places=()
	while read -r i sectors at; do
		truncate -s $((sectors * 512)) "f$i"
		dd if="$golden/$1-$i.sb" of="f$i" bs=512 seek="$at" conv=notrunc status=none
		list+=${list:+,}f$i
		places[i]=$at
	done < <(sed -n 's/^device \([0-9]*\): \([0-9]*\) sectors, superblock at \([0-9]*\)$/\1 \2 \3/p' \
		"$golden/$1.txt")
	events=$("$lanes" md --members "$list" --json | jq .events)
}

superblock() { dd if="f$1" bs=512 skip="${places[$1]}" count=8 status=none; }

# as_written NAME: all superblocks are as mdadm left them
as_written() {
	local i
	for i in "${!places[@]}"; do
		superblock "$i" | cmp - "$golden/$1-$i.sb" || return
	done
}

# dirty: each member for itself says so, and has one event more
dirty() {
	local i
	for i in "${!places[@]}"; do
		superblock "$i" | cmp -s - "$golden/$1-$i.sb" && return 1
	done
	"$lanes" md --members "$list" --json |
		jq -e ".dirty and .events == $events + 1 and .missing == 0" >/dev/null
}

options() {
	options=(--ioengine="$engine" --filename=array --eta=never --rw=randwrite --bs=4k
		--iodepth=16 --size=2m --md_members="$list")
}

start() { # FIO-OPTION...
	local options
	options
	fio "${options[@]}" "$@" >log 2>&1 &
	fio=$!
}

run_fio() { # FIO-OPTION...
	local options
	options
	fio "${options[@]}" "$@" >log 2>&1 || { cat log; return 1; }
}

wait_for() { # COMMAND...
	local i
	for ((i = 0; i < 600; i++)); do
		"$@" && return
		sleep 0.1
	done
	cat log
	echo "not within a minute: $*"
	return 1
}

has_ended() { ! kill -0 "$fio" 2>/dev/null; }

names=(0.90-raid5 1.1-raid6 1.0-raid1 1.2-raid10)

@test "all members are dirty, and that stays, before the first write; clean after the last" {
	local name members
	command -v strace >/dev/null || skip "strace is missing"
	for name in "${names[@]}"; do
		array "$name"
		members=${#places[@]}
		options
		strace -f -o trace -e trace=pwrite64,fdatasync,io_uring_enter \
			fio "${options[@]}" --name=job --size=256k >log
		sed -n 's/^[0-9]* *\(pwrite64\|fdatasync\|io_uring_enter\)(.* = [0-9]*$/\1/p' trace |
			uniq -c | tr -s '\n ' ' ' >order
		cat order
		[[ $(<order) == " $members pwrite64 $members fdatasync "*" io_uring_enter $members fdatasync $members pwrite64 $members fdatasync " ]]
		[ "$(grep -o io_uring_enter order | wc -l)" = 1 ]
		as_written "$name"
	done
}

@test "jobs of all kinds leave the superblocks as they were" {
	local name how
	for name in "${names[@]}"; do
		array "$name"
		run_fio --name=one --numjobs=2 --offset_increment=2m --name=two --stonewall \
			--thread --rw=write --verify=crc32c
		as_written "$name"
	done
	for how in --create_serialize=0 --fsync=8 --end_fsync=1 --loops=2 \
		"--fixedbufs --registerfiles" "--runtime=1 --time_based" --rw=randrw --rw=trim; do
		# shellcheck disable=SC2086 # options
		run_fio --name=job --numjobs=3 --offset_increment=2m $how
		as_written 1.2-raid10
	done
}

@test "while it writes the array is dirty, and another run is told by whom" {
	local name
	for name in "${names[@]}"; do
		array "$name"
		start --name=job --numjobs=2 --time_based --runtime=600
		wait_for dirty "$name"
		options
		run fio "${options[@]}" --name=other
		echo "$output"
		[ "$status" != 0 ]
		[[ $output == *"md_stripe: f0: is being written by process $fio; wait for it to end"* ]]
		kill -INT "$fio"
		wait "$fio" || true
		fio=''
		as_written "$name"
	done
}

@test "a job that is killed leaves it dirty, whatever the others do" {
	local name pids
	for name in 0.90-raid5 1.2-raid10; do
		array "$name"
		start --numjobs=3 --offset_increment=2m --rate_iops=300 --name=job
		wait_for dirty "$name"
		wait_for eval 'read -ra pids <<<"$(jobs_of_fio)" && ((${#pids[@]} == 3))'
		kill -KILL "${pids[0]}"
		wait_for has_ended
		[ "$(grep -c 'err= 0' log)" = 3 ]
		dirty "$name"
		# all of them
		array "$name"
		start --numjobs=3 --offset_increment=2m --time_based --runtime=600 --name=job
		wait_for dirty "$name"
		end_fio
		wait || true
		dirty "$name"
		options
		run fio "${options[@]}" --name=other
		[ "$status" != 0 ]
		[[ $output == *"is dirty: a resync is due; assemble it (mdadm --assemble), let it resync, stop it"* ]]
	done
}

# Beyond the limit of a file's size writes fail; the signal that would end fio is
# ignored.
@test "a write that fails leaves it dirty" {
	local name
	trap '' XFSZ
	for name in 1.1-raid6 1.2-raid10; do
		array "$name"
		(
			ulimit -f 8192 # KiB
			fio=''
			start --name=job --numjobs=2 --size=24m --time_based --runtime=600
			wait_for has_ended
			! wait "$fio"
		)
		[ "$(grep -c 'failed a write: File too large; all writing stops, the array is left dirty: assemble it and let the kernel resync$' log)" = 1 ]
		dirty "$name"
	done
}
