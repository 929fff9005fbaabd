#!/bin/sh
# Plays random games of every name and number of players, GAMES in all, until each has ended. The
# quick ones are played more often, but none less than a quarter of an even share. A game that does
# not end stops it, and its record is left in the current folder.
# Usage: tools/check/endure.sh [GAMES [SEED]]
set -eu
pairs=${PAIRS-$(dirname "$0")/../../build/pairs}
games=${1-1000000}
seed=${2-1}
sample=500

# name players rate, a line each
rates() {
    "$pairs" list | awk '{ runs = split($2, run, ",")
        for (i = 1; i <= runs; i++) {
            n = split(run[i], end, "-")
            for (p = end[1]; p <= end[n] + 0; p++) print $1, p
        } }' |
        while read -r name players; do
            rate=$("$pairs" sim "$name" -n "$players" --games $sample --seed "$seed" |
                sed -n 's|^\([0-9]*\) games/s.*|\1|p')
            echo "$name $players ${rate:?"$name with $players players cannot be played"}"
        done
}

measured=$(rates)
if [ -z "$measured" ]; then
    echo "endure: there is no name in the list of '$pairs'; expected the program" >&2
    exit 2
fi
echo "$measured" | awk -v games="$games" '{ name[NR] = $1 " " $2; rate[NR] = $3; sum += $3 }
    END { for (i = 1; i <= NR; i++)
        printf "%s %d\n", name[i], 1 + games * (0.25 / NR + 0.75 * rate[i] / sum) }' |
    {
        total=0
        while read -r name players count; do
            "$pairs" sim "$name" -n "$players" --games "$count" --seed "$seed" >/dev/null
            total=$((total + count))
            echo "$name, $players players: $count games; $total in all"
        done
        echo "all of $total games ended"
    }
