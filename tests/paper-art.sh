#!/bin/sh
# print/art has what web/src/art draws. Usage: paper-art.sh SOURCE
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$1/tools/paper-art" "$work"
diff -r "$work" "$1/print/art" || {
    echo "paper-art: the page has other drawings; run 'tools/paper-art print/art'" >&2
    exit 1
}
