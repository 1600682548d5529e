# SPDX-License-Identifier: GPL-2.0-only
# lanes topo on dumps and copies of /sys of machines that nobody has at hand.

setup_file() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	local m=$BATS_FILE_TMPDIR golden=tests/golden/topo
	$golden/make-dumps "$m" || return
	$golden/make-sysfs "$m/r820.txt" "$m/r820" || return
	$golden/make-sysfs "$m/r820_x2.txt" "$m/x2" || return
	$golden/make-sysfs --no-config "$m/r820_x2.txt" "$m/user" || return
	$golden/make-sysfs --no-config "$m/nolnkcap.txt" "$m/nolnkcap"
}

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	lanes=${BUILD:-build/release}/lanes
	m=$BATS_FILE_TMPDIR
}

topo() { run "$lanes" topo "$@"; }

# json FROM FILTER: jq's answer about a machine
json() { "$lanes" topo --json --from "$1" | jq -er "$2"; }

has() { grep -qF -- "$1" <<<"$output" || { printf 'lacks: %s\n%s\n' "$1" "$output"; return 1; }; }
count() { grep -cF -- "$1" <<<"$output"; }

# refused STATUS WORDS...
refused() {
	[ "$status" = "$1" ] || { echo "status $status: $output"; return 1; }
	shift
	local word
	for word; do has "$word" || return 1; done
}

# --- ceilings and verdicts ---------------------------------------------------
@test "four Gen3 drives behind a Gen2 switch: limited by the port, uplink just fits" {
	topo --from "$m/r820.txt"
	[ "$status" = 0 ]
	has "read ceilings at MPS 256, 128 KiB"
	has "5 GT/s x16 (cap 5 x16)  6.60-7.29 GB/s  1.00:1 ok"
	[ "$(count "5 x4 (drive 8 x4)  1.65-1.82 GB/s  ▲")" = 4 ]
	has "▲ limited by the port's capability. Not a fault"
	[ "$(count "downtrained")" = 0 ]
}

@test "a payload size of 128 costs a tenth" {
	topo --from "$m/r820_mps128.txt"
	[ "$status" = 0 ]
	has "read ceilings at MPS 128"
	has "5.85-6.71 GB/s"
	[ "$(count "1.46-1.68 GB/s")" = 4 ]
}

@test "the link trained to x2 is found, and only that one" {
	topo --from "$m/r820_x2.txt"
	[ "$status" = 0 ]
	has "5 x2 (drive 8 x4, port 5 x4)  857-911 MB/s  ▼"
	has "! link 0000:43:06.0-0000:46:00.0 is downtrained: it runs at 5 GT/s x2, both ends can do 5 GT/s x4"
	[ "$(count "is downtrained")" = 1 ]
	[ "$(json "$m/r820_x2.txt" '[.drives[].verdict] | join(",")')" = \
		"limited by port capability,limited by port capability,downtrained,limited by port capability" ]
}

@test "24 drives oversubscribe their uplink 6:1" {
	topo --from "$m/jbof24.txt"
	[ "$status" = 0 ]
	has "6.00:1 oversubscribed"
	has "! uplink 0000:81:00.0 (8 GT/s x16) is oversubscribed 6.00:1"
	[ "$(count "8 x4 (drive 8 x4)  3.32-3.59 GB/s")" = 24 ]
	[ "$(count "▲")" = 0 ]
	[ "$(json "$m/jbof24.txt" '.uplinks[0].drives | length')" = 24 ]
}

@test "a switch behind a switch counts with what its own uplink lets through" {
	[ "$(json "$m/nested.txt" '[.uplinks[] | "\(.bdf) \(.ratio) \(.drives | length)"] | join(",")')" = \
		"0000:01:00.0 1.5 8,0000:03:00.0 2 4" ]
}

@test "ports that could do more than their drives, or whose LnkCap is 0, are no fault" {
	for from in nolnkcap.txt nolnkcap; do
		[ "$(json "$m/$from" '[.tree[].verdict // empty] | unique | join(",")')" = ok ]
		topo --from "$m/$from"
		has "2.5 x1 (drive 2.5 x1)  196-210 MB/s"
	done
}

@test "an HBA is shown with its own link; only NVMe drives have ceilings" {
	topo --from "$m/hba.txt"
	[ "$status" = 0 ]
	has "5 x8 (HBA 5 x8)  3.30-3.64 GB/s"
	[ "$(json "$m/hba.txt" '[.drives[].name] | join(",")')" = 0000:02:00.0 ]
}

