# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# What tests inside the rig share; they start with
#
#   load lib                                (bats)
#   . tests/vm/lib.bash                     (a script)
#
# Everything here may destroy what is on a drive, so it works nowhere but in the
# rig.
if [ "$(uname -n)" != "rig-${RIG_MACHINE:-}" ]; then
	echo "tests/vm/lib.bash: this is no rig: run it by tests/vm/rig MACHINE -- ..." >&2
	exit 1
fi
BUILD=${BUILD:-build/release}

# wait_for SECONDS COMMAND...: until it succeeds
wait_for() {
	local end=$((SECONDS + $1))
	until "${@:2}" >/dev/null 2>&1; do
		if ((SECONDS > end)); then
			echo "not within $1 s: ${*:2}" >&2
			return 1
		fi
		sleep 0.1
	done
}

# children PID: the processes that it has forked.  No pgrep: to start a program
# takes long in here.
children() {
	local pids=()
	read -ra pids 2>/dev/null <"/proc/$1/task/$1/children" || true # no newline
	printf '%s\n' "${pids[@]}"
}

# has_children PID LEAST [MOST]
has_children() {
	local pids=()
	read -ra pids 2>/dev/null <"/proc/$1/task/$1/children" || true # no newline
	((${#pids[@]} >= $2 && ${#pids[@]} <= ${3:-$2}))
}

# --- what is where -----------------------------------------------------------
# The kernel numbers drives in the order in which they answer: name them by the
# serial number that the machine's description gives.

# controller_of SERIAL: nvme0
controller_of() {
	local dir serial
	for dir in /sys/class/nvme/nvme*; do
		read -r serial <"$dir/serial" && [ "$serial" = "$1" ] && echo "${dir##*/}" && return
	done
	echo "no controller with serial number '$1'" >&2
	return 1
}

# dev_of SERIAL [NSID]: nvme0n1, or of a SAS disk sda
dev_of() {
	local path serial nsid=${2:-1}
	for path in /sys/block/sd*; do
		[ -r "$path/device/vpd_pg80" ] || continue
		serial=$(tail -c +5 "$path/device/vpd_pg80" | tr -d '\0 ')
		[ "$serial" = "$1" ] && echo "${path##*/}" && return
	done
	for path in /sys/block/nvme*; do
		# nvme0c0n1 is one path to a shared namespace
		[[ $path =~ nvme[0-9]+n[0-9]+$ && $(<"$path/nsid") == "$nsid" ]] || continue
		# of a shared namespace the parent is the subsystem
		read -r serial <"$path/device/serial" || continue
		[ "$serial" = "$1" ] && echo "${path##*/}" && return
	done
	echo "no namespace $nsid on a drive with serial number '$1'" >&2
	return 1
}

# ng_of SERIAL [NSID]: ng0n1
ng_of() {
	local dev
	dev=$(dev_of "$@") && echo "ng${dev#nvme}"
}

# bdf_of SERIAL: 0000:43:00.0
bdf_of() {
	local controller
	controller=$(controller_of "$1") && cat "/sys/class/nvme/$controller/address"
}

# node_of SERIAL: the NUMA node, or -1
node_of() {
	local controller
	controller=$(controller_of "$1") &&
		cat "/sys/class/nvme/$controller/device/numa_node"
}

# --- drives and arrays -----------------------------------------------------------
# image_of DEVICE: the file that the emulator keeps its blocks in, raw
image_of() {
	local dir=/sys/block/${1##*/} serial image
	read -r serial 2>/dev/null <"$dir/device/serial" || return
	for image in "$RIG_IMAGES/$serial.img" "$RIG_IMAGES/$serial-$(<"$dir/nsid").img"; do
		[ -e "$image" ] && echo "$image" && return
	done
	return 1
}

# blank DEVICE...: as fresh as at boot.  An emulated drive's image is emptied
# below it: a discard would be throttled like a write.  No I/O may be under way.
blank() {
	local device image size
	for device; do
		if image=$(image_of "$device"); then
			size=$(stat -c %s "$image") &&
				truncate -s 0 "$image" && truncate -s "$size" "$image" &&
				blockdev --flushbufs "$device" || return
		else
			blkdiscard -f "$device" 2>/dev/null ||
				blkdiscard -f -z "$device" || return
		fi
	done
}

# md_create ARRAY LEVEL CHUNK_KIB MEMBER...   ($MD_OPTIONS goes to mdadm too)
# Blanks the members, since --assume-clean tells the truth only of equal ones.
md_create() {
	local array=$1 level=$2 chunk=$3
	shift 3
	blank "$@" || return
	# shellcheck disable=SC2086 # options
	mdadm --create "$array" --run --quiet --level="$level" --chunk="$chunk" \
		--raid-devices=$# --assume-clean ${MD_OPTIONS:-} "$@" || return
	wait_for 10 test -b "$array"
}

# md_stop ARRAY MEMBER...: and forget it; the members are blank again
md_stop() {
	mdadm --stop --quiet "$1" && shift && blank "$@"
}

# null_blk COUNT GIB [PARAMETER=VALUE...]: /dev/nullb0 and so on
null_blk() {
	modprobe null_blk nr_devices="$1" gb="$2" "${@:3}"
}

# --- NVMe over TCP to ourselves ----------------------------------------------------
nvmet=/sys/kernel/config/nvmet

# nvmet_export NAME DEVICE: exports it as the subsystem NAME, namespace 1
nvmet_export() {
	modprobe nvmet || return
	local subsystem=$nvmet/subsystems/$1
	mkdir -p "$subsystem/namespaces/1" &&
		echo 1 >"$subsystem/attr_allow_any_host" &&
		echo -n "$2" >"$subsystem/namespaces/1/device_path" &&
		echo 1 >"$subsystem/namespaces/1/enable"
}

nvmet_unexport() {
	local subsystem=$nvmet/subsystems/$1 port
	for port in "$nvmet"/ports/*; do
		rm -f "$port/subsystems/$1"
	done
	echo 0 >"$subsystem/namespaces/1/enable"
	rmdir "$subsystem/namespaces/1" "$subsystem"
}

# nvme_tcp_loopback NAME DEVICE: exports the device on TCP port 4420 of this
# machine, connects to it, and prints the namespace (nvme0n1)
nvme_tcp_loopback() {
	modprobe nvmet-tcp && modprobe nvme-tcp && nvmet_export "$1" "$2" || return
	local port=$nvmet/ports/1
	if [ ! -d "$port" ]; then
		mkdir "$port" && echo ipv4 >"$port/addr_adrfam" &&
			echo tcp >"$port/addr_trtype" &&
			echo 127.0.0.1 >"$port/addr_traddr" &&
			echo 4420 >"$port/addr_trsvcid" || return
	fi
	ln -s "$nvmet/subsystems/$1" "$port/subsystems/$1" &&
		echo "transport=tcp,traddr=127.0.0.1,trsvcid=4420,nqn=$1" >/dev/nvme-fabrics &&
		wait_for 10 nvme_tcp_namespace "$1" && nvme_tcp_namespace "$1"
}

nvme_tcp_namespace() {
	local path nqn
	for path in /sys/block/nvme*; do
		[[ $path =~ nvme[0-9]+n[0-9]+$ ]] || continue
		read -r nqn 2>/dev/null <"$path/device/subsysnqn" || continue
		[ "$nqn" = "$1" ] && echo "${path##*/}" && return
	done
	return 1
}

nvme_tcp_disconnect() {
	nvme disconnect -n "$1" >/dev/null && nvmet_unexport "$1"
}
