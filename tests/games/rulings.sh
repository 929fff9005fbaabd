#!/bin/sh
# The rules of every name end with the rulings that were taken, which --rulings prints alone; each is there in German, and
# each of its numbers is one of the rules page, where the pages are at hand.
# Usage: rulings.sh PAIRS SOURCE
set -u
pages="$2/../shared/rules"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

wrong() {
    echo "FAILED: $1" >&2
    status=1
}

# numbers PAIRS LANGUAGE NAME: those of its rulings, which are printed to a file as well.
numbers() {
    COLUMNS=80 "$1" --lang "$2" rules "$3" --rulings >"$work/$2" || wrong "rules $3 --rulings in $2"
    grep -oE 'R[0-9]+' "$work/$2"
}

"$1" list --json | tr '{' '\n' | sed -n 's/^"name":"\([^"]*\)","game":"\([^"]*\)".*/\1 \2/p' >"$work/names"
[ -s "$work/names" ] || wrong "the list has no names"
while read -r name game; do
    english=$(numbers "$1" en "$name") german=$(numbers "$1" de "$name")
    [ "$english" = "$german" ] || wrong "$name: other numbers in German than in English"
    grep '^- ' "$work/en" | grep -Fxf - "$work/de" >&2 && wrong "$name: the same words in German as in English"
    "$1" --lang en rules "$name" | grep -q '^WHERE THE BOOK IS SILENT$' || wrong "$name: rules without rulings"
    for number in $english; do
        [ ! -e "$pages/$game.md" ] || grep -q "^- $number[. ]" "$pages/$game.md" || wrong "$name: there is no $number"
    done
done <"$work/names"
exit $status
