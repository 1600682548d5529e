# SPDX-License-Identifier: GPL-2.0-only
# lanes compare: what it prints, what fio of this machine writes, what is broken.

bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	lanes=$PWD/${BUILD:-build/release}/lanes
	golden=$PWD/tests/golden
	corpus=$golden/corpus
	t=$BATS_TEST_TMPDIR
	cp -r "$golden/results/r820-nvme" "$t/suite"
	cd "$t" || return
	unset NO_COLOR
}

teardown() {
	local pid
	for pid in "${servers[@]}"; do kill "$pid" 2>/dev/null; done
	return 0
}

compare() { run "$lanes" compare "$@"; }
has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }
lacks() { ! grep -qF -- "$1" <<<"$output" || { printf 'has: %s\n%s\n' "$1" "$output"; return 1; }; }
# like GOLDEN FILE: the same, or with UPDATE_GOLDEN=1 made so
like() {
	[ -z "${UPDATE_GOLDEN-}" ] || { mkdir -p "$golden/compare" && cp "$2" "$golden/compare/$1"; }
	diff -u "$golden/compare/$1" "$2"
}

# cell FILE.json INPUT DIRECTION METRIC [MEMBER]: one figure of --json
cell() {
	jq -r --argjson input "$2" --arg direction "$3" --arg metric "$4" --arg member "${5:-median}" \
		'.figures[] | select(.input == $input and .direction == $direction and .metric == $metric) | .[$member]' "$1"
}
# near A B RELATIVE ABSOLUTE: equal but for rounding
near() {
	awk -v a="$1" -v b="$2" -v r="$3" -v d="$4" 'BEGIN { x = a - b; if (x < 0) x = -x; exit !(x <= d + r * b) }' ||
		{ echo "$1 is not near $2"; return 1; }
}
# the last document of a file, from fio's text around it
document() { sed -n '/^{/,/^}/p' "$1" | jq -s '.[-1]'; }
# a run of one job: NAME MiB_PER_S; its latency goes the other way
result() {
	cat <<-EOF
	{"fio version": "fio-3.33", "jobs": [{"jobname": "$1", "job_runtime": 1000, "job options": {},
	"usr_cpu": 10, "sys_cpu": 5, "read": {"io_bytes": $(($2 * 1048576)), "total_ios": $(($2 * 256)),
	"lat_ns": {"mean": $((1000000 / $2)), "stddev": 1, "N": $(($2 * 256))},
	"clat_ns": {"mean": 1, "N": 1, "percentile": {"50.000000": $((900000 / $2)), "99.000000": $((2000000 / $2))}}}}]}
	EOF
}
# repeats FOLDER TEST MiB_PER_S...
repeats() {
	local folder=$1 test=$2 n=0 rate
	shift 2
	mkdir -p "$folder"
	for rate; do
		n=$((n + 1))
		result x "$rate" >"$folder/$test.$n.json"
	done
}

# --- what it writes ---------------------------------------------------------
@test "table, CSV, Markdown and JSON are as expected" {
	"$lanes" compare suite >table.txt 2>said.txt
	like table.txt table.txt
	like said.txt said.txt
	for form in csv markdown json; do
		"$lanes" compare suite --$form -o "out.$form" 2>/dev/null
		sed -i "s,$(realpath .)/,," "out.$form"
		like "table.$form" "out.$form"
	done
	jq -e '.schema == 1 and (.figures | length == 128) and .problems == []' out.json
	# all forms have the same figures
	[ "$(jq '[.figures[] | .median | select(. != null)] | length' out.json)" = "$(tail -n +2 out.csv | awk -F, '$7 != ""' | wc -l)" ]
}

@test "one input alone prints its table" {
	compare suite/single
	[ "$status" = 0 ]
	has 'seqread-1m, read'
	has 'bandwidth'
	lacks 'Ratios'
	compare "$corpus/dd-write.txt"
	[ "$status" = 0 ]
	has '679.6'
}

