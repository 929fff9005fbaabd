#!/bin/sh
# Makes the picture of the table in README.md from the real program, always the same one.
# Usage: tools/measure/screenshot.sh [PAIRS]   (build/pairs; needs tmux)
set -eu
cd "$(dirname "$0")/../.."
pairs=$(realpath "${1:-build/pairs}")
work=$(mktemp -d)
socket=screenshot-$$
trap 'tmux -L "$socket" kill-server 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir -p "$work/pairs"
echo 'speed off' >"$work/pairs/settings"
tmux -L "$socket" -f /dev/null new-session -d -x 112 -y 35 \
    "env -u NO_COLOR LC_ALL=C.UTF-8 TERM=tmux-256color XDG_CONFIG_HOME='$work' XDG_STATE_HOME='$work' \
    '$pairs' play pairs -n 4 --people Ann --bots 2,4,6 --seed 9"
tmux -L "$socket" set -g status off

# Waits until a text is on the screen.
wait_for() {
    for _ in $(seq 100); do
        tmux -L "$socket" capture-pane -p >"$work/screen"
        grep -q "$1" "$work/screen" && return
        sleep 0.1
    done
    echo "tools/measure/screenshot.sh: the program does not show '$1'" >&2
    exit 1
}

# Decisions that lead to a full table; the last one shows the board as it waits for the next.
for key in 1 2 1 1; do
    wait_for 'your turn'
    tmux -L "$socket" send-keys "$key"
    sleep 1
done
wait_for 'your turn'
tmux -L "$socket" capture-pane -e -p -N | LC_ALL=C tools/measure/ansi-to-svg.awk >"$work/table.svg"
mv "$work/table.svg" docs/table.svg
