# SPDX-License-Identifier: GPL-2.0-only
# lanes plot: every kind from fio's own output (its null engine), and what is
# none.

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return
	mkdir sweep mix logs cpu drives
	local j d b m
	for j in 1 2; do
		for d in 1 4 16; do
			null --rw=randread --numjobs=$j --iodepth=$d --group_reporting \
				--output=sweep/j$j-d$d.1.json
		done
	done
	for b in 4k 16k; do
		for m in 100 30; do
			null --rw=randrw --rwmixread=$m --bs=$b --output=mix/$b-$m.json
		done
	done
	null --rw=randread --iodepth=4 --bs=4k --size=40m --runtime=10 --output=logs/run.json \
		--write_lat_log=logs/run --write_iops_log=logs/run --write_bw_log=logs/run
	null --rw=randrw --numjobs=2 --group_reporting --output=logs/avg.json --runtime=1200ms \
		--time_based --log_avg_msec=100 --write_iops_log=logs/avg --write_bw_log=logs/avg \
		--write_lat_log=logs/avg
	null --rw=randread --output=logs/hist.json --runtime=1200ms --time_based \
		--log_hist_msec=100 --log_hist_coarseness=2 --write_hist_log=logs/hist
	samples
	for d in 1 4; do
		cp sweep/j1-d1.1.json drives/read-$d.1.json
		printf '{"schema": 1, "devices": [%s]}' \
			"$(seq -s, $d | sed 's/[0-9]*/"nvme&n1"/g')" >drives/read-$d.1.run.json
	done
}

null() {
	fio --name=job --ioengine=null --size=8m --output-format=json+ "$@"
}

# two seconds in which md0_raid5 takes all of a CPU
samples() {
	local i
	{
		echo '{"schema": 1, "ticks_per_s": 100, "samples": ['
		for i in 0 1 2; do
			[ $i = 0 ] || echo ,
			echo "{\"epoch_ns\": 176459400${i}000000000, \"cpus\": {\"cpu\": [$((i * 20)), 0," \
				"$((i * 100)), $((i * 80)), 0, 0, 0, 0, 0, 0], \"cpu0\": [0, 0, $((i * 100)), 0," \
				"0, 0, 0, 0, 0, 0]}, \"threads\": [{\"pid\": 9, \"name\": \"md0_raid5\"," \
				"\"user_ticks\": 0, \"system_ticks\": $((i * 99)), \"cpu\": 0}]}"
		done
		echo ']}'
	} >cpu/write.1.stat.json
}

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	lanes=$PWD/${BUILD:-build/release}/lanes
	golden=$PWD/tests/golden
	data=$BATS_FILE_TMPDIR
	t=$BATS_TEST_TMPDIR
	cd "$t" || return
}

plot() { run "$lanes" plot "$@"; }
has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }
ok() { [ "$status" = 0 ] || { echo "status $status: $output"; return 1; }; }
# none FILE REGEX: no line of it matches
none() { run grep -nE -- "$2" "$1"; [ "$status" = 1 ] || { echo "$1 has: $output"; return 1; }; }
nothing_left() { [ "$(ls -A)" = "$1" ] || { echo "there is: $(ls -A)"; return 1; }; }
# near A B PERCENT: A is within so much of B
near() {
	awk -v a="$1" -v b="$2" -v p="$3" 'BEGIN { exit !(a >= b * (1 - p / 100) && a <= b * (1 + p / 100)) }' ||
		{ echo "$1 is not within $3 % of $2"; return 1; }
}
# of a table: the value at percentile P of series NAME, from percentiles' x
at_percentile() {
	awk -F, -v name="\"$2\"" -v x="$(awk -v p="$3" 'BEGIN { print 1 / (1 - p / 100) }')" '
		$2 == name || $2 == "\"\"" { if ($3 >= x && !found) { print $4; found = 1 } }' "$1"
}