@test "a folder of configurations alone: they stand beside each other; with another, its tests are named after them" {
	compare suite --csv
	[[ $output == *'"randread-4k",read,bandwidth,B/s,"raid0",1,'* ]]
	cp -r suite before
	compare before suite --csv
	[ "$status" = 0 ]
	[[ $output == *'"raid0/randread-4k",read,bandwidth,B/s,"suite",1,'*',1,unknown,'* ]]
}

@test "medians, ranges, ratios; beyond the spread or within, with three runs each" {
	repeats a t 100 110 105
	repeats b t 90 99 95
	repeats c t 104 120 110
	repeats d t 50 60
	compare a b c d --json -o x.json
	[ "$status" = 0 ]
	[ "$(cell x.json 0 read bandwidth)" = $((105 * 1048576)) ]
	[ "$(cell x.json 1 read bandwidth min)" = $((90 * 1048576)) ]
	[ "$(cell x.json 1 read bandwidth max)" = $((99 * 1048576)) ]
	near "$(cell x.json 1 read bandwidth ratio)" 0.904762 1e-5 0
	[ "$(cell x.json 0 read bandwidth difference)" = null ]
	[ "$(cell x.json 1 read bandwidth difference)" = beyond ]
	[ "$(cell x.json 2 read bandwidth difference)" = within ]
	[ "$(cell x.json 3 read bandwidth difference)" = unknown ]
	[ "$(cell x.json 3 read bandwidth runs)" = 2 ]
	compare a b c d
	has '! differs beyond the repeats'
	has '~ within it'
	has '? not known'
	grep -qE 'bandwidth +MB/s +110\.1 104\.9-115\.3 +99\.61 94\.37-103\.8 0\.905 !' <<<"$output"
}

@test "what is latency's best is not a mean of means" {
	repeats a t 100 200
	compare a --json -o x.json
	[ "$(cell x.json 0 read latency_mean)" = 10000 ]
	# 25600 I/Os of 10000 ns and 51200 of 5000
	near "$(cell x.json 0 read latency_mean pooled)" 6666.67 1e-6 0
	[ "$(cell x.json 0 read latency_p99 pooled)" = null ]
}

@test "a tool's run and its fio twin" {
	result twin 700 >twin.json
	compare "$corpus/dd-write.txt" twin.json
	[ "$status" = 0 ]
	has 'warning: "twin" is compared with "dd": each is the only test of its input'
	has 'warning: twin.json has no write of "dd"'
	compare "$corpus/iozone.txt#random read" twin.json --csv
	[ "$status" = 0 ]
	has '"random read",read,bandwidth,B/s,"twin.json",1,734003200,'
	compare "$corpus/iozone.txt#random" twin.json
	[ "$status" = 1 ]
	has 'has no test "random"; its tests are "initial write", "rewrite", "read"'
	has 'twin.json'
}

@test "a file may have # in its name" {
	result x 5 >'a#b'
	compare 'a#b'
	[ "$status" = 0 ]
	has 'a#b'
}

@test "--metrics shows only these" {
	result x 5 >a
	compare a --metrics iops,latency_p99 --csv
	[ "$status" = 0 ]
	[ "${#lines[@]}" = 3 ]
	compare a --metrics speed
	[ "$status" = 2 ]
	has 'speed: names no metric'
}

# --- a terminal ----------------------------------------------------------------
# on_terminal WIDTH COMMAND...: with a terminal as its standard output
on_terminal() {
	local width=$1
	shift
	TERM=${TERM_IS-xterm} script -qec "stty cols $width; $*" /dev/null </dev/null | tr -d '\r'
}

@test "colours on a terminal only, and none with NO_COLOR or a dumb one" {
	repeats a t 100 110 105
	repeats b t 90 99 95
	run on_terminal 120 "'$lanes' compare a b"
	[[ $output == *$'\033[31m0.905 !'* ]] # worse: red
	[[ $output == *$'\033[32m'* || $output == *$'\033[1m'* ]]
	NO_COLOR=1 run on_terminal 120 "'$lanes' compare a b"
	[[ $output == *'0.905 !'* && $output != *$'\033['* ]]
	TERM_IS=dumb run on_terminal 120 "'$lanes' compare a b"
	[[ $output != *$'\033['* ]]
	run on_terminal 120 "'$lanes' compare a b | cat"
	[[ $output != *$'\033['* ]]
}

