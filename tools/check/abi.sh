#!/bin/sh
# What the library shows to others: exactly what its header declares, and what tools/check/libpairs.symbols has kept.
# Usage: abi HEADER LIBRARY [--write]
set -eu
cd "$(dirname "$0")/../.."
header=$1 library=$2 kept=tools/check/libpairs.symbols
export LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Without comments and types, so that only functions are left.
"${CC:-cc}" -fpreprocessed -dD -E -P "$header" | sed '/^typedef/d' | grep -oE '\bpairs_[a-z0-9_]+\(' | tr -d '(' | sort -u >"$work/declared"
nm -D --defined-only "$library" | awk '{ print $3 }' | sort -u >"$work/shown"

diff -u --label "declared in pairs.h" --label "shown by the library" "$work/declared" "$work/shown" || {
    echo "abi: the header and the library differ; expected each function in both" >&2
    exit 1
}
if [ "${3:-}" = --write ]; then
    cp "$work/shown" "$kept"
    exit
fi
if comm -23 "$kept" "$work/shown" | grep .; then
    echo "abi: programs may use these, but they are gone; bring them back, or raise the number of the library in" \
        "meson.build and run tools/check/abi.sh $header $library --write" >&2
    exit 1
fi
if comm -13 "$kept" "$work/shown" | grep .; then
    echo "abi: these are new; run tools/check/abi.sh $header $library --write and commit $kept" >&2
    exit 1
fi
