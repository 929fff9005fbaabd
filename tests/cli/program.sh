#!/bin/sh
# The program as people meet it: its words, exit status and files. Usage: program.sh PAIRS RECORDS [PLAIN]
. "$(dirname "$0")/../checks.sh"
records=$2
# PLAIN is the same without sanitizers, for figures that take long: what finds them is tested elsewhere.
plain=${3-$pairs}

# The players of each name are the same in the list, in the rules and in the manual, where a variant
# without a number has that of its game.
"$pairs" list | awk '{ print $1, $2 }' >"$work/listed"
for name in $(cut -d ' ' -f 1 "$work/listed"); do
    echo "$name $("$pairs" rules "$name" | sed -n '/ players, about/{s/ players,.*//; s/ to /-/; s/ or /,/; p; q}')"
done >"$work/ruled"
sed -n '/^| kind | names/,/^$/p' "$(dirname "$0")/../../docs/manual/learn.md" | tr '|;' '\n\n' | awk '
    /`/ { game = ""
        while (match($0, /`[a-z-]+`( \([0-9,-]+\))?/)) {
            entry = substr($0, RSTART, RLENGTH)
            $0 = substr($0, RSTART + RLENGTH)
            gsub(/[`()]/, "", entry)
            split(entry, part, " ")
            if (game == "") game = part[2]
            print part[1], part[2] == "" ? game : part[2]
        } }' | sort >"$work/described"
sort "$work/listed" >"$work/sorted"
holds 'the rules name the same players' cmp "$work/listed" "$work/ruled"
holds 'the manual names the same players' cmp "$work/sorted" "$work/described"
says 2 'expected 1 to 6 players, or dealer-mode=rotate' "$pairs" play rocket -n 7
says 0 '7 players' "$pairs" sim rocket -n 7 -o dealer-mode=rotate --games 1
says 0 '6 players' "$pairs" sim partners-kitty -n 6 --games 1
says 2 'expected 4 or 6' "$pairs" sim partners-kitty -n 5
says 0 '"name":"partners-kitty".*"players":\[4,6\]' "$pairs" list --json

# Help and wrong usage.
says 0 'Usage: pairs .*COMMAND' "$pairs" --help
says 2 'Usage: pairs .*COMMAND' "$pairs"
says 0 '^pairs [0-9]' "$pairs" --version
says 0 '^pairs [0-9]' "$pairs" -V
says 0 'Usage: pairs play' "$pairs" help play
says 2 "no command 'plya'; did you mean 'play'" "$pairs" help plya
says 0 '^Look back' "$pairs" help
holds 'the overview fits 80 columns' lacks '.\{81\}' "$work/out"
says 0 '^  club  *A server' "$pairs" help manual
says 0 '^# A server' "$pairs" help club
says 0 '^# A server' "$pairs" help manual club
says 2 'GAME is missing' "$pairs" sim

# On a terminal: long texts are paged, lists are as wide as it is, and without a word it is the lobby.
terminal() { script -qec "stty rows 24 cols 80; $*" "$work/typescript" </dev/null; }
says 0 '^paged: Usage: pairs sim' terminal "PAGER=\"sed 's/^/paged: /'\" '$pairs' sim --help"
says 0 '^Usage: pairs learn' terminal "PAGER=false '$pairs' learn --help"
says 0 '^    hit or fold' terminal "PAGER=cat '$pairs' list"
tr -d '\r' <"$work/out" >"$work/narrow"
holds 'the list fits 80 columns' lacks '.\{81\}' "$work/narrow"
says 0 'filter' terminal "TERM=xterm timeout --foreground 2 '$pairs' || :"
for command in play learn list rules replay verify watch history stats odds analyse sim compare arena exploit prospects solve layout print serve join backup migrate admin account completion; do
    says 0 "Usage: pairs $command" "$pairs" $command --help
    holds "help of $command fits 80 columns" lacks '.\{81\}' "$work/out"
done
says 2 'no address of a server' "$pairs" join ftp://host --bot hint
says 2 'names no table' "$pairs" join 'http://host/#NO' --bot hint
says 2 'there is no bot to lend' "$pairs" join http://host
says 2 'needs the whole game' "$pairs" join http://host --bot 5
says 2 'is no option' "$pairs" join http://host --bot hint --nam Ann
says 2 "no command 'dance'" "$pairs" dance
says 2 "no command 'bench'" "$pairs" bench
says 0 'pairs  .*hit or fold' "$pairs" learn
says 2 "no game 'tennis'" "$pairs" learn tennis
learns() { printf '%s\n' "$1" 2 1 1 hit | "$pairs" ${2-} learn pairs --plain; }
says 0 'Cleo folds, scores' learns 1
says 0 'Cleo steigt aus, bekommt' learns 1 '--lang de'
says 0 'costs you something only once' learns fold
says 0 'Type a number of the list' learns dance
says 2 "no game 'tennis'" "$pairs" rules tennis
says 2 'is no option of this command' "$pairs" list --seed 3
says 2 'needs a value' "$pairs" sim pairs --seed
says 2 'number of players' "$pairs" sim pairs -n two
says 2 'is not for 20 players; expected 2 to 8' "$pairs" sim pairs -n 20
says 0 '^rocket, 1 player, 1 game, seed 3$' "$pairs" sim rocket -n 1 --games 1 --seed 3
says 0 '^rocket, 2 players, 2 games, seed 3$' "$pairs" sim rocket -n 2 --games 2 --seed 3
says 0 '^rocket, 1 Spieler, 1 Partie, Startwert 3$' "$pairs" --lang de sim rocket -n 1 --games 1 --seed 3
says 0 '^Rocket, 1 player, seed 3\.' "$pairs" play rocket -n 1 --plain --seed 3
says 2 'is not for 1 player; expected 2 to 8' "$pairs" sim pairs -n 1
says 2 'is not for 8 players; expected 2 to 7' "$pairs" sim rocket -n 8 -o dealer-mode=rotate
says 2 'is not for 8 players; expected 2 to 7' "$pairs" play rocket -n 8 -o dealer-mode=rotate
says 0 '^kitty, 4 players' "$pairs" sim kitty -o partners=on --games 1
says 2 'expected KEY=VALUE' "$pairs" sim pairs -o target
says 2 'expected 1..71' "$pairs" sim pairs -o target=99
says 2 'too high for 8 players' "$pairs" sim pairs -n 8 -o target=30
says 2 'needs a piece-rank' "$pairs" sim pairs -o piece-second-to-next=on
says 2 'goes with --json' "$pairs" replay x --steps
holds 'a message is one line' one_line "$work/err"

# Lists and rules.
says 0 '^octopus-open-end ' "$pairs" rules
holds 'the list of rules names the page about all games' grep -q 'pairs rules family' "$work/out"
says 0 '^WHERE TO START' "$pairs" rules family
for part in Octopus Port Regent Sweep 'Three packs of playing cards' Quicksilver; do
    holds "the page about all games has $part" grep -q "$part" "$work/out"
done
"$pairs" rules family >"$work/wide"
holds 'the page about all games fits 80 columns' lacks '.\{81\}' "$work/wide"
says 0 '^WO DU ANF' "$pairs" --lang de rules familie
says 2 'expected neither -n nor -o' "$pairs" rules family -n 3
says 2 'expected neither -n nor -o' "$pairs" rules family -o hands=1
says 0 'several times' "$pairs" rules judge-variant
holds 'a variant does not forbid what it allows' lacks 'new there' "$work/out"
says 0 'new there' "$pairs" rules judge
says 0 'loser of the last hand pays nothing' "$pairs" rules octopus-open-end
holds 'a variant has no list of variants' lacks 'VARIANTS' "$work/out"
says 0 '^continuous-calamities ' "$pairs" list
says 0 '"name":"pieces-of-eight"' "$pairs" list --json
says 0 '"name":"kitty-chips".[^}]*"counts":"chips"' "$pairs" list --json
says 0 '"name":"long-kitty".[^}]*"counts":"points"' "$pairs" list --json
says 0 'YOUR TURN' "$pairs" rules calamities
for language in en de; do
    for name in '' family $(cut -d ' ' -f 1 "$work/listed"); do
        "$pairs" --lang $language rules $name >"$work/wide"
        holds "the rules of '$name' fit 80 columns ($language)" [ "$(LC_ALL=C.UTF-8 grep -c '.\{81\}' "$work/wide")" = 0 ]
    done
done
for shell in bash zsh fish; do
    "$pairs" completion $shell >"$work/complete.$shell"
    command -v $shell >/dev/null && holds "$shell understands its completion" $shell -n "$work/complete.$shell"
