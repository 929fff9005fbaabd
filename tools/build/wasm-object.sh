#!/bin/sh
# Compiles a file for a page, by clang with the other arguments. The examples of a game are for tests: a page, where every
# byte is waited for, goes without them.
# Usage: tools/build/wasm-object.sh FILE ARGUMENT...
set -eu
file=$1
shift
case $file in
*/games/*.c | games/*.c)
    { echo "#line 1 \"$file\"" && sed 's/^    \.examples = examples,$//' "$file"; } |
        clang "$@" -Wno-unused-const-variable -x c - ;;
*) clang "$@" "$file" ;;
esac
