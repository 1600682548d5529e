# SPDX-License-Identifier: GPL-2.0-only
# rig: sas
# lanes topo on a SAS HBA: its phys and disks, beside an NVMe drive.

load lib
load topo

setup_file() {
	cp "$BUILD/lanes" /tmp/lanes
	/tmp/lanes topo --json >/tmp/topo.json
}

@test "every function, disk and controller as lspci and sysfs say" {
	functions_agree /tmp/topo.json
	disks_agree /tmp/topo.json
	controllers_agree /tmp/topo.json
}

@test "the HBA's phys with their rates; its disks without a ceiling" {
	local phys
	phys=$(find /sys/class/sas_phy -name 'phy-*' | wc -l)
	[ "$phys" -gt 0 ]
	[ "$(jq '[.tree[] | select(.kind == "phy")] | length' /tmp/topo.json)" = "$phys" ]
	[ "$(jq -r '[.tree[] | select(.kind == "phy") | .negotiated_rate] | join(",")' /tmp/topo.json)" = \
		"$(for phy in $(jq -r '.tree[] | select(.kind == "phy") | .name' /tmp/topo.json); do
			cat "/sys/class/sas_phy/$phy/negotiated_linkrate"
		done | paste -sd,)" ]
	jq -e '[.drives[] | select(.transport == "sas")] | length == 4 and all(.read_hi_Bps == null)' /tmp/topo.json
	run /tmp/lanes topo
	echo "$output"
	[[ $output == *"$phys phys: "* ]]
}