done
# completes WORD...: what bash makes of the last one.
completes() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pairs; echo ${COMPREPLY[*]}' bash \
        "$work/complete.bash" "$pairs" "$@" 2>/dev/null
}
holds 'keys are completed' [ "$(completes sim pairs -o piece-)" = 'piece-rank= piece-second-to-next=' ]
holds 'values are completed, wherever their line breaks' [ "$(completes sim kitty -o scoring=)" = 'single long chips' ]
holds 'and where bash splits the word' [ "$(completes sim kitty -o scoring = l)" = long ]
holds 'commands are completed' [ "$(completes pro)" = prospects ]
holds 'flags are completed' [ "$(completes analyse --re)" = --reduction ]
holds 'games are completed behind flags' [ "$(completes sim -n 3 octopus-)" = octopus-open-end ]
holds 'bots are completed in a list' [ "$(completes arena pairs --bots=hint,ra)" = hint,random ]
holds 'words of a flag are completed' [ "$(completes print deck --paper l)" = letter ]
holds 'orders are completed' [ "$(completes admin rev)" = revoke ]
holds 'settings are completed' [ "$(completes serve --tls-c)" = --tls-certificate ]
says 2 'expected bash, zsh or fish' "$pairs" completion tcsh

# House rules in a file stand for a game.
rules=$(dirname "$0")/../../docs/examples/evening.rules
house() { printf '%s\n' "$@" >"$work/house.rules"; }
says 0 '^pairs, 4 players, 2 games' "$pairs" sim "$rules" --games 2 --seed 1 --jsonl "$work/house.jsonl"
holds 'what a file sets is among the options of the figures' grep -q '"target":11,' "$work/house.jsonl"
says 0 'Losing score: 11' "$pairs" play "$rules" --plain --seed 1
says 0 '^pairs, 3 players' "$pairs" sim "$rules" -n 3 --games 1
"$pairs" sim "$rules" -o target=15 --games 9 --seed 1 --csv "$work/over.csv" >/dev/null
"$pairs" sim pairs -n 4 -o target=15 -o deck=5-5-5-5-5-5-5-5-6-6 --games 9 --seed 1 --csv "$work/given.csv" >/dev/null
holds 'options of the command line go before those of a file' cmp "$work/over.csv" "$work/given.csv"
says 0 '^pairs, 4 players' "$pairs" arena "$rules" --bots random,hint --games 8
says 0 '^pairs, 4 players' "$pairs" prospects "$rules" --games 10
says 0 '^pairs, 4 players' "$pairs" exploit "$rules" --bot random --games 4 --time 1
says 0 'somebody has 11 points or more' "$pairs" rules "$rules"
says 2 'expected -n 2' "$pairs" solve "$rules"
"$pairs" sim "$rules" --games 20 --seed 1 --resume "$work/house.state" >/dev/null
says 1 'options' "$pairs" sim pairs -n 4 --games 20 --seed 1 --resume "$work/house.state"
says 2 'none.rules cannot be read: .*; check the name' "$pairs" play none.rules
house '# short' 'game pairs' 'option targt 4'
says 2 "house.rules:3: pairs has no option 'targt'; did you mean 'target'" "$pairs" play "$work/house.rules"
house 'option target 4'
says 2 "house.rules:1: the game is not named; expected 'game NAME'" "$pairs" play "$work/house.rules"
house 'game pairs' 'game port'
says 2 'house.rules:2: the game is named twice' "$pairs" play "$work/house.rules"
house 'game pairs' 'players 9'
says 2 'house.rules:2: pairs is not for 9 players' "$pairs" play "$work/house.rules"
house 'game pairs' 'players x'
says 2 "house.rules:2: that is no number of players; expected 'players N'" "$pairs" play "$work/house.rules"
house 'game pairs' 'option target 4' 'option Target 5'
says 2 'house.rules:3: option .* is given twice' "$pairs" play "$work/house.rules"
house 'game pairs' 'deal A 5'
says 2 "house.rules:2: 'deal' begins no line of house rules" "$pairs" play "$work/house.rules"
says 2 'house.rules:2: .*beginnt keine Zeile von Hausregeln' "$pairs" --lang de play "$work/house.rules"
says 2 'check that it is a file' "$pairs" rules "$work/"
house 'game pairs' 'deck 5 5 5'
says 2 "house.rules:2: option deck cannot be '5-5-5'; expected ten numbers from 0 to 15" "$pairs" play "$work/house.rules"
house 'game kitty' 'deck 5 5 5 5 5 5 5 5 5 5'
says 2 'house.rules:2: kitty has to have the usual deck' "$pairs" play "$work/house.rules"
house 'game pairs' 'deck 5 5 5 5 5 5 5 5 5 5' 'deck 5 5 5 5 5 5 5 5 5 5'
says 2 'house.rules:3: option deck is given twice' "$pairs" play "$work/house.rules"
house 'game pairs' 'players 5' 'deck 5 5 5 5 5 5 5 5 5 5'
says 2 'makes too few pairs; expected 1 more than 5 cards of a rank' "$pairs" play "$work/house.rules"

# A deck of one's own, from the simulation through the record to the odds.
house 'game port' 'players 2' 'option target 4' 'deck 0 5 5 5 5 5 5 5 5 5'
says 0 '^port, 2 players' "$pairs" sim "$work/house.rules" --games 20 --seed 1 --bots hint --jsonl "$work/deck.jsonl" \
    --resume "$work/deck.state"
holds 'the figures tell the deck' grep -q '"deck":"0-5-5-5-5-5-5-5-5-5"' "$work/deck.jsonl"
says 1 'options' "$pairs" sim port -n 2 -o target=4 --games 20 --seed 1 --bots hint --resume "$work/deck.state"
says 0 'ahead' "$pairs" arena "$work/house.rules" --bots search:20,random --games 20
says 0 '.' "$pairs" play "$work/house.rules" --seed 1 --bots hint --record "$work/deck.pairs"
holds 'a record has the deck' grep -q '^option deck 0-5-5-5-5-5-5-5-5-5$' "$work/deck.pairs"
holds 'and no card that it lacks' lacks 'deal [A-Zb].* 1$' "$work/deck.pairs"
says 0 '^port, 2 players, .* over' "$pairs" replay "$work/deck.pairs"
sed '/^A \|^B /{q}' "$work/deck.pairs" | sed '$d' >"$work/deck-open.pairs"
says 0 '"cards":{"1":0.0,"2":0.1' "$pairs" odds "$work/deck-open.pairs" --iterations 50 --seed 1 --json
says 0 'luck' "$pairs" analyse "$work/deck.pairs" --iterations 20 --seed 1
says 0 'deck  .*how many cards there are of each rank' "$pairs" rules port
holds 'files of house rules are completed' [ "$(completes play "${rules%ening.rules}")" = "$rules" ]

# Names are forgiving: case, blanks, hyphens and umlauts, titles in any language.
for name in Kitty 'Horn of Plenty' horn_of_plenty HORN-OF-PLENTY Füllhorn fuellhorn Kampfgetümmel KAMPFGETÜMMEL \
    'ghost town' Geisterstadt 'The Judge' 'Blinder Start' trollgedärm 'last man standing'; do
    says 0 '^OPTIONS' "$pairs" rules "$name"
done
says 0 '^Horn of Plenty - ' "$pairs" rules "Füllhorn"
says 0 '^Last Man Standing - ' "$pairs" rules 'last man standing'
says 0 '^WHERE TO START' "$pairs" rules Family
says 0 '^kitty, 4 players' "$pairs" sim Kitty -n 4 --games 1
says 0 '^kitty, 4 players' "$pairs" arena Kitty -n 4 --games 4 --bots Random,Badger
holds 'a level is known by its title too' grep -q '^Badger  *2 ' "$work/out"
says 0 '^Bold Magpie ' "$pairs" arena pairs --games 3 --bots 'Bold Magpie,random'
says 0 '^Kitty, ' "$pairs" play KITTY --plain --seed 1
says 0 '\[11\]$' "$pairs" rules pairs -o Target=11
says 0 '^Rocket: one player' "$pairs" solve Rakete

# What is nearly a name is told of: games, presets, options, commands, bots.
says 2 "no game 'pair'; did you mean 'pairs'?" "$pairs" rules pair
says 2 "no game 'octopuss'; did you mean 'octopus'?" "$pairs" play octopuss
says 2 "no game 'Kampfgetumel'; did you mean 'melee'?" "$pairs" sim Kampfgetumel
says 2 "no game 'ghost'; did you mean 'ghost-town'?" "$pairs" learn ghost
says 2 "no game 'softkity'; did you mean 'soft-kitty'?" "$pairs" arena softkity --bots 1,2
says 2 "no option 'targt'; did you mean 'target'?" "$pairs" play pairs -o targt=3
says 2 "no option 'targt'; did you mean 'target'?" "$pairs" sim pairs -o targt=3..5
says 2 "no command 'plya'; did you mean 'play'?" "$pairs" plya
says 2 "no command 'kitty'; did you mean 'play kitty'?" "$pairs" kitty
says 2 "'--gmaes' is no option of this command (did you mean '--games'?)" "$pairs" sim pairs --gmaes 3
says 2 "no bot 'Badgr'; did you mean '3'?" "$pairs" play --bots Badgr
says 2 "no bot 'bold-serch:9'; did you mean 'bold-search:9'?" "$pairs" sim pairs --bots bold-serch:9
says 2 "'rockt' cannot be solved; did you mean 'rocket'?" "$pairs" solve rockt
printf 'pairs 1\ngame Pairs\nplayers 2\n' >"$work/record"
says 1 "record:2: there is no game 'Pairs'; did you mean 'pairs'?" "$pairs" replay "$work/record"

