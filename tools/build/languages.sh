#!/bin/sh
# Writes the languages of src/engine/language.h as C: each is a catalogue joined with all others of its
# folder, which has the language's name. Where two translate the same text, the one given decides.
# With a program, only those of its own texts, as a page gets them.
# Usage: tools/build/languages.sh C DEPFILE [-p PROGRAM] lang/po/LANGUAGE/FIRST.po...
set -eu
c=$1 depfile=$2
shift 2
program=
if [ "$1" = -p ]; then
    program=$2
    shift 2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The bytes of a joined catalogue, under the language's name.
write_bytes() {
    msgcat --use-first "$1" "$(dirname "$1")"/*.po >"$work/po"
    msgfmt --endianness=little --no-hash --alignment=1 -o "$work/mo" "$work/po"
    name=$(basename "$(dirname "$1")")
    if [ -n "$program" ]; then
        "$(dirname "$0")/only-words.py" "$program" "$name" <"$work/mo"
        return
    fi
    printf '\nstatic const unsigned char %s[] = {\n' "$name"
    od -An -v -tu1 -w24 "$work/mo" | sed -E 's/ *([0-9]+)/\1,/g'
    echo '};'
}

{
    echo '#include "engine/language.h"'
    for first; do
        write_bytes "$first"
    done
    printf '\nconst struct language languages[] = {\n    {"en", NULL, 0},\n'
    for first; do
        name=$(basename "$(dirname "$first")")
        echo "    {\"$name\", (const unsigned char *)&$name, sizeof $name},"
    done
    printf '    {NULL, NULL, 0},\n};\n'
} >"$work/c"
mv "$work/c" "$c"

# The folders too: a new file counts without configuring anew.
for first; do
    folder=$(dirname "$first")
    echo "$c:" "$folder" "$folder"/*.po
done >"$depfile"
