#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# jobs/run, as far as files and a temporary folder go.  The suites: suites.bats

setup() {
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	RUN=$ROOT/jobs/run
	DIR=$BATS_TEST_TMPDIR/target
	OUT=$BATS_TEST_TMPDIR/results
	mkdir "$DIR"
	export LANES=/nonexistent/lanes
	unset LANES_MODEL
}

# the tiny preset, smaller still: a fraction of a second a test
tiny() {
	"$RUN" r820-nvme --target "$DIR" --config here --out "$OUT" \
		--preset tiny --engine psync \
		--set SIZE=1m --set JOBS_1M=2 --set JOBS_4K=2 \
		--set TIME_BASED=0 --set RUNTIME=0 --set RAMP=0 --set FIO_OPTIONS= "$@"
}

# refused STATUS-LINE-PATTERN...: the last run failed, said each of them, and
# left nothing behind
refused() {
	local word
	[ "$status" -ne 0 ]
	for word in "$@"; do
		[[ $output == *"$word"* ]] || {
			echo "expected '$word' in: $output"
			return 1
		}
	done
	[ ! -e "$OUT" ]
	[ -z "$(ls -A "$DIR")" ]
}

@test "--help names every option and the suites" {
	run "$RUN" --help
	[ "$status" -eq 0 ]
	for word in target config published engine preset test repeat set out destroy dry-run; do
		[[ $output == *"--$word "* ]]
	done
	[[ $output == *r820-nvme* ]]
}

