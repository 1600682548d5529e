# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# shellcheck disable=SC2154 # machine is the rig's
# The words of a machine description, each of which adds to QEMU's command line
# (qemu), the kernel's (kernel_args) and the scale model.  A description is a
# list of these words; see tests/vm/machines.
#
#   title TEXT
#   smp CPUS                        memory MIB
#   node ID cpus=RANGE              a NUMA node, with PCIe root ports of its own
#   switch NAME node=ID [title= read_Bps= write_Bps=]    a rate limits the uplink
#   link NAME title= read_Bps= write_Bps= [uplink=SWITCH]
#   drive NAME on=PLACE [size=256M]    an NVMe drive with one namespace, or with
#                                   size=none one that `namespace` words fill.
#                                   PLACE: a switch, node:ID or root
#         [model= read_Bps= write_Bps= link=]              the scale model's
#         [queues=N mdts=N serial=NAME subsystem=NAME]     the controller's
#         [block=512 ms=0 pi=0 zone=SIZE]                  the namespace's
#   namespace NSID drive=NAME size= [block= ms= pi= zone= shared=]
#   hba NAME                        a SAS HBA (mptsas1068)
#   disk SERIAL on=HBA [size=256M]
#   scale N                         1:N; the rig then writes model.json
#   not_modelled WORDS REASON       tests that the model makes no claim about
#   modules NAME...                 loaded in the guest before the command
#   kernel ARG...   accel TEXT   cpu TEXT   qemu ARG...    as QEMU takes them

machine_fail() { echo "rig: machine $machine: $*" >&2; exit 125; }

machine_defaults() {
	title='' smp=1 memory=1024 scale=0 not_modelled='' not_modelled_reason=''
	accel='tcg,thread=multi' cpu=max modules='' blocks=0 slots=0
	kernel_args=() qemu=() nodes=() images=()
	model_drives=() model_links=() model_uplinks=()
	declare -gA ports=() controllers=() throttles=()
}

title() { title=$1; }
smp() { smp=$1; }
memory() { memory=$1; }
scale() { scale=$1; }
accel() { accel=$1; }
cpu() { cpu=$1; }
modules() { modules+=" $*"; }
kernel() { kernel_args+=("$@"); }
qemu() { qemu+=("$@"); }
not_modelled() { not_modelled=$1 not_modelled_reason=$2; }

