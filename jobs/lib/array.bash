# SPDX-License-Identifier: GPL-2.0-only
# Targets of --engine md_stripe: an md array that the engine drives by its
# members.  A stopped one has no device, so it is named as the engine's options
# name it:
#
#   md_uuid=UUID                      its members are looked for
#   md_members=/dev/a,/dev/b,...      or given
#   /dev/mdX                          a running one: reads only
#
# `lanes md` finds it, as the engine will.

# is_array_name TARGET: is it one of the names that only md_stripe knows?
is_array_name() {
	[[ $1 == md_uuid=?* || $1 == md_members=?* ]]
}

# find_lanes: the program
find_lanes() {
	command -v "${LANES:-$ROOT/build/release/lanes}" || command -v lanes
}

# array_value KEY: a top-level member of what `lanes md` said, in VALUE
array_value() {
	VALUE=$(sed -n 's/^  "'"$1"'": \(.*[^,]\),\{0,1\}$/\1/p' <<<"$ARRAY")
	[[ $VALUE != null ]] || VALUE=
	[[ $VALUE != '"'*'"' ]] || VALUE=${VALUE:1:-1}
}

# classify_array: what classify does, for md_stripe; NODE and DIR stay empty
classify_array() {
	local lanes question disk dir said
	# shellcheck disable=SC2034 # the runner's
	SHAPE=device NODE='' DIR='' MEMBERS=() DRIVES=() ENGINE_OPTIONS=()
	case $TARGET in
	md_uuid=*) question=(--uuid "${TARGET#*=}") ;;
	md_members=*) question=(--members "${TARGET#*=}") ;;
	*) question=("$TARGET") ;;
	esac
	lanes=$(find_lanes) ||
		die "--engine md_stripe" "finds its array by lanes, which is not built" \
			"run make, or name it in LANES"
	said=$({ "$lanes" md "${question[@]}" --json; } 2>&1) || {
		said=$(head -1 <<<"$said")
		die "--target $TARGET" "cannot be driven: ${said#lanes md: }"
	}
	ARRAY=$said
	mapfile -t MEMBERS < <(sed -n 's/^      "disk": "\(.*\)",$/\1/p' <<<"$ARRAY")
	[ ${#MEMBERS[@]} -gt 0 ] ||
		die "--target $TARGET" "is made of files" "give an array of block devices"
	for disk in "${MEMBERS[@]}"; do
		dir=$(realpath -e "$SYS/class/block/$disk") ||
			die "--target $TARGET" "the kernel knows no $disk"
		mapfile -t -O ${#DRIVES[@]} DRIVES < <(drives "$dir")
	done
	mapfile -t DRIVES < <(printf '%s\n' "${DRIVES[@]}" | sort -Vu)
	is_array_name "$TARGET" || return 0
	ENGINE_OPTIONS=("--$TARGET")
}

# array_name: what fio and the records call it
array_name() {
	if is_array_name "$TARGET"; then
		array_value name
		printf '%s' "${VALUE//[^A-Za-z0-9_.-]/-}"
	else
		fio_path "$TARGET"
	fi
}

# array_unusable: why it must not be written, in one line, or nothing
array_unusable() {
	local member what
	array_value state
	if [ "$VALUE" = stopped ]; then
		for member in "${MEMBERS[@]}"; do
			what=$(in_use "$(realpath "$SYS/class/block/$member")")
			[ -z "$what" ] || { echo "$what"; return; }
		done
	fi
	array_value why_not
	[ -z "$VALUE" ] || {
		what=$VALUE
		array_value remedy
		echo "$what${VALUE:+; $VALUE}"
	}
}
