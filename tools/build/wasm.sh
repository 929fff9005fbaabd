#!/bin/sh
# Links objects of WebAssembly to what a page loads: a reactor, whose exports are the functions of web/wasm/page.h, with
# those words of the other languages that are in it. Prints its size, and that over the wire.
# Usage: tools/build/wasm.sh OUTPUT DEPFILE page.h lang/po/LANGUAGE/FIRST.po OBJECT...
set -eu
out=$1 depfile=$2 header=$3 catalogue=$4
shift 4
tools=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
exports=$(sed -n 's/^[a-z].*\(page_[a-z_]*\)(.*/-Wl,--export=\1/p' "$header" | grep -vE 'page_(random|progress)')

# link OUTPUT LANGUAGES OBJECT...
link() {
    to=$1
    shift
    # shellcheck disable=SC2086 # one word each
    clang --target=wasm32-wasi -mexec-model=reactor -Oz -I"$tools/../../src" -I"$tools/../.." -Wl,--strip-all -Wl,-z,stack-size=1048576 \
        -Wl,--stack-first $exports "$@" -o "$to"
}

printf '#include "engine/language.h"\nconst struct language languages[] = {{"en", NULL, 0}, {NULL, NULL, 0}};\n' >"$work/en.c"
link "$work/english" "$work/en.c" "$@"
"$tools/languages.sh" "$work/all.c" "$work/d" -p "$work/english" "$catalogue"
sed "s|^[^:]*:|$out:|" "$work/d" >"$depfile"
link "$work/whole" "$work/all.c" "$@"
# Nothing lies in the first kilobyte: it is the far end of the stack.
wasm-opt -Oz --enable-bulk-memory --low-memory-unused "$work/whole" -o "$out"
echo "$(basename "$out"): $(wc -c <"$out") bytes, $(brotli -q 11 -c "$out" | wc -c) as brotli"
