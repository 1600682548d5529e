# SPDX-License-Identifier: GPL-2.0-only
# lanes md on regular files: superblocks made here, arrays without any, and a
# copy of a machine's /sys and /dev.

bats_require_minimum_version 1.5.0

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	lanes=$PWD/${BUILD:-build/release}/lanes
	cd "$BATS_TEST_TMPDIR" || return
}

md() { run "$lanes" md "$@"; }
has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }
# json FILTER OPTION...: jq's answer
json() {
	local filter=$1 text
	shift
	text=$("$lanes" md --json "$@") && jq -er "$filter" <<<"$text"
}

# refused STATUS LINE: just that, on standard error
refused() {
	local status_wanted=$1 line=$2
	shift 2
	run --separate-stderr "$lanes" md "$@"
	[ "$status" = "$status_wanted" ] || { echo "status $status: $stderr"; return 1; }
	[ -z "$output" ]
	[ "$stderr" = "lanes md: $line" ] || { printf '%s\n%s\n' "$stderr" "lanes md: $line"; return 1; }
}

# member FILE SLOT [FIELD=VALUE...]: a file of 20 MiB, member of a 1.2 array
member() {
	truncate -s 20M "$1"
	perl -we '
		use strict;
		my ($file, $slot, @fields) = @ARGV;
		my %f = (level => 5, layout => 2, members => 3, chunk => 128, size => 36864,
			features => 0, offset => 2048, data => 38912, events => 7,
			resync => ~0, uuid => "c0ffee00112233445566778899aabbcc", @fields);
		my $sb = pack("VVVV a16 a32 Q< l< V Q< V V x32 Q< Q< Q< x8 V x36 Q< Q< V V x32",
			0xa92b4efc, 1, $f{features}, 0, pack("H*", $f{uuid}), "box:tank", 0,
			$f{level}, $f{layout}, $f{size}, $f{chunk}, $f{members},
			$f{offset}, $f{data}, 8, $slot, $f{events}, $f{resync}, 0, 128);
		$sb .= pack("v128", map { $_ < $f{members} ? $_ : 0xffff } 0 .. 127);
		my $sum = 0;
		$sum += $_ for unpack("V*", $sb);
		substr($sb, 216, 4) = pack("V", ($sum & 0xffffffff) + ($sum >> 32));
		open(my $to, "+<", $file) or die;
		seek($to, 4096, 0);
		print $to $sb;
	' "$1" "$2" "${@:3}"
}

array() { # COUNT [FIELD VALUE...]
	local i
	for ((i = 0; i < $1; i++)); do
		member "m$i" $i members "$1" "${@:2}" || return
	done
}

# --- stopped arrays -----------------------------------------------------------
@test "a stopped array: geometry, members, writable" {
	array 3
	md --members m2,m0,m1
	[ "$status" = 0 ]
	has "box:tank  raid5, left-symmetric, chunk 64 KiB, 3 members"
	has "size      36 MiB (37748736 bytes), requests of 512 B or more"
	has "metadata  1.2, UUID c0ffee00:11223344:55667788:99aabbcc"
	has "state     stopped"
	has "writable  yes"
	has "   1  m1           1 MiB      19 MiB      20 MiB     512 B     -"
	json '.schema == 1 and .name == "box:tank" and .disk == null and .path == null
		and .metadata == "1.2" and .state == "stopped" and .level == "raid5"
		and .layout == "left-symmetric" and .layout_number == 2
		and .chunk_bytes == 65536 and .start_bytes == 0
		and .size_bytes == 37748736 and .array_bytes == 37748736
		and .block_bytes == 512 and .data_chunks == 2 and .parities == 1
		and .copies == 1 and .missing == 0 and .events == 7 and .checked == null
		and .dirty == false and .bitmap == false and .ppl == false
		and .writable and .why_not == null and .warning == null
		and (has("map") | not)' --members m0,m1,m2
	json '.members | length == 3 and .[2] == {slot: 2, state: "present", path: "m2",
		disk: null, write_mostly: false, data_offset_bytes: 1048576,
		data_bytes: 19922944, device_bytes: 20971520, block_bytes: 512,
		numa_node: -1}' --members m0,m1,m2
}

@test "an offset lands on a member, its LBA, and on parity" {
	array 3
	# row 7 of [0 1 P] [3 P 2] [P 4 5]: P on slot 1, then chunk 14 on 2, 15 on 0
	json '.map == {offset_bytes: 1000001, bytes: 48575, chunk: 15, row: 7, at: [
		{role: "data", slot: 0, path: "m0", byte: 1524289, lba: 2977},
		{role: "P", slot: 1, path: "m1", byte: 1524289, lba: 2977}]}' \
		--members m0,m1,m2 --map 1000001
	md --members m0,m1,m2 --map 960k
	has "byte 983040, chunk 15, row 7; 65536 bytes in one piece"
	has "  data     slot 0  m0  byte 1507328  LBA 2944"
	has "  P        slot 1  m1  byte 1507328  LBA 2944"
	# the last byte, and the one behind it
	json '.map | .bytes == 1 and .chunk == 575 and .row == 287' --members m0,m1,m2 --map 37748735
	refused 1 "37748736: is beyond the end of box:tank, which has 37748736 bytes" \
		--members m0,m1,m2 --map 37748736
}

