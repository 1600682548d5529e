# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# lanes topo against lspci and sysfs, function by function and disk by disk:
# each side is written as a table, and the tables are compared.  Programs start
# slowly in the rig, so each runs once for all.

# table FILE FILTER: rows of a jq filter over the tree's nodes, tab separated
table() { jq -r ".tree[] | $2 | map(if . == null then \"-\" else . end) | @tsv" "$1"; }

# same WHAT OURS THEIRS
same() {
	[ "$2" = "$3" ] && return
	echo "$1: lanes (<) and the system (>) differ:"
	diff <(echo "$2") <(echo "$3")
	return 1
}

# what lspci -D -vv says, as: function, LnkSta, LnkCap, MaxPayload, MaxReadReq
lspci_table() {
	lspci -D -vv | awk '
		function show() { if (bdf) print bdf, sta, cap, mps, mrrs }
		function link(line) {
			if (!match(line, /Speed [0-9.]+GT\/s/)) return "-"
			speed = substr(line, RSTART + 6, RLENGTH - 10)
			if (!match(line, /Width x[0-9]+/)) return "-"
			width = substr(line, RSTART + 6, RLENGTH - 6)
			return width == "x0" ? "-" : speed " GT/s " width
		}
		function bytes(line, word) {
			if (!match(line, word " [0-9]+ bytes")) return "-"
			return substr(line, RSTART + length(word) + 1, RLENGTH - length(word) - 7)
		}
		BEGIN { OFS = "\t" }
		/^[0-9a-f]/ { show(); bdf = $1; sta = cap = mps = mrrs = "-"; ctl = 0 }
		/DevCtl:/ { ctl = 1 }
		/DevSta:/ { ctl = 0 }
		/LnkCap:/ { cap = link($0) }
		/LnkSta:/ { sta = link($0) }
		ctl && /MaxPayload/ { mps = bytes($0, "MaxPayload"); mrrs = bytes($0, "MaxReadReq") }
		END { show() }' | sort
}

# value FILE: its first line, "-" if there is none
value() {
	local line=
	[ -r "$1" ] && read -r line <"$1"
	echo "${line:--}"
}

# sysfs_link FOLDER current|max, in lanes' words
sysfs_link() {
	local speed width
	speed=$(value "$1/$2_link_speed")
	width=$(value "$1/$2_link_width")
	case $speed:$width in
	-:* | Unknown*:* | *:0 | *:255) echo - ;;
	*) speed=${speed% PCIe}; echo "${speed/.0 / } x$width" ;;
	esac
}

# function, ids, driver, parent, links by sysfs
sysfs_table() {
	local path dir parent driver
	for path in /sys/bus/pci/devices/*; do
		dir=$(readlink -f "$path")
		parent=${dir%/*}
		parent=${parent##*/}
		[[ $parent =~ ^[0-9a-f]+:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$ ]] || parent=-
		driver=-
		[ -e "$dir/driver" ] && driver=$(readlink "$dir/driver") && driver=${driver##*/}
		printf '%s\t' "${path##*/}" "$(value "$dir/class")" "$(value "$dir/vendor")" \
			"$(value "$dir/device")" "$driver" "$parent" "$(sysfs_link "$dir" current)"
		sysfs_link "$dir" max
	done | sort
}

# functions_agree FILE
functions_agree() {
	local function='select(.kind == "pci")'
	same lspci "$(table "$1" "$function | [.name, .link, .link_cap, .mps_bytes, .mrrs_bytes]" | sort)" \
		"$(lspci_table)"
	same sysfs "$(table "$1" "$function | [.name, .class, .vendor, .device, .driver, .parent, .link, .link_cap]" | sort)" \
		"$(sysfs_table)"
}

# disk, function, size, block size of every disk that a device carries
disk_table() {
	local path dir disk bdf
	for path in /sys/block/*; do
		disk=${path##*/}
		dir=$(readlink -f "$path")
		# nvme0c0n1 is a path, not a disk; a shared namespace is virtual
		[[ $disk =~ ^nvme[0-9]+c ]] && continue
		[[ $dir == */devices/virtual/* && $disk != nvme* ]] && continue
		bdf=$(grep -oE '[0-9a-f]{4,}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]' <<<"$dir" | tail -n 1)
		printf '%s\t%s\t%s\t%s\n' "$disk" "${bdf:-shared}" \
			$(($(value "$path/size") * 512)) "$(value "$path/queue/logical_block_size")"
	done | sort
}

# disks_agree FILE
disks_agree() {
	same disks "$(jq -r '
		(.tree | map(select(.kind == "disk")) | group_by(.name) | map({(.[0].name): .[0]}) | add) as $disks
		| .drives[] | $disks[.name] as $disk
		| [.name, (if $disk.path_name != .name then "shared" else .bdf end), .size_bytes,
			$disk.block_size_bytes] | @tsv' "$1" | sort)" "$(disk_table)"
}

# controller, serial number, model, node
controller_table() {
	local dir
	for dir in /sys/class/nvme/nvme*; do
		printf '%s\t%s\t%s\t%s\n' "${dir##*/}" "$(value "$dir/serial")" \
			"$(value "$dir/model")" "$(value "$dir/device/numa_node")"
	done | sort
}

# controllers_agree FILE; emulated links run as their devices can, so that
# nothing is at fault
controllers_agree() {
	same controllers "$(table "$1" 'select(.kind == "controller") | [.name, .serial, .model, .numa_node]' | sort)" \
		"$(controller_table)"
	same verdicts "$(jq -r '[.tree[].verdict // empty] | unique | join(",")' "$1")" ok
}

# "path hctx 0-2,5" -> "path hctx 0 1 2 5", and "0, 1" the same way
expand_cpus() {
	awk '{
		line = $1 " " $2
		$1 = $2 = ""
		n = split($0, parts, /[ ,]+/)
		for (i = 1; i <= n; i++) {
			if (parts[i] == "") continue
			if (split(parts[i], ends, "-") < 2) ends[2] = ends[1]
			for (cpu = ends[1]; cpu <= ends[2]; cpu++) line = line " " cpu
		}
		print line
	}' | sort
}

# queues_agree FILE
queues_agree() {
	local queue path
	same queues "$(jq -r '.tree[] | select(.kind == "disk") | .path_name as $path | .queues[]
			| "\($path) \(.hctx) \(.cpus)"' "$1" | expand_cpus)" \
		"$(for queue in /sys/class/nvme/nvme*/nvme*/mq/*; do
			path=${queue%/mq/*}
			echo "${path##*/} ${queue##*/} $(value "$queue/cpu_list")"
		done | expand_cpus)"
}
