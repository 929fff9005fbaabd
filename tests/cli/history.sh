#!/bin/sh
# The history as people meet it: lists, filters, stories, removal, statistics. Usage: history.sh PAIRS
. "$(dirname "$0")/../checks.sh"
export TZ=UTC LC_ALL=C.UTF-8
games=$XDG_STATE_HOME/pairs/games
mkdir -p "$games"

# put NAME DAY BOT EVENTS...: a game of two, played on that day.
put() {
    file=$games/$1.pairs day=$2 bot=$3
    shift 3
    {
        echo "# A saved game; go on with it with: pairs play --resume"
        printf '%s\n' "# seed 7" "# seat A person" "# seat B bot $bot"
        printf '%s\n' "pairs 1" "game pairs" "players 2" "option target 5" "name A Ann" "name B Foe"
        printf '%s\n' "deal burn 10 10 9 8 7" "deal A 6" "deal B 8" "$@"
    } >"$file"
    touch -d "$day 12:00" "$file"
}

says 0 '^There is no such game\.$' "$pairs" history
says 0 '^No game of yours is over yet\.$' "$pairs" stats
put lost 2026-01-01 3 'A fold'
put won 2026-01-02 bold-5 'A hit' 'deal A 9' 'B hit' 'deal B 8'
put left 2026-01-03 3

# The list, the one played last first.
"$pairs" history >"$work/list"
holds 'the list says where the files are' grep -qF "The files are in $games." "$work/list"
sed -i '/^The files/d' "$work/list"
# A saved game is named the same way everywhere.
says 0 '^Pairs, 2 players' "$pairs" watch 3
says 0 '^Pairs, 2 players' "$pairs" watch pairs
says 0 '^pairs, 2 players' "$pairs" replay
says 0 '^pairs, 2 players, .* over' "$pairs" replay 3
says 0 'luck' "$pairs" analyse 3 --iterations 5 --seed 1
says 1 "no game 7; see 'pairs history'" "$pairs" analyse 7
says 1 'no saved game of port' "$pairs" watch port
says 1 'nosuchfile cannot be read' "$pairs" odds nosuchfile
says 0 'You go on' "$pairs" play --plain --resume 3
printf '%s\n' '   1  2026-01-03 12:00  Pairs                  unfinished, round 1   Foe' \
    '   2  2026-01-02 12:00  Pairs                  won, 0 points         Foe' \
    '   3  2026-01-01 12:00  Pairs                  lost, 6 points        Foe' >"$work/expected"
holds 'all games are listed' cmp "$work/list" "$work/expected"
says 0 '^   1  2026-01-03 12:00  Pairs                  offen, Runde 1        Foe$' "$pairs" --lang de history
says 0 '^   3  2026-01-01 12:00  Pairs                  verloren, 6 Punkte    Foe$' "$pairs" --lang de history --lost

# left NUMBERS FILTER...: only these stay in the list.
left() {
    numbers=$1
    shift
    holds "'pairs history $*' leaves $numbers" \
        [ "$("$pairs" history "$@" | awk '$1 ~ /^[0-9]/ { printf "%s", $1 }')" = "$numbers" ]
}
left 123
left 2 --won
left 3 --lost
left 1 --unfinished
left 123 --game pairs
left '' --game continuous
left 13 --bot 3
left 2 --bot 5
left 12 --since 2026-01-02
left 23 --until 2026-01-02
left 2 --since 2026-01-02 --until 2026-01-02
left 123 --person Ann
left '' --person Bob
says 0 '"variant":"pairs","over":true,.*"owner":"A","seats":\[{"name":"Ann"' "$pairs" history --json
says 2 "no game 'tennis'" "$pairs" history --game tennis
says 2 "cannot be '2026-02-30'; expected a day" "$pairs" history --since 2026-02-30
says 2 "cannot be 'today'; expected a day" "$pairs" stats --until today
says 2 'exclude each other' "$pairs" history --won --lost
says 2 "expected 'export" "$pairs" history dance
says 2 "erwartet: 'export \[N\] \[-o DATEI\]' oder 'delete" "$pairs" --lang de history dance
says 2 'and no filter' "$pairs" history delete 1 --won
says 2 'expected --yes with' "$pairs" history --yes

