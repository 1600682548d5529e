# SPDX-License-Identifier: GPL-2.0-only
# What the target is, what lies below it, and whether it may be written.

# where the kernel tells; a test points them at copies
SYS=/sys
PROC=/proc

# node_dir DEV: the device's folder in sysfs, by its numbers and not its name
node_dir() {
	local hex
	hex=$(stat -L -c '%t:%T' -- "$1") || return 1
	realpath -e "$SYS/dev/block/$((16#${hex%:*})):$((16#${hex#*:}))" 2>/dev/null
}

# block_sibling CHAR: /dev/ngXnY -> /dev/nvmeXnY
block_sibling() {
	local name
	name=$(realpath "$1")
	name=${name##*/}
	[[ $name =~ ^ng[0-9]+n[0-9]+$ ]] || return 1
	echo "/dev/nvme${name#ng}"
}

# below DIR: the kernel names of every block device under a device, itself
# not: an array's members, a mapper's, theirs
below() {
	local s
	for s in "$1"/slaves/*; do
		[ -e "$s" ] || continue
		echo "${s##*/}"
		below "$(realpath "$s")"
	done
}

# drives DIR: the whole drives at the bottom, partitions taken as theirs
drives() {
	local s found=
	for s in "$1"/slaves/*; do
		[ -e "$s" ] || continue
		found=1
		drives "$(realpath "$s")"
	done
	[ -z "$found" ] || return 0
	s=$1
	[ ! -e "$s/partition" ] || s=${s%/*}
	echo "${s##*/}"
}

# classify: from TARGET (as given) set SHAPE, NODE (the block node, if any),
# DIR (its place in sysfs), DRIVES, ENGINE_OPTIONS (for fio's command line)
classify() {
	ENGINE_OPTIONS=()
	[[ $TARGET != *$'\n'* ]] || die "--target" "holds a line break" "rename it"
	if [ "$ENGINE" = md_stripe ]; then
		classify_array
		return
	fi
	! is_array_name "$TARGET" ||
		die "--target $TARGET" "names a stopped array, which only md_stripe drives" \
			"add --engine md_stripe, or assemble it and give /dev/mdX"
	[ -e "$TARGET" ] || die "--target $TARGET" "no such device or directory"
	if [ -d "$TARGET" ]; then
		classify_directory
	elif [ -b "$TARGET" ]; then
		SHAPE=device NODE=$TARGET
	elif [ -c "$TARGET" ]; then
		classify_char
	else
		die "--target $TARGET" "is a $(stat -L -c %F -- "$TARGET")" \
			"give a block device, /dev/ngXnY, or a directory to make files in"
	fi
	[ "$SHAPE" = device ] || return 0
	DIR=$(node_dir "$NODE") ||
		die "--target $TARGET" "the kernel knows no such block device"
	mapfile -t DRIVES < <(drives "$DIR" | sort -Vu)
	[ "$ENGINE" != nvme_topo ] || needs_namespace
}

