#!/bin/sh
# Puts the settings of the server at their place, unless there are some: the example, with its data file.
# Usage: tools/build/install-config.sh EXAMPLE PLACE, by `meson install`
set -eu
place=${DESTDIR-}$2
[ ! -e "$place" ] || exit 0
mkdir -p "${place%/*}"
sed 's/^#data /data /' "$1" >"$place"
chmod 644 "$place"