@test "--dry-run prints the commands and touches nothing" {
	cd "$BATS_TEST_TMPDIR"
	run "$RUN" r820-nvme --target target --config here --preset tiny \
		--test seqread-4k --test dd-write --repeat 2 --dry-run
	[ "$status" -eq 0 ]
	local golden=$ROOT/tests/golden/jobs/dry-run.txt
	local got=${output//"$ROOT"/ROOT}
	[ -z "${UPDATE_GOLDEN-}" ] || echo "$got" >"$golden"
	diff -u "$golden" <(echo "$got")
	[ "$(ls)" = target ]
	[ -z "$(ls -A target)" ]
}

@test "what --dry-run prints can be pasted" {
	mkdir "$DIR/it's a: \$folder"
	run tiny --target "$DIR/it's a: \$folder" --test seqwrite-1m --dry-run
	[ "$status" -eq 0 ]
	mkdir -p "$OUT/r820-nvme/here"
	bash -c "$output"
	jq -e '.jobs | length == 2' "$OUT/r820-nvme/here/seqwrite-1m.1.json"
	[ "$(ls "$DIR/it's a: \$folder")" = $'iozone.0\niozone.1' ]
}

@test "a run in a directory leaves the records and nothing else" {
	echo '{"schema": 1}' >"$BATS_TEST_TMPDIR/model.json"
	LANES_MODEL=$BATS_TEST_TMPDIR/model.json run tiny --published single --repeat 2
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *'[16/16] randwrite-4k … '*' MB/s'* ]]
	[ -z "$(ls -A "$DIR")" ]
	local here=$OUT/r820-nvme/here
	cmp "$ROOT/jobs/r820-nvme/published.csv" "$OUT/r820-nvme/published.csv"
	[ -e "$here/model.json" ]
	[ "$(ls -A "$here" | wc -l)" -eq 33 ]
	for f in "$here"/*.run.json; do
		jq -e '.schema == 1 and .suite == "r820-nvme" and .config == "here" and
			.published_config == "single" and .preset == "tiny" and
			.engine == "psync" and .target_shape == "filesystem" and
			(.direction | IN("read", "write")) and .jobs == 2 and
			(.command[0] == "fio") and .environment.SIZE == "1m" and
			(.job_sha256 | length == 64) and
			.end_epoch_ns > .start_epoch_ns and .exit_status == 0 and
			(.devices | type == "array") and (.title | length > 5)' "$f"
		jq -e '.jobs | length == 2 and all(.error == 0)' "${f%.run.json}.json"
	done
	jq -e '.test == "randread-4k" and .repeat == 2 and .direction == "read" and
		.block_size_bytes == 4096' "$here/randread-4k.2.run.json"
	jq -e '.jobs[].write.io_bytes == 1048576' "$here/seqwrite-1m.1.json"
}

@test "dd keeps its own engine, and the record says so" {
	run tiny --test dd-read --test dd-write --engine io_uring --set DD_SIZE=2m
	echo "$output"
	[ "$status" -eq 0 ]
	jq -e '.engine == "sync" and .block_size_bytes == 1048576' \
		"$OUT/r820-nvme/here/dd-read.1.run.json"
}

@test "throughput is all bytes over the time from first start to last end" {
	. "$ROOT/jobs/lib/cell.bash"
	local f=$BATS_TEST_TMPDIR/fio.json
	# two jobs of 32 MB: the second starts when the first is half done
	job() { printf '{\n"job_start" : %s,\n"read" : {\n"io_bytes" : 32000000,\n"bw" : 9\n},\n"write" : {\n"io_bytes" : 7\n},\n"job_runtime" : %s,\n},\n' "$@"; }
	{ job 5000 2000; job 6000 3000; echo '}'; } >"$f"
	[ "$(throughput "$f" read)" -eq 16000000 ]
	head -c -3 "$f" >"$f.cut"
	run throughput "$f.cut" read
	[ "$status" -ne 0 ]
	# without starts, the longest job stands for the interval
	sed -i '/job_start/d' "$f"
	[ "$(throughput "$f" read)" -eq 21333333 ]
	run throughput "$f" trim
	[ "$status" -ne 0 ]
}

@test "records stay valid JSON whatever a name holds" {
	. "$ROOT/jobs/lib/common.bash"
	local text=$'quote " slash \\ tab \t escape \x1b umlaut \xc3\xa4 end'
	json_begin
	json_text text "$text"
	json_text broken $'broken \xff\xc3( end'
	json_map map A=x=y B=
	json_list none
	json_list two 'a b' 'c"'
	json_end
	echo "$JSON" | jq -e --arg text "$text" '.text == $text and
		(.broken | startswith("broken ")) and .map == {A: "x=y", B: ""} and
		.none == [] and .two == ["a b", "c\""]'
}

@test "sizes are read as fio reads them" {
	. "$ROOT/jobs/lib/common.bash"
	bytes 4k && [ "$BYTES" -eq 4096 ]
	bytes 10g && [ "$BYTES" -eq 10737418240 ]
	bytes 0512 && [ "$BYTES" -eq 512 ]
	bytes 0 && [ "$BYTES" -eq 0 ]
	bytes 4194303t && [ "$BYTES" -eq $((4194303 << 40)) ]
	run bytes 4194304t # 2^62: sums of such wrap around
	[ "$status" -ne 0 ]
	run bytes 50%
	[ "$status" -ne 0 ]
	run bytes ''
	[ "$status" -ne 0 ]
}

@test "refused: no suite, an unknown one" {
	run "$RUN"
	refused missing r820-nvme
	run "$RUN" r720 --target "$DIR" --config here --out "$OUT"
	refused r720 'no such suite' r820-nvme
	run "$RUN" lib --target "$DIR" --config here --out "$OUT"
	refused lib 'no such suite'
}

@test "refused: unknown option, engine, preset, test, variable" {
	run tiny --fast
	refused -- --fast 'no such option'
	run tiny --engine spdk
	refused spdk io_uring nvme_topo md_stripe
	run tiny --preset huge
	refused huge 'full quick tiny'
	run tiny --test seqread
	refused 'no such test' seqread-1m randwrite-4k
	run tiny --set SPEED=1
	refused SPEED=1 JOBS_1M
	run tiny --set SIZE
	refused 'no variable'
}

@test "refused: values that are none" {
	run tiny --config
	refused 'needs a value'
	run tiny --config ../x
	refused '--config ../x'
	run tiny --repeat 0
	refused '--repeat 0'
	run tiny --set SIZE=50%
	refused 'size=50%'
	run tiny --set SIZE=0
	refused 'size=0: no size'
	run tiny --set SIZE=4000000t
	refused 'size=4000000t: no size'
	run tiny --set JOBS_1M=many
	refused 'numjobs=many'
}

@test "refused: no target, no config" {
	run "$RUN" r820-nvme --config here --out "$OUT"
	refused '--target' missing
	run "$RUN" r820-nvme --target "$DIR" --out "$OUT"
	refused '--config' missing
}

@test "refused: a target that is none" {
	run tiny --target /nonexistent
	refused /nonexistent 'no such device or directory'
	touch "$BATS_TEST_TMPDIR/file"
	run tiny --target "$BATS_TEST_TMPDIR/file"
	refused 'regular' 'file' 'directory to make files in'
	run tiny --target /dev/null
	refused /dev/null 'no NVMe generic device'
}

# built ENGINE: something that the runner takes for it
built() {
	mkdir -p "$BATS_TEST_TMPDIR/lib"
	touch "$BATS_TEST_TMPDIR/lib/fio-$1.so"
	export LANES_LIB=$BATS_TEST_TMPDIR/lib
}

@test "refused: passthrough on a directory" {
	built nvme_topo
	run tiny --engine nvme_topo
	refused 'is a directory' /dev/ngXnY
}

# lanes_says STATUS TEXT: a program lanes of that kind; what it was asked is in
# the file asked
lanes_says() {
	export LANES=$BATS_TEST_TMPDIR/lanes
	printf '%s' "$2" >"$BATS_TEST_TMPDIR/said"
	printf '#!/bin/bash\necho "$*" >>"%s"\ncat "%s"\nexit %d\n' \
		"$BATS_TEST_TMPDIR/asked" "$BATS_TEST_TMPDIR/said" "$1" >"$LANES"
	chmod +x "$LANES"
}

@test "a stopped array is md_stripe's alone" {
	run tiny --target md_uuid=6a43b3c9:02b53ca1:e1a3e2c0:0b9d3f10
	refused 'only md_stripe drives' '--engine md_stripe' /dev/mdX
	run tiny --target md_members=/dev/a,/dev/b --engine libaio
	refused 'only md_stripe drives'
}

@test "md_stripe: lanes finds the array; what it refuses is passed on" {
	built md_stripe
	PATH=/usr/bin:/bin run tiny --engine md_stripe --target md_uuid=1
	refused 'by lanes' 'LANES'
	lanes_says 1 'lanes md: 1: is no UUID of an md array; give it as mdadm prints it'
	run tiny --engine md_stripe --target md_uuid=1
	refused '--target md_uuid=1: cannot be driven: 1: is no UUID'
	run tiny --engine md_stripe --target md_members=/dev/a,/dev/b
	refused 'cannot be driven'
	run tiny --engine md_stripe --target /dev/md7
	refused 'cannot be driven'
	diff - "$BATS_TEST_TMPDIR/asked" <<-END
		md --uuid 1 --json
		md --members /dev/a,/dev/b --json
		md /dev/md7 --json
	END
}

@test "md_stripe: an array of files is none of the runner's" {
	local lanes=${BUILD:-$ROOT/build/release}/lanes
	built md_stripe
	[[ $lanes == /* ]] || lanes=$ROOT/$lanes
	truncate -s 4m "$BATS_TEST_TMPDIR"/{a,b,c}
	lanes_says 0 "$("$lanes" md --level 5 --chunk 64k \
		--members "$BATS_TEST_TMPDIR/a,$BATS_TEST_TMPDIR/b,$BATS_TEST_TMPDIR/c" --json)"
	run tiny --engine md_stripe --target md_members=a,b,c
	refused 'is made of files' 'block devices'
}

@test "md_stripe: what lanes md says of an array is read" {
	. "$ROOT/jobs/lib/array.bash"
	ARRAY='{
  "schema": 1,
  "name": "host:a b",
  "state": "clean",
  "size_bytes": 1048576,
  "why_not": "is running, and it says \"x, y\"",
  "remedy": null,
  "members": [
    {
      "disk": "nvme0n1",
      "name": "not this one"
    }
  ]
}'
	TARGET=md_uuid=1
	[ "$(array_name)" = host-a-b ]
	array_value size_bytes
	[ "$VALUE" = 1048576 ]
	[ "$(array_unusable)" = 'is running, and it says \"x, y\"' ]
	ARRAY=${ARRAY/'"remedy": null'/'"remedy": "stop it"'}
	[[ "$(array_unusable)" == *'; stop it' ]]
	ARRAY=$(grep -v why_not <<<"$ARRAY")
	[ -z "$(array_unusable)" ]
}

@test "refused: an engine that is not built" {
	local engine
	mkdir "$BATS_TEST_TMPDIR/elsewhere"
	cp -r "$ROOT/jobs" "$BATS_TEST_TMPDIR/elsewhere"
	unset LANES_LIB
	for engine in nvme_topo md_stripe; do
		[ ! -e /usr/local/lib/fio/fio-$engine.so ] || skip "$engine is installed here"
		RUN=$BATS_TEST_TMPDIR/elsewhere/jobs/run run tiny --engine $engine
		refused fio-$engine.so make
	done
}

@test "refused: too little room, with the size needed" {
	run tiny --set SIZE=900t
	refused 1979120929996800 'smaller --preset'
}

@test "refused: results that are there already" {
	run tiny --test seqwrite-1m
	[ "$status" -eq 0 ]
	before=$(find "$OUT" -type f -exec cksum {} +)
	run tiny --test seqwrite-1m
	[ "$status" -ne 0 ]
	[[ $output == *'seqwrite-1m.1.json'*'not overwritten'* ]]
	[ "$(find "$OUT" -type f -exec cksum {} +)" = "$before" ]
}

@test "refused: an --out that cannot be written" {
	touch "$BATS_TEST_TMPDIR/plain"
	run tiny --out "$BATS_TEST_TMPDIR/plain"
	refused '--out' 'cannot be written'
}

# on_full_disk: a run whose results go to a full one, and what it leaves there
on_full_disk() {
	mkdir "$OUT" && mount -t tmpfs -o size=64k none "$OUT" || return
	head -c 64k /dev/zero >"$OUT/fill"
	tiny --test seqwrite-1m
	echo "status $?, left: $(find "$OUT" -type f -printf '%f ')"
}

@test "a full disk leaves no half published.csv" {
	[ "$(id -u)" = 0 ] || skip "mounting needs root"
	unshare -m true || skip "no mount namespace of its own to be had here"
	export RUN DIR OUT
	export -f on_full_disk tiny
	run unshare -m bash -c on_full_disk
	echo "$output"
	[[ $output == *"--out $OUT: cannot be written"* ]]
	[ "${lines[-1]}" = "status 1, left: fill " ]
}

@test "a test that fails leaves its message and no record; those before it stay" {
	run tiny --set RAMP=nonsense --test seqwrite-1m
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *'exit status 1'*'failed parsing ramp_time'* ]]
	[[ $output == *'0 finished cells are kept'* ]]
	local here=$OUT/r820-nvme/here
	[ "$(ls -A "$here")" = seqwrite-1m.1.failed ]
	grep -q 'RAMP=nonsense' "$here/seqwrite-1m.1.failed"
	[ -z "$(ls -A "$DIR")" ]
}

@test "an interrupted run keeps the finished cells and no half one" {
	tiny --set TIME_BASED=1 --set RUNTIME=1 >"$BATS_TEST_TMPDIR/log" 2>&1 3>&- &
	local pid=$! i here=$OUT/r820-nvme/here
	for ((i = 0; i < 100; i++)); do
		[ ! -e "$here/seqwrite-1m.1.json" ] || break
		sleep 0.1
	done
	sleep 0.5
	kill "$(pgrep -P "$pid" -f jobs/run || echo "$pid")"
	wait "$pid" || true
	cat "$BATS_TEST_TMPDIR/log"
	grep -q 'interrupted; 1 finished' "$BATS_TEST_TMPDIR/log"
	[ "$(ls -A "$here")" = $'seqwrite-1m.1.json\nseqwrite-1m.1.run.json' ]
	[ -z "$(ls -A "$DIR")" ]
	[ -z "$(find /proc/[0-9]*/fd -lname "$DIR/*" 2>/dev/null)" ]
}

