#!/bin/sh
# Everything that people read is there in German, and each placeholder too. What a game lacks is only
# a warning, which `make check` shows; it appears in English.
# Usage: translations.sh STRINGS PAIRS SOURCE
set -eu
strings=$(realpath "$1")
pairs=$(realpath "$2")
cd "$3"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0
cut -c 6- games/games.def | tr -d ')' | tr _ - >"$work/games"
[ -s "$work/games" ] || {
    echo "translations: there is no game in games/games.def; expected all" >&2
    exit 2
}
for name in program $(cat "$work/games"); do
    "$strings" "$name" >"$work/$name.pot"
    if [ "$name" = program ]; then
        xgettext -k_ -kN_ -klang_plural:1,2 -klanguage_text:2 -klanguage_in:2c,3 -klanguage_plural:2,3 -kerror_set:2 \
            -kerror_words:2 -krefuse:2 -khall_trouble:2 -kbusy:3 -ktranslate:2 --from-code=UTF-8 --omit-header -o - src/engine/*.[ch] games/*.c src/bots/*.c src/lab/*.c src/gpu/*.c src/live/*.c src/hall/*.c src/fair/*.c src/store/*.c \
            src/server/*.c src/client/*.c src/wire/*.c src/api/*.c src/print/*.c src/cli/*.[ch] src/tui/*.c >"$work/ui.pot"
        msgcat --use-first "$work/$name.pot" "$work/ui.pot" -o "$work/all.pot"
        mv "$work/all.pot" "$work/$name.pot"
    fi
    if [ "$name" != program ] && [ ! -e "lang/po/de/$name.po" ]; then
        echo "warning: $name has no German; expected lang/po/de/$name.po, which tests/strings begins" >&2
        continue
    fi
    if ! msgcmp "lang/po/de/$name.po" "$work/$name.pot" 2>"$work/missing"; then
        kind=warning
        [ "$name" != program ] || kind=error status=1
        sed "s/^/$kind: /" "$work/missing" >&2
    fi
    msgfmt --check-format -o /dev/null "lang/po/de/$name.po" || status=1
done

# What several catalogues translate they translate alike: in the program one of them decides for all.
msgcat --no-wrap lang/po/de/*.po | awk '
    /^msgid / { english = $0 }
    /#-#-#-#-#/ && english != "msgid \"\"" { found[english] }
    END { for (e in found) { print "translations: catalogues in lang/po/de disagree about " e; bad = 1 } exit bad }' >&2 ||
    status=1

# A sentence names the same things in both languages.
for file in lang/po/de/*.po; do
    msgcat --no-wrap "$file" | awk -v file="$file" '
        function parts(text,   found) {
            found = 0
            gsub(/\{(a|any) cards\}/, "{cards}", text) # a language may need another article
            while (match(text, /\{[a-z]+\}/)) {
                seen[substr(text, RSTART, RLENGTH)]++
                text = substr(text, RSTART + RLENGTH)
                found++
            }
            return found
        }
        /^msgid "/ { delete seen; english = $0; first = parts($0); for (p in seen) wanted[p] = seen[p] }
        /^msgstr ""$/ { delete wanted; next } # it is not translated yet
        /^msgstr "/ { delete seen; parts($0)
            for (p in wanted) if (!(p in seen)) { print file ": " p " is missing: " $0; bad = 1 }
            for (p in seen) if (!(p in wanted)) { print file ": " p " is too much: " $0; bad = 1 }
            delete wanted }
        END { exit bad }' || status=1
done

# No word that the glossary forbids: its third column, whole words, in all that is German. Conditions
# and names of options are no German.
awk -F'|' 'NR > 1 && $4 !~ /never|---/ { n = split($4, word, ","); for (i = 1; i <= n; i++) print word[i] }' \
    lang/po/de/GLOSSARY.md | sed 's/^ *//; s/ *$//; /^$/d' >"$work/never"
[ -s "$work/never" ] || {
    echo "translations: lang/po/de/GLOSSARY.md forbids nothing; expected a table with a column 'never'" >&2
    status=1
}
for file in lang/po/de/*.po lang/texts/de/*.txt; do
    [ -e "$file" ] || continue
    case $file in
    *.po) msgcat --no-wrap "$file" | awk '/^msg/ { german = /^msgstr/ } german' ;;
    *) cat "$file" ;;
    esac | sed 's/^?.*//; s/{[a-z-]*}//g' | LC_ALL=C.UTF-8 grep -nwFf "$work/never" >"$work/found" || continue
    sed "s|^|$file: a word that lang/po/de/GLOSSARY.md forbids: |" "$work/found" >&2
    status=1
done

"$pairs" --lang de rules pairs | grep -q '^ZIEL' || status=1
LC_ALL=de_DE.UTF-8 "$pairs" rules fortlaufend | grep -q '^ZIEL' || status=1
LC_ALL=C "$pairs" rules pairs | grep -q '^GOAL' || status=1

# says LANGUAGE LOCALE HEADING: the rules begin with it where the environment asks so.
says() {
    LANGUAGE=$1 LC_ALL='' LC_MESSAGES='' LANG=$2 "$pairs" rules pairs | grep -q "^$3" || {
        echo "translations: LANGUAGE=$1 LANG=$2 does not say $3" >&2
        status=1
    }
}
says '' de_AT ZIEL
says xx:de en_US.UTF-8 ZIEL
says en:de de_DE.UTF-8 GOAL
says xx de_DE.UTF-8 GOAL
says de C GOAL
says '' xx_XX GOAL
exit $status
