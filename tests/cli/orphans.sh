#!/bin/sh
# Bots that are other programs do not outlive the program, whatever ends it and whatever they do to
# stay. Usage: orphans.sh PAIRS
. "$(dirname "$0")/../checks.sh"
mark=$(basename "$work") # in the environment of all that a test starts
export TERM=xterm

# All that carry the mark and live, by their numbers.
alive() { grep -lsz "^ORPHANS=$mark\$" /proc/[0-9]*/environ | grep -o '[0-9]*'; }
nobody() { [ -z "$(alive)" ]; }
gone() { ! grep -q '^State:[[:space:]]*[^Z]' "/proc/$1/status" 2>/dev/null; }
lines() { [ -e "$1" ] && [ "$(wc -l <"$1")" -ge "$2" ]; }

clean_up() {
    kill -9 $(alive) 2>/dev/null
    rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 1' INT TERM HUP

# eventually COMMAND...: it succeeds within half a minute.
eventually() {
    tries=0
    until "$@"; do
        [ $tries -lt 600 ] || return 1
        tries=$((tries + 1))
        sleep 0.05
    done
}

# Signalled again while it lives: the first signal may ask it to finish, which it cannot.
end_by() {
    tries=0
    kill -"$1" "$2"
    until gone "$2"; do
        [ $tries -lt 300 ] || return 1
        tries=$((tries + 1))
        sleep 0.1
        kill -"$1" "$2" 2>/dev/null || true
    done
}

# Bots that heed neither signals nor the end of their input, and say when each of their processes
# lives. None ever answers.
stay="trap '' INT TERM HUP PIPE; echo >>$work/up; while :; do sleep 1; done"
cat >"$work/deaf" <<END
$stay
END
cat >"$work/parent" <<END
($stay) &
(($stay) & $stay) &
$stay
END
cat >"$work/leaver" <<END
setsid sh "$work/parent" &
(setsid sh "$work/deaf" &)
$stay
END
processes() {
    case $1 in
    deaf) echo 1 ;;
    parent) echo 4 ;;
    leaver) echo 6 ;;
    esac
}

# How each front end is run; $bot is who it plays with, and with this seed who begins.
start() {
    case $1 in
    plain) "$work/marked" "$pairs" play pairs --plain -n 2 --seed 2 --bots "$bot" ;;
    screen) script -qec "stty rows 24 cols 80; exec '$work/marked' '$pairs' play pairs -n 2 --seed 2 --bots '$bot'" /dev/null ;;
    arena) "$work/marked" "$pairs" arena pairs --bots "$bot,random" ;;
    sim) "$work/marked" "$pairs" sim pairs --bots "$bot" ;;
    esac <"$work/keys" >/dev/null 2>&1
}

# The mark, the number of the process, and the signals that a shell takes from what runs beside it.
cat >"$work/marked" <<END
#!/bin/sh
echo \$\$ >"$work/pid"
exec env --default-signal=INT,TERM,HUP ORPHANS=$mark "\$@"
END
chmod +x "$work/marked"
mkfifo "$work/keys"
exec 9<>"$work/keys"

# nothing_stays SIGNAL HOW BOT: it lives until the program gets that signal, and no longer.
nothing_stays() {
    bot="run@100000000:sh $work/$3"
    rm -f "$work/up" "$work/pid"
    start "$2" &
    eventually lines "$work/up" "$(processes "$3")" && end_by "$1" "$(cat "$work/pid")" &&
        eventually nobody && return
    kill -9 $(alive) 2>/dev/null
    eventually nobody
    return 1
}

for how in plain screen arena sim; do
    for signal in INT TERM HUP KILL; do
        for kind in deaf parent leaver; do
            holds "after $signal of $how nothing is left of a $kind" nothing_stays $signal $how $kind
        done
    done
done

count_up
