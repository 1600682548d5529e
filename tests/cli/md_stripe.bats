# SPDX-License-Identifier: GPL-2.0-only
# md_stripe on regular files, without root and without md: levels and layouts,
# sizes, what it refuses and in what words, statistics.  Beside the kernel's md,
# see tests/vm/md_*.bats.

bats_require_minimum_version 1.5.0 # --separate-stderr

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	engine=external:$PWD/${BUILD:-build/release}/fio-md_stripe.so
	cd "$BATS_TEST_TMPDIR" || return
	members 6
}

teardown() {
	[ -z "${fio-}" ] || kill -KILL "$fio" 2>/dev/null || true
}

# members COUNT [MIB]: fresh files f0, f1, ... and their list
members() {
	local i
	list=''
	for ((i = 0; i < $1; i++)); do
		rm -f f$i
		truncate -s "${2:-4}m" f$i
		list+=,f$i
	done
	list=${list#,}
}

# stripe FIO-OPTION...: a job on the array of $list
stripe() {
	fio --name=job --ioengine="$engine" --filename=array --eta=never \
		--output-format=json --md_members="$list" "$@"
}

# without SLOT...: the list with these missing
without() {
	local i names
	IFS=, read -ra names <<<"$list"
	for i; do names[i]=missing; done
	(IFS=,; echo "${names[*]}")
}

# start FIO-OPTION...: the same in the background; its process is $fio
start() {
	fio --name=job --ioengine="$engine" --filename=array --eta=never \
		--md_members="$list" --time_based --runtime=60 "$@" >log 2>&1 &
	fio=$!
}

# wait_for COMMAND...: as long as its run is there
wait_for() {
	until "$@"; do
		kill -0 "$fio" || { cat log; return 1; }
		sleep 0.1
	done
}

ends() {
	kill -TERM "$fio"
	wait "$fio" || true
	fio=''
}

data=(--verify=crc32c --verify_interval=512)

# written OPTION...: the array holds data with headers, all of it
written() {
	stripe --rw=randwrite --bssplit=512/10:4k/40:20k/20:64k/20:300k/10 --iodepth=16 \
		"${data[@]}" "$@" >write.json
}

# reads_as_written LIST OPTION...
reads_as_written() {
	stripe --rw=randread --bssplit=512/10:4k/40:100k/50 --iodepth=16 \
		"${data[@]}" "${@:2}" --md_members="$1" >read.json
}

checksums() { cat f? | md5sum; }

# refused LINE OPTION...: says just that, fails, writes nothing
refused() {
	local line=$1 before
	shift
	before=$(checksums)
	run --separate-stderr stripe "$@"
	echo "$stderr"
	[ "$status" = 1 ]
	[ "$(grep -c '^md_stripe: ' <<<"$stderr")" = 1 ]
	grep -qF -- "md_stripe: $line" <<<"$stderr"
	[ "$(checksums)" = "$before" ]
}

# --- levels -------------------------------------------------------------------------
@test "every level and layout: what was written is read, whoever is missing" {
	local level layout slots
	while read -r level layout slots; do
		echo "raid$level $layout"
		members 6
		layout=${layout:+--md_layout=$layout}
		written --md_level="$level" --md_chunk=16k $layout
		reads_as_written "$list" --md_level="$level" --md_chunk=16k $layout
		for missing in $slots; do
			reads_as_written "$(without ${missing//,/ })" --md_level="$level" \
				--md_chunk=16k $layout
		done
	done <<-'end'
		5 left-asymmetric 0 5
		5 right-asymmetric 1
		5 left-symmetric 0 1 2 3 4 5
		5 right-symmetric 4
		5 parity-first 0 3
		5 parity-last 5 2
		6 left-asymmetric 0,1
		6 right-asymmetric 4,5
		6 left-symmetric 0 0,1 1,2 0,5 2,4
		6 right-symmetric 2,3
		6 parity-first 0,2 3,4
		6 parity-last 4,5 1,5
		6 ddf-zero-restart 0,1 2,5
		6 ddf-N-restart 0,3 4,5
		6 ddf-N-continue 1,4
		6 left-asymmetric-6 0,5 1,2
		6 right-asymmetric-6 3,5
		6 left-symmetric-6 2,5 0,4
		6 right-symmetric-6 1,3
		6 parity-first-6 0,5 0,1
		10 near=2 0,2,4 1,3,5
		10 near=3 0,1,3,4
		10 far=2 0,2,4
		10 far=3 0,1,3,4
		10 offset=2 1,3,5
		10 offset=3 1,2,4,5
	end
}

@test "levels without layouts" {
	written --md_level=4 --md_chunk=16k
	reads_as_written "$(without 0)" --md_level=4 --md_chunk=16k
	reads_as_written "$(without 5)" --md_level=4 --md_chunk=16k
	members 6
	written --md_level=1
	for slots in "0 1 2 3 4" "5"; do
		# shellcheck disable=SC2086 # a list
		reads_as_written "$(without $slots)" --md_level=1
	done
	cmp f0 f5
	members 6
	written --md_level=linear
	reads_as_written "$list" --md_level=linear
	members 6
	written --md_level=0 --md_chunk=20k
	reads_as_written "$list" --md_level=0 --md_chunk=20k
}

@test "RAID0 of unequal members, by either layout" {
	local layout
	for layout in original alternate; do
		members 5
		truncate -s 3m f1
		truncate -s 5m f4
		written --md_level=0 --md_chunk=64k --md_layout=$layout
		reads_as_written "$list" --md_level=0 --md_chunk=64k --md_layout=$layout
	done
}

@test "sizes are md's" {
	local level chunk layout bytes
	members 5
	truncate -s $((4194304 + 7 * 512)) f0 f1 f2 f3 f4
	while read -r level chunk bytes layout; do
		echo "level $level, chunk $chunk, $layout"
		stripe --rw=read --bs=128k --md_level="$level" --md_chunk="$chunk" \
			${layout:+--md_layout=$layout} >size.json
		# fio reads whole blocks only
		[ "$(jq '.jobs[0].read.io_bytes' size.json)" = $((bytes & ~131071)) ]
		# nothing is there, nothing is beyond
		stripe --rw=read --bs=512 --offset=$((bytes - 512)) --size=512 \
			--md_level="$level" --md_chunk="$chunk" ${layout:+--md_layout=$layout} >size.json
		[ "$(jq '.jobs[0].read.total_ios' size.json)" = 1 ]
		run stripe --rw=read --bs=512 --offset="$bytes" --size=512 \
			--md_level="$level" --md_chunk="$chunk" ${layout:+--md_layout=$layout}
		[ "$status" != 0 ] || [ "$(jq '.jobs[0].read.total_ios' <<<"$output")" = 0 ]
	done <<-'end'
		linear 0 20989440
		0 64k 20971520
		1 0 4197888
		4 64k 16777216
		5 64k 16777216
		5 1m 16777216
		6 64k 12582912
		10 64k 10485760 near=2
		10 64k 6946816 near=3
		10 64k 10485760 far=2
		10 64k 10485760 offset=2
	end
}

@test "md_offset: where the data begin" {
	written --md_level=5 --md_chunk=64k --md_offset=1m
	for i in 0 1 2 3 4 5; do
		cmp -n 1048576 f$i /dev/zero
	done
	reads_as_written "$(without 3)" --md_level=5 --md_chunk=64k --md_offset=1m
}

# --- ways to do it --------------------------------------------------------------------
@test "partial rows by either method, with fixed buffers and registered files" {
	local rmw fixed
	for rmw in rmw rcw; do
		for fixed in '' '--fixedbufs --registerfiles'; do
			members 6
			# shellcheck disable=SC2086 # options
			written --md_level=6 --md_chunk=16k --md_rmw=$rmw $fixed --md_stats=stats
			reads_as_written "$(without 1 4)" --md_level=6 --md_chunk=16k $fixed
		done
		[ "$(jq ".arrays[0].$rmw > 0" stats)" = true ]
	done
	[ "$(jq '.arrays[0].rmw' stats)" = 0 ]
}

@test "jobs of one run, threads and processes, share an array" {
	local i jobs=()
	for i in 0 1 2 3; do
		jobs+=("--name=job$i" "--offset=$((i * 3000320))" --size=3000320
			"--thread=$((i % 2))")
	done
	fio --ioengine="$engine" --filename=array --eta=never --md_members="$list" \
		--md_level=6 --md_chunk=64k --rw=randwrite --bssplit=512/20:4k/40:200k/40 \
		--iodepth=16 "${data[@]}" --md_stats=stats "${jobs[@]}" >log
	[ "$(grep -c 'err= 0' log)" = 4 ]
	[ "$(jq '.arrays | length' stats)" = 1 ]
	reads_as_written "$(without 0 5)" --md_level=6 --md_chunk=64k --size=12001280
}

@test "flushes" {
	stripe --rw=write --bs=4k --size=64k --md_level=5 --md_chunk=64k --fsync=4 \
		--iodepth=8 >sync.json
	[ "$(jq '.jobs[0].sync.total_ios' sync.json)" -ge 3 ]
	stripe --rw=write --bs=4k --size=64k --md_level=5 --md_chunk=64k --end_fsync=1 >log
}

has_open() { readlink /proc/"$fio"/fd/* | grep -q "/$1\$"; }

@test "reading opens nothing for writing, with --readonly or without" {
	local option fd info
	written --md_level=5 --md_chunk=64k
	for option in '' --readonly; do
		# shellcheck disable=SC2086 # an option or none
		start --rw=randread --bs=4k --md_level=5 --md_chunk=64k --thread $option
		wait_for has_open f5
		for fd in /proc/$fio/fd/*; do
			[[ $(readlink "$fd") == */f[0-5] ]] || continue
			info=$(sed -n 's/^flags:[[:space:]]*//p' "${fd/fd/fdinfo}")
			echo "$fd $info"
			((8#$info % 4 == 0))
		done
		ends
	done
}

@test "--readonly refuses a job that writes" {
	local before
	before=$(checksums)
	run stripe --rw=randwrite --bs=4k --md_level=5 --md_chunk=64k --readonly
	[ "$status" != 0 ]
	[ "$(checksums)" = "$before" ]
}

@test "trims: all copies, and rows of parity where discarded blocks read zero" {
	local level
	for level in 0 1 10; do
		members 6
		written --md_level=$level --md_chunk=64k
		stripe --rw=trim --bs=512k --size=3m --md_level=$level --md_chunk=64k >log
		stripe --rw=read --bs=512k --size=3m --md_level=$level --md_chunk=64k \
			--verify=pattern --verify_pattern=0 >log
		stripe --rw=read --bs=512k --offset=3m --md_level=$level --md_chunk=64k \
			"${data[@]}" --size=1m >log
	done
	members 6
	written --md_level=6 --md_chunk=64k
	# rows of 256 KiB: the request's first and last are partly its own
	stripe --rw=trim --bs=1m --offset=128k --size=1m --md_level=6 --md_chunk=64k \
		--md_discard_zeroes=1 >log
	for slots in 0,1 2,3; do
		stripe --rw=read --bs=256k --offset=256k --size=768k --md_level=6 --md_chunk=64k \
			--md_members="$(without ${slots//,/ })" \
			--verify=pattern --verify_pattern=0 >log
		stripe --rw=read --bs=64k --size=256k --md_level=6 --md_chunk=64k \
			--md_members="$(without ${slots//,/ })" "${data[@]}" >log
		stripe --rw=read --bs=64k --offset=1m --size=1m --md_level=6 --md_chunk=64k \
			--md_members="$(without ${slots//,/ })" "${data[@]}" >log
	done
}

# --- statistics -----------------------------------------------------------------------
@test "md_stats counts what was done to the members" {
	# 6 members, rows of 4 x 64 KiB: 10 whole rows, one at a time
	stripe --rw=write --bs=256k --size=2560k --md_level=6 --md_chunk=64k --md_stats=stats >log
	jq -e '.schema == 1 and .engine == "md_stripe"' stats
	jq -e '.arrays[0] | .name == "array" and .level == "raid6" and
		.layout == "left-symmetric" and .chunk_bytes == 65536 and
		.full_rows == 10 and .rmw == 0 and .rcw == 0 and .rebuilt == 0' stats
	jq -e '[.arrays[0].members[] | .writes == 10 and .write_bytes == 655360 and
		.reads == 0] | all' stats
	# small ones read and write three members each, one of them the data's
	stripe --rw=write --bs=4k --size=64k --md_level=6 --md_chunk=64k --md_rmw=rmw \
		--md_stats=stats >log
	jq -e '.arrays[0] | .rmw == 16 and .rcw == 0 and .full_rows == 0 and
		([.members[].reads] | add) == 48 and ([.members[].writes] | add) == 48' stats
	# a batch that has whole rows is written in whole rows
	stripe --rw=write --bs=64k --iodepth=16 --iodepth_batch=16 \
		--iodepth_batch_complete_min=16 --size=2m --md_level=6 --md_chunk=64k \
		--md_stats=stats >log
	jq -e '.arrays[0] | .full_rows == 8 and .joined == 32 and .rmw == 0 and .rcw == 0' stats
	# a member's chunks are rebuilt from the others'
	stripe --rw=read --bs=64k --size=1m --md_level=6 --md_chunk=64k \
		--md_members="$(without 1)" --md_stats=stats >log
	jq -e '.arrays[0] | .rebuilt > 0 and .members[1].reads == 0' stats
}

