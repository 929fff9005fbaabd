#!/bin/sh
# print/art has what web/src/art draws. Usage: paper-art.sh SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1/tools/build/paper-art.cjs" "$work"
diff -r "$work" "$1/src/print/art" || {
    echo "paper-art: the page has other drawings; run 'tools/build/paper-art.cjs src/print/art'" >&2
    exit 1
}