# --- kinds --------------------------------------------------------------------
@test "each kind in each format, and nothing is left behind" {
	for kind in "timeline logs" "latency-heat logs/run_clat.1.log" "percentiles logs/run.json" \
		"scaling sweep" "qd sweep" "heat mix" "cpu cpu" "ratio sweep/j1-d1.1.json sweep/j2-d1.1.json"; do
		read -r name inputs <<<"$kind"
		cd "$data"
		# shellcheck disable=SC2086 # two words are two inputs
		for format in svg png pdf; do
			plot "$name" $inputs -o "$t/$name.$format"
			ok
		done
		cd "$t"
		grep -q '</svg>' "$name.svg"
		[ "$(head -c 4 "$name.png" | tail -c 3)" = PNG ]
		[ "$(head -c 4 "$name.pdf")" = %PDF ]
		nothing_left "$(printf '%s\n' "$name".{pdf,png,svg})"
		rm ./*
	done
}

@test "--keep-script leaves a script that draws the same again, and the table" {
	plot percentiles "$data/logs/run.json" -o p.svg --keep-script
	ok
	nothing_left "$(printf '%s\n' p.csv p.gp p.svg)"
	gnuplot -d p.gp
	cmp chart.svg p.svg
	sed -i "1s/svg/png/" p.gp
	gnuplot -d p.gp
	[ "$(head -c 4 chart.png | tail -c 3)" = PNG ]
	head -n 1 p.csv | grep -qxF 'panel,series,x,y,lo,hi,name'
}

@test "on dark paper, with a title of one's own" {
	plot qd "$data/sweep" -o q.svg --dark --title "My <title> & 'quotes'"
	ok
	grep -qi '#16181C' q.svg
	grep -qF "My &lt;title> &amp; 'quotes'" q.svg
	plot qd "$data/sweep" -o q.svg
	none q.svg '#16181[Cc]'
}

# --- figures --------------------------------------------------------------------
@test "percentiles of each I/O's log are those of its sorted lines" {
	plot percentiles run="$data/logs/run_clat.1.log" -o p.csv
	ok
	sort -t, -k2,2n "$data/logs/run_clat.1.log" | awk -F, '{ print $2 }' >sorted
	count=$(wc -l <sorted)
	for p in 50 90 99 99.9; do
		rank=$(awk -v n="$count" -v p="$p" 'BEGIN { r = n * p / 100; print r == int(r) ? r : int(r) + 1 }')
		near "$(at_percentile p.csv run $p)" "$(sed -n "${rank}p" sorted)" 0.79
	done
}

@test "percentiles of JSON+ are fio's own, and those of its log" {
	plot percentiles run="$data/logs/run.json" -o p.csv
	ok
	for p in 50 90 99; do
		near "$(at_percentile p.csv run $p)" \
			"$(jq ".jobs[0].read.clat_ns.percentile[\"$p.000000\"]" "$data/logs/run.json")" 1.6
	done
}

@test "I/Os and bytes over time are those that fio counted" {
	for what in iops:total_ios bandwidth:io_bytes; do
		plot timeline "$data/logs/run_iops.1.log" --metric "${what%:*}" --bucket 1 -o t.csv
		ok
		cp t.csv "${what%:*}.csv"
	done
	# the log of one line an I/O, by its lines and by its block sizes
	has_ios=$(jq .jobs[0].read.total_ios "$data/logs/run.json")
	[ "$(wc -l <"$data/logs/run_iops.1.log")" = "$has_ios" ]
	near "$(awk -F, 'NR > 1 { print $4; exit }' bandwidth.csv)" \
		"$(awk -F, 'NR > 1 { print $4 * 4096; exit }' iops.csv)" 0.01
}

@test "windows of several jobs add up to what fio says of all" {
	for what in iops:iops bandwidth:bw_bytes; do
		plot timeline "$data/logs"/avg_*.log --metric "${what%:*}" --side read -o t.csv
		ok
		mean=$(awk -F, 'NR > 1 { sum += $4; n++ } END { print sum / n }' t.csv)
		near "$mean" "$(jq ".jobs[0].read.${what#*:}" "$data/logs/avg.json")" 15
	done
}

@test "reads and writes together are their sum" {
	for side in read write mixed; do
		plot timeline "$data/logs"/avg_iops.*.log --side $side -o $side.csv
		ok
	done
	mean() { awk -F, 'NR > 1 { sum += $4; n++ } END { print sum / n }' "$1"; }
	near "$(mean mixed.csv)" "$(awk -v a="$(mean read.csv)" -v b="$(mean write.csv)" 'BEGIN { print a + b }')" 2
	[ "$(cut -d, -f2 mixed.csv | sort -u | wc -l)" = 2 ]
	plot percentiles "$data/logs/avg.json" --side mixed -o p.csv
	ok
	[ "$(cut -d, -f2 p.csv | sort -u | grep -c avg)" = 1 ]
}

@test "a run's kinds of logs are not added up, its jobs are" {
	plot timeline "$data/logs/run_iops.1.log" --metric iops -o one.csv
	plot timeline "$data/logs"/run_*.log --metric iops -o all.csv
	ok
	cmp one.csv all.csv
	cp "$data/logs/run_iops.1.log" run_iops.1.log
	cp "$data/logs/run_iops.1.log" run_iops.2.log
	plot timeline run_iops.*.log --metric iops -o two.csv
	near "$(awk -F, 'NR == 2 { print $4 }' two.csv)" "$(awk -F, 'NR == 2 { print 2 * $4 }' one.csv)" 0.01
}

# sums of a histogram log's columns, and the middles of their bins, by awk
hist_percentile() {
	awk -F', ' -v c="$2" -v p="$3" '
		function low(i) { return i < 128 ? i : (64 + i % 64) * 2 ^ (int(i / 64) - 1) }
		{ for (i = 4; i <= NF; i++) { n[i - 4] += $i; all += $i } columns = NF - 3 }
		END {
			for (i = 0; i < columns && seen < all * p / 100; i++) seen += n[i]
			i--
			print (low(i * 2 ^ c) + low((i + 1) * 2 ^ c)) / 2
		}' "$1"
}

@test "percentiles of a histogram log are those of its columns" {
	plot percentiles hist="$data/logs/hist_clat_hist.1.log" -o p.csv
	ok
	for p in 50 90 99; do
		near "$(at_percentile p.csv hist $p)" \
			"$(hist_percentile "$data/logs/hist_clat_hist.1.log" 2 $p)" 0.01
	done
	plot timeline "$data/logs/hist_clat_hist.1.log" --metric iops -o t.csv
	ok
}

@test "the same in one thread and in several, and from lines of any form" {
	for i in $(seq 400); do sed 's/$/, 1234, 0x0001/' "$data/logs/run_clat.1.log"; done >long_clat.1.log
	[ "$(stat -c %s long_clat.1.log)" -gt 40000000 ]
	plot timeline long_clat.1.log -o one.csv --threads 1
	ok
	plot timeline long_clat.1.log -o four.csv --threads 4
	ok
	cmp one.csv four.csv
}

@test "microseconds of an old fio's log" {
	printf '%s\n' '0, 100, 0, 4096' '1, 300, 0, 4096' >old_clat.1.log
	plot timeline old_clat.1.log --lat-unit us -o o.csv
	ok
	grep -q '"highest",.*,300000,' o.csv
}

@test "settings of the runs make axes and lines" {
	plot scaling "$data/sweep" --x jobs -o s.csv
	ok
	[ "$(cut -d, -f2 s.csv | sort -u | grep -c iodepth)" = 3 ]
	plot heat "$data/mix" -o h.csv --metric iops
	ok
	[ "$(wc -l <h.csv)" = 5 ]
	plot qd "$data/sweep" -o q.csv
	for name in QD1 QD2 QD4 QD8 QD16 QD32; do grep -q "\"$name\"" q.csv; done
}

@test "drives are those that run.json names" {
	plot scaling "$data/drives" -o s.csv
	ok
	[ "$(awk -F, '$2 == "\"\"" { print $3 }' s.csv | sort -u | xargs)" = "1 4" ]
}

@test "a scale model's figures are said to be such" {
	cp -r "$data/drives" model
	echo '{}' >model/model.json
	plot scaling model -o s.svg
	ok
	grep -qF 'figures of a scale model, not multiplied by its scale' s.svg
	plot scaling "$data/drives" -o s.svg
	none s.svg 'scale model'
}

@test "md's thread over time" {
	plot cpu "$data/cpu" -o c.csv
	ok
	grep -q '"md0_raid5",0*1\?,99,' c.csv || grep -q '"md0_raid5",[0-9.]*,99,' c.csv
	plot cpu "$data/cpu" -o c.svg
	grep -qF 'md0_raid5 takes 99 % of one CPU' c.svg
}

@test "a recording that ends within a sample is shown as far as it goes" {
	head -c -40 "$data/cpu/write.1.stat.json" >a.stat.json
	plot cpu a.stat.json -o c.csv
	ok
	has "warning: a.stat.json: ends within a sample"
}

@test "ratios of two folders" {
	cp -r "$golden/results" a
	cp -r "$golden/results" b
	plot ratio a b -o r.csv
	ok
	grep -q ',1,.*"1.00×"' r.csv
}

@test "a ceiling has its name and its unit" {
	plot scaling "$data/drives" --ceiling 1000GB/s='the "uplink"' -o s.svg
	ok
	grep -qF 'the "uplink" 1.00 TB/s' s.svg
}

# --- inputs that are none -----------------------------------------------------------
@test "what cannot be read is named, and the rest is drawn" {
	cp "$data/logs/run_clat.1.log" good_clat.1.log
	: >empty_clat.1.log
	printf 'fio: text\nmore\n' >text_clat.1.log
	gzip -c good_clat.1.log >packed_clat.1.log
	cp good_clat.1.log zip_clat.1.log.fz
	cp good_clat.1.log what.txt
	mkfifo fifo_clat.1.log
	plot percentiles good_clat.1.log empty_clat.1.log text_clat.1.log packed_clat.1.log \
		zip_clat.1.log.fz what.txt fifo_clat.1.log missing_clat.1.log -o p.svg
	[ "$status" = 1 ]
	has "empty_clat.1.log: is empty"
	has "text_clat.1.log: has no line of a log: the first that cannot be read is 1"
	has "packed_clat.1.log: is compressed; gunzip it first"
	has "zip_clat.1.log.fz: is compressed by fio; fio --inflate-log=FILE"
	has "what.txt:1: holds no JSON object"
	has "fifo_clat.1.log: is no regular file"
	has "missing_clat.1.log: cannot be read: No such file or directory"
	grep -q '</svg>' p.svg
	plot timeline what.txt -o t.svg
	[ "$status" = 1 ]
	has "what.txt: does not tell by its name what it is a log of; give --log bw, iops"
	[ ! -e t.svg ]
	plot timeline what.txt --log clat -o t.svg
	ok
}

@test "lines that cannot be read are a warning" {
	{ cat "$data/logs/run_clat.1.log"; printf '12, 34'; } >cut_clat.1.log
	plot timeline cut_clat.1.log -o t.svg
	ok
	has "warning: cut_clat.1.log:$(wc -l <cut_clat.1.log | awk '{ print $1 + 1 }'): cannot be read as a line of a log"
}

@test "means of windows have no percentiles" {
	plot percentiles "$data/logs/avg_clat.1.log" -o p.svg
	[ "$status" = 1 ]
	has "avg_clat.1.log: holds the means of windows (log_avg_msec)"
	has "log each I/O, or histograms"
	[ ! -e p.svg ]
	plot timeline "$data/logs/avg_clat.1.log" -o t.svg
	ok
	grep -qF 'no percentiles can be told' t.svg
}

@test "a histogram log of a wrong width, plain JSON, results that do not differ" {
	printf '100, 0, 4096, 1, 2, 3\n' >x_clat_hist.1.log
	plot percentiles x_clat_hist.1.log -o p.svg
	has "x_clat_hist.1.log: has 3 counts in a line: a histogram log has 1856 or 1216"
	jq 'del(.jobs[].read.clat_ns.bins, .jobs[].read.lat_ns.bins)' "$data/logs/run.json" >plain.json
	plot percentiles plain.json -o p.svg
	has "plain.json: has no bins of latencies; run fio with --output-format=json+"
	plot scaling "$data/logs/run.json" -o p.svg
	has "the results do not differ in a setting that could be x"
	nothing_left "$(printf '%s\n' plain.json x_clat_hist.1.log)"
}

@test "a job that failed does not count" {
	jq '.jobs[0].error = 28' "$data/logs/run.json" >bad.json
	plot qd bad.json -o q.svg
	[ "$status" = 1 ]
	has "bad.json: does not count: job job ended with error 28 (No space left on device)"
}

@test "percentiles of several jobs without bins are said to be the highest" {
	null --rw=randread --numjobs=2 --output-format=json --output=plain.json
	plot qd plain.json -o q.svg
	ok
	has "warning: plain.json: p99 is the highest of its jobs' own"
	plot qd plain.json -o r.svg --percentile 95
	[ "$status" = 1 ]
	has "percentiles need JSON+"
	plot qd plain.json -o r.svg --percentile mean
	ok
}

@test "a folder without any, a folder that cannot be read" {
	mkdir none
	plot qd none -o q.svg
	[ "$status" = 1 ]
	has "none: holds no file for this chart"
	has "qd: nothing to draw"
}

# --- outputs ------------------------------------------------------------------------
@test "an output of no format, a device, a folder that is not there" {
	plot qd "$data/sweep" -o chart.jpg
	[ "$status" = 2 ]
	has "chart.jpg: is of no format that I write; name it .svg, .png, .pdf, or .csv"
	plot qd "$data/sweep" -o none/q.svg
	[ "$status" = 1 ]
	has "none/q.svg"
	mkfifo fifo.svg
	plot qd "$data/sweep" -o fifo.svg
	[ "$status" != 0 ]
	[ -p fifo.svg ]
	nothing_left fifo.svg
}

@test "without gnuplot: what to install, and no chart; a table needs none" {
	mkdir none
	PATH=$t/none plot qd "$data/sweep" -o q.svg --keep-script
	[ "$status" = 1 ]
	has "gnuplot: cannot be started: No such file or directory; install it (apt install gnuplot"
	nothing_left none
	PATH=$t/none plot qd "$data/sweep" -o q.csv
	ok
}

@test "a gnuplot that fails leaves nothing, and an old chart as it was" {
	mkdir bin
	printf '#!/bin/sh\necho broken >&2\nexit 3\n' >bin/gnuplot
	chmod +x bin/gnuplot
	echo old >q.svg
	PATH=$t/bin:$PATH plot qd "$data/sweep" -o q.svg
	[ "$status" = 1 ]
	has "gnuplot: ended with status 3: broken"
	[ "$(cat q.svg)" = old ]
	nothing_left "$(printf '%s\n' bin q.svg)"
}

@test "hostile names stay text" {
	evil=$'q\'"`touch pwned`$(touch pwned)\nquit;!touch pwned\u202e'
	cp "$data/logs/run_clat.1.log" "${evil}_clat.1.log"
	for format in svg png pdf csv; do
		plot timeline "${evil}_clat.1.log" -o "$evil.$format"
		ok
		[ -s "$evil.$format" ]
	done
	jq --arg e "$evil" '.jobs[0].jobname = $e | .jobs[0]["job options"].ioengine = $e |
		.jobs[0]["job options"].rw = $e' "$data/sweep/j1-d1.1.json" >"$evil.1.json"
	cp "$data/sweep/j1-d4.1.json" other.json
	for kind in qd scaling percentiles; do
		plot $kind "$evil.1.json" other.json "$evil=other.json" -o r.svg --keep-script --title "$evil"
		ok
		none r.gp '^(quit|!)'
		none r.svg '<script'
	done
	plot ratio "$evil.1.json" other.json -o r.svg
	ok
	[ -z "$(find . -name 'pwned*')" ]
	[ -z "$(find . -name '.lanes*')" ]
}

@test "very long names are cut" {
	long=$(printf 'n%.0s' $(seq 200))
	cp "$data/logs/run_clat.1.log" "${long}_clat.1.log"
	plot percentiles "$(printf 'l%.0s' $(seq 4000))=${long}_clat.1.log" "${long}_clat.1.log" -o p.svg
	ok
}

# --- calls that make no sense ----------------------------------------------------
@test "usage" {
	plot
	[ "$status" = 2 ]
	has "no kind of chart given"
	plot pie x -o p.svg
	[ "$status" = 2 ]
	has "pie: no such kind of chart"
	plot qd -o p.svg
	[ "$status" = 2 ]
	has "no input given"
	plot qd x
	[ "$status" = 2 ]
	has "no output given: use -o FILE.svg"
	for option in "--metric speed" "--side both" "--percentile 100" "--bucket 0" "--bucket -1" \
		"--log x" "--lat-unit ms" "--ceiling fast" "--ceiling 7parsec" "--x size" \
		"--threads 0" "--threads 65" --frobnicate; do
		# shellcheck disable=SC2086 # an option and its value
		plot qd x -o p.svg $option
		[ "$status" = 2 ]
		has "see lanes plot --help"
	done
	plot --help
	ok
	has "usage: lanes plot KIND INPUT... -o FILE.svg|png|pdf|csv"
}