@test "md_stats: a file that cannot be written is found before the run" {
	refused "none/stats: cannot be written: No such file or directory" \
		--rw=write --bs=4k --md_level=5 --md_chunk=64k --md_stats=none/stats
}

@test "md_stats: one file for a run" {
	run fio --ioengine="$engine" --filename=array --md_members="$list" --md_level=5 \
		--md_chunk=64k --rw=read --bs=64k --size=64k --name=a --md_stats=a --name=b \
		--md_stats=b
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"another job of this run writes its statistics to a"* ]]
}

# --- refusals -------------------------------------------------------------------------
@test "no array, no members, no level" {
	run fio --name=job --ioengine="$engine" --filename=array --rw=write --bs=4k
	[ "$status" = 1 ]
	[[ $output == *"md_stripe: array: is not there; name a running array"* ]]
	refused "f0: has no md superblock; name the array's members; one without metadata is described by md_level=" \
		--rw=write --bs=4k
	refused "f0,,f2: is no list of members: an entry is empty" --rw=write --bs=4k \
		--md_level=5 --md_chunk=64k --md_members=f0,,f2
	refused "none: cannot be opened for reading: No such file or directory" \
		--rw=write --bs=4k --md_level=5 --md_chunk=64k --md_members=f0,f1,none
	refused "f1: stands in slots 1 and 2" --rw=write --bs=4k --md_level=5 --md_chunk=64k \
		--md_members=f0,f1,f1
	refused "/dev/null: is neither a block device nor a regular file" --rw=write --bs=4k \
		--md_level=5 --md_chunk=64k --md_members=f0,f1,/dev/null
	run fio --name=job --ioengine="$engine" --filename=array --rw=write --bs=4k \
		--md_uuid=1-2
	[ "$status" = 1 ]
	[[ $output == *"md_stripe: 1-2: is no UUID of an md array; give it as mdadm prints it"* ]]
}

