#!/bin/sh
# Writes a text file as C: const char NAME[]. Usage: embed NAME FILE
set -eu
printf 'extern const char %s[];\nconst char %s[] =\n' "$1" "$1"
sed 's/\\/\\\\/g; s/"/\\"/g; s/^/    "/; s/$/\\n"/' "$2"
echo ';'
