# SPDX-License-Identifier: GPL-2.0-only
# The engines that --engine may name, and where ours lie.

ENGINES_BUILTIN='io_uring libaio psync sync'
ENGINES_OURS='nvme_topo md_stripe'

# is_ours NAME
is_ours() {
	[[ " $ENGINES_OURS " == *" $1 "* ]]
}

# find_ours NAME: the path of fio-NAME.so
find_ours() {
	local d
	for d in ${LANES_LIB:+"$LANES_LIB"} "$ROOT/build/release" \
		/usr/local/lib/fio; do
		[ -e "$d/fio-$1.so" ] && realpath "$d/fio-$1.so" && return
	done
	return 1
}

# engine_word NAME: what fio's ioengine= gets
engine_word() {
	local so
	if is_ours "$1"; then
		so=$(find_ours "$1") ||
			die "--engine $1" "fio-$1.so is not built" \
				"run make, or name its folder in LANES_LIB"
		echo "external:$so"
		return
	fi
	case " $ENGINES_BUILTIN " in
	*" $1 "*) echo "$1" ;;
	*) die "--engine $1" "no engine of this runner" \
		"one of: $ENGINES_BUILTIN $ENGINES_OURS" ;;
	esac
}

# engine_version NAME: fio's own for its own, the library's digest for ours
engine_version() {
	local so
	if is_ours "$1" && so=$(find_ours "$1"); then
		printf 'sha256:%s' "$(sha256sum <"$so" | cut -c1-16)"
	else
		fio --version
	fi
}
