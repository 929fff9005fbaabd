#!/bin/sh
# The program where the world is against it: closed descriptors, full disks, signals, broken and
# endless files. Nothing hangs, and nothing of a user's is lost. Usage: hostile.sh PAIRS RECORDS
. "$(dirname "$0")/../checks.sh"
records=$2
games=$XDG_STATE_HOME/pairs/games
export ASAN_OPTIONS="${ASAN_OPTIONS-}:exitcode=99" # which no command ends with

# left GAME...: a game of one person that was left after a decision; prints its file.
left() {
    before=$(ls "$games" 2>/dev/null)
    printf '1\nq\n' | "$pairs" play --plain "$@" >"$work/out" 2>"$work/err"
    for file in "$games"/*.pairs; do
        case $before in
        *"${file##*/}"*) ;;
        *) echo "$file" ;;
        esac
    done
}

# --- Closed descriptors ----------------------------------------------------------------------------

# closed DESCRIPTORS COMMAND...: runs it with those closed; of the others, input is empty, and output
# and messages go to files.
closed() {
    redirections=
    for fd in $1; do redirections="$redirections $fd>&-"; done
    shift
    eval '"$@"' '</dev/null >"$work/out" 2>"$work/err"' "$redirections"
}

saved=$(left pairs --seed 3)
position=$records/pairs/first-turn.pairs
cp "$saved" "$work/saved"
"$pairs" sim pairs --games 3 --seed 1 --threads 1 --record "$work/records" --csv "$work/csv" >"$work/figures"
"$pairs" analyse "$position" --iterations 2 --svg "$work/chart" >"$work/analysis"

# untouched NAME STATUS DESCRIPTORS COMMAND...: with those closed the status is that one, and no file
# has got what was meant for the closed ones.
untouched() {
    name=$1 wanted=$2 descriptors=$3
    shift 3
    rm -f "$work/r" "$work/c"
    closed "$descriptors" "$@"
    got=$?
    holds "$name without $descriptors ends with $wanted, not $got" [ $got -eq "$wanted" ]
    holds "$name without $descriptors leaves the saved game as it was" cmp "$saved" "$work/saved"
    [ ! -f "$work/r" ] || holds "$name without $descriptors writes its own into a file" \
        cmp "$work/r" "$work/$name"
    [ ! -f "$work/c" ] || holds "$name without $descriptors writes its own into a table" cmp "$work/c" "$work/csv"
}

# What needs standard output fails without it, and nothing else does.
for descriptors in 0 1 2 '0 1' '0 2' '1 2' '0 1 2'; do
    case $descriptors in
    *1*) status=1 ;;
    *) status=0 ;;
    esac
    case $descriptors in
    *[01]*) asked=1 ;;
    *) asked=0 ;;
    esac
    case $descriptors in
    *[12]*) told=1 ;;
    *) told=0 ;;
    esac
    untouched list $status "$descriptors" "$pairs" list
    untouched rules $status "$descriptors" "$pairs" rules pairs
    untouched help $status "$descriptors" "$pairs" --help
    untouched replay $status "$descriptors" "$pairs" replay "$saved"
    untouched json $status "$descriptors" "$pairs" replay --json "$saved"
    untouched odds $status "$descriptors" "$pairs" odds "$position" --iterations 2
    untouched chart $status "$descriptors" "$pairs" analyse "$position" --iterations 2 --svg "$work/r"
    untouched records $status "$descriptors" \
        "$pairs" sim pairs --games 3 --seed 1 --threads 1 --record "$work/r" --csv "$work/c"
    untouched 'records to output' $told "$descriptors" "$pairs" sim pairs --games 3 --record -
    untouched arena $status "$descriptors" "$pairs" arena pairs --bots random,random --games 4
    untouched solve $status "$descriptors" "$pairs" solve carousel
    untouched demonstration $status "$descriptors" "$pairs" play --seed 3
    untouched play $asked "$descriptors" "$pairs" play --plain --resume "$saved"
done
says 0 'go on where you left off' "$pairs" play --plain --resume "$saved"
closed 0 "$pairs" play --plain --resume "$saved"
holds 'input that cannot be read is told of' grep -q '^pairs: standard input cannot be read: ' "$work/err"
touch "$work/file"
XDG_STATE_HOME="$work/file" closed 2 "$pairs" play pairs --plain
holds 'a message that nobody could read is no success' [ $? -eq 1 ]

