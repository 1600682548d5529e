# SPDX-License-Identifier: GPL-2.0-only
# What a suite is: a folder of job files whose sections are its tests.
#
#   *-device.fio, *-filesystem.fio   for targets of that shape; others for both
#   [section]                        a test; description= is its title,
#                                    rw= its direction
#   # fresh: ...  in a section       files of earlier tests are removed first
#   defaults.env                     the presets: the variables of the job files

suites() {
	local f
	for f in "$JOBS"/*/defaults.env; do
		[ -e "$f" ] && basename "${f%/defaults.env}"
	done
}

# presets SUITE
presets() {
	sed -n 's/^\[\([a-z]*\)\]$/\1/p' "$JOBS/$1/defaults.env"
}

# preset_values SUITE SECTION: its NAME=VALUE lines
preset_values() {
	awk -v want="[$2]" '
		/^\[/ { on = ($0 == want); next }
		on && /^[A-Z][A-Z0-9_]*=/
	' "$JOBS/$1/defaults.env"
}

# job_files SUITE SHAPE
job_files() {
	local f
	for f in "$JOBS/$1"/*.fio; do
		case $f in
		*-device.fio) [ "$2" = device ] || continue ;;
		*-filesystem.fio) [ "$2" = filesystem ] || continue ;;
		esac
		echo "$f"
	done
}

# suite_tests SUITE SHAPE: lines "TEST FILE", in the order they run
suite_tests() {
	local f
	while read -r f; do
		sed -n "s|^\[\([^]]*\)\]\$|\1 $f|p" "$f"
	done < <(job_files "$1" "$2") | grep -v '^global '
}

# job_option FILE SECTION OPTION: its value as written, [global]'s if it has
# none of its own
job_option() {
	awk -v sec="[$2]" -v opt="$3" '
		/^\[/ { cur = $0 }
		index($0, opt "=") == 1 {
			v = substr($0, length(opt) + 2)
			if (cur == sec) own = v
			else if (cur == "[global]") glob = v
		}
		END { print own != "" ? own : glob }
	' "$1"
}

# job_fresh FILE SECTION: must earlier files be gone?
job_fresh() {
	awk -v sec="[$2]" '
		/^\[/ { cur = $0 }
		cur == sec && /^# fresh:/ { found = 1 }
		END { exit !found }
	' "$1"
}

# The variables of the job files, in VAR.  `load_variables SUITE PRESET ARRAY`
# fills it; --set's words in SET win.
declare -A VAR=()
load_variables() {
	local line section
	for section in "$2" ${3:+"$2 array"}; do
		while IFS= read -r line; do
			VAR[${line%%=*}]=${line#*=}
		done < <(preset_values "$1" "$section")
	done
	for line in "${SET[@]}"; do
		[ -n "${VAR[${line%%=*}]+set}" ] ||
			die "--set $line" "no variable of suite $1" \
				"its variables: $(printf '%s\n' "${!VAR[@]}" | sort | paste -sd' ')"
		VAR[${line%%=*}]=${line#*=}
	done
}

# expand TEXT: ${NAME} replaced, as fio will do
expand() {
	local s=$1 name
	for name in "${!VAR[@]}"; do
		s=${s//"\${$name}"/"${VAR[$name]}"}
	done
	printf '%s' "$s"
}

# option FILE SECTION OPTION [DEFAULT]: the expanded value
option() {
	local v
	v=$(expand "$(job_option "$1" "$2" "$3")")
	printf '%s' "${v:-${4-}}"
}

# size_needed FILE SECTION: bytes of target that a test covers
size_needed() {
	local size jobs
	jobs=$(option "$1" "$2" numjobs 1)
	[[ $jobs =~ ^[1-9][0-9]{0,4}$ ]] ||
		die "numjobs=$jobs" "no number of jobs" "from 1 on"
	size=$(bytes "$(option "$1" "$2" size)") ||
		die "size=$(option "$1" "$2" size)" "no size" "e.g. --set SIZE=64m"
	echo $((size * jobs))
}

# takes_engine FILE SECTION: does --engine reach this test?
takes_engine() {
	[ "$(job_option "$1" "$2" ioengine)" = "\${ENGINE}" ]
}

writes() {
	case $(option "$1" "$2" rw) in
	*write* | *trim* | *rw*) return 0 ;;
	esac
	return 1
}

# fio_path PATH: fio takes a colon for the end of a file name
fio_path() {
	printf '%s' "${1//:/\\:}"
}

# environment FILE: the NAME=VALUE words that the job file reads
environment() {
	local name
	while read -r name; do
		printf '%s=%s\n' "$name" "${VAR[$name]-}"
	done < <(grep -v '^#' "$1" | grep -o '\${[A-Z0-9_]*}' | tr -d '${}' | sort -u)
}