@test "in use: a mount in any namespace, a holder, a loop device, a partition's" {
	. "$ROOT/jobs/lib/target.bash"
	SYS=$BATS_TEST_TMPDIR/sys PROC=$BATS_TEST_TMPDIR/proc
	local disk=$SYS/block/nvme0n1
	mkdir -p "$disk"/{holders,slaves,queue,nvme0n1p1/holders} "$PROC"/{1,42} \
		"$SYS/block/loop0/loop"
	echo 259:0 >"$disk/dev"
	echo 259:1 >"$disk/nvme0n1p1/dev"
	touch "$disk/nvme0n1p1/partition"
	echo "21 1 8:1 / / rw - ext4 /dev/sda1 rw" | tee "$PROC/1/mountinfo" >"$PROC/42/mountinfo"
	echo "Filename Type Size Used Priority" >"$PROC/swaps"
	[ -z "$(in_use "$disk")" ]

	echo "22 1 259:1 / /srv rw shared:1 - ext4 /dev/x rw" >>"$PROC/42/mountinfo"
	[ "$(in_use "$disk")" = '/dev/nvme0n1p1 is mounted on /srv' ]
	[ "$(in_use "$disk/nvme0n1p1")" = '/dev/nvme0n1p1 is mounted on /srv' ]
	echo "22 1 0:40 / /srv rw - btrfs /dev/nvme0n1 rw" >"$PROC/42/mountinfo"
	[ "$(in_use "$disk/nvme0n1p1")" = '/dev/nvme0n1 is mounted on /srv' ]
	: >"$PROC/42/mountinfo"

	touch "$disk/holders/md0"
	[ "$(in_use "$disk")" = '/dev/nvme0n1 is held by md0' ]
	rm "$disk/holders/md0"
	echo /dev/nvme0n1 >"$SYS/block/loop0/loop/backing_file"
	[ "$(in_use "$disk")" = '/dev/nvme0n1 is exported by loop0' ]
}

@test "the runner is clean shell" {
	command -v shellcheck >/dev/null || skip "shellcheck is not installed"
	shellcheck -S warning -e SC1090,SC2034 "$RUN" "$ROOT"/jobs/lib/*.bash
}