# Replay.
says 0 '"to_act":\["D"\]' "$pairs" replay --json "$records/pairs/first-turn.pairs"
# Chips: what people read is what each has, in every front end.
for option in chips=100 chips=250; do
    first=${option#*=}
    "$pairs" play octopus -n 4 -o "$option" -o hands=1 --seed 5 --record "$work/chips.pairs" >"$work/out"
    score=$("$pairs" replay --json "$work/chips.pairs" | sed 's/.*"scores":\[\(-*[0-9]*\).*/\1/')
    has="$((first + score)) chips ($(printf %+d "$score" | sed s/-/−/))"
    holds "the story tells chips: $has" grep -q "^Chips: Badger $(echo "$has" | sed "s/ chips//")" "$work/out"
    holds "the end tells chips: $has" grep -q "^Badger ends with $has" "$work/out"
    says 0 "^A $has, B " "$pairs" replay "$work/chips.pairs"
    says 0 "^A $(echo "$has" | sed s/chips/Chips/), B " "$pairs" --lang de replay "$work/chips.pairs"
done
echo q | "$pairs" play octopus -n 4 -o chips=40 --plain --seed 5 >"$work/out"
holds 'the table tells chips' grep -q '^A, you: 38 chips (−2)\.' "$work/out"
says 0 '^score: A 0 B' "$pairs" replay "$records/pairs/first-turn.pairs"
says 1 'bad-card.pairs:7: ' "$pairs" replay --json "$records/pairs/bad-card.pairs"
holds 'nothing is printed of a bad record' empty "$work/out"
holds 'a bad record gets one line' one_line "$work/err"
says 1 'cannot be read' "$pairs" replay "$work/missing"

# Watching without a terminal: the story, to all or to a seat, and the file stays as it is.
"$pairs" play regent -n 3 --seed 7 --record "$work/hidden.pairs" </dev/null >"$work/out" 2>&1
cp "$work/hidden.pairs" "$work/hidden.copy"
says 0 '^Badger gets [0-9]* [0-9]*, Badger the Younger [0-9]* [0-9]*, ' "$pairs" watch "$work/hidden.pairs"
says 0 '^Badger gets 2 cards\.$' "$pairs" watch --seat B "$work/hidden.pairs"
says 0 '^Badger bekommt 2 Karten\.$' "$pairs" --lang de watch --seat B --plain "$work/hidden.pairs"
says 2 'there is no seat D with 3 players; expected A to C' "$pairs" watch --seat D "$work/hidden.pairs"
says 1 'cannot be read' "$pairs" watch "$work/missing"
says 0 '^10 cards drawn, 5 opened' "$pairs" verify "$records/tournament/proof.pairs"
says 0 '^10 Karten gezogen, 5 geöffnet' "$pairs" --lang de verify "$records/tournament/proof.pairs"
says 1 'after-55.pairs:1: this record has no proof' "$pairs" verify "$records/tournament/after-55.pairs"
says 1 'cannot be read' "$pairs" verify "$work/missing"
cat "$records/tournament/proof.pairs" "$records/tournament/proof.pairs" >"$work/two.pairs"
says 1 'another record begins here' "$pairs" verify "$work/two.pairs"
says 1 'bad-card.pairs:7: ' "$pairs" watch "$records/pairs/bad-card.pairs"
holds 'watching changes nothing' cmp "$work/hidden.pairs" "$work/hidden.copy"
says 1 'cannot be read' "$pairs" replay "$work"
head -c 64 "$pairs" >"$work/binary"
says 1 ':1: this is no text' "$pairs" replay "$work/binary"
says 1 ':3: this is no record' "$pairs" replay "$0"
says 1 ':1: the record ends too early' "$pairs" replay /dev/null
says 0 '"line":0' "$pairs" replay --json --steps "$records/pairs/first-round.pairs"
head -c 100000000 /dev/zero | tr '\0' 'x' >"$work/long"
says 1 ':1: this line is too long' "$pairs" replay "$work/long"
rm "$work/long"
head -c 200000 /dev/urandom >"$work/garbage"
says 1 ':1: ' "$pairs" replay "$work/garbage"
i=0
size=$(wc -c <"$records/pairs/five-card-catch.pairs")
while [ $i -lt "$size" ]; do
    head -c $i "$records/pairs/five-card-catch.pairs" >"$work/cut"
    "$pairs" replay --json "$work/cut" >"$work/out" 2>"$work/err"
    status=$?
    if [ $status -gt 1 ] || { [ $status -eq 1 ] && { [ -s "$work/out" ] || ! one_line "$work/err"; }; }; then
        holds "a record cut after $i bytes: status $status" false
    fi
    i=$((i + 7))
done

# Simulation: the same seed, the same games; records replay to the same results.
mkdir "$work/files"
"$pairs" sim pieces-of-eight -n 4 --games 30 --seed 9 --record "$work/files/a" >/dev/null
"$pairs" sim pieces-of-eight -n 4 --games 30 --seed 9 --record - >"$work/files/b" 2>"$work/err"
holds 'the same seed gives the same records' cmp "$work/files/a" "$work/files/b"
says 0 'losers' "$pairs" replay "$work/files/a"
holds 'all games replay' [ "$("$pairs" replay "$work/files/a" | grep -c '^pairs, 4 players, .* over$')" -eq 30 ]
holds 'the results are those of the records' [ "$("$pairs" replay --json "$work/files/a" |
    grep -o '"over":true' | wc -l)" -eq 30 ]
says 0 'games/s' "$pairs" sim pairs -n 2 --games 10

# Exact solutions.
says 0 'value of best play: -0.020788201249 of the bet' "$pairs" solve rocket
says 0 '"decks":8,"value":-0.0337715989' "$pairs" solve rocket --decks 8 --json
says 0 '"best":"fold"' "$pairs" solve rocket --json
says 0 '"value":2.33102642.*"second":2.50075109' "$plain" solve pairs --json
says 0 '^    6  0.492426618' "$pairs" solve carousel
says 0 '"survivors":\[0.029042.*,0.0,0.0,0.0\]' "$pairs" solve carousel --json \
    "$records/carousel/four-rounds-after-two.pairs"
says 1 'four-rounds.pairs:[0-9]*: the match is over; expected' "$pairs" solve carousel \
    "$records/carousel/four-rounds.pairs"
says 1 'expected carousel' "$pairs" solve carousel "$records/pairs/first-turn.pairs"
says 1 'cannot be read' "$pairs" solve carousel "$work/missing"
says 1 'cannot be read' "$pairs" solve carousel "$work"
says 2 'expected rocket, carousel or pairs' "$pairs" solve tennis
says 0 'a lower bound' "$plain" solve tournament -n 2 --iterations 2000 --check 4 --seed 1 --save "$work/strategy"
says 0 '"iterations":2000,.*"method":"local best response","bound":"lower"' "$plain" solve tournament -n 2 \
    --load "$work/strategy" --check 2 --json
says 1 'expected a strategy for regent' "$plain" solve regent -n 2 --load "$work/strategy"
says 1 "expected 'pairs-strategy 1'" "$plain" solve tournament -n 2 --load "$records/pairs/first-turn.pairs"
says 2 'expected -n 2 and a game' "$plain" solve tournament -n 3
says 2 'expected -n 2 as well' "$plain" solve tournament --iterations 5
says 2 "did you mean '--check'" "$plain" solve tournament -n 2 --chek 5
says 2 'expected 1 to 86400' "$plain" solve tournament -n 2 --time 0
says 2 'less than 1' "$plain" solve tournament -n 2 --share 1
says 2 'one word too many' "$pairs" solve rocket file
says 2 'is for rocket' "$pairs" solve pairs --decks 2
says 2 'expected 1 to 8' "$pairs" solve rocket --decks 9

# The lab: bots, sweeps, threads, tables of figures.
figures() { "$pairs" sim "$@" --seed 4 2>/dev/null | grep -v 'games/s'; }
parses() { python3 -c "$1" "$work/lab"; }
mkdir "$work/lab"
says 0 'search:5 ' "$pairs" sim pairs --bots hint,search:5 --games 3
says 2 "no bot 'chess'" "$pairs" sim pairs --bots hint,chess
says 2 'more bots than players' "$pairs" sim pairs -n 2 --bots hint,hint,hint
says 2 'expected 1 to 256' "$pairs" sim pairs --threads 0
says 2 'LOW..HIGH' "$pairs" sim pairs -o target=31..11
says 2 'several outputs' "$pairs" sim pairs --csv - --jsonl -
says 2 'does not go with --resume' "$pairs" sim pairs --record - --resume "$work/lab/x"
says 0 '^31 ' "$pairs" sim pairs -o target=11..31:5 --games 10
for bots in random hint,search:5; do
    for threads in 1 2 3; do
        figures pairs -o target=11,21 --bots $bots --games 40 --threads $threads >"$work/lab/$threads"
    done
    holds "$bots: two threads find what one finds" cmp "$work/lab/1" "$work/lab/2"
    holds "$bots: three threads find what one finds" cmp "$work/lab/1" "$work/lab/3"
done
"$pairs" sim pairs -n 4 -o target=11..15:2 -o payment=seattle,tacoma --bots hint,random --games 50 --seed 4 \
    --csv "$work/lab/csv" --jsonl "$work/lab/jsonl" --svg "$work/lab/svg" >"$work/out"
holds 'CSV has a row for each seat of each combination' parses '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/csv")))
assert len(rows) == 3 * 2 * 4
assert [r["target"] for r in rows[::8]] == ["11", "13", "15"] and rows[4]["payment"] == "tacoma"
assert [r["bot"] for r in rows[:4]] == ["hint", "random", "hint", "random"]
for r in rows:
    assert float(r["won_low"]) <= float(r["won"]) <= float(r["won_high"]), r
for i in range(0, len(rows), 4): # chips come from somebody
    assert abs(sum(float(r["score"]) for r in rows[i:i + 4])) < 1e-6'
holds 'JSON Lines has an object for each combination' parses '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/jsonl")]
assert [(r["options"]["target"], r["options"]["payment"]) for r in rows[:2]] == [(11, "seattle"), (11, "tacoma")]
assert len(rows) == 6
for r in rows:
    assert sum(r["length"]["counts"]) == r["games"] == 50
    for s in r["seats"]:
        counts, first, width = (s["scores"][k] for k in ("counts", "first", "width"))
        mean = sum(n * (first + i) for i, n in enumerate(counts)) / 50
        assert width > 1 or abs(mean - s["score"]["mean"]) < 1e-9, s'
"$pairs" sim pairs --games 50 --svg "$work/lab/one.svg" >"$work/out"
holds 'pictures are XML without holes' parses '
import sys, xml.dom.minidom
for name in "svg", "one.svg":
    text = open(sys.argv[1] + "/" + name).read()
    assert xml.dom.minidom.parseString(text).documentElement.tagName == "svg"
    assert "nan" not in text and "inf" not in text and text.count("font-weight") == 4
    assert "var(" not in text, "librsvg and others know no variables: all would be black"'
"$pairs" sim pairs --games 20 --csv - >"$work/out" 2>"$work/err"
holds 'CSV has standard output to itself' [ "$(wc -l <"$work/out")" -eq 4 ]
holds 'the figures are then on standard error' grep -q 'games/s' "$work/err"
says 1 'cannot be written' "$pairs" sim pairs --games 1000000000 --csv "$work/no/such/folder"
says 1 'cannot be written' "$pairs" sim pairs --games 1000000000 --resume "$work/no/such/folder"

# A run that is interrupted goes on with the same figures; it is stopped as soon as its file is there.
resume() {
    "$pairs" sim pairs -o target=11,21 --bots hint,random --games 40000 --resume "$work/lab/state" "$@"
}
"$plain" sim pairs -o target=11,21 --bots hint,random --games 40000 --seed 4 2>/dev/null |
    grep -v 'games/s' >"$work/lab/whole"
for case in "1 INT" "3 TERM"; do
    threads=${case% *}
    rm -f "$work/lab/state"
    "$pairs" sim pairs -o target=11,21 --bots hint,random --games 40000 --seed 4 --threads "$threads" \
        --resume "$work/lab/state" >"$work/out" 2>"$work/err" &
    while [ ! -f "$work/lab/state" ] && kill -0 $!; do sleep 0.01; done
    sleep 0.05
    kill -"${case#* }" $!
    wait $!
    holds "$case: an interrupt is no failure" [ $? -eq 0 ]
    holds "$case: it says how far it came" grep -q 'interrupted after .* of 80000' "$work/err"
    resume --seed 4 --threads "$threads" | grep -v 'games/s' >"$work/lab/resumed"
    holds "$case: resumed, the figures are the same" cmp "$work/lab/whole" "$work/lab/resumed"
done
resume | grep -v 'games/s' >"$work/lab/resumed"
holds 'what is finished is told again, with the seed of the file' cmp "$work/lab/whole" "$work/lab/resumed"
resume --games 50001 | grep -v 'games/s' >"$work/lab/longer"
"$plain" sim pairs -o target=11,21 --bots hint,random --games 50001 --seed 4 2>/dev/null |
    grep -v 'games/s' | cmp - "$work/lab/longer"
holds 'a finished run goes on to more games, with the figures of one long run' [ $? -eq 0 ]
says 1 'its games was 50001, not 9;' resume --games 9
resume() {
    "$pairs" sim pairs -o target=11,21 --bots hint,random --games 50001 --resume "$work/lab/state" "$@"
}
says 1 'its options was .*"21".*, not .*"20"' resume -o target=11,20
says 1 'its bots was' resume --bots hint
says 1 'its players was 3, not 4' resume -n 4
says 1 'its seed was "4", not "5"' resume --seed 5
says 1 'its game was "pairs"' "$pairs" sim port --resume "$work/lab/state"
holds 'a refusal is one line' one_line "$work/err"
size=$(wc -c <"$work/lab/state")
for part in 0 1 2 3; do
    head -c $((size * part / 4)) "$work/lab/state" >"$work/lab/cut"
    says 1 'is no state of a simulation' "$pairs" sim pairs --resume "$work/lab/cut"
done
sed 's/"blocks":[0-9]*/"blocks":7/' "$work/lab/state" >"$work/lab/cut"
says 1 'is no state of a simulation' resume --resume "$work/lab/cut"
for edit in 's/"score":[^,]*/"score":1e308/' 's/"lost":[0-9]*/"lost":9223372036854775807/'; do
    sed "$edit" "$work/lab/state" >"$work/lab/edited"
    says 1 'is no state of a simulation' resume --resume "$work/lab/edited" --svg "$work/lab/edited.svg"
done
holds 'without figures there is no picture' [ ! -e "$work/lab/edited.svg" ]
says 1 'is no state of a simulation' resume --resume /dev/zero
mkfifo "$work/lab/endless"
yes '  ' >"$work/lab/endless" 2>/dev/null &
says 1 'is no state of a simulation' resume --resume "$work/lab/endless"
holds 'a file that is no state is left alone' grep -q '"blocks":7' "$work/lab/cut"

# Until a bound: each combination as long as it needs, the same whatever the number of threads, and on to a smaller one.
bounded() { "$pairs" sim pairs -o target=5,21 --bots hint --seed 4 --until "$@" 2>"$work/err" | grep -v 'games/s'; }
bounded 1.2 --threads 1 --jsonl "$work/lab/until" >"$work/lab/1"
bounded 1.2 --threads 3 >"$work/lab/3"
holds 'until: three threads end where one ends' cmp "$work/lab/1" "$work/lab/3"
holds 'until: no more games than are needed' parses '
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1] + "/until")]
assert 64 <= rows[0]["games"] < rows[1]["games"] and rows[1]["games"] % 64 == 0, rows
for r in rows:
    assert all(s["score"]["error"] <= 1.2 for s in r["seats"])
