# SPDX-License-Identifier: GPL-2.0-only
# rig: plain
# One claim per run, shared by its jobs, given back by the last one.  What the
# guard finds on its own is in guard.bats.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
}

setup() {
	cd /tmp || return
	engine=external:/tmp/fio-nvme_topo.so
	disk=$(dev_of S0)
	dev=/dev/ng${disk#nvme}
}

teardown() {
	pkill -KILL -x fio || true
	wait_for 60 eval '! pgrep -x fio'
}

# start FIO-OPTION...: in the background; its process is $fio
start() {
	fio --name=job --ioengine="$engine" --eta=never --topo_check=ignore --filename="$dev" \
		"$@" >log 2>&1 &
	fio=$!
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
	start --rw=randwrite --bs=4k --size=4m --time_based --runtime=600
	wait_for 60 has_children $fio 1
	sleep 2
	run topo --rw=write --bs=4k --size=64k
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"nvme_topo: /dev/$disk: "*"fio (pid $(children $fio))"* ]]
	run topo --rw=read --bs=4k --size=64k
	[ "$status" = 0 ]
	# nobody else takes it meanwhile either
	run mkfs.ext4 -q "/dev/$disk"
	[ "$status" != 0 ]
	kill $fio
	wait $fio || true
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
			runtime=10
			[reader]
			rw=randread
			time_based
			runtime=600
		EOF
		fio --eta=never claim.fio >log 2>&1 &
		fio=$!
		wait_for 60 has_children $fio 3
		wait_for 60 has_children $fio 1 2
		run topo --rw=write --size=4k
		[ "$status" != 0 ]
		# the reader still runs when the writers have gone
		wait_for 60 has_children $fio 1
		run topo --rw=write --size=4k
		echo "$output"
		[ "$status" = 0 ]
		has_children $fio 1
		kill $fio
		wait $fio || true
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
	start --rw=randwrite --bs=4k --size=4m --numjobs=2 --time_based --runtime=600
	wait_for 60 has_children $fio 2
	sleep 2
	kill -KILL "$(children $fio | head -1)"
	wait_for 60 has_children $fio 1
	run topo --rw=write --bs=4k --size=64k
	echo "$output"
	[ "$status" != 0 ]
	kill $fio
	wait $fio || true
	wait_for 60 topo --rw=write --bs=4k --size=64k
}
