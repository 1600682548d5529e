# SPDX-License-Identifier: GPL-2.0-only
# rig: two-node
# Where nvme_topo's jobs run, what it says of the links, and what jobs of one
# run share.

load lib

setup_file() {
	cp "$BUILD/fio-nvme_topo.so" /tmp/
}

setup() {
	cd /tmp || return
	engine=external:/tmp/fio-nvme_topo.so
}

topo() {
	fio --name=job --ioengine="$engine" --eta=never --topo_check=ignore "$@"
}

# interrupts CONTROLLER: "QUEUE COUNT" of each I/O queue, over all CPUs
interrupts() {
	awk -v name="$1" '$NF ~ "^" name "q[0-9]+$" {
		sub(".*q", "", $NF); n = 0
		for (i = 2; i <= 9; i++) n += $i
		if ($NF > 0) print $NF, n }' /proc/interrupts
}

# busy_queues CONTROLLER COMMAND...: queues that interrupt more than 50 times
busy_queues() {
	interrupts "$1" >before
	"${@:2}" >log 2>&1 || { cat log; return 1; }
	interrupts "$1" >after
	join <(sort before) <(sort after) | awk '$3 - $2 > 50 { print $1 }' | sort -n
}

# local_queues SERIAL: queues whose CPU is on the drive's node (hctx i is queue
# i + 1)
local_queues() {
	local node cpus dir cpu
	node=$(node_of "$1")
	cpus=$([ "$node" = 0 ] && echo "0 1 2 3" || echo "4 5 6 7")
	for dir in "/sys/block/$(dev_of "$1")"/mq/*; do
		cpu=$(<"$dir/cpu_list")
		[[ " $cpus " == *" $cpu "* ]] && echo $((${dir##*/} + 1))
	done | sort -n
}

# report FIELD: its values in r.json's jobs, in a row
report() {
	sed -n '/"jobs"/,$s/^ *"'"$1"'": \(.*[^,]\),*$/\1/p' r.json | paste -sd ' '
}

@test "four jobs on one drive: four local queues of its own, by their interrupts" {
	local serial mode
	# on the one node processes, on the other threads
	while read -r serial mode; do
		run busy_queues "$(controller_of "$serial")" topo --filename="/dev/$(ng_of "$serial")" \
			--rw=randread --bs=4k --number_ios=200 --size=16m --numjobs=4 --thread="$mode"
		echo "$output"
		[ "$output" = "$(local_queues "$serial")" ]
	done <<-EOF
		A0 0
		B1 1
	EOF
}

@test "a fifth job shares, no sixth queue appears" {
	run busy_queues "$(controller_of B0)" topo --filename="/dev/$(ng_of B0)" --rw=randread \
		--bs=4k --number_ios=300 --size=16m --numjobs=5 --thread=1 --topo_report=r.json
	echo "$output"
	[ "$output" = "$(local_queues B0)" ]
	[ "$(report cpu | tr ' ' '\n' | sort | uniq -c | awk '{print $1}' | sort -n | paste -sd ' ')" = "1 1 1 2" ]
}

# pages NODE PATTERN PID: pages on that node of mappings that match
pages_on() {
	awk -v node="N$1=" -v pattern="$2" '$0 ~ pattern {
		for (i = 1; i <= NF; i++) if (index($i, node) == 1) n += substr($i, length(node) + 1) }
		END { print n + 0 }' "/proc/$3/numa_maps"
}