@test "copies of RAID1 and RAID10, P and Q of RAID6" {
	array 3 level 1 layout 0 chunk 0
	json '[.map.at[] | "\(.role) \(.slot) \(.lba)"] == ["copy 0 0 2050", "copy 1 1 2050", "copy 2 2 2050"]
		and (.map | has("chunk") or has("row") | not)' --members m0,m1,m2 --map 1k
	array 4 level 10 layout 258
	json '[.map.at[] | "\(.role) \(.slot) \(.lba)"] == ["copy 0 2 2176", "copy 1 3 2176"]' \
		--members m0,m1,m2,m3 --map 192k
	array 4 level 6
	# left-symmetric: row 1 has P on 2, Q on 3, then chunks 2 and 3
	json '[.map.at[] | "\(.role) \(.slot) \(.lba)"] == ["data 1 2177", "P 2 2177", "Q 3 2177"]' \
		--members m0,m1,m2,m3 --map 197120
}

@test "a missing member is said, and where its data would be rebuilt from" {
	array 4 level 6
	md --members m3,missing,m0,m2 --map 192k
	[ "$status" = 0 ]
	has "4 members, 1 missing"
	has "   1  missing"
	has "writable  no: box:tank: is degraded: the member of slot 1 is missing"
	has "  data     slot 1  missing"
	json '.writable == false and .missing == 1 and .members[1] == {slot: 1, state: "missing"}
		and .map.at[0] == {role: "data", slot: 1, path: null, byte: null, lba: null}' \
		--members m3,m0,m2 --map 192k
	run --separate-stderr "$lanes" md --members m0
	[ "$status" = 1 ]
	[[ $stderr == *"too many are missing"* ]]
}

@test "a dirty array is read with a warning, and not written" {
	array 3 resync 0
	md --members m0,m1,m2
	[ "$status" = 0 ]
	has "state     stopped, dirty"
	has "writable  no: box:tank: is dirty: a resync is due; assemble it"
	has "warning   box:tank is dirty"
	json '.dirty and (.writable | not) and (.why_not | test("is dirty"))
		and (.remedy | test("mdadm --stop")) and (.warning | test("resync"))' --members m0,m1,m2
}

@test "what must not be driven is refused, and nothing is written to it" {
	array 3
	member m1 1 features 4
	sha256sum m? >before
	run --separate-stderr "$lanes" md --members m0,m1,m2
	[ "$status" = 1 ]
	[[ $stderr == "lanes md: m1: "*"reshaped"* ]]
	[ "$(wc -l <<<"$stderr")" = 1 ]
	member m1 1 uuid 00000000000000000000000000000000
	run --separate-stderr "$lanes" md --members m0,m1,m2
	[ "$status" = 1 ]
	[[ $stderr == *"belongs to the array"* ]]
	member m1 1
	run --separate-stderr "$lanes" md --members m0,m1,m1
	[ "$status" = 1 ]
	[[ $stderr == *"claims slot 1"* ]]
	refused 1 "11111111-22222222-33333333-44444444: is not the UUID of the array that the members make up (c0ffee00:11223344:55667788:99aabbcc); leave md_uuid= or md_members= away" \
		--members m0,m1,m2 --uuid 11111111-22222222-33333333-44444444
	member m1 1 features 4
	sha256sum -c --quiet before
}

# --- arrays without metadata ----------------------------------------------------
@test "an array without metadata is what its user says" {
	truncate -s 10M a b c
	md tank --members a,b,c --level raid0 --chunk 20k --map 100k
	[ "$status" = 0 ]
	has "tank  raid0, chunk 20 KiB, 3 members"
	has "metadata  none"
	has "  data     slot 2  c  byte 20480  LBA 40"
	json '.layout == "right-asymmetric" and .members[0].data_offset_bytes == 1048576
		and .size_bytes == 2 * 9 * 1048576' \
		--members a,b,c --level 5 --layout ra --chunk 64k --offset 1m
	json '.map.at == [{role: "data", slot: 1, path: "b", byte: 5, lba: 0}]' \
		--members a,b,c --level linear --map 10485765
	refused 1 "a: has no md superblock; name the array's members; one without metadata is described by md_level=, md_layout=, md_chunk=, md_offset=" \
		--members a,b,c
}

# --- a copy of a machine -----------------------------------------------------------
# attr NAME TEXT: of md0
attr() { mkdir -p "$(dirname "$sys/md/$1")" && echo "$2" >"$sys/md/$1"; }