before = rows[1]["games"] - 64
assert max(s["score"]["error"] for s in rows[1]["seats"]) * (rows[1]["games"] / before) ** 0.5 > 1.0'
bounded 1.2 --resume "$work/lab/until.state" >/dev/null
bounded 0.9 --resume "$work/lab/until.state" >"$work/lab/resumed"
bounded 0.9 >"$work/lab/whole"
holds 'until: a run that goes on to a smaller bound ends where one ends that began with it' \
    cmp "$work/lab/whole" "$work/lab/resumed"
holds 'until: shares of games have bounds too' [ -n "$(bounded 5%)" ]
says 0 'too few for --until' "$pairs" sim pairs --until 1% --games 9
for wrong in x 0 -1 1%% nan ''; do says 2 'expected a number above 0' "$pairs" sim pairs --until "$wrong"; done

# How interesting: the same whatever the number of threads; a game without a choice has no decisions to look at.
for threads in 1 3; do figures pairs --bots hint --games 9 --interest 30 --threads $threads >"$work/lab/$threads"; done
holds 'interest: three threads find what one finds' cmp "$work/lab/1" "$work/lab/3"
holds 'interest: it tells leaders, close decisions and costs' \
    [ "$(grep -c '^another leads: .* +- \|^close decisions: .*% to \|^a random one costs: .* +- ' "$work/lab/1")" -eq 3 ]
figures pairs --bots hint --games 9 --interest 30 --jsonl "$work/lab/interest" >/dev/null
holds 'interest: programs are told the same' parses '
import json, sys
found = json.load(open(sys.argv[1] + "/interest"))["interest"]
assert found["games"] == 30 and found["leads"]["error"] > 0 and found["costs"]["mean"] > 0, found
assert found["close"]["low"] <= found["close"]["share"] <= found["close"]["high"], found
said = open(sys.argv[1] + "/1").read()
assert "%.3f +- %.3f times" % (found["leads"]["mean"], found["leads"]["error"]) in said, said
'
says 2 'expected 1 to 1000000 games' "$pairs" sim pairs --interest 0

