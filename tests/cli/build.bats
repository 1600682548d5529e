# SPDX-License-Identifier: GPL-2.0-only
# The Makefile, tests/lib/deps and tests/run themselves.

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	unset MAKEFLAGS MAKELEVEL MFLAGS
	BUILD=${BUILD:-build/release}
	stubs=$BATS_TEST_TMPDIR/stubs
	mkdir -p "$stubs"
	export PATH=$stubs:$PATH
}

# stub NAME BODY: a program of that name, before all others
stub() {
	printf '#!/bin/bash\n%s\n' "$2" >"$stubs/$1"
	chmod +x "$stubs/$1"
}

# dpkg-query of a machine that lacks the packages named
machine_without() {
	stub dpkg-query "for p; do :; done
		[[ ' $* ' == *\" \$p \"* ]] && exit 1
		echo installed"
}

apt_is_recorded() {
	stub apt-get "echo \"apt-get \$*\" >>'$BATS_TEST_TMPDIR/apt'"
	stub apt-cache "echo \"apt-cache \$*\" >>'$BATS_TEST_TMPDIR/apt'; exit ${1:-0}"
	touch "$BATS_TEST_TMPDIR/apt"
}

apt_calls() { cat "$BATS_TEST_TMPDIR/apt"; }

@test "make help lists every target and variable" {
	run make -s help
	[ "$status" = 0 ]
	local name
	for name in $(sed -n 's/^\.PHONY: *//;T;:a;/\\$/{N;s/\\\n//;ba};p' Makefile); do
		# parts of other targets
		[[ $name == unit || $name == fuzz-programs || $name == *'$('* ]] && continue
		grep -qE "^  .*\b$name\b" <<<"$output" || { echo "help lacks $name"; return 1; }
	done
	for name in $(sed -n 's/^\([A-Za-z_]*\) ?=.*/\1/p' Makefile); do
		# CFLAGS as everywhere; the folders stand in PREFIX's line
		[[ $name == CFLAGS ]] && continue
		grep -qw "$name" <<<"$output" || { echo "help lacks $name"; return 1; }
	done
}

@test "install lays engines, lanes and man pages out below DESTDIR; uninstall takes all away" {
	local root=$BATS_TEST_TMPDIR/root
	run make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr libdir=/usr/lib64 install
	echo "$output"
	[ "$status" = 0 ]
	local engine
	for engine in $(sed -n 's/^ENGINES := //p' Makefile); do
		[ -f "$root/usr/lib64/fio/fio-$engine.so" ]
		[ -f "$root/usr/share/man/man1/fio-$engine.1" ]
	done
	[ -x "$root/usr/bin/lanes" ]
	[ -f "$root/usr/share/man/man1/lanes.1" ]
	run make -s BUILD="$BUILD" DESTDIR="$root" PREFIX=/usr libdir=/usr/lib64 uninstall
	[ "$status" = 0 ]
	[ -z "$(find "$root" ! -type d)" ]
	[ ! -e "$root/usr/lib64/fio" ]
}

@test "each engine's man page names all of its options, and no other" {
	local engine option options
	for engine in $(sed -n 's/^ENGINES := //p' Makefile); do
		options=$(fio --enghelp="$(realpath "$BUILD/fio-$engine.so")" |
			sed -n '/_abi /d; s/^\([a-z_]*\)  *: .*/\1/p')
		[ "$(wc -w <<<"$options")" -gt 3 ]
		for option in $options; do
			grep -q "^\.It Cm .*\<$option\>" "engines/fio/fio-$engine.1" ||
				{ echo "fio-$engine.1 lacks $option"; return 1; }
		done
		for option in $(grep -o '^\.It Cm \(md\|topo\)_[a-z_]*' "engines/fio/fio-$engine.1" | sed 's/.* //'); do
			grep -qx "$option" <<<"$options" ||
				{ echo "fio-$engine has no $option"; return 1; }
		done
	done
}

@test "FIO_SRC that names no fio tree is refused before anything is built" {
	run make -s BUILD="$BATS_TEST_TMPDIR/build" FIO_SRC="$BATS_TEST_TMPDIR" \
		"$BATS_TEST_TMPDIR/build/fio-headers/key"
	[ "$status" != 0 ]
	[[ $output == *"FIO_SRC=$BATS_TEST_TMPDIR: no fio.h there"* ]]
	[ ! -e "$BATS_TEST_TMPDIR/build/fio-headers/src" ]
}

@test "deps: with nothing missing it says so and runs no apt" {
	machine_without nothing
	apt_is_recorded
	run tests/lib/deps
	[ "$status" = 0 ]
	[ "$output" = "deps: nothing is missing" ]
	[ -z "$(apt_calls)" ]
}

@test "deps: one of several alternatives suffices" {
	machine_without gnuplot-nox gnuplot-qt pkg-config
	run tests/lib/deps --list
	[ "$output" = "" ]
	machine_without gnuplot-nox gnuplot-qt gnuplot-x11
	run tests/lib/deps --list
	[ "$output" = gnuplot-nox ]
}

@test "deps: root installs just what is missing, without recommendations, removing nothing" {
	machine_without bats cpio
	apt_is_recorded
	stub id "echo 0"
	run tests/lib/deps
	# the stub of apt installed nothing, which is noticed
	[ "$status" = 1 ]
	[[ $output == "deps: installing bats cpio"* ]]
	[[ $output == *"apt did not install bats cpio" ]]
	[ "$(apt_calls | grep -c '^apt-get')" = 1 ]
	apt_calls | grep -q '^apt-get .*APT::Install-Recommends=false --no-remove install bats cpio$'
}

@test "deps: lists are fetched where a package is unknown" {
	machine_without bats
	apt_is_recorded 100
	stub id "echo 0"
	run tests/lib/deps
	[[ "$(apt_calls | sed -n 2p)" == *" update" ]]
	[[ "$(apt_calls | sed -n 3p)" == *" install bats" ]]
}

@test "deps: sudo that would ask for a password is not used without a terminal" {
	machine_without bats
	apt_is_recorded
	stub id "echo 1000"
	stub sudo "echo \"sudo \$*\" >>'$BATS_TEST_TMPDIR/apt'; exit 1"
	run tests/lib/deps </dev/null
	[ "$status" = 1 ]
	[[ $output == *$'\n'"apt-get install --no-install-recommends bats" ]]
	[ "$(apt_calls)" = "sudo -n true" ]
}

@test "deps: sudo that asks for nothing is used" {
	machine_without bats
	apt_is_recorded
	stub id "echo 1000"
	stub sudo '[ "$1" = -n ] && exit; exec "$@"'
	run tests/lib/deps </dev/null
	apt_calls | grep -q '^apt-get .* install bats$'
}

@test "deps: where there is no dpkg the packages are named" {
	mkdir "$BATS_TEST_TMPDIR/bin"
	local tool
	for tool in bash env dirname sed xargs echo; do
		ln -s "$(type -P $tool)" "$BATS_TEST_TMPDIR/bin/"
	done
	PATH=$BATS_TEST_TMPDIR/bin run tests/lib/deps
	[ "$status" = 1 ]
	[[ $output == "deps: this is no Debian; install the like of: build-essential pkg-config "* ]]
}

# tap STATUS <stream: what tests/run makes of it
tap() {
	{ cat; echo "# stream ended: $1"; } |
		awk -v name=x -v live=0 -v folder="$BATS_TEST_TMPDIR" -f tests/lib/tap.awk
}

@test "run: a stream's tests are counted" {
	run tap 0 < <(printf '%s\n' 1..4 'ok 1 - a' 'ok 2 b # skip no device' \
		'not ok 3 # SKIP c' 'ok 4 d')
	[ "$status" = 0 ]
	[ "$(cat "$BATS_TEST_TMPDIR/counts")" = "2 0 2" ]
	grep -qx 'x: b (no device)' "$BATS_TEST_TMPDIR/skips"
	grep -qx 'x: c (no reason given)' "$BATS_TEST_TMPDIR/skips"
}

@test "run: a failure carries its diagnostics" {
	run tap 1 < <(printf '%s\n' 1..2 'not ok 1 - a' '# because' 'ok 2 - b')
	[ "$status" = 1 ]
	[ "$(cat "$BATS_TEST_TMPDIR/counts")" = "1 1 0" ]
	[[ "$(cat "$BATS_TEST_TMPDIR/failures")" == "x: a"$'\n'"    # because" ]]
}

@test "run: a stream that ends early, has no plan or a bad status has failed" {
	run tap 0 < <(printf '%s\n' 1..3 'ok 1 a')
	[ "$status" = 1 ]
	run tap 0 < <(printf '%s\n' 'ok 1 a')
	[ "$status" = 1 ]
	run tap 0 </dev/null
	[ "$status" = 1 ]
	run tap 139 < <(printf '%s\n' 1..1 'ok 1 a')
	[ "$status" = 1 ]
	[ "$(cat "$BATS_TEST_TMPDIR/counts")" = $'1 1 0\n1 1 0\n0 1 0\n1 1 0' ]
}

@test "run: a name that stands for no test is refused" {
	run tests/run unit/nosuch
	[ "$status" = 2 ]
	[[ $output == "tests/run: 'unit/nosuch' names no test"* ]]
}
