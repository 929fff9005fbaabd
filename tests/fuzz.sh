#!/bin/sh
# Runs a fuzzing harness so many times, beginning with the records of the tests, or seeds of its own.
# Usage: fuzz.sh HARNESS TESTS-FOLDER RUNS
set -eu
case "$3" in
'' | 0* | *[!0-9]*)
    echo "fuzz: the number of runs cannot be '$3'; expected 1 or more" >&2
    exit 2
    ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/corpus" "$work/found"
case "$1" in
*record*) for f in "$2"/records/*/*.pairs; do
    cp "$f" "$work/corpus/$(basename "$(dirname "$f")")-$(basename "$f")"
done ;;
*) cp "$2/fuzz/${1##*fuzz-}-seeds"/* "$work/corpus/" ;;
esac
"$1" "$work/corpus" -runs="$3" -max_len=4096 -timeout=20 -print_final_stats=1 -verbosity=0 \
    -dict="$2/fuzz/pairs.dict" -artifact_prefix="$work/found/" 2>"$work/log" || {
    cat "$work/log"
    for f in "$work"/found/*; do
        echo "--- $f"
        cat "$f"
    done
    exit 1
}
executed=$(sed -n 's/.*number_of_executed_units: *//p' "$work/log")
echo "$executed runs of $3"
[ "$executed" -ge "$3" ]