# an NVMe namespace as a whole is all that passthrough can drive
needs_namespace() {
	[[ ${DIR##*/} =~ ^nvme[0-9]+(c[0-9]+)?n[0-9]+$ ]] ||
		die "--target $TARGET" "is no whole NVMe namespace" \
			"--engine nvme_topo needs /dev/ngXnY or /dev/nvmeXnY; for others take --engine io_uring"
}

classify_directory() {
	local dev
	SHAPE=filesystem NODE='' DRIVES=()
	[ "$ENGINE" != nvme_topo ] ||
		die "--target $TARGET" "is a directory, which passthrough cannot drive" \
			"give /dev/ngXnY, or take another --engine"
	[ -w "$TARGET" ] || die "--target $TARGET" "may not be written by $(id -un)" \
		"run as root, or choose another directory"
	dev=$(stat -c '%Hd:%Ld' -- "$TARGET")
	if DIR=$(realpath -e "$SYS/dev/block/$dev" 2>/dev/null); then
		mapfile -t DRIVES < <(drives "$DIR" | sort -Vu)
	fi
}

classify_char() {
	SHAPE=device
	NODE=$(block_sibling "$TARGET") && [ -b "$NODE" ] ||
		die "--target $TARGET" "is no NVMe generic device" \
			"give a block device, /dev/ngXnY, or a directory"
	[ "$ENGINE" = nvme_topo ] ||
		die "--target $TARGET" "only passthrough drives this device" \
			"take --engine nvme_topo, or --target $NODE"
}

# attribute FILE: a sysfs line without its padding
attribute() {
	local line
	[ -r "$1" ] && read -r line <"$1" && printf '%s' "$line"
}

# describe NAME: model, serial, size and holders of a block device, for people
describe() {
	local dir size model serial holders whole
	dir=$(realpath -e "$SYS/class/block/$1") || return 0
	whole=$dir
	[ ! -e "$dir/partition" ] || whole=${dir%/*}
	size=$(($(attribute "$dir/size") * 512))
	model=$(attribute "$whole/device/model" || attribute "$dir/md/level" ||
		attribute "$dir/dm/name")
	serial=$(attribute "$whole/device/serial" || attribute "$whole/serial")
	holders=$(holders_of "$dir" | paste -sd' ')
	printf '  /dev/%-10s %s, serial %s, %s, held by: %s\n' "$1" \
		"${model:-no model}" "${serial:-none}" "$(human "$size")" \
		"${holders:-nothing}"
}

# names FOLDER: what is in it
names() {
	local f
	for f in "$1"/*; do
		[ -e "$f" ] && echo "${f##*/}"
	done
}

# holders_of DIR: who is stacked on a device or on one of its partitions
holders_of() {
	local d
	for d in "$1" "$1"/*/; do
		names "${d%/}/holders"
	done | sort -u
}

# relatives DIR: the sysfs folders of a device, of its partitions, and of the
# disk whose partition it is: a write to it reaches, or is barred by, each
relatives() {
	local d
	for d in "$1" "$1"/*/; do
		d=${d%/}
		[ "$d" = "$1" ] || [ ! -e "$d/partition" ] || echo "$d"
	done
	echo "$1"
	[ ! -e "$1/partition" ] || echo "${1%/*}"
}

# mounted_on DIR: where, in any mount namespace that can be seen
mounted_on() {
	cat "$PROC"/[0-9]*/mountinfo 2>/dev/null |
		awk -v dev="$(attribute "$1/dev")" -v src="/dev/${1##*/}" '
		{ for (i = 7; i <= NF && $i != "-"; i++); }
		!found && ($3 == dev || $(i + 2) == src) { print $5; found = 1 }'
}

swapped_on() {
	local path
	while read -r path _; do
		[ -b "$path" ] && [ "$(node_dir "$path")" = "$1" ] && return 0
	done <"$PROC/swaps"
	return 1
}

# exported_by DIR: the loop device or NVMe target that serves it
exported_by() {
	local f
	for f in "$SYS"/block/loop*/loop/backing_file \
		"$SYS"/kernel/config/nvmet/subsystems/*/namespaces/*/device_path; do
		[ "$(attribute "$f")" = "/dev/${1##*/}" ] || continue
		f=${f%/loop/backing_file}
		echo "${f##*/block/}"
		return
	done
}

# in_use DIR: why a device must not be written, in one line, or nothing
in_use() {
	local d what
	while read -r d; do
		what=$(mounted_on "$d")
		[ -z "$what" ] || { echo "/dev/${d##*/} is mounted on $what"; return; }
		swapped_on "$d" && { echo "/dev/${d##*/} is swapped on"; return; }
		what=$(exported_by "$d")
		[ -z "$what" ] || { echo "/dev/${d##*/} is exported by $what"; return; }
		what=$(names "$d/holders" | paste -sd' ')
		[ -z "$what" ] || { echo "/dev/${d##*/} is held by $what"; return; }
	done < <(relatives "$1")
}

# size_of_target: bytes that the tests may use
size_of_target() {
	if [ "$SHAPE" = filesystem ]; then
		df --output=avail -B1 -- "$TARGET" | tail -1 | tr -d ' '
	elif [ "$ENGINE" = md_stripe ]; then
		array_value size_bytes
		echo "$VALUE"
	else
		echo $(($(attribute "$DIR/size") * 512))
	fi
}

# check_size BYTES: is there room?
check_size() {
	local have
	have=$(size_of_target)
	[ "$have" -ge "$1" ] ||
		die "--target $TARGET" \
			"has $have bytes$([ "$SHAPE" = device ] || echo ' free'), the tests need $1" \
			"choose a smaller --preset, or --set SIZE=..., or a larger target"
}

# check_writable: refuse unless every device that will be written is idle and
# was named by --destroy
check_writable() {
	local reason missing node
	[ "$SHAPE" = device ] || return 0
	if [ "$ENGINE" = md_stripe ]; then
		reason=$(array_unusable)
		[ -z "$reason" ] || die "--target $TARGET" "$reason"
	else
		[ "$(attribute "$DIR/ro")" != 1 ] ||
			die "--target $TARGET" "is read-only" "blockdev --setrw $NODE"
		reason=$(in_use "$DIR")
		[ -z "$reason" ] || die "--target $TARGET" "$reason" \
			"nothing in use is written: free it, or choose another target"
	fi
	[ -z "$DRY_RUN" ] || return 0
	missing=$(unnamed) || exit 1
	[ -z "$missing" ] || refuse "$missing"
	for node in $(nodes); do
		[ -w "$node" ] ||
			die "--target $TARGET" "may not be written by $(id -un)" "run as root"
	done
}

# nodes: what is opened for writing
nodes() {
	if [ "$ENGINE" = md_stripe ]; then
		printf '/dev/%s\n' "${MEMBERS[@]}"
	else
		echo "$TARGET"
	fi
}

# written: the kernel names of all that a write to the target reaches
written() {
	local member
	if [ "$ENGINE" = md_stripe ]; then
		for member in "${MEMBERS[@]}"; do
			echo "$member"
			below "$(realpath "$SYS/class/block/$member")"
		done | sort -Vu
	else
		echo "${DIR##*/}"
		below "$DIR" | sort -Vu
	fi
}

# unnamed: the devices of `written` that no --destroy names
unnamed() {
	local d dir named=' '
	for d in "${DESTROY[@]}"; do
		[ -b "$d" ] || [ ! -c "$d" ] || d=$(block_sibling "$d")
		[ -b "$d" ] && dir=$(node_dir "$d") ||
			die "--destroy $d" "no such block device"
		named+="${dir##*/} "
	done
	for d in $(written); do
		[[ $named == *" $d "* ]] || echo "$d"
	done
}

refuse() {
	local d
	{
		echo "These devices would be DESTROYED:"
		for d in $(written); do describe "$d"; done
	} >&2
	die "--target $TARGET" "would be destroyed, and not all of it was named" \
		"if that is what you want, add$(sed 's|^| --destroy /dev/|' <<<"$1" | tr -d '\n')"
}
