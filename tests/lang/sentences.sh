#!/bin/sh
# No table says what a table must not say: each pattern below once stood in a sentence that people read.
# Usage: sentences.sh SENTENCES SOURCE [EVENTS]
set -u
sentences=$1 source=$2 events=${3-60000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8
status=0
for language in en de; do
    "$sentences" "$events" $language >"$work/$language" || exit 1
    [ "$(wc -l <"$work/$language")" -gt 1000 ] || {
        echo "sentences: hardly anything was said in $language" >&2
        exit 1
    }
done

# never NAME PATTERN FILE...: no line has it.
never() {
    name=$1 pattern=$2
    shift 2
    grep -hE -- "$pattern" "$@" >"$work/found" || return
    echo "FAILED: $name:" >&2
    head -n 20 "$work/found" >&2
    status=1
}

# short KIND MOST FILE: no words of the kind have more letters; buttons of a phone have no room for them.
short() {
    awk -F '\t' -v kind="$1" -v most="$2" '$2 == kind && length($3) > most { print length($3) ": " $0 }' "$3" >"$work/found"
    [ -s "$work/found" ] || return
    echo "FAILED: words on a button that are too long, $1:" >&2
    head -n 20 "$work/found" >&2
    status=1
}

names='(Ann|Badger|Max|Otter|Lynx|Magpie|Raven|Comet)'
both="$work/en $work/de"
never 'who decides, and a colon' "tells	(You|Du|$names): " $both
never 'how often it was said' '\([0-9]+ (times|Mal)\)' $both
never 'a standing' '(stands? at|steh(st|t) bei) [0-9]' $both
never 'a number without what it counts' \
    '(gets?|gains?|scores?|pays?|bekommst|bekommt|zahlst|zahlt) [0-9]+([.,;]|$| (from|to|into|aus|an|in) )' $both
never 'a game that goes on, and dots' '(goes on|geht weiter) *(\.\.\.|…)' $both
never 'dots' '\.\.|…' $both
never 'words that were not filled in' '[][{}]|%[a-z]|\(null\)' $both
never 'blanks, or a stop, too many' '  |\. \.| [.,:;!?]|,,|[.,:;] *[.,:;]$' $both
never 'the same twice' '	twice	' $both
never 'who it is about, once more' "[;	] ?$names [^;]*; \\1 |[;	] ?([Yy]ou|[Dd]u) [^;]*; (you|du) " $both
never 'one of several' \
    '(^|[^0-9.,:+−-])1 (chips|cards|points|hands|leaves|others|rounds|Punkte|Chips|Karten|Hände|Runden|Durchgänge)([^a-z]|$)' $both
never 'a card without its article' \
    '	(tells|shows)	.*(plays?|bids?|gives?|pass|passes|spielst|spielt|bietest|bietet|gibst|gibt) [0-9]+([.,;]| (to|an) )' $both
never 'a card that counts what it says' '(the|die) ([0-9]+): \2' $both
never 'nothing told as a number' '	(tells|shows)	.* 0 (points|chips|wounds|Punkte|Chips|Wunden)([ .,]|$)' $both
never 'none of many' '(for|für) 0 ' $both
never 'you as somebody else' '(	|[.:!?] )You [a-z]*[^s ]s([ .,:]|$)' "$work/en"
never 'somebody else as you' "(	|[.:!?] )$names (are|have|get|take|pay|lay|win|lose|show|bid|play|draw|fold|begin|do) " "$work/en"
never 'du as somebody else' \
    '(^|[ 	])[Dd]u (ist|hat|bekommt|nimmt|zahlt|legt|gewinnt|verliert|zeigt|bietet|spielt|zieht|steigt|fängt|muss|darf|will|kann)([ .,:]|$)' \
    "$work/de"
never 'somebody else as du' \
    "$names (bist|hast|bekommst|nimmst|zahlst|legst|gewinnst|verlierst|zeigst|bietest|spielst|ziehst|steigst|fängst|musst|darfst|willst|kannst)([ .,:]|\$)" \
    "$work/de"
never 'the one who looks by name' '	(tells|says|means)	(.*[^A-Za-z])?Ann([^a-z]|$)' $both
never 'spectators as the one who looks' '	shows	(.*[^A-Za-z])?([Yy]ou|[Dd]u|[Dd]ich|[Dd]ir)([^a-z]|$)' $both
never 'points that are wounds or chips' '^(medusa|melee|tournament)	.*([Pp]oint|Punkt)' $both
never 'scores that do not say of what' '	(tells|shows)	(Scores|Stand):' $both
never 'wounds too many, but not by how many' '[0-9] (wounds?|Wunden?) (too many|zu viel)' $both
never 'an article that does not suit' '(^|[^a-z])([Aa] (8|11|18)|[Aa]n ([1-79]|10))([^0-9]|$)' "$work/en"
never 'German that is none' 'aufwiegen|haltet .* stand|von [0-9a-zä]* Malen|sei lieber|unter dem Namen, unter dem|auf Risiko spielen' \
    "$work/de" "$source"/lang/texts/de/*.txt "$source"/lang/texts/lesson/*.txt "$source"/lang/po/de/*.po
never 'wounds and points that are taken, as in English' '(nimmst|nimmt) [0-9]+ (Wunde|Punkt)' "$work/de"
never 'whoever looks as a man' '(du|Du) .*als (Einziger|Erster|Letzter)|[a-z]+ als (Erster|Letzter) ' "$work/de"
never 'many to whom one speaks, on a button' '	(says|asks)	.*(^|[^A-Za-z])([Ii]hr|[Ee]uch|[Ee]ure)([^a-z]|$)' "$work/de"
short means 66 "$work/en"
short means 74 "$work/de"
short says 22 "$work/en"
short says 26 "$work/de"
never 'a sentence that does not begin or end as one' '	(tells|shows|means|asks|goal)	([a-zäöü]|.*[^.!?]$)' $both

# The page puts nothing of the kind around them.
never 'how often it was said, in the page' '\(\{times\} times\)' "$source"/web/src/table/*.js
exit $status
