# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# The arrays of tests/vm/md-geometries, inside the rig.  Load lib.bash first.
#
#   md_geometry r5-4-ppl       its row -> $md_members, $md_kib, ...
#   md_devices                 fresh devices of its sizes -> ${members[@]}
#   md_make /dev/md0 [MDADM OPTION...]
#   md_down /dev/md0
#   md_up /dev/md0             by the kernel, from its superblocks
#   md_mismatches /dev/md0     the kernel's own check
#
# The rig has no udev: what is stopped stays stopped.

md_table=${BASH_SOURCE[0]%/*}/md-geometries
MD_DISK_KIB=6144

# md_geometries: the names in the table
md_geometries() { sed -n 's/^\([^#[:space:]][^[:space:]]*\).*/\1/p' "$md_table"; }

# md_geometry NAME: sets md_name, md_members, md_kib, md_layout, md_options
md_geometry() {
	local line
	line=$(grep "^$1[[:space:]]" "$md_table") ||
		{ echo "no geometry '$1' in $md_table" >&2; return 1; }
	read -r md_name md_members md_kib md_layout line <<<"$line"
	read -ra md_options <<<"$line"
}

# --- members ---------------------------------------------------------------------
# md_load: the modules, and a RAM disk for each member
md_load() {
	local module
	[ -b /dev/ram5 ] || modprobe brd rd_nr=6 rd_size="$MD_DISK_KIB" || return
	for module in dm_mod linear raid0 raid1 raid10 raid456; do
		[ -d "/sys/module/$module" ] || modprobe "$module" || return
	done
}

# md_devices: the geometry's members -> members; blank, and whatever was there
# before is gone.  Those that are smaller than the RAM disks are dm devices.
md_devices() {
	local i kib dm=''
	md_load && md_devices_gone || return
	IFS=, read -ra kib <<<"$md_kib"
	members=()
	for ((i = 0; i < md_members; i++)); do
		dd if=/dev/zero of=/dev/ram$i bs=1M count=$((MD_DISK_KIB / 1024)) \
			oflag=direct status=none || return
		members+=("/dev/ram$i")
		[ "$md_kib" = - ] && continue
		members[i]=/dev/mapper/member$i
		dm+="${dm:+;}member$i,,,rw,0 $((${kib[i]:-${kib[0]}} * 2)) linear /dev/ram$i 0"
	done
	[ -z "$dm" ] || dmsetup create --concise "$dm"
}

md_devices_gone() {
	local names=(/dev/mapper/member*)
	[ ! -e "${names[0]}" ] || dmsetup remove --retry "${names[@]##*/}"
}

# --- superblocks --------------------------------------------------------------------
# md_sb_read MEMBER: reads its superblock -> md_sb (a file), md_sb_sector,
# md_sb_version; the page cache may be older than what is on the device
md_sb_read() {
	local sectors version sector
	md_sb=${TMPDIR:-/tmp}/md-superblock
	sectors=$(blockdev --getsz "$1") || return
	for version in 1.2 1.1 1.0 0.90; do
		case $version in
		1.2) sector=8 ;;
		1.1) sector=0 ;;
		1.0) sector=$(((sectors - 16) & ~7)) ;;
		0.90) sector=$(((sectors & ~127) - 128)) ;;
		esac
		dd if="$1" of="$md_sb" bs=4096 count=1 iflag=direct,skip_bytes \
			skip=$((sector * 512)) status=none || return
		(($(md_sb_field 0 4) == 0xa92b4efc)) || continue
		md_sb_sector=$sector md_sb_version=$version
		return 0
	done
	echo "no superblock on $1" >&2
	return 1
}

# md_sb_field OFFSET BYTES: a number of the superblock read last
md_sb_field() {
	od -An -v -tu"$2" -j "$1" -N "$2" "$md_sb" | tr -d ' '
}

# md_sb_patch OFFSET VALUE: four bytes of it
md_sb_patch() {
	# shellcheck disable=SC2059 # the format is the bytes
	printf "$(printf '\\x%02x\\x%02x\\x%02x\\x%02x' $(($2 & 255)) $(($2 >> 8 & 255)) \
		$(($2 >> 16 & 255)) $(($2 >> 24 & 255)))" |
		dd of="$md_sb" bs=1 seek="$1" conv=notrunc status=none
}

# md_sb_write MEMBER: back where it was read, summed up anew (version 1)
md_sb_write() {
	local word sum=0 bytes
	[[ $md_sb_version == 1.* ]] || return
	bytes=$((256 + 2 * $(md_sb_field 220 4)))
	md_sb_patch 216 0
	# an odd number of roles leaves half a word, which od fills up with zeros
	for word in $(od -An -v -tu4 -N "$bytes" "$md_sb"); do
		sum=$((sum + word))
	done
	md_sb_patch 216 $(((sum & 0xffffffff) + (sum >> 32)))
	dd if="$md_sb" of="$1" bs=4096 count=1 oflag=direct,seek_bytes conv=notrunc \
		seek=$((md_sb_sector * 512)) status=none
}

# md_set_layout LAYOUT MEMBER...: of a stopped array; "none" takes away RAID0's
# layout and the feature that vouches for it
md_set_layout() {
	local layout=$1 member
	shift
	for member; do
		md_sb_read "$member" || return
		if [ "$layout" = none ]; then
			md_sb_patch 8 $(($(md_sb_field 8 4) & ~0x1000))
			md_sb_patch 76 0
		else
			md_sb_patch 76 $((layout))
		fi
		md_sb_write "$member" || return
	done
}

# --- arrays ----------------------------------------------------------------------
# md_quietly COMMAND...: what it said only where it fails
md_quietly() {
	local said
	said=$("$@" 2>&1) && return
	echo "$*: $said" >&2
	return 1
}

# md_make ARRAY [MDADM OPTION...]: the geometry's, of ${members[@]}, which are
# blank, so that --assume-clean tells the truth
md_make() {
	local array=$1
	shift
	md_quietly mdadm --create "$array" --run --assume-clean \
		--raid-devices="$md_members" "${md_options[@]}" "$@" "${members[@]}" ||
		return
	[ "$md_layout" = - ] && return
	md_down "$array" && md_set_layout "$md_layout" "${members[@]}" && md_up "$array"
}

# md_up ARRAY [MDADM OPTION...]: assembles ${members[@]}
md_up() {
	local array=$1
	shift
	md_quietly mdadm --assemble "$array" --run "$@" "${members[@]}"
}

md_down() { md_quietly mdadm --stop "$1"; }

# md_attribute ARRAY NAME: of sysfs
md_attribute() { cat "/sys/block/${1##*/}/md/$2"; }

md_is_idle() {
	local action=/sys/block/${1##*/}/md/sync_action
	[ ! -e "$action" ] || [[ $(<"$action") == @(idle|frozen) ]]
}

# md_idle ARRAY [SECONDS]: waits for a resync or check
md_idle() { wait_for "${2:-120}" md_is_idle "$1"; }

# md_mismatches ARRAY: lets the kernel check it; prints the sectors that differ
md_mismatches() {
	local dir=/sys/block/${1##*/}/md
	md_idle "$1" || return
	echo 1000000 >"$dir/sync_speed_min" && echo check >"$dir/sync_action" || return
	md_idle "$1" && cat "$dir/mismatch_cnt"
}
