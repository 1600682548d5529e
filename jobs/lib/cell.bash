# SPDX-License-Identifier: GPL-2.0-only
# A cell: one test, once.  Its files appear under their own names only when
# fio has ended well; until then they lie in WORK.

# throughput JSON DIRECTION: all bytes that count / (last end - first start).
# fio 3.36 and newer give each job's start; older ones release all jobs at one
# barrier.  Fails where the output is cut off, or nothing was moved.
throughput() {
	awk -v dir="\"$2\"" '
		$1 == "\"job_start\"" { start = $3 + 0; known = 1 }
		$1 == "\"job_runtime\"" {
			run = $3 + 0
			if (run > longest) longest = run
			if (!n++ || start < first) first = start
			if (start + run > last) last = start + run
		}
		$2 == ":" && $3 == "{" && $1 ~ /"(read|write|trim)"/ { cur = $1 }
		$1 == "\"io_bytes\"" && cur != "" {
			if (cur == dir || dir == "\"mixed\"") total += $3
			cur = ""
		}
		NF { tail = $0 }
		END {
			ms = known ? last - first : longest
			if (!n || !total || tail != "}") exit 1
			if (!ms) ms = 1 # shorter than fio tells
			printf "%.0f\n", total * 1000 / ms
		}
	' "$1"
}

# fio_command TEST STEM: into COMMAND and ENVIRONMENT; STEM is the path of its
# record without .json.  What a job file cannot know of one engine stands before
# it: fio takes that as [global]'s.
fio_command() {
	local own=()
	raw_option "$1" generated
	[ -z "$VALUE" ] || VAR[${VALUE% *}]=$2.generated
	environment "$1"
	[ "$ENGINE" != md_stripe ] || own=("--ioengine=$ENGINE_WORD"
		"${ENGINE_OPTIONS[@]}" "--md_stats=$2.md.json")
	# shellcheck disable=SC2206 # a list of options
	COMMAND=(fio --output-format=json+ --eta=never ${VAR[FIO_OPTIONS]-}
		"${own[@]}" "--section=$1" "${JOB_FILE[$1]}")
}

# dry_cell TEST N: what would run, ready to paste
dry_cell() {
	fio_command "$1" "$OUT/$1.$2"
	raw_option "$1" generated
	[ -z "$VALUE" ] || dry_command "$OUT/$1.$2.generated" "$(generator)"
	dry_command "$OUT/$1.$2.json" "${COMMAND[@]}"
}

