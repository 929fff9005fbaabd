#!/bin/sh
# Several processes of mpirun find what one finds; when one of them is killed, the run goes on from its state.
# Usage: ranks.sh PROGRAM; skipped where there is no mpirun, or the program was built without MPI.
set -u
pairs=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

holds() {
    sentence=$1
    shift
    if ! "$@"; then
        echo "FAILED: $sentence" >&2
        failed=1
    fi
}

if ! command -v mpirun >/dev/null || [ ! -e "${pairs%/*}/pairs-mpi.so" ]; then
    echo 'skipped: there is no mpirun, or the program was built without MPI' >&2
    exit 77
fi

# What MPI never frees is not ours.
export ASAN_OPTIONS=detect_leaks=0 OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
together() {
    count=$1
    shift
    # shellcheck disable=SC2016 # the number is that of each process
    mpirun --oversubscribe -n "$count" sh -c 'echo $$ >"$0.$OMPI_COMM_WORLD_RANK"; exec "$@"' "$work/pid" "$@" 2>"$work/err"
}
figures() { grep -v '/s$'; }

job="sim pairs -o target=5,7 --bots hint,random --games 300 --seed 4"
# shellcheck disable=SC2086 # a list of words
"$pairs" $job --rows "$work/rows" --record "$work/records" | figures >"$work/alone"
for count in 1 2 4; do
    # shellcheck disable=SC2086 # a list of words
    together $count "$pairs" $job --rows "$work/rows.$count" --record "$work/records.$count" | figures >"$work/together"
    holds "$count find what one finds" cmp "$work/alone" "$work/together"
    holds "$count write the same rows" cmp "$work/rows" "$work/rows.$count"
    holds "$count write the same records" cmp "$work/records" "$work/records.$count"
done
"$pairs" sim pairs --bots hint --until 3% --seed 4 | figures >"$work/alone"
together 3 "$pairs" sim pairs --bots hint --until 3% --seed 4 | figures >"$work/together"
holds 'three end where one ends that plays until a bound' cmp "$work/alone" "$work/together"
together 2 "$pairs" sim pairs --until x >"$work/out"
holds 'a mistake is told once' [ "$(grep -c 'until cannot be' "$work/err")" -eq 1 ]

# One is killed once there is a state: all end, and what was saved is not lost.
job="sim pairs -o target=11 --bots search:20,random --games 60 --seed 4"
# shellcheck disable=SC2086 # a list of words
"$pairs" $job | figures >"$work/alone"
rm -f "$work"/pid.*
# shellcheck disable=SC2086 # a list of words
together 3 "$pairs" $job --resume "$work/state" >"$work/out" &
while ! grep -q '"games"' "$work/state" 2>/dev/null && kill -0 $!; do sleep 0.05; done
kill -KILL "$(cat "$work/pid.2")" 2>/dev/null
wait $!
# shellcheck disable=SC2086 # a list of words
together 2 "$pairs" $job --resume "$work/state" | figures >"$work/together"
holds 'a run of which one process was killed goes on with the same figures' cmp "$work/alone" "$work/together"
exit $failed
