# SPDX-License-Identifier: GPL-2.0-only
# Reads one TAP stream, whose last line is "# stream ended: STATUS".
#   -v name=STREAM   what ran
#   -v live=1        print each test as it comes; else failures only
#   -v folder=DIR    appends to DIR/counts, DIR/failures, DIR/skips
# A stream that ends early, without a plan, or with a status that no test
# accounts for has failed too.

function close_test() {
	if (failing)
		printf "%s: %s\n%s\n", name, failing, diagnostics >> (folder "/failures")
	failing = ""
	diagnostics = ""
}

function fail(what) {
	close_test()
	failed++
	failing = what
	printf "    FAILED   %s\n", what
	fflush()
}

function skip(what, reason) {
	skipped++
	printf "%s: %s (%s)\n", name, what, reason ? reason : "no reason given" >> (folder "/skips")
	if (live)
		printf "    skipped  %s (%s)\n", what, reason
}

BEGIN { plan = -1 }

/^# stream ended: [0-9]+$/ { status = $4; exit }

/^1\.\.[0-9]+/ {
	plan = substr($1, 4) + 0
	if (plan == 0 && match(tolower($0), /# *skip/))
		skip("all of it", substr($0, RSTART + RLENGTH + 1))
	next
}

/^(not )?ok( |$)/ {
	close_test()
	ran++
	bad = /^not /
	what = $0
	sub(/^(not )?ok *[0-9]* *(- *)?/, "", what)
	if (match(tolower(what), /# *skip[a-z]*/)) {
		reason = substr(what, RSTART + RLENGTH + 1)
		what = substr(what, 1, RSTART - 1)
		sub(/ +$/, "", what)
		# cmocka: "# SKIP name"
		if (what == "") {
			what = reason
			reason = ""
		}
		skip(what, reason)
	} else if (bad) {
		fail(what)
	} else {
		passed++
		if (live)
			printf "    ok       %s\n", what
	}
	fflush()
	next
}

failing { diagnostics = diagnostics "    " $0 "\n" }

END {
	if (plan < 0)
		fail(ran ? "ended without a plan" : "printed no test results")
	else if (ran + 0 != plan)
		fail("ended early or wrongly: " plan " tests planned, " ran + 0 " ran")
	if (status + 0 && !failed)
		fail("exit status " status)
	close_test()
	printf "%d %d %d\n", passed, failed, skipped >> (folder "/counts")
	exit failed > 0
}