# A program that fails is told of on standard error, and nowhere else.
"$pairs" sim pairs --games 3 --seed 1 --threads 1 --bots 'run:exit,random' --record "$work/r" >"$work/out" 2>&-
holds 'a run whose messages are lost is no success' [ $? -eq 1 ]
holds 'its records are only records' lacks '^pairs:' "$work/r"
says 0 'over' "$pairs" replay "$work/r"

# --- Files of others -------------------------------------------------------------------------------

saved=$(left pairs --seed 4)
for ending in backup sha256 tar.gz ABCDEF; do echo precious >"$saved.$ending"; done
printf '1\n1\nq\n' | "$pairs" play --plain --resume "$saved" >"$work/out" 2>"$work/err"
for ending in backup sha256 tar.gz ABCDEF; do
    holds "what lies beside a game as .$ending stays" [ "$(cat "$saved.$ending")" = precious ]
done
rm -f "$saved".*

# Whatever ends a run, nothing of it stays beside its files. The state says that the others are open.
# A shell has what it runs in the background ignore INT.
mkdir "$work/run"
for signals in INT TERM HUP 'INT INT' 'TERM INT' KILL; do
    env --default-signal=INT "$pairs" sim pairs --games 1000000000 --bots hint --csv "$work/run/csv" \
        --svg "$work/run/svg" --resume "$work/run/state" >"$work/out" 2>"$work/err" &
    while [ ! -s "$work/run/state" ] && kill -0 $!; do sleep 0.01; done
    for signal in $signals; do kill -"$signal" $!; done
    wait $! 2>/dev/null
    rm -f "$work/run/csv" "$work/run/svg" "$work/run/state"
    holds "after $signals nothing stays behind" nothing_left "$work/run"
done

# --- The record of a saved game --------------------------------------------------------------------

rm -rf "$games"
saved=$(left pairs --seed 4)
cp "$saved" "$work/saved"
ln -s "$saved" "$work/symbolic"
ln "$saved" "$games/hard"
for record in "$saved" "$work/symbolic" "$games/hard" "$games/../games/$(basename "$saved")"; do
    says 2 'would overwrite the saved game' "$pairs" play --plain --resume "$saved" --record "$record"
    holds 'a game is no place for its own record' cmp "$saved" "$work/saved"
done
says 2 'would overwrite the saved game' "$pairs" play --plain --resume "$work/symbolic" --record "$saved"
sed 's/^# seed 4/# seed 5/' "$saved" >"$games/older.pairs"
touch -d '1 hour ago' "$games/older.pairs"
says 1 'would overwrite the saved game' "$pairs" play --plain --resume --record "$saved"
rm "$games/older.pairs"
holds 'nor is the one that was played last' cmp "$saved" "$work/saved"
says 0 'go on where you left off' "$pairs" play --plain --resume "$saved" --record "$work/elsewhere"
rm "$games/hard"

# A game that cannot go on is passed over for the one before it.
sed '/^#/d' "$saved" >"$games/bare.pairs"
printf 'pairs 1\n' >"$games/cut.pairs"
touch -d '1 hour' "$games/bare.pairs"
touch -d '2 hours' "$games/cut.pairs"
says 0 'go on where you left off' "$pairs" play --plain --resume
holds 'each game that is passed over is named' [ "$(grep -cE '(cut.pairs:1: the record ends|bare.pairs:1: this record does not say)' "$work/err")" -eq 2 ]
holds 'and so is the one that goes on' grep -qF "the game before it goes on: $saved" "$work/err"
rm "$saved"
says 1 'bare.pairs:1: this record does not say who sits where' "$pairs" play --plain --resume
holds 'the others are named then, too' grep -q 'cut.pairs:1: ' "$work/err"
rm -rf "$games"

# --- Lines without an end --------------------------------------------------------------------------

# bounded COMMAND...: no file is so large that reading it takes this long.
bounded() { timeout 60 "$@"; }

for file in /dev/zero "$work/sparse"; do
    [ -e "$file" ] || truncate -s 1T "$file"
    for command in replay 'replay --json' odds analyse 'solve carousel'; do
        says 1 "^$file:1: this line is too long; expected at most 4096 bytes" bounded "$pairs" $command "$file"
    done
    says 1 'is no state of a simulation' bounded "$pairs" sim pairs --resume "$file"
done
says 1 'is no ordinary file' bounded "$pairs" play --plain --resume /dev/zero
says 1 'sparse:1: this line is too long' bounded "$pairs" play --plain --resume "$work/sparse"
yes hit | tr -d '\n' | bounded "$pairs" play --plain --seed 4 --record "$work/given-up" >"$work/out" 2>"$work/err"
holds 'decisions without an end are given up' [ $? -eq 1 ]
holds 'with a message' grep -q '^pairs: standard input: this line is too long' "$work/err"
says 0 'in progress' "$pairs" replay "$work/given-up"

