# SPDX-License-Identifier: GPL-2.0-only
# Words to the user, JSON text, sizes.

# die VALUE RULE [REMEDY]: the one form of an error
die() {
	printf 'jobs/run: %s: %s%s\n' "$1" "$2" "${3:+; $3}" >&2
	exit 1
}

say() {
	printf '%s\n' "$*"
}

warn() {
	printf 'jobs/run: warning: %s\n' "$*" >&2
}

# --- JSON: written into the variable JSON, without a fork, since a record has
# fifty strings and a fork under emulation takes 20 ms ---------------------------

# json_quote TEXT: TEXT as a JSON string, in QUOTED.  Bytes that are no UTF-8
# become U+FFFD: a file name may hold any.
json_quote() {
	local s=$1 c hex
	s=${s//\\/\\\\}
	s=${s//\"/\\\"}
	if [[ $s == *[$'\x01'-$'\x1f']* ]]; then
		for c in {1..31}; do
			printf -v hex '%02x' "$c"
			printf -v c '%b' "\\x$hex"
			s=${s//"$c"/\\u00$hex}
		done
	fi
	if [[ $s == *[$'\x80'-$'\xff']* ]] &&
		! iconv -f UTF-8 -t UTF-8 <<<"$s" >/dev/null 2>&1; then
		s=${s//[$'\x80'-$'\xff']/\\ufffd}
	fi
	QUOTED="\"$s\""
}

json_begin() {
	JSON='{'
}

# json_raw NAME VALUE: VALUE is a number, or JSON already
json_raw() {
	[ "$JSON" = '{' ] || JSON+=,
	JSON+=$'\n'"  \"$1\": $2"
}

json_text() { # NAME TEXT
	json_quote "$2"
	json_raw "$1" "$QUOTED"
}

json_list() { # NAME TEXT...
	local name=$1 list='' s
	shift
	for s; do
		json_quote "$s"
		list+="${list:+, }$QUOTED"
	done
	json_raw "$name" "[$list]"
}

json_map() { # NAME KEY=TEXT...
	local name=$1 map='' s
	shift
	for s; do
		json_quote "${s%%=*}"
		map+="${map:+, }$QUOTED"
		json_quote "${s#*=}"
		map+=": $QUOTED"
	done
	json_raw "$name" "{$map}"
}

json_end() {
	JSON+=$'\n}'
}

# bytes SIZE: 4k, 256m, 10g (of 1024, as fio reads them) as a number in BYTES;
# 1 for what is no size, or too large to reckon with
bytes() {
	local n=${1%[kKmMgGtT]} shift=0
	[[ $n =~ ^[0-9]{1,12}$ ]] || return 1
	case $1 in
	*[kK]) shift=10 ;;
	*[mM]) shift=20 ;;
	*[gG]) shift=30 ;;
	*[tT]) shift=40 ;;
	esac
	((10#$n >> (62 - shift) == 0)) || return 1
	BYTES=$((10#$n << shift))
}

# human BYTES: for people, powers of 1000
human() {
	awk -v b="$1" 'BEGIN {
		split("B kB MB GB TB PB", u); i = 1
		while (b >= 1000 && i < 6) { b /= 1000; i++ }
		printf(i == 1 ? "%d %s" : "%.1f %s", b, u[i])
	}'
}

# minutes SECONDS: "40 s", "3 min"
minutes() {
	if [ "$1" -lt 100 ]; then
		echo "$1 s"
	else
		echo "$((($1 + 30) / 60)) min"
	fi
}
