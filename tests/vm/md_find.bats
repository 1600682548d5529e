# SPDX-License-Identifier: GPL-2.0-only
# rig: plain
# lanes md against mdadm and against the data: what is stamped through an array
# must lie on the members where lanes says.

load lib
load md

setup_file() {
	cp "$BUILD/lanes" /tmp/
	md_load
	modprobe loop
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return
	array=/dev/md0
}

teardown() {
	local dir
	for dir in /sys/block/md*; do
		[ -e "$dir" ] && mdadm --stop --quiet "/dev/${dir##*/}"
	done
	# containers go last
	for dir in /sys/block/md*; do
		[ -e "$dir" ] && mdadm --stop --quiet "/dev/${dir##*/}"
	done
	losetup -D
	md_devices_gone
}

md() { run /tmp/lanes md "$@"; }
has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }

# json FILTER FILE: what jq finds; to save starts, FILTER may print many lines
json() { jq -er "$1" "$2" || { cat "$2"; return 1; }; }

# stamp DEVICE OFFSET: 4 KiB that are nowhere else
stamp() {
	head -c 4096 /dev/urandom >"stamp.$2"
	dd if="stamp.$2" of="$1" bs=4096 count=1 seek="$2" oflag=direct,seek_bytes \
		conv=notrunc status=none
}

# lies_on_members OFFSET LANES_ARGUMENT...: the stamp, and each copy of it
lies_on_members() {
	local offset=$1 role path byte
	shift
	/tmp/lanes md --json --map "$offset" "$@" >map.json || return
	jq -r '.map.at[] | select(.role | test("data|copy")) | "\(.role|split(" ")[0]) \(.path) \(.byte)"' \
		map.json >places
	[ -s places ] || return
	while read -r role path byte; do
		dd if="$path" of=found bs=4096 count=1 skip="$byte" iflag=direct,skip_bytes \
			status=none || return
		cmp found "stamp.$offset" || { echo "offset $offset: $role $path $byte"; return 1; }
	done <places
}

# as_mdadm_says FILE: lanes' JSON of the running array
as_mdadm_says() {
	local key value level devices metadata uuid member
	mdadm --detail --export "$array" >detail || return
	while IFS='=' read -r key value; do
		case $key in
		MD_LEVEL) level=$value ;;
		MD_DEVICES) devices=$value ;;
		MD_METADATA) metadata=$value ;;
		MD_UUID) uuid=$value ;;
		esac
	done <detail
	jq -r '"\(.level) \(.members | length) \(.metadata) \(.uuid) \(.size_bytes) \(.checked)"' "$1" >ours
	echo "$level $devices $metadata $uuid $(blockdev --getsize64 "$array") true" | diff - ours || return
	[ "$metadata" != 0.90 ] || return 0
	jq -r '.members[] | "\(.disk) \(.slot) \(.data_offset_bytes / 512)"' "$1" | sort >ours
	for member in "${members[@]}"; do
		# 1.0 has its data at the front, and says nothing of it
		mdadm --examine "$member" | awk -v disk="$(disk_of "$member")" '
			$1 == "Data" && $2 == "Offset" { offset = $4 }
			$2 == "Role" { role = $NF }
			END { print disk, role, offset + 0 }'
	done | sort | diff - ours
}

