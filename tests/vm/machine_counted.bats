# SPDX-License-Identifier: GPL-2.0-only
# rig: counted
load lib

@test "the same work takes the same number of instructions" {
	cd "$BATS_TEST_TMPDIR"
	cp "$(command -v fio)" fio
	device=$("$BATS_TEST_DIRNAME/nvme-tcp-loopback")
	counts=()
	for i in 1 2; do
		counts+=("$(./fio --name=a --ioengine=io_uring_cmd --cmd_type=nvme \
			--filename="/dev/ng${device#nvme}" --rw=randread --bs=4k --iodepth=32 \
			--number_ios=5000 --size=512m --norandommap --thread --eta=never \
			--gtod_reduce=1 --output-format=json | sed -n 's/ *"runtime" : \([0-9]*\),/\1/p' | head -1)")
	done
	echo "${counts[*]} ms for 5000 reads"
	((counts[0] > 100))
	difference=$((counts[0] - counts[1]))
	((${difference#-} <= 1))
	nvme_tcp_disconnect loopback
	[ ! -e "/dev/$device" ]
}