@test "the JSON of a dump: what is not known is null" {
	json "$m/r820.txt" '.schema == 1 and .source == "dump" and .host == null and (has("target") | not)'
	json "$m/r820.txt" '.drives[0] | .name == "0000:44:00.0" and .bdf == .name and .controller == null
		and .serial == null and .numa_node == -1 and .size_bytes == null
		and .link == "5 GT/s x4" and .link_cap == "8 GT/s x4"
		and .limited_by == "0000:43:04.0-0000:44:00.0 5 GT/s x4"
		and .path == ["0000:40:03.0", "0000:42:00.0", "0000:43:04.0", "0000:44:00.0"]
		and (.read_lo_Bps / 1e7 | round) == 165 and (.read_hi_Bps / 1e7 | round) == 182
		and .write_lo_Bps > 1e9 and .write_hi_Bps < 2e9'
	json "$m/r820.txt" '.uplinks | length == 1 and .[0].bdf == "0000:42:00.0" and .[0].verdict == "ok"
		and .[0].ratio == 1 and (.[0].read_lo_Bps / 1e7 | round) == 660'
	[ "$(json "$m/r820.txt" '.tree | length')" = 10 ]
}

# --- a copy of /sys ----------------------------------------------------------
@test "a copy of /sys tells names, serials, nodes and queues" {
	json "$m/x2" '.source == "sysfs" and .host == "fixture" and (.mps_assumed | not)'
	json "$m/x2" '.drives | length == 4 and all(.numa_node == 1)'
	json "$m/x2" '.drives[2] | .name == "nvme2n1" and .controller == "nvme2" and .serial == "S2"
		and .model == "Fixture drive 2" and .size_bytes == 400088457216 and .verdict == "downtrained"'
	# a multipath namespace has its queues on the hidden path
	json "$m/x2" '.tree[] | select(.name == "nvme2n1") | .path_name == "nvme2c2n1"
		and .queues == [{"hctx": 0, "cpus": "0,2"}, {"hctx": 1, "cpus": "1,3"}]'
	topo --from "$m/x2"
	has "NUMA node 1"
	has "43:06.0 ─ 46:00.0 nvme2n1 Fixture drive 2"
}

@test "the copy may be given as itself or by the folder above it" {
	[ "$("$lanes" topo --from "$m/x2/sys")" = "$("$lanes" topo --from "$m/x2")" ]
}

@test "without config space, link attributes tell the same verdicts; the payload size is assumed" {
	local filter='[.drives[] | .link, .link_cap, .verdict, .path[]], [.uplinks[] | .bdf, .ratio]'
	[ "$(json "$m/user" "$filter")" = "$(json "$m/x2" "$filter")" ]
	json "$m/user" '.mps_assumed'
	topo --from "$m/user"
	has "Payload sizes are readable by root only: 128 bytes are assumed"
	has "764-839 MB/s  ▼"
}