@test "levels, layouts, chunks and offsets that there are not" {
	refused "7: is no level that is mapped; linear, raid0," --rw=write --bs=4k --md_level=7
	refused "sideways: is no layout of raid5; use mdadm's words" --rw=write --bs=4k \
		--md_level=5 --md_layout=sideways --md_chunk=64k
	refused "chunk of 0 B: raid5 needs a chunk size" --rw=write --bs=4k --md_level=5
	refused "md_chunk: 100 bytes are no chunk" --rw=write --bs=4k --md_level=5 --md_chunk=100
	refused "md_offset: 3 bytes are not whole sectors" --rw=write --bs=4k --md_level=5 \
		--md_chunk=64k --md_offset=3
	refused "f0: has 8192 sectors, none behind md_offset" --rw=write --bs=4k --md_level=5 \
		--md_chunk=64k --md_offset=4m
	refused "2 members: raid6 has at least" --rw=write --bs=4k --md_level=6 --md_chunk=64k \
		--md_members=f0,f1
}

@test "requests below a sector" {
	refused "bs=256: array has a member with logical blocks of 512 bytes, the least that the array reads or writes; use a multiple of 512" \
		--rw=write --bs=256 --md_level=5 --md_chunk=64k
	run stripe --rw=write --bs=4k --offset=100 --size=64k --md_level=5 --md_chunk=64k
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"moves multiples of 512"* ]]
}

