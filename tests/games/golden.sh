#!/bin/sh
# Compares the playthrough of every name in the list with the one that is kept; with -w writes them.
# Where none is kept there is only a warning, which `make check` shows.
# Usage: golden.sh GOLDEN PAIRS FOLDER [-w]
set -eu
status=0
names=$("$2" list | cut -d ' ' -f 1)
if [ -z "$names" ]; then
    echo "golden: there is no name in the list of '$2'; expected the program" >&2
    exit 2
fi
for name in $names; do
    if [ "${4-}" = -w ]; then
        "$1" "$name" >"$3/$name.txt"
    elif [ ! -e "$3/$name.txt" ]; then
        echo "warning: $name has no playthrough; expected $3/$name.txt, which 'make golden' writes" >&2
    elif ! "$1" "$name" | diff -u "$3/$name.txt" -; then
        echo "golden: $name plays differently; if that is meant, run 'make golden' and commit" >&2
        status=1
    fi
done
for file in "$3"/*.txt; do
    name=$(basename "$file" .txt)
    echo "$names" | grep -qx -- "$name" || {
        echo "golden: $file belongs to no name in the list; expected it to be removed" >&2
        status=1
    }
done
exit $status
