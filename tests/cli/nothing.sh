#!/bin/sh
# A test or tool that has nothing to run fails, and says what it was asked for.
# Usage: nothing.sh CONFORM RECORDS GOLDEN STRINGS PAIRS SOURCE BENCH
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/empty"
status=0

# refuses PATTERN COMMAND...: it ends with status 2 and a message like the pattern.
refuses() {
    pattern=$1
    shift
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    [ $got -eq 2 ] && grep -q -- "$pattern" "$work/err" && return
    echo "FAILED: $* (status $got, expected 2 and '$pattern')"
    head -n 5 "$work/out" "$work/err"
    status=1
}

refuses "no game 'nosuchgame'; expected" "$1" nosuchgame
refuses "no game 'nosuchgame'; expected" "$1" template nosuchgame
refuses "no test like 'nothing \*'; expected" env MATCH='nothing *' "$1" template
refuses "'$work/empty'; expected" "$2" "$work" empty
refuses "'$work/nosuchfolder/pairs'; expected" "$2" "$work/nosuchfolder" pairs
refuses "no game 'nosuchgame'; expected" "$3" nosuchgame
refuses "'true'; expected" "$6/tests/games/golden.sh" "$3" true "$6/tests/golden"
refuses "no game 'nosuchgame'; expected" "$4" nosuchgame
refuses "'0'; expected" "$6/tests/fuzz.sh" record "$6/tests" 0
refuses "'many'; expected" "$6/tests/fuzz.sh" record "$6/tests" many
refuses "no game 'nosuchgame'; expected" env PAIRS="$5" "$6/tools/measure/strength.py" --out "$work/out.md" nosuchgame
refuses "be 0; expected" env PAIRS="$5" "$6/tools/measure/strength.py" --out "$work/out.md" --games 0 pairs
refuses "be 'two'; expected" env PAIRS="$5" "$6/tools/measure/strength.py" --out "$work/out.md" --players two pairs
refuses "invalid choice: '8:7 '" env PAIRS="$5" "$6/tools/measure/strength.py" --out "$work/out.md" --column '8:7 ' pairs
refuses "'true'; expected" env PAIRS=true "$6/tools/check/endure.sh" 1
refuses "'quickly' is unknown; expected" "$7" quickly
exit $status