@test "more missing than the level can do without" {
	refused "array: lacks the members of slot 2, more than raid0 can do without; make the members available" \
		--rw=read --bs=4k --md_level=0 --md_chunk=64k --md_members="$(without 2)"
	refused "array: lacks the members of slot 2, 3, more than raid5" \
		--rw=read --bs=4k --md_level=5 --md_chunk=64k --md_members="$(without 2 3)"
	refused "array: lacks the members of slot 1, 2, 3, more than raid6" \
		--rw=read --bs=4k --md_level=6 --md_chunk=64k --md_members="$(without 1 2 3)"
	refused "array: lacks the members of slot 2, 3, more than raid10" \
		--rw=read --bs=4k --md_level=10 --md_chunk=64k --md_members="$(without 2 3)"
}

@test "a degraded array is read only" {
	refused "array: is degraded: the member of slot 2 is missing; add a member and let it recover; reading is possible" \
		--rw=write --bs=4k --md_level=5 --md_chunk=64k --md_members="$(without 2)"
	refused "array: is degraded" --rw=randrw --bs=4k --md_level=1 \
		--md_members="$(without 0)"
}

@test "trims of RAID4/5/6, unless discarded blocks read zero" {
	for level in 4 5 6; do
		refused "array: is a raid$level, where a trim is right only if the members return zeroes for what was discarded; set md_discard_zeroes=1 where they do" \
			--rw=trim --bs=64k --md_level=$level --md_chunk=64k
	done
}

