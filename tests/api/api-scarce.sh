#!/bin/sh
# The library while memory runs out: whichever allocation fails, it says so and nothing breaks.
# Usage: api-scarce.sh SCARCE LIBRARY SOURCE
# SCARCE is tests/cli/scarce.c; LIBRARY one without sanitizers, which have an allocator of their own.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O1 -I"$3/src/api" "$3/tests/api/api-scarce.c" "$2" -Wl,-rpath,"$(dirname "$(realpath "$2")")" -o "$work/some"

# run NAME=VALUE: how it ends.
run() {
    status=0
    env LD_PRELOAD="$scarce" "$1" "$work/some" "$game" >"$work/out" 2>&1 || status=$?
    if [ -s "$work/out" ]; then
        echo "FAILED: $game with $1 prints:" && cat "$work/out"
        exit 1
    fi
}

scarce=$1
for game in deadfall kitty; do
    rm -f "$work/count"
    run SCARCE_COUNT="$work/count"
    [ $status -eq 0 ] || { echo "FAILED: $game ends with $status, expected 0 with enough memory" && exit 1; }
    count=$(od -An -t d8 "$work/count" | tr -d ' ')
    # Each of the first ones, and then ever fewer: what comes later is mostly more of the same.
    at=1 short=0
    while [ "$at" -le "$count" ]; do
        run SCARCE_AT="$at"
        case $status in
        0) ;;
        3) short=$((short + 1)) ;;
        *) echo "FAILED: $game ends with $status where allocation $at of $count fails; expected 0 or 3" && exit 1 ;;
        esac
        at=$((at + 1 + at / 16))
    done
    [ $short -gt 0 ] || { echo "FAILED: memory never ran out in $game" && exit 1; }
    echo "$game: $count allocations, $short of those tried were missed"
done