@test "--for follows dm, md and partitions down to the drives" {
	local answer
	answer=$("$lanes" topo --json --from "$m/r820" --for /dev/dm-0)
	jq -e '.target == "/dev/dm-0" and [.drives[].name] == ["nvme0n1", "nvme1n1"]
		and .uplinks[0].ratio == 0.5' <<<"$answer"
	[ "$(jq -r '.stack[] | "\(.depth) \(.kind) \(.name) \(.detail)"' <<<"$answer")" = \
"0 dm dm-0 vg-data
1 md md0 raid0
2 partition nvme0n1p1 null
3 disk nvme0n1 null
2 partition nvme1n1p1 null
3 disk nvme1n1 null" ]
	topo --from "$m/r820" --for ng3n1
	[ "$status" = 0 ]
	has "ng3n1  char"
	has "nvme3n1 Fixture drive 3"
	[ "$(count "Fixture drive")" = 1 ]
}

@test "--explain walks from a drive to the root" {
	for name in nvme2n1 ng2n1 /dev/nvme2n1; do
		topo --from "$m/x2" --explain $name
		[ "$status" = 0 ]
		has "queue 1: CPUs 1,3"
		has "link 0000:43:06.0-0000:46:00.0 at 5 GT/s x2: downtrained"
		has "device can 8 GT/s x4, port can 5 GT/s x4"
		has "link 0000:40:03.0-0000:42:00.0 at 5 GT/s x16: ok"
		has "narrowest link: 0000:43:06.0-0000:46:00.0"
		has "shares 0000:42:00.0 with 3 drives, 0.88:1 ok"
	done
	topo --from "$m/x2" --explain 44:00.0
	has "limited by port capability; the device could do more, the port cannot: no fault"
}

@test "--ascii keeps to ASCII" {
	topo --ascii --from "$m/r820_x2.txt"
	[ "$status" = 0 ]
	[ -z "$(LC_ALL=C grep '[^ -~]' <<<"$output")" ]
	has "43:06.0 - 46:00.0"
}

# --- this machine ------------------------------------------------------------
@test "this machine, its root directory and a filesystem without a device" {
	topo
	[ "$status" = 0 ]
	"$lanes" topo --json --for / | jq -e '.source == "live" and .stack[0].kind == "directory"
		and .stack[0].name == "/" and .stack[1].kind == "filesystem"'
	"$lanes" topo --json --for /proc | jq -e '(.stack | length) == 2 and .stack[1].name == "proc" and .drives == []'
	"$lanes" topo --json --for "$BATS_TEST_FILENAME" | jq -e '.stack[0].kind == "file"'
}

# --- bad input ---------------------------------------------------------------
@test "calls that make no sense: status 2" {
	topo --nonsense
	refused 2 "see lanes topo --help"
	topo /dev/nvme0n1
	refused 2 "/dev/nvme0n1: is no option" "--for"
	topo --json --explain nvme0
	refused 2 "--explain" "--json"
	topo --from
	refused 2 "see lanes topo --help"
	topo --help
	[ "$status" = 0 ]
	has "usage: lanes topo"
}

@test "a dump that is indented, cut, text or twice the same: its own words each" {
	sed 's/^/    /' "$m/r820.txt" >"$m/indented.txt"
	topo --from "$m/indented.txt"
	refused 1 "indented.txt: holds no PCI function" "remove the indentation"
	sed '13s/.*/20: 00 00 0/' "$m/r820.txt" >"$m/cut.txt"
	topo --from "$m/cut.txt"
	refused 1 "cut.txt: line 13: " "unchanged"
	head -c 100 "$m/r820.txt" >"$m/short.txt"
	topo --from "$m/short.txt"
	refused 1 "short.txt: line 3: "
	grep '^0000' "$m/r820.txt" >"$m/text.txt"
	topo --from "$m/text.txt"
	refused 1 "text.txt: has no config space of 0000:40:03.0" "lspci -xxx"
	cat "$m/r820.txt" "$m/r820.txt" >"$m/twice.txt"
	topo --from "$m/twice.txt"
	refused 1 "twice.txt: has 0000:40:03.0 twice"
	: >"$m/empty.txt"
	topo --from "$m/empty.txt"
	refused 1 "empty.txt: holds no PCI function"
	head -c 4000 /dev/urandom >"$m/noise.txt"
	topo --from "$m/noise.txt"
	refused 1 "noise.txt: "
}

@test "a dump of 64 bytes each, all that other users get, still gives the tree" {
	sed '/^[4-9a-f]0: /d' "$m/r820.txt" >"$m/x.txt"
	json "$m/x.txt" '[.drives[] | .link, .read_hi_Bps] | all(. == null)'
	json "$m/x.txt" '.drives[0].path | length == 4'
}

@test "things that are not there, or are something else" {
	topo --from "$m/nowhere"
	refused 1 "nowhere: No such file or directory"
	mkdir "$m/folder"
	topo --from "$m/folder"
	refused 1 "folder: holds neither sys/bus/pci/devices nor sys/class/block" "a copy of /sys"
	topo --from "$m/r820" --for nvme9n1
	refused 1 "nvme9n1: is no block device of"
	topo --from "$m/r820.txt" --for nvme0n1
	refused 1 "nvme0n1: cannot be looked for in a dump"
	topo --from "$m/r820.txt" --explain 99:00.0
	refused 1 "99:00.0: is not in the tree"
	topo --for "$m/nowhere"
	refused 1 "nowhere: No such file or directory"
	topo --for /dev/null
	refused 1 "/dev/null: is no NVMe namespace"
	rm "$m/user/sys/bus/pci/devices/0000:42:00.0/vendor"
	topo --from "$m/user"
	refused 1 "user/sys/bus/pci: cannot be read" "vendor"
}

@test "a full device is an error" {
	run bash -c "'$lanes' topo --from '$m/r820.txt' >/dev/full"
	refused 1 "No space left"
}