# words "ALLOWED..." key=value...   sets the associative array `w`
words() {
	local allowed=" $1 " pair
	shift
	w=()
	for pair; do
		[[ $pair == *=* ]] || machine_fail "'$pair' is not key=value"
		[[ $allowed == *" ${pair%%=*} "* ]] ||
			machine_fail "'${pair%%=*}' is not known here: use one of$allowed"
		w[${pair%%=*}]=${pair#*=}
	done
}

json_string() { local s=${1//\\/\\\\}; printf '"%s"' "${s//\"/\\\"}"; }

# --- nodes, ports, switches ------------------------------------------------------
node() {
	local -A w
	words cpus "${@:2}"
	nodes+=("$1:${w[cpus]:-}")
	qemu+=(-device "pxb-pcie,id=pxb$1,bus_nr=$((0x20 + 0x20 * $1)),bus=pcie.0,numa_node=$1")
}

# root_port NAME PLACE: node:ID (a port of that node) or root (of no node)
root_port() {
	local bus=pcie.0 addr='' place=${2#node:}
	if [ "$2" != root ]; then
		bus=pxb$place
		ports[$place]=$((${ports[$place]:-2} + 1))
		addr=,addr=${ports[$place]}
	fi
	slots=$((slots + 1))
	qemu+=(-device "pcie-root-port,id=$1,bus=$bus$addr,chassis=$slots,slot=$slots,x-speed=8,x-width=16")
}

switch() {
	local -A w
	words 'node title read_Bps write_Bps' "${@:2}"
	root_port "port-$1" "node:${w[node]}"
	qemu+=(-device "x3130-upstream,id=$1,bus=port-$1")
	ports[$1]=0
	[ -n "${w[read_Bps]:-}" ] || return 0
	throttle "uplink-$1" "${w[read_Bps]}" "${w[write_Bps]}"
	model_uplinks+=("{ \"name\": $(json_string "$1"), \"title\": $(json_string "${w[title]}"),
      \"read_Bps\": ${w[read_Bps]}, \"write_Bps\": ${w[write_Bps]} }")
}

link() {
	local -A w
	words 'title read_Bps write_Bps uplink' "${@:2}"
	throttle "link-$1" "${w[read_Bps]}" "${w[write_Bps]}"
	throttles[$1]="link-$1${w[uplink]:+ uplink-${w[uplink]}}"
	model_links+=("{ \"name\": $(json_string "$1"), \"title\": $(json_string "${w[title]}"),
      \"read_Bps\": ${w[read_Bps]}, \"write_Bps\": ${w[write_Bps]}${w[uplink]:+, \"uplink\": $(json_string "${w[uplink]}")} }")
}

# bus_for NAME PLACE: a port for one device; sets bus
bus_for() {
	bus=port-$1
	if [[ $2 == node:* || $2 == root ]]; then
		root_port "$bus" "$2"
		return
	fi
	[ -n "${ports[$2]:-}" ] || machine_fail "$1 is on '$2', which is no switch above it, node:ID or root"
	slots=$((slots + 1))
	qemu+=(-device "xio3130-downstream,id=$bus,bus=$2,chassis=$slots,slot=${ports[$2]}")
	ports[$2]=$((${ports[$2]} + 1))
}

# --- drives ------------------------------------------------------------------------
throttle() {
	qemu+=(-object "throttle-group,id=$1,x-bps-read=$2,x-bps-write=$3")
}

# image NAME SIZE GROUP...: a sparse file in QEMU's working directory, behind
# throttle groups, nearest the drive first.  No cache is flushed: the images
# live as long as the guest.
image() {
	local chain=node-name=$1 at='' group
	for group in "${@:3}"; do
		chain+=",${at}driver=throttle,${at}throttle-group=$group,${at}discard=unmap"
		at+=file.
	done
	images+=("$1 $2")
	qemu+=(-blockdev "$chain,${at}driver=raw,${at}discard=unmap,${at}cache.no-flush=on,${at}file.driver=file,${at}file.filename=$1.img")
}

drive() {
	local -A w
	local bus
	words 'on size model read_Bps write_Bps link queues mdts serial subsystem block ms pi zone' "${@:2}"
	bus_for "$1" "${w[on]:-root}"
	if [ -n "${w[subsystem]:-}" ] && [[ " ${qemu[*]} " != *"nvme-subsys,id=${w[subsystem]} "* ]]; then
		qemu+=(-device "nvme-subsys,id=${w[subsystem]}")
	fi
	qemu+=(-device "nvme,id=$1,serial=${w[serial]:-$1},bus=$bus${w[queues]:+,max_ioqpairs=${w[queues]}}${w[mdts]:+,mdts=${w[mdts]}}${w[subsystem]:+,subsys=${w[subsystem]}}")
	controllers[$1]="${w[link]:+${throttles[${w[link]}]}}"
	if [ -n "${w[read_Bps]:-}" ]; then
		throttle "drive-$1" "${w[read_Bps]}" "${w[write_Bps]}"
		controllers[$1]="drive-$1 ${controllers[$1]}"
		model_drives+=("{ \"serial\": $(json_string "${w[serial]:-$1}"), \"model\": $(json_string "${w[model]:-}"),
      \"read_Bps\": ${w[read_Bps]}, \"write_Bps\": ${w[write_Bps]}${w[link]:+, \"link\": $(json_string "${w[link]}")} }")
	fi
	[ "${w[size]:-}" = none ] && return
	w[size]=${w[size]:-256M}
	add_namespace "$1" "$1" 1
}

namespace() {
	local -A w
	words 'drive size block ms pi zone shared' "${@:2}"
	[ -n "${controllers[${w[drive]}]+x}" ] ||
		machine_fail "namespace $1 is on '${w[drive]}', which is no drive above it"
	add_namespace "${w[drive]}-$1" "${w[drive]}" "$1"
}

# add_namespace IMAGE DRIVE NSID, with the format that the caller's w tells
add_namespace() {
	local block=${w[block]:-512}
	# shellcheck disable=SC2086 # a list of groups
	image "$1" "${w[size]}" ${controllers[$2]}
	blocks=$((blocks + 1))
	qemu+=(-device "nvme-ns,drive=$1,bus=$2,nsid=$3,logical_block_size=$block,physical_block_size=$block,ms=${w[ms]:-0},pi=${w[pi]:-0}${w[zone]:+,zoned=on,zoned.zone_size=${w[zone]}}${w[shared]:+,shared=${w[shared]}}")
}

hba() {
	qemu+=(-device "mptsas1068,id=$1,bus=pcie.0")
	ports[$1]=0
	modules+=' mptsas sd_mod'
}

disk() {
	local -A w
	words 'on size' "${@:2}"
	[ -n "${ports[${w[on]}]:-}" ] || machine_fail "$1 is on '${w[on]}', which is no HBA above it"
	image "$1" "${w[size]:-256M}"
	blocks=$((blocks + 1))
	qemu+=(-device "scsi-hd,bus=${w[on]}.0,scsi-id=${ports[${w[on]}]},drive=$1,serial=$1,wwn=0x5000c5000000000${ports[${w[on]}]}")
	ports[${w[on]}]=$((${ports[${w[on]}]} + 1))
}

# --- what comes out -----------------------------------------------------------------
# CPUs, memory and nodes, which precede all devices
machine_board() {
	local entry mib i=0
	board=(-machine q35 -accel "$accel" -cpu "$cpu" -smp "$smp,sockets=$((${#nodes[@]} ? ${#nodes[@]} : 1))" -m "$memory")
	((${#nodes[@]} == 0)) && return
	mib=$((memory / ${#nodes[@]}))
	for entry in "${nodes[@]}"; do
		board+=(-object "memory-backend-ram,id=memory$i,size=${mib}M"
			-numa "node,nodeid=${entry%%:*},cpus=${entry#*:},memdev=memory$i")
		i=$((i + 1))
	done
}

join() { local IFS=; local first=$1; shift; printf '%s' "$first" "${@/#/,$'\n'    }"; }

machine_model() {
	local word list=''
	for word in $not_modelled; do list+=${list:+, }$(json_string "$word"); done
	cat <<-END
	{
	  "schema": 1,
	  "machine": $(json_string "$machine"),
	  "title": $(json_string "$title"),
	  "scale": $scale,
	  "emulated": "QEMU, no real drive",
	  "not_modelled": [$list],
	  "not_modelled_reason": $(json_string "$not_modelled_reason"),
	  "drives": [
	    $(join "${model_drives[@]}")
	  ],
	  "links": [
	    $(join "${model_links[@]}")
	  ],
	  "uplinks": [
	    $(join "${model_uplinks[@]}")
	  ]
	}
	END
}