# disk_of DEVICE: its kernel name
disk_of() {
	local major minor
	read -r major minor <<<"$(stat -c '%t %T' "$1")"
	basename "$(realpath "/sys/dev/block/$((16#$major)):$((16#$minor))")"
}

# places_of ARRAY: offsets that show a pattern
places_of() {
	local bytes
	bytes=$(blockdev --getsize64 "$1")
	echo 0 $((bytes / 3 & ~4095)) $((bytes / 2 & ~4095)) $(((bytes - 4096) & ~4095))
}

one_geometry() { # NAME
	local offset uuid offsets
	md_geometry "$1" && md_devices && md_make "$array" || return
	offsets=$(places_of "$array")
	for offset in $offsets; do
		stamp "$array" "$offset" && lies_on_members "$offset" "$array" || return
		mv map.json "running.$offset"
	done
	as_mdadm_says running.0 || return
	json '.state | test("clean|active")' running.0 || return
	json '(.writable | not) and (.why_not | test("is running")) and (.remedy | test("--stop /dev/md0"))' \
		running.0 || return
	uuid=$(json .uuid running.0)
	md_down "$array" || return
	for offset in $offsets; do
		/tmp/lanes md --json --uuid "${uuid//:/-}" --map "$offset" >stopped.json || return
		[ "$(jq .map "running.$offset")" = "$(jq .map stopped.json)" ] || return
	done
	json '.state == "stopped" and .disk == null and .path == null' stopped.json || return
	# all that does not change when an array is stopped
	for offset in running.0 stopped.json; do
		jq -S '[.metadata, .uuid, .level, .layout, .chunk_bytes, .array_bytes, .block_bytes,
			.members]' "$offset" >"$offset.same"
	done
	diff running.0.same stopped.json.same || return
	# by name, in any order
	/tmp/lanes md --json --members "$(printf '%s\n' "${members[@]}" | tac | paste -sd,)" >named.json || return
	json '[.members[].slot] == [range(.members | length)] and .missing == 0' named.json
	md_devices_gone
}

# md_interop.bats has them all; here the ones that are found differently
@test "arrays of each level, running and stopped, are where lanes says" {
	local name names=(linear-5 r0-5-original r1-3-write-mostly r5-4-0.90 r5-4-1.0 r5-4-bitmap
		r6-6-ddf-N-continue r10-5-f2)
	[ "${FULL:-}" != 1 ] || read -ra names -d '' <<<"$(md_geometries)" || true
	for name in "${names[@]}"; do
		one_geometry "$name" || { echo "geometry $name"; return 1; }
	done
}

@test "linear members of odd sizes" {
	local i members=()
	for i in 0 1 2; do
		truncate -s $((4 * 1048576 + (2 * i + 1) * 512)) "part$i"
		members+=("$(losetup -f --show "part$i")")
	done
	# without a superblock at the front, sizes stay odd
	mdadm --create $array --run --quiet -l linear -n 3 -e 1.0 "${members[@]}"
	for i in 0 4194304 $(($(blockdev --getsize64 $array) / 512 * 512 - 4096)); do
		stamp $array $i
		lies_on_members $i $array
	done
	as_mdadm_says map.json
}

@test "a partition, a name, and what stands above" {
	md_geometry r5-3
	md_devices
	md_make /dev/md/tank --name=tank
	array=$(realpath /dev/md/tank)
	md --json /dev/md/tank
	[ "$status" = 0 ]
	[ "$(jq -r .path <<<"$output")" = "$array" ]
	addpart "$array" 1 2048 8192
	wait_for 10 test -b "${array}p1"
	stamp "${array}p1" 409600
	lies_on_members 409600 "${array}p1"
	json '.start_bytes == 1048576 and .size_bytes == 4194304' map.json
	md "${array}p1" --map 4194304
	[ "$status" = 1 ]
	modprobe ext4
	mkfs.ext4 -q "${array}p1"
	mkdir -p /tmp/mnt
	mount "${array}p1" /tmp/mnt
	md "$array"
	umount /tmp/mnt
	[ "$status" = 0 ]
	has "writable  no: $array: is running, and is mounted on /tmp/mnt (by its partition ${array#/dev/}p1)"
	mdadm --stop --quiet "$array"
	md /dev/md/tank
	[ "$status" = 1 ]
	[ "${#lines[@]}" = 1 ]
	has "or a stopped one by md_uuid="
}

@test "degraded: the failed member is missing, and stale once stopped" {
	md_geometry r5-4-left-symmetric
	md_devices
	md_make $array
	mdadm --fail --quiet $array /dev/ram1
	stamp $array 65536
	lies_on_members 65536 $array || [ "$(jq -r '.map.at[0].path' map.json)" = null ]
	json '.missing == 1 and .members[1].state == "missing"' map.json
	mdadm --remove --quiet $array /dev/ram1
	md_down $array
	# it still says that it is an active member
	md --members /dev/ram0,/dev/ram1,/dev/ram2,/dev/ram3
	[ "$status" = 0 ]
	has "   1  missing"
	has "is degraded: the member of slot 1 is missing"
	has "warning   /dev/ram1 is stale"
	md --members /dev/ram0,/dev/ram1
	[ "$status" = 1 ]
	has "too many are missing"
}

@test "what is under way is refused; what is dirty is read only" {
	local uuid
	md_geometry r5-4-left-symmetric
	md_devices
	# as slow as md can be
	echo 1 >/proc/sys/dev/raid/speed_limit_max
	echo 1 >/proc/sys/dev/raid/speed_limit_min
	md_quietly mdadm --create $array --run -l 5 -n 4 -c 16 --force "${members[@]}"
	/tmp/lanes md --json $array >dirty.json
	uuid=$(jq -r .uuid dirty.json)
	json '.dirty and (.warning | test("resync is due"))' dirty.json
	md_down $array
	md --uuid "$uuid"
	[ "$status" = 0 ]
	has "writable  no: "
	has "is dirty: a resync is due"
	# a spare takes a failed member's place
	md_up $array
	echo 100000 >/proc/sys/dev/raid/speed_limit_max
	md_idle $array
	mdadm --fail --quiet $array /dev/ram3
	mdadm --remove --quiet $array /dev/ram3
	echo 1 >/proc/sys/dev/raid/speed_limit_max
	mdadm --zero-superblock /dev/ram3
	mdadm --add --quiet $array /dev/ram3
	wait_for 10 grep -q recover /sys/block/md0/md/sync_action
	md $array
	[ "$status" = 1 ]
	has "is to be recovered"
	md_down $array
	md --members "$(IFS=,; echo "${members[*]}")"
	[ "$status" = 1 ]
	has "has not been rebuilt whole yet"
	echo 200000 >/proc/sys/dev/raid/speed_limit_max
	echo 1000 >/proc/sys/dev/raid/speed_limit_min
}

@test "bad blocks, running and stopped" {
	md_geometry r1-2
	md_devices
	md_make $array
	echo "200 8" >/sys/block/md0/md/dev-ram1/bad_blocks
	md $array
	[ "$status" = 1 ]
	has "has bad blocks on its member ram1, the first at sector 200"
	stamp $array 0
	md_down $array
	mdadm --examine /dev/ram1 | grep -q 'bad blocks present'
	md --members /dev/ram0,/dev/ram1
	[ "$status" = 1 ]
	has "/dev/ram1: has 1 ranges of bad blocks"
}

@test "a partial parity log, a journal, a container" {
	md_geometry r5-4-ppl
	md_devices
	md_make $array
	md $array
	[ "$status" = 0 ]
	has "partial parity log"
	md_down $array
	md --members "$(IFS=,; echo "${members[*]}")"
	[ "$status" = 0 ]
	has "would replay that log"
	md_geometry r5-3
	md_devices
	md_quietly mdadm --create $array --run -l 5 -n 3 --write-journal /dev/ram5 "${members[@]}"
	md $array
	[ "$status" = 1 ]
	has "has a write journal"
	md_down $array
	md --members "$(IFS=,; echo "${members[*]}")"
	[ "$status" = 1 ]
	has "journal"
}

@test "IMSM volumes are read while they run, two in one container" {
	export IMSM_NO_PLATFORM=1 IMSM_DEVNAME_AS_SERIAL=1
	local container volume offset members=()
	for offset in 0 1 2; do
		truncate -s 200M "disk$offset"
		members+=("$(losetup -f --show "disk$offset")")
	done
	md_quietly mdadm --create /dev/md/imsm -e imsm -n 3 "${members[@]}"
	md_quietly mdadm --create /dev/md/vol0 -l 0 -n 3 -c 64 --size=20M --run /dev/md/imsm
	md_quietly mdadm --create /dev/md/vol1 -l 0 -n 3 -c 16 --size=20M --run /dev/md/imsm
	container=$(realpath /dev/md/imsm)
	for volume in vol0 vol1; do
		array=/dev/md/$volume
		for offset in $(places_of $array); do
			stamp $array "$offset"
			lies_on_members "$offset" $array
		done
		[ "$(json '"\(.metadata) \(.checked) \(.size_bytes)"' map.json)" = \
			"external:imsm true $(blockdev --getsize64 $array)" ]
	done
	json '.members[0].data_offset_bytes > 20 * 1048576' map.json
	json '(.writable | not) and (.remedy | test("only read"))' map.json
	md "$container"
	[ "$status" = 1 ]
	has "$container: is a container of arrays (external:imsm), no array"
	mdadm --stop --quiet /dev/md/vol0
	mdadm --stop --quiet /dev/md/vol1
	mdadm --stop --quiet "$container"
	md --members "$(IFS=,; echo "${members[*]}")"
	[ "$status" = 1 ]
	has "has IMSM metadata, which are read of a running array only"
}
