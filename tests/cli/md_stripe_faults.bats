# SPDX-License-Identifier: GPL-2.0-only
# md_stripe on regular files when a member fails or a job is killed.  With
# devices, the kernel's resync and its verdict: tests/vm/md_faults.bats.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	engine=external:$PWD/${BUILD:-build/release}/fio-md_stripe.so
	cd "$BATS_TEST_TMPDIR" || return
	truncate -s 8m f0 f1 f2 f3
	fio=''
}

teardown() {
	# shellcheck disable=SC2046 # a list
	[ -z "$fio" ] || kill -KILL "$fio" $(jobs_of_fio) 2>/dev/null || true
}

options() {
	options=(--ioengine="$engine" --filename=array --eta=never --rw=randwrite --bs=4k
		--iodepth=32 "--md_members=f0,f1,f2,f3" --md_level=5 --md_chunk=64k)
}

# start FIO-OPTION...: in the background; its process is $fio
start() {
	local options
	options
	fio "${options[@]}" "$@" >log 2>&1 &
	fio=$!
}

jobs_of_fio() { cat "/proc/$fio/task/$fio/children"; }

# wait_for COMMAND...
wait_for() {
	local i
	for ((i = 0; i < 600; i++)); do
		"$@" && return
		sleep 0.1
	done
	cat log
	echo "not within a minute: $*"
	return 1
}

has_jobs() {
	local pids
	read -ra pids <"/proc/$fio/task/$fio/children" || true
	((${#pids[@]} == $1))
}

has_ended() { ! kill -0 "$fio" 2>/dev/null; }

# fails: by itself, and says so
fails() {
	wait_for has_ended
	! wait "$fio" || { echo "fio calls that a success"; return 1; }
	fio=''
	grep -v '^  \|^fio: io_u error' log | sort | uniq -c
}

@test "a member ends early: reads fail, and say which" {
	start --rw=randread --name=job --numjobs=2 --time_based --runtime=600 --iodepth=128
	wait_for has_jobs 2
	sleep 0.5
	truncate -s 4m f2
	fails
	grep -q '^fio: member f2 failed$' log
	[ "$(grep -c 'err= 5' log)" = 2 ]
}

# Beyond the limit of a file's size writes fail; the signal that would end fio is
# ignored.
@test "a member fails a write: all jobs stop, it is said once" {
	local thread
	trap '' XFSZ
	for thread in 0 1; do
		(
			ulimit -f 6144
			fio=''
			start --name=job --numjobs=4 --offset_increment=4m --size=12m \
				--time_based --runtime=600 --iodepth=128 --thread=$thread
			fails
		)
		[ "$(grep -c '^md_stripe: array: member f[0-3] failed a write: File too large; all writing stops$' log)" = 1 ]
		grep -q '^fio: member f[0-3] failed$' log
		[ "$(grep -c '^job: .*err=\( 5\|27\)' log)" = 4 ]
	done
}

@test "a job is killed: where it wrote is closed, the others are told and go on elsewhere" {
	local pids
	# all write to the same rows
	start --size=192k --norandommap --time_based --runtime=600 --name=killed \
		--name=close --name=far --offset=4m --size=3m --time_based=0 --rate_iops=300 \
		--verify=crc32c
	wait_for has_jobs 3
	read -ra pids <<<"$(jobs_of_fio)"
	wait_for eval '! cmp -s -n 65536 f0 /dev/zero && ! cmp -s -n 65536 -i 1398272 f0 /dev/zero'
	kill -KILL "${pids[0]}"
	wait_for has_ended
	grep -v '^  \|^fio: io_u error' log | sort | uniq -c
	grep -q "pid=${pids[0]}, got signal=9" log
	grep -q '^fio: a job of this run was killed while it wrote here' log
	grep -q '^close: .*err=130' log
	grep -q '^far: .*err= 0' log
}

@test "a job is killed: what the others wrote is right, by parity too" {
	local pids i missing
	start --size=3m --rate_iops=400 --verify=crc32c --do_verify=0 --name=job0 \
		--name=job1 --offset=3m --name=job2 --offset=6m --name=job3 --offset=9m
	wait_for has_jobs 4
	read -ra pids <<<"$(jobs_of_fio)"
	wait_for eval '! cmp -s -n 1048576 f0 /dev/zero'
	kill -KILL "${pids[1]}"
	wait_for has_ended
	[ "$(grep -c 'err= 0' log)" = 4 ]
	options
	for i in 0 1 2 3; do
		missing=(f0 f1 f2 f3)
		missing[i]=missing
		fio "${options[@]}" --rw=randread --md_members="$(IFS=,; echo "${missing[*]}")" \
			--verify=crc32c --size=3m --name=job0 --name=job2 --offset=6m \
			--name=job3 --offset=9m >verify || { cat verify; return 1; }
	done
}

@test "what only parses writes nothing" {
	local before
	before=$(cat f? | md5sum)
	options
	fio "${options[@]}" --name=job --size=1m --parse-only
	[ "$(cat f? | md5sum)" = "$before" ]
}
