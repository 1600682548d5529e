# SPDX-License-Identifier: GPL-2.0-only
# nvme_topo on a machine without NVMe: what it refuses, in one line each.  What
# it does with drives, see tests/vm/nvme_topo*.bats.

bats_require_minimum_version 1.5.0 # --separate-stderr

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	engine=$PWD/${BUILD:-build/release}/fio-nvme_topo.so
	cd "$BATS_TEST_TMPDIR" || return
}

teardown() {
	[ -n "${loop-}" ] || return 0
	delpart "$loop" 1 || true
	losetup -d "$loop"
}

# refused LINE OPTION...: the engine says just that, fio fails, its JSON is whole
refused() {
	local line=$1
	shift
	run --separate-stderr fio --output-format=json --name=job \
		--ioengine=external:"$engine" --rw=randread --bs=4k "$@"
	echo "$stderr"
	[ "$status" = 1 ]
	[ "$(grep -c '^nvme_topo: ' <<<"$stderr")" = 1 ]
	grep -qF -- "nvme_topo: $line" <<<"$stderr"
	[[ $output == '{'*'}' ]]
}

@test "no such device" {
	refused "/dev/ng99n1: No such file or directory; filename= names a namespace" --filename=/dev/ng99n1
}

@test "what is no NVMe namespace" {
	truncate -s 1m file
	mkdir folder
	for path in file folder /dev/null; do
		refused "$path: is not an NVMe namespace; name a generic char device" \
			--filename="$path"
	done
}

@test "a partition of another kind of disk is told nothing of offset=" {
	[ "$(id -u)" = 0 ] || skip "loop devices need root"
	truncate -s 4m file
	loop=$(losetup -f --show file) || skip "no loop device here"
	addpart "$loop" 1 2048 2048 || skip "no partitions of loop devices here"
	refused "${loop}p1: is not an NVMe namespace" --filename="${loop}p1"
}

@test "several files: the first that is none" {
	refused "/dev/null: is not an NVMe namespace" --filename=/dev/null:/dev/zero --thread
}

@test "a report that cannot be written is found before the run" {
	refused "none/r.json: cannot be written: No such file or directory" \
		--filename=/dev/null --topo_report=none/r.json
	mkfifo fifo
	refused "fifo: cannot be written: is no regular file" \
		--filename=/dev/null --topo_report=fifo
	[ -p fifo ]
}

@test "values that no option has" {
	for option in topo_place=near topo_check=maybe topo_write_in_use=2 cmd_type=scsi; do
		run fio --name=job --ioengine=external:"$engine" --filename=/dev/null --"$option"
		[ "$status" = 1 ]
		[[ $output == *"failed parsing $option"* ]]
	done
}

@test "--enghelp lists its options" {
	run fio --enghelp="$engine"
	[ "$status" = 0 ]
	[[ $output == *topo_place*topo_check*topo_report*topo_write_in_use* ]]
}
