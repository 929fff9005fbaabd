#!/bin/sh
# A German session has no English in it but what is typed and written down, and no decimal point: what
# the program says to all kinds of commands, right and wrong, is looked through by tests/lang/english.sh.
# Usage: german.sh PAIRS SOURCE
set -u
pairs=$(realpath "$1")
cd "$2" || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export LC_ALL=C.UTF-8 HOME="$work" XDG_STATE_HOME="$work/state" XDG_CONFIG_HOME="$work/config" TERM=dumb
unset LANGUAGE
status=0
heard="$work/heard" figures="$work/figures"

# tells FILE ARGUMENT...: what it says to that goes into the file; it must end in order.
tells() {
    to=$1
    shift
    echo "\`pairs $*\`" >>"$to"
    "$pairs" --lang de "$@" >>"$to" 2>&1
    [ $? -le 2 ] && return
    echo "FAILED: pairs --lang de $* did not end in order" >&2
    status=1
}
german() { tells "$heard" "$@" </dev/null; }
reckons() { tells "$figures" "$@" </dev/null; }

# clean NAME PATTERN FILE...: no line has it.
clean() {
    name=$1 pattern=$2
    shift 2
    grep -hE -- "$pattern" "$@" >"$work/found" || return
    echo "FAILED: $name:" >&2
    head -n 20 "$work/found" >&2
    status=1
}

names=$("$pairs" list | cut -d ' ' -f 1)
[ -n "$names" ] || exit 2

# What people read.
german --help
for command in play learn list rules replay verify watch history stats odds analyse sim compare arena exploit prospects solve layout print serve join backup migrate admin account completion; do
    german $command --help
    german $command --nonsense
    german $command a b c d e
done
german list
german rules
german rules family
german learn
for name in $names; do
    german rules "$name"
    { printf 'h\n?\n'; yes 1 | head -n 2000; } | tells "$heard" play "$name" --plain --seed 5 --bots random
    german play "$name" --seed 6 --bots random --record "$work/$name.pairs"
    german replay "$work/$name.pairs"
    german watch "$work/$name.pairs"
done
for name in $(cut -c 6- games/games.def | tr -d ')' | tr _ -); do
    { printf '?\n'; yes 1 | head -n 400; } | tells "$heard" learn "$name" --plain
done
printf 'r\ns\nu\nhh\nv\nnonsense\n99\n1\nu\nq\n' | tells "$heard" play --plain --seed 7
printf '1\nh\n\nq\n' | tells "$heard" play deadfall --plain --seed 7 --people Ann,Bob
yes 1 | head -n 50 | tells "$heard" play --plain --resume
printf '?\n5\n?\n1\nxyz\n\nxyz\n99\nq\n' | tells "$heard" play --plain
german serve --data "$work/none/tables.db"
german serve --config "$work/none"
printf 'listen 8055\n' >"$work/wrong.conf"
german serve --config "$work/wrong.conf"
german join ftp://host --bot hint
german join 'http://host/#NO' --bot hint
german join http://host
german join http://host --bot 5
german backup "$work/none/copy.db" --data "$work/none.db"
german admin status --data "$work/none.db"
german admin salvage "$work/none" "$work/none/copy.db"
german account http://127.0.0.1:1 dance
german history
german stats
german history export

# Figures.
for name in pairs carousel deadfall; do
    sed '/^over/d' "$work/$name.pairs" | head -n 25 >"$work/half.pairs"
    reckons replay "$work/half.pairs"
    reckons odds "$work/half.pairs" --iterations 20
    reckons analyse "$work/$name.pairs" --iterations 2
    reckons sim $name --games 20 --seed 1
    reckons arena $name --bots hint,random --games 12 --seed 1
done
reckons sim pairs -o target=11..31:10 --bots 'run:exit 1,random' --games 4 --seed 1
reckons arena pairs --bots 'run:exit 1,random' --games 6 --seed 1
reckons exploit tournament --bot hint --games 20 --seed 1
reckons exploit deadfall --bot random --games 10 --seed 1
reckons exploit pairs --bot 'run:exit 1' --games 4 --seed 1
reckons prospects pairs -n 2 --games 20
reckons prospects port -n 2 --games 20
reckons prospects starboard
reckons prospects continuous
reckons layout deadfall
reckons layout rocket -n 2
reckons arena medusa --bots hint,random --games 2 --seed 1
for game in rocket carousel pairs; do
    reckons solve $game
done

