#!/bin/sh
# soak.sh DRIVER PROGRAM TABLES KILLS SEED [SECONDS]: a soak in a folder that is removed.
set -eu
driver=$1 program=$2
shift 2
folder=$(mktemp -d "${TMPDIR:-/dev/shm}/pairs-soak.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$driver" "$program" "$folder" "$@"
