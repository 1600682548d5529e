# SPDX-License-Identifier: GPL-2.0-only
# A cell: one test, once.  Its files appear under their own names only when
# fio has ended well; until then they lie in WORK.

# throughput JSON DIRECTION: all bytes / (last end - first start).  fio 3.36
# and newer give each job's start; older ones release all jobs at one barrier.
# Fails where the output is cut off, or nothing was moved.
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
		$1 == "\"io_bytes\"" && cur == dir { total += $3; cur = "" }
		NF { tail = $0 }
		END {
			ms = known ? last - first : longest
			if (!n || !total || tail != "}") exit 1
			if (!ms) ms = 1 # shorter than fio tells
			printf "%.0f\n", total * 1000 / ms
		}
	' "$1"
}

# fio_command TEST: into COMMAND and ENVIRONMENT
fio_command() {
	environment "$1"
	COMMAND=(fio --output-format=json+ --eta=never "--section=$1"
		"${JOB_FILE[$1]}")
}

# dry_cell TEST N: what would run, ready to paste
dry_cell() {
	local word
	fio_command "$1"
	for word in "${ENVIRONMENT[@]}"; do
		printf '%s ' "${word%%=*}=$(quoted "${word#*=}")"
	done
	for word in "${COMMAND[@]}"; do
		printf '%s ' "$(quoted "$word")"
	done
	printf '>%s\n' "$(quoted "$OUT/$1.$2.json")"
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
		[ -z "$(raw_option "$1" fresh)" ] || find "$FILES" -mindepth 1 -delete
		sync -f "$FILES"
	else
		sync "$NODE"
	fi
}

# run_cell TEST N: sets RATE_BPS; 1 if fio failed, with FIO_STATUS
run_cell() {
	local tmp=$WORK/$1.$2 start end direction='read'
	writes "$1" && direction='write'
	prepare_cell "$1"
	fio_command "$1"
	start=$(date +%s%N)
	env "${ENVIRONMENT[@]}" "${COMMAND[@]}" </dev/null \
		>"$tmp.json" 2>"$tmp.log" &
	FIO_PID=$!
	FIO_STATUS=0
	wait "$FIO_PID" || FIO_STATUS=$?
	FIO_PID=
	end=$(date +%s%N)
	if [ "$FIO_STATUS" = 0 ] &&
		RATE_BPS=$(throughput "$tmp.json" "$direction") &&
		run_record "$1" "$2" "$direction" "$start" "$end" >"$tmp.run.json" &&
		keep_cell "$tmp" "$1.$2"; then
		return 0
	fi
	keep_failure "$tmp" "$OUT/$1.$2.failed"
	return 1
}

# keep_cell TMP NAME: fio's own record comes last, for a reader takes a cell
# as done when it sees that.  clean_up undoes one that is cut off half-way.
keep_cell() {
	[ ! -e "$WORK/topo.json" ] || cp "$WORK/topo.json" "$1.topo.json" || return 1
	KEEPING=$OUT/$2
	[ ! -e "$1.topo.json" ] || mv "$1.topo.json" "$OUT/$2.topo.json"
	mv "$1.run.json" "$OUT/$2.run.json"
	mv "$1.json" "$OUT/$2.json"
	KEEPING=
	rm -f "$OUT/$2.failed"
}

keep_failure() {
	{
		echo "exit status $FIO_STATUS of: ${ENVIRONMENT[*]} ${COMMAND[*]}"
		cat "$1.log" "$1.json"
	} >"$2"
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

# run_record TEST N DIRECTION START END: run.json
run_record() {
	local engine=$ENGINE version=$ENGINE_VERSION file=${JOB_FILE[$1]} drives
	takes_engine "$1" || {
		engine=$(raw_option "$1" ioengine)
		version=$FIO_VERSION
	}
	mapfile -t drives < <(printf '%s' "$DRIVES")
	cat <<-EOF
	{
	  "schema": 1,
	  "suite": $(json_string "$SUITE"),
	  "config": $(json_string "$CONFIG"),
	  "test": $(json_string "$1"),
	  "repeat": $2,
	  "published_config": $(json_string "$PUBLISHED"),
	  "title": $(json_string "$(option "$1" description "$1")"),
	  "engine": $(json_string "$engine"),
	  "preset": $(json_string "$PRESET"),
	  "target": $(json_string "$TARGET"),
	  "target_shape": "$SHAPE",
	  "devices": $(json_array "${drives[@]}"),
	  "direction": "$3",
	  "block_size_bytes": $(bytes "$(option "$1" bs 4k)"),
	  "jobs": $(option "$1" numjobs 1),
	  "command": $(json_array "${COMMAND[@]}"),
	  "environment": $(json_object "${ENVIRONMENT[@]}"),
	  "job_file": $(json_string "$file"),
	  "job_sha256": "${DIGEST[$file]}",
	  "fio_version": $(json_string "$FIO_VERSION"),
	  "engine_version": $(json_string "$version"),
	  "kernel": $(json_string "$KERNEL"),
	  "host": $(json_string "$HOST"),
	  "start_epoch_ns": $4,
	  "end_epoch_ns": $5,
	  "exit_status": 0
	}
	EOF
}