# dry_command OUTPUT WORD...
dry_command() {
	local word output=$1
	shift
	for word in "${ENVIRONMENT[@]}"; do
		printf '%s ' "${word%%=*}=$(quoted "${word#*=}")"
	done
	for word; do
		printf '%s ' "$(quoted "$word")"
	done
	printf '>%s\n' "$(quoted "$output")"
}

# generator: the script that a test's generated file comes from, of VALUE
generator() {
	printf '%s' "$JOBS/$SUITE/${VALUE#* }"
}

quoted() {
	if [[ $1 =~ ^[A-Za-z0-9_/.:,+=@%-]+$ ]]; then
		printf '%s' "$1"
	else
		printf "'%s'" "${1//\'/\'\\\'\'}"
	fi
}

# prepare_cell TEST: what the tool does between its phases, untimed
prepare_cell() {
	if [ "$SHAPE" = filesystem ]; then
		raw_option "$1" fresh
		[ -z "$VALUE" ] || find "$FILES" -mindepth 1 -delete
		sync -f "$FILES"
		return
	fi
	option "$1" direct 0
	[ "$VALUE" = 1 ] || [ -z "$NODE" ] || sync "$NODE"
}

# generate TEST LOG: the file that a script of the suite makes for it
generate() {
	raw_option "$1" generated
	[ -n "$VALUE" ] || return 0
	launch "${VAR[${VALUE% *}]}" "$2" "$(generator)"
}

# launch OUTPUT LOG COMMAND...: with the test's variables; clean_up ends it, too
launch() {
	local output=$1 log=$2
	shift 2
	LAUNCHED=${1##*/}
	(
		export "${ENVIRONMENT[@]}"
		exec "$@"
	) </dev/null >"$output" 2>"$log" &
	FIO_PID=$!
	FIO_STATUS=0
	wait "$FIO_PID" || FIO_STATUS=$?
	FIO_PID=
	[ "$FIO_STATUS" = 0 ]
}

# run_cell TEST N: sets RATE_BPS; 1 if LAUNCHED failed, with FIO_STATUS
run_cell() {
	local tmp=$WORK/$1.$2
	direction "$1"
	DIRECTION=$VALUE
	FIO_STATUS=0
	fio_command "$1" "$tmp"
	if generate "$1" "$tmp.log" && prepare_cell "$1" && time_fio "$tmp" &&
		RATE_BPS=$(throughput "$tmp.json" "$DIRECTION") &&
		keep_cell "$1" "$2"; then
		rm -f "$tmp.generated"
		return 0
	fi
	rm -f "$tmp.generated"
	keep_failure "$tmp" "$OUT/$1.$2.failed"
	return 1
}

# time_fio STEM
time_fio() {
	local ok=0
	START=$EPOCHREALTIME
	launch "$1.json" "$1.log" "${COMMAND[@]}" || ok=1
	END=$EPOCHREALTIME
	return $ok
}

# keep_cell TEST N: fio's own record comes last, for a reader takes a cell as
# done when it sees that.  clean_up undoes one that is cut off half-way.
keep_cell() {
	local name=$1.$2 files=("$WORK/$1.$2.run.json")
	run_record "$1" "$2" >"${files[0]}" || return 1
	if [ -n "$TOPOLOGY" ]; then
		files+=("$WORK/$name.topo.json")
		printf '%s\n' "$TOPOLOGY" >"${files[1]}" || return 1
	fi
	if [ "$ENGINE" = md_stripe ]; then
		[ -s "$WORK/$name.md.json" ] || return 1
		files+=("$WORK/$name.md.json")
	fi
	KEEPING=$OUT/$name
	mv -t "$OUT" "${files[@]}" "$WORK/$name.json" || return 1
	KEEPING=
	[ ! -e "$OUT/$name.failed" ] || rm "$OUT/$name.failed"
}

keep_failure() {
	{
		echo "exit status $FIO_STATUS of: ${ENVIRONMENT[*]} ${COMMAND[*]}"
		cat "$1.log" "$1.json"
	} >"$2" 2>/dev/null
}

# host_facts: what every run.json of this run says alike
host_facts() {
	local file
	declare -gA DIGEST=()
	FIO_VERSION=$(fio --version)
	ENGINE_VERSION=$(engine_version "$ENGINE")
	KERNEL=$(uname -r)
	HOST=$(uname -n)
	for file in "${!VARIABLES[@]}"; do
		DIGEST[$file]=$(sha256sum <"$file" | cut -d' ' -f1)
	done
}

# nanoseconds EPOCHREALTIME
nanoseconds() {
	VALUE=${1/[.,]/}000
}

# run_record TEST N: run.json
run_record() {
	local engine=$ENGINE version=$ENGINE_VERSION file=${JOB_FILE[$1]}
	if ! takes_engine "$1"; then
		engine=$VALUE
		version=$FIO_VERSION
	fi
	json_begin
	json_raw schema 1
	json_text suite "$SUITE"
	json_text config "$CONFIG"
	json_text test "$1"
	json_raw repeat "$2"
	json_text published_config "$PUBLISHED"
	option "$1" description "$1"
	json_text title "$VALUE"
	json_text engine "$engine"
	json_text preset "$PRESET"
	json_text target "$TARGET"
	json_text target_shape "$SHAPE"
	json_list devices "${DRIVES[@]}"
	json_text direction "$DIRECTION"
	option "$1" bs 4k
	bytes "$VALUE"
	json_raw block_size_bytes "$BYTES"
	option "$1" numjobs 1
	json_raw jobs "$VALUE"
	fio_command "$1" "$OUT/$1.$2"
	json_list command "${COMMAND[@]}"
	json_map environment "${ENVIRONMENT[@]}"
	json_text job_file "$file"
	json_text job_sha256 "${DIGEST[$file]}"
	json_text fio_version "$FIO_VERSION"
	json_text engine_version "$version"
	json_text kernel "$KERNEL"
	json_text host "$HOST"
	nanoseconds "$START"
	json_raw start_epoch_ns "$VALUE"
	nanoseconds "$END"
	json_raw end_epoch_ns "$VALUE"
	json_raw exit_status "$FIO_STATUS"
	json_end
	printf '%s\n' "$JSON"
}
