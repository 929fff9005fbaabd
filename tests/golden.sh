#!/bin/sh
# Compares the playthrough of every name in the list with the one that is kept; with -w writes them.
# Usage: golden.sh GOLDEN PAIRS FOLDER [-w]
set -eu
status=0
for name in $("$2" list | cut -d ' ' -f 1); do
    if [ "${4-}" = -w ]; then
        "$1" "$name" >"$3/$name.txt"
    elif ! "$1" "$name" | diff -u "$3/$name.txt" -; then
        echo "golden: $name plays differently; if that is meant, run 'make golden' and commit" >&2
        status=1
    fi
done
exit $status
