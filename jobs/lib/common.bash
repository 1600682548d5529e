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

# json_string TEXT: TEXT as a JSON string.  Bytes that are no UTF-8 become
# U+FFFD: a file name may hold any.
json_string() {
	local s=$1 c
	s=${s//\\/\\\\}
	s=${s//\"/\\\"}
	if [[ $s == *[$'\x01'-$'\x1f']* ]]; then
		for c in {1..31}; do
			printf -v c '%02x' "$c"
			s=${s//"$(printf "\\x$c")"/\\u00$c}
		done
	fi
	if [[ $s == *[$'\x80'-$'\xff']* ]] &&
		! iconv -f UTF-8 -t UTF-8 <<<"$s" >/dev/null 2>&1; then
		s=${s//[$'\x80'-$'\xff']/\\ufffd}
	fi
	printf '"%s"' "$s"
}

# json_array TEXT...
json_array() {
	local sep='' s
	printf '['
	for s in "$@"; do
		printf '%s%s' "$sep" "$(json_string "$s")"
		sep=', '
	done
	printf ']'
}

# json_object NAME=VALUE...: an object of strings
json_object() {
	local sep='' s
	printf '{'
	for s in "$@"; do
		printf '%s%s: %s' "$sep" "$(json_string "${s%%=*}")" \
			"$(json_string "${s#*=}")"
		sep=', '
	done
	printf '}'
}

# bytes SIZE: 4k, 256m, 10g (of 1024, as fio reads them) -> a plain number
bytes() {
	local n=${1%[kKmMgGtT]}
	[[ $n =~ ^[0-9]{1,12}$ ]] || return 1
	case $1 in
	*[kK]) echo $((10#$n << 10)) ;;
	*[mM]) echo $((10#$n << 20)) ;;
	*[gG]) echo $((10#$n << 30)) ;;
	*[tT]) echo $((10#$n << 40)) ;;
	*) echo $((10#$n)) ;;
	esac
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
