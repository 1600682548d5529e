# SPDX-License-Identifier: GPL-2.0-only
# lanes report on a small results folder, and on what is not one.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	lanes=$PWD/${BUILD:-build/release}/lanes
	golden=$PWD/tests/golden
	t=$BATS_TEST_TMPDIR
	results=$t/results
	cp -r "$golden/results" "$results"
	suite=$results/r820-nvme
	cd "$t" || return
}

report() { run "$lanes" report "$@"; }
has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }
page_has() { grep -qF -- "$1" r.html || { echo "page lacks: $1"; return 1; }; }
page_lacks() { ! grep -qF -- "$1" r.html || { echo "page has: $1"; return 1; }; }
# none FILE REGEX: no line of it matches
none() { run grep -nE -- "$2" "$1"; [ "$status" = 1 ] || { echo "$1 has: $output"; return 1; }; }
# like GOLDEN FILE: the same, or with UPDATE_GOLDEN=1 made so
like() {
	[ -z "${UPDATE_GOLDEN-}" ] || cp "$2" "$golden/report/$1"
	diff -u "$golden/report/$1" "$2"
}

# --- what it writes ---------------------------------------------------------
@test "page, charts, script and summary are as expected" {
	cd "$BATS_TEST_DIRNAME/../.." || return
	report tests/golden/results -o "$t/r.html" --keep-scripts --summary "$t/s.json" --strict
	[ "$status" = 0 ]
	[ -z "$output" ]
	cd "$t" || return
	# the charts in the page are gnuplot's, which differ by its version
	sed '/<svg/,/<\/svg>/d' r.html >page.html
	like page.html page.html
	like charts.gp r.gp
	like summary.json s.json
	[ "$(ls)" = "$(printf '%s\n' page.html r-1.png r-1.svg r-2.png r-2.svg r.gp r.html results s.json)" ]
	[ -z "$(find . -name '.lanes*')" ]
	[ "$(head -c 4 r-1.png | tail -c 3)" = PNG ]
}

@test "the first lines say what is emulated and at which scale" {
	report results -o r.html
	[ "$status" = 0 ]
	sed -n '/<main>/,/<h2/p' r.html >first
	grep -qF 'Emulated: QEMU, no real drive.' first
	grep -qF 'Scale model 1:100 of Dell R820' first
	grep -qF '4k or raid5: limited by the emulator, not modelled.' first
}

@test "measured times the scale stands beside published and ceiling" {
	report results -o r.html
	row=$(grep -F '<td>seqread-1m</td><td>raid0</td>' r.html)
	for word in '64.3 MB/s' '6.43 GB/s' '≈ 6.50 GB/s' '99 %' '6.60 GB/s' '4 × 5 GT/s x4'; do
		grep -qF "$word" <<<"$row" || { echo "$row lacks $word"; return 1; }
	done
}

@test "what the model does not model has no ratio" {
	report results -o r.html
	for config in 'seqwrite-1m</td><td>raid5' 'randread-4k</td><td>single'; do
		row=$(grep -F "<td>$config</td>" r.html)
		grep -qF 'limited by the emulator, not modelled' <<<"$row"
		[[ $row != *' %'* ]]
	done
}

@test "the page needs no network, and runs only its own script" {
	report results -o r.html
	page_has "default-src 'none'"
	none r.html '(src|href)="[^"#]|url\(.?https?:'
	[ "$(grep -c '<script' r.html)" = 1 ]
	# between the tags stand whole lines, and a newline before the first
	hex=$({ echo; sed '1,/<script>/d; /<\/script>/,$d' r.html; } | sha256sum)
	# shellcheck disable=SC2059 # the digest becomes bytes
	hash=$(printf "$(sed 's/ .*//; s/../\\x&/g' <<<"$hex")" | base64)
	page_has "script-src 'sha256-$hash'"
}

