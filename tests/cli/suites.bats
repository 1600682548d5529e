#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# The suites: their job files, presets and published numbers, and what they ask
# of jobs/run, on plain files and without root.

bats_require_minimum_version 1.5.0 # run !

setup() {
	ROOT=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	lanes=${BUILD:-build/release}/lanes
	[[ $lanes == /* ]] || lanes=$ROOT/$lanes
	DIR=$BATS_TEST_TMPDIR/target
	OUT=$BATS_TEST_TMPDIR/results
	mkdir "$DIR"
	export LANES=$lanes
	unset LANES_MODEL
}

# suites: their names
suites() {
	local f
	for f in "$ROOT"/jobs/*/defaults.env; do
		f=${f%/defaults.env}
		echo "${f##*/}"
	done
}

# load SUITE SHAPE PRESET [array]: as the runner does
load() {
	JOBS=$ROOT/jobs SHAPE=$2 SET=()
	unset ALL_TESTS JOB_FILE RAW VARIABLES VAR
	. "$ROOT/jobs/lib/common.bash"
	. "$ROOT/jobs/lib/suite.bash"
	. "$ROOT/jobs/lib/engine.bash"
	load_suite "$1" "$2"
	[ ${#ALL_TESTS[@]} -gt 0 ]
	load_variables "$1" "$3" "$2" "${4-}"
	VAR[TARGET]=$DIR
	[ "$2" = filesystem ] || VAR[TARGET]=/dev/nvme9n1
	VAR[FILE]=$DIR/file VAR[IOLOG]=$DIR/iolog
}

# take_all SUITE NAME=VALUE...: the tiny preset from end to end, and its page
take_all() {
	local suite=$1 set=() test
	shift
	while [[ ${1-} == *=* ]]; do set+=(--set "$1") && shift; done
	run "$ROOT/jobs/run" "$suite" --target "$DIR" --config here --out "$OUT" \
		--preset tiny "${set[@]}" "$@"
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output != *warning* ]]
	[ -z "$(ls -A "$DIR")" ]
	for test in "$OUT/$suite"/here/*.run.json; do
		jq -e '.exit_status == 0 and .preset == "tiny" and (.title | length > 5)' "$test"
		jq -e '.jobs | length > 0 and all(.error == 0)' "${test%.run.json}.json"
	done
	run "$lanes" report "$OUT" -o "$BATS_TEST_TMPDIR/page.html" \
		--summary "$BATS_TEST_TMPDIR/summary.json"
	echo "$output"
	[ "$status" -eq 0 ]
	grep -q "$suite" "$BATS_TEST_TMPDIR/page.html"
	jq -e '.problems == [] and (.figures | length > 0 and
		all(.failed == 0 and .measured_Bps > 0))' "$BATS_TEST_TMPDIR/summary.json"
}

# tests_taken SUITE: their names
tests_taken() {
	ls "$OUT/$1/here" | sed -n 's/\.1\.run\.json$//p'
}

# --- the files ------------------------------------------------------------------
# fast FUNCTION: in a shell of its own, since bats looks at each command of this one
fast() {
	run env ROOT="$ROOT" DIR="$DIR" lanes="$lanes" bash -euc "$(declare -f)
		$1"
	echo "$output"
	[ "$status" -eq 0 ]
}

# FIO names another fio than the installed one
@test "every job file parses with every preset, on every shape, with every engine that it allows" {
	fast parse_every
	[[ $output =~ ([0-9]+)\ parsed$ ]]
	[ "${BASH_REMATCH[1]}" -gt 200 ]
}

parse_every() {
	local suite preset shape more engine so engines='io_uring libaio psync sync' parsed=0
	for so in "${LANES_LIB:-${lanes%/*}}"/fio-*.so; do
		[ ! -e "$so" ] || engines+=" external:$so"
	done
	for suite in $(suites); do
		for preset in full quick tiny; do
			for shape in device filesystem; do
				for more in '' array; do
					[ -z "$more" ] || grep -q "^\[$preset array\]" \
						"$ROOT/jobs/$suite/defaults.env" || continue
					load "$suite" $shape $preset $more
					for engine in $engines; do
						parse_all "$suite $shape $preset $more" "$engine"
					done
				done
			done
		done
	done
	echo "$parsed parsed"
}

# parse_all WHAT ENGINE: all job files that have a test for it
parse_all() {
	local test said files=() words=()
	ENGINE=${2##*/fio-}
	ENGINE=${ENGINE%.so}
	VAR[ENGINE]=$2
	for test in "${ALL_TESTS[@]}"; do
		[[ " ${files[*]-} " != *" ${JOB_FILE[$test]} "* ]] && allows_engine "$test" || continue
		files+=("${JOB_FILE[$test]}")
		environment "$test"
		words+=("${ENVIRONMENT[@]}")
	done
	((${#files[@]})) || return 0
	said=$(env "${words[@]}" "${FIO:-fio}" --parse-only "${files[@]}" 2>&1) && [ -z "$said" ] || {
		echo "$1 $2: $said"
		return 1
	}
	((parsed += ${#files[@]}))
}

@test "every preset sets what its job files read, names tests that exist, and no more" {
	fast presets_fit
}

presets_fit() {
	local suite shape preset test name known read
	for suite in $(suites); do
		known=$(all_tests "$suite")
		for preset in full quick tiny; do
			read=' TESTS FIO_OPTIONS TARGET FILE ENGINE IOLOG '
			for shape in device filesystem; do
				load "$suite" $shape $preset
				for test in "${ALL_TESTS[@]}"; do
					for name in ${VARIABLES[${JOB_FILE[$test]}]}; do
						[ -n "${VAR[$name]+set}" ] || [ "$name" = ENGINE ] || {
							echo "$suite $shape $preset: $name is not set"
							return 1
						}
						read+="$name "
					done
				done
				set -f
				for name in ${VAR[TESTS]/#all/*}; do
					matches "$name" "$known" || { echo "$suite $preset: no test $name"; return 1; }
				done
				set +f
			done
			for name in "${!VAR[@]}"; do
				[[ $read == *" $name "* ]] || { echo "$suite: nobody reads $name"; return 1; }
			done
		done
	done
}

# all_tests SUITE: of both shapes
all_tests() {
	cat "$ROOT/jobs/$1"/*.fio | sed -n 's/^\[\(.*\)\]$/\1/p' | grep -vx global | sort -u
}

# matches PATTERN LINES: is there one?
matches() {
	local line
	while read -r line; do
		# shellcheck disable=SC2053 # it is a pattern
		[[ $line != $1 ]] || return 0
	done <<<"$2"
	return 1
}

@test "what a test needs and what is generated for it exists; names are names" {
	fast names_are_names
}

names_are_names() {
	local suite shape test
	for suite in $(suites); do
		for shape in filesystem device; do
			load "$suite" $shape full
			for test in "${ALL_TESTS[@]}"; do
				name_is_name "$suite" "$test" || { echo "$suite $test"; return 1; }
			done
		done
	done
}

# name_is_name SUITE TEST
name_is_name() {
	[[ $2 =~ ^[a-z0-9]+(-[a-z0-9]+)*$ ]] || return 1
	raw_option "$2" generated
	[ -z "$VALUE" ] || [ -x "$ROOT/jobs/$1/${VALUE#* }" ] || return 1
	raw_option "$2" needs
	[ -z "$VALUE" ] || grep -qx -- "$VALUE" <<<"$(all_tests "$1")" || return 1
	# the block size is a word of the name, but of dd's
	option "$2" bs
	VALUE=${VALUE,,}
	[[ $2 == dd-* || "-$2-" == *"-$VALUE-"* ]] || return 1
	option "$2" description
	[ -n "$VALUE" ] && [ ${#VALUE} -lt 160 ]
}

# csv_rows FILE: its fields with a tab between; commas inside quotes do not part
csv_rows() {
	awk '{
		line = ""; inside = 0
		for (i = 1; i <= length($0); i++) {
			c = substr($0, i, 1)
			if (c == "\"") inside = !inside
			line = line ((c == "," && !inside) ? "\t" : c)
		}
		print line (inside ? "\topen quote" : "")
	}' "$1"
}

@test "every row of published.csv is complete and names a test of its suite" {
	local suite known line f
	for suite in $(suites); do
		line=0
		known=$(all_tests "$suite")
		csv_rows "$ROOT/jobs/$suite/published.csv" | awk -F'\t' -v file="$suite" '
			NR == 1 {
				gsub("\t", ",")
				if ($0 != "config,test,metric,value,unit,certainty,source,note") bad("header")
				next
			}
			NF != 8 { bad("columns") }
			$1 == "" || $2 == "" || $3 == "" || $5 == "" || $7 == "" { bad("an empty field") }
			$1 !~ /^[A-Za-z0-9_][A-Za-z0-9._-]*$/ { bad("config") }
			$3 !~ /^[a-z0-9_-]+$/ { bad("metric") }
			$4 !~ /^(-?[0-9]+(\.[0-9]+)?(-[0-9]+)?)?$/ { bad("value") }
			$6 !~ /^(exact|spoken|approximate|derived|ambiguous|wrong)$/ { bad("certainty") }
			# what lanes keeps of each
			length($1) > 63 || length($2) > 63 || length($3) > 63 || length($4) > 31 ||
			length($5) > 15 || length($7) > 95 || length($8) > 255 { bad("too long") }
			# what is out of line with another row says so
			($6 == "wrong" || $6 == "ambiguous") && $8 == "" { bad("no note") }
			seen[$0]++ { bad("twice") }
			function bad(what) { print file ":" NR ": " what ": " $0; failed = 1 }
			END { exit failed || NR < 2 }'
		while IFS=$'\t' read -r -a f; do
			((line++)) || continue
			matches "${f[1]}" "$known" || { echo "$suite: no test ${f[1]}"; return 1; }
		done < <(csv_rows "$ROOT/jobs/$suite/published.csv")
	done
}

@test "every configuration of published.csv is in the README of its suite" {
	local suite config
	for suite in $(suites); do
		for config in $(csv_rows "$ROOT/jobs/$suite/published.csv" | cut -f1 | sort -u); do
			case $config in reference | config) continue ;; esac
			grep -q -- "$config" "$ROOT/jobs/$suite/README.md" || {
				echo "$suite: $config"
				return 1
			}
		done
	done
}

@test "the document's CPU table is whole: 26 seconds and their average" {
	awk -F, 'NR == 1 { if ($0 != "time,usr,nice,sys,iowait,irq,soft,steal,guest,gnice,idle") exit 1; next }
		{ for (i = sum = 0; ++i < 11;) sum += $(i + 1) }
		sum < 99.9 || sum > 100.1 { print; bad = 1 }
		$1 == "average" { average = $2 " " $4 " " $11; next }
		{ n++ }
		$11 < 40 { plateau++; usr += $2; sys += $4 }
		END {
			printf "%d rows, %d busy: usr %.2f sys %.2f\n", n, plateau, usr / plateau, sys / plateau
			exit bad || n != 26 || plateau != 19 || average != "13.50 34.35 51.94"
		}' "$ROOT/jobs/vroc-1029u/published-sar.csv" >"$BATS_TEST_TMPDIR/said"
	cat "$BATS_TEST_TMPDIR/said"
	grep -q 'usr 17.90 sys 45.62' "$BATS_TEST_TMPDIR/said"
}

@test "each non-default option of a job file has its reason" {
	local f
	for f in "$ROOT"/jobs/*/*.fio; do
		# a comment above each option, or not far above; in sections not of
		# those that are the test itself
		awk '/^\[/ { global = ($0 == "[global]"); c = NR } /^#/ { c = NR }
			!global && /^(description|stonewall|rw|bs|numjobs|size|runtime)(=|$)/ { next }
			/^[a-z]/ && NR - c > 3 { print FILENAME ":" NR ": " $0; bad = 1 }
			END { exit bad }' "$f"
	done
}

@test "each README says what is asked, reproduced, not reproduced, wrong and destroyed" {
	local suite words
	for suite in $(suites); do
		for words in 'What the document asks' 'Hardware' 'What it destroys' \
			'Reproduced exactly' 'Not reproduced, and why' '## Mistakes and gaps'; do
			grep -q "$words" "$ROOT/jobs/$suite/README.md" || {
				echo "$suite: $words"
				return 1
			}
		done
	done
}

# --- sysbench's requests -----------------------------------------------------------
# iolog NAME=VALUE...: into the file iolog
iolog() {
	env TARGET=/t FILE_SIZE=16m REQUESTS=1000 SEED=1 "$@" \
		"$ROOT/jobs/dl360e-nvme/sysbench-iolog" >"$BATS_TEST_TMPDIR/iolog"
}

@test "iolog: its frame, sizes and places" {
	iolog
	awk '
		function fail(what) { print FNR ": " what ": " $0; bad = 1; exit 1 }
		NR == 1 { if ($0 != "fio version 2 iolog") fail("header"); next }
		{ if ($1 !~ /^\/t\/test_file\.([0-9]|[1-9][0-9]|1[01][0-9]|12[0-7])$/) fail("file") }
		$2 ~ /^(add|open|close)$/ {
			if (NF != 2 || $1 != "/t/test_file." n[$2]++ % 128) fail("order")
			if (($2 == "close") != (requests > 0)) fail("place")
			next
		}
		$2 == "sync" { if ($3 != 0 || $4 != 0) fail("sync"); next }
		$2 !~ /^(read|write)$/ || NF != 4 { fail("action") }
		$4 != 16384 || $3 % 16384 || $3 < 0 || $3 + $4 > 16777216 { fail("block") }
		{ requests++ }
		END { exit bad || n["add"] != 128 || n["open"] != 128 || n["close"] != 128 || requests != 1000 }
	' "$BATS_TEST_TMPDIR/iolog"
}

@test "iolog: R W R W R at 3 to 2, all 128 files fsynced in turn after each 100" {
	iolog REQUESTS=1050
	awk '
		function fail(what) { print FNR ": " what ": " $0; bad = 1; exit 1 }
		$2 == "sync" {
			if (done % 100 || $1 != "/t/test_file." syncs++ % 128) fail("fsync")
			next
		}
		$2 ~ /^(read|write)$/ {
			if (syncs != 128 * int(done / 100)) fail("fsyncs missing before")
			if (substr("rwrwr", done++ % 5 + 1, 1) != substr($2, 1, 1)) fail("order")
			count[$2]++
		}
		END { exit bad || count["read"] != 630 || count["write"] != 420 || syncs != 1280 }
	' "$BATS_TEST_TMPDIR/iolog"
}

# published TEST CONFIG METRIC
published() {
	csv_rows "$ROOT/jobs/dl360e-nvme/published.csv" | awk -F'\t' -v c="$1" -v m="$2" \
		'$1 == c && $2 == "sysbench-rndrw-16k" && $3 == m { print $4 }'
}

@test "iolog: the counts are those that sysbench printed in the document" {
	local config n want
	for config in sata nvme; do
		n=$(published $config events)
		iolog REQUESTS="$n"
		want="$(published $config reads) $(published $config writes)"
		[ "$(awk '{ n[$2]++ } END { print n["read"], n["write"] }' "$BATS_TEST_TMPDIR/iolog")" = "$want" ]
		# time cut the document's run within its last round of fsyncs
		awk -v said="$(published $config fsyncs)" '$2 == "sync" { n++ }
			END { print n, said; exit !(n - 128 < said && said <= n) }' "$BATS_TEST_TMPDIR/iolog"
	done
}

@test "iolog: places are uniform over files and blocks, reads and writes alike" {
	# 2000 and more a bin; the bounds are exceeded once in ten thousand
	iolog REQUESTS=300000 SEED=7
	awk '
		function chi2(hits, bins,   i, sum, mean) {
			mean = total / bins
			for (i = 0; i < bins; i++) sum += (hits[i] - mean) ^ 2 / mean
			return sum
		}
		$2 ~ /^(read|write)$/ {
			sub(/.*\./, "", $1)
			file[$1]++
			eighth[int($3 / 16777216 * 64)]++
			if ($2 == "write") { writes++; late += $3 >= 8388608 }
			if (total++ && $1 == before) same++
			before = $1
		}
		END {
			printf "files %.1f blocks %.1f, %d of %d writes late, %d neighbours\n",
				chi2(file, 128), chi2(eighth, 64), late, writes, same
			# 127 and 63 degrees of freedom; four standard deviations
			exit !(chi2(file, 128) < 195 && chi2(eighth, 64) < 114 &&
				(late - writes / 2) ^ 2 < 16 * writes / 4 &&
				(same - total / 128) ^ 2 < 16 * total / 128)
		}' "$BATS_TEST_TMPDIR/iolog"
}

@test "iolog: the seed makes it; whole numbers at any size; colons as fio's" {
	iolog SEED=5
	local five
	five=$(cksum <"$BATS_TEST_TMPDIR/iolog")
	iolog SEED=5
	[ "$(cksum <"$BATS_TEST_TMPDIR/iolog")" = "$five" ]
	iolog SEED=6
	[ "$(cksum <"$BATS_TEST_TMPDIR/iolog")" != "$five" ]
	iolog FILE_SIZE=800g
	run ! grep -E 'e\+|\.[0-9]+ (read|write) -' "$BATS_TEST_TMPDIR/iolog"
	awk '$3 > 2 ^ 32 { n++ } END { exit n < 900 }' "$BATS_TEST_TMPDIR/iolog"
	iolog TARGET='/a\:b'
	grep -q '^/a:b/test_file.0 add$' "$BATS_TEST_TMPDIR/iolog"
}

@test "iolog: refused: spaces, sizes, counts and seeds that are none" {
	local bad
	for bad in 'TARGET=/a b' TARGET=a TARGET= FILE_SIZE=1k FILE_SIZE=x FILE_SIZE= \
		REQUESTS=0 REQUESTS=-1 REQUESTS= SEED=0 SEED=a; do
		run iolog "$bad"
		echo "$bad: $output"
		[ "$status" -eq 1 ]
		[[ $output == "sysbench-iolog: $bad: "*'; '* ]]
	done
}

# --- what a job file may ask of the runner ---------------------------------------------
# dry SUITE TARGET OPTION...: what would run, in the order it would, as section names
dry() {
	run "$ROOT/jobs/run" "$1" --target "$2" --config here --out "$OUT" --preset tiny \
		--dry-run "${@:3}"
	echo "$output"
	[ "$status" -eq 0 ]
	sections=$(grep -o -- '--section=[^ ]*' <<<"$output" | cut -d= -f2 | paste -sd' ')
}

@test "a test brings what it needs, once and before it" {
	dry dl360e-nvme "$DIR" --test sysbench-rndrw-16k
	[ "$sections" = 'sysbench-prepare-16k sysbench-rndrw-16k' ]
	dry vsan-nvme "$DIR" --test 120x1-8k-w0 --test 120x1-4k-w0
	[ "$sections" = '120x1-fill-1m 120x1-4k-w0 120x1-8k-w0' ]
}

@test "--test takes patterns, and the working directory's files are not among them" {
	cd "$BATS_TEST_TMPDIR" && touch 'seqwrite-4k' 'a b'
	dry freenas-sas "$DIR" --test 'seq*' --test '*and*'
	[ "$sections" = 'seqwrite-128k seqread-128k randread-128k randwrite-128k' ]
	dry vroc-1029u "$DIR"
	[ "$(wc -w <<<"$sections")" -eq 10 ]
	run "$ROOT/jobs/run" vroc-1029u --target "$DIR" --config here --out "$OUT" --test 'seqread*'
	[ "$status" -eq 1 ]
	[[ $output == *'--test seqread*: '*'no such test'* ]]
}

@test "what a script makes can be pasted, too" {
	dry dl360e-nvme "$DIR" --test sysbench-rndrw-16k --set REQUESTS=200
	mkdir -p "$OUT/dl360e-nvme/here"
	bash -e -c "$output"
	jq -e '.jobs[0].sync.total_ios == 256' "$OUT/dl360e-nvme/here/sysbench-rndrw-16k.1.json"
}

@test "a script that fails is named, with what it said" {
	run "$ROOT/jobs/run" dl360e-nvme --target "$DIR" --config here --out "$OUT" \
		--preset tiny --test sysbench-rndrw-16k --set SEED=none
	echo "$output"
	[ "$status" -eq 1 ]
	[[ $output == *'sysbench-rndrw-16k: sysbench-iolog ended with exit status 1 and said:'* ]]
	[[ $output == *'SEED=none: is no seed'* ]]
	[[ $output == *'1 finished cells are kept'* ]]
	[ -z "$(ls -A "$DIR")" ]
}

@test "many requests in flight are not for an engine that has one" {
	run "$ROOT/jobs/run" vroc-1029u --target "$DIR" --config here --out "$OUT" \
		--engine psync --test seqwrite-1m-1x200
	[ "$status" -eq 1 ]
	[[ $output == *'keeps 200 requests in flight, which psync cannot; take another --engine' ]]
	run "$ROOT/jobs/run" vroc-1029u --target "$DIR" --config here --out "$OUT" --engine sync
	[ "$status" -eq 1 ]
	[[ $output == *'seqwrite-1m-1x200 is left out: it keeps'*'no test is left'* ]]
	# but where nothing else is asked of it
	dry vsan-nvme "$DIR" --engine psync --test 120x1-4k-w0
	dry vsan-nvme "$DIR" --engine psync --test 50x5x2-4k-w0 --set DEPTH_50X5X2=1
}

@test "room is what the jobs' files need, or the last slice's end, or the one shared file" {
	fast rooms
}

rooms() {
	room r820-nvme filesystem tiny seqread-1m $((8 << 21))
	room r820-nvme device tiny seqread-1m $((8 << 21))
	room vroc-1029u device full randread-4k-48x64 $((50 << 30))
	room vsan-nvme filesystem full 50x5x2-4k-w0 $((2500 << 30))
	room vsan-nvme device full 50x5x2-4k-w0 $((249 * 50 + 10 << 30))
	room dl360e-nvme filesystem full sysbench-prepare-16k $((192 << 30))
	room dl360e-nvme filesystem full sysbench-rndrw-16k 0
	room dl360e-nvme device full ioping-random-4k 0
	room dl360e-nvme filesystem full ioping-random-4k $((4 << 30))
}

room() { # SUITE SHAPE PRESET TEST BYTES
	load "$1" "$2" "$3"
	size_needed "$4"
	echo "$*: $BYTES"
	[ "$BYTES" -eq "$5" ]
}

@test "what counts of a test is what it does" {
	. "$ROOT/jobs/lib/cell.bash"
	load vsan-nvme device full
	counts() { direction "$1" && [ "$VALUE" = "$2" ]; }
	counts 120x1-4k-w0 'read'
	counts 120x1-4k-w30 mixed
	counts 120x1-4k-w100 'write'
	writes 120x1-4k-w30
	run ! writes 120x1-4k-w0
	printf '{\n"read" : {\n"io_bytes" : 600\n},\n"write" : {\n"io_bytes" : 400\n},\n"job_runtime" : 500\n}\n' \
		>"$BATS_TEST_TMPDIR/fio.json"
	[ "$(throughput "$BATS_TEST_TMPDIR/fio.json" mixed)" -eq 2000 ]
	[ "$(throughput "$BATS_TEST_TMPDIR/fio.json" 'write')" -eq 800 ]
}

# --- from end to end --------------------------------------------------------------
@test "r820-nvme runs on files" {
	take_all r820-nvme SIZE=1m RUNTIME=1
	[ "$(tests_taken r820-nvme | wc -l)" -eq 8 ]
}

@test "freenas-sas runs on files" {
	take_all freenas-sas RUNTIME=1
	[ "$(tests_taken freenas-sas | paste -sd' ')" = \
		'randread-128k randwrite-128k seqread-128k seqwrite-128k' ]
	jq -e '.figures[] | select(.test == "seqwrite-128k").of_published == null' \
		"$BATS_TEST_TMPDIR/summary.json"
}

@test "dl360e-nvme runs on files; sysbench's requests are its iolog's" {
	take_all dl360e-nvme REQUESTS=500 --published nvme
	[ "$(tests_taken dl360e-nvme | wc -l)" -eq 8 ]
	local here=$OUT/dl360e-nvme/here
	jq -e '.jobs[0] | .read.total_ios == 300 and .write.total_ios == 200 and
		.sync.total_ios == 640 and .read.io_bytes == 4915200' "$here/sysbench-rndrw-16k.1.json"
	jq -e '.direction == "mixed" and .engine == "psync" and .environment.SEED == "1" and
		(.environment.IOLOG | endswith("generated"))' "$here/sysbench-rndrw-16k.1.run.json"
	jq -e '.figures[] | select(.test == "sysbench-rndrw-16k") | .direction == "mixed" and
		.published_lo_Bps > 17.8e6 and .published_lo_Bps < 17.9e6' "$BATS_TEST_TMPDIR/summary.json"
	[ -z "$(find "$OUT" -name '*generated')" ]
}

@test "vroc-1029u runs on files" {
	take_all vroc-1029u SIZE_WRITEFILE=8m SIZE_BENCHMARK=8m SIZE_DUMMY=8m SIZE_SUMMARY=8m \
		RUNTIME_BENCHMARK=1 RUNTIME_DUMMY=1 RUNTIME_SUMMARY=1 --published raid5x6
	[ "$(tests_taken vroc-1029u | wc -l)" -eq 10 ]
	jq -e '.jobs == 16 and .block_size_bytes == 4096' \
		"$OUT/vroc-1029u/here/randread-4k-16x64.1.run.json"
}

@test "vsan-nvme runs on files, two clusters side by side" {
	run "$ROOT/jobs/run" vsan-nvme --target "$DIR" --config there --out "$OUT" \
		--preset tiny --test '120x1-4k-w30'
	take_all vsan-nvme --test '120x1-4k-*' --test 50x5x2-128k-w70
	[ "$(tests_taken vsan-nvme | wc -l)" -eq 7 ]
	jq -e '[.figures[] | select(.test == "120x1-4k-w30").config] == ["there", "here"]' \
		"$BATS_TEST_TMPDIR/summary.json"
	# the mix is what its name says, to a twentieth
	jq -e '.jobs | (map(.write.total_ios) | add) as $w | (map(.read.total_ios) | add) as $r |
		($w / ($r + $w)) as $mix | $mix > 0.25 and $mix < 0.35' "$OUT/vsan-nvme/here/120x1-4k-w30.1.json"
}
