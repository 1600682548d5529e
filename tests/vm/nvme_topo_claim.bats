# SPDX-License-Identifier: GPL-2.0-only
# rig: two-node
# One claim per run, shared by its jobs, given back by the last one.  What the
# guard finds on its own is in guard.bats.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
}

setup() {
	cd /tmp || return
	engine=external:/tmp/fio-nvme_topo.so
	disk=$(dev_of A1)
	dev=/dev/ng${disk#nvme}
}

teardown() {
	pkill -x fio || true
	wait
}

topo() {
	fio --name=job --ioengine="$engine" --eta=never --topo_check=ignore --filename="$dev" "$@"
}

@test "jobs of one run share a claim: forked, threads, set up one by one or not" {
	local thread serialize
	for thread in 0 1; do
		for serialize in 0 1; do
			run topo --rw=randwrite --bs=4k --size=1m --numjobs=3 --thread=$thread \
				--create_serialize=$serialize --offset_increment=1m --verify=crc32c
			echo "$output"
			[ "$status" = 0 ]
			[ "$(grep -c 'err= 0' <<<"$output")" = 3 ]
		done
	done
}

@test "a second run is refused and told the first's process; reading is not" {
	topo --rw=randwrite --bs=4k --size=4m --time_based --runtime=20 >log 2>&1 &
	local first=$!
	wait_for 20 eval 'pgrep -P '$first
	sleep 2
	run topo --rw=write --bs=4k --size=64k
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"/dev/$disk: "*"fio"* ]]
	[[ $output == *"$(pgrep -P $first)"* ]]
	run topo --rw=read --bs=4k --size=64k
	[ "$status" = 0 ]
	# nobody else takes it meanwhile either
	modprobe ext4
	run mkfs.ext4 -q "/dev/$disk"
	[ "$status" != 0 ]
	kill $first
	wait $first || true
	run topo --rw=write --bs=4k --size=64k
	[ "$status" = 0 ]
}

@test "the claim ends with the last job that writes, not with the run" {
	local serialize
	for serialize in 1 0; do
		cat >claim.fio <<-EOF
			[global]
			ioengine=$engine
			filename=$dev
			bs=4k
			size=1m
			topo_check=ignore
			create_serialize=$serialize
			[short]
			rw=write
			[longer]
			rw=write
			offset=1m
			time_based
			runtime=4
			[reader]
			rw=randread
			time_based
			runtime=14
		EOF
		fio --eta=never claim.fio >log 2>&1 &
		local fio=$!
		wait_for 20 eval '[ "$(pgrep -P '$fio' | wc -l)" -ge 2 ]'
		sleep 2
		run topo --rw=write --size=4k
		[ "$status" != 0 ]
		# the reader still runs when the writers have gone
		wait_for 10 eval '[ "$(pgrep -P '$fio' | wc -l)" = 1 ]'
		run topo --rw=write --size=4k
		echo "$output"
		[ "$status" = 0 ]
		pgrep -P $fio
		wait $fio
	done
}

@test "a stonewalled writer finds its claim waiting" {
	cat >wall.fio <<-EOF
		[global]
		ioengine=$engine
		filename=$dev
		bs=4k
		size=256k
		topo_check=ignore
		rw=write
		[first]
		[second]
		stonewall
		offset=1m
		[third]
		stonewall
		thread
	EOF
	run fio --eta=never wall.fio
	echo "$output"
	[ "$status" = 0 ]
	[ "$(grep -c 'err= 0' <<<"$output")" = 3 ]
	run topo --rw=write --size=4k
	[ "$status" = 0 ]
}

@test "a killed job keeps the claim until the run ends" {
	topo --rw=randwrite --bs=4k --size=4m --numjobs=2 --time_based --runtime=20 >log 2>&1 &
	local first=$!
	wait_for 20 eval '[ "$(pgrep -P '$first' | wc -l)" = 2 ]'
	sleep 2
	kill -KILL "$(pgrep -P $first | head -1)"
	run topo --rw=write --bs=4k --size=64k
	[ "$status" != 0 ]
	kill $first
	wait $first || true
	wait_for 10 topo --rw=write --bs=4k --size=64k
}
