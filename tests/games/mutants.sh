#!/bin/sh
# A broken game is refused, and by the right words. Usage: mutants.sh CONFORM WORDS
out=$(GAMES=300 ASAN_OPTIONS=detect_leaks=0 "$1" 2>&1)
if [ $? -eq 0 ] || ! echo "$out" | grep -q "^ERROR: .*$2"; then
    echo "$out" | tail -n 20
    echo "expected it to be refused: $2"
    exit 1
fi