# The story of a game: of one that is over with all cards, of one that was left as its player saw it.
says 0 '^Pairs, 2 players$' "$pairs" history export 3
says 0 '^B: Foe, Badger (3)$' "$pairs" history export lost.pairs
says 0 '^Ann: lost, 6 points$' "$pairs" history export 3
says 0 '^Ann steigt aus' "$pairs" --lang de history export 3
says 0 '^unfinished, round 1$' "$pairs" history export
says 1 "no game '4'; expected a number" "$pairs" history export 4
holds 'a story goes into a file' "$pairs" history export 3 -o "$work/story" >"$work/out"
holds 'nothing is printed of a story in a file' empty "$work/out"
"$pairs" history export 3 >"$work/told"
holds 'the file holds the story' cmp "$work/story" "$work/told"
says 1 'cannot be written' "$pairs" history export 3 -o "$work/no/story"

# Statistics, and what looking back adds to them.
says 0 '^Pairs  *2  *50 %  *50 %  *3\.0  *1\.5  *+1  *1$' "$pairs" stats
says 0 '^Pairs  *2  *50 %  *50 %  *3,0  *1,5  *+1  *1$' "$pairs" --lang de stats
says 0 '^Bold Magpie (bold-5)  *1  *100 %' "$pairs" stats
says 0 '^Pairs  *#\{20\}|\.\{19\}  50 %$' env LC_ALL=C "$pairs" stats
holds 'a terminal without other letters gets none' \
    env LC_ALL=C sh -c '! "$1" stats | LC_ALL=C grep -q "[^ -~]"' sh "$pairs"
says 0 '"all":{"played":2,"won":1,"lost":1,"fair":1' "$pairs" stats --json
says 0 '^Pairs  *1  *0 %' "$pairs" stats --bot 3
says 0 '' "$pairs" analyse "$games/lost.pairs"
says 0 '^A decisions 1 lost [0-9]' cat "$games/lost.verdict"
loss=$(awk '/^A/ { printf "%.2f", $5 }' "$games/lost.verdict")
says 0 "^Pairs .* 1\\.5  *$loss  *+1" "$pairs" stats
says 0 "^Ann: 1 decision with a choice, lost $loss; luck" "$pairs" history export 3
cp "$games/lost.pairs" "$work/elsewhere.pairs"
says 0 '' "$pairs" analyse "$work/elsewhere.pairs"
holds 'nothing is left beside other files' [ ! -e "$work/elsewhere.verdict" ]
rm "$games/history.sqlite"
says 0 "^Pairs .* 1\\.5  *$loss  *+1" "$pairs" stats
says 0 '^</svg>$' "$pairs" stats --svg -
says 0 '' "$pairs" --lang de stats --svg "$work/stats.svg"
holds 'the picture is well formed' python3 -c \
    'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$work/stats.svg"
says 0 '^</svg>$' "$pairs" stats --game port --svg -

# An index that is damaged or cannot be written is no obstacle, and a file that is no game neither.
echo nonsense >"$games/history.sqlite"
left 123
holds 'a damaged index is made anew' sh -c 'head -c 15 "$1" | grep -q "^SQLite format 3"' sh "$games/history.sqlite"
rm "$games/history.sqlite"
mkdir "$games/history.sqlite"
says 0 'history.sqlite cannot be used: ' "$pairs" history
sed -i '/^The files/d' "$work/out"
holds 'all games are listed without an index' cmp "$work/out" "$work/expected"
rmdir "$games/history.sqlite"
echo nonsense >"$games/nonsense.pairs"
says 0 '^1 file is left out: it cannot be read as a game\.$' "$pairs" history
says 0 '^1 Datei fehlt hier' "$pairs" --lang de history
rm "$games/nonsense.pairs"

# Removal asks, and tells.
answer() { printf '%s\n' "$1" | "$pairs" ${2-} history delete 3; }
says 1 '^Remove this for good? Type yes: Nothing was removed\.$' answer no
says 1 'Es wurde nichts entfernt' answer nein '--lang de'
says 1 '   3  2026-01-01 12:00  Pairs' "$pairs" history delete 3
holds 'nothing is removed unasked' [ -e "$games/lost.pairs" ]
says 1 "no game '9'" "$pairs" history delete 3 9 --yes
holds 'nothing is removed if one of them is wrong' [ -e "$games/lost.pairs" ]
says 0 'lost.pairs ist fort\.$' answer ja '--lang de'
holds 'the record is gone' [ ! -e "$games/lost.pairs" ]
holds 'and the verdict on it' [ ! -e "$games/lost.verdict" ]
left 12
says 0 '^won.pairs is gone\.$' "$pairs" history delete left.pairs 2 --yes
says 0 '^There is no such game\.$' "$pairs" history
count_up
