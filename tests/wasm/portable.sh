#!/bin/sh
# The same games come out, byte for byte, on this machine and inside a page: engine, games, bots, house
# and what the wire writes are compiled to WebAssembly and run by node.
# Usage: portable.sh NATIVE WASM RUNNER PAIRS
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
names=$("$4" list | wc -l)
"$1" >"$work/native"
node --no-warnings "$3" "$2" >"$work/wasm"
tail -n 1 "$work/wasm" | grep -qx "$names games" || {
    echo "portable: the last line is '$(tail -n 1 "$work/wasm")'; expected $names games" >&2
    exit 1
}
for words in 'The game is over.' 'Das Spiel ist aus.'; do
    grep -q "$words" "$work/wasm" || {
        echo "portable: nobody is told '$words'; expected English and German" >&2
        exit 1
    }
done
cmp "$work/native" "$work/wasm"
