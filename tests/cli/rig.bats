# SPDX-License-Identifier: GPL-2.0-only
# The rig itself: what passes through it, what it refuses, and that nothing
# stays behind.  Each test that boots takes some ten seconds.
bats_require_minimum_version 1.5.0

setup() {
	root=$(cd "$BATS_TEST_DIRNAME/../.." && pwd -P)
	rig=$root/tests/vm/rig
	export TMPDIR=$BATS_TEST_TMPDIR/tmp
	mkdir "$TMPDIR"
}

# processes whose command line names this test's work directory
left_over() {
	local file
	for file in /proc/[0-9]*/cmdline; do
		tr '\0' ' ' 2>/dev/null <"$file" | grep -q "$TMPDIR/rig\." && echo "$file"
	done
	find "$TMPDIR" -mindepth 1
}

# until QEMU runs under this test's work directory
booting() {
	local i
	for ((i = 0; i < 6000; i++)); do
		compgen -G "$TMPDIR/rig.*/qemu.pid" >/dev/null && return
		sleep 0.1
	done
	return 1
}

nothing_left() {
	local i
	for ((i = 0; i < 50; i++)); do
		[ -z "$(left_over)" ] && return
		sleep 0.1
	done
	left_over
	return 1
}

refused() { # MESSAGE ARGUMENT...
	local message=$1
	shift
	run "$rig" "$@"
	echo "$output"
	[ "$status" -eq 125 ] && [[ $output == "rig: "*"$message"* ]]
}

@test "bad arguments are refused, each with its reason" {
	refused "no machine given" -- true
	refused "no machine 'r9000'" r9000 -- true
	refused "no command given" plain
	refused "'-x' is no option" plain -x -- true
	refused "'true' stands before --" plain true
	refused "-o needs a value" plain -o
	refused "'9x' is not VAR=VALUE" plain -e 9x -- true
	refused "timeout 'soon' is not a number" plain -t soon -- true
	refused "--keep-images needs -o" plain --keep-images -- true
	nothing_left
}

@test "--help tells the usage, --list the machines" {
	run "$rig" --help
	[ "$status" -eq 0 ]
	[[ $output == *"rig MACHINE [OPTION...] -- COMMAND"* ]]
	run "$rig" --list
	[ "$status" -eq 0 ]
	for machine in plain r820 two-node namespaces formats sas counted; do
		[[ $output == *"$machine "* ]]
	done
}

@test "a description with a mistake is named" {
	machine=$BATS_TEST_TMPDIR/broken
	echo 'drive S0 on=root colour=red' >"$machine"
	refused "machine broken: 'colour' is not known here" "$machine" -- true
	echo 'drive S0 on=nowhere' >"$machine"
	refused "S0 is on 'nowhere'" "$machine" -- true
	printf 'smp 2\ndrvie S0 on=root\n' >"$machine"
	run "$rig" "$machine" -- true
	echo "$output"
	[ "$status" -eq 125 ]
	[[ $output == *"line 2 of the description is wrong"* ]]
	nothing_left
}

@test "what stops QEMU is shown" {
	machine=$BATS_TEST_TMPDIR/odd
	echo 'qemu -device no-such-device' >"$machine"
	run "$rig" "$machine" -- true
	echo "$output"
	[ "$status" -eq 125 ]
	[[ $output == *no-such-device*"ended without a result"* ]]
	nothing_left
}

@test "output and exit status pass through; only the results folder is writable" {
	out=$BATS_TEST_TMPDIR/out
	run --separate-stderr "$rig" plain -o "$out" -e GREETING='two  words' -- bash -c '
		echo "$GREETING"; echo complaint >/dev/stderr
		pwd; id -u; ulimit -l; uname -n
		for dir in / /etc /usr "$PWD"; do
			: 2>/dev/null >"$dir/rig-was-here" && echo "wrote $dir"
		done
		echo result >"$RIG_OUT/result"
		cmp -n 1M /dev/nvme0n1 /dev/zero && echo blank
		modprobe raid0 && test -d /sys/module/raid0 && mdadm --version 2>&1 | cut -c1-5
		exit 7'
	echo "$output"
	echo "$stderr"
	[ "$status" -eq 7 ]
	[ "${lines[0]}" = "two  words" ]
	[ "${lines[1]}" = "$root" ]
	[ "${lines[2]}" = 0 ]
	[ "${lines[3]}" = unlimited ]
	[ "${lines[4]}" = rig-plain ]
	[ "${lines[5]}" = blank ]
	[ "${lines[6]}" = mdadm ]
	[ "${#lines[@]}" -eq 7 ]
	[ "$(grep -v 'another rig' <<<"$stderr")" = complaint ]
	[ "$(<"$out/result")" = result ]
	[ -e "$out/console.log" ]
	[ ! -e "$root/rig-was-here" ]
	nothing_left
}

@test "a command that cannot be found is 127" {
	run -127 "$rig" plain -- no-such-command
}

@test "a command that runs too long is ended" {
	run "$rig" plain -t 3 -- sleep 1000
	echo "$output"
	[ "$status" -eq 124 ]
	[[ $output == *"ran longer than 3 s"* ]]
	nothing_left
}

@test "TERM and KILL leave nothing behind" {
	for signal in TERM KILL; do
		"$rig" plain -- sleep 1000 3>&- &
		pid=$!
		booting
		kill -$signal $pid
		code=0
		wait $pid || code=$?
		[ $code -eq $((128 + $(kill -l $signal))) ]
		nothing_left
	done
}

@test "Ctrl-C on a terminal ends it and leaves nothing behind" {
	typed() { booting; sleep 1; printf '\003'; sleep 5; }
	code=0
	typed | script -qec "$rig plain -- sleep 1000" /dev/null >/dev/null || code=$?
	[ $code -eq 130 ]
	nothing_left
}

@test "output reaches a terminal" {
	run script -qec "$rig plain -- echo hello" /dev/null </dev/null
	[ "$status" -eq 0 ]
	[[ $output == *hello* ]]
}

@test "a clone that lies under /tmp works" {
	clone=$BATS_TEST_TMPDIR/clone
	mkdir -p "$clone/tests" "$clone/build"
	cp -r "$root/tests/vm" "$root/tests/lib" "$clone/tests/"
	ln -s "$root/build/cache" "$clone/build/cache"
	echo here >"$clone/marker"
	run "$clone/tests/vm/rig" plain -- cat marker
	echo "$output"
	[ "$status" -eq 0 ]
	[ "${lines[-1]}" = here ]
}

@test "an ordinary user can run it" {
	[ "$(id -u)" -eq 0 ] || skip "the other tests ran as an ordinary user"
	user() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
	user test -r "$rig" || skip "this clone is not readable to others"
	TMPDIR=$(mktemp -d /tmp/rig-user.XXXXXX) # bats' own is closed to others
	chown 65534 "$TMPDIR"
	run user "$rig" plain -- sh -c 'id -u; test -b /dev/nvme0n1 && echo drive'
	echo "$output"
	[ "$status" -eq 0 ]
	[[ $output == *drive* ]]
	nothing_left
	rmdir "$TMPDIR"
}
