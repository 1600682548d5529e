# SPDX-License-Identifier: GPL-2.0-only
# rig: two-node
# lanes topo on two nodes with a switch each: everything as lspci and sysfs say.

load lib
load topo

setup_file() {
	cp "$BUILD/lanes" /tmp/lanes
	modprobe -a ext4 loop dm-mod raid0
	/tmp/lanes topo --json >/tmp/topo.json
}

@test "every PCI function as lspci and sysfs say" {
	functions_agree /tmp/topo.json
}

@test "every disk and every controller as sysfs says" {
	disks_agree /tmp/topo.json
	controllers_agree /tmp/topo.json
}

@test "every queue as sysfs says" {
	queues_agree /tmp/topo.json
	[ "$(jq '[.tree[] | select(.name == "'"$(dev_of A0)"'") | .queues[]] | length' /tmp/topo.json)" = 8 ]
}

@test "drives stand under their node; two share each switch, 2.00:1" {
	run /tmp/lanes topo
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"NUMA node 0"*"NUMA node 1"* ]]
	[ "$(grep -c '2.00:1 oversubscribed' <<<"$output")" = 2 ]
	[ "$(jq '.drives[] | select(.serial == "A0") | .numa_node' /tmp/topo.json)" = 0 ]
	[ "$(jq '.drives[] | select(.serial == "B1") | .numa_node' /tmp/topo.json)" = 1 ]
	jq -e '.uplinks | length == 2 and all(.drives | length == 2)' /tmp/topo.json
}

@test "a dump of this very machine gives the same links, ceilings and uplinks" {
	local filter='[.drives[] | {bdf, link, link_cap, verdict, read_lo_Bps, read_hi_Bps, write_lo_Bps, path}], [.uplinks[] | {bdf, ratio}]'
	lspci -D -xxxx >/tmp/dump.txt
	diff <(/tmp/lanes topo --json --from /tmp/dump.txt | jq "$filter") <(jq "$filter" /tmp/topo.json)
}

@test "another user sees the same links, and is told that payload sizes are assumed" {
	local filter='[.drives[] | {name, bdf, link, link_cap, verdict, path}]'
	setpriv --reuid 65534 --regid 65534 --clear-groups /tmp/lanes topo --json >/tmp/user.json
	jq -e .mps_assumed /tmp/user.json
	diff <(jq "$filter" /tmp/user.json) <(jq "$filter" /tmp/topo.json)
}

# kinds JSON: of the layers from the target down
kinds() { jq -r '[.stack[].kind] | join(" ")' <<<"$1"; }

@test "a directory on ext4 on md, and the character node, lead to their drives" {
	local a b answer
	a=$(dev_of A0)
	b=$(dev_of B0)
	[ "$(/tmp/lanes topo --json --for "/dev/${a/nvme/ng}" | jq -r '[.stack[].name] | join(" ")')" = "${a/nvme/ng} $a" ]
	md_create /dev/md0 0 64 "/dev/$a" "/dev/$b"
	mkfs.ext4 -q /dev/md0
	mkdir -p /tmp/fs
	mount /dev/md0 /tmp/fs
	mkdir /tmp/fs/deep
	answer=$(/tmp/lanes topo --json --for /tmp/fs/deep)
	umount /tmp/fs
	md_stop /dev/md0 "/dev/$a" "/dev/$b"
	echo "$answer" | head -n 60
	[ "$(kinds "$answer")" = "directory filesystem md disk disk" ]
	[ "$(jq -r '.stack[1].name + " " + .stack[1].detail + " " + .stack[2].detail' <<<"$answer")" = "ext4 /tmp/fs raid0" ]
	[ "$(jq -r '[.drives[].serial] | sort | join(" ")' <<<"$answer")" = "A0 B0" ]
	jq -e '.uplinks == []' <<<"$answer"
}

@test "a partition, dm on it, a loop device on a file of that" {
	local a loop answer
	a=/dev/$(dev_of A1)
	addpart "$a" 1 2048 262144
	dmsetup create lanes --table "0 262144 linear ${a}p1 0"
	mkfs.ext4 -q /dev/mapper/lanes
	mkdir -p /tmp/fs
	mount /dev/mapper/lanes /tmp/fs
	truncate -s 1M /tmp/fs/image
	loop=$(losetup -f --show /tmp/fs/image)
	answer=$(/tmp/lanes topo --json --for "$loop")
	losetup -d "$loop"
	umount /tmp/fs
	dmsetup remove lanes
	delpart "$a" 1
	blank "$a"
	echo "$answer" | head -n 60
	[ "$(kinds "$answer")" = "loop file filesystem dm partition disk" ]
	[ "$(jq -r '.stack[3].detail' <<<"$answer")" = lanes ]
	[ "$(jq -r '[.drives[].serial] | join(" ")' <<<"$answer")" = A1 ]
}

@test "a filesystem without a device ends the stack" {
	/tmp/lanes topo --json --for /tmp | jq -e '.stack[1].name == "tmpfs" and .drives == []'
}

@test "a namespace of NVMe over TCP is a drive without a path" {
	local remote answer
	remote=$(nvme_tcp_loopback lanes-topo "/dev/$(dev_of B1)")
	answer=$(/tmp/lanes topo --json --for "/dev/$remote")
	/tmp/lanes topo >/tmp/text
	nvme_tcp_disconnect lanes-topo
	echo "$answer" | head -n 60
	jq -e '.drives | length == 1 and (.[0] | .transport == "tcp" and .bdf == null and .path == []
		and .read_hi_Bps == null and .numa_node == -1)' <<<"$answer"
	grep -q "tcp" /tmp/text
}