# Wrong input: every record that is refused, and what a command line can have wrong.
for file in tests/records/*/bad*.pairs; do
    german replay "$file"
done
while read -r line; do
    eval "german $line"
done <<'END'
dance
pair
rules pair
rules xyz
rules family -n 3
play pairs -n 9
play pairs -n 1
play xyz
play pairs -o xyz=1
play pairs -o tarket=1
play pairs -o target
play pairs -o target=0
play pairs -o continuous=perhaps
play pairs -o dealer=Z
play pairs -o dealer=H -n 3
play pairs -o payment=none
play pairs -o target=71 -n 8
play pairs -o five-card-catch=on
play pairs -o piece-second-to-next=on
play rocket -o max-bet=15
play rocket -n 7
play rocket-rotate -n 1
play kitty -o partners=on -n 5
play kitty -o soft=off -n 6
play deadfall -o first=nobody
play pairs --seat K
play pairs --seat H
play pairs --people A,B,C,D
play pairs --people 1234567890123456789012345678901234567890123456789012345678901234567890
play pairs --bots nobody
play pairs --bots hind
play pairs --bots ,
play pairs --bots 1,2,3,4,5
play pairs --bots search:0
play pairs --bots "$(printf 'a\033b')"
play pairs --bots 'run:exit 1' --plain
play pairs --seed x
play --resume xyz
play --resume tests
play --resume tests/records/pairs/first-turn.pairs
play pairs --resume
play --record /xyz/xyz pairs
replay
replay xyz
replay tests
replay README.md
replay a b
replay --steps README.md
odds xyz
odds README.md
odds tests/records/pairs/bad-card.pairs
analyse xyz
analyse tests/records/pairs/first-turn.pairs --iterations 0
analyse tests/records/pairs/first-turn.pairs --iterations 1 --svg /xyz/xyz
watch xyz
watch tests/records/pairs/first-turn.pairs --seat H
solve xyz
solve pair
solve pairs README.md
solve carousel README.md
solve carousel tests/records/pairs/first-turn.pairs
solve pairs --decks 3
solve rocket --decks 9
sim pairs --games 0
sim pairs --threads 0
sim pairs --csv - --jsonl -
sim pairs --record - --resume x
sim pairs --resume README.md
sim pairs -o target=31..11:5
sim pairs -o target=11..31:0
sim pairs -o target=11,11
sim pairs -o payment=seattle..tacoma
sim pairs -o target=1..71:1 -o games=1..1000:1
sim pairs -o target=70,71 -n 8 --games 1
sim pairs --bots 1,2,3,4
sim pairs --csv /xyz/xyz --games 1
sim pairs --rows /dev/full --games 5000
sim pairs --until 0
sim pairs --interest 0
compare pairs
compare pairs --against target=99
sim pairs --until 1% --games 2
arena pairs
arena pairs --bots hint
arena pairs --bots hint,random,1,2,3
arena pairs --bots 1,2,3,4,5,6,7,8,random
exploit pairs
exploit pairs --bot policy:xyz
exploit medusa --bot hint
exploit rocket -n 1 --bot hint
exploit pairs --bot hint --time 0
exploit pairs --bot hint --tim 0
learn xyz
history --since gestern
history --won --lost
history export 99
history xyz
history delete
history --yes
history export --won
stats --until xyz
END

words="$work/words"
tests/lang/english.sh . "$words" <"$heard" >"$work/english" || status=1
tests/lang/english.sh . "$words" <"$figures" >>"$work/english" || status=1
sort -u "$work/english" >&2

clean 'a number with a decimal point' '[0-9]\.[0-9]' "$figures"
clean 'a number with a decimal point' '(^|[^0-9.])[0-9]+\.[0-9]{1,2}([^0-9.]|$)' "$heard" lang/texts/de/*.txt
clean 'one of several' '(^|[^0-9.,:+−-])1 (Punkte|Chips|Karten|Züge|Runden|Durchgänge|Partien|Plätze|Spiele)($|[^a-z])' \
    "$heard" "$figures"

# Programs are told the same in every language.
for command in "replay tests/records/pairs/bad-card.pairs --json" "odds README.md --json" "solve xyz --json" \
    "arena pairs --bots nobody,hint --json" "solve carousel --json"; do
    "$pairs" $command >"$work/one" 2>&1
    "$pairs" --lang de $command >"$work/other" 2>&1
    cmp -s "$work/one" "$work/other" || {
        echo "FAILED: pairs $command is not the same in German" >&2
        status=1
    }
done
for language in en de; do
    "$pairs" --lang $language sim pairs --bots 'run:exit 1,random' --games 2 --seed 1 --csv "$work/csv.$language" \
        --jsonl "$work/jsonl.$language" >/dev/null 2>&1
done
grep -q 'has ended' "$work/csv.de" && cmp "$work/csv.en" "$work/csv.de" && cmp "$work/jsonl.en" "$work/jsonl.de" || {
    echo "FAILED: the files of a simulation are not the same in German" >&2
    status=1
}
exit $status
