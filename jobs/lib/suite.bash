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
		f=${f%/defaults.env}
		[ -d "$f" ] && echo "${f##*/}"
	done
}

# presets SUITE
presets() {
	sed -n 's/^\[\([a-z]*\)\]$/\1/p' "$JOBS/$1/defaults.env"
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

# The suite as it was read:
declare -a ALL_TESTS=()    # in the order they run
declare -A JOB_FILE=()     # of a test
declare -A RAW=()          # "TEST OPTION" -> value as written
declare -A VARIABLES=()    # of a job file: the names it reads
declare -A VAR=()          # their values

# load_suite SUITE SHAPE
load_suite() {
	local file
	while IFS= read -r file; do
		load_job_file "$file"
	done < <(job_files "$1" "$2")
}

load_job_file() {
	local file=$1 section=$1 line
	VARIABLES[$file]=' '
	while IFS= read -r line; do
		case $line in
		'[global]') ;;
		'['*']')
			section=${line//[\[\]]/}
			ALL_TESTS+=("$section")
			JOB_FILE[$section]=$file
			;;
		'# fresh:'*) RAW["$section fresh"]=1 ;;
		'#'* | '') ;;
		*=*)
			RAW["$section ${line%%=*}"]=${line#*=}
			note_variables "$file" "$line"
			;;
		*) RAW["$section $line"]=1 ;;
		esac
	done <"$file"
}

# note_variables FILE LINE: the ${NAME}s of a line
note_variables() {
	local rest=$2
	while [[ $rest =~ \$\{([A-Z0-9_]+)\}(.*) ]]; do
		[[ ${VARIABLES[$1]} == *" ${BASH_REMATCH[1]} "* ]] ||
			VARIABLES[$1]+="${BASH_REMATCH[1]} "
		rest=${BASH_REMATCH[2]}
	done
}

# raw_option TEST OPTION: as written, [global]'s if it has none of its own; in
# VALUE
raw_option() {
	VALUE=${RAW["$1 $2"]-${RAW["${JOB_FILE[$1]} $2"]-}}
}

# option TEST OPTION [DEFAULT]: with the variables put in, as fio will; in VALUE
option() {
	local name
	raw_option "$1" "$2"
	for name in "${!VAR[@]}"; do
		VALUE=${VALUE//"\${$name}"/"${VAR[$name]}"}
	done
	VALUE=${VALUE:-${3-}}
}

# preset_values SUITE SECTION: its NAME=VALUE lines
preset_values() {
	awk -v want="[$2]" '
		/^\[/ { on = ($0 == want); next }
		on && /^[A-Z][A-Z0-9_]*=/
	' "$JOBS/$1/defaults.env"
}

# load_variables SUITE PRESET ARRAY: into VAR; --set's words win
load_variables() {
	local line section
	for section in "$2" ${3:+"$2 array"}; do
		while IFS= read -r line; do
			VAR[${line%%=*}]=${line#*=}
		done < <(preset_values "$1" "$section")
	done
	for line in "${SET[@]}"; do
		[[ $line == *=* && -n ${VAR[${line%%=*}]+set} ]] ||
			die "--set $line" "no variable of suite $1" \
				"its variables: $(printf '%s\n' "${!VAR[@]}" | sort | paste -sd' ')"
		VAR[${line%%=*}]=${line#*=}
	done
}

# fio_path PATH: fio takes a colon for the end of a file name
fio_path() {
	printf '%s' "${1//:/\\:}"
}

# environment TEST: into ENVIRONMENT, the NAME=VALUE words of its job file
environment() {
	local name
	ENVIRONMENT=()
	for name in ${VARIABLES[${JOB_FILE[$1]}]}; do
		ENVIRONMENT+=("$name=${VAR[$name]-}")
	done
}

# size_needed TEST: bytes of the target that it covers, in BYTES
size_needed() {
	local jobs
	option "$1" numjobs 1
	jobs=$VALUE
	[[ $jobs =~ ^[1-9][0-9]{0,4}$ ]] ||
		die "numjobs=$jobs" "no number of jobs" "from 1 to 99999"
	option "$1" size
	bytes "$VALUE" && ((BYTES > 0 && BYTES <= (1 << 62) / jobs)) ||
		die "size=$VALUE" "no size" "e.g. --set SIZE=64m"
	((BYTES *= jobs))
}

# takes_engine TEST: does --engine reach it?
takes_engine() {
	raw_option "$1" ioengine
	[ "$VALUE" = "\${ENGINE}" ]
}

writes() {
	option "$1" rw
	[[ $VALUE == *write* ]]
}
