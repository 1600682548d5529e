# SPDX-License-Identifier: GPL-2.0-only
# A cell: one test, once.  Its files appear under their own names only when
# fio has ended well; until then they lie in WORK.

# throughput JSON DIRECTION: all bytes / (last end - first start).  fio 3.36
# and newer give each job's start; older ones release all jobs at one barrier.
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
		END {
			ms = known ? last - first : longest
			if (!ms || !total) exit 1
			printf "%.0f\n", total * 1000 / ms
		}
	' "$1"
}

# fio_command FILE TEST: into the array COMMAND
fio_command() {
	COMMAND=(fio --output-format=json+ --eta=never "--section=$2" "$1")
}

# dry_cell FILE TEST N: what would run, ready to paste
dry_cell() {
	local word
	fio_command "$1" "$2"
	while IFS= read -r word; do
		printf '%s ' "${word%%=*}=$(quoted "${word#*=}")"
	done < <(environment "$1")
	for word in "${COMMAND[@]}"; do
		printf '%s ' "$(quoted "$word")"
	done
	printf '>%s\n' "$(quoted "$OUT/$2.$3.json")"
}

quoted() {
	if [[ $1 =~ ^[A-Za-z0-9_/.:,+=@%-]+$ ]]; then
		printf '%s' "$1"
	else
		printf "'%s'" "${1//\'/\'\\\'\'}"
	fi
}

# prepare_cell FILE TEST: what the tool does between its phases, untimed
prepare_cell() {
	if [ "$SHAPE" = filesystem ]; then
		job_fresh "$1" "$2" && find "$FILES" -mindepth 1 -delete
		sync -f "$FILES"
	else
		sync "$NODE"
	fi
}

# run_cell FILE TEST N: sets RATE_BPS; 1 if fio failed
run_cell() {
	local file=$1 test=$2 n=$3 start end status=0 dir='read'
	local tmp=$WORK/$test.$n
	writes "$file" "$test" && dir='write'
	prepare_cell "$file" "$test"
	fio_command "$file" "$test"
	mapfile -t ENVIRONMENT < <(environment "$file")
	start=$(date +%s%N)
	env "${ENVIRONMENT[@]}" "${COMMAND[@]}" </dev/null >"$tmp.json" 2>"$tmp.log" &
	FIO_PID=$!
	wait "$FIO_PID" || status=$?
	FIO_PID=
	end=$(date +%s%N)
	if [ "$status" = 0 ] && RATE_BPS=$(throughput "$tmp.json" "$dir"); then
		run_record "$file" "$test" "$n" "$dir" "$start" "$end" >"$tmp.run.json"
		keep_cell "$tmp" "$test.$n"
		return
	fi
	{
		echo "exit status $status of: ${ENVIRONMENT[*]} ${COMMAND[*]}"
		cat "$tmp.log" "$tmp.json"
	} >"$OUT/$test.$n.failed" 2>/dev/null
	FIO_STATUS=$status
	return 1
}

# keep_cell TMP NAME: fio's own record comes last, for a reader takes a cell
# as done when it sees that
keep_cell() {
	[ ! -e "$WORK/topo.json" ] || cp "$WORK/topo.json" "$OUT/$2.topo.json"
	mv "$1.run.json" "$OUT/$2.run.json"
	mv "$1.json" "$OUT/$2.json"
}

# run_record FILE TEST N DIRECTION START END: run.json
run_record() {
	local file=$1 test=$2 engine=$ENGINE drives
	takes_engine "$file" "$test" || engine=$(option "$file" "$test" ioengine)
	mapfile -t drives < <(printf '%s' "$DRIVES")
	cat <<-EOF
	{
	  "schema": 1,
	  "suite": $(json_string "$SUITE"),
	  "config": $(json_string "$CONFIG"),
	  "test": $(json_string "$test"),
	  "repeat": $3,
	  "published_config": $(json_string "$PUBLISHED"),
	  "title": $(json_string "$(option "$file" "$test" description "$test")"),
	  "engine": $(json_string "$engine"),
	  "preset": $(json_string "$PRESET"),
	  "target": $(json_string "$TARGET"),
	  "target_shape": "$SHAPE",
	  "devices": $(json_array "${drives[@]}"),
	  "direction": "$4",
	  "block_size_bytes": $(bytes "$(option "$file" "$test" bs 4k)"),
	  "jobs": $(option "$file" "$test" numjobs 1),
	  "command": $(json_array "${COMMAND[@]}"),
	  "environment": $(json_object "${ENVIRONMENT[@]}"),
	  "job_file": $(json_string "$file"),
	  "job_sha256": "$(sha256sum <"$file" | cut -d' ' -f1)",
	  "fio_version": $(json_string "$(fio --version)"),
	  "engine_version": $(json_string "$(engine_version "$engine")"),
	  "kernel": $(json_string "$(uname -r)"),
	  "host": $(json_string "$(uname -n)"),
	  "start_epoch_ns": $5,
	  "end_epoch_ns": $6,
	  "exit_status": 0
	}
	EOF
}
