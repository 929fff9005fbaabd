#!/bin/sh
# What docs/manual/solve.md says can be gained against each strategy that comes along is what a measurement finds.
# Usage: strategies.sh PAIRS SOURCE
set -eu
pairs=$1 source=$2 count=0
for file in "$source"/data/strategies/*-[0-9]; do
    name=${file##*/}
    gain=$(LC_ALL=C "$pairs" solve "${name%-*}" -n "${name##*-}" --load "$file" --seed 1 |
        sed -n 's/.*ahead by at least \(.* a hand\):.*/\1/p')
    if [ -z "$gain" ] || ! grep -F "| \`$name\` |" "$source/docs/manual/solve.md" | grep -qF "$gain"; then
        echo "strategies: against $name '$gain' can be gained; expected to find that in docs/manual/solve.md" >&2
        exit 1
    fi
    count=$((count + 1))
done
[ "$count" -gt 0 ]