@test "ids of the charts do not repeat" {
	report results -o r.html
	grep -oE "\bid=['\"][^'\"]*" r.html | sort >ids
	[ "$(wc -l <ids)" -gt 20 ]
	[ -z "$(uniq -d ids)" ]
	[ "$(grep -c 'role="img" aria-label="Bar chart\. ' r.html)" = 2 ]
}

@test "charts go where --assets says, a summary needs no page" {
	report results -o r.html --assets deep/er
	[ "$status" = 0 ]
	[ -e deep/er/r-1.svg ] && [ -e deep/er/r-2.png ] && [ ! -e r-1.svg ]
	report results --summary -
	[ "$status" = 0 ]
	has '"config": "raid0"'
}

@test "a suite or a configuration alone will do, also as ." {
	for folder in "$suite" "$suite/raid0"; do
		report "$folder" --summary s.json
		[ "$status" = 0 ]
		grep -qF '"suite": "r820-nvme"' s.json
		grep -qF '"of_published"' s.json
	done
	cd "$suite/single"
	report . --summary "$t/s.json"
	[ "$status" = 0 ]
	grep -qF '"config": "single"' "$t/s.json"
}

@test "two folders with the same names are told apart" {
	cp -r results before
	report results before -o r.html --summary s.json
	[ "$status" = 0 ]
	has '"raid0 (2)" is the one in'
	grep -qF '"config": "raid0 (2)"' s.json
}

# --- ceilings ----------------------------------------------------------------
@test "a figure above 110 % of its ceiling: a warning, and --strict fails" {
	sed -i 's/"read_Bps": 66000000/"read_Bps": 58000000/' "$suite/raid0/model.json"
	report results -o r.html --strict --summary s.json
	[ "$status" = 3 ]
	has "raid0 seqread-1m: 64.3 MB/s is 111 % of its ceiling of 58.0 MB/s (PEX8632 uplink, 5 GT/s x16)"
	page_has "64.3 MB/s is 111 % of its ceiling"
	page_has "more than its ceiling"
	[ "$(grep -c '"exceeds_ceiling": true' s.json)" = 1 ]
	report results -o r.html
	[ "$status" = 0 ]
}

@test "without a scale model the ceiling is that of the links" {
	rm "$suite"/*/model.json
	report results -o r.html --summary s.json
	[ "$status" = 0 ]
	grep -qF '"ceiling": "links"' s.json
	page_has 'Nothing is scaled.'
	page_lacks 'mulat'
	# four drives share the uplink, which carries as much as one of them
	[ "$(grep -c '"ceiling_hi_Bps": 228000000' s.json)" = 5 ] # reads
	[ "$(grep -c '"ceiling_hi_Bps": 226000000' s.json)" = 6 ] # writes
}

@test "without topology there is no ceiling, and a warning says so" {
	rm "$suite"/*/*.topo.json
	report results -o r.html
	[ "$status" = 0 ]
	has "no ceiling: no topo.json beside it"
}

# --- md_stripe ----------------------------------------------------------------
@test "what md_stripe did to the members stands in the page" {
	report results -o r.html
	page_has '<h3>What md_stripe did to the members</h3>'
	row=$(grep -F '<td>array raid5</td>' r.html)
	for word in 'raid5-direct' '>65</td>' '>19</td>' '>1.38</td>'; do
		grep -qF "$word" <<<"$row" || { echo "$row lacks $word"; return 1; }
	done
	[ "$(grep -cE '<td>[0-3]</td><td>nvme[0-3]n1</td>' r.html)" = 4 ]
	rm "$suite"/*/*.md.json
	report results -o r.html
	[ "$status" = 0 ]
	page_lacks md_stripe\ did
}

@test "a broken md.json: said with its place, its run is not reported" {
	sed -i 's/"rmw": 0/"rmw": -1/' "$suite/raid5-direct/seqwrite-1m.1.md.json"
	report results --summary s.json
	[ "$status" = 1 ]
	has "raid5-direct/seqwrite-1m.1.md.json: arrays[0].rmw is no count"
	[ "$(grep -c . <<<"$output")" = 1 ]
	none s.json '"config": "raid5-direct"'
	grep -qF '"config": "raid5"' s.json
	head -c 300 "$golden/results/r820-nvme/raid5-direct/seqwrite-1m.1.md.json" \
		>"$suite/raid5-direct/seqwrite-1m.1.md.json"
	report results --summary s.json
	[ "$status" = 1 ]
	has "seqwrite-1m.1.md.json:1: the JSON object that starts here never ends"
}

# --- input that is broken -----------------------------------------------------
@test "a broken file: said with its place, the rest is reported, status 1" {
	echo '{"fio version": "fio-3.33", "jobs": [' >"$suite/raid0/seqread-1m.1.json"
	sed -i '/"direction"/s/,/;/' "$suite/single/seqread-1m.1.run.json"
	report results -o r.html
	[ "$status" = 1 ]
	has "seqread-1m.1.json:1: the JSON object that starts here never ends"
	has "seqread-1m.1.run.json:"
	page_has '<h2 id="problems">Not read</h2>'
	page_has 'raid5'
}

@test "a broken model.json takes its configuration, no other" {
	echo '{"schema": 2, "scale": 100}' >"$suite/raid0/model.json"
	report results --summary s.json
	[ "$status" = 1 ]
	has "raid0/model.json: has schema 2, this lanes reads 1; use a newer lanes"
	[ "$(grep -c . <<<"$output")" = 1 ]
	none s.json '"config": "raid0"'
	grep -qF '"config": "raid5"' s.json
}

@test "a broken published.csv costs the comparison only" {
	echo 'single,seqread-1m,throughput,many,MB/s,exact,,' >>"$suite/published.csv"
	report results -o r.html --summary s.json
	[ "$status" = 1 ]
	has '"many" is neither a number nor a range'
	grep -qF '"measured_Bps"' s.json
}

@test "nothing to report: an error, and no page" {
	mkdir empty
	report empty -o r.html
	[ "$status" = 1 ]
	has "empty: holds no results; give a folder that jobs/run wrote"
	report nowhere -o r.html
	[ "$status" = 1 ]
	has "nowhere: cannot be read: No such file or directory"
	report empty nowhere -o r.html
	[ "$status" = 1 ]
	[ ! -e r.html ]
	report results empty -o r.html
	[ "$status" = 1 ]
	[ -e r.html ]
}

@test "a file without read permission" {
	local as=() d
	d=$(mktemp -d)
	cp -r "$lanes" results "$d"
	chmod -R a+rX "$d"
	chmod 0 "$d/results/r820-nvme/raid0/seqread-1m.1.json"
	[ "$(id -u)" != 0 ] || as=(setpriv --reuid=65534 --regid=65534 --clear-groups)
	run "${as[@]}" "$d/lanes" report "$d/results" --summary -
	rm -rf "$d"
	[ "$status" = 1 ]
	has "seqread-1m.1.json: cannot be read: Permission denied"
	has '"config": "raid0"'
}

@test "a FIFO is refused, a link that loops is left" {
	mkfifo "$suite/raid5/x.1.json"
	ln -s ../.. "$suite/raid5/loop"
	report results -o r.html
	[ "$status" = 1 ]
	has "x.1.json: is no regular file"
}

@test "an output that cannot be written leaves what was there" {
	report results -o nowhere/r.html
	[ "$status" = 1 ]
	has "nowhere/r.html: cannot be written: No such file or directory"
	mkdir r.html
	report results -o r.html
	[ "$status" = 1 ]
	has "r.html: cannot be written"
	set -- *
	[ "$*" = "r.html results" ]
	[ -z "$(find . -name '.lanes*')" ]
}

@test "an output that is a device or a FIFO is not replaced" {
	mkfifo fifo
	for option in -o --summary; do
		report results "$option" fifo
		[ "$status" = 1 ]
		has "fifo: cannot be written: is no regular file"
		[ -p fifo ]
	done
	set -- *
	[ "$*" = "fifo results" ]
}

@test "standard output that is full" {
	run bash -c '"$1" report results --summary - >/dev/full' bash "$lanes"
	[ "$status" = 1 ]
	has "standard output: cannot be written: No space left on device"
}

@test "without gnuplot: what to install" {
	mkdir none
	PATH=$t/none report results -o r.html
	[ "$status" = 1 ]
	has "gnuplot: cannot be started: No such file or directory; install it (apt install gnuplot"
	[ ! -e r.html ]
	[ -z "$(find . -name '.lanes*')" ]
}

@test "hostile names stay text, in script and page" {
	evil=$'q\'"`touch pwned`$(touch pwned)\nquit <script>alert(1)<b>'
	evil=${evil//\//_}
	mv "$suite/raid0" "$suite/$evil"
	mv "$suite/$evil/seqread-1m.1.json" "$suite/$evil/$evil.1.json"
	mv "$suite/$evil/seqread-1m.1.run.json" "$suite/$evil/$evil.1.run.json"
	mv "$suite" "$results/$evil"
	report results -o r.html --keep-scripts
	[ "$status" = 0 ]
	[ -z "$(find . -name 'pwned*')" ]
	[ "$(grep -c '<script' r.html)" = 1 ]
	page_has '&#60;script&#62;alert(1)&#60;b&#62;'
	none r.gp '^quit'
	grep -qF "'q''\"\`touch pwned\`\$(touch pwned) quit" r.gp
	set -- *
	[ $# = 7 ]
}

# --- calls that make no sense ----------------------------------------------
@test "usage" {
	report
	[ "$status" = 2 ]
	has "no results folder given"
	report results
	[ "$status" = 2 ]
	has "no output given: use -o REPORT.html"
	report results -o -
	[ "$status" = 2 ]
	has "-o -: charts go beside the page, so it needs a file"
	report results -o r.html --frobnicate
	[ "$status" = 2 ]
	report --help
	[ "$status" = 0 ]
	has "usage: lanes report RESULTS... -o REPORT.html"
	run "$lanes"
	[ "$status" = 2 ]
	run "$lanes" frobnicate
	[ "$status" = 2 ]
	has "lanes: frobnicate: no such command; see lanes --help"
	run "$lanes" --help
	[ "$status" = 0 ]
	has "report"
	run "$lanes" --version
	[ "$status" = 0 ]
	[[ $output =~ ^lanes\ [0-9]+\.[0-9]+ ]]
}
