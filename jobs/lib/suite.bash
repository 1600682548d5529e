# SPDX-License-Identifier: GPL-2.0-only
# What a suite is: a folder of job files whose sections are its tests.
#
#   *-device.fio, *-filesystem.fio   for targets of that shape; others for both
#   [section]                        a test; description= is its title,
#                                    rw= its direction
#   # fresh: ...  in a section       files of earlier tests are removed first
#   # needs: TEST                    it works on what that one wrote, which
#                                    therefore runs before it
#   # generated: NAME by SCRIPT ...  the variable NAME is a file that a script
#                                    of the suite prints from the variables
#                                    said here, before the test
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
declare -ga ALL_TESTS=()    # in the order they run
declare -gA JOB_FILE=()     # of a test
declare -gA RAW=()          # "TEST OPTION" -> value as written
declare -gA VARIABLES=()    # of a job file: the names it reads
declare -gA VAR=()          # their values

# load_suite SUITE SHAPE
load_suite() {
	local file
	while IFS= read -r file; do
		load_job_file "$file"
	done < <(job_files "$1" "$2")
}

load_job_file() {
	local file=$1 section=$1 line name
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
		'# needs: '*)
			read -r _ _ line _ <<<"$line"
			RAW["$section needs"]=${line%[,;]}
			;;
		'# generated: '*)
			note_variables "$file" "$line"
			read -r _ _ name _ line _ <<<"$line"
			RAW["$section generated"]="$name ${line%[,;]}"
			note_variables "$file" "\${$name}"
			;;
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

# load_variables SUITE PRESET SHAPE ARRAY: into VAR; --set's words win
load_variables() {
	local line section
	for section in "$2" "$2 $3" ${4:+"$2 array"}; do
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
	local jobs step=0
	option "$1" numjobs 1
	jobs=$VALUE
	[[ $jobs =~ ^[1-9][0-9]{0,4}$ ]] ||
		die "numjobs=$jobs" "no number of jobs" "from 1 to 99999"
	option "$1" offset_increment 0
	if [ "$VALUE" != 0 ]; then
		sane_size offset_increment "$VALUE" "$jobs"
		step=$BYTES
	fi
	size_of_job "$1" "$jobs"
	raw_option "$1" directory
	[ -z "$VALUE" ] || step=$BYTES
	BYTES=$((BYTES + step * (jobs - 1)))
}

# sane_size OPTION TEXT TIMES: in BYTES
sane_size() {
	bytes "$2" && ((BYTES > 0 && BYTES <= (1 << 61) / $3)) ||
		die "$1=$2" "no size" "e.g. --set SIZE=64m"
}

# size_of_job TEST JOBS: what one job covers, in BYTES; 0 where it takes what
# there is
size_of_job() {
	local files
	BYTES=0
	raw_option "$1" read_iolog
	[ -z "$VALUE" ] || return 0
	option "$1" size
	[[ $SHAPE != device || ! $VALUE =~ ^([1-9][0-9]?|100)%$ ]] || return 0
	if [ -n "$VALUE" ]; then
		sane_size size "$VALUE" "$2"
		return
	fi
	option "$1" nrfiles 1
	files=$VALUE
	option "$1" filesize
	sane_size filesize "$VALUE" $((files * $2))
	((BYTES *= files))
}

# takes_engine TEST: does --engine reach it?
takes_engine() {
	raw_option "$1" ioengine
	[ "$VALUE" = "\${ENGINE}" ]
}

# allows_engine TEST: does it stay itself with ENGINE?  If not, WHY in words
allows_engine() {
	if takes_engine "$1"; then
		option "$1" iodepth 1
		[[ $VALUE != 1 && $ENGINE == *sync ]] || return 0
		WHY="keeps $VALUE requests in flight, which $ENGINE cannot"
	else
		is_ours "$ENGINE" || return 0
		WHY="has its own engine, which is part of the test"
	fi
	return 1
}

# direction TEST: what counts of it, in VALUE
direction() {
	option "$1" rw
	case $VALUE in
	rw | randrw | readwrite) VALUE=mixed ;;
	*write*) VALUE='write' ;;
	*) VALUE='read' ;;
	esac
}

writes() {
	direction "$1"
	[ "$VALUE" != 'read' ]
}