@test "what a terminal is too narrow for goes below, beside the first input" {
	for n in a b c d; do result "$n" 5 >"$n"; done
	run on_terminal 60 "'$lanes' compare a b c d"
	[ "$(grep -c '^ *a ' <<<"$output")" -ge 2 ]
	while read -r line; do [ ${#line} -le 100 ]; done <<<"$output"
	compare a b c d
	grep -qE '^ +a +b +c +d$' <<<"$output"
}

# --- --fail-below ------------------------------------------------------------
@test "--fail-below: exit status 4 where a figure is too low" {
	result x 100 >a
	result x 90 >b
	compare a b --fail-below 0.9
	[ "$status" = 0 ]
	compare a b --fail-below 0.95
	[ "$status" = 4 ]
	has "too low: b: x, read: bandwidth is 0.9 of the first's"
	has 'Ratios' # the table is there, too
	compare b a --fail-below 0.95
	[ "$status" = 0 ]
	compare a b --fail-below 0.95 --json -o x.json
	[ "$status" = 4 ]
	jq -e '.below | length == 2' x.json
}

@test "--fail-below: of a latency more is worse" {
	result x 100 >a
	result x 90 >b
	compare b a --fail-below 0.95 --metrics latency_mean
	[ "$status" = 0 ]
	compare a b --fail-below 0.95 --metrics latency_mean
	[ "$status" = 4 ]
	has "mean latency is 1.111 of the first's"
}

@test "--fail-below: what is missing or not known is no success" {
	mkdir a b
	result x 100 | tee a/x.1.json a/y.1.json >b/x.1.json
	compare a b --fail-below 0.5
	[ "$status" = 4 ]
	has 'b has no read of "y"'
	result x 100 >x
	result x 100 | sed 's/"job_runtime": 1000/"job_runtime": 0/' >y
	compare x y --fail-below 0.5
	[ "$status" = 4 ]
	has 'bandwidth is not known'
	compare x --fail-below 0.5
	[ "$status" = 2 ]
	compare x y --fail-below none
	[ "$status" = 2 ]
	has 'none: is no ratio above 0'
}

# --- fio of this machine ----------------------------------------------------------
fio_args=(--filename=data --size=1m --rw=randrw --bs=4k --ioengine=psync)

@test "fio: the same run as JSON+ and as terse output" {
	fio "${fio_args[@]}" --name=a --numjobs=2 --output-format=normal,terse,json+ --time_based --runtime=1 --output=all.txt
	grep '^3;fio' all.txt >terse.txt
	compare all.txt terse.txt --json -o x.json
	[ "$status" = 0 ]
	for side in read write; do
		near "$(cell x.json 1 $side bandwidth)" "$(cell x.json 0 $side bandwidth)" 0.01 0
		near "$(cell x.json 1 $side iops)" "$(cell x.json 0 $side iops)" 0.02 0
		near "$(cell x.json 1 $side latency_mean)" "$(cell x.json 0 $side latency_mean)" 0.02 10
	done
	jq -e '[.warnings[] | select(test("terse"))] | length >= 1' x.json
	jq -e '[.warnings[] | select(test("skipped [0-9]+ bytes of text around the JSON"))] | length == 1' x.json
}

@test "fio: terse output of versions 3, 4 and 5" {
	for version in 3 4 5; do
		fio "${fio_args[@]}" --name=a --output-format=terse --terse-version=$version >"terse$version"
		compare "terse$version" --csv
		[ "$status" = 0 ]
		has '"a",read,bandwidth'
		has '"a",write,latency_p99'
	done
}

@test "fio: jobs merge as jq merges them" {
	fio "${fio_args[@]}" --name=a --numjobs=3 --output-format=json+ --output=plus.json
	compare plus.json --json -o x.json
	[ "$status" = 0 ]
	[ "$(jq '.problems + .warnings | length' x.json)" = 0 ]
	for side in read write; do
		ios=$(jq "[.jobs[].$side.total_ios] | add" plus.json)
		near "$(cell x.json 0 $side iops)" "$(jq "($ios * 1000) / (([.jobs[] | (.job_start // 0) + .job_runtime] | max) -
			([.jobs[] | .job_start // 0] | min))" plus.json)" 1e-6 0
		near "$(cell x.json 0 $side latency_mean)" \
			"$(jq "([.jobs[].$side.lat_ns | .mean * .N] | add) / $ios" plus.json)" 1e-6 0
		for p in 50 99 99.9; do
			want=$(jq --argjson p $p "[.jobs[].$side.clat_ns.bins | to_entries[]] | group_by(.key) |
				map({v: (.[0].key | tonumber), n: (map(.value) | add)}) | sort_by(.v) |
				(map(.n) | add) as \$all | (\$p / 100 * \$all - 1e-9 | ceil) as \$rank |
				reduce .[] as \$b ({seen: 0, v: null};
					if .v == null and .seen + \$b.n >= \$rank then .v = \$b.v else . end | .seen += \$b.n) | .v" plus.json)
			near "$(cell x.json 0 $side latency_p$p)" "$want" 0 0.5
		done
	done
	[ "$(cell x.json 0 read latency_p99 highest_of_jobs)" = false ]
}

@test "fio: plain JSON of several jobs has the highest percentile, and says so" {
	fio "${fio_args[@]}" --name=a --numjobs=3 --output-format=json --output=plain.json
	compare plain.json --json -o x.json
	[ "$(cell x.json 0 read latency_p99)" = "$(jq '[.jobs[].read.clat_ns.percentile["99.000000"]] | max' plain.json)" ]
	[ "$(cell x.json 0 read latency_p99 highest_of_jobs)" = true ]
	compare plain.json
	has "^ the highest of the jobs' own"
}

@test "fio: group_reporting gives what its jobs give" {
	fio "${fio_args[@]}" --name=a --numjobs=3 --group_reporting --time_based --runtime=1 \
		--output-format=json+ --output=grouped.json
	compare grouped.json --json -o x.json
	near "$(cell x.json 0 read bandwidth)" "$(jq '.jobs[0].read.bw_bytes' grouped.json)" 0.02 0
	near "$(cell x.json 0 read latency_p99)" "$(jq '.jobs[0].read.clat_ns.percentile["99.000000"]' grouped.json)" 0 0.5
	# of three jobs that each take CPU time, never more than three CPUs
	near "$(cell x.json 0 read cpu)" 150 0 150
}

@test "fio: unified_rw_reporting, once and beside the sides" {
	fio "${fio_args[@]}" --name=a --unified_rw_reporting=mixed --output-format=json+ --output=mixed.json
	compare mixed.json --json -o x.json
	[ "$status" = 0 ]
	[ "$(jq -r '[.figures[].direction] | unique | join(" ")' x.json)" = mixed ]
	near "$(cell x.json 0 mixed iops)" "$(jq '256000 / .jobs[0].job_runtime' mixed.json)" 1e-6 0
	fio "${fio_args[@]}" --name=a --unified_rw_reporting=both --output-format=json+ --output=both.json
	compare both.json --json -o x.json
	near "$(cell x.json 0 mixed iops)" "$(jq '256000 / .jobs[0].job_runtime' both.json)" 1e-6 0
}

@test "fio: --status-interval, the last report counts" {
	fio --name=a --numjobs=2 --filename=data --size=1m --rw=randread --rate=200k --time_based --runtime=3 \
		--status-interval=1 --output-format=json --output=si.json
	compare si.json --json -o x.json
	[ "$status" = 0 ]
	jq -e '.warnings[0] | test("holds [0-9]+ documents; took the last")' x.json
	near "$(cell x.json 0 read bandwidth)" 409600 0.1 0
	fio --name=a --numjobs=2 --filename=data --size=1m --rw=randread --rate=200k --time_based --runtime=3 \
		--status-interval=1 --output-format=terse >si.txt
	compare si.txt --json -o x.json
	[ "$status" = 0 ]
	jq -e '[.warnings[] | select(test("reports of the same jobs"))] | length == 1' x.json
	near "$(cell x.json 0 read bandwidth)" 409600 0.1 0
}

@test "fio: a job that fails does not count" {
	run fio --name=full --filename=/dev/full --size=1m --rw=write --output-format=json --output=full.json
	[ "$status" != 0 ]
	result x 5 >good.json
	compare full.json good.json
	[ "$status" = 1 ]
	has 'full.json: does not count: job full ended with error 28 (No space left on device)'
	has 'good.json'
	run fio --name=full --filename=/dev/full --size=1m --rw=write --output-format=terse --output=full.txt
	compare full.txt
	[ "$status" = 1 ]
	has 'job full ended with error 28'
}

@test "fio: stonewall, each group is a test" {
	cat >jobs.fio <<-EOF
	[global]
	filename=data
	size=1m
	bs=4k
	[fill]
	rw=write
	[seq]
	stonewall
	rw=read
	[rand]
	stonewall
	rw=randread
	EOF
	fio jobs.fio --output-format=json+ --output=groups.json
	compare groups.json --csv
	[ "$status" = 0 ]
	has '"fill",write,bandwidth'
	has '"seq",read,bandwidth'
	has '"rand",read,bandwidth'
	[ "$(awk -F, '$3 == "bandwidth"' <<<"$output" | wc -l)" = 3 ]
}

@test "fio: clients of two servers; what fio sums of them, we sum" {
	port=$((20000 + $$ % 20000))
	for n in 1 2; do
		fio --server=127.0.0.1,$((port + n)) >"server$n" 2>&1 &
		servers+=($!)
	done
	printf '[a]\nfilename=%s/data\nsize=1m\nrw=randrw\nbs=4k\nnumjobs=2\n' "$t" >c.fio
	for n in 1 2; do
		for _ in {1..100}; do
			: 2>/dev/null <>"/dev/tcp/127.0.0.1/$((port + n))" && break
			sleep 0.1
		done
	done
	fio --output-format=json+ --client=127.0.0.1,$((port + 1)) c.fio --client=127.0.0.1,$((port + 2)) c.fio >client.txt
	document client.txt >client.json
	[ "$(jq -r '.client_stats | map(.jobname) | join(" ")' client.json)" = "a a a a All clients" ]
	compare client.txt --json -o x.json
	[ "$status" = 0 ]
	for side in read write; do
		all=".client_stats[-1].$side"
		# newer fio tells when each job started
		near "$(cell x.json 0 $side iops)" "$(jq "$all.total_ios * 1000 / (.client_stats[:-1] |
			map((.job_start // 0) + .job_runtime | tonumber) as \$ends | map(.job_start // 0) as \$starts |
			(\$ends | max) - (\$starts | min))" client.json)" 1e-6 0
		near "$(cell x.json 0 $side latency_mean)" "$(jq "$all.lat_ns.mean" client.json)" 1e-6 0
		near "$(cell x.json 0 $side latency_stddev)" "$(jq "$all.lat_ns.stddev" client.json)" 1e-6 0
		# its bins are all clients'
		[ "$(jq "[$all.clat_ns.bins[]] | add" client.json)" = "$(jq "$all.clat_ns.N" client.json)" ] || continue
		near "$(cell x.json 0 $side latency_p99)" "$(jq "$all.clat_ns.percentile[\"99.000000\"]" client.json)" 0 0.5
	done
	fio --output-format=terse --client=127.0.0.1,$((port + 1)) c.fio --client=127.0.0.1,$((port + 2)) c.fio >client.terse
	grep -q ';All clients;' client.terse
	compare client.terse --json -o y.json
	[ "$status" = 0 ]
	near "$(jq '[.figures[] | select(.direction == "mixed" and .metric == "bandwidth")][0].median' y.json)" \
		"$(awk -F';' '/;All clients;/ { k = ($6 + $47) * 1024 } $3 == "a" { if ($9 > m) m = $9; if ($50 > m) m = $50 }
			END { print k * 1000 / m }' client.terse)" 0.001 0
}

# --- input that is broken -----------------------------------------------------
@test "broken inputs: each with its place and reason, the others still compared, status 1" {
	result x 5 >good
	head -c 100 good >broken
	printf '{"fio version": "fio-3.33", "jobs": [\n{"a" 1}]}\n' >comma
	echo prose >prose
	mkdir empty
	mkfifo fifo
	compare broken good comma prose empty fifo nowhere --csv
	[ "$status" = 1 ]
	has 'broken:1: the JSON object that starts here never ends'
	has "comma:2: ':' expected near '1'"
	has 'prose: is the output of no tool that lanes knows'
	has 'empty: holds no results'
	has 'fifo: is no regular file'
	has 'nowhere: cannot be read: No such file or directory'
	has '"x",read,bandwidth,B/s,"good",1,5242880,'
}

@test "nothing that can be read: no table, status 1" {
	run --separate-stderr "$lanes" compare nowhere "$corpus/prose.txt"
	[ "$status" = 1 ]
	[ -z "$output" ]
	compare nowhere -o out.txt
	[ "$status" = 1 ]
	[ ! -e out.txt ]
}

@test "in a folder: a broken repeat is named, the others count; of none, it is said" {
	repeats a t 100 110 105
	head -c 50 a/t.2.json >half && mv half a/t.2.json
	compare a --json -o x.json
	[ "$status" = 1 ]
	[ "$(cell x.json 0 read bandwidth runs)" = 2 ]
	jq -e '.problems | length == 1 and (.[0] | test("a/t.2.json:1: "))' x.json
	rm a/t.2.json
	sed -i 's/"jobname"/"error": 5, "jobname"/' a/t.*.json
	compare a
	[ "$status" = 1 ]
	has 'a: t: none of its 2 repeats counts'
	has 'job x ended with error 5 (Input/output error)'
}

@test "the output appears whole or not at all" {
	result x 5 >a
	echo old >out.txt
	compare a -o nowhere/out.txt
	[ "$status" = 1 ]
	has 'nowhere/out.txt: cannot be written'
	compare a -o out.txt
	[ "$status" = 0 ]
	grep -q bandwidth out.txt
	run bash -c '"$1" compare a >/dev/full' bash "$lanes"
	[ "$status" = 1 ]
	has 'standard output: cannot be written: No space left on device'
	mkfifo fifo
	compare a -o fifo
	[ "$status" = 1 ]
	[ -p fifo ]
}

@test "the whole corpus at once: no file stops the others" {
	compare "$corpus"/*.* --csv -o out.csv
	[ "$status" = 1 ]
	grep -q '"random r/w",mixed,bandwidth' out.csv
	# each that cannot be read is named
	for name in $(awk -F, '$4 == "error" { print $1 }' "$corpus/values.csv"); do has "$name"; done
}

@test "hostile names stay text in every form" {
	evil=$'q"\'`touch pwned`$(touch pwned)<script>|*_\033[31m\u202e\u0085\r'
	mkdir "$evil"
	result x 5 | jq -c --arg n "$evil" '.jobs[0].jobname = $n | .jobs[0].total_err = 1' >"$evil/r.json"
	cp "$evil/r.json" b.json
	for form in '' --csv --markdown --json; do
		compare "$evil/r.json" b.json $form
		[ "$status" = 0 ]
		[[ $output != *$'\033'* ]]
		[[ $form == --json || $output != *$'\u202e'* ]]
	done
	"$lanes" compare "$evil/r.json" b.json --json 2>/dev/null | jq -e --arg n "$evil" '.figures[0].test == $n[:64] or (.figures[0].test | length > 20)'
	"$lanes" compare "$evil/r.json" b.json --markdown 2>/dev/null >m
	run -1 grep -q '<script>' m
	grep -qF '&lt;script>\|\*\_' m
	[ -z "$(find . -name pwned)" ]
}

@test "usage" {
	compare
	[ "$status" = 2 ]
	has 'no input given'
	compare a b --csv --json
	[ "$status" = 2 ]
	has '--csv, --json, --markdown: choose one'
	compare --frobnicate
	[ "$status" = 2 ]
	compare --help
	[ "$status" = 0 ]
	has 'usage: lanes compare INPUT... [OPTION...]'
	run "$lanes" --help
	has 'compare'
}
