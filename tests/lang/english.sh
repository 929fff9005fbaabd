#!/bin/sh
# Finds English in what the program says in German. Reads lines on standard input (UTF-8, without the
# terminal's control sequences), prints each that has an English word with those words before it, and
# exits with 1 if there was one.
# Usage: english.sh SOURCE [LIST] <OUTPUT
# SOURCE is the source tree. LIST is a file for the words: it is written if it is not there or empty,
# and used as it is otherwise, which is quick where much is to be read.
#
# No list is made by hand. English are the words of all strings in the source and of the English texts;
# those that a translation or a German text has too are not counted, nor what lang/po/de/GLOSSARY.md says in
# its column German. What is typed or written down is the same in every language and passed over: quoted
# words, seats by their letters as in As, options such as --json, -o KEY=VALUE, names with hyphens, commands, files, and a lone word in small letters at
# the beginning of a line with two spaces after it, or between colons, as in lists of names and keys.
set -eu
export LC_ALL=C.UTF-8
source=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
list=${2:-$work/list}

# Words of people only, divided by spaces; every line stays where it is.
words() {
    sed -E "s/'[^']*'|\`[^\`]*\`/ /g
        s/^ *[a-z]+(-[a-z]+)*( [A-ZÄÖÜ]+)*( {2,}|\$)/ /
        s/^[0-9]+: [a-z]+(-[a-z]+)*: / /
        s/(^|[^A-Za-z])-(o [^ ]*|-[a-z]+)/ /g
        s/[^ ]*\/[^ ]*|[^ ]*\.pairs/ /g
        s/(pairs|\|) [a-z]+/ /g
        s/[a-z]+(-[a-z]+)+/ /g
        s/(^|[^A-Za-z])[A-H]s([^a-z]|\$)/ /g
        s/[0-9]+(en|er)|%[-+.*0-9\$]*[a-zA-Z]+|\\\\n|\{[^}]*\}/ /g
        s/[^A-Za-zÄÖÜäöüßéÉ]+/ /g"
}

each() {
    words | tr -s ' ' '\n' | sed '/^.\{0,1\}$/d' | sort -u
}

# The strings of a catalogue (msgid or msgstr), one a line.
strings() {
    awk -v kind="^$1" '/^msg/ { wanted = $0 ~ kind } wanted && /"/ { sub(/^[^"]*"/, ""); sub(/"$/, ""); print }'
}

write_list() {
    (cd "$source" && xgettext --extract-all --from-code=UTF-8 --no-wrap -o - src/engine/*.[ch] games/*.c src/live/*.[ch] src/hall/*.[ch] src/server/*.[ch] src/client/*.[ch] src/store/*.[ch] \
        src/wire/*.[ch] src/api/*.[ch] src/bots/*.[ch] src/lab/*.[ch] src/cli/*.[ch] src/tui/*.[ch] 2>/dev/null) | strings msgid >"$work/strings"
    {
        cat "$work/strings" "$source"/lang/texts/en/*.txt
        sed -n 's/^# en[:?]//p' "$source"/lang/texts/lesson/*.txt
    } | each >"$work/english"
    {
        for file in "$source"/lang/po/de/*.po; do
            msgcat --no-wrap "$file" | strings msgstr
        done
        sed "s/^?.*//" "$source"/lang/texts/de/*.txt
        sed -n 's/^# de[:?]//p' "$source"/lang/texts/lesson/*.txt
        awk -F'|' '{ print $3 }' "$source/lang/po/de/GLOSSARY.md"
        tr '()' '  ' <"$source/games/games.def" # what is typed, too
        grep -oh '"[a-z0-9]*|[a-z0-9|]*"' "$source"/src/cli/*.c | tr '|' ' '
        sed -n 's/^    {"\([a-z-]*\)", \("[^A-Z"]*"\)*.*/\1 \2/p' "$source/src/server/settings.c" | tr '-' ' '
    } | each >"$work/german"
    comm -23 "$work/english" "$work/german" >"$list"
    [ -s "$list" ] && [ -s "$work/german" ] && return
    echo "english: there are no words in $source; expected the source tree" >&2
    exit 2
}

[ -s "$list" ] || write_list
cat >"$work/said"
words <"$work/said" >"$work/words"
awk -v list="$list" -v words="$work/words" '
    BEGIN { while ((getline word <list) > 0) english[word] }
    {
        getline line <words
        found = ""
        count = split(line, part, " ")
        for (i = 1; i <= count; i++)
            if (part[i] in english)
                found = found " " part[i]
        if (found != "") {
            print "English:" found ": " $0
            bad = 1
        }
    }
    END { exit bad }' "$work/said"
