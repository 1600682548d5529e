# SPDX-License-Identifier: GPL-2.0-only
# Lint finds what it is there for: each rule is broken once in a small tree.

setup() {
	local top
	top=$(cd "$BATS_TEST_DIRNAME/../.." && pwd)
	unset MAKEFLAGS MAKELEVEL MFLAGS
	tree=$BATS_TEST_TMPDIR/tree
	export BUILD=build/x
	mkdir -p "$tree"/tests/{lint,vm/machines} "$tree"/engines/{base,topology,nvme,fio} "$tree"/postprocess/{model,plot,report}
	cp "$top"/tests/lint/* "$tree/tests/lint/"
	cp "$top/Makefile" "$top/.clang-format" "$tree/"
	cd "$tree" || return
	source_file engines/base/good.c 'int good(void);' '' 'int good(void)' '{' '	return 0;' '}'
}

# source_file PATH LINE...: with the license that every file has
source_file() {
	local path=$1
	shift
	printf '%s\n' '// SPDX-License-Identifier: GPL-2.0-only' "$@" >"$path"
}

# lint_finds TEXT: as its only finding
lint_finds() {
	run tests/lint/run
	echo "$output"
	[ "$status" = 1 ]
	[[ $output == *"$1"* ]]
	[ "$(grep -c '^  ' <<<"$output")" = 1 ]
}

@test "a tree that keeps the rules passes" {
	run tests/lint/run
	echo "$output"
	[ "$status" = 0 ]
	[[ $output =~ ^lint:\ [0-9]+\ checks,\ 0\ failed$ ]]
}

@test "TAP says the same" {
	rm engines/base/good.c
	source_file engines/base/good.c 'int  good;'
	run tests/lint/run --tap
	[ "$status" = 1 ]
	[ "$(grep -c '^ok' <<<"$output")" = $(($(sed -n 's/^1\.\.//p' <<<"$output") - 1)) ]
	grep -q '^# engines/base/good.c: 1 places' <<<"$output"
}

@test "a room that includes one above it" {
	source_file engines/base/bad.h '#ifndef LANES_BASE_BAD_H' '#define LANES_BASE_BAD_H' \
		'#include "topology/tree.h"' '#endif'
	lint_finds 'engines/base/bad.h:4: base may not include topology (topology/tree.h)'
}

@test "a room that is not in the table" {
	mkdir engines/attic
	source_file engines/attic/old.c 'int old;'
	lint_finds "engines/attic/old.c: room 'attic' is not in the table"
}

@test "fio's headers outside host.h" {
	source_file engines/fio/bad.c '#include <fio.h>'
	lint_finds 'engines/fio/bad.c:2:'
}

@test "a header guard of another name" {
	source_file engines/nvme/bad.h '#ifndef BAD_H' '#define BAD_H' '#endif'
	lint_finds 'engines/nvme/bad.h: its guard must be LANES_NVME_BAD_H'
}

@test "a pure room that opens a file" {
	source_file engines/topology/bad.c '#include <fcntl.h>' '' 'int bad(void);' '' \
		'int bad(void)' '{' '	return open("/dev/null", 0);' '}'
	lint_finds 'build/x/libtopology.a calls open'
}

@test "an engine that prints" {
	source_file engines/fio/bad.c '#include <stdio.h>' '' 'void bad(void);' '' \
		'void bad(void)' '{' '	fprintf(stderr, "no");' '}'
	lint_finds 'engines/fio/bad.c:8:'
}

@test "a file without a license" {
	printf '#!/bin/bash\ntrue\n' >tests/bad
	lint_finds 'tests/bad: no SPDX line'
}

@test "work that was left for later" {
	source_file engines/base/bad.c '/* TO''DO: all of it */' 'int bad;'
	lint_finds 'engines/base/bad.c:2:'
}

@test "the path of the machine that it was written on" {
	source_file engines/base/bad.c "/* see $PWD/notes */" 'int bad;'
	lint_finds 'engines/base/bad.c:2:'
}

@test "a rig test that names no machine, or none that is there" {
	source_file tests/vm/bad.bats '@test "x" { true; }'
	sed -i '1s,^//,#,' tests/vm/bad.bats
	lint_finds "tests/vm/bad.bats: no line '# rig: MACHINE'"
	sed -i '2i # rig: nosuch' tests/vm/bad.bats
	lint_finds 'tests/vm/bad.bats: no machine tests/vm/machines/nosuch'
}

@test "what static analysis finds" {
	source_file engines/base/bad.c '#include <stdlib.h>' '' 'int bad(void);' '' \
		'int bad(void)' '{' '	char *p = malloc(1);' '' '	return p != NULL;' '}'
	lint_finds 'engines/base/bad.c:10: Memory leak: p [memleak]'
}

@test "a script that bash cannot read" {
	printf '#!/bin/bash\n# SPDX-License-Identifier: GPL-2.0-only\nif true; then\n' >tests/bad
	run tests/lint/run
	[ "$status" = 1 ]
	[[ $output == *"tests/bad: line 4: syntax error"* ]]
}