@test "a second run is refused and told the first's process; reading is not" {
	start --rw=randwrite --bs=4k --md_level=5 --md_chunk=64k
	wait_for grep -q "FLOCK.*:$(stat -c %i f5) " /proc/locks
	run stripe --rw=write --bs=4k --size=4k --md_level=5 --md_chunk=64k
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"md_stripe: f0: is being written by process $fio; wait for it to end"* ]]
	# another array of the same files is no other files
	run stripe --rw=write --bs=4k --size=4k --md_level=0 --md_chunk=64k --md_members=f5,f4
	[ "$status" != 0 ]
	[[ $output == *"f5: is being written by process $fio"* ]]
	stripe --rw=read --bs=4k --size=64k --md_level=5 --md_chunk=64k >read.json
	ends
	stripe --rw=write --bs=4k --size=64k --md_level=5 --md_chunk=64k >log
}

@test "values that no option has" {
	local option
	for option in md_rmw=both md_path=scsi md_check=2 md_discard_zeroes=yes topo_place=near; do
		run stripe --rw=read --bs=4k --md_level=5 --md_chunk=64k --"$option"
		echo "$output"
		[ "$status" = 1 ]
		[[ $output == *"${option%=*}"* ]]
	done
}

@test "passthrough of what is no NVMe namespace" {
	refused "f0: is not an NVMe namespace" --rw=write --bs=4k --md_level=5 --md_chunk=64k \
		--md_path=passthrough
}

@test "--enghelp lists its options" {
	run fio --enghelp="${engine#external:}"
	[ "$status" = 0 ]
	for option in md_uuid md_members md_level md_chunk md_layout md_offset md_rmw md_path \
		md_discard_zeroes md_check md_stats topo_place hipri fixedbufs registerfiles; do
		[[ $output == *"$option"* ]]
	done
}
