#!/bin/sh
# What README.md and the manual say to type can be typed: each command exists, and its help has each flag. What the documents
# link to is there, and README.md stays short.
# Usage: manual.sh PAIRS SOURCE
set -u
pairs=$1
cd "$2" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
status=0

wrong() {
    echo "FAILED: $1" >&2
    status=1
}

# commands FILE: what follows `pairs` in each command line of it, which is indented, after a prompt in a fence or a span of
# code in a sentence; without what is quoted, comments, and what it is piped to.
commands() {
    awk '
        function take(line) {
            gsub(/'\''[^'\'']*'\''|"[^"]*"/, "QUOTED", line)
            sub(/[ \t]#.*|[ \t]*[|&;>].*/, "", line)
            print FILENAME ":" FNR, line
        }
        /^```/ { fence = !fence; next }
        fence && /^\$ pairs / { take(substr($0, 9)); next }
        fence { next }
        /^    pairs / { take(substr($0, 11)); next }
        { rest = $0
          while (match(rest, /`pairs [^`]+`/)) {
              take(substr(rest, RSTART + 7, RLENGTH - 8))
              rest = substr(rest, RSTART + RLENGTH)
          } }' "$1"
}

# check PLACE WORD...: a command line.
check() {
    place=$1
    shift
    [ "${1-}" = --lang ] && shift 2
    case "${1-}" in
    --help | --version | COMMAND) return ;;
    esac
    command=${1-}
    if [ ! -e "$work/$command" ] && ! "$pairs" --lang en "$command" --help >"$work/$command" 2>&1; then
        rm -f "$work/$command"
        wrong "$place: there is no command 'pairs $command'"
        return
    fi
    shift
    for word; do
        case "$word" in
        --help) ;;
        -[a-z]* | --[a-z]*)
            grep -qE -e "(^|[^a-z-])$word([^a-z-]|\$)" "$work/$command" || wrong "$place: pairs $command has no $word" ;;
        esac
    done
}

set -f # words are taken as they are
for file in README.md $(find docs/manual -name '*.md' | sort); do
    commands "$file"
done >"$work/.commands"
[ "$(wc -l <"$work/.commands")" -gt 100 ] || wrong "hardly any commands were found"
while read -r line; do
    # shellcheck disable=SC2086 # a list of words
    check $line
done <"$work/.commands"

# anchors FILE: of its headings, as they are linked to.
anchors() {
    sed -n 's/^##* //p' "$1" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 -]//g; s/ /-/g'
}

# links FILE: what it links to, elsewhere in the world left out.
links() {
    grep -oE '\]\([^) ]+\)|src="[^"]+"' "$1" | sed 's/^](//; s/)$//; s/^src="//; s/"$//' | grep -vE '^[a-z]+:'
}

for file in README.md CONTRIBUTING.md $(find docs -name '*.md' | sort); do
    links "$file" >"$work/.links"
    while read -r link; do
        path=${link%%#*} target=$file
        [ -z "$path" ] || target=$(dirname "$file")/$path
        if [ ! -e "$target" ]; then
            wrong "$file: there is no $path"
        elif [ "$link" != "$path" ]; then
            anchors "$target" | grep -qxF -e "${link#*#}" || wrong "$file: $target has no heading for #${link#*#}"
        fi
    done <"$work/.links"
done

[ "$(wc -l <README.md)" -le 150 ] || wrong "README.md has more than 150 lines"
exit $status
