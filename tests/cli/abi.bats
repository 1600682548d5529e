# SPDX-License-Identifier: GPL-2.0-only
# An engine that was built for another fio refuses to load, and says so; the
# right one loads.  Each engine of the Makefile; where they drive a device, see
# tests/vm.

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
	read -ra engines < <(sed -n 's/^ENGINES := //p' Makefile)
	folder=$BATS_TEST_TMPDIR/build
}

# engines_for FIO_SRC: builds the adapters against it, with the rooms as they are
engines_for() {
	local targets=("${engines[@]/#/$folder/fio-}")
	mkdir -p "$folder"
	cp -a "$BUILD"/engines "$BUILD"/lib*.a "$folder/"
	rm -rf "$folder/engines/fio"
	make -s -j "$(nproc)" BUILD="$folder" FIO_SRC="$1" "${targets[@]/%/.so}"
}

# patched FILE SED-SCRIPT: headers with one change
patched() {
	cp -a "$HEADERS" "$BATS_TEST_TMPDIR/src"
	sed -i "$2" "$BATS_TEST_TMPDIR/src/$1"
	! cmp -s "$HEADERS/$1" "$BATS_TEST_TMPDIR/src/$1"
	engines_for "$BATS_TEST_TMPDIR/src"
}

load_engine() { # NAME
	run fio --name=job --ioengine=external:"$folder/fio-$1.so" \
		--filename="$BATS_TEST_TMPDIR/none" --size=1m
	echo "$output"
}

# refused WHY: each engine
refused() {
	local engine
	for engine in "${engines[@]}"; do
		load_engine "$engine"
		[ "$status" != 0 ]
		[[ $output == *"$engine: not loaded: built for fio-"*", running in $(fio --version): "*"rebuild it for this fio: make FIO_SRC="* ]]
		[[ $output == *"$1"* ]]
	done
}

# loaded: past the handshake, the complaint is about the file
loaded() {
	local engine
	for engine in "${engines[@]}"; do
		load_engine "$engine"
		[ "$status" = 1 ]
		[[ $output == *"$engine: $BATS_TEST_TMPDIR/none: "*"not "* || \
			$output == *"$engine: $BATS_TEST_TMPDIR/none: No such file or directory"* ]]
		[[ $output != *"not loaded"* ]]
	done
}

@test "headers of the running fio: both stages pass, the engines work" {
	[ ${#engines[@]} -gt 0 ]
	folder=$BUILD
	loaded
}

@test "the same through a patched copy without a patch" {
	engines_for "$HEADERS"
	loaded
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
	local engine
	for engine in "${engines[@]}"; do
		run "$BATS_TEST_TMPDIR/host" "$(realpath "$BUILD/fio-$engine.so")"
		echo "$output"
		[ "$status" = 0 ]
		[[ $output == *"$engine: "*"running in ?: it exports no symbols to check"* ]]
	done
}

@test "a version that only begins with ours" {
	patched FIO-VERSION-GEN 's/^DEF_VER=.*/DEF_VER=fio-3/'
	refused "the versions differ"
}

newer() {
	local src status=0
	src=$(tests/lib/fio-source "$1") || status=$?
	[ "$status" != 77 ] || skip "$1's fio source is out of reach"
	engines_for "$src"
	refused "the versions differ"
	# the same, with its version hidden: then the layout speaks
	local version
	version=$(fio --version)
	cp -a "$src" "$BATS_TEST_TMPDIR/faked"
	echo "${version#fio-}" >"$BATS_TEST_TMPDIR/faked/version"
	rm -rf "$BATS_TEST_TMPDIR/build"
	engines_for "$BATS_TEST_TMPDIR/faked"
	refused "its "
}

@test "Debian trixie's fio: compiles, and is refused here" {
	newer trixie
}

@test "Debian sid's fio: compiles, and is refused here" {
	newer sid
}