# A row for each game: the same whatever the number of threads, and of all games of a run that went on.
rows() { "$pairs" sim deadfall -o ante=1,2 --bots 'hint,run:exit "1"' --games 70 --seed 4 "$@" >/dev/null 2>&1; }
for threads in 1 3; do rows --threads $threads --rows "$work/lab/rows.$threads"; done
holds 'rows: three threads write what one writes' cmp "$work/lab/rows.1" "$work/lab/rows.3"
holds 'rows tell each game: options, bots, who began, what came out' parses '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1] + "/rows.1")))
assert len(rows) == 140 and len(set(rows[0])) == len(rows[0]) and None not in rows[0]
assert [(r["option_ante"], r["number"]) for r in rows] == [(a, str(n)) for a in "12" for n in range(1, 71)]
for r in rows:
    scores = [int(r["score_" + seat]) for seat in "ABC"]
    assert sum(scores) == 0 and r["winners"] == "".join(s for s, n in zip("ABC", scores) if n == max(scores)), r
    assert r["deck"] == "" and r["first"] in "ABC" and r["game"] == "deadfall" and r["players"] == "3" and r["seed"] == "4"
    assert r["bot_B"] == "run:exit \"1\"" and r["hands"] == r["option_hands"] == "10" and int(r["cards"]) > int(r["decisions"]) > 0'
says 0 ',0,9-0-5-5-5-5-5-5-5-5,random,' "$pairs" sim pairs -o deck=9-0-5-5-5-5-5-5-5-5 --games 1 --seed 1 --rows -
kept() {
    "$pairs" sim pairs --bots hint,random --seed 4 --rows "$work/lab/kept" --resume "$work/lab/rowstate" "$@" \
        >/dev/null 2>"$work/err"
}
"$plain" sim pairs --bots hint,random --games 30000 --seed 4 --rows "$work/lab/whole.csv" >/dev/null
kept --games 15001 &
while [ ! -f "$work/lab/rowstate" ] && kill -0 $!; do sleep 0.01; done
sleep 0.1
kill -KILL $!
wait $!
echo 'a line that was written after the state' >>"$work/lab/rowstate.rows"
holds 'rows of a run that is killed are not there yet' [ ! -e "$work/lab/kept" ]
kept --games 15001
kept --games 30000
holds 'a run that was killed and then extended has the rows of one long run' cmp "$work/lab/whole.csv" "$work/lab/kept"
says 1 'has rows of its games; expected --rows' "$pairs" sim pairs --bots hint,random --games 30001 \
    --resume "$work/lab/rowstate"
says 1 'has games without rows' "$pairs" sim pairs -o target=11,21 --bots hint,random --games 50002 --rows - \
    --resume "$work/lab/state"
: >"$work/lab/rowstate.rows"
says 1 'does not have the rows of all games' "$pairs" sim pairs --bots hint,random --games 30001 --rows - \
    --resume "$work/lab/rowstate"
says 1 'cannot be written' "$pairs" sim pairs --games 1000000000 --rows "$work/no/such/folder"