running_raid0() {
	local i dir
	sys=box/sys/devices/virtual/block/md0
	mkdir -p box/dev/md box/sys/class/block $sys/holders
	ln -s ../../devices/virtual/block/md0 box/sys/class/block/md0
	ln -s ../md0 box/dev/md/tank
	echo 9:0 | tee box/dev/md0 >$sys/dev
	echo 393216 >$sys/size
	for attr in level=raid0 layout=-1 chunk_size=65536 raid_disks=2 component_size=0 \
		array_state=clean array_size=default metadata_version=external:/md127/0 \
		reshape_position=none consistency_policy=none; do
		attr ${attr%%=*} ${attr#*=}
	done
	for i in 0 1; do
		dir=box/sys/devices/pci0000:00/0000:00:0$i.0/nvme/nvme$i
		mkdir -p $dir/nvme${i}n1/queue
		echo 1 >$dir/numa_node
		echo 259:$i >$dir/nvme${i}n1/dev
		echo 400000 >$dir/nvme${i}n1/size
		echo 4096 >$dir/nvme${i}n1/queue/logical_block_size
		ln -s ../../${dir#box/sys/}/nvme${i}n1 box/sys/class/block/nvme${i}n1
		attr dev-nvme${i}n1/slot $((1 - i))
		attr dev-nvme${i}n1/state in_sync
		attr dev-nvme${i}n1/offset 40960
		attr dev-nvme${i}n1/new_offset 40960
		attr dev-nvme${i}n1/size 98304
		ln -s ../../../../../../class/block/nvme${i}n1 $sys/md/dev-nvme${i}n1/block
	done
	mkdir -p box/sys/devices/virtual/block/md127/md
	echo external:imsm >box/sys/devices/virtual/block/md127/md/metadata_version
	ln -s ../../devices/virtual/block/md127 box/sys/class/block/md127
}

@test "a running array in a container, of another machine's /sys" {
	running_raid0
	json '.name == "md0" and .disk == "md0" and .path == "box/dev/md0" and .metadata == "external:imsm"
		and .state == "clean" and .level == "raid0" and .events == null and .uuid == null
		and .block_bytes == 4096 and (.writable | not) and (.why_not | test("is running"))
		and .members[0].disk == "nvme1n1" and .members[1].disk == "nvme0n1"
		and .members[0].numa_node == 1 and .members[0].data_offset_bytes == 40960 * 512
		and .map.at == [{role: "data", slot: 1, path: "box/dev/nvme0n1", byte: 20971520, lba: 5120}]' \
		/dev/md/tank --from box --map 64k
}

@test "a partition of an array maps through it" {
	running_raid0
	mkdir $sys/md0p1
	echo 1 >$sys/md0p1/partition
	echo 128 >$sys/md0p1/start
	echo 200 >$sys/md0p1/size
	echo 259:9 | tee box/dev/md0p1 >$sys/md0p1/dev
	ln -s ../../devices/virtual/block/md0/md0p1 box/sys/class/block/md0p1
	md /dev/md0p1 --from box --map 0
	[ "$status" = 0 ]
	has "md0p1  raid0"
	has "part      from byte 65536 of md0's 192 MiB"
	has "byte 0, chunk 1; 65536 bytes in one piece"
	json '.start_bytes == 65536 and .size_bytes == 102400 and .array_bytes == 201326592
		and .map.bytes == 36864 and .map.at[0].slot == 0' /dev/md0p1 --from box --map 64k
	refused 1 "102400: is beyond the end of md0p1, which has 102400 bytes" /dev/md0p1 --from box --map 100k
}

# --- calls that make no sense -----------------------------------------------------
@test "errors are one line that says what to do" {
	local running="name a running array (/dev/mdX, /dev/md/NAME, a partition of one), or a stopped one by md_uuid= or md_members= (lanes md: --uuid, --members)"
	refused 1 "/dev/md/nonesuch: is not there; $running" /dev/md/nonesuch
	refused 1 "/dev/null: is no md array; $running" /dev/null
	refused 1 "/dev/null: is neither a block device nor a regular file; name a member by its block device" --members /dev/null
	refused 1 "1234: is no UUID of an md array; give it as mdadm prints it; ':' may be '-'" --uuid 1234
	refused 1 "missing,,b: is no list of members: an entry is empty or too long" --members missing,,b --level 1
	refused 2 "no array is named; see lanes md --help"
	refused 2 "b: is a second array; members go after --members, separated by commas" a b
	refused 2 "5q: is no size for --map: bytes, or with k, m, g, t" a --map 5q
	refused 2 "-1: is no size for --chunk: bytes, or with k, m, g, t" a --chunk -1
	refused 2 "99999999t: is no size for --offset: bytes, or with k, m, g, t" a --offset 99999999t
	md --nonesuch
	[ "$status" = 2 ]
	has "see lanes md --help"
}

@test "lanes md --help, and the list of commands" {
	md --help
	[ "$status" = 0 ]
	has "usage: lanes md [ARRAY] [OPTION...]"
	run "$lanes" --help
	has "  md      an md array, its members, and where an offset lies"
}

@test "output that cannot be written is an error" {
	array 3
	[ -w /dev/full ] || skip "no /dev/full"
	run sh -c '"$0" md --members m0,m1,m2 >/dev/full' "$lanes"
	[ "$status" = 1 ]
	has "No space left on device"
}
