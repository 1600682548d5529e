# SPDX-License-Identifier: GPL-2.0-only
# rig: sas
load lib

@test "a SAS HBA with eight phys and four disks" {
	phys=(/sys/class/sas_phy/*)
	[ ${#phys[@]} -eq 8 ]
	ends=(/sys/class/sas_end_device/*)
	[ ${#ends[@]} -eq 4 ]
	for serial in D0 D1 D2 D3; do [[ $(dev_of $serial) == sd? ]]; done
	lspci -d ::0100 | grep -q SAS
}

@test "an NVMe drive beside it" {
	[[ $(dev_of S0) == nvme* ]]
}
