#!/bin/sh
# Random walks of tests/tui/walker.c, one of each name and kind, and whether a German one said anything in
# English. Prints what was found, with the words that repeat that walk.
# Usage: walk.sh WALKER PAIRS PACE SOURCE SEED SIZES LANGUAGES [NAME...]
# SIZES and LANGUAGES are lists in one word each. With "one" as LANGUAGES each name gets a single walk,
# of a size and in a language that depend on the seed. Without names all of `pairs list` are walked.
set -u
walker=$(realpath "$1") pairs=$(realpath "$2") pace=$(realpath "$3") source=$4 seed=$5 sizes=$6 languages=$7
shift 7
# shellcheck disable=SC2046 # names have no blanks
[ $# -gt 0 ] || set -- $("$pairs" list | awk '{ print $1 }')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' INT TERM HUP
walks=0 failed=0
names=$#

# walk NAME LANGUAGE SIZE
walk() {
    walks=$((walks + 1))
    [ ! -t 2 ] || printf '\r%s: %s %s %s\033[K' "$walks" "$@" >&2
    if ! "$walker" "$pairs" "$pace" "$1" "$2" "$3" "$seed" >"$work/said" 2>&1; then
        failed=$((failed + 1))
        cat "$work/said"
    elif [ "$2" = de ] && ! sort -u "$work/said" | "$source/tests/lang/english.sh" "$source" "$work/list" >"$work/english"; then
        failed=$((failed + 1))
        echo "FAILED: walker $1 $2 $3 $seed: there is English"
        cat "$work/english"
    fi
}

# nth N WORD...: the N-th of the words, and the first again after the last.
nth() {
    n=$1
    shift
    shift $((n % $#))
    echo "$1"
}

for name; do
    if [ "$languages" = one ]; then
        # shellcheck disable=SC2086 # a list
        walk "$name" "$(nth $((walks + seed)) en de)" "$(nth $(((walks + seed) / 2)) $sizes)"
        continue
    fi
    for language in $languages; do
        for size in $sizes; do
            walk "$name" "$language" "$size"
        done
    done
done
[ ! -t 2 ] || printf '\r\033[K' >&2
if [ $walks -lt "$names" ] || [ $walks -eq 0 ] || [ $failed -gt 0 ]; then
    echo "$failed of $walks walks found something"
    exit 1
fi
echo "$walks walks found nothing"