# --- Files that may not grow -----------------------------------------------------------------------

# small COMMAND...: runs it where no file can be larger than 1024 bytes.
small() { sh -c 'ulimit -f 2; exec "$@"' sh "$@"; }

mkdir "$work/small"
says 1 'cannot be written: File too large' small "$pairs" sim pairs --games 500 --record "$work/small/x"
says 1 'cannot be written: File too large' small "$pairs" sim pairs --games 50 --jsonl "$work/small/x"
says 1 'cannot be written: File too large' small "$pairs" analyse "$position" --iterations 2 --svg "$work/small/x"
holds 'no half file is left behind' nothing_left "$work/small"
small "$pairs" list --json >"$work/small/x" 2>"$work/err"
holds 'a list that is cut off is an error' [ $? -eq 1 ]
holds 'which is told of' grep -q 'standard output cannot be written' "$work/err"
rm "$work/small/x"
says 0 "the bot 'run:.*' has ended" "$pairs" play --seed 3 -n 2 --bots \
    'run:kill -XFSZ $$; read -r x; echo pairs-bot 1; while read -r x y; do [ $x != decide ] || echo hit; done,random'

# --- A disk that is full, and is not any more ------------------------------------------------------

# What the program says goes through a pipe, to which the limit does not apply.
mkfifo "$work/keys" "$work/words"
begin_talk() {
    : >"$work/talk"
    cat "$work/words" >"$work/talk" &
    reader=$!
    "$pairs" play --plain "$@" <"$work/keys" >"$work/words" 2>&1 &
    player=$!
    exec 9>"$work/keys"
}
end_talk() {
    exec 9>&-
    wait $player
    status=$?
    wait $reader
}
# room BYTES: no file can be larger.
room() { prlimit --pid "$player" --fsize="$1:"; }
# hears COUNT TEXT: the text comes for the so-manieth time.
hears() {
    tries=0
    until [ "$(grep -c -- "$2" "$work/talk")" -ge "$1" ]; do
        tries=$((tries + 1))
        if [ $tries -ge 1200 ] || ! kill -0 $player; then break; fi
        sleep 0.05
    done
    holds "'$2' is said" [ "$(grep -c -- "$2" "$work/talk")" -ge "$1" ]
}

rm -rf "$games"
begin_talk continuous -n 2 --bots 1 --seed 4
hears 1 'It is your turn'
saved=$(echo "$games"/*.pairs)
cp "$saved" "$work/saved"
steps=$(grep -cE '^(deal|[A-B] )' "$saved")
room 1
echo 1 >&9
hears 2 'It is your turn'
hears 1 "^pairs: this game is saved only as it was at step [0-9]*, in hand 1: .* cannot be written: File too large"
told=$(grep -c 'only as it was' "$work/talk")
echo 1 >&9
hears 3 'It is your turn'
hears $((told + 1)) 'only as it was' # once more for a decision that is not kept
holds 'the older copy stays' cmp "$saved" "$work/saved"
echo q >&9
hears 1 'q once more leaves'
room unlimited
echo 1 >&9
hears 1 '^Everything is saved again'
hears 5 'It is your turn'
says 0 'in progress' "$pairs" replay "$saved"
holds 'all of it is saved' [ "$(grep -c '^A ' "$saved")" -eq 3 ]
cp "$saved" "$work/saved"
room 1
echo 1 >&9
hears 6 'It is your turn'
printf 'q\nq\n' >&9
end_talk
holds 'who leaves with decisions that are not saved gets status 1' [ $status -eq 1 ]
hears 1 "Goodbye. 'pairs play --resume' goes on where the game could be saved last"
holds 'and no promise' lacks 'goes on with this game' "$work/talk"
holds 'the older copy is still there' cmp "$saved" "$work/saved"
begin_talk --resume
hears 1 'It is your turn'
room 1
echo 1 >&9
hears 1 'only as it was'
end_talk # the end of the input, without a word
holds 'the end of the input is as honest' [ $status -eq 1 ]
holds 'and promises nothing' lacks 'goes on with this game' "$work/talk"
begin_talk --resume
hears 1 'It is your turn'
room 1
echo 1 >&9
hears 1 'only as it was'
room unlimited
end_talk
holds 'whoever leaves when there is room again loses nothing' [ $status -eq 0 ]
holds 'and is told so' grep -q 'goes on with this game' "$work/talk"

count_up