# drive_of PID: serial number of the drive that a job has open
drive_of() {
	local fd name
	for fd in "/proc/$1"/fd/*; do
		name=$(readlink "$fd")
		[[ $name == /dev/ng* ]] || continue
		tr -d ' ' <"/sys/class/nvme-generic/${name#/dev/}/device/serial"
		return
	done
	return 1
}

# all_run FIO: its four jobs have their drives open, and a ring
all_run() {
	local pid n=0
	for pid in $(children "$1"); do
		drive_of "$pid" && grep -q io_uring "/proc/$pid/numa_maps" && ((++n))
	done
	[ "$n" = 4 ]
}

@test "jobs on drives of two nodes: CPU, ring and buffers on each one's own" {
	local serial pid node fio
	cat >two.fio <<-EOF
		[global]
		ioengine=$engine
		rw=randread
		bs=64k
		iodepth=32
		size=64m
		time_based
		runtime=600
		topo_check=ignore
		topo_report=r.json
		[A0]
		filename=/dev/$(ng_of A0)
		[A1]
		filename=/dev/$(ng_of A1)
		[B0]
		filename=/dev/$(ng_of B0)
		[B1]
		filename=/dev/$(ng_of B1)
	EOF
	fio --eta=never two.fio >log 2>&1 &
	fio=$!
	wait_for 120 all_run $fio
	sleep 2
	for pid in $(children $fio); do
		serial=$(drive_of "$pid")
		case $serial in A*) node=0 ;; *) node=1 ;; esac
		echo "$serial $(taskset -cp "$pid")"
		[[ $(awk '/Cpus_allowed_list/ {print $2}' "/proc/$pid/status") =~ ^[$((node * 4))-$((node * 4 + 3))]$ ]]
		# the policy, and 32 buffers of 64 KiB; what the job shares with
		# its parent may lie anywhere, and the ring's pages have no count
		grep -q "prefer.*:$node" "/proc/$pid/numa_maps"
		[ "$(pages_on $node 'prefer' "$pid")" -ge 512 ]
		grep -q "prefer.*:$node.*io_uring" "/proc/$pid/numa_maps"
	done
	kill $fio
	wait $fio || true
	cat log
	[ "$(report numa_node)" = "0 0 1 1" ] || [ "$(report numa_node | tr ' ' '\n' | sort | paste -sd ' ')" = "0 0 1 1" ]
}

@test "cpus_allowed, numa options, taskset and topo_place=none win" {
	local dev
	dev=/dev/$(ng_of B0)
	run topo --filename="$dev" --rw=randread --number_ios=50 --size=1m --topo_report=r.json --cpus_allowed=0
	[ "$status" = 0 ]
	[ "$(report cpu) $(report note)" = '-1 "cpus_allowed is set"' ]
	run topo --filename="$dev" --rw=randread --number_ios=50 --size=1m --topo_report=r.json --numa_cpu_nodes=0
	[ "$(report cpu) $(report note)" = '-1 "a numa option is set"' ]
	run topo --filename="$dev" --rw=randread --number_ios=50 --size=1m --topo_report=r.json --topo_place=none
	[ "$(report cpu) $(report note)" = '-1 "topo_place=none"' ]
	# within the mask, where it has a local CPU; else untouched, and said
	run taskset -c 1,6 fio --name=job --ioengine="$engine" --filename="$dev" --rw=randread \
		--number_ios=50 --size=1m --topo_report=r.json
	[ "$(report cpu)" = 6 ]
	run taskset -c 1 fio --name=job --ioengine="$engine" --filename="$dev" --rw=randread \
		--number_ios=50 --size=1m --topo_report=r.json
	[ "$(report cpu)" = -1 ]
	[[ $output == *"job is not pinned: the job's affinity has no CPU of the drive's node"* ]]
}

@test "files on several nodes: not pinned, mixed" {
	run topo --filename="/dev/$(ng_of A0):/dev/$(ng_of B0)" --rw=randread --number_ios=50 \
		--size=1m --topo_report=r.json
	[ "$status" = 0 ]
	[ "$(report cpu)" = -1 ]
	[[ $(report note) == *mixed* ]]
	[[ $output == *"not pinned: mixed"* ]]
}

@test "stonewalled jobs each get the first queue again" {
	run topo --filename="/dev/$(ng_of B0)" --rw=randread --number_ios=50 --size=1m \
		--topo_report=r.json --name=second --stonewall --ioengine="$engine" \
		--filename="/dev/$(ng_of B0)" --rw=randread --number_ios=50 --size=1m --topo_report=r.json
	[ "$status" = 0 ]
	read -r first second <<<"$(report cpu)"
	[ "$first" = "$second" ]
}

first_mib() { # SERIAL
	dd "if=/dev/$(dev_of "$1")" iflag=direct bs=1M count=1 status=none | sha256sum
}

@test "an uplink that the run's files oversubscribe: warned, or stopped before any I/O" {
	local files before
	files=/dev/$(ng_of A0):/dev/$(ng_of A1)
	run fio --name=job --ioengine="$engine" --filename="$files" --rw=randread --number_ios=50 --size=1m
	[ "$status" = 0 ]
	echo "$output"
	[ "$(grep -c 'nvme_topo: warning: ' <<<"$output")" = 1 ]
	[[ $output == *"2.00:1"* ]]
	before=$(first_mib A0)
	run fio --name=job --ioengine="$engine" --filename="$files" --rw=write --size=1m --topo_check=fail
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"nvme_topo: topo_check=fail: "*"2.00:1"* ]]
	[[ $output == *"$(basename "$(readlink -f "/sys/class/nvme/$(controller_of A0)/device/../..")")"* ]]
	[[ $output != *"issued rwts"* ]]
	[ "$(first_mib A0)" = "$before" ]
	# two jobs that run together count together; one after the other they don't
	run fio --ioengine="$engine" --topo_check=fail --rw=randread --number_ios=50 --size=1m \
		--name=a --filename="/dev/$(ng_of A0)" --name=b --filename="/dev/$(ng_of A1)"
	[ "$status" != 0 ]
	run fio --ioengine="$engine" --topo_check=fail --rw=randread --number_ios=50 --size=1m \
		--name=a --filename="/dev/$(ng_of A0)" --name=b --filename="/dev/$(ng_of A1)" --stonewall
	[ "$status" = 0 ]
}

@test "topo_report: a document of its own, once, whole" {
	run topo --filename="/dev/$(ng_of A0)" --rw=randread --number_ios=50 --size=1m \
		--numjobs=3 --topo_report=r.json
	[ "$status" = 0 ]
	[ "$(report number)" = "1 2 3" ] || [ "$(report number | tr ' ' '\n' | sort | paste -sd ' ')" = "1 2 3" ]
	grep -q '"schema": 1' r.json
	grep -q "\"bdf\": \"$(bdf_of A0)\"" r.json
	[ -z "$(ls r.json.* 2>/dev/null)" ]
	run topo --filename="/dev/$(ng_of A0)" --rw=randread --number_ios=50 --size=1m \
		--topo_report=/proc/none/r.json
	[[ $output == *"nvme_topo: /proc/none/r.json: cannot be written: No such file or directory"* ]]
}
