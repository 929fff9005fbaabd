#!/bin/sh
# What a game lacks in German is a warning; what the program lacks is an error.
# Usage: untranslated.sh STRINGS PAIRS SOURCE
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for folder in lang games src; do
    cp -r "$3/$folder" "$work"
done

# says STATUS PATTERN: so it ends, with a message like the pattern.
says() {
    "$3/tests/lang/translations.sh" "$1" "$2" "$work" >"$work/out" 2>&1
    got=$?
    [ $got -eq "$4" ] && grep -q -- "$5" "$work/out" && return
    echo "FAILED: status $got, expected $4 and '$5'"
    cat "$work/out"
    exit 1
}

rm "$work/lang/po/de/port.po"
says "$@" 0 "^warning: port has no German; expected"
sed '/^msgid "Pairs"/,/^msgstr/d' "$3/lang/po/de/pairs.po" >"$work/lang/po/de/pairs.po"
says "$@" 0 "^warning: .*this message is used but not defined"
sed '/^msgid "the pot"/,/^msgstr/d' "$3/lang/po/de/program.po" >"$work/lang/po/de/program.po"
says "$@" 1 "^error: .*this message is used but not defined"
