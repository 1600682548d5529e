# SPDX-License-Identifier: GPL-2.0-only
# An engine that was built for another fio refuses to load, and says so; the
# right one loads.  Where it drives a device, see tests/vm/nvme_topo.bats.

setup_file() {
	cd "$BATS_TEST_DIRNAME/../.." || return
	unset MAKEFLAGS MAKELEVEL MFLAGS
	export BUILD=${BUILD:-build/release}
	export HEADERS=$BATS_FILE_TMPDIR/headers
	mkdir "$HEADERS"
	# headers only: a copy to patch
	(cd "$BUILD/fio-headers/src" && find . -name '*.h' -o -name FIO-VERSION-GEN |
		cpio -pdm --quiet "$HEADERS")
}

setup() {
	cd "$BATS_TEST_DIRNAME/../.." || return
}

# engine_for FIO_SRC: builds the adapter against it, with the rooms as they are
engine_for() {
	engine=$BATS_TEST_TMPDIR/build/fio-nvme_topo.so
	mkdir -p "$BATS_TEST_TMPDIR/build"
	cp -a "$BUILD"/engines "$BUILD"/lib*.a "$BATS_TEST_TMPDIR/build/"
	rm -rf "$BATS_TEST_TMPDIR/build/engines/fio"
	make -s BUILD="$BATS_TEST_TMPDIR/build" FIO_SRC="$1" "$engine"
}

# patched FILE SED-SCRIPT: headers with one change
patched() {
	cp -a "$HEADERS" "$BATS_TEST_TMPDIR/src"
	sed -i "$2" "$BATS_TEST_TMPDIR/src/$1"
	! cmp -s "$HEADERS/$1" "$BATS_TEST_TMPDIR/src/$1"
	engine_for "$BATS_TEST_TMPDIR/src"
}

load_engine() {
	run fio --name=job --ioengine=external:"$engine" --filename="$BATS_TEST_TMPDIR/none" \
		--size=1m
}

refused() {
	load_engine
	echo "$output"
	[ "$status" != 0 ]
	[[ $output == *"nvme_topo: not loaded: built for fio-"*", running in $(fio --version): "*"rebuild it for this fio: make FIO_SRC="* ]]
	[[ $output == *"$1"* ]]
}

@test "headers of the running fio: both stages pass, the engine works" {
	engine=$BUILD/fio-nvme_topo.so
	load_engine
	# past the handshake: the complaint is about the file
	[ "$status" = 1 ]
	[[ $output == *"nvme_topo: $BATS_TEST_TMPDIR/none: No such file or directory"* ]]
	[[ $output != *"not loaded"* ]]
}

@test "the same through a patched copy without a patch" {
	engine_for "$HEADERS"
	load_engine
	[[ $output != *"not loaded"* ]]
	[[ $output == *"No such file or directory"* ]]
}

@test "a member added in the middle of thread_options" {
	patched thread_options.h 's/^\tunsigned int iodepth;/\tunsigned int added;\n&/'
	refused "its struct thread_options has iodepth at"
}

@test "a member added near the tail of thread_options" {
	patched thread_options.h 's/^\tunsigned int allow_mounted_write;/\tunsigned int added;\n&/'
	refused "its struct thread_options has allow_mounted_write at"
}

@test "a member added at the tail of thread_data, as CONFIG_CUDA does" {
	patched fio.h 's/^\tchar verror\[FIO_VERROR_SIZE\];/&\n\tchar added[32];/'
	refused "its struct thread_data has"
}

@test "a member added at the head of thread_data" {
	patched fio.h 's/^struct thread_data {/&\n\tchar added[64];/'
	refused "its struct thread_data has"
}

@test "a member added to fio_option" {
	patched parse.h 's/^struct fio_option {/&\n\tlong added;/'
	refused "its option table has"
}

@test "another version with the same layout" {
	patched FIO-VERSION-GEN 's/^DEF_VER=.*/DEF_VER=fio-3.32/'
	refused "the versions differ"
}

@test "a fio that exports no data, as one linked without -rdynamic" {
	cat >"$BATS_TEST_TMPDIR/host.c" <<-'C'
		#include <dlfcn.h>
		#include <stdarg.h>
		#include <stdio.h>
		void log_err(const char *fmt, ...)
		{
			va_list ap;
			va_start(ap, fmt);
			vfprintf(stderr, fmt, ap);
			va_end(ap);
		}
		int main(int argc, char **argv)
		{
			void *ops = argv, *engine = dlopen(argv[argc - 1], RTLD_LAZY);
			void (*get)(void **);
			if (!engine)
				return puts(dlerror());
			*(void **)&get = dlsym(engine, "get_ioengine");
			get(&ops);
			return !!ops;
		}
	C
	gcc -rdynamic -o "$BATS_TEST_TMPDIR/host" "$BATS_TEST_TMPDIR/host.c"
	run "$BATS_TEST_TMPDIR/host" "$PWD/$BUILD/fio-nvme_topo.so"
	echo "$output"
	[ "$status" = 0 ]
	[[ $output == *"running in ?: it exports no symbols to check"* ]]
}

@test "a version that only begins with ours" {
	patched FIO-VERSION-GEN 's/^DEF_VER=.*/DEF_VER=fio-3/'
	refused "the versions differ"
}

newer() {
	local src status=0
	src=$(tests/lib/fio-source "$1") || status=$?
	[ "$status" != 77 ] || skip "$1's fio source is out of reach"
	engine_for "$src"
	refused "the versions differ"
	# the same, with its version hidden: then the layout speaks
	local version
	version=$(fio --version)
	cp -a "$src" "$BATS_TEST_TMPDIR/faked"
	echo "${version#fio-}" >"$BATS_TEST_TMPDIR/faked/version"
	rm -rf "$BATS_TEST_TMPDIR/build"
	engine_for "$BATS_TEST_TMPDIR/faked"
	refused "its "
}

@test "Debian trixie's fio: compiles, and is refused here" {
	newer trixie
}

@test "Debian sid's fio: compiles, and is refused here" {
	newer sid
}
