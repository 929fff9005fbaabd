#!/bin/sh
# The full-screen table in a real terminal: tmux is the terminal, keys go in and screens come out.
# Every step waits for what must appear on the screen, never for the clock.
# Usage: terminal.sh PAIRS SCREENS [-w]; -w writes the golden screens anew.
set -u
pairs=$(realpath "$1")
screens=$(realpath "$2")
write=${3-}
if ! command -v tmux >/dev/null; then
    echo "terminal: tmux is missing; run tools/build/deps.sh test" >&2
    exit 77
fi
work=$(mktemp -d)
checked=0
what=

tm() { tmux -S "$work/tmux" -f "$work/tmux.conf" "$@"; }

clean_up() {
    end_program
    tm kill-server 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# end_program: whatever runs is killed. A terminal that closes sends SIGCONT too, and the search for
# leaks at a program's end would wait for ever for what that undoes, since it stops the program with
# SIGSTOP.
gone() { ! grep -q '^State:[[:space:]]*[^Z]' "/proc/$1/status" 2>/dev/null; }
end_program() {
    running=$(cat "$work/pid" 2>/dev/null) || return 0
    if [ "$(readlink "/proc/$running/exe")" = "$pairs" ]; then
        kill -9 "$running"
        eventually gone "$running"
    fi
    rm -f "$work/pid"
}

# A bare terminal with the size that is asked for, and nothing of whoever runs the tests.
cat >"$work/tmux.conf" <<END
set -g status off
set -g remain-on-exit on
set -g default-terminal tmux-256color
set -g default-size 80x24
set -s escape-time 0
END
unset NO_COLOR LANGUAGE LC_MESSAGES LC_CTYPE LANG TMUX XDG_CONFIG_HOME XDG_STATE_HOME USER
export LC_ALL=C.UTF-8
locale=C.UTF-8 # of the program
export ASAN_OPTIONS="log_path=$work/sanitizer" UBSAN_OPTIONS="log_path=$work/sanitizer"

# Runs a command and leaves its process and how it ended.
cat >"$work/run" <<END
#!/bin/sh
sh -c 'echo \$\$ >"\$0"; exec "\$@"' "$work/pid" "\$@"
echo \$? >"$work/status.new"
mv "$work/status.new" "$work/status"
END
chmod +x "$work/run"

# The server lives as long as it has a session.
tm new-session -d -s server cat

# --- What the tests are made of --------------------------------------------------------------------

# test_of SENTENCE: a new test, with a home of its own in which nothing has been played yet.
test_of() {
    also "$1"
    export HOME="$work/home.$checked"
    mkdir -p "$HOME/.config/pairs"
    echo "speed off" >"$HOME/.config/pairs/settings"
}

# also SENTENCE: a test that goes on where the last one stopped.
also() {
    what=$1
    checked=$((checked + 1))
}

broken() {
    echo "FAILED: $what: $1"
    echo "--- the screen:"
    screen
    cat "$work"/sanitizer* 2>/dev/null
    exit 1
}

# open COLUMNS ROWS COMMAND...: the command in a new terminal of that size.
open() {
    columns=$1
    rows=$2
    shift 2
    end_program
    tm kill-session -t table 2>/dev/null
    rm -f "$work/status"
    tm new-session -d -s table -x "$columns" -y "$rows" "$work/run" \
        env HOME="$HOME" LC_ALL="$locale" "$@"
}

keys() { tm send-keys -t table "$@"; }

screen() { tm capture-pane -p -t table; }

# eventually COMMAND...: it succeeds, sooner or later.
eventually() {
    tries=0
    until "$@"; do
        tries=$((tries + 1))
        [ $tries -lt 1200 ] || return 1
        sleep 0.05
    done
}

shows() { screen | grep -qF -- "$1"; }
shows_not() { ! shows "$1"; }

# see TEXT, lose TEXT: it appears on the screen, or disappears.
see() { eventually shows "$1" || broken "'$1' never appeared"; }
lose() { eventually shows_not "$1" || broken "'$1' stayed"; }

# ends [STATUS]: the program has ended, with 0 or that, and its terminal is as it was, as soon as tmux
# has read all that came.
dead() { [ -e "$work/status" ]; }
given_back() { [ "$(tm display-message -p -t table '#{alternate_on}#{mouse_any_flag}')" = 00 ]; }
ends() {
    eventually dead || broken "the program did not end"
    [ "$(cat "$work/status")" = "${1-0}" ] || broken "it ended with status $(cat "$work/status")"
    eventually given_back || broken "the terminal was not given back"
}

# settled: two looks in a row see the same.
settled() {
    screen >"$work/first"
    sleep 0.2
    screen >"$work/second"
    cmp -s "$work/first" "$work/second"
}

like() { screen | cmp -s - "$1"; }

# golden NAME: the screen is the one that is kept.
golden() {
    if [ "$write" = -w ]; then
        eventually settled
        screen >"$screens/$1.txt"
    elif ! eventually like "$screens/$1.txt"; then
        screen | diff -u "$screens/$1.txt" -
        broken "$1 looks different; if that is meant, run 'make golden' and commit"
    fi
}

# The usual sizes, and what stands after the name of a golden screen of this one.
sizes='80x24 120x40 200x60'
sized() { [ "$size" = 80x24 ] || echo "-$size"; }

# The program asks for a decision of the one who looks: the top line says so, whatever the question.
asks() { screen | grep -qE "$asking"; }
asking='your turn|du bist dran'

# turn: goes on to the next question, or to the end.
turn() { eventually turn_or_end || broken "nothing was asked"; }
turn_or_end() { asks || over; }
over() { screen | grep -qE 'The game is over|Das Spiel ist zu Ende'; }

# answer: takes what is offered first. Each picture is answered once: it changes with every answer.
answer() {
    screen >"$work/answered"
    keys Enter
    eventually changed || broken "Enter changed nothing"
}
changed() { ! like "$work/answered"; }

# play_on: to the end of the game.
play_on() {
    turns=0
    turn
    until over; do
        answer
        turn
        turns=$((turns + 1))
        [ $turns -lt 5000 ] || broken "the game does not end"
    done
}

# click TEXT: the mouse, where the text begins.
click() {
    see "$1"
    # shellcheck disable=SC2046 # two numbers
    set -- $(screen | awk -v text="$1" '{ at = index($0, text); if (at) { print at, NR; exit } }')
    keys -l "$(printf '\033[<0;%d;%dM\033[<0;%d;%dm' "$1" "$2" "$1" "$2")"
}

# The saved games, the latest last, and the number of steps in the latest.
saved() { ls "$HOME/.local/state/pairs/games"/*.pairs 2>/dev/null; }
latest() { saved | tail -n 1; }

# --- The lobby -------------------------------------------------------------------------------------

test_of "the lobby shows all games by kind, with the rules of the current one"
open 80 24 "$pairs" play
see "press your luck"
keys Down Down
see "calamity-rank 7"
scrolled_to() { shows "$1" || { keys PageDown && false; }; }
eventually scrolled_to "YOUR TURN" || broken "the rules cannot be scrolled"
keys r
see "any other key: back"
keys Escape
see "q leave"

test_of "a filter leaves only what it names"
open 80 24 "$pairs" play
see "press your luck"
keys / k i t
see "Partners Kitty"
lose "Blackstone"
keys Enter
see "Enter play"
golden lobby # what the filter leaves stays as it is when games are added
keys Escape
see "Goblin Poker"
keys q
ends

test_of "where a filter leaves nothing, no key leads anywhere"
open 80 24 "$pairs" play
see "press your luck"
keys / z z z Enter End Home Down Up
see "No game is like that."
keys Escape
see "Blackstone"
keys q
ends

test_of "a form asks for players, seats and options, and says what does not go together"
open 80 24 "$pairs" play
see "press your luck"
keys Enter
see "who deals first"
keys Down 8
see "8_"
keys Tab Tab A n n Down 5
see "Magpie (level 5)"
keys End Up Up Up Up
golden form
keys Home Down 3 Enter
lose "seat D"
keys End
see "chips in the pot when the session starts"
keys Home Down Down Down Down Down Down 9 9 Enter
see "target cannot be '99'"
keys Left
lose "cannot be"
keys Enter
turn
see "Ann"
keys q
ends

also "what was chosen last comes back, below the game that was left"
open 80 24 "$pairs" play
see "The game waits as you left it."
keys Down Enter
see "Magpie (level 5)"
see "Ann"
keys Escape
see "Enter play"
keys q
ends

for language in en de; do
    bold='Bold Lying Magpie' cautious='Cautious Otter'
    [ $language = en ] || bold='Wage-Lügen-Elster' cautious='Zauder-Otter'
    for size in 80x24 120x40 200x60; do
        test_of "the lobby is filtered by players and kind, at $size in $language"
        open "${size%x*}" "${size#*x}" "$pairs" --lang $language play
        see "Blackstone"
        keys 1
        see "1-6"
        lose "2-8"
        keys 8
        see "Blackstone"
        lose "2-6"
        keys Tab Tab Tab Tab
        see "2-8"
        lose "Blackstone"
        golden "lobby-filters-$size-$language"
        keys Tab
        lose "2-8"
        keys Escape
        see "Blackstone"

        also "all keys are one key away, at $size in $language"
        keys '?'
        lose "Blackstone"
        golden "lobby-help-$size-$language"
        keys Escape
        see "Blackstone"

        also "bots have manners, and an option that differs is marked, at $size in $language"
        keys / l e n t y Enter # Horn of Plenty, and its own name in German
        lose "Blackstone"
        keys Enter
        see "target"
        keys Home Down Down Down 5 b l Down c
        see "$bold"
        see "$cautious" # a level that is too weak to be cautious grows
        keys Down Right
        see "*target"
        golden "form-$size-$language"

        also "one key brings back all that is usual, at $size in $language"
        keys d
        lose "*target"
        lose "$bold"
        lose "$cautious"
        keys Right
        see "*target"
        keys Left
        lose "*target"
        keys Escape
        see "Enter"
        keys q
        ends
    done
done

test_of "every saved game is listed, and any of them goes on"
for seed in 1 2 3 4 5; do
    echo q | "$pairs" play octopus -n 4 --plain --seed $seed >"$work/out"
done
echo q | "$pairs" play regent -n 5 --plain --seed 1 >"$work/out"
oldest=$(saved | head -n 1)
touch -d '2 days ago' "$oldest"
open 80 24 "$pairs" play
see "Regent, hand 1"
see "all saved games"
keys s
see "Escape: all games"
lose "Blackstone"
[ "$(screen | grep -c 'Octopus, hand 1')" = 5 ] || broken "not all games are there"
keys 5
lose "Octopus"
keys Escape
see "Octopus, hand 1"
keys End Enter
turn
size=$(wc -c <"$oldest")
answer
grew() { [ "$(wc -c <"$oldest")" -gt "$size" ]; }
eventually grew || broken "another game than the oldest went on"
keys q
ends

also "the line below the latest ones leads to all of them"
open 80 24 "$pairs" play
see "all saved games"
keys Down Down Down
see "Enter show"
keys Enter
see "Escape: all games"
keys s
see "Blackstone"
keys q
ends

test_of "every game that begins in the lobby has cards of its own, and tells its seed at the end"
seeds() { sed -n 's/^# seed //p' "$HOME/.local/state/pairs/games"/*.pairs 2>/dev/null | sort -u; }
seeds_are() { [ "$(seeds | wc -l)" = "$1" ]; }
tells_seed() { for seed in $(seeds); do shows "The seed was $seed." && return; done; false; }
tells_no_seed() { ! tells_seed; }
open 80 24 "$pairs" play
see "press your luck"
keys Enter
see "who deals first"
keys Enter
turn
eventually seeds_are 1 || broken "there is no seed"
keys l
see "The game waits as you left it."
keys Down Enter
see "who deals first"
keys Enter
turn
eventually seeds_are 2 || broken "the second game has the seed of the first"
until over; do
    tells_no_seed || broken "the seed is told before the end"
    answer
    turn
done
eventually tells_seed || broken "the seed is not told"
keys 1
eventually seeds_are 3 || broken "what is played again has the same seed"
turn
keys q
ends

test_of "the mouse chooses in the lobby and at the table"
locale=C # so that a byte is a column
open 80 24 env TERM=xterm-256color "$pairs" play
see "press your luck"
click "Blackstone"
see "black stones"
click "Pairs  "
see "Nobody wins at this game"
click "Pairs  "
see "who deals first"
click "Enter start"
turn
open 80 24 env TERM=xterm-256color "$pairs" play pairs --seed 3
turn
keys h
click "Advice:"
lose "Advice:"
click "2 fold"
see "round 2"
locale=C.UTF-8

# back_out KEY CARD BEFORE AFTER: chooses these two, with these words before the card is known and after it, and takes
# both back.
back_out() {
    turn
    screen >"$work/before"
    keys "$1"
    see "$3: "
    keys "$2"
    see "$4: "
    keys Escape
    see "$3: "
    keys Escape
    eventually like "$work/before" || broken "the picture is another one"
}

# decides LINE: the record gets that line.
decided() { grep -qx "$1" "$(latest)"; }
decides() { eventually decided "$1" || broken "'$1' is not in the record"; }

test_of "what was backed out of leaves no trace"
open 80 24 "$pairs" play regent -n 4 --seed 5
back_out 3 8 "give … the …" "give … the 8"
keys 4
decides "A fold"

test_of "what was backed out of leaves no trace where cards of others can be chosen"
open 80 24 "$pairs" play continuous --seed 5
back_out 2 6 "fold for … …" "fold for … 6"
keys 1
decides "A hit"

for size in $sizes; do
    test_of "a verb asks its own question, and the highlighted choice says what it means at $size"
    open "${size%x*}" "${size#*x}" "$pairs" play kitty -n 4 --seed 11
    turn
    see "pass …: Which card do you pass"
    see "Badger gets it, before you see what you get."
    keys Right
    golden "prompt$(sized)"
done

test_of "Escape closes the hint and leaves what is chosen"
open 80 24 "$pairs" play regent -n 4 --seed 5
turn
keys 3
see "give … the …: "
keys h
see "Advice:"
keys Escape
lose "Advice:"
see "give … the …: "
keys Escape
see "What do you do?"

for size in $sizes; do
    test_of "a first game says what to do, answers other decisions, and ends with the offer to play at $size"
    open "${size%x*}" "${size#*x}" "$pairs" learn pairs
    see "Your first game"
    keys Enter
    see "The lowest goes first"
    keys Enter
    see "A second 4 would"
    keys 2
    see "once in about seventeen"
    golden "lesson$(sized)"
    keys 1
    see "An 8"
    keys q
    ends
done

# --- Whole games -----------------------------------------------------------------------------------

for kind in press-your-luck:pairs:3: bluffing:deadfall:4:hands=1 bidding:kitty:4: \
    casino:carousel:3: cooperative:medusa:3:; do
    name=$(echo $kind | cut -d : -f 2)
    players=$(echo $kind | cut -d : -f 3)
    option=$(echo $kind | cut -d : -f 4)
    test_of "a whole game of $name is played to its end and kept as a record"
    # shellcheck disable=SC2086 # nothing, or two words
    open 80 24 "$pairs" play "$name" -n "$players" ${option:+-o $option} --seed 11
    turn
    golden "$name"
    play_on
    golden "$name-over"
    keys 3
    ends
    "$pairs" replay "$(latest)" >"$work/replay" 2>&1 || broken "the record is wrong"
    open 80 24 "$pairs" play --resume
    eventually dead || broken "a finished game is not gone on with"
done

# --- What lasts ------------------------------------------------------------------------------------

test_of "another size of the window changes nothing but the picture"
open 80 24 "$pairs" play medusa -n 4 --seed 2
turn
answer
turn
screen >"$work/before"
tm resize-window -t table -x 120 -y 40
golden medusa-large
tm resize-window -t table -x 70 -y 20
see "80x24"
keys Enter
tm resize-window -t table -x 80 -y 24
eventually like "$work/before" || broken "the picture is another one"
play_on

test_of "a game that was killed goes on exactly where it was"
open 80 24 "$pairs" play octopus -n 5 --seed 4
turn
for _ in 1 2 3 4; do
    answer
    turn
done
screen >"$work/before"
cp "$(latest)" "$work/copy"
kill -9 "$(cat "$work/pid")"
eventually dead || broken "it lives"
open 80 24 "$pairs" play --resume
eventually like "$work/before" || broken "the picture is another one"
cmp "$(latest)" "$work/copy" || broken "the copy is another one"
answer
turn

test_of "a game goes on when its terminal was closed"
open 80 24 env ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" "$pairs" play venture -n 4 --seed 4
turn
answer
turn
screen >"$work/before"
pid=$(cat "$work/pid")
tm kill-session -t table
eventually gone "$pid" || broken "it lives on without a terminal"
open 80 24 "$pairs" play --resume
eventually like "$work/before" || broken "the picture is another one"

also "leaving keeps the game, and the lobby offers it first"
keys l
see "go on"
see "The game waits as you left it."
keys Enter
eventually like "$work/before" || broken "the picture is another one"
keys q
ends

test_of "on a full disk the table says how far the game is saved"
room() { prlimit --pid "$(cat "$work/pid")" --fsize="$1:"; }
open 80 24 "$pairs" play continuous -n 2 --bots 1 --seed 4
turn
cp "$(latest)" "$work/copy"
room 1
answer
turn
see "this game is saved only as it was at step"
cmp "$(latest)" "$work/copy" || broken "the copy is another one"

also "leaving asks once more, and says so"
keys q
see "Not all of this game is saved"
see "cannot be written"
keys Escape
see "What do you do?"
room unlimited
answer
turn
see "Everything is saved again."
cp "$(latest)" "$work/copy"
room 1
answer
turn
see "this game is saved only as it was at step"
keys q
see "Not all of this game is saved"
keys Escape
see "What do you do?"
keys q
ends 1
told() { tm capture-pane -p -S - -t table | tr -d '\n' | grep -q 'pairs: this game is saved only as it was at step'; }
eventually told || broken "nothing is said of what is lost"
cmp "$(latest)" "$work/copy" || broken "the copy is another one"

test_of "a decision is taken back"
open 80 24 "$pairs" play pairs --seed 8
turn
screen >"$work/before"
answer
turn
keys u
eventually like "$work/before" || broken "the picture is another one"

also "what cannot be taken back is not offered to be, and a long message is shown whole"
shows "u undo" && broken "there is nothing to take back"
keys s
see "Saved:"
whole() { screen | tr -d ' \n' | grep -qF -- "-pairs.pairs"; }
eventually whole || broken "the name of the file is cut off"
keys Escape
see "? help"

also "help, rules and a hint are one key away"
keys '?'
see "KEYS THAT ALWAYS WORK"
keys Escape
see "What do you do?"
keys r
see "Nobody wins at this game"
keys Escape
see "What do you do?"
keys h
see "Advice:"
golden hint
keys h
see "Next card"
golden hint-figures
keys h
lose "Next card"
keys h
see "Advice:"
keys Escape
lose "Advice:"
keys -
see "speed: fast"
eventually grep -q "speed fast" "$HOME/.config/pairs/settings" || broken "the speed is not remembered"
keys q
ends

also "whoever leaves is told how to go on"
told() { tm capture-pane -p -S - -t table | grep -qF "saved; go on with 'pairs play --resume'"; }
eventually told || broken "nothing is said"

for size in 120x40 200x60; do
    test_of "a hint is given in words, and in figures on a second key at $size"
    open "${size%x*}" "${size#*x}" "$pairs" play pairs --seed 8
    turn
    keys h
    see "Advice:"
    golden "hint$(sized)"
    keys h
    see "Next card"
    golden "hint-figures$(sized)"
    keys Escape
    lose "Next card"
    keys q
    ends
    eventually told || broken "whoever leaves is not told how to go on"
done

test_of "keys answer while a bot thinks"
open 80 24 "$pairs" play octopus -n 4 --seed 2 --seat D --bots think:600000
turn
keys 2
see "is thinking"
keys '?'
see "KEYS THAT ALWAYS WORK"
keys Escape
see "is thinking"
keys q
ends

for size in "80 24" "120 40" "200 60"; do
    test_of "bids that are shown are one sentence and lie before the seats, at $size"
    open $size "$pairs" play venture -n 4 --seed 3
    see "Which card do you bid?"
    see "The others get 13 cards each."
    keys Enter
    see "You bid a 3, Badger a 10"
    see "B Badger “10”"
    see "“9”"
    see "◆ “10”"
done

test_of "a bid that is not shown yet is only chosen"
open 80 24 "$pairs" play venture -n 3 --seed 3 --people Ann,Bob
see "press Enter when nobody else is looking"
keys Enter
see "Which card do you bid?"
keys Enter
see "Pass the keyboard to Bob."
keys Enter
see "Which card do you bid?"
see "A Ann “chosen”"

for size in $sizes; do
    test_of "the end of a hand tells every change, and not of the next hand at $size"
    echo "speed fast" >"$HOME/.config/pairs/settings"
    open "${size%x*}" "${size#*x}" "$pairs" play octopus -n 4 --seed 5
    see "What do you do?"
    keys 1
    see "any other key goes on at once"
    keys e
    see "Hand 1 is over"
    see "You ante 2 chips, Badger 2, "
    see "more chips are better"
    golden "settlement$(sized)"

    also "it can be put aside, and hands that were shown lie face up"
    keys Escape
    see "Escape shows what it brought"
    lose "more chips are better"
    golden "settlement-aside$(sized)"

    also "the whole log is one key away"
    keys v
    see "any other key: back"
    see "Chips: You"
    shows "Hand 2" && broken "the next hand is told of"
    keys Home
    see "Hand 1 begins."
    keys Escape
    see "Escape shows what it brought"
    keys Escape
    see "You ante 2 chips, Badger 2, "
    keys Enter
    see "hand 2"
done

test_of "at no pauses what the last hand brought stays in sight"
open 80 24 "$pairs" play octopus -n 4 --seed 5
turn
keys 9
see "9 cannot be chosen now."
keys 1
see "last: A −3 B +7 C −2 D −2"
see "hand 2"

also "Enter alone gives in to nobody"
turn
keys Enter
decides "A continue"

# --- Friends at one keyboard -----------------------------------------------------------------------

# faces: the cards whose faces are on the screen, one a line.
faces() {
    screen | sed 's/│/|/g' | grep -oE '\| ?(10|[1-9]) ?\||\[(10|[1-9])\]' | tr -dc '0-9\n' | sort -n
}

# shows_hand SEAT: the faces on the screen are just the cards that were dealt to that seat.
shows_hand() {
    faces >"$work/faces"
    sed -n "s/^deal $1 //p" "$(latest)" | tr ' ' '\n' | sort -n | cmp -s - "$work/faces"
}
shows_no_face() { [ -z "$(faces)" ]; }

test_of "friends at one keyboard never see each other's cards"
open 80 24 "$pairs" play deadfall -n 3 --people Ann,Bob --seed 6
see "Pass the keyboard to Ann."
shows_no_face || broken "a face is seen while the keyboard goes round"
golden friends-pass
keys Enter
eventually shows_hand A || broken "Ann sees other cards than her own"
golden friends-ann
answer
see "Pass the keyboard to Bob."
shows_no_face || broken "a face is seen while the keyboard goes round"
screen | grep -q 'Ann: ' && broken "Ann's secret choice is told"
keys Enter
eventually shows_hand B || broken "Bob sees other cards than his own"
keys q
ends
open 80 24 "$pairs" play --resume
see "Pass the keyboard to Bob."
shows_no_face || broken "a face is seen after the game was left"

# --- Watching a game again -------------------------------------------------------------------------

for size in $sizes; do
    test_of "a game that is over is watched again, forward and back at $size"
    open "${size%x*}" "${size#*x}" "$pairs" play pairs -n 3 --seed 11
    turn
    play_on
    screen >"$work/over"
    watched=$(latest) # of games that begin in the same second the later one need not be the last
    cp "$watched" "$work/copy"
    keys 4
    see "step 0 of"
    see "all cards are open"
    screen >"$work/before"
    keys Right Right Right
    see "step 3 of"
    keys Left Left Left
    eventually like "$work/before" || broken "the picture is another one"
    keys n
    see "decides:"
    golden "watch$(sized)"
    keys n Down
    see "round 2"
    keys Up Up
    eventually like "$work/before" || broken "the picture is another one"
    keys B
    see "Badger decides:"
    keys End
    see "The game is over."
    keys g
    see "go back to a moment before its end"
    keys Home
    see "step 0 of"
    keys Tab
    see "as A saw it"
    keys Tab
    see "as Badger saw it"
    keys o
    see "all cards are open"
    keys '?'
    see "WHO LOOKS"
    keys Escape
    eventually like "$work/before" || broken "the picture is another one"
    keys q
    eventually like "$work/over" || broken "the end is another one"

    also "one key looks back, and leads to the worst decision and the turning point"
    keys 5
    see "1 the worst decision"
    golden "watch-look-back$(sized)"
    keys 2
    lose "the worst decision"
    keys a
    see "2 the turning point"
    keys 1
    lose "the turning point"
    see "loses"
    see "best:"
    golden "watch-worst$(sized)"

    also "from any moment a game goes on, as a new file"
    keys g
    see "You play as A, against bots."
    golden "watch-go-on$(sized)"
    keys Enter
    turn
    [ "$(saved | wc -l)" = 2 ] || broken "there are $(saved | wc -l) files"
    cmp "$watched" "$work/copy" || broken "the game that was watched is another one"
    play_on
    keys 3
    ends

    also "the lobby shows games that are over at the end of its list"
    open "${size%x*}" "${size#*x}" "$pairs" play
    see "Enter play"
    keys End
    see "watch again"
    see "Enter watch"
    see "The game is over; see it again,"
    keys Enter
    see "all cards are open"
    keys q
    see "Enter play"
    keys q
    ends
done

test_of "the history shows all games, with filters, and tells what came of them"
state="$HOME/.local/state/pairs/games"
mkdir -p "$state"
# past NAME DAY BOT EVENTS...: a game of two that was played on that day.
past() {
    file=$state/$1.pairs day=$2 bot=$3
    shift 3
    printf '%s\n' "# A saved game; go on with it with: pairs play --resume" "# seed 7" "# seat A person" \
        "# seat B bot $bot" "pairs 1" "game pairs" "players 2" "option target 5" "name B Foe" \
        "deal burn 10 10 9 8 7" "deal A 6" "deal B 8" "$@" >"$file"
    touch -d "$day 12:00" "$file"
}
past first 2026-01-01 3 'A fold'
past second 2026-01-02 bold-5 'A hit' 'deal A 9' 'B hit' 'deal B 8'
past third 2026-01-03 3 'A hit' 'deal A 9' 'B hit' 'deal B 8'
past left 2026-01-04 3
(cd "$work" && open 80 24 "$pairs" play)
see "h history"
keys h
see "4 games"
see "Enter go on"
golden history
keys s
see "Games won; "
golden history-stats
keys q
see "f all games"
keys f
see "f won ones"
see "2 games"
keys g
see "g Pairs"
keys b
see "b Badger (3)"
lose "2 games"
keys b
see "2 games"
keys f f
see "f unfinished ones"
see "unfinished, round 1"
lose "won, 0 points"
keys f
see "4 games"

for size in 120x40 200x60; do
    also "the history and its statistics fit at $size"
    (cd "$work" && open "${size%x*}" "${size#*x}" "$pairs" play)
    see "h history"
    keys h
    see "4 games"
    golden "history$(sized)"
    keys s
    see "Games won; "
    golden "history-stats$(sized)"
    keys q
    see "f all games"
    keys q
    see "h history"
    keys q
    ends
done
(cd "$work" && open 80 24 "$pairs" play)
see "h history"
keys h
see "4 games"

also "a game of the history is told in a file, which is never overwritten"
keys End
see "Enter watch"
keys x
see "The game is told in first.txt."
grep -q '^Foe: won, 0 points$' "$work/first.txt" || broken "the story does not say who won"
keys x
see "first.txt is there already."

also "a game of the history is removed only after a question"
keys d
see "Remove this game for good?"
golden history-delete
keys n
lose "Remove this game for good?"
[ -e "$state/first.pairs" ] || broken "the game is gone"
keys d
see "Remove this game for good?"
keys y
see "first.pairs is gone."
see "3 games"
[ ! -e "$state/first.pairs" ] || broken "the game is still there"
[ -e "$state/second.pairs" ] || broken "another game is gone"

also "a game of the history is watched, and looking back on it is kept for the statistics"
keys Up Up Up Down
see "Enter watch"
keys Enter
see "all cards are open"
keys a
see "the turning point"
keys Escape q
see "Enter play"
[ -e "$state/third.verdict" ] || broken "the verdict is not kept"
keys h
see "3 games"
keys s
see "cost"
keys q
see "Enter go on"
keys Enter
turn
keys q
ends

test_of "the history in German"
mkdir -p "$HOME/.local/state/pairs"
cp -r "$state" "$HOME/.local/state/pairs/"
for file in "$HOME/.local/state/pairs/games"/*.pairs; do touch -d "2026-02-01 12:00" "$file"; done
open 80 24 "$pairs" --lang de play
see "h Verlauf"
keys h
see "3 Spiele"
golden history-de
keys s
see "Gewonnene Spiele;"
golden history-stats-de
keys q
see "q zurück"
keys q
see "q verlassen"
keys q
ends

test_of "a game that was left is watched in the lobby, with no card that its player could not see"
open 80 24 "$pairs" play deadfall -n 3 --seed 6
turn
keys q
ends
cp "$(latest)" "$work/copy"
open 80 24 "$pairs" play
see "The game waits as you left it."
see "w watch"
keys w
see "as A saw it"
keys End
see "The record ends here."
eventually shows_hand A || broken "other cards than the own ones are seen"
keys Tab
see "as Badger saw it"
eventually shows_hand B || broken "other cards than those of B are seen"
keys q
see "The game waits as you left it."
keys q
ends
cmp "$(latest)" "$work/copy" || broken "the game that was watched is another one"

test_of "a long analysis can be stopped"
"$pairs" play regent -n 4 --seed 7 --record "$work/long.pairs" </dev/null >"$work/out" 2>&1
for size in $sizes; do
    open "${size%x*}" "${size#*x}" "$pairs" watch "$work/long.pairs"
    see "step 0 of"
    keys a
    see "Escape stops it"
    keys Escape
    lose "Escape stops it"
    keys n
    see "decides:"
    screen | grep -qE 'loses|the best' && broken "there is a judgement without an analysis"
    golden "watch-long-$size"
    keys q
    ends
done

# --- Eight players, colours, letters, languages ----------------------------------------------------

for name in $("$pairs" list | awk '$2 ~ /-8$/ { print $1 }'); do
    test_of "eight players of $name fit on a small screen"
    open 80 24 "$pairs" play "$name" -n 8 --seed 1
    turn
    for seat in B C D E F G H; do
        see " $seat "
    done
    [ "$name" = pairs ] || [ "$name" = venture ] || [ "$name" = goblin-poker ] || continue
    golden "$name-eight"
done

escape=$(printf '\033')
colour="$escape\\[([0-9;]*;)?(3[0-8]|4[0-8]|9[0-7]|10[0-7])(;[0-9;]*)?m"
coloured() { tm capture-pane -e -p -t table | grep -qE "$colour"; }

test_of "there are colours, and none with NO_COLOR or a terminal that has none"
open 80 24 "$pairs" play pairs --seed 8
turn
coloured || broken "there are no colours"
open 80 24 env NO_COLOR=1 "$pairs" play pairs --seed 8
turn
coloured && broken "there are colours"
open 80 24 env TERM=vt100 "$pairs" play pairs --seed 8
turn
coloured && broken "there are colours"
open 80 24 env TERM=screen "$pairs" play pairs --seed 8
turn
coloured || broken "there are no colours"

test_of "a terminal without UTF-8 gets ASCII"
locale=C
open 80 24 "$pairs" play deadfall -n 3 --seed 8
turn
golden ascii
screen | LC_ALL=C grep -q '[^ -~]' && broken "there is more than ASCII"
open 80 24 "$pairs" --lang de play
see "Bluffen"
screen | LC_ALL=C grep -q '[^ -~]' && broken "there is more than ASCII"
locale=C.UTF-8

test_of "all of it is there in German"
open 80 24 "$pairs" --lang de play
see "Bluffen"
keys / k i t Enter
see "/kit"
golden lobby-de
open 80 24 "$pairs" --lang de play regent -n 3 --seed 8
turn
golden regent-de
play_on
golden regent-de-over
keys 4
see "Schritt 0 von"
keys n
see "entscheidet:"
golden watch-de
keys a
see "Escape bricht ab"

if ls "$work"/sanitizer* >/dev/null 2>&1; then
    cat "$work"/sanitizer*
    echo "FAILED: a sanitizer has something to say"
    exit 1
fi
[ "$write" = -w ] || echo "terminal: $checked tests passed"