# One signal ends a run in the middle of a game, however long its bots would think. However busy the
# machine is, some time is long enough for the program to have begun. In the foreground the program
# gets the signal once; otherwise its group gets it again, and the second one kills.
for case in "INT sim kitty --games 5" "TERM sim kitty --games 5" "HUP sim kitty --games 5" \
    "TERM arena kitty" "HUP arena kitty"; do
    for seconds in 1 3 9 27; do
        # shellcheck disable=SC2086 # a list of words
        timeout --foreground -k 60 -s "${case%% *}" $seconds "$pairs" ${case#* } --bots think:10000000,random \
            >"$work/out" 2>"$work/err"
        status=$?
        grep -q 'interrupted' "$work/err" && break
    done
    holds "$case: one signal is enough" [ $status -eq 124 ]
    holds "$case: it says that it was interrupted" grep -q 'interrupted' "$work/err"
done
says 0 'games/s' "$pairs" sim port -n 2 --games 400 --seed 5

# Two rule sets on the same deals: no rule changed, no difference; the same whatever the number of threads.
compared() { "$pairs" compare pairs --bots hint --games 300 --seed 4 "$@"; }
compared --against target=21 --json >"$work/lab/compared"
holds 'compare: the same rules differ in nothing' parses '
import json, sys
r = json.load(open(sys.argv[1] + "/compared"))
assert r["games"] == 300 and len(r["measures"]) == 3 + 3 + 3 + 1
for m in r["measures"]:
    assert m["first"] == m["second"] and m["difference"] == {"mean": 0, "error": 0} and m["p"] == 1, m'
compared --against target=11 --json --svg "$work/lab/compared.svg" >"$work/lab/compared"
holds 'compare: what differs is told with its interval' parses '
import json, sys, xml.dom.minidom
measure = {(m["measure"], m["seat"]): m for m in json.load(open(sys.argv[1] + "/compared"))["measures"]}
hands = measure["hands", None]
assert hands["difference"]["mean"] + hands["difference"]["error"] < 0 and hands["p"] < 1e-9
assert abs(hands["second"]["mean"] - hands["first"]["mean"] - hands["difference"]["mean"]) < 1e-9
apart = (hands["first"]["error"] ** 2 + hands["second"]["error"] ** 2) ** 0.5
assert hands["difference"]["error"] < apart, "the same deals go together"
assert xml.dom.minidom.parse(sys.argv[1] + "/compared.svg").documentElement.tagName == "svg"'
for threads in 1 3; do compared --against target=11 --threads $threads >"$work/lab/$threads"; done
holds 'compare: three threads find what one finds' cmp "$work/lab/1" "$work/lab/3"
says 0 '^2: continuous' "$pairs" compare pairs continuous --games 20
says 2 'nothing to compare with' "$pairs" compare pairs
says 2 'is not for' "$pairs" compare pairs pendleton -n 8 --games 20
says 2 'expected KEY=VALUE' "$pairs" compare pairs --against target

# Arena: the same seed, the same result, whatever the number of threads; wrong bots are refused.
"$pairs" arena pairs -n 2 --bots hint,random --sprt -5:200 --alpha 0.01 --beta 0.2 --seed 1 --games 4000 >"$work/out"
holds 'arena: the test is the one that was asked for' \
    grep -q 'Elo -5 (H0) or +200 (H1), risks 1% and 20%:' "$work/out"
holds 'arena: it ends at the verdict' grep -q 'H1 accepted .* is stronger than H0 says .*bounds -1.60 and 4.38' "$work/out"
for wrong in 0 5:5 10:5 x 1:2:3 :5 5: 2000; do says 2 'the lower first' "$pairs" arena pairs --bots hint,random --sprt $wrong; done
says 2 'expected a risk from 0.0001' "$pairs" arena pairs --bots hint,random --beta 0.5
says 2 "did you mean '--alpha'" "$pairs" arena pairs --bots hint,random --alhpa 0.1
says 0 'H0 accepted after .* random is not stronger' "$pairs" arena pairs --bots random,random --games 200
says 0 '^random  *1 .* 0.0%  *0.0% ' "$pairs" arena pairs -n 2 --bots random,random --games 20 --seed 1
"$pairs" arena pairs --bots random,1,hint --games 90 --seed 5 --threads 1 --json >"$work/one"
"$pairs" arena pairs --bots random,1,hint --games 90 --seed 5 --threads 3 --json >"$work/three"
holds 'the number of threads changes nothing' cmp "$work/one" "$work/three"
holds 'the result is there as JSON' grep -q '"games":90,.*"name":"random".*"elo_error":.*"verdict":' "$work/one"
says 0 '^what counts: games lost, fewer are better$' "$pairs" arena pairs --bots random,hint --games 6
says 0 '^what counts: games won$' "$pairs" arena port --bots random,hint --games 6
says 0 '^what counts: chips$' "$pairs" arena starboard --bots random,hint --games 6
says 0 '"counts":"lost",.*"lost_low":.*"lost_high":' "$pairs" arena pairs --bots random,hint --games 6 --json
says 0 '^chance to lose the match' "$pairs" prospects pairs -n 2 --games 20
holds 'the check is in it' grep -q '^Checked with 20 other matches' "$work/out"
says 0 '^B  *2  *50' "$pairs" prospects tournament -n 2 --scores 2,2 --games 20
says 0 '"counts":"won",.*"chance":\[\[0.5,.*"check":' "$pairs" prospects tournament -n 2 --games 20 --json
says 0 'what counts: chips' "$pairs" prospects starboard
says 0 'a match is one hand' "$pairs" prospects continuous
says 2 'expected 3 numbers' "$pairs" prospects pairs -n 3 --scores 1,2
says 2 "'--wrong' is no option" "$pairs" prospects pairs --wrong 1
says 0 '^DECISIONS: 31 ids$' "$pairs" layout continuous -n 3
holds 'a decision has its ids there' grep -q '^ *1  *30  fold CARD (1 to 10) SEAT (3, from the own one)$' "$work/out"
holds 'an observation has its length there' grep -q '^OBSERVATION: 119 whole numbers' "$work/out"
says 0 '"actions":2,"verbs":.*"observation":90,"parts":.*"name":"stack","offset":40,"length":22,' "$pairs" layout pairs -n 2 --json
says 2 "no game 'tennis'" "$pairs" layout tennis
says 0 'exact:STEPS' "$pairs" arena --help
holds 'programs are in the help of the arena' grep -q 'run:COMMAND' "$work/out"
says 0 '"players":4,.*"mean_error":null' "$pairs" arena pairs --bots 1,2,3,hint --games 4 --json
says 0 'jeder Bot spielt alle' "$pairs" --lang de arena medusa --bots hint,random --games 4
says 2 'bots is missing' "$pairs" arena pairs
says 2 "no bot 'nobody'" "$pairs" arena pairs --bots nobody,random
says 2 "no bot ''" "$pairs" arena pairs --bots random,
says 2 'expected two bots or more' "$pairs" arena pairs --bots random
says 2 'too many for 2 seats' "$pairs" arena pairs -n 2 --bots random,hint,1
says 2 'expected at most 8' "$pairs" arena pairs --bots 1,1,1,1,1,1,1,1,1
says 2 'threads cannot be' "$pairs" arena pairs --bots 1,1 --threads 0

# Exploit: a weak bot is found, the same seed gives the same result, and wrong words are refused.
says 0 'verdict: policy:always-doubt can be exploited' "$pairs" exploit tournament --bot policy:always-doubt --games 40 --seed 1
says 0 '^A hand of it; . plays this way' "$pairs" exploit tournament --bot policy:always-doubt --games 40 --seed 1
says 0 'Urteil: gegen random wurde' "$pairs" --lang de exploit tournament --bot random --games 2 --seed 1 --time 100
"$pairs" exploit pairs --bot random --games 20 --seed 5 --threads 1 --json >"$work/one"
"$pairs" exploit pairs --bot random --games 20 --seed 5 --threads 3 --json >"$work/three"
holds 'the number of threads changes nothing in what is found' cmp "$work/one" "$work/three"
holds 'what is found is there as JSON' grep -q '"way":"policy:.*"counts":"lost","value":.*"fair":0.5,"beaten":true' "$work/one"
says 0 '^policy:fold-above-ratio-120 ' "$pairs" arena continuous --bots policy:fold-above-ratio-120,hint --games 3
says 2 'bot is missing' "$pairs" exploit pairs
says 2 "no bot 'nobody'" "$pairs" exploit pairs --bot nobody
says 2 "no rule 'always-dance'" "$pairs" exploit pairs --bot policy:always-dance
says 2 'all play together' "$pairs" exploit medusa --bot hint
says 2 'has no opponent' "$pairs" exploit rocket -n 1 --bot hint
says 2 "no bot 'nobody'" "$pairs" exploit pairs --bot hint --trial nobody
says 2 "time cannot be '0'" "$pairs" exploit pairs --bot hint --time 0
says 2 "'--tim' is no option" "$pairs" exploit pairs --bot hint --tim 5
for seconds in 1 3 9 27; do
    timeout --foreground -s INT $seconds "$pairs" exploit pairs --bot random --games 100000000 >"$work/out" 2>"$work/err"
    grep -q '^no verdict' "$work/out" && break
done
holds 'an interrupted search gives no verdict' grep -q '^no verdict: it was not measured' "$work/out"
holds 'but tells the best way so far' grep -q "^'policy:" "$work/out"
holds 'and that it was interrupted' grep -q 'interrupted after' "$work/err"
says 0 '^a pupil that learned from .* decisions in' "$pairs" exploit starboard --bot random --learn --decisions 3000 --games 200 --seed 1
"$pairs" exploit tournament --bot 3 --learn --decisions 3000 --games 100 --seed 5 --threads 1 --json >"$work/one"
"$pairs" exploit tournament --bot 3 --learn --decisions 3000 --games 100 --seed 5 --threads 2 --json >"$work/two"
holds 'the number of threads changes nothing in what a pupil learns' cmp "$work/one" "$work/two"
holds 'a pupil has no rules to tell' grep -q '"way":"pupil".*"learned":.*"counts":"won"' "$work/one"
says 0 'measured in' "$pairs" exploit pairs --bot random --learn --time 2 --games 20
says 2 "decisions cannot be '0'" "$pairs" exploit pairs --bot hint --learn --decisions 0
says 2 'goes with --learn' "$pairs" exploit pairs --bot hint --decisions 9

# However busy the machine is, some time is long enough for a first deal.
for seconds in 1 3 9 27; do
    timeout --foreground -s INT $seconds "$pairs" arena pairs --bots random,1 --games 1000000000 >"$work/out" 2>"$work/err"
    grep -q '^1  *1 ' "$work/out" && break
done
holds 'an interrupted arena tells of the games so far' grep -q '^1  *1 ' "$work/out"
holds 'and says that it was interrupted' grep -q 'interrupted after' "$work/err"

# Files that cannot be written: a message, and nothing is left behind.
says 1 'cannot be written' "$pairs" sim pairs --games 5 --record "$work/no/such/folder"
says 1 'No space left' "$pairs" sim pairs --games 50 --record /dev/full
sh -c '"$1" sim pairs --games 5 --record - >/dev/full' sh "$pairs" 2>"$work/err"
holds 'a full disk on standard output is an error' [ $? -eq 1 ]
sh -c '"$1" list >/dev/full' sh "$pairs" 2>"$work/err"
holds 'a list that cannot be written is an error' [ $? -eq 1 ]
mkdir "$work/small"
sh -c 'ulimit -f 1; trap "" XFSZ; "$1" sim pairs --games 500 --record "$2/x"' sh "$pairs" "$work/small" \
    2>"$work/err" >/dev/null
holds 'a record that grows too large is an error' [ $? -eq 1 ]
holds 'no half file is left behind' nothing_left "$work/small"
echo precious >"$work/small/x"
sh -c 'ulimit -f 1; trap "" XFSZ; "$1" sim pairs --games 500 --record "$2/x"' sh "$pairs" "$work/small" \
    2>"$work/err" >/dev/null
holds 'what was there before is still there' [ "$(cat "$work/small/x")" = precious ]

# Odds and analysis.
printf 'pairs 1\ngame pairs\nplayers 2\ndeal burn 1 2 3 4 5\ndeal A 9\ndeal B 8\n' >"$work/odds"
"$pairs" sim pairs -n 2 --games 1 --seed 9 --record "$work/over" >/dev/null
says 0 '^a pair: 13.21%' "$pairs" odds "$work/odds"
says 0 '"exact":true' "$pairs" odds "$work/odds" --json
says 1 'no seat has anything to decide' "$pairs" odds "$work/over"
says 1 ':[0-9]*: another record begins' "$pairs" odds "$work/files/a"
says 1 'cannot be read' "$pairs" odds "$work/missing"
says 1 'bad-card.pairs:7: ' "$pairs" analyse "$records/pairs/bad-card.pairs"
says 2 'expected 1 to 1000000' "$pairs" odds "$work/odds" --iterations 0
says 0 'of it is luck' "$pairs" analyse "$work/over" --iterations 20 --reduction 20 --svg "$work/chart"
says 2 'expected 1 to' "$pairs" analyse "$work/over" --reduction 0
mkdir "$work/some"
"$pairs" sim starboard -n 2 --bots hint --games 3 --seed 1 --record "$work/some/three.pairs" >"$work/out"
cp "$work/over" "$work/some/one.pairs"
for threads in 1 2; do
    "$pairs" analyse "$work/some" --iterations 5 --threads $threads --json >"$work/together.$threads"
done
holds 'several records have the same figures by one thread and by two' cmp -s "$work/together.1" "$work/together.2"
holds 'each of four records has a row' [ "$(grep -o '"file"' "$work/together.1" | wc -l)" -eq 4 ]
says 0 'worth a game' "$pairs" analyse "$work/some/three.pairs" "$work/over" --iterations 5
says 2 'there are 3 records; expected one' "$pairs" analyse "$work/some/three.pairs" --svg "$work/chart"
mkdir "$work/none"
says 1 'has no records; expected files' "$pairs" analyse "$work/none"
holds 'the chart is a picture' grep -q '^</svg>' "$work/chart"
holds 'its colours are plain' lacks 'var(' "$work/chart"
"$pairs" analyse "$work/over" --iterations 20 --svg - >"$work/out"
holds 'the chart is the same on standard output' cmp "$work/chart" "$work/out"
says 0 '"turning_points"' "$pairs" analyse "$work/over" --iterations 20 --json
"$pairs" analyse "$work/over" --iterations 20 --json >"$work/err"
holds 'the same seed gives the same analysis' cmp "$work/out" "$work/err"
says 1 'cannot be written' "$pairs" analyse "$work/over" --iterations 1 --svg "$work/no/such/folder"

# Play: without a terminal a demonstration; with --plain a game that a script can drive.
says 0 '^Nobody sits at this terminal' "$pairs" play pairs --seed 3 --bots random
says 0 'plays against itself' "$pairs" play --seed 3
says 0 'and loses' "$pairs" play continuous -n 4 --seed 3
says 0 'Goodbye' "$pairs" play --plain --seed 3

# Seeds: 64 bits that nobody knows before the end, unless somebody chose them.
games=$XDG_STATE_HOME/pairs/games
rm -rf "$games"
greatest=18446744073709551615
printf '1\nq\n' | "$pairs" play pairs --plain >"$work/out" 2>&1
secret=$(sed -n 's/^# seed //p' "$games"/*.pairs)
holds 'a game that was left has not told its seed' lacks "seed\|$secret" "$work/out"
yes 1 | head -n 2000 | "$pairs" play --plain --resume >"$work/out" 2>&1
holds 'at the end it is told' grep -q "^The seed was $secret\.$" "$work/out"
sed -n "/ends* with .* and loses*/q; /$secret/p" "$work/out" >"$work/early"
holds 'and not before' empty "$work/early"
"$pairs" play pairs --seed "$secret" >"$work/out"
holds 'a seed that was asked for is told at once' grep -q "^Pairs, 3 players, seed $secret\. " "$work/out"
holds 'and only then' [ "$(grep -c "$secret" "$work/out")" -eq 1 ]
seed_of() { "$@" </dev/null | sed -n 's/.*[Ss]eed \(was \)*\([0-9]*\).*/\2/p'; }
for command in 'play pairs' 'sim pairs --games 1' 'arena pairs --bots random,random --games 3'; do
    for i in 1 2 3; do seed_of "$pairs" $command; done >"$work/seeds"
    holds "$command has another seed each time" [ "$(sort -u "$work/seeds" | wc -l)" -eq 3 ]
    holds "$command has a seed of more than 32 bits" grep -q '^[0-9]\{11,\}$' "$work/seeds"
    holds "$command takes every seed" [ "$(seed_of "$pairs" $command --seed $greatest)" = $greatest ]
    says 2 "expected a whole number, 0 to $greatest" "$pairs" $command --seed 18446744073709551616
    says 2 "expected a whole number, 0 to $greatest" "$pairs" $command --seed -1
done
for seed in 0 9007199254740993 9223372036854775808 $greatest; do
    "$pairs" arena pairs --bots random,random --games 3 --seed "$seed" --json >"$work/arena.json"
    "$pairs" sim pairs --games 3 --seed "$seed" --jsonl "$work/sim.json" --resume "$work/sim.$seed" >"$work/once"
    for command in odds analyse; do
        "$pairs" $command "$records/judge/all-out-at-once.pairs" --iterations 2 --json --seed "$seed" >"$work/$command.json"
    done
    holds "JSON has the seed $seed" python3 -c '
import json, sys
for name in "arena", "sim", "odds", "analyse":
    assert str(json.load(open(f"{sys.argv[1]}/{name}.json"))["seed"]) == sys.argv[2], name' "$work" "$seed"
    "$pairs" sim pairs --games 3 --resume "$work/sim.$seed" >"$work/again"
    holds "the state of a simulation has the seed $seed" [ "$(head -n 1 "$work/again")" = "$(head -n 1 "$work/once")" ]
done
printf '1\nq\n' | "$pairs" play pairs --plain --seed $greatest >"$work/out" 2>&1
yes 1 | head -n 2000 | "$pairs" play --plain --resume --record "$work/resumed" >"$work/out" 2>&1
yes 1 | head -n 2000 | "$pairs" play pairs --plain --seed $greatest --record "$work/whole" >"$work/out" 2>&1
holds 'a game of the greatest seed goes on as it would have' cmp "$work/resumed" "$work/whole"
rm -f "$games"/*

printf 'r\n?\nnonsense\n99\nhit\nu\n1\nq\n' |
    "$pairs" play --plain -n 2 --seed 4 --record "$work/files/c" >"$work/out" 2>&1
holds 'a game can be left' grep -q Goodbye "$work/out"
holds 'a game that was left is written down' "$pairs" replay "$work/files/c" >/dev/null
yes 1 | head -n 1000 | "$pairs" play --plain -n 2 --seed 4 >"$work/out" 2>&1
holds 'a game can be played to its end' grep -q '^You end with' "$work/out"

# Games that were left: saved after every step, and gone on with exactly where they were.
rm -rf "$games"
says 1 'no unfinished game in .*; begin one' "$pairs" play --resume
says 0 'plays against itself' "$pairs" play --seed 5
holds 'a demonstration is not saved' nothing_left "$games"
play_plain() { "$pairs" play --plain "$@" >"$work/out" 2>"$work/err"; }
printf '1\n1\nq\n' | play_plain octopus -n 4 --seed 5 --record "$work/left"
holds 'leaving says how to go on' grep -q "'pairs play --resume' goes on" "$work/out"
saved=$(echo "$games"/*-octopus.pairs)
sed '/^#/d' "$saved" >"$work/bare"
awk '$1 == "deal" { for (i = 3; i <= NF; i++) print $1, $2, $i; next } 1' "$work/left" >"$work/split"
holds 'the saved game is the record, one card a line' cmp "$work/split" "$work/bare"
cp "$work/left" "$work/before"
says 0 '^octopus, 4 players, .* in progress' "$pairs" replay "$saved"
says 0 'go on where you left off' "$pairs" play --plain --resume
says 0 'go on where you left off' "$pairs" play --plain --resume "$saved"
says 0 'go on where you left off' "$pairs" play --plain "--resume=$saved"
{ printf '1\n1\n'; yes 1 | head -n 2000; } | play_plain octopus -n 4 --seed 5 --record "$work/whole"
{ yes 1 | head -n 2000; } | play_plain --resume "$saved" --record "$work/rest"
holds 'a game that was left goes on like one that was not' cmp "$work/whole" "$work/rest"
holds 'a finished game says where its record is' grep -q "record of the game is in $saved" "$work/out"
says 1 'no unfinished game' "$pairs" play --resume
says 2 'goes on with a game as it is' "$pairs" play pairs --resume "$saved"
says 2 'goes on with a game as it is' "$pairs" play --resume --seed 3
says 1 'cannot be opened' "$pairs" play --resume "$work/missing"
says 1 'does not say who sits where' "$pairs" play --resume "$work/left"
holds 'a file that is no saved game is left alone' cmp "$work/left" "$work/before"
says 2 'needs a value' "$pairs" sim pairs --resume

# Killed at any moment, and gone on with; two at once cannot be.
mkfifo "$work/keys"
"$pairs" play --plain venture --seed 6 <"$work/keys" >"$work/out" 2>&1 &
exec 9>"$work/keys"
echo 1 >&9
until grep -q 'your turn' "$work/out"; do sleep 0.01; done
says 1 'played in another window' "$pairs" play --resume --plain
kill -9 $!
wait $! 2>/dev/null
exec 9>&-
says 0 'go on where you left off' "$pairs" play --resume --plain
rm -rf "$games"

# A game that cannot be saved can be played.
touch "$work/file"
XDG_STATE_HOME="$work/file" says 0 'this game is not saved: .*cannot be made' "$pairs" play pairs --plain

# The lobby in lines: a game, its options, seats and manners, the usual again, and a whole game.
rm -rf "$games"
language=
menu() { "$pairs" ${language:+--lang $language} play --plain "$@" >"$work/out" 2>"$work/err"; }
{
    printf '%s\n' '?' s s 'p 8' k p / tennis 999 'horn of plenty' '?' '1 4' '6 3' '6 9999' 6 '' d 5 2 r
    printf '%s\n' '3 bold-5' '4 liar-Otter' '5 chess' '2 person Zoe' ''
    yes 1 | head -n 3000
} | menu --record "$work/menu.pairs"
holds 'the menu plays a whole game' [ $? -eq 0 ]
holds 'nothing is wrong with it' empty "$work/err"
holds 'it lists all games with a number' grep -qx '17: Horn of Plenty (2-6)' "$work/out"
holds 'a game stands once' [ "$(sed '/^What/q' "$work/out" | grep -c Melee)" -eq 1 ]
holds 'it filters by players' grep -qx 'Only: 8 players' "$work/out"
holds 'and by kind' grep -qx 'Only: 8 players, press your luck' "$work/out"
holds 'it tells of all keys' grep -q '^k: only one kind of games' "$work/out"
holds 'without saved games it says so' grep -qx 'Nothing has been saved.' "$work/out"
holds 'an unknown name is told of' grep -q "^there is no game 'tennis'" "$work/out"
holds 'so is a number' grep -q "^'999' is not in the list; expected" "$work/out"
holds 'an option can be changed, and is marked' grep -qx '6: target: 3 (not as usual)' "$work/out"
holds 'a wrong value is told of' grep -q "^option target cannot be '9999'" "$work/out"
holds 'a line says what it is about' grep -qx 'game points that end the match (1-1000); usually 11' "$work/out"
holds 'all is as usual again' grep -qx '5: target: 11' "$work/out"
holds 'bots have manners' grep -qx '3: seat B: Bold Magpie (level 5)' "$work/out"
holds 'and titles' grep -qx '4: seat C: Lying Otter (level 4)' "$work/out"
holds 'a person has a name' grep -qx '2: seat A: Zoe' "$work/out"
holds 'the game ends' grep -q 'ends* with .* and wins*\.' "$work/out"
holds 'it is the game that was agreed' grep -qx 'option target 2' "$work/menu.pairs"
says 0 'over$' "$pairs" replay "$work/menu.pairs"
printf '%s\n' 'horn of plenty' q | menu
holds 'what was agreed is remembered' grep -qx '2: seat A: Zoe' "$work/out"
printf '%s\n' 1 b q | menu
holds 'back leads to the list' [ "$(grep -c '^What do you play' "$work/out")" -eq 2 ]
for seed in 1 2 3 4 5; do echo q | play_plain octopus -n 4 --seed $seed; done
printf '%s\n' 4 q | menu
holds 'there are more saved games than the list begins with' grep -qx '4: all saved games' "$work/out"
holds 'all of them are listed' grep -qx '5: Octopus, hand 1' "$work/out"
printf '%s\n' s 6 q | menu
holds 'a game that is over is told' grep -q '^Round 1 begins' "$work/out"
printf '%s\n' s 5 1 q | menu
holds 'any of them goes on' grep -q '^You go on where you left' "$work/out"
language=de
printf '%s\n' '?' Füllhorn '3 Mensch Uwe' '5 3' '?' d q | menu
holds 'the menu speaks German' grep -q '^Was spielst du? ' "$work/out"
holds 'and understands it' grep -qx '3: Platz B: Uwe' "$work/out"
holds 'a mark is German' grep -q '(nicht wie sonst)$' "$work/out"
language=
rm -rf "$games"

# Friends at one keyboard: names, and nobody sees the cards of another.
printf '\n1\n\n1\nq\n' | play_plain deadfall --seed 7 --people Ann,Bob
holds 'the keyboard is passed' grep -q '^Pass the keyboard to Bob' "$work/out"
holds 'each has a name' grep -q '^Doors: Ann [0-9]*, Bob [0-9]' "$work/out"
holds 'Ann sees her cards' grep -q '^A, you: .*Hand: 2 5 5 6 7 8' "$work/out"
holds 'Bob does not' grep -q '^A, Ann: .*Hand: 6 face down' "$work/out"
holds 'what was seen goes off the screen' [ "$(grep -c '^$' "$work/out")" -ge 100 ]
printf '1\nu\nq\n' | play_plain pairs --seed 7 --people Ann,Bob
holds 'open games need no passing' [ "$(grep -c 'Pass the keyboard' "$work/out")" -eq 0 ]
holds 'nothing is taken back among friends' grep -q 'Nothing is taken back' "$work/out"
says 0 '5 players' "$pairs" play --plain --people A1,B1,C1,D1,E1
says 2 '3 people for 2 seats' "$pairs" play -n 2 --people A1,B1,C1
says 2 'a name is too long' "$pairs" play --people "$(printf '%070d' 0)"

# Languages by their name, or a locale's.
says 2 "there is no language 'xx'; expected en or de" "$pairs" --lang xx list
says 0 'Glück versuchen' "$pairs" --lang de_AT.UTF-8 list
says 0 'press your luck' env LC_ALL=de_DE.UTF-8 "$pairs" --lang en list

# Words as people read them, in their language, and as in a record.
for word in hit ziehen Ziehen; do
    printf '%s\nq\n' "$word" | "$pairs" --lang de play --plain --seed 7 >"$work/out" 2>&1
    holds "'$word' is understood" grep -q '^Du ziehst: ' "$work/out"
done
printf 'zaudern\n0\n99\nq\n' | "$pairs" --lang de play --plain --seed 7 >"$work/out" 2>&1
holds 'what cannot be done is told of' [ "$(grep -c '^Das geht jetzt nicht' "$work/out")" -eq 3 ]
printf 'h\nhh\ns\n\nq\n' | play_plain --seed 7
holds 'a hint says what to do' grep -q '^Advice: hit$' "$work/out"
holds 'and what it risks' grep -q '^  hit: [0-9]*% risk of a pair, costs [0-9.]* points on average$' "$work/out"
holds 'a hint has odds' grep -q '^hit: .*the best' "$work/out"
holds 'the table can be told again' [ "$(grep -c '^A, you: 0 points' "$work/out")" -eq 2 ]

holds 'the dealer is named' grep -q '^C, Badger the Younger, dealer: 0 points' "$work/out"

# Every decision says what it means.
echo q | play_plain kitty -n 4 --seed 11
holds 'a numbered decision says what it means' grep -q '^1: pass [0-9]*\. Badger gets it' "$work/out"
says 0 '^    Hand a card to the player on your left\.$' "$pairs" rules kitty

# Where nobody deals, nobody is called the dealer.
echo q | play_plain tournament -n 3 --seed 7
holds 'the table is told' grep -q '^A, you: ' "$work/out"
holds 'a game without a dealer names none' lacks ', dealer' "$work/out"

# The rules of a variant name its decisions, and no others.
says 0 '^  fold CARD SEAT$' "$pairs" rules continuous
holds 'nobody folds for the lowest card there' lacks '^  fold$' "$work/out"
holds 'nobody has a piece there' lacks '^  piece$' "$work/out"
says 0 '^  fold$' "$pairs" rules pieces-of-eight
holds 'a piece is a decision there' grep -q '^  piece$' "$work/out"
holds 'nobody chooses a card there' lacks '^  fold CARD' "$work/out"

# Bots: by name, and other programs, whatever they do.
says 0 'Bold Magpie has' "$pairs" play --seed 3 -n 2 --bots bold-5,1
says 0 'Pebble the Younger' "$pairs" play --seed 3 -n 2 --bots 1
says 0 'Goodbye' "$pairs" play rocket --plain -n 1
says 2 "no bot 'chess'" "$pairs" play --bots random,chess
says 2 "no bot ''" "$pairs" play --bots random,
says 2 '4 bots for 3 seats' "$pairs" play -n 3 --bots 1,1,1,1
says 2 '3 bots for 2 seats' "$pairs" play --plain -n 3 --bots 1,1,1
answer() { echo "run@${2-20000}:read -r x; echo pairs-bot 1; while read -r x y; do [ \$x = decide ] && { $1; }; done"; }
says 0 'ends with' "$pairs" play --seed 3 --bots "$(answer 'echo hit')"
holds 'a program that plays well gets no message' empty "$work/err"
for bot in "$(answer 'echo dance')" "$(answer 'kill -9 $$')" "$(answer 'sleep 100' 50)" \
    "$(answer 'yes hit')" 'run:exec >&-' 'run:./no-such-program 2>/dev/null'; do
    says 0 'ends with' "$pairs" play --seed 3 --bots "$bot,random"
    holds 'a program that fails is told of once, by name' [ "$(grep -cF "pairs: the bot '$bot' " "$work/err")" -eq 2 ]
    holds 'and of nothing else' [ "$(wc -l <"$work/err")" -eq 2 ]
done

# Figures of a bot for which another decides are not its own.
absent='run:./no-such-program 2>/dev/null'
says 1 "^$absent .* replaced in [0-9]* decisions (has ended" "$pairs" arena pairs --bots "$absent,random" --games 99
holds 'the table says so at its name' grep -q "^$absent (replaced) " "$work/out"
holds 'a program that never started is not called stronger' lacks 'is stronger' "$work/out"
holds 'nor anything else' grep -q "^no verdict: $absent " "$work/out"
holds 'one message says why, however many there were' one_line "$work/err"
holds 'it names the bot' grep -q "^pairs: the bot '$absent' has ended .*; 'hint' made [0-9]* of its decisions" "$work/err"
says 1 '"replaced":[1-9][0-9]*,"fault":"has ended .*"replaced":0,"fault":null.*"verdict":null' \
    "$pairs" arena pairs --bots "$absent,random" --games 9 --json
says 1 'kein Urteil: ' "$pairs" --lang de arena pairs --bots "random,$absent" --games 9
says 0 '"verdict":"undecided"' "$pairs" arena pairs --bots "$(answer 'echo fold'),random" --games 2 --json
absent_in_sim() { "$pairs" sim pairs -n 2 --bots "$absent,random" --games 9 --seed 1 "$@"; }
says 1 "^.* A  *$absent .* replaced in [0-9]* decisions (has ended" absent_in_sim
holds 'one message is enough of a simulation too' one_line "$work/err"
says 1 ',[1-9][0-9]*,has ended or closed its output$' absent_in_sim --csv -
says 1 '"replaced":[1-9][0-9]*,"fault":"has ended .*"replaced":0,"fault":null' absent_in_sim --jsonl -
says 1 "replaced in" absent_in_sim --resume "$work/replaced"
before=$(grep -o 'replaced in [0-9]*' "$work/out")
says 1 "$before decisions (failed earlier)" absent_in_sim --resume "$work/replaced"
sed 's/"replaced":[0-9]*/"replaced":-1/' "$work/replaced" >"$work/edited"
says 1 'is no state of a simulation' absent_in_sim --resume "$work/edited"

count_up
